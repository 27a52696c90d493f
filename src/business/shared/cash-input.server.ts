/** Input of the cash verbs: zod schemas with the specified messages (spec §5). */
import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import { oneLine, printed } from './printed-input.server.ts'

/** Decimal text as typed, at most 15 characters (spec §9, currency input); the kernel judges its value. */
export const amountInput = z
  .string()
  .trim()
  .min(1, { error: validationText.required })
  .max(15, { error: validationText.currency })

export const referenceInput = oneLine(
  z
    .string()
    .trim()
    .max(140, { error: validationText.max_length(140) }),
)

/** The reason for reversing or holding money: always required. */
export const moneyReasonInput = printed(
  z
    .string({ error: validationText.specify_reason })
    .trim()
    .min(1, { error: validationText.specify_reason })
    .max(500, { error: validationText.max_length(500) }),
)
