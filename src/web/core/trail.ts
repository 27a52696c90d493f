import { withoutRefresh } from './place.ts'

/** The list a record was opened from, so that `[` and `]` go on in it and Back returns to it as it was. */
interface Trail {
  /** Address of the list with its query. */
  readonly list: string
  readonly title: string
  readonly records: readonly string[]
}

/** Newest first: a list inside a record's page must not take away the list that the record was opened from. */
let trails: readonly Trail[] = []
const trails_max = 6

export function leaveTrail(next: Trail): void {
  const path = (list: string) => withoutRefresh(list.split('?')[0] ?? '')
  const others = trails.filter((one) => path(one.list) !== path(next.list))
  trails = [next, ...others].slice(0, trails_max)
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
  const trail = trails.find((one) => one.records.includes(pathname))
  if (!trail) return null
  const at = trail.records.indexOf(pathname)
  return {
    list: trail.list,
    title: trail.title,
    previous: trail.records[at - 1] ?? null,
    next: trail.records[at + 1] ?? null,
    position: at + 1,
    of: trail.records.length,
  }
}

let before = ''
/** How the address now shown was come to: by a step forward, or back through the history. */
let by_history = false

/** Told by the router of every step. */
export function arriveBy(action: string): void {
  by_history = action === 'BACK' || action === 'FORWARD' || action === 'GO'
}

/** The page was come back to, by the browser's own buttons. */
export function cameBack(): boolean {
  return by_history
}

/** Told by the router with the place that is being left. */
export function leavePlace(pathname: string | undefined): void {
  before = pathname ?? ''
}

/** The address that was shown before this one: a list that is come back to puts the focus on that row again. */
export function cameFrom(): string {
  return before
}
