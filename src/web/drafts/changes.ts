/** Typed values that are not saved, by field: the value now, and the saved value before it. Pure. */

export interface Change<T = unknown> {
  readonly now: T
  readonly was: T
}
export type Changes<T = unknown> = Readonly<Record<string, Change<T>>>
type Values<T = unknown> = Readonly<Record<string, T>>

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The fields whose value is no longer the last kept one, with the saved value of each. */
export function changesSince<T>(kept: Values<T>, now: Values<T>, saved: Values<T>, blank: T): Changes<T> {
  const names = new Set([...Object.keys(kept), ...Object.keys(now)])
  const changed = [...names].filter((name) => !isSame(now[name] ?? blank, kept[name] ?? blank))
  return Object.fromEntries(
    changed.map((name) => [name, { now: now[name] ?? blank, was: saved[name] ?? blank }]),
  )
}

export interface Restored<T> {
  /** Only the fields to fill in. */
  readonly values: Values<T>
  /** Fields with another saved value than the person saw: both are to be shown. */
  readonly moved: readonly string[]
}

/** A draft laid over the saved values. A field that was saved with the typed value meanwhile needs nothing. */
export function restored<T>(changes: Changes<T>, saved: Values<T>, blank: T): Restored<T> {
  const open = Object.entries(changes).filter(([name, { now }]) => !isSame(now, saved[name] ?? blank))
  return {
    values: Object.fromEntries(open.map(([name, { now }]) => [name, now])),
    moved: open.filter(([name, { was }]) => !isSame(was, saved[name] ?? blank)).map(([name]) => name),
  }
}

/** The changes that were not sent: the same object still, so a field typed again while it travelled stays. */
export function without<T>(changes: Changes<T>, sent: Changes<T>): Changes<T> {
  return Object.fromEntries(Object.entries(changes).filter(([name, change]) => sent[name] !== change))
}
