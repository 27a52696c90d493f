/**
 * The filter grammar of lists: `filter_by` in URLs, saved views and tags, and its condition for the data endpoint. One
 * condition a field, shaped by the field's kind. Browser and exports share it.
 */
import type { Day } from '#kernel/day.ts'
import { addDays, isDay, weekday } from '#kernel/day.ts'
import type { Instant } from '#kernel/instant.ts'
import { instant, instantFromMs, londonDay, toMs } from '#kernel/instant.ts'
import type { Entity, Field, FieldKind } from './entity.ts'
import type { Entities } from './path.ts'
import { findField, nest } from './path.ts'

export type Condition =
  | { readonly contains: string }
  | { readonly in: readonly string[] }
  | { readonly from?: string; readonly to?: string }
  | { readonly is: boolean }

/** Conditions by field path; all of them hold. */
export type FilterBy = Readonly<Record<string, Condition>>

/** `where` of the data endpoint. */
export type Where = Readonly<Record<string, unknown>>

type FilterShape = 'contains' | 'in' | 'range' | 'is'

const shapes: Record<FieldKind, FilterShape> = {
  uuid: 'in',
  human_id: 'contains',
  text: 'contains',
  code: 'contains',
  choice: 'in',
  money: 'range',
  rate: 'range',
  units: 'range',
  percent: 'range',
  integer: 'range',
  day: 'range',
  instant: 'range',
  boolean: 'is',
  email: 'contains',
  url: 'contains',
  phone: 'contains',
  tags: 'in',
  json: 'contains',
}

export function shapeOf(field: Field): FilterShape {
  return shapes[field.kind]
}

/** Spec §2: search takes at most 20 characters. Free-text filters take as many as a name has. */
export const search_length_max = 20
const text_length_max = 100
const in_length_max = 100

/** A condition from outside, checked against its field; null when it does not fit. */
export function parseCondition(field: Field, raw: unknown): Condition | null {
  if (typeof raw !== 'object' || raw === null) return null
  const given = raw as Readonly<Record<string, unknown>> // An object; each key is checked before use.
  switch (shapeOf(field)) {
    case 'contains':
      return typeof given.contains === 'string' && given.contains.trim() !== ''
        ? { contains: given.contains.slice(0, text_length_max) }
        : null
    case 'in':
      return parseIn(field, given.in)
    case 'is':
      return typeof given.is === 'boolean' ? { is: given.is } : null
    case 'range':
      return parseRange(field, given)
  }
}

function parseIn(field: Field, raw: unknown): Condition | null {
  if (!Array.isArray(raw)) return null
  const fits = (value: unknown): value is string =>
    typeof value === 'string' &&
    (field.choices
      ? field.choices.some((c) => c.value === value)
      : field.kind !== 'uuid' || uuid_shape.test(value) || (value === no_value && mayBeNone(field)))
  const values = [...new Set(raw.filter(fits))].slice(0, in_length_max)
  return values.length > 0 ? { in: values } : null
}

/** In place of an id: rows without one. */
export const no_value = 'none'

/** May a filter on this field ask for rows without a value? */
export const mayBeNone = ({ kind, nullable }: Field): boolean => kind === 'uuid' && nullable === true

/** Ids of another entity's rows can be asked for by name. */
export const idsIn = (condition: Condition | undefined): readonly string[] =>
  condition && 'in' in condition ? condition.in.filter((id) => id !== no_value) : []

const uuid_shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const number_shape = /^-?\d{1,13}(\.\d{1,4})?$/

function parseRange(field: Field, given: Readonly<Record<string, unknown>>): Condition | null {
  const isOfDays = field.kind === 'day' || field.kind === 'instant'
  const end = (raw: unknown): string | undefined => {
    if (typeof raw !== 'string') return undefined
    return (isOfDays ? isDay(raw) || raw === upcoming_wednesday || relative_day.test(raw) : isNumberText(raw))
      ? raw
      : undefined
  }
  const [from, to] = [end(given.from), end(given.to)]
  if (from === undefined && to === undefined) return null
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** True for a valid end of a range of numbers. */
export const isNumberText = (text: string): boolean => number_shape.test(text)

/** The weekday of payment runs (spec §2), today included. */
export const upcoming_wednesday = 'wednesday'
const relative_day = /^today(?:([+-])(\d{1,4}))?$/

/** Relative days such as `today-7` and `wednesday` keep a saved view current. */
export function resolveDay(text: string, today: Day): Day | null {
  if (isDay(text)) return text
  if (text === upcoming_wednesday) return addDays(today, (10 - weekday(today)) % 7)
  const parts = relative_day.exec(text)
  if (!parts) return null
  const days = Number(parts[2] ?? 0)
  return addDays(today, parts[1] === '-' ? -days : days)
}

/** The first moment of a London day: 23:00 UTC of the day before while summer time holds. */
export function startOfLondonDay(of: Day): Instant {
  const utc = instant(`${of}T00:00:00Z`)
  const hour_before = instantFromMs(toMs(utc) - 3_600_000)
  return londonDay(hour_before) === of ? hour_before : utc
}

/** Spaces act as wildcards; `%`, `_` and the backslash mean themselves (spec §2; experience.md, tension 8). */
export function likePattern(text: string): string {
  const escaped = text.trim().replace(/[\\%_]/g, (sign) => `\\${sign}`)
  return `%${escaped.replace(/\s+/g, '%')}%`
}

/** The search box: any of the searchable paths holds the text. Null when there is nothing to search for. */
export function searchWhere(paths: readonly string[], text: string): Where | null {
  if (text.trim() === '' || paths.length === 0) return null
  const like = { _ilike: likePattern(text.slice(0, search_length_max)) }
  return { _or: paths.map((path) => nest(path, like)) }
}

/** All conditions as `where`, in path order, without those that do not fit the entity. */
export function filterWhere(entities: Entities, of: Entity, filter: FilterBy, today: Day): Where[] {
  return Object.entries(filter).flatMap(([path, condition]) => {
    const found = findField(entities, of, path)
    // A list of words is found by any one of those asked for.
    if (found?.field.kind === 'tags' && 'in' in condition)
      return [{ _or: condition.in.map((word) => nest(path, { _contains: [word] })) }]
    if (found && mayBeNone(found.field) && 'in' in condition && condition.in.includes(no_value)) {
      const ids = idsIn(condition)
      const none = nest(path, { _is_null: true })
      return [ids.length > 0 ? { _or: [nest(path, { _in: ids }), none] } : none]
    }
    const ops = found && conditionOps(found.field, condition, today)
    return ops ? [nest(path, ops)] : []
  })
}

/** All of them, or nothing to ask. */
export function allOf(conditions: readonly (Where | null)[]): Where {
  const held = conditions.filter((one): one is Where => one !== null && Object.keys(one).length > 0)
  return held.length === 0 ? {} : held.length === 1 && held[0] ? held[0] : { _and: held }
}

function conditionOps(field: Field, condition: Condition, today: Day): Where | null {
  if ('contains' in condition) return { _ilike: likePattern(condition.contains) }
  if ('in' in condition) return { _in: condition.in }
  if ('is' in condition) return { _eq: condition.is }
  return rangeOps(field, condition, today)
}

function rangeOps(field: Field, range: { from?: string; to?: string }, today: Day): Where | null {
  if (field.kind === 'day' || field.kind === 'instant') {
    const from = range.from === undefined ? null : resolveDay(range.from, today)
    const to = range.to === undefined ? null : resolveDay(range.to, today)
    if (field.kind === 'day') return { ...(from ? { _gte: from } : {}), ...(to ? { _lte: to } : {}) }
    // Spec §2: an end date is extended by one day, so that the last day is in.
    return {
      ...(from ? { _gte: startOfLondonDay(from) } : {}),
      ...(to ? { _lt: startOfLondonDay(addDays(to, 1)) } : {}),
    }
  }
  const number = (text: string) => (field.kind === 'integer' ? Math.trunc(Number(text)) : text)
  return {
    ...(range.from === undefined ? {} : { _gte: number(range.from) }),
    ...(range.to === undefined ? {} : { _lte: number(range.to) }),
  }
}
