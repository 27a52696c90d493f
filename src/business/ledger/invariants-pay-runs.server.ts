/** Invariants of pay runs and their payslips, written apart from the rules that compute them (decision 0152). */
import { type Invariant, keyed } from './invariant.server.ts'

/** The figures to date before an issued payslip: pay, taxable pay, tax, and National Insurance by letter. */
const begins = (c: string) => `jsonb_build_array((${c}.inputs #>> '{state,ytd,gross}')::bigint,
  (${c}.inputs #>> '{state,ytd,taxable}')::bigint, (${c}.inputs #>> '{state,ytd,tax}')::bigint)`
const parts = (c: string) => `jsonb_array_elements(${c}.kept -> 'parts') y (part)`
/** National Insurance of the row `c` by letter: to date before the payslip, with the payslip's own parts where asked for. */
const niOf = (c: string, own: boolean) => `(select coalesce(jsonb_object_agg(n.letter, n.sums), '{}') from (
    select l.letter, jsonb_build_array(sum(l.earnings), sum(l.employee), sum(l.employer)) as sums from (
      select k.key as letter, (k.value ->> 'earnings')::bigint as earnings, (k.value ->> 'employee')::bigint as employee,
        (k.value ->> 'employer')::bigint as employer from jsonb_each(${c}.inputs #> '{state,ni_ytd_by_letter}') k
      ${
        own
          ? `union all select y.part ->> 'ni_letter', (y.part ->> 'niable')::bigint, (y.part ->> 'employee_ni')::bigint,
        (y.part ->> 'employer_ni')::bigint from ${parts(c)}`
          : ''
      }) l group by 1
      -- A letter in force without pay so far, or one whose pay went to another letter, is as good as none.
      having (sum(l.earnings), sum(l.employee), sum(l.employer)) <> (0, 0, 0)) n)`

export const pay_run_invariants: readonly Invariant[] = [
  {
    id: 'I24',
    says: 'the lines of a payslip of a pay run sum to its net pay and its employer’s costs',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('payslip %s: lines come to net %s and costs %s, it says %s and %s', p.human_id, l.net, l.costs,
        c.net_pay, c.employer_ni + c.employer_pension + c.apprenticeship_levy) as what
      from transaction.pay_run_payslip c join transaction.payslip p on p.id = c.payslip_id
      cross join lateral (select coalesce(sum((x ->> 'amount')::numeric) filter (where x ->> 'part' <> 'employer'), 0) as net,
          -- Costs of holiday funds stand besides the three costs of the pay.
          coalesce(sum((x ->> 'amount')::numeric) filter (where x ->> 'part' = 'employer' and x ->> 'name' not like 'Holiday pay %'), 0) as costs
        from jsonb_array_elements(c.lines) x) l
      where ${only('c.payslip_id')}
        and (l.net, l.costs) <> (c.net_pay, c.employer_ni + c.employer_pension + c.apprenticeship_levy)`,
    ),
  },
  {
    id: 'I24',
    says: 'the totals of a pay run are the sums of its payslips',
    sql: `select format('pay run %s says %s payslips, gross %s, deductions %s, net %s and costs %s; they are %s, %s, %s, %s and %s', r.human_id,
        r.payslip_count, r.gross_pay, r.deductions, r.net_pay, r.employer_costs, s.slips, s.gross, s.taken, s.net, s.costs) as what
      from transaction.pay_run r
      cross join lateral (select count(*) as slips, coalesce(sum(c.gross_pay), 0) as gross, coalesce(sum(c.net_pay), 0) as net,
          coalesce(sum(c.income_tax + c.employee_ni + c.employee_pension + c.student_loan + c.other_deductions), 0) as taken,
          -- With what goes into holiday funds and comes out of them.
          coalesce(sum(c.employer_ni + c.employer_pension + c.apprenticeship_levy + h.amount), 0) as costs
        from transaction.pay_run_payslip c
        cross join lateral (select coalesce(sum((x ->> 'amount')::numeric), 0) as amount from jsonb_array_elements(c.lines) x
          where x ->> 'part' = 'employer' and x ->> 'name' like 'Holiday pay %') h
        where c.pay_run_id = r.id and c.withdrawn_as is null) s
      where r.status in ('calculated', 'checked', 'approved', 'paid')
        and (r.payslip_count, r.gross_pay, r.deductions, r.net_pay, r.employer_costs) <> (s.slips, s.gross, s.taken, s.net, s.costs)`,
  },
  {
    id: 'I24',
    says: 'a payslip of a pay run begins with the figures to date that the payslip before ends with',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('payslip %s begins with %s to date, and payslip %s ends with %s', p.human_id, f.begins, q.human_id, f.ends) as what
      from transaction.pay_run_payslip c join transaction.pay_run r on r.id = c.pay_run_id join transaction.payslip p on p.id = c.payslip_id
      join lateral (select b.*, o.pay_day, o.approved_at from transaction.pay_run_payslip b join transaction.pay_run o on o.id = b.pay_run_id
        where b.employment_id = c.employment_id and b.payslip_id is not null and o.tax_year = r.tax_year and o.pay_day < r.pay_day
        order by o.pay_day desc limit 1) b on b.inputs is not null and b.approved_at <= r.approved_at
      join transaction.payslip q on q.id = b.payslip_id
      cross join lateral (select ${begins('c')} || ${niOf('c', false)} as begins,
          jsonb_build_array((b.inputs #>> '{state,ytd,gross}')::bigint + (b.gross_pay * 100)::bigint,
            (b.inputs #>> '{state,ytd,taxable}')::bigint + (select sum((y.part ->> 'taxable')::bigint) from ${parts('b')}),
            (b.inputs #>> '{state,ytd,tax}')::bigint + (b.income_tax * 100)::bigint) || ${niOf('b', true)} as ends) f
      where c.inputs is not null and (${only('c.payslip_id')} or ${only('b.payslip_id')}) and f.begins <> f.ends
        -- A bureau's payslip between the two has its own figures.
        and not exists (select from transaction.payslip z where z.contractor_id = c.contractor_id and z.agency_id = c.agency_id
          and z.pay_date > b.pay_day and z.pay_date < r.pay_day and z.deleted_at is null
          and not exists (select from transaction.pay_run_payslip k where k.payslip_id = z.id))`,
    ),
  },
  {
    id: 'I24',
    says: 'nobody who prepared or checked a pay run approved it',
    sql: `select format('pay run %s was approved by %s, who prepared it', r.human_id, coalesce(r.approver, 'nobody')) as what
      from transaction.pay_run r
      where r.status in ('approved', 'paid') and (r.approved_by is null or r.approved_by = any (r.prepared_by))`,
  },
  {
    id: 'I24',
    says: 'a payroll payment that a completed batch paid is due no more, and is the batch’s payment',
    sql: `select format('payroll payment %s is %s after its batch paid it', w.human_id, w.status) as what
      from payment.payment_batch_item i join transaction.payroll_payment w on w.id = i.payroll_payment_id
      where i.status = 'paid' and (w.status <> 'paid' or w.payment_id is distinct from i.payment_receipt_summary_id
        or w.amount <> i.amount)`,
  },
]
