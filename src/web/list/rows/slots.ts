/**
 * Assigns rows to slots. A row keeps its slot; a new row reuses the slot of a removed one, so its elements are reused.
 * Pure.
 */
export interface Slots {
  /** Rows in order, and the slot of each. */
  readonly ids: readonly string[]
  readonly slots: readonly number[]
  /** The next unused slot. */
  readonly next: number
}

export const no_slots: Slots = { ids: [], slots: [], next: 0 }

export function reslotted(before: Slots, ids: readonly string[]): Slots {
  if (ids.length === before.ids.length && ids.every((id, at) => id === before.ids[at])) return before
  const stood = new Map(before.ids.map((id, at) => [id, at]))
  const wanted = new Set(ids)
  const free = before.ids.flatMap((id, at) => (wanted.has(id) ? [] : [at]))
  const kept = ids.map((id) => stood.get(id) ?? -1)
  let next = before.next
  let after = -1
  const slots = ids.map((_, at) => {
    const own = kept[at] ?? -1
    if (own >= 0) {
      after = Math.max(after, own)
      return before.slots[own] ?? next++
    }
    const place = taken(free, after, ahead(kept, at))
    if (place > after) after = place
    return place >= 0 ? (before.slots[place] ?? next++) : next++
  })
  return { ids, slots, next }
}

/** Position of the next rendered row; infinite without one. */
function ahead(kept: readonly number[], from: number): number {
  for (let at = from; at < kept.length; at += 1) {
    const place = kept[at] ?? -1
    if (place >= 0) return place
  }
  return Number.POSITIVE_INFINITY
}

/** A free position between two rows keeps the order; at the end any position will do. */
function taken(free: number[], after: number, before: number): number {
  const between = free.findIndex((place) => place > after && place < before)
  const at = between < 0 && before === Number.POSITIVE_INFINITY ? 0 : between
  return at < 0 ? -1 : (free.splice(at, 1)[0] ?? -1)
}
