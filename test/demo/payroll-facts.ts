/** What the demo world holds of payroll: in words, and rows in SQL. */
export const payroll_facts: readonly [string, string][] = [
  [
    'a pay run with warnings to answer',
    `transaction.pay_run r where status = 'calculated' and stop_count = 0 and exists (select from transaction.pay_run_check k
       where k.pay_run_id = r.id and k.level = 'warning' and k.reason is null)`,
  ],
  ...['checked', 'approved', 'paid'].map((status): [string, string] => [
    `pay runs that are ${status}`,
    `transaction.pay_run where status = '${status}'`,
  ]),
  [
    'payslips of a bureau',
    `transaction.payslip p where not exists (select from transaction.pay_run_payslip r where r.payslip_id = p.id)`,
  ],
  [
    'a worker of Scotland who is paid',
    `transaction.pay_run_payslip where tax_code = 'S1257L' and payslip_id is not null`,
  ],
  ['a worker under 21', `business.ni_category where letter = 'M'`],
  ['somebody who left', 'business.employment where leave_date is not null'],
  ['an order that payslips deduct', `transaction.payslip where other_deductions > 0`],
  ['pension contributions', `transaction.payslip where employee_pension > 0 and employer_pension > 0`],
  ['a postponed pension', `business.pension_membership where state = 'postponed'`],
  ['an absence', 'transaction.statutory_absence'],
  ...['agrees', 'low'].map((status): [string, string] => [
    `payslips of umbrella companies: ${status}`,
    `transaction.umbrella_payslip where status = '${status}'`,
  ]),
  [
    'tax months that are closed',
    `transaction.tax_month where status = 'closed' and employment_allowance > 0`,
  ],
  ...['net_pay', 'hmrc', 'pension', 'attachment', 'relief'].map((kind): [string, string] => [
    `payments of payroll that left: ${kind}`,
    `transaction.payroll_payment where kind = '${kind}' and status = 'paid'`,
  ]),
  ['workers whose holiday pay is held', 'business.employment where retained_percent is not null'],
  ['a holiday that was taken and paid', `transaction.holiday where status = 'paid'`],
  ['holiday that was paid at leaving', `transaction.holiday_movement where kind = 'paid_on_leaving'`],
  [
    'returns to HMRC that are ready to file',
    `transaction.rti_submission where kind = 'fps' and status = 'validated'`,
  ],
  ['a P45 of a worker who left', `transaction.tax_form where kind = 'p45'`],
]
