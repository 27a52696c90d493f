/** The list a record was opened from, so that `[` and `]` go on in it and Back returns to it as it was. */
interface Trail {
  /** Address of the list with its query. */
  readonly list: string
  readonly title: string
  readonly records: readonly string[]
}

let trail: Trail | null = null

export function leaveTrail(next: Trail): void {
  trail = next
}

export interface TrailSteps {
  readonly list: string
  readonly title: string
  readonly previous: string | null
  readonly next: string | null
  readonly position: number
  readonly of: number
}

/** Neighbours of the record at `pathname` in the list it was opened from; null when it was opened otherwise. */
export function trailOf(pathname: string): TrailSteps | null {
  const at = trail?.records.indexOf(pathname) ?? -1
  if (!trail || at < 0) return null
  return {
    list: trail.list,
    title: trail.title,
    previous: trail.records[at - 1] ?? null,
    next: trail.records[at + 1] ?? null,
    position: at + 1,
    of: trail.records.length,
  }
}
