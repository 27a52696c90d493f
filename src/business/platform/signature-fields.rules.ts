/** Fields that a signer fills in beside the signature: their kinds, and the answers that each takes. Pure. */
import { type Day, formatDay, isDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { printedTextFault } from '#kernel/printed-text.ts'

export const asked_field_kinds = [
  { value: 'initials', label: 'Initials' },
  { value: 'date', label: 'Date' },
  { value: 'text', label: 'Text' },
  { value: 'checkbox', label: 'Tick' },
] as const
export type AskedKind = (typeof asked_field_kinds)[number]['value']

export interface AskedField {
  readonly kind: AskedKind
  /** The question. */
  readonly label: string
  readonly required: boolean
}

/** They fit under a signature. */
export const FIELDS_MAX = 4
export const LABEL_MAX = 40
const longest = { initials: 6, text: 60 } as const

export type Answer = string | boolean
export type Answers = Readonly<Record<string, Answer>>

const textOf = (answer: Answer | undefined): string => (typeof answer === 'string' ? answer.trim() : '')

function answerFault({ kind, required }: AskedField, answer: Answer | undefined): string | null {
  if (kind === 'checkbox') return required && answer !== true ? validationText.required : null
  const text = textOf(answer)
  if (text === '') return required ? validationText.required : null
  if (kind === 'date') return isDay(text) ? null : validationText.matches
  return text.length > longest[kind] ? validationText.max_length(longest[kind]) : printedTextFault(text)
}

type Named = AskedField & { readonly id: string }

/** Each fault under `fields.{id}`. */
export const answerFaults = (fields: readonly Named[], answers: Answers): FieldErrors =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const fault = answerFault(field, answers[field.id])
      return fault === null ? [] : [[`fields.${field.id}`, fault]]
    }),
  )

/** As the answer is kept; null for a field that was left empty. */
export function keptAnswer(kind: AskedKind, answer: Answer | undefined): Answer | null {
  if (kind === 'checkbox') return answer === true
  return textOf(answer) === '' ? null : textOf(answer)
}

/** `Start date: 01/12/2026` */
export function answerWords({ kind, label }: AskedField, answer: Answer | null): string {
  if (kind === 'checkbox') return `${label}: ${answer === true ? 'yes' : 'no'}`
  if (typeof answer !== 'string') return `${label}: –`
  return `${label}: ${kind === 'date' ? formatDay(answer as Day) : answer}` // A day, as it was judged.
}
