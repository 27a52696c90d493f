/** Builds the Employer Payment Summary of a tax month. */
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'

const months = [
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
  'January',
  'February',
  'March',
].map((name, at) => ({ value: String(at + 1), label: `${at + 1}: from 6 ${name}` }))

const years = TAX_YEARS.map(({ name }) => ({ value: name, label: name }))

interface BuildEpsProps {
  readonly row: ListRow
  readonly onClose: () => void
}

export function BuildEps({ row, onClose }: BuildEpsProps) {
  return (
    <VerbModal
      title="Employer Payment Summary"
      description="Says what payments do not: allowance, levy, and months without pay. Due by the 19th after the month."
      action_id="transaction.rti_submission.build_eps"
      fixed={{ paye_scheme_id: row.id }}
      initial={{
        tax_year: years.at(-1)?.value ?? '',
        tax_month: '1',
        no_payment: false,
        inactive_months: '0',
        is_final: false,
      }}
      fields={[
        { kind: 'choice', name: 'tax_year', label: 'Tax year', options: years, required: true },
        { kind: 'choice', name: 'tax_month', label: 'Tax month', options: months, required: true },
        { kind: 'check', name: 'no_payment', label: 'Nobody was paid in the month' },
        { kind: 'whole', name: 'inactive_months', label: 'Months after it without pay' },
        { kind: 'check', name: 'is_final', label: 'Last return of the tax year, or of the PAYE scheme' },
      ]}
      input={(input) => ({ ...input, tax_month: Number(input.tax_month) })}
      submit="Build"
      success={({ human_id }: { human_id: string }) => `${human_id} is ready to file`}
      onClose={onClose}
    />
  )
}
