/** Invariants of timesheets, expenses and payroll. */
import { complianceSql } from '../parties/compliance/compliance-status.server.ts'
import { type Invariant, keyed } from './invariant.server.ts'
import { unbilledPence } from './unbilled-costs.server.ts'

const client_facing = `('provider-client', 'agency-client', 'funder-client')`

export const work_invariants: readonly Invariant[] = [
  {
    id: 'I5',
    says: 'the compliance status of each link is that of its papers',
    sql: `select format('service %s is %s and its papers say %s', s.id, s.compliance_status, k.status) as what
      from (${complianceSql('true')}) k join business.service s on s.id = k.id where s.compliance_status <> k.status`,
  },
  {
    id: 'I5',
    says: 'an approved timesheet has one live invoice set, any other has none',
    ...keyed(
      'timesheet',
      (
        only,
      ) => `select format('timesheet %s is %s and has %s live invoice sets', t.human_id, t.status, count(s.id)) as what
      from transaction.timesheet t
      left join transaction.invoice_set s on s.timesheet_id = t.id and s.version = t.version and s.status = 'live'
      where t.deleted_at is null and ${only('t.id')}
      group by t.id, t.human_id, t.status
      having count(s.id) <> case t.status when 'approved' then 1 else 0 end`,
    ),
  },
  {
    id: 'I5',
    says: 'the units invoiced are the units approved, rate by rate, to client and contractor alike',
    ...keyed(
      'timesheet',
      (only) => `with worked as (
        select d.timesheet_id, d.rate_name, sum(d.units) as units from transaction.timesheet_detail d
        join transaction.timesheet t on t.id = d.timesheet_id and t.status = 'approved'
        where d.deleted_at is null and ${only('d.timesheet_id')} group by 1, 2),
      invoiced as (
        select i.timesheet_id, i.type, l.rate_name, sum(l.units) as units from transaction.invoice i
        join transaction.invoice_set s on s.id = i.invoice_set_id and s.status = 'live'
        join transaction.invoice_line l on l.invoice_id = i.id
        where i.timesheet_id is not null and ${only('i.timesheet_id')} and (i.type in ${client_facing} or i.type = 'contractor-agency')
        group by 1, 2, 3)
      select format('%s of timesheet %s: %s units approved, %s invoiced as %s', coalesce(w.rate_name, v.rate_name), t.human_id,
        coalesce(w.units, 0), v.units, v.type) as what
      from invoiced v
      full join worked w on w.timesheet_id = v.timesheet_id and w.rate_name = v.rate_name
      join transaction.timesheet t on t.id = coalesce(w.timesheet_id, v.timesheet_id)
      where w.units is distinct from v.units and (w.units <> 0 or v.units <> 0)`,
    ),
  },
  {
    id: 'I5',
    says: 'a timesheet totals its days',
    ...keyed(
      'timesheet',
      (
        only,
      ) => `select format('timesheet %s says %s units, its days %s', t.human_id, t.total_units, coalesce(sum(d.units), 0)) as what
      from transaction.timesheet t
      left join transaction.timesheet_detail d on d.timesheet_id = t.id and d.deleted_at is null
      where t.deleted_at is null and ${only('t.id')}
      group by t.id, t.human_id, t.total_units having t.total_units <> coalesce(sum(d.units), 0)`,
    ),
  },
  {
    id: 'I16',
    says: 'every change of a timesheet stands once in its activities and once in the audit log',
    ...keyed(
      'timesheet',
      (only) => `with told as (
        select timesheet_id as id, old_status, new_status, count(*) as n from transaction.timesheet_activity
        where old_status <> new_status and ${only('timesheet_id')} group by 1, 2, 3),
      audited as (
        select entity_id as id, old_values->>'status' as old_status, new_values->>'status' as new_status, count(*) as n from log.audit
        where entity = 'transaction.timesheet' and ${only('entity_id')} and old_values->>'status' <> new_values->>'status' group by 1, 2, 3)
      select format('timesheet %s from %s to %s: %s activities, %s audit rows', coalesce(t.human_id, id::text), old_status, new_status,
        coalesce(told.n, 0), coalesce(audited.n, 0)) as what
      from told full join audited using (id, old_status, new_status)
      left join transaction.timesheet t using (id)
      where told.n is distinct from audited.n`,
    ),
  },
  {
    id: 'I16',
    says: 'the last activity of a timesheet is its status',
    ...keyed(
      'timesheet',
      (
        only,
      ) => `select format('timesheet %s is %s, its last activity says %s', t.human_id, t.status, a.new_status) as what
      from transaction.timesheet t
      join lateral (select new_status from transaction.timesheet_activity where timesheet_id = t.id
        order by fact_no desc limit 1) a on true
      where ${only('t.id')} and t.status <> a.new_status`,
    ),
  },
  {
    id: 'I5',
    says: 'an approved expense has one live invoice set, any other has none, and it totals its lines',
    ...keyed(
      'expense',
      (
        only,
      ) => `select format('expense %s is %s with %s and %s and has %s live invoice sets; its lines say %s and %s', t.human_id, t.status,
        t.amount, t.tax_amount, count(distinct s.id), l.amount, l.tax_amount) as what
      from transaction.expense t
      left join transaction.invoice_set s on s.expense_id = t.id and s.version = t.version and s.status = 'live'
      cross join lateral (select coalesce(sum(d.amount), 0) as amount, coalesce(sum(d.tax_amount), 0) as tax_amount
        from transaction.expense_detail d where d.expense_id = t.id and d.deleted_at is null) l
      where t.deleted_at is null and ${only('t.id')}
      group by t.id, t.human_id, t.status, l.amount, l.tax_amount
      having count(distinct s.id) <> case t.status when 'approved' then 1 else 0 end
        or (t.amount, t.tax_amount) is distinct from (l.amount, l.tax_amount)`,
    ),
  },
  {
    id: 'I17',
    says: 'the pay and the on-costs of a PAYE set are payroll’s figures, which add up to the net',
    ...keyed(
      'set',
      (
        only,
      ) => `select format('payroll of timesheet %s: gross %s, costs %s, net %s; its set has %s and %s', t.human_id, f.gross_pay,
        f.employer_ni + f.employer_pension + f.apprenticeship_levy + f.holiday_pay_retained, f.net_pay, s.contractor_gross, s.on_costs) as what
      from transaction.invoice_set s
      join transaction.timesheet t on t.id = s.timesheet_id
      left join transaction.payroll_figure f on f.timesheet_id = t.id and f.version = s.version and f.deleted_at is null
      where ${only('s.id')} and s.status = 'live' and s.generation_type in ('paye_timesheet', 'payroll_timesheet')
        and (f.id is null or s.contractor_gross <> f.gross_pay
          or s.on_costs <> f.employer_ni + f.employer_pension + f.apprenticeship_levy + f.holiday_pay_retained
          or f.net_pay <> f.gross_pay - f.income_tax - f.employee_ni - f.employee_pension - f.student_loan - f.other_deductions)`,
    ),
  },
  {
    id: 'I17',
    says: 'payroll’s figures are within what is possible, or a second person confirmed exactly them',
    ...keyed(
      'timesheet',
      (
        only,
      ) => `select format('payroll of timesheet %s: gross %s with tax %s, NI %s, loan %s, employer NI %s, pension %s, levy %s and costs %s on a charge of %s',
        t.human_id, f.gross_pay, f.income_tax, f.employee_ni, f.student_loan, f.employer_ni, f.employer_pension, f.apprenticeship_levy,
        f.cost, c.net) as what
      from (select p.*, abs(p.gross_pay) as pay, abs(p.employer_ni) + abs(p.employer_pension) + abs(p.apprenticeship_levy)
          + abs(p.holiday_pay_retained) as cost
        from transaction.payroll_figure p where p.is_judged and p.deleted_at is null and ${only('p.timesheet_id')}) f
      join transaction.timesheet t on t.id = f.timesheet_id
      cross join lateral (select coalesce(sum(round(d.units * d.client_rate, 2)), 0) as net from transaction.timesheet_detail d
        where d.timesheet_id = t.id and d.deleted_at is null) c
      where ((f.income_tax > 0 or f.is_reduction) and abs(f.income_tax) * 2 > f.pay
          or abs(f.employer_ni) > ceil(f.pay * 15) / 100 or abs(f.employee_ni) > ceil(f.pay * 8) / 100
          or abs(f.student_loan) > ceil(f.pay * 15) / 100 or abs(f.employer_pension) > ceil(f.pay * 50) / 100
          or abs(f.apprenticeship_levy) > ceil(f.pay * 0.5) / 100 + 0.01
          or f.cost > greatest(f.pay, abs(c.net)))
        and not exists (select from transaction.payroll_override o
          where o.payroll_figure_id = f.id and o.status = 'confirmed' and o.decided_by <> o.requested_by
            and (o.gross_pay, o.holiday_pay, o.income_tax, o.employee_ni, o.employee_pension, o.student_loan, o.other_deductions, o.net_pay,
              o.employer_ni, o.employer_pension, o.apprenticeship_levy, o.holiday_pay_retained)
              = (f.gross_pay, f.holiday_pay, f.income_tax, f.employee_ni, f.employee_pension, f.student_loan, f.other_deductions, f.net_pay,
              f.employer_ni, f.employer_pension, f.apprenticeship_levy, f.holiday_pay_retained))`,
    ),
  },
  {
    id: 'I17',
    says: 'what a payroll run adjusts is its figures less those it corrects; a difference is its own adjustment',
    ...keyed(
      'timesheet',
      (
        only,
      ) => `select format('figures of %s, version %s, adjust %s, %s and %s', t.human_id, f.version, f.gross_change, f.net_change, f.cost_change) as what
      from (select p.*, p.employer_ni + p.employer_pension + p.apprenticeship_levy + p.holiday_pay_retained as cost,
          lag(p.gross_pay) over w as gross_before, lag(p.net_pay) over w as net_before,
          lag(p.employer_ni + p.employer_pension + p.apprenticeship_levy + p.holiday_pay_retained) over w as cost_before
        from transaction.payroll_figure p where p.deleted_at is null and ${only('p.timesheet_id')}
        window w as (partition by p.timesheet_id order by p.version)) f
      join transaction.timesheet t on t.id = f.timesheet_id
      where f.is_reduction <> (t.refines_id is not null and t.total_units < 0)
        or (f.gross_change, f.net_change, f.cost_change) is distinct from case when t.refines_id is not null
          then (f.gross_pay, f.net_pay, f.cost)
          else (f.gross_pay - f.gross_before, f.net_pay - f.net_before, f.cost - f.cost_before) end`,
    ),
  },
  {
    id: 'I17',
    says: 'a payslip of a pay run says what was computed, within what is possible, and a second person approved it',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('pay run %s, approved by %s, computed gross %s and net %s; payslip %s says %s and %s', r.human_id,
        coalesce(r.approver, 'nobody'), c.gross_pay, c.net_pay, p.human_id, p.gross_pay, p.net_pay) as what
      from transaction.pay_run_payslip c
      join transaction.pay_run r on r.id = c.pay_run_id
      join transaction.payslip p on p.id = c.payslip_id
      where ${only('p.id')} and ((c.contractor_id, c.gross_pay, c.holiday_pay, c.income_tax, c.employee_ni, c.employee_pension,
            c.student_loan, c.other_deductions, c.net_pay, c.employer_ni, c.employer_pension, c.apprenticeship_levy)
          is distinct from (p.contractor_id, p.gross_pay, p.holiday_pay, p.income_tax, p.employee_ni, p.employee_pension,
            p.student_loan, p.other_deductions, p.net_pay, p.employer_ni, p.employer_pension, p.apprenticeship_levy)
        or r.approved_by is null or r.approved_by = any (r.prepared_by)
        or not exists (select from transaction.payroll_figure f where f.payslip_id = p.id and f.gross_change is not null)
          and not exists (select from transaction.deemed_payment d where d.payslip_id = p.id and d.fee < 0)
          -- A payslip may take as much National Insurance of earlier pay days again, and the employer's of corrected letters.
          and (p.income_tax * 2 > p.gross_pay
            or p.employer_ni - coalesce((c.besides ->> 'letters_ni')::numeric, 0) / 100 > ceil(p.gross_pay * 15) / 100
            or p.employee_ni > ceil(p.gross_pay * 8) / 100
              * case when exists (select from jsonb_array_elements(c.kept -> 'parts') y (part)
                where y.part ->> 'pay_day' <> r.pay_day::text) then 2 else 1 end
            or p.student_loan > ceil(p.gross_pay * 15) / 100))`,
    ),
  },
  {
    id: 'I17',
    says: 'a payslip is the sum of its figures, less those they correct',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('payslip %s says gross %s, holiday %s, deductions %s, net %s and costs %s; its figures come to %s, %s, %s, %s and %s',
        s.human_id, s.gross_pay, s.holiday_pay, s.taken, s.net_pay, s.cost, f.gross_pay, f.holiday_pay, f.taken, f.net_pay, f.cost) as what
      from (select p.*, p.income_tax + p.employee_ni + p.employee_pension + p.student_loan + p.other_deductions as taken,
          p.employer_ni + p.employer_pension + p.apprenticeship_levy as cost
        from transaction.payslip p where p.deleted_at is null and ${only('p.id')}
          -- Figures from before the first payslips have none.
          and (exists (select from transaction.payroll_figure k where k.payslip_id = p.id)
            or exists (select from transaction.pay_run_payslip k where k.payslip_id = p.id and k.besides is not null))) s
      cross join lateral (
        select sum(x.gross_pay) as gross_pay, sum(x.holiday_pay) as holiday_pay, sum(x.net_pay) as net_pay, sum(x.taken) as taken,
          sum(x.cost) as cost
        from (
          select k.gross_pay - coalesce(o.gross_pay, 0) as gross_pay, k.holiday_pay - coalesce(o.holiday_pay, 0) as holiday_pay,
            k.net_pay - coalesce(o.net_pay, 0) as net_pay,
            k.income_tax + k.employee_ni + k.employee_pension + k.student_loan + k.other_deductions
              - coalesce(o.income_tax + o.employee_ni + o.employee_pension + o.student_loan + o.other_deductions, 0) as taken,
            k.employer_ni + k.employer_pension + k.apprenticeship_levy
              - coalesce(o.employer_ni + o.employer_pension + o.apprenticeship_levy, 0) as cost
          from transaction.payroll_figure k
          left join lateral (select b.* from transaction.payroll_figure b
            where b.timesheet_id = k.timesheet_id and b.version < k.version and b.deleted_at is null order by b.version desc limit 1) o on true
          where k.payslip_id = s.id and k.deleted_at is null
          union all
          -- Pay besides work, in pence.
          select b.gross_pay / 100, b.holiday_pay / 100, b.net_pay / 100,
            (b.income_tax + b.employee_ni + b.employee_pension + b.student_loan + b.other_deductions) / 100,
            (b.employer_ni + b.employer_pension + b.apprenticeship_levy) / 100
          from transaction.pay_run_payslip k
          cross join lateral jsonb_to_record(k.besides -> 'figures') b (gross_pay numeric, holiday_pay numeric, net_pay numeric,
            income_tax numeric, employee_ni numeric, employee_pension numeric, student_loan numeric, other_deductions numeric,
            employer_ni numeric, employer_pension numeric, apprenticeship_levy numeric)
          where k.payslip_id = s.id and k.besides is not null) x) f
      where (s.gross_pay, s.holiday_pay, s.taken, s.net_pay, s.cost) is distinct from (f.gross_pay, f.holiday_pay, f.taken, f.net_pay, f.cost)
        or s.net_pay <> s.gross_pay - s.taken`,
    ),
  },
  {
    id: 'I17',
    says: 'pay besides work has its documents, and payments of absences are no more than what they say',
    ...keyed(
      'payslip',
      (
        only,
      ) => `select format('pay besides work on payslip %s is %s with costs of %s, its documents say %s and %s', p.human_id,
        (k.besides #>> '{figures,gross_pay}')::numeric / 100, c.cost, s.contractor_gross, s.on_costs) as what
      from transaction.pay_run_payslip k
      join transaction.payslip p on p.id = k.payslip_id
      -- Costs of corrected letters, and those that no timesheet can hold, have no document.
      cross join lateral (select ((k.besides #>> '{figures,employer_ni}')::numeric - ${unbilledPence('k.besides')}
        + (k.besides #>> '{figures,employer_pension}')::numeric
        + (k.besides #>> '{figures,apprenticeship_levy}')::numeric + (k.besides #>> '{figures,holiday_pay_retained}')::numeric) / 100 as cost) c
      left join transaction.invoice_set s on s.id = k.invoice_set_id
      where k.besides is not null and ${only('p.id')}
        -- A fee has its self-bill already.
        and (case when coalesce(jsonb_array_length(k.besides -> 'deemed'), 0) > 0 then 0 else (k.besides #>> '{figures,gross_pay}')::numeric / 100 end, c.cost)
          is distinct from (coalesce(s.contractor_gross, 0), coalesce(s.on_costs, 0))
      union all
      select format('statutory pay of payslip %s is %s, its payments %s', p.human_id, k.paid, sum(coalesce(y.amount, 0)))
      from (select k.payslip_id, sum((e ->> 'amount')::numeric) / 100 as paid from transaction.pay_run_payslip k
        cross join lateral jsonb_array_elements(k.besides -> 'statutory') e where ${only('k.payslip_id')} group by 1) k
      join transaction.payslip p on p.id = k.payslip_id
      left join transaction.statutory_payment y on y.payslip_id = k.payslip_id and y.deleted_at is null
      group by p.human_id, k.payslip_id, k.paid having k.paid <> sum(coalesce(y.amount, 0))`,
    ),
  },
]
