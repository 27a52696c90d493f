/** The placement of new work, found by the server as the person types: a business may have thousands. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { likePattern, type Where } from '#entity/filter.ts'
import { nest } from '#entity/path.ts'
import { isText } from '#web/drafts/form-draft.ts'
import type { FormPart } from '#web/form/fields.ts'
import { Combobox } from '#web/ui/Combobox.tsx'

type Row = { readonly id: string }

/** Rows that are offered at once; typing finds the others. */
export const placements_offered = 30

/** How a form reads and names placements; each reads the fields that its viewers see. */
export type PlacementSource<R extends Row> = {
  readonly key: string
  /** At most `placements_offered` rows, the newest first. */
  readonly read: (where: Where, signal: AbortSignal) => Promise<readonly R[]>
  readonly labelOf: (row: R) => string
}

export type PlacementChoice<R extends Row> = PlacementSource<R> & {
  readonly isPending: boolean
  /** The id of the only placement, which needs no choice; else empty. */
  readonly only: string
  readonly known: Map<string, R>
}

const workable: Where = { status: { _in: ['active', 'expired'] } }

const searched = ['title', 'human_id', 'client.name', 'contractor.name']

const matching = (text: string): Where =>
  text.trim() === ''
    ? workable
    : { ...workable, _or: searched.map((path) => nest(path, { _ilike: likePattern(text) })) }

function useRows<R extends Row>({ key, read }: PlacementSource<R>, where: Where, enabled = true) {
  return useQuery({ queryKey: [key, where], queryFn: ({ signal }) => read(where, signal), enabled })
}

/** Placements that the viewer may enter work for. */
export function usePlacementChoice<R extends Row>(source: PlacementSource<R>): PlacementChoice<R> {
  const [known] = useState(() => new Map<string, R>())
  const { data = [], isPending } = useRows(source, workable)
  for (const row of data) known.set(row.id, row)
  const [only] = data
  return { ...source, isPending, known, only: only && data.length === 1 ? only.id : '' }
}

function PlacementPick<V extends { readonly contract_id: string }, R extends Row>({
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
  const kept = useRows(choice, { id: { _eq: id } }, !isKnown)
  for (const row of kept.data ?? []) known.set(row.id, row)
  const picked = known.get(id)
  const text = useDeferredValue(picked && typed === labelOf(picked) ? '' : typed)
  const found = useRows(choice, matching(text))
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

/** The field of a form; `hint` says what follows from the picked placement. */
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
