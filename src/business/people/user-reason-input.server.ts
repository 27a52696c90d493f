import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'

/** A person, and why something is done to their sign-in. */
export const userReasonInput = z.strictObject({
  user_id: z.string().trim().min(1).max(100),
  reason: z
    .string({ error: validationText.specify_reason })
    .trim()
    .min(1, { error: validationText.specify_reason })
    .max(500),
})
