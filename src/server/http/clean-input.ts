/** Checks of every text in every input before its own schema. */
import { type FieldErrors, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { TEXT_MAX, typedTextFault } from '#kernel/typed-text.ts'
import { isUuid } from '#kernel/uuid.ts'

/** No input is a tree; deeper than this is somebody trying. */
const DEPTH_MAX = 20

/**
 * Rewrites every id to the rows' spelling, so that comparing two ids compares their records: PostgreSQL reads `ABCD…`
 * and `abcd…` as one uuid and `===` does not.
 * @param file_texts fields with the text of a file, which a program wrote: it may hold controls
 * @throws invalid under the field for text that nobody can read or no column can hold
 */
export function cleanInput(raw: unknown, file_texts: readonly string[] = []): unknown {
  const errors: Record<string, string> = {}
  const clean = cleanValue(raw, [], errors, file_texts)
  if (Object.keys(errors).length > 0) throw invalid(errors satisfies FieldErrors)
  return clean
}

/** A password may have the form of an id. */
const isSecret = (path: readonly string[]): boolean => path.at(-1)?.endsWith('password') ?? false

function cleanValue(
  value: unknown,
  path: readonly string[],
  errors: Record<string, string>,
  file_texts: readonly string[],
): unknown {
  const fault = faultOf(value, path, file_texts)
  if (fault !== null) errors[path.join('.') || 'input'] = fault
  if (fault !== null || value === null) return value
  if (typeof value === 'string') return isUuid(value) && !isSecret(path) ? value.toLowerCase() : value
  const clean = (one: unknown, name: string | number) =>
    cleanValue(one, [...path, String(name)], errors, file_texts)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clean(one, name)]))
}

function faultOf(value: unknown, path: readonly string[], file_texts: readonly string[]): string | null {
  if (typeof value === 'object' && path.length > DEPTH_MAX) return validationText.matches
  if (typeof value !== 'string') return null
  if (!file_texts.includes(path[0] ?? '')) return typedTextFault(value)
  if (value.length > TEXT_MAX) return validationText.max_length(TEXT_MAX)
  return value.includes('\u0000') || !value.isWellFormed() ? validationText.matches : null
}
