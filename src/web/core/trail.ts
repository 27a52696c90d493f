import { withoutRefresh } from './place.ts'

/** The list behind a record, so that `[`, `]` and Back continue in it. */
interface Trail {
  /** Address of the list with its query. */
  readonly list: string
  readonly title: string
  readonly records: readonly string[]
}

/** Newest first: a list inside a record must not replace the list behind the record. */
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

/** Neighbours of the record at `pathname` in its list; null without a list. */
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
/** Whether the address was reached by a step forward or back through the history. */
let by_history = false

/** Called by the router on every step. */
export function arriveBy(action: string): void {
  by_history = action === 'BACK' || action === 'FORWARD' || action === 'GO'
}

/** The page was reached by the browser's Back or Forward. */
export function cameBack(): boolean {
  return by_history
}

/** Called by the router with the place being left. */
export function leavePlace(pathname: string | undefined): void {
  before = pathname ?? ''
}

/** The previous address, so that a restored list can focus that row. */
export function cameFrom(): string {
  return before
}
