/** Typed fields of a form without a session, kept in this tab over a reload. Passwords are not kept. */
import type { PlainField, Typed } from './plain-field.ts'

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (form: string) => `form:${form}`

const mayKeep = (fields: readonly PlainField[], name: string): boolean =>
  fields.some((field) => field.name === name && field.type !== 'password')

/** Of a browser that keeps nothing, none. */
export function keptFields(form: string, fields: readonly PlainField[], kept: Kept = sessionStorage): Typed {
  try {
    const found: unknown = JSON.parse(kept.getItem(keyOf(form)) ?? '{}')
    const entries = Object.entries(found ?? {}).filter(
      ([name, value]) => mayKeep(fields, name) && (typeof value === 'string' || typeof value === 'boolean'),
    )
    return Object.fromEntries(entries) as Typed // Filtered by type, above.
  } catch {
    return {}
  }
}

export function keepFields(
  form: string,
  fields: readonly PlainField[],
  typed: Typed,
  kept: Kept = sessionStorage,
): void {
  try {
    const entries = Object.entries(typed).filter(([name]) => mayKeep(fields, name))
    kept.setItem(keyOf(form), JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // A full or forbidden storage keeps nothing; the form works without it.
  }
}

export function forgetFields(form: string, kept: Kept = sessionStorage): void {
  try {
    kept.removeItem(keyOf(form))
  } catch {
    // As above.
  }
}
