/** Input of an action on selected rows: their ids, and the reason. */
import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import { printed } from './printed-input.server.ts'

export const idsInput = z
  .array(z.uuid())
  .min(1, { error: validationText.required })
  .max(2000, { error: validationText.max })
  .transform((ids) => [...new Set(ids)])

/** Spec §5: a comment is required where the action's label says Reject or Cancel. */
export const reasonInput = printed(
  z
    .string({ error: validationText.specify_reason })
    .trim()
    .min(1, { error: validationText.specify_reason })
    .max(4000, { error: validationText.max_length(4000) }),
)

/** The reason that a document or work record keeps. */
export const documentReasonInput = printed(
  z
    .string({ error: validationText.specify_reason })
    .trim()
    .min(1, { error: validationText.specify_reason })
    .max(2000, { error: validationText.max_length(2000) }),
)

export const fundingType = z.enum(['funded', 'partly_funded', 'paid_when_paid'])
