/** The draft of a form: changed values by field, kept on the device alone (decision 0043). Pure. */
import { type Day, daysBetween, formatDay, isDay } from '#kernel/day.ts'
import type { FormField } from '../form/fields.ts'
import { type Change, type Changes, isSame, type Restored } from './changes.ts'

export const form_start = 'form '
const days_max = 30
/** A form with more fields than this keeps a draft. */
const short_form = 3

type AnyField = FormField<string, never>
type Values = Readonly<Record<string, unknown>>

export interface KeptForm {
  /** The fields of the form as it was: a draft of another form is not read. */
  readonly version: string
  /** Of the last typed value. */
  readonly day: string
  /** The form in words: `New expense`. */
  readonly label: string
  readonly changes: Changes
  /** Words of the picked rows, by field. */
  readonly shown: Readonly<Record<string, string>>
  /** The last sending, as hash of its input: the same input goes again under the same key. */
  readonly sent?: { readonly print: string; readonly key: string }
}

/** Never kept, whatever the form: credentials, and details that say where money goes. */
const secret_names = /password|secret|token|account_number|sort_code|iban|swift|routing/

const isSecret = (
  field: Pick<AnyField, 'name'> & { readonly secret?: boolean },
  name = field.name,
): boolean => field.secret ?? secret_names.test(name)

type Reads = (value: unknown) => boolean
export const isText: Reads = (value) => typeof value === 'string'
export const isTick: Reads = (value) => typeof value === 'boolean'
export const isTextList: Reads = (value) => Array.isArray(value) && value.every(isText)
export const isTextMap: Reads = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isText)

/** Rows of the shape of this one. */
export const isListOf =
  (row: object): Reads =>
  (value) =>
    Array.isArray(value) && value.every((one: unknown) => isLike(one, row))

const isLike = (one: unknown, row: object): boolean =>
  typeof one === 'object' &&
  one !== null &&
  isSame(Object.entries(one).map(typed).sort(), Object.entries(row).map(typed).sort())
const typed = ([name, value]: [string, unknown]) => `${name} ${typeof value}`

/** The kept values of a form, each with the test that it passes when it comes back. */
function readers(fields: readonly AnyField[]): ReadonlyMap<string, Reads> {
  return new Map(
    fields.flatMap((field): (readonly [string, Reads])[] => {
      if (field.kind === 'custom')
        return Object.entries(field.kept ?? {}).filter(([name]) => !isSecret(field, name))
      if (isSecret(field)) return []
      return [[field.name, field.kind === 'check' ? isTick : isText]]
    }),
  )
}

export const keepsDraft = (fields: readonly AnyField[]): boolean =>
  fields.length > short_form || fields.some((field) => field.kind === 'custom' && field.kept !== undefined)

export const versionOf = (fields: readonly AnyField[]): string =>
  fields.map(({ name, kind }) => `${name} ${kind}`).join(', ')

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** By verb and record. The device shows names unencrypted, so they hold ids alone. */
export function draftName(action_id: string, fixed: object): string {
  const ids = Object.entries(fixed).filter(([, value]) => typeof value === 'string' && uuid.test(value))
  return `${form_start}${[action_id, ...ids.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, id]) => id)].join(' ')}`
}

/** The typed values that are not saved, without those of fields that are never kept. */
export function changesOf(fields: readonly AnyField[], start: Values, now: Values): Changes {
  const kept = readers(fields)
  const changed = Object.entries(now).filter(([name, value]) => kept.has(name) && !isSame(value, start[name]))
  return Object.fromEntries(
    changed.map(([name, value]): [string, Change] => [name, { now: value, was: start[name] ?? '' }]),
  )
}

/** Whether a closed page loses a value: one that is not kept was typed. */
export function losesValues(fields: readonly AnyField[], start: Values, now: Values): boolean {
  const kept = readers(fields)
  return Object.entries(now).some(([name, value]) => !kept.has(name) && !isSame(value, start[name]))
}

export const isExpired = ({ day }: Pick<KeptForm, 'day'>, today: Day): boolean =>
  !isDay(day) || daysBetween(day, today) > days_max

/** Items of a list have keys of one opening: they say nothing. */
const isAlike = (a: unknown, b: unknown): boolean => isSame(bare(a), bare(b))
const bare = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((item: unknown) => (typeof item === 'object' && item !== null ? { ...item, key: '' } : item))
    : value

/** Null: there is no draft, or none of this form as it is today. */
export function restoredForm(
  draft: KeptForm | null,
  fields: readonly AnyField[],
  start: Values,
  today: Day,
): Restored<unknown> | null {
  if (!draft || draft.version !== versionOf(fields) || isExpired(draft, today)) return null
  const kept = readers(fields)
  const readable = Object.entries(draft.changes).filter(([name, { now }]) => kept.get(name)?.(now) === true)
  const open = readable.filter(([name, { now }]) => !isAlike(now, start[name] ?? ''))
  if (open.length === 0) return null
  return {
    values: Object.fromEntries(open.map(([name, { now }]) => [name, now])),
    moved: open.filter(([name, { was }]) => !isAlike(was, start[name] ?? '')).map(([name]) => name),
  }
}

/** One tab's changes laid over the draft that all tabs share. A field that is as saved again is null. */
export function mergedForm(
  before: KeptForm | null,
  {
    changes,
    ...facts
  }: Omit<KeptForm, 'changes'> & { readonly changes: Readonly<Record<string, Change | null>> },
): KeptForm | null {
  const same = before?.version === facts.version ? before : null
  const all = Object.entries({ ...same?.changes, ...changes })
  const open = all.filter((entry): entry is [string, Change] => entry[1] !== null)
  if (open.length === 0) return null
  return { ...same, ...facts, shown: { ...same?.shown, ...facts.shown }, changes: Object.fromEntries(open) }
}

/** The draft without its key: the sending has its answer. */
export function withoutKey({ sent: _, ...draft }: KeptForm): KeptForm {
  return draft
}

/** The draft without the values that one tab saved or discarded; values that another tab typed since stay. */
export function withoutChanges(before: KeptForm | null, gone: Changes): KeptForm | null {
  if (!before) return null
  const open = Object.entries(before.changes).filter(
    ([name, { now }]) => !(name in gone && isSame(gone[name]?.now, now)),
  )
  return open.length > 0 ? { ...withoutKey(before), changes: Object.fromEntries(open) } : null
}

/** Both values of the fields that changed since the person saw them; one that has no short words is named alone. */
export function movedFields(
  back: Restored<unknown>,
  fields: readonly AnyField[],
  start: Values,
): readonly string[] {
  return back.moved.map((name) => {
    const field = fieldOf(fields, name)
    const typed = field && words(field, back.values[name])
    const saved = field && words(field, start[name] ?? '')
    const label = field?.label ?? 'A field'
    return typed == null || saved == null
      ? `${label}: changed since you typed it.`
      : `${label}: you typed ${typed}, the record says ${saved}.`
  })
}

const fieldOf = (fields: readonly AnyField[], name: string): AnyField | undefined =>
  fields.find((field) => field.name === name) ??
  fields.find((field) => field.kind === 'custom' && field.kept?.[name] !== undefined)

function words(field: AnyField, value: unknown): string | null {
  if (field.kind === 'check') return value === true ? 'ticked' : 'not ticked'
  if (field.kind === 'custom' || field.kind === 'pick' || typeof value !== 'string') return null
  if (value.trim() === '') return 'nothing'
  if (field.kind === 'choice' || field.kind === 'radios')
    return field.options.find((option) => option.value === value)?.label ?? null
  return field.kind === 'day' && isDay(value) ? formatDay(value) : value
}

/** Words on the device that nobody reads back tell whether the same input went out before. */
export async function printOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Labels of the fields that a draft never holds, to be typed again. */
export const unkeptLabels = (fields: readonly AnyField[]): readonly string[] =>
  fields.filter((field) => field.kind !== 'custom' && isSecret(field)).map(({ label }) => label)
