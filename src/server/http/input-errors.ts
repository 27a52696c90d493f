/**
 * Zod's issues as the messages of spec §5, one under each field. A schema's own message (`z.string().min(3, { error:
 * '…' })`) wins.
 */
import type { z } from 'zod'
import { type FieldErrors, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { cleanInput } from './clean-input.ts'

type RawIssue = Parameters<NonNullable<z.core.$ZodErrorMap>>[0]

const isMissing = (input: unknown): boolean => input === undefined || input === null || input === ''

function tooSmall(issue: RawIssue): string {
  const least = Number(issue.minimum)
  if (issue.origin === 'string')
    return issue.input === '' ? validationText.required : validationText.min_length(least)
  if (['array', 'set', 'file'].includes(String(issue.origin))) return validationText.required
  if (least === 0 && issue.inclusive === false) return validationText.positive
  return validationText.min
}

function tooBig(issue: RawIssue): string {
  return issue.origin === 'string' ? validationText.max_length(Number(issue.maximum)) : validationText.max
}

function wrongType(issue: RawIssue): string {
  if (issue.expected === 'int') return validationText.integer
  return ['number', 'bigint'].includes(String(issue.expected))
    ? validationText.number
    : validationText.matches
}

function format(issue: RawIssue): string {
  if (issue.format === 'email') return validationText.email
  if (issue.format === 'url') return validationText.url
  return validationText.matches
}

/** The field that chooses between alternatives is absent; the issue's input is the object around it. */
function lacksDiscriminator({ code, discriminator, input }: RawIssue): boolean {
  if (code !== 'invalid_union' || typeof discriminator !== 'string') return false
  return typeof input === 'object' && input !== null && isMissing(Reflect.get(input, discriminator))
}

/** The text for one issue, given to zod as the error map of the parse. */
function messageOf(issue: RawIssue): string {
  if (isMissing(issue.input) && issue.code !== 'unrecognized_keys' && issue.code !== 'custom')
    return validationText.required
  if (lacksDiscriminator(issue)) return validationText.required
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_type':
      return wrongType(issue)
    case 'invalid_format':
      return format(issue)
    case 'not_multiple_of':
      return Number(issue.divisor) === 1 ? validationText.integer : validationText.number
    default:
      return validationText.matches
  }
}

const faultyFields = (issues: readonly z.core.$ZodIssue[]): number =>
  new Set(issues.map((issue) => issue.path.map(String).join('.'))).size

function fieldErrors(issues: readonly z.core.$ZodIssue[], at: readonly PropertyKey[] = []): FieldErrors {
  const errors: Record<string, string> = {}
  const put = (path: readonly PropertyKey[], message: string) => {
    errors[path.map(String).join('.') || 'input'] ??= message
  }
  for (const issue of issues) {
    const path = [...at, ...issue.path]
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) put([...path, key], issue.message)
    else if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      // The nearest alternative explains the fault best.
      const nearest = [...issue.errors].sort((a, b) => faultyFields(a) - faultyFields(b))[0] ?? []
      for (const [field, message] of Object.entries(fieldErrors(nearest, path))) errors[field] ??= message
    } else put(path, issue.message)
  }
  return errors
}

/**
 * Input as the schema wants it.
 * @param file_texts see `cleanInput`
 * @throws `invalid` with a message under every faulty field, keyed `details.0.units`
 */
export function parseInput<I>(schema: z.ZodType<I>, raw: unknown, file_texts?: readonly string[]): I {
  const parsed = schema.safeParse(cleanInput(raw, file_texts), { error: messageOf })
  if (parsed.success) return parsed.data
  throw invalid(fieldErrors(parsed.error.issues))
}
