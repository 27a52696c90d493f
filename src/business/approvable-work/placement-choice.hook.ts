/** Placements for new work, found by the server as the person types: a business may have thousands. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { likePattern, type Where } from '#entity/filter.ts'
import { nest } from '#entity/path.ts'

export type Row = { readonly id: string }

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

export const matching = (text: string): Where =>
  text.trim() === ''
    ? workable
    : { ...workable, _or: searched.map((path) => nest(path, { _ilike: likePattern(text) })) }

export function usePlacementRows<R extends Row>(
  { key, read }: PlacementSource<R>,
  where: Where,
  enabled = true,
) {
  return useQuery({ queryKey: [key, where], queryFn: ({ signal }) => read(where, signal), enabled })
}

/** Placements that the viewer may enter work for. */
export function usePlacementChoice<R extends Row>(source: PlacementSource<R>): PlacementChoice<R> {
  const [known] = useState(() => new Map<string, R>())
  const { data = [], isPending } = usePlacementRows(source, workable)
  for (const row of data) known.set(row.id, row)
  const [only] = data
  return { ...source, isPending, known, only: only && data.length === 1 ? only.id : '' }
}
