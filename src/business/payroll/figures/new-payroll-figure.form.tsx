/** Payroll's figures of one PAYE timesheet, entered by hand (money.md §1.5, documents 1p and 6 to 9). */

import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { FormField } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { reason_field } from '../../shared/form-choices.view.ts'

const money = (name: string, label: string, required = false): FormField<string, Values> => ({
  kind: 'money',
  name,
  label,
  required,
})

type Values = Readonly<Record<string, string>> & { readonly is_override: boolean }

const fields: readonly FormField<string, Values>[] = [
  { kind: 'day', name: 'pay_day', label: 'Pay day', required: true },
  { kind: 'whole', name: 'period_number', label: 'Tax week or month' },
  money('gross_pay', 'Gross pay', true),
  money('holiday_pay', 'Of which holiday pay'),
  money('income_tax', 'Income tax'),
  money('employee_ni', 'Employee NI'),
  money('employee_pension', 'Employee pension'),
  money('student_loan', 'Student loan'),
  money('other_deductions', 'Other deductions'),
  { kind: 'text', name: 'other_deductions_for', label: 'Other deductions are for', max: 200 },
  money('net_pay', 'Net pay', true),
  money('employer_ni', 'Employer NI'),
  money('employer_pension', 'Employer pension'),
  money('apprenticeship_levy', 'Apprenticeship levy'),
  money('holiday_pay_retained', 'Holiday pay retained'),
  {
    kind: 'text',
    name: 'tax_code',
    label: 'Tax code used',
    max: 20,
    hint: 'As the bureau states it: 1257L W1',
  },
  { kind: 'text', name: 'ni_letter', label: 'NI letter used', max: 1 },
  {
    kind: 'check',
    name: 'is_override',
    label: 'The figures are right, although they are out of bounds: ask a colleague to confirm them',
    wide: true,
  },
  {
    ...reason_field,
    wide: true,
    when: ({ is_override }) => is_override,
  },
]

const timesheet_pick: FormField<string, Values> = {
  kind: 'pick',
  name: 'timesheet_id',
  label: 'Timesheet',
  entity: 'transaction.timesheet',
  shows: 'human_id',
  where: {
    status: { _in: ['draft', 'submitted', 'suspense'] },
    placement: { payment_company: { type: { _eq: 'contractor' } } },
  },
  required: true,
}

/** The input of both verbs: the figures, and the reason once it is asked for. */
const withoutTick = ({ is_override: _, ...input }: Record<string, unknown>) => input

interface Kept {
  readonly timesheet_id: string
  readonly human_id: string
  readonly status: string
}

export function NewPayrollFigurePage() {
  const { category } = useSession()
  const go = useGo()
  return (
    <>
      <PageHeader
        title="Payroll figures"
        back={{ to: pathOf({ category, path: 'paye/payroll_figure' }), label: 'Payroll Figures' }}
      />
      <div className="max-w-200 px-4 pb-6">
        <PayrollFigureForm
          onDone={({ timesheet_id }) =>
            go.replace(pathOf({ category, path: 'transaction/timesheet', id: timesheet_id }))
          }
        />
      </div>
    </>
  )
}

/** @param timesheet of the page around the form; absent: it is picked */
export function PayrollFigureForm({
  title,
  timesheet,
  onDone,
}: {
  title?: string
  timesheet?: { readonly id: string; readonly gross_pay: string }
  onDone: (kept: Kept) => void
}) {
  const { category } = useSession()
  const go = useGo()
  return (
    <VerbForm
      {...(title === undefined ? {} : { title })}
      action_id="transaction.payroll_figure.record"
      fields={timesheet ? fields : [timesheet_pick, ...fields]}
      {...(timesheet ? { fixed: { timesheet_id: timesheet.id } } : {})}
      initial={{ is_override: false, gross_pay: timesheet?.gross_pay ?? '' }}
      input={withoutTick}
      blocked={({ is_override }) => (is_override ? 'A colleague confirms these figures: ask them' : null)}
      also={{
        action_id: 'transaction.payroll_override.request',
        label: 'Ask a colleague to confirm',
        ...(timesheet ? { fixed: { timesheet_id: timesheet.id } } : {}),
        when: ({ is_override }) => is_override,
        input: withoutTick,
        success: ({ human_id }) => `The figures of ${human_id} wait for a colleague`,
        onDone: () => go.replace(pathOf({ category, path: 'paye/payroll_override' })),
      }}
      intro="Net pay is gross pay less deductions. The timesheet is invoiced at once. Enter a correction’s repayments as negative amounts."
      submit="Save"
      success={(kept: Kept) => `${kept.human_id} is ${kept.status === 'approved' ? 'invoiced' : kept.status}`}
      onDone={onDone}
    />
  )
}
