/** One takeover: the figures to date of an employment, with their source. */
import { useState } from 'react'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { payroll_takeover } from './payroll-takeover.entity.ts'

export const payroll_takeover_record = record({
  entity: payroll_takeover,
  what: 'Payroll Takeover',
  title: 'contractor.name',
  meta: [{ field: 'source' }, { field: 'last_pay_day' }],
  currency: 'currency.alpha_code',
  fields: [{ field: 'employment_id', only: ['agency', 'provider'] }],
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
        { field: 'second_earlier_ni_letter' },
        { field: 'second_earlier_ni_earnings' },
        { field: 'second_earlier_at_lel' },
        { field: 'second_earlier_lel_to_pt' },
        { field: 'second_earlier_pt_to_uel' },
        { field: 'second_earlier_employee_ni' },
        { field: 'second_earlier_employer_ni' },
        { field: 'third_earlier_ni_letter' },
        { field: 'third_earlier_ni_earnings' },
        { field: 'third_earlier_at_lel' },
        { field: 'third_earlier_lel_to_pt' },
        { field: 'third_earlier_pt_to_uel' },
        { field: 'third_earlier_employee_ni' },
        { field: 'third_earlier_employer_ni' },
        { field: 'since_ni_earnings' },
        { field: 'since_at_lel' },
        { field: 'since_lel_to_pt' },
        { field: 'since_pt_to_uel' },
        { field: 'since_employee_ni' },
        { field: 'since_employer_ni' },
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
  return <RecordPage screen={payroll_takeover_record} actions={(row) => <Undo row={row} />} />
}

function Undo({ row }: { row: ListRow }) {
  const session = useSession()
  const go = useGo()
  const [asking, setAsking] = useState(false)
  const run = useAction('business.employment.undo_takeover', {
    shows: ['reason'],
    success: 'The takeover is undone',
  })
  if (!isOneOf(session, payroll_keepers)) return null
  const undo = async (reason: string) => {
    const done = await run.run({ id: String(row.employment_id), reason })
    if (done === undefined) return false
    go.replace(pathOf({ category: session.category, path: 'paye/payroll_takeover' }))
    return true
  }
  return (
    <>
      <Button verb="business.employment.undo_takeover" onClick={() => setAsking(true)}>
        Undo takeover
      </Button>
      <ConfirmAction
        open={asking}
        onClose={() => setAsking(false)}
        label="Undo takeover"
        withComment="required"
        error={run.errors.reason}
        description="Takes the figures and the employment out, before the first payslip. The payroll id is free again."
        onConfirm={undo}
      />
    </>
  )
}
