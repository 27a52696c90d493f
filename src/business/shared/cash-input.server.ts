/** What the verbs of this folder take: zod schemas with the specification's messages (spec §5). */
import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'

/** Decimal text as it is typed, at most 15 characters (spec §9, currency input); its value is judged by the kernel. */
export const amountInput = z
  .string()
  .trim()
  .min(1, { error: validationText.required })
  .max(15, { error: validationText.currency })

export const referenceInput = z
  .string()
  .trim()
  .max(140, { error: validationText.max_length(140) })

/** Why money is taken back or held: always asked for. */
export const reasonInput = z
  .string({ error: validationText.specify_reason })
  .trim()
  .min(1, { error: validationText.specify_reason })
  .max(500, { error: validationText.max_length(500) })
