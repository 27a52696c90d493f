/** Fields of a form as data, and the pure steps between typed values, the verb's input and its faults. */
import type { ReactNode } from 'react'
import type { Where } from '#entity/filter.ts'
import { valueAt } from '#entity/path.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { Option } from '#web/ui/inputs.tsx'

export type Values = Readonly<Record<string, unknown>>

/** The answer of a verb that makes a record. */
export interface Made {
  readonly id: string
  readonly human_id: string
}

/** Names of the fields, typed by the initial values; a field without an initial value starts as ''. */
export type ValuesOf<N extends string, I> = string extends N
  ? Readonly<Record<string, string>> & I
  : { readonly [K in N | (keyof I & string)]: K extends keyof I ? I[K] : string }

/** The form as its custom parts see it. */
export interface FormPart<V> {
  readonly values: V
  /** Changes some values and clears the faults of exactly these. */
  set(changes: Partial<V>): void
  /** The same from the values at that time, as after an answer. */
  update(change: (now: V) => Partial<V>): void
  /** By path: `reason`, `lines.0.amount`. */
  readonly errors: FieldErrors
  readonly busy: boolean
  readonly isUnsaved: boolean
  /** Presses the second button. */
  also(): void
}

export interface ReviewItem {
  readonly label: string
  readonly value: string
}

interface Base<N extends string, V> {
  readonly name: N
  readonly label: string
  readonly required?: boolean
  /** The message of a blank required field where it is not 'Mandatory' (spec §5). */
  readonly missing?: string
  readonly hint?: string | undefined
  readonly disabled?: boolean
  /** Takes the whole width where the form has two columns. */
  readonly wide?: boolean
  /** Never in a draft. By default so by its name: passwords, tokens, numbers of bank accounts. */
  readonly secret?: boolean
  /** Fields whose values are of the earlier choice: a change empties them. */
  readonly clears?: readonly N[]
  /** Shows and sends the field only while this holds. */
  when?(values: V): boolean
}

export type FormField<N extends string = string, V = Readonly<Record<N, string>>> = Base<N, V> &
  (
    | {
        readonly kind: 'text'
        readonly max?: number
        readonly placeholder?: string
        /** Asked when the field is left with text: its fault, or null. */
        leave?(text: string): string | null | Promise<string | null>
      }
    | { readonly kind: 'area'; readonly max?: number; readonly rows?: number }
    | { readonly kind: 'money'; readonly currency?: string | undefined | ((values: V) => string | undefined) }
    /** Sent as a number. */
    | { readonly kind: 'whole'; readonly max?: number }
    /** Decimal text: a percent, a rate. */
    | { readonly kind: 'decimal' }
    | { readonly kind: 'day'; readonly min?: string; readonly max?: string }
    | { readonly kind: 'choice'; readonly options: readonly Option[]; readonly placeholder?: string }
    | { readonly kind: 'radios'; readonly options: readonly Option[] }
    /** Those that are on. */
    | { readonly kind: 'currency' }
    | { readonly kind: 'check' }
    | {
        readonly kind: 'pick'
        readonly entity: string
        readonly shows: string
        readonly where?: Where
        /** The row of the initial value, for its words. */
        readonly picked?: Option | undefined
      }
    /** A field with a component of its own, such as a grid. */
    | {
        readonly kind: 'custom'
        /** Begins a section of the form. */
        readonly heading?: true
        /** Its values that a draft keeps, each with a test of its shape. By default it keeps none. */
        readonly kept?: Readonly<Record<string, (value: unknown) => boolean>>
        render(part: FormPart<V>): ReactNode
        /** Its words in the review of the form; by default none. */
        review?(values: V): readonly ReviewItem[]
      }
  )

type AnyField = FormField<string, never>

/** The fields of a declaration; fields and parts get values by their own names only, checked where it is written. */
export const givenFields = <N extends string, V>(fields: readonly (FormField<N, V> | false)[]) =>
  fields.filter((field) => field !== false) as readonly AnyField[]

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Every field has a value from the start: a comparison with the first values tells whether anything was typed. */
export function startOf(fields: readonly AnyField[], initial: Values): Values {
  const blank = fields.map((field) => [field.name, field.kind === 'check' ? false : ''])
  return { ...Object.fromEntries(blank), ...initial }
}

/** All that is missing at once, instead of one refusal after the other. */
export function missingIn(fields: readonly AnyField[], values: Values): FieldErrors {
  const missing = fields.filter((field) => field.required && isBlank(values[field.name]))
  return Object.fromEntries(missing.map((field) => [field.name, field.missing ?? validationText.required]))
}

/** The verb's input: trimmed text, whole numbers as numbers, blank fields left out. */
export function inputOf(fields: readonly AnyField[], values: Values): Record<string, unknown> {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const value = values[field.name]
    if (isBlank(value)) return []
    if (typeof value !== 'string') return [[field.name, value]]
    return [[field.name, field.kind === 'whole' ? numberTyped(value) : value.trim()]]
  })
  return Object.fromEntries(entries)
}

/**
 * A number as a verb takes it. Anything else stays text, so that the verb refuses it in the words of the rule; NaN would
 * travel as null and read as "none wanted".
 */
export function numberTyped(text: string): number | string {
  const typed = text.trim()
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed
}

/**
 * A fault stays until the value at its path changes. In a list of items with a `key` it moves with its item; a fault of the
 * list itself stays until there is an item more or less.
 */
export function standingFaults(faults: FieldErrors, before: Values, after: Values): FieldErrors {
  const standing = Object.entries(faults).flatMap(([path, message]): [string, string][] => {
    const [name = '', index, ...rest] = path.split('.')
    if (before[name] === after[name]) return [[path, message]]
    const items = { before: keysOf(before[name]), after: keysOf(after[name]) }
    if (items.before && items.after) {
      if (index === undefined) return items.before.length === items.after.length ? [[path, message]] : []
      const key = items.before[Number(index)]
      const now = [name, key === undefined ? -1 : items.after.indexOf(key), ...rest].join('.')
      return isSame(valueAt(before, path), valueAt(after, now)) ? [[now, message]] : []
    }
    return isSame(valueAt(before, path), valueAt(after, path)) ? [[path, message]] : []
  })
  return Object.fromEntries(standing)
}

/** A path that leads to no value of the form says nothing about a change. */
const isSame = (before: unknown, after: unknown) => before !== null && before === after

function keysOf(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null
  const keys = value.map((item: unknown) => valueAt(item, 'key'))
  return keys.every((key) => typeof key === 'string') ? keys : null
}
