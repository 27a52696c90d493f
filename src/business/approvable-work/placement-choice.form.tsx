/** The field for the placement of new work. */
import { useDeferredValue, useState } from 'react'
import { isText } from '#web/drafts/form-draft.ts'
import type { FormPart } from '#web/form/fields.ts'
import { Combobox } from '#web/ui/Combobox.tsx'
import { matching, type PlacementChoice, type Row, usePlacementRows } from './placement-choice.hook.ts'

export function PlacementPick<V extends { readonly contract_id: string }, R extends Row>({
  choice,
  part: { values, set, errors },
  hint,
}: {
  choice: PlacementChoice<R>
  part: FormPart<V>
  hint: ((row: R) => string) | undefined
}) {
  const [typed, setTyped] = useState('')
  const { known, labelOf } = choice
  const id = values.contract_id
  const isKnown = id === '' || known.has(id)
  const optionOf = (row: R) => ({ value: row.id, label: labelOf(row) })
  // A kept draft may name one that is not among the newest.
  const kept = usePlacementRows(choice, { id: { _eq: id } }, !isKnown)
  for (const row of kept.data ?? []) known.set(row.id, row)
  const picked = known.get(id)
  const text = useDeferredValue(picked && typed === labelOf(picked) ? '' : typed)
  const found = usePlacementRows(choice, matching(text))
  for (const row of found.data ?? []) known.set(row.id, row)
  return (
    <Combobox
      label="Placement"
      required
      value={picked ? optionOf(picked) : null}
      options={(found.data ?? []).map(optionOf)}
      busy={found.isFetching}
      onSearch={setTyped}
      // A change of this field alone.
      onChange={(option) => set({ contract_id: option?.value ?? '' } as Partial<V>)}
      error={errors.contract_id}
      hint={picked && hint?.(picked)}
    />
  )
}

/** The form field of the placement; `hint` explains the picked placement. */
export const placementField = <V extends { readonly contract_id: string }, R extends Row>(
  choice: PlacementChoice<R>,
  hint?: (row: R) => string,
) =>
  ({
    kind: 'custom',
    name: 'contract_id',
    label: 'Placement',
    required: true,
    wide: true,
    kept: { contract_id: isText },
    render: (part: FormPart<V>) => <PlacementPick choice={choice} part={part} hint={hint} />,
  }) as const
