/** A tax code or a National Insurance category from a pay day on. */
import { valueAt } from '#entity/path.ts'
import { isDay } from '#kernel/day.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { NI_LETTERS } from '../engine/tax-year.rules.ts'
import { tax_code_sources } from './employment.entity.ts'
import { letter_names, needsEvidence, needsPostcode, suggestLetter } from './ni-letter.rules.ts'
import { isNotice } from './tax-code-source.rules.ts'

interface Props {
  readonly row: ListRow
  readonly onClose: () => void
}

const effective_from = {
  kind: 'day',
  name: 'effective_from',
  label: 'Applies from pay day',
  required: true,
} as const

const hasNotice = ({ source }: { readonly source: string }) => isNotice(source)

export function AddTaxCode({ row, onClose }: Props) {
  const { today } = useSession()
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Tax code"
      description="Earlier pay days keep their code. HMRC settles tax of ended years with the worker (P800)."
      action_id="business.tax_code.add"
      fixed={{ employment_id: row.id }}
      initial={{ source: 'p6', is_week1: false, effective_from: today }}
      fields={[
        { kind: 'text', name: 'code', label: 'Tax code', required: true, max: 15, placeholder: '1257L' },
        { kind: 'choice', name: 'source', label: 'Source', options: tax_code_sources, required: true },
        { kind: 'check', name: 'is_week1', label: 'Week 1 or month 1 basis', wide: true },
        {
          ...effective_from,
          hint: 'After the last pay day: a cumulative code settles earlier pay of the year with the next one',
        },
        { kind: 'day', name: 'notice_date', label: 'Date of the notice', required: true, when: hasNotice },
        {
          kind: 'money',
          name: 'previous_pay',
          label: 'Previous pay',
          when: ({ source }) => source === 'p6',
        },
        {
          kind: 'money',
          name: 'previous_tax',
          label: 'Previous tax',
          when: ({ source }) => source === 'p6',
        },
      ]}
      submit="Save"
      success={(made: { readonly code: string }) => `Tax code ${made.code} saved`}
      onClose={onClose}
    />
  )
}

const letters = NI_LETTERS.map((value) => ({ value, label: letter_names[value] }))

export function AddNiCategory({ row, onClose }: Props) {
  const { today } = useSession()
  const born = valueAt(row, 'worker.individual.date_of_birth')
  const suggested = isDay(today)
    ? suggestLetter(typeof born === 'string' && isDay(born) ? born : null, today)
    : null
  // The first one holds since the start.
  const is_first = Array.isArray(row.ni_categories) && row.ni_categories.length === 0
  return (
    <VerbModal
      size="md"
      columns={2}
      title="NI category"
      description="The letter in force on the pay day applies to the whole payment."
      action_id="business.ni_category.add"
      fixed={{ employment_id: row.id }}
      initial={{
        letter: String(suggested ?? 'A'),
        effective_from: is_first ? String(row.start_date) : today,
      }}
      fields={[
        {
          kind: 'choice',
          name: 'letter',
          label: 'Letter',
          options: letters,
          required: true,
          hint: suggested === null ? 'The worker’s birth date is missing' : `By age today: ${suggested}`,
        },
        { ...effective_from, hint: 'For days that were paid, use “Correct letter” on the NI tab' },
        {
          kind: 'text',
          name: 'evidence',
          label: 'Evidence',
          hint: 'Such as the number of the certificate',
          when: ({ letter }) => needsEvidence(letter),
        },
        {
          kind: 'text',
          name: 'workplace_postcode',
          label: 'Workplace postcode',
          when: ({ letter }) => needsPostcode(letter) && row.workplace_postcode === null,
        },
        {
          kind: 'area',
          name: 'reason',
          label: 'Reason, for a letter other than by age',
          max: 255,
          wide: true,
        },
      ]}
      submit="Save"
      success="NI category saved"
      onClose={onClose}
    />
  )
}
