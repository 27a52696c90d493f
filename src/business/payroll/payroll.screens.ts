import { payroll_data_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'
export const payroll_screens: readonly Screen[] = [
  {
    path: 'paye/payroll',
    label: 'Payroll',
    group: 'payroll',
    menu: { agency: { more: 157, roles: payroll_data_roles }, provider: { place: 239 } },
    page: () => import('./payroll-work.page.tsx').then((m) => m.PayrollWorkPage),
  },
  {
    path: 'paye/payslip',
    label: 'Payslips',
    group: 'payroll',
    menu: {
      agency: { place: 180, roles: payroll_data_roles },
      contractor: { place: 60 },
      provider: { place: 240 },
    },
    list: () => import('./payslips/payslip.list.tsx').then((m) => m.payslip_list),
    record: () => import('./payslip.page.tsx').then((m) => m.PayslipPage),
  },
  {
    path: 'paye/payslip_period',
    label: 'Payslip Periods',
    group: 'payroll',
    menu: { agency: { more: 160, roles: payroll_data_roles }, provider: { place: 250 } },
    list: () => import('./payslips/payslip.list.tsx').then((m) => m.payslip_period_list),
    record: () => import('./payslip-period.page.tsx').then((m) => m.PayslipPeriodPage),
  },
  {
    path: 'paye/pay_run',
    label: 'Pay Runs',
    group: 'payroll',
    menu: { agency: { more: 158, roles: payroll_data_roles }, provider: { place: 245 } },
    list: () => import('./runs/pay-run.list.tsx').then((m) => m.pay_run_list),
    record: () => import('./pay-run.page.tsx').then((m) => m.PayRunPage),
    sub_pages: {
      'paye/new_pay_run': () => import('./runs/new-pay-run.form.tsx').then((m) => m.NewPayRunPage),
    },
  },
  {
    path: 'paye/pay_run_payslip',
    label: 'Calculated Payslips',
    menu: { agency: { more: 159, roles: payroll_data_roles }, provider: { more: 101 } },
    list: () => import('./runs/pay-run.list.tsx').then((m) => m.pay_run_payslip_list),
    record: () => import('./runs/pay-run-payslip.page.tsx').then((m) => m.PayRunPayslipPage),
  },
  {
    path: 'paye/pay_variance',
    label: 'Pay Variance',
    menu: { agency: { more: 170, roles: payroll_data_roles }, provider: { more: 108 } },
    list: () => import('./run-reports/pay-variance.list.tsx').then((m) => m.pay_variance_list),
  },
  {
    path: 'paye/pension_contribution',
    label: 'Pension Contributions',
    menu: { agency: { more: 171, roles: payroll_data_roles }, provider: { more: 109 } },
    list: () =>
      import('./run-reports/pension-contribution.list.tsx').then((m) => m.pension_contribution_list),
  },
  {
    path: 'paye/cost_by_client',
    label: 'Payroll Cost by Client',
    menu: { agency: { more: 172, roles: payroll_data_roles }, provider: { more: 110 } },
    list: () => import('./figures/cost-by-client.list.tsx').then((m) => m.cost_by_client_list),
  },
  {
    path: 'paye/rti_submission',
    label: 'Returns to HMRC',
    group: 'payroll',
    menu: { agency: { more: 165, roles: payroll_data_roles }, provider: { place: 246 } },
    list: () => import('./returns/rti-submission.list.tsx').then((m) => m.rti_submission_list),
    record: () => import('./returns/rti-submission.page.tsx').then((m) => m.RtiSubmissionPage),
  },
  {
    path: 'paye/p32',
    label: 'P32',
    group: 'payroll',
    menu: { agency: { more: 167, roles: payroll_data_roles }, provider: { place: 248 } },
    list: () => import('./months/tax-month.list.tsx').then((m) => m.p32_list),
    record: () => import('./p32.page.tsx').then((m) => m.P32Page),
  },
  {
    path: 'paye/year_to_date',
    label: 'Year to Date',
    menu: { agency: { more: 173, roles: payroll_data_roles }, provider: { more: 111 } },
    list: () => import('./workspace/year-to-date.list.tsx').then((m) => m.year_to_date_list),
    record: () => import('./year-to-date.page.tsx').then((m) => m.YearToDatePage),
  },
  {
    path: 'paye/tax_month',
    label: 'Tax Months',
    menu: { agency: { more: 168, roles: payroll_data_roles }, provider: { more: 106 } },
    list: () => import('./months/tax-month.list.tsx').then((m) => m.tax_month_list),
    record: () => import('./months/tax-month.page.tsx').then((m) => m.TaxMonthPage),
  },
  {
    path: 'paye/tax_form',
    label: 'P45s and P60s',
    group: 'payroll',
    menu: {
      agency: { more: 166, roles: payroll_data_roles },
      contractor: { more: 71 },
      provider: { place: 247 },
    },
    list: () => import('./returns/tax-form.list.tsx').then((m) => m.tax_form_list),
    record: () => import('./returns/tax-form.page.tsx').then((m) => m.TaxFormPage),
  },
  {
    path: 'paye/payroll_figure',
    label: 'Payroll Figures',
    menu: { agency: { more: 70, roles: payroll_data_roles }, provider: { more: 100 } },
    list: () => import('./figures/payroll-figure.list.tsx').then((m) => m.payroll_figure_list),
    sub_pages: {
      'paye/new_payroll_figure': () =>
        import('./figures/new-payroll-figure.form.tsx').then((m) => m.NewPayrollFigurePage),
    },
  },
  {
    path: 'paye/paye_timesheet',
    label: 'Hours and payroll',
    record: () => import('./figures/paye-timesheet.page.tsx').then((m) => m.PayeTimesheetPage),
  },
  {
    path: 'paye/employment',
    label: 'Employments',
    group: 'payroll',
    menu: { agency: { more: 162, roles: payroll_data_roles }, provider: { place: 251 } },
    list: () => import('./employment/employment.list.tsx').then((m) => m.employment_list),
    record: () => import('./employment.page.tsx').then((m) => m.EmploymentPage),
    sub_pages: {
      'paye/new_employment': () =>
        import('./employment/employment.form.tsx').then((m) => m.NewEmploymentPage),
    },
  },
  {
    // Of the worker in the address.
    path: 'paye/start_employment',
    label: 'New employment',
    record: () => import('./employment/employment.form.tsx').then((m) => m.NewEmploymentPage),
  },
  {
    path: 'paye/payroll_takeover',
    label: 'Payroll Takeovers',
    menu: {
      agency: { more: 161, roles: payroll_data_roles },
      contractor: { more: 72 },
      provider: { more: 103 },
    },
    list: () => import('./takeover/payroll-takeover.list.tsx').then((m) => m.payroll_takeover_list),
    record: () => import('./takeover/payroll-takeover.page.tsx').then((m) => m.PayrollTakeoverPage),
  },
  {
    path: 'paye/statutory_absence',
    label: 'Absences',
    menu: {
      agency: { more: 163, roles: payroll_data_roles },
      contractor: { more: 70 },
      provider: { more: 104 },
    },
    list: () => import('./absence/statutory-absence.list.tsx').then((m) => m.statutory_absence_list),
  },
  {
    path: 'paye/holiday',
    label: 'Holidays',
    menu: {
      agency: { more: 167, roles: payroll_data_roles },
      provider: { more: 106 },
    },
    list: () => import('./holiday/holiday.list.tsx').then((m) => m.holiday_list),
  },
  {
    path: 'paye/my_holiday',
    label: 'Holiday',
    menu: { contractor: { more: 69 } },
    page: () => import('./holiday/my-holiday.page.tsx').then((m) => m.MyHolidayPage),
  },
  {
    path: 'paye/paye_scheme',
    label: 'PAYE Schemes',
    group: 'payroll',
    menu: { agency: { more: 164, roles: payroll_data_roles }, provider: { place: 252 } },
    list: () => import('./schemes/paye-scheme.list.tsx').then((m) => m.paye_scheme_list),
    record: () => import('./paye-scheme.page.tsx').then((m) => m.PayeSchemePage),
    sub_pages: {
      'paye/new_paye_scheme': () => import('./schemes/paye-scheme.form.tsx').then((m) => m.NewPayeSchemePage),
    },
  },
  {
    path: 'paye/umbrella_payslip',
    label: 'Umbrella Payslips',
    menu: { agency: { more: 169, roles: payroll_data_roles }, provider: { more: 107 } },
    list: () => import('./umbrella/umbrella-payslip.list.tsx').then((m) => m.umbrella_payslip_list),
    record: () => import('./umbrella/umbrella-payslip.page.tsx').then((m) => m.UmbrellaPayslipPage),
    sub_pages: {
      'paye/new_umbrella_payslip': () =>
        import('./umbrella/new-umbrella-payslip.form.tsx').then((m) => m.NewUmbrellaPayslipPage),
    },
  },
  {
    path: 'paye/payroll_override',
    label: 'Payroll Confirmations',
    menu: { provider: { more: 105 } },
    list: () => import('./figures/payroll-override.list.tsx').then((m) => m.payroll_override_list),
  },
]
