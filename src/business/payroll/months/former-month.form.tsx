/** The dialog of a tax month by the payroll before: as its P32 and its Employer Payment Summary say. */
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { tax_month } from './tax-month.entity.ts'

const { fields: facts } = tax_month
const amounts = [
  'income_tax',
  'student_loan',
  'employee_ni',
  'employer_ni',
  'employment_allowance',
  'cis_suffered',
  'levy_due',
] as const

const parents = [
  ['smp', 'Maternity pay'],
  ['spp', 'Paternity pay'],
  ['sap', 'Adoption pay'],
  ['shpp', 'Shared parental pay'],
  ['spbp', 'Bereavement pay'],
  ['sncp', 'Neonatal care pay'],
] as const

const gives = ({ gives_back }: { readonly gives_back: boolean }) => gives_back

interface Props {
  readonly paye_scheme_id: string
  readonly tax_year: string
  readonly months: readonly { readonly tax_month: number; readonly to: string }[]
  readonly initial_month: number
  readonly onClose: () => void
}

export function TakeOverMonth({ paye_scheme_id, tax_year, months, initial_month, onClose }: Props) {
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Month of the payroll before"
      description="As its P32 says. The sums of several months may stand in the last of them; the same month again puts it right."
      action_id="transaction.tax_month.take_over"
      fixed={{ paye_scheme_id, tax_year }}
      initial={{ tax_month: String(initial_month), gives_back: false }}
      fields={[
        {
          kind: 'choice',
          name: 'tax_month',
          label: 'Tax month',
          options: months.map(({ tax_month: no, to }) => ({
            value: String(no),
            label: `${no}: to ${dayText(to)}`,
          })),
          required: true,
        },
        { kind: 'text', name: 'source', label: 'Source', required: true, placeholder: 'Other payroll, P32' },
        ...amounts.map((name) => ({ kind: 'money', name, label: facts[name].label }) as const),
        {
          kind: 'money',
          name: 'levy_charged',
          label: 'Levy before its allowance',
          hint: '0.5 % of the pay bill',
        },
        { kind: 'money', name: 'paid', label: 'Paid to HMRC' },
        { kind: 'check', name: 'gives_back', label: 'HMRC gave back statutory pay', wide: true },
        ...parents.flatMap(([name, label]) => [
          { kind: 'money', name, label: `${label} recovered`, when: gives } as const,
          {
            kind: 'money',
            name: `${name}_compensation`,
            label: `${label}, compensation`,
            when: gives,
          } as const,
        ]),
      ]}
      input={({ gives_back: _, ...input }) => ({ ...input, tax_month: Number(input.tax_month) })}
      submit="Save"
      success={({ due }: { due: string }) => `Saved: £${due} was due`}
      onClose={onClose}
    />
  )
}
