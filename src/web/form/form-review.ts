/** A summary of a long form before it is sent: the typed values by section. Pure. */
import { isDay } from '#kernel/day.ts'
import { amountText } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import type { FormField, ReviewItem, Values } from './fields.ts'

type AnyField = FormField<string, never>

export const REVIEW = 'review'

export interface ReviewPart {
  readonly name: string
  readonly label: string
  /** An empty value is a required one that is missing. */
  readonly items: readonly ReviewItem[]
}

type Sight = {
  readonly values: Values
  /** The words of picked rows, by field. */
  readonly picked: Readonly<Record<string, string>>
}

/** Fields above the first heading belong to the first part. */
export function reviewOf(fields: readonly AnyField[], sight: Sight): ReviewPart[] {
  const parts: { name: string; label: string; items: ReviewItem[] }[] = []
  const before: ReviewItem[] = []
  for (const field of fields) {
    if (field.kind === 'custom' && field.heading)
      parts.push({ name: field.name, label: field.label, items: before.splice(0) })
    else (parts.at(-1)?.items ?? before).push(...itemsOf(field, sight))
  }
  return parts
}

function itemsOf(field: AnyField, sight: Sight): readonly ReviewItem[] {
  if (field.kind === 'custom') return field.review?.(sight.values as never) ?? []
  const value = textOf(field, sight)
  return value === '' && !field.required ? [] : [{ label: field.label, value }]
}

function textOf(field: AnyField, { values, picked }: Sight): string {
  const value = values[field.name]
  if (field.kind === 'check') return value === true ? 'Yes' : 'No'
  const typed = typeof value === 'string' ? value.trim() : ''
  if (typed === '') return ''
  switch (field.kind) {
    case 'choice':
    case 'radios':
      return field.options.find((option) => option.value === typed)?.label ?? typed
    case 'day':
      return isDay(typed) ? dayText(typed) : typed
    case 'money': {
      const { currency } = field
      const code = (typeof currency === 'function' ? currency(values as never) : currency) || values.currency
      return /^\d+(\.\d{1,2})?$/.test(typed) && typeof code === 'string' ? amountText(typed, code) : typed
    }
    case 'pick':
      return picked[field.name] ?? field.picked?.label ?? ''
    default:
      return typed
  }
}
