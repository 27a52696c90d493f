/** One takeover: the figures to date of an employment, with their source. */
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { payroll_takeover } from './payroll-takeover.entity.ts'

export const payroll_takeover_record = record({
  entity: payroll_takeover,
  what: 'Payroll Takeover',
  title: 'contractor.name',
  meta: [{ field: 'source' }, { field: 'last_pay_day' }],
  currency: 'currency.alpha_code',
  cards: [
    {
      title: 'Takeover',
      facts: [
        { field: 'contractor.name', label: 'Worker' },
        { field: 'agency.name', label: 'Agency' },
        { field: 'source' },
        { field: 'last_pay_day' },
        { field: 'tax_code' },
        { field: 'is_week1' },
        { field: 'student_loan_plan' },
        { field: 'has_postgraduate_loan' },
        { field: 'pension_scheme' },
        { field: 'holiday_hours' },
        { field: 'updated_at' },
      ],
    },
    {
      title: 'Pay and deductions to date',
      facts: [
        { field: 'gross_pay' },
        { field: 'taxable_pay' },
        { field: 'income_tax' },
        { field: 'student_loan' },
        { field: 'postgraduate_loan' },
        { field: 'pension_net_pay' },
        { field: 'pension_at_source' },
        { field: 'other_deductions' },
        { field: 'employer_pension' },
        { field: 'previous_pay' },
        { field: 'previous_tax' },
      ],
    },
    {
      title: 'National Insurance to date',
      facts: [
        { field: 'ni_letter' },
        { field: 'ni_earnings' },
        { field: 'at_lel' },
        { field: 'lel_to_pt' },
        { field: 'pt_to_uel' },
        { field: 'employee_ni' },
        { field: 'employer_ni' },
        { field: 'earlier_ni_letter' },
        { field: 'earlier_ni_earnings' },
        { field: 'earlier_at_lel' },
        { field: 'earlier_lel_to_pt' },
        { field: 'earlier_pt_to_uel' },
        { field: 'earlier_employee_ni' },
        { field: 'earlier_employer_ni' },
      ],
    },
    {
      title: 'Statutory pay to date',
      facts: [
        { field: 'smp' },
        { field: 'spp' },
        { field: 'sap' },
        { field: 'shpp' },
        { field: 'spbp' },
        { field: 'sncp' },
      ],
    },
  ],
})

export function PayrollTakeoverPage() {
  return <RecordPage screen={payroll_takeover_record} />
}
