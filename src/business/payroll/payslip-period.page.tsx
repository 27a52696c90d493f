/** One pay period of an agency's payroll, and its payslips (spec §2, payslip periods). */
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { taxYearName } from '../shared/tax-year-start.rules.ts'
import { ComparedPeriod } from './compared/compared-period.card.tsx'
import { payslip_period } from './payslips/payslip.entity.ts'
import { payslip_list } from './payslips/payslip.list.tsx'

export const payslip_period_record = record({
  entity: payslip_period,
  what: 'Payslip period',
  title: 'human_id',
  badge: 'status',
  meta: [{ field: 'agency.name' }],
  cards: [
    {
      title: 'Payslip period',
      facts: [
        { field: 'period_number' },
        { field: 'tax_year', cell: (row) => taxYearName(Number(row.tax_year)) },
        { field: 'frequency' },
        { field: 'start_date' },
        { field: 'end_date' },
        { field: 'pay_date' },
        { field: 'agency.name', label: 'Agency' },
        { field: 'updated_at' },
      ],
    },
  ],
  tabs: (id) => [
    {
      id: 'payslips',
      label: 'Payslips',
      list: payslip_list,
      scope: { payslip_period_id: { _eq: id } },
      only: ['agency', 'provider'],
    },
  ],
})

export function PayslipPeriodPage() {
  return <RecordPage screen={payslip_period_record} after={({ id }) => <ComparedPeriod period_id={id} />} />
}
