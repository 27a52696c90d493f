/** Checks of every text in every input before its own schema. */
import { type FieldErrors, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { isUuid } from '#kernel/uuid.ts'

/** The longest text any field takes; most take far less. */
const TEXT_MAX = 4000
/** No input is a tree; deeper than this is somebody trying. */
const DEPTH_MAX = 20

/**
 * Rewrites every id to the rows' spelling, so that comparing two ids compares their records: PostgreSQL reads `ABCD…`
 * and `abcd…` as one uuid and `===` does not.
 * @throws invalid under the field for text that no column can hold: a NUL, half a character, or too much
 */
export function cleanInput(raw: unknown): unknown {
  const errors: Record<string, string> = {}
  const clean = cleanValue(raw, [], errors)
  if (Object.keys(errors).length > 0) throw invalid(errors satisfies FieldErrors)
  return clean
}

function cleanValue(value: unknown, path: readonly string[], errors: Record<string, string>): unknown {
  const fault = faultOf(value, path.length)
  if (fault !== null) errors[path.join('.') || 'input'] = fault
  if (fault !== null || value === null) return value
  if (typeof value === 'string') return isUuid(value) ? value.toLowerCase() : value
  if (Array.isArray(value)) return value.map((one, i) => cleanValue(one, [...path, String(i)], errors))
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, cleanValue(one, [...path, name], errors)]),
  )
}

function faultOf(value: unknown, depth: number): string | null {
  if (typeof value === 'object' && depth > DEPTH_MAX) return validationText.matches
  if (typeof value !== 'string') return null
  if (value.length > TEXT_MAX) return validationText.max_length(TEXT_MAX)
  return value.includes('\u0000') || !value.isWellFormed() ? validationText.matches : null
}
