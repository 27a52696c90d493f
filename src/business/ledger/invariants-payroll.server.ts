/** Invariants of payroll's creditors, written apart from the rules that post them (decision 0071). */
import { type Invariant, keyed } from './invariant.server.ts'

const creditors = `('net_pay_payable', 'hmrc_payable', 'pension_payable', 'attachment_payable')`
const hmrc = 'p.income_tax + p.employee_ni + p.student_loan + p.employer_ni + p.apprenticeship_levy'
const pension = 'p.employee_pension + p.employer_pension'

/** The amount that entries of a payslip credit to creditors of one kind. */
const booked = (kind: string) => `coalesce(-sum(g.amount) filter (where a.kind = '${kind}'), 0)`

export const payroll_invariants: readonly Invariant[] = [
  {
    id: 'I21',
    says: 'a computed payslip that is paid owes its creditors what it says, and one that is not paid owes nothing',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('payslip %s is %s: net %s, HMRC %s, pension %s, attachments %s; the books say %s, %s, %s, %s', p.human_id, p.status,
        p.net_pay, ${hmrc}, ${pension}, p.other_deductions, b.net, b.hmrc, b.pension, b.attachment) as what
      from transaction.payslip p
      cross join lateral (select count(*) as entries, ${booked('net_pay_payable')} as net, ${booked('hmrc_payable')} as hmrc,
          ${booked('pension_payable')} as pension, ${booked('attachment_payable')} as attachment
        from ledger.transaction t join ledger.posting g on g.transaction_id = t.id join ledger.account a on a.id = g.account_id
        where t.source_entity = 'transaction.payslip' and t.source_id = p.id) b
      where ${only('p.id')} and case when p.status <> 'paid' then b.entries > 0
        else (b.entries > 0 or exists (select from transaction.payroll_payment w where w.payslip_id = p.id))
          and (b.net, b.hmrc, b.pension, b.attachment) <> (p.net_pay, ${hmrc}, ${pension}, p.other_deductions) end`,
    ),
  },
  {
    id: 'I21',
    says: 'the payments of net pay of a payslip are its net pay',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('payslip %s says %s net, its payments %s', p.human_id, p.net_pay, sum(w.amount)) as what
      from transaction.payslip p join transaction.payroll_payment w on w.payslip_id = p.id
      where ${only('p.id')} group by p.id, p.human_id, p.net_pay having sum(w.amount) <> p.net_pay`,
    ),
  },
  {
    id: 'I21',
    says: 'what workers, HMRC, pensions and authorities are owed in the books is what payroll has due for them',
    sql: `with due as (
        select principal_id, kind, business_id, currency_id, sum(amount) as amount from (
          select w.principal_id, w.currency_id, w.amount,
            case w.kind when 'net_pay' then 'net_pay_payable' when 'hmrc' then 'hmrc_payable' when 'pension' then 'pension_payable'
              else 'attachment_payable' end as kind,
            case w.kind when 'hmrc' then w.employer_id else w.payee_id end as business_id
          from transaction.payroll_payment w left join transaction.payslip p on p.id = w.payslip_id
          -- Net pay is planned when the payslip is issued, and owed when it is paid.
          where w.status = 'due' and (p.id is null or p.status = 'paid')) d group by 1, 2, 3, 4),
      posted as (
        select a.principal_id, a.kind, a.business_id, a.currency_id, -sum(g.amount) as amount
        from ledger.account a join ledger.posting g on g.account_id = a.id where a.kind in ${creditors} group by 1, 2, 3, 4)
      select format('%s of %s in the books of %s: payments due say %s, the books %s', replace(kind, '_', ' '), b.human_id, o.human_id,
        coalesce(d.amount, 0), coalesce(p.amount, 0)) as what
      from due d full join posted p using (principal_id, kind, business_id, currency_id)
      join business.business b on b.id = business_id join business.business o on o.id = principal_id
      where coalesce(d.amount, 0) <> coalesce(p.amount, 0)`,
  },
]
