/** Dialogs of pension schemes: a new one, its facts, its terms from a day on, and its end. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import type { FormPart } from '#web/form/fields.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Select } from '#web/ui/inputs.tsx'
import { reason_field } from '../../shared/form-choices.view.ts'
import { pension_bases, pension_reliefs } from './pension.entity.ts'

const document = gql(`query pension_schemes_of($id: uuid!) {
  schemes: business_pension_scheme(
    where: { paye_scheme_id: { _eq: $id } } order_by: [{ name: asc }] limit: 50
  ) {
    id name provider employer_reference payment_day ended_from
    terms(where: { deleted_at: { _is_null: true } } order_by: [{ effective_from: desc }] limit: 1) {
      relief basis employee_percent employer_percent
    }
  }
}`)

type Scheme = Answer<typeof document>['schemes'][number]
type Schemes = readonly [Scheme, ...Scheme[]]

interface DialogProps {
  readonly row: ListRow
  readonly onClose: () => void
}

/** Null without a scheme of this kind. */
function useSchemes({ id }: ListRow, is_ended: boolean): Schemes | null {
  const { data } = useQuery({
    queryKey: ['pension_schemes_of', id],
    queryFn: async ({ signal }) => (await graphql(document, { id }, signal)).schemes,
  })
  const [first, ...others] = data?.filter(({ ended_from }) => (ended_from !== null) === is_ended) ?? []
  return first === undefined ? null : [first, ...others]
}

const optionsOf = (schemes: readonly Scheme[]) => schemes.map(({ id, name }) => ({ value: id, label: name }))

type Chosen = { readonly id: string }

/** Chooses the scheme; `typed` gives the form's values of it. */
const chooseScheme = <V extends Chosen>(schemes: Schemes, typed: (scheme: Scheme) => V) => ({
  kind: 'custom' as const,
  name: 'id' as const,
  label: 'Pension scheme',
  render: ({ values: { id }, set }: FormPart<V>) => (
    <Select
      label="Pension scheme"
      value={id}
      options={optionsOf(schemes)}
      onChange={(value) => set(typed(schemes.find((one) => one.id === value) ?? schemes[0]))}
    />
  ),
})

const fact_fields = [
  { kind: 'text', name: 'name', label: 'Name', required: true, max: 120 },
  { kind: 'text', name: 'provider', label: 'Pension provider', required: true, max: 120 },
  { kind: 'text', name: 'employer_reference', label: 'Employer reference', required: true, max: 60 },
] as const
const day_field = { kind: 'whole', name: 'payment_day', label: 'Day of the payment', required: true } as const
const term_fields = [
  { kind: 'choice', name: 'relief', label: 'Tax relief', options: pension_reliefs, required: true },
  { kind: 'choice', name: 'basis', label: 'Pay that counts', options: pension_bases, required: true },
  { kind: 'decimal', name: 'employee_percent', label: 'Employee, %', required: true },
  { kind: 'decimal', name: 'employer_percent', label: 'Employer, %', required: true },
] as const

const usual_terms = { relief: 'at_source', basis: 'qualifying', employee_percent: '5', employer_percent: '3' }

export function AddPensionScheme({ row, onClose }: DialogProps) {
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Pension scheme"
      action_id="business.pension_scheme.add"
      fixed={{ paye_scheme_id: row.id }}
      initial={{ ...usual_terms, payment_day: '22' }}
      fields={[...fact_fields, ...term_fields, day_field]}
      submit="Save"
      success="Pension scheme saved"
      onClose={onClose}
    />
  )
}

const factsOf = ({ id, name, provider, employer_reference, payment_day }: Scheme) => ({
  ...{ id, name, provider, employer_reference },
  payment_day: String(payment_day),
})

export function ChangePensionScheme({ row, onClose }: DialogProps) {
  const schemes = useSchemes(row, false)
  if (schemes === null) return null
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Change pension scheme"
      description="For payments to come. Contributions change by their terms."
      action_id="business.pension_scheme.update"
      initial={factsOf(schemes[0])}
      fields={[chooseScheme(schemes, factsOf), ...fact_fields, day_field]}
      submit="Save"
      success="Pension scheme changed"
      onClose={onClose}
    />
  )
}

const termsOf = ({ id, terms: [now] }: Scheme) => ({
  id,
  relief: now?.relief ?? usual_terms.relief,
  basis: now?.basis ?? usual_terms.basis,
  employee_percent: String(now?.employee_percent ?? ''),
  employer_percent: String(now?.employer_percent ?? ''),
  effective_from: '',
})

export function SetPensionTerms({ row, onClose }: DialogProps) {
  const schemes = useSchemes(row, false)
  if (schemes === null) return null
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Pension terms"
      description="Paid days keep their terms."
      action_id="business.pension_terms.set"
      initial={termsOf(schemes[0])}
      fields={[
        chooseScheme(schemes, termsOf),
        { kind: 'day', name: 'effective_from', label: 'First pay day', required: true },
        ...term_fields,
      ]}
      input={({ id: _, ...asked }, { id }) => ({ ...asked, pension_scheme_id: id })}
      submit="Save"
      success="Pension terms saved"
      onClose={onClose}
    />
  )
}

const endOf = ({ id }: Scheme) => ({ id, effective_from: '', successor_id: '' })

export function EndPensionScheme({ row, onClose }: DialogProps) {
  const schemes = useSchemes(row, false)
  if (schemes === null) return null
  return (
    <VerbModal
      title="End pension scheme"
      description="Its members move to the pension scheme that takes them over."
      action_id="business.pension_scheme.end"
      initial={endOf(schemes[0])}
      fields={[
        chooseScheme(schemes, endOf),
        {
          kind: 'day',
          name: 'effective_from',
          label: 'First pay day without contributions',
          required: true,
        },
        {
          kind: 'custom',
          name: 'successor_id',
          label: 'Taken over by',
          render: ({ values: { id, successor_id }, set, errors }) => (
            <Select
              label="Taken over by"
              placeholder="No pension scheme"
              value={successor_id}
              options={optionsOf(schemes.filter((one) => one.id !== id))}
              onChange={(value) => set({ successor_id: value })}
              error={errors.successor_id}
            />
          ),
        },
      ]}
      input={(_, { id, effective_from, successor_id }) => ({
        ...{ id, effective_from },
        ...(successor_id === '' ? {} : { successor_id }),
      })}
      submit="End scheme"
      success="Pension scheme ended"
      onClose={onClose}
    />
  )
}

const undoOf = ({ id }: Scheme) => ({ id, reason: '' })

export function UndoPensionEnd({ row, onClose }: DialogProps) {
  const schemes = useSchemes(row, true)
  if (schemes === null) return null
  return (
    <VerbModal
      title="Undo the end of a pension scheme"
      description="Its members move back."
      action_id="business.pension_scheme.undo_end"
      initial={undoOf(schemes[0])}
      fields={[chooseScheme(schemes, undoOf), reason_field]}
      submit="Undo"
      success="The pension scheme goes on"
      onClose={onClose}
    />
  )
}
