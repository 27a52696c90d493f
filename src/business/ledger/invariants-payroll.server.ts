/** Invariants of payroll's creditors and tax months, written apart from the rules that post them (decisions 0071, 0074). */
import { type Invariant, keyed } from './invariant.server.ts'
import { unbilledPence } from './unbilled-costs.server.ts'

const creditors = `('net_pay_payable', 'hmrc_payable', 'pension_payable', 'attachment_payable', 'relief_payable')`
const hmrc = 'p.income_tax + p.employee_ni + p.student_loan + p.employer_ni + p.apprenticeship_levy'
/** Tax and National Insurance of an off-payroll worker. The self-bill owes the fee itself. */
const is_deemed = 'exists (select from transaction.deemed_payment d where d.payslip_id = p.id)'
/** The amount that payroll pays out: for a deemed payment, only tax that is given back. */
const net = `(case when ${is_deemed} then greatest(-(p.income_tax + p.employee_ni), 0) else p.net_pay end)`
const pension = 'p.employee_pension + p.employer_pension'

/** The amount that entries of a payslip credit to creditors of one kind. */
const booked = (kind: string) => `coalesce(-sum(g.amount) filter (where a.kind = '${kind}'), 0)`

export const payroll_invariants: readonly Invariant[] = [
  {
    id: 'I21',
    says: 'a computed payslip that is paid or deducts from fees owes its creditors what it says, and another one owes nothing',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('payslip %s is %s: net %s, HMRC %s, pension %s, attachments %s; the books say %s, %s, %s, %s', p.human_id, p.status,
        ${net}, ${hmrc}, ${pension}, p.other_deductions, b.net, b.hmrc, b.pension, b.attachment) as what
      from transaction.payslip p
      cross join lateral (select count(*) as entries, ${booked('net_pay_payable')} as net, ${booked('hmrc_payable')} as hmrc,
          -- An overpayment is owed by the worker, and taken back like any other deduction.
          ${booked('pension_payable')} as pension, ${booked('attachment_payable')} + ${booked('worker_overpayment')} as attachment
        from ledger.transaction t join ledger.posting g on g.transaction_id = t.id join ledger.account a on a.id = g.account_id
        where t.source_entity = 'transaction.payslip' and t.source_id = p.id) b
      where ${only('p.id')} and case when p.status <> 'paid' and not ${is_deemed} then b.entries > 0
        else (b.entries > 0 or ${is_deemed} or exists (select from transaction.payroll_payment w where w.payslip_id = p.id))
          and (b.net, b.hmrc, b.pension, b.attachment) <> (${net}, ${hmrc}, ${pension}, p.other_deductions) end`,
    ),
  },
  {
    id: 'I21',
    says: 'the employer has back, or owes, the costs of a paid payslip that no document bills: of corrected letters, and those no timesheet holds',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('payslip %s has costs of %s without a document, the books give the employer %s', p.human_id, n.pence / 100, b.relief) as what
      from transaction.payslip p join transaction.pay_run_payslip c on c.payslip_id = p.id
      cross join lateral (select ${unbilledPence('c.besides')} as pence) n
      cross join lateral (select ${booked('relief_payable')} as relief
        from ledger.transaction t join ledger.posting g on g.transaction_id = t.id join ledger.account a on a.id = g.account_id
        where t.source_entity = 'transaction.payslip' and t.source_id = p.id) b
      where ${only('p.id')} and p.status = 'paid' and b.relief <> -n.pence / 100`,
    ),
  },
  {
    id: 'I21',
    says: 'the payments of net pay of a payslip are its net pay',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('payslip %s says %s net, its payments %s', p.human_id, ${net}, sum(w.amount)) as what
      from transaction.payslip p join transaction.payroll_payment w on w.payslip_id = p.id
      where ${only('p.id')} group by p.id, p.human_id, p.net_pay, p.income_tax, p.employee_ni having sum(w.amount) <> ${net}`,
    ),
  },
  {
    id: 'I21',
    says: 'a deemed payment is the pay of its payslip, and its deduction is settled on its self-bill',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('payslip %s pays %s with tax %s and National Insurance %s; its self-bills say %s, %s and %s', p.human_id,
        p.gross_pay, p.income_tax, p.employee_ni, sum(d.fee), sum(d.income_tax), sum(d.employee_ni)) as what
      from transaction.payslip p join transaction.deemed_payment d on d.payslip_id = p.id
      where ${only('p.id')} group by p.id having (sum(d.fee), sum(d.income_tax), sum(d.employee_ni)) <> (p.gross_pay, p.income_tax, p.employee_ni)
      union all
      select format('payslip %s deducts %s from self-bill %s, which is settled by %s', p.human_id,
        d.income_tax + d.employee_ni, i.human_id, s.amount)
      from transaction.payslip p join transaction.deemed_payment d on d.payslip_id = p.id join transaction.invoice i on i.id = d.invoice_id
      cross join lateral (select coalesce(sum(l.amount), 0) as amount from transaction.payment_receipt_detail l
        where l.invoice_id = i.id and l.payment_type = 'payroll' and l.reversal_date is null) s
      -- A credit after the deduction lowers that of the other self-bills.
      where ${only('p.id')} and d.fee > 0 and s.amount <> greatest(d.income_tax + d.employee_ni, 0)`,
    ),
  },
  {
    id: 'I21',
    says: 'an issued payslip that deducts from fees has a self-bill that is open, or tax that goes back',
    ...keyed(
      'payslip',
      (only) => `select format('payslip %s is issued, and nothing of it is left to pay', p.human_id) as what
      from transaction.payslip p where ${only('p.id')} and p.status = 'issued' and ${is_deemed}
        and not exists (select from transaction.deemed_payment d join transaction.invoice i on i.id = d.invoice_id
          where d.payslip_id = p.id and d.fee > 0 and i.status = 'open')
        and not exists (select from transaction.payroll_payment w where w.payslip_id = p.id and w.status = 'due')`,
    ),
  },
  {
    id: 'I21',
    says: 'a paid payslip that deducts from fees has no self-bill that is open, and no tax that waits to go back',
    ...keyed(
      'payslip',
      (only) => `select format('payslip %s is paid, and something of it is open', p.human_id) as what
      from transaction.payslip p where ${only('p.id')} and p.status = 'paid' and ${is_deemed}
        and (exists (select from transaction.deemed_payment d join transaction.invoice i on i.id = d.invoice_id
            where d.payslip_id = p.id and d.fee > 0 and i.status = 'open')
          or exists (select from transaction.payroll_payment w where w.payslip_id = p.id and w.status = 'due'))`,
    ),
  },
  {
    id: 'I21',
    says: 'what workers, HMRC, pensions and authorities are owed in the books is what payroll has due for them',
    sql: `with due as (
        select principal_id, kind, business_id, currency_id, sum(amount) as amount from (
          select w.principal_id, w.currency_id, w.amount,
            case w.kind when 'net_pay' then 'net_pay_payable' when 'hmrc' then 'hmrc_payable' when 'pension' then 'pension_payable'
              when 'relief' then 'relief_payable' else 'attachment_payable' end as kind,
            case w.kind when 'hmrc' then w.employer_id else w.payee_id end as business_id
          from transaction.payroll_payment w left join transaction.payslip p on p.id = w.payslip_id
          -- Net pay is planned when the payslip is issued, and owed when it is paid; tax that goes back to a company at once.
          where w.status = 'due' and (p.id is null or p.status = 'paid' or ${is_deemed})) d group by 1, 2, 3, 4),
      posted as (
        select a.principal_id, a.kind, a.business_id, a.currency_id, -sum(g.amount) as amount
        from ledger.account a join ledger.posting g on g.account_id = a.id where a.kind in ${creditors} group by 1, 2, 3, 4)
      select format('%s of %s in the books of %s: payments due say %s, the books %s', replace(kind, '_', ' '), b.human_id, o.human_id,
        coalesce(d.amount, 0), coalesce(p.amount, 0)) as what
      from due d full join posted p using (principal_id, kind, business_id, currency_id)
      join business.business b on b.id = business_id join business.business o on o.id = principal_id
      where coalesce(d.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    id: 'I21',
    says: 'a payslip carries or takes back the overpayment that is kept of it',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('payslip %s changes the overpayment by %s, its row by %s', p.human_id, n.pence / 100, o.amount) as what
      from transaction.payslip p join transaction.pay_run_payslip c on c.payslip_id = p.id
      cross join lateral (select coalesce((c.besides #>> '{overpaid,change}')::numeric, 0) as pence) n
      cross join lateral (select coalesce(sum(o.amount), 0) as amount from transaction.overpayment o
        where o.payslip_id = p.id and o.deleted_at is null) o
      where ${only('p.id')} and o.amount <> n.pence / 100`,
    ),
  },
  {
    id: 'I21',
    says: 'what a worker owes of pay that was too much is in the books of its principal, and never below nothing',
    sql: `with done as (select o.* from transaction.overpayment o where o.status = 'done' and o.deleted_at is null),
      said as (select o.principal_id, o.contractor_id as business_id, o.currency_id, sum(o.amount) as amount
        from done o left join transaction.payslip p on p.id = o.payslip_id
        -- A payslip is in the books once it is paid.
        where p.id is null or p.status = 'paid' group by 1, 2, 3),
      posted as (select a.principal_id, a.business_id, a.currency_id, sum(g.amount) as amount
        from ledger.account a join ledger.posting g on g.account_id = a.id where a.kind = 'worker_overpayment' group by 1, 2, 3)
      select format('overpayment of %s in the books of %s: its rows say %s, the books %s', b.human_id, w.human_id, coalesce(s.amount, 0),
        coalesce(p.amount, 0)) as what
      from said s full join posted p using (principal_id, business_id, currency_id) join business.business b on b.id = business_id
      join business.business w on w.id = principal_id
      where coalesce(s.amount, 0) <> coalesce(p.amount, 0)
      union all
      select format('employment %s owes %s in the books of %s', e.payroll_id, sum(o.amount), w.human_id) as what
      from done o join business.employment e on e.id = o.employment_id join business.business w on w.id = o.principal_id
      group by e.id, e.payroll_id, w.id, w.human_id having sum(o.amount) < 0`,
  },
  {
    id: 'I22',
    says: 'a closed tax month is the sum of its payslips, and its entries are what it gives back to the employer',
    sql: `select format('tax month %s (%s): payslips say %s, it says %s; it gives back %s, the books say %s and %s', m.human_id, m.status,
        p.owed, m.due + m.relief, m.relief, b.hmrc, b.relief) as what
      from transaction.tax_month m
      cross join lateral (select coalesce(sum(${hmrc}), 0) as owed
        from transaction.pay_run r join transaction.pay_run_payslip c on c.pay_run_id = r.id join transaction.payslip p on p.id = c.payslip_id
        where r.paye_scheme_id = m.paye_scheme_id and r.pay_day between m.period_start and m.period_end) p
      cross join lateral (select coalesce(sum(g.amount) filter (where a.kind = 'hmrc_payable'), 0) as hmrc, ${booked('relief_payable')} as relief
        from ledger.transaction t join ledger.posting g on g.transaction_id = t.id join ledger.account a on a.id = g.account_id
        where t.source_entity = 'transaction.tax_month' and t.source_id = m.id) b
      where case m.status when 'closed' then p.owed <> m.due + m.relief or (b.hmrc, b.relief) <> (m.relief, m.relief)
        else (b.hmrc, b.relief) <> (0, 0) end`,
  },
  {
    id: 'I22',
    says: 'the entry of a correction of a tax year is what it says: owed to HMRC and the pension, paid to the worker or owed by them, the rest the employer’s',
    sql: `select format('correction %s of %s: it says net %s, HMRC %s, pension %s; the books say %s, %s, %s, overpayment %s, employer %s', c.id, c.tax_year,
        c.net_pay, d.due, d.pension, b.net, b.hmrc, b.pension, b.overpaid, b.relief) as what
      from transaction.year_correction c
      cross join lateral (select c.income_tax + c.student_loan + c.employee_ni + c.employer_ni + c.levy_due - c.employment_allowance as due,
          c.employee_pension + c.employer_pension as pension) d
      cross join lateral (select ${booked('hmrc_payable')} as hmrc, ${booked('net_pay_payable')} as net, ${booked('relief_payable')} as relief,
          ${booked('pension_payable')} as pension, ${booked('worker_overpayment')} as overpaid
        from ledger.transaction t join ledger.posting g on g.transaction_id = t.id join ledger.account a on a.id = g.account_id
        where t.source_entity = 'transaction.year_correction' and t.source_id = c.id) b
      where (b.hmrc, b.pension, b.net, b.overpaid, b.relief)
        <> (d.due, d.pension, greatest(c.net_pay, 0), least(c.net_pay, 0), -d.due - d.pension - c.net_pay)`,
  },
  {
    id: 'I22',
    says: 'a correction of pay of a tax year that was too much is carried as the overpayment of its worker',
    sql: `select format('correction %s of %s: its net pay is %s, its overpayment %s', c.id, c.tax_year, c.net_pay, coalesce(o.amount, 0)) as what
      from transaction.year_correction c left join transaction.overpayment o on o.year_correction_id = c.id
      where coalesce(o.amount, 0) <> greatest(-c.net_pay, 0)`,
  },
  {
    id: 'I22',
    says: 'the employment allowance of a tax year is no more than the employer’s National Insurance, and months are closed in their order',
    sql: `select format('tax months of %s in %s: allowance %s of National Insurance %s; %s months from %s to %s', s.office_number || '/' || s.paye_reference,
        m.tax_year, sum(m.employment_allowance), sum(m.employer_ni), count(*), min(m.tax_month), max(m.tax_month)) as what
      from transaction.tax_month m join business.paye_scheme s on s.id = m.paye_scheme_id where m.status in ('closed', 'taken_over')
      group by s.id, m.tax_year having sum(m.employment_allowance) not between 0 and sum(m.employer_ni)
        or count(*) filter (where m.status = 'closed') <> max(m.tax_month) filter (where m.status = 'closed')
          - min(m.tax_month) filter (where m.status = 'closed') + 1`,
  },
  {
    id: 'I22',
    says: 'tax months of a year set off no more CIS deductions than were approved, or taken over',
    sql: `select format('tax months of %s in %s: CIS set off %s of %s', s.employer_reference, m.tax_year, m.taken, m.approved) as what
      from (select m.paye_scheme_id, m.tax_year, sum(m.cis_suffered) as taken, greatest(
          sum(m.cis_suffered) filter (where m.status = 'taken_over'), (select max(c.amount) from transaction.cis_suffered c
            where c.paye_scheme_id = m.paye_scheme_id and c.tax_year = m.tax_year and c.status = 'approved'), 0) as approved
        from transaction.tax_month m where m.status in ('closed', 'taken_over') group by m.paye_scheme_id, m.tax_year) m
      join business.paye_scheme s on s.id = m.paye_scheme_id where m.taken > m.approved`,
  },
  {
    id: 'I23',
    says: 'a holiday fund in the books is the sum of its movements',
    sql: `with said as (select principal_id, contractor_id as business_id, currency_id, sum(amount) as amount
        from transaction.holiday_movement where principal_id is not null and deleted_at is null group by 1, 2, 3),
      posted as (select a.principal_id, a.business_id, a.currency_id, -sum(g.amount) as amount
        from ledger.account a join ledger.posting g on g.account_id = a.id where a.kind = 'holiday_fund' group by 1, 2, 3)
      select format('holiday fund of %s in the books of %s: movements say %s, the books %s', b.human_id, o.human_id,
        coalesce(s.amount, 0), coalesce(p.amount, 0)) as what
      from said s full join posted p using (principal_id, business_id, currency_id)
      join business.business b on b.id = business_id join business.business o on o.id = principal_id
      where coalesce(s.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    id: 'I23',
    says: 'a holiday fund is below zero only where work was corrected after its holiday was paid',
    sql: `select format('holiday fund of employment %s holds %s hours and %s', e.payroll_id, sum(m.hours), sum(m.amount)) as what
      from transaction.holiday_movement m join business.employment e on e.id = m.employment_id
      where m.deleted_at is null group by e.id, e.payroll_id
      having (sum(m.hours) < 0 or sum(m.amount) < 0) and not bool_or(m.kind = 'corrected')`,
  },
  {
    id: 'I23',
    says: 'a payslip of a pay run retains and releases what its movements of holiday say',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('payslip %s: figures and release come to %s, movements to %s', p.human_id, w.amount, w.moved) as what
      from transaction.payslip p join transaction.pay_run_payslip k on k.payslip_id = p.id
      cross join lateral (select
        (select coalesce(sum(f.holiday_pay_retained - coalesce(o.holiday_pay_retained, 0)), 0) from transaction.payroll_figure f
          left join lateral (select b.* from transaction.payroll_figure b where b.timesheet_id = f.timesheet_id
            and b.version < f.version and b.deleted_at is null order by b.version desc limit 1) o on true
          where f.payslip_id = p.id and f.deleted_at is null)
          + coalesce((k.besides #>> '{figures,holiday_pay_retained}')::numeric / 100, 0) as amount,
        (select coalesce(sum(m.amount), 0) from transaction.holiday_movement m where m.payslip_id = p.id and m.deleted_at is null) as moved) w
      where ${only('p.id')} and w.amount <> w.moved`,
    ),
  },
]
