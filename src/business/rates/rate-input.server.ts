import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import { dayInput, mandatory } from '../parties/party-input.server.ts'

/** A rate of a new placement, as a form sends it. */
export const rateInput = z.strictObject({
  name: mandatory.max(80, { error: validationText.max_length(80) }),
  unit_type: z.enum(['hourly', 'daily', 'monthly', 'custom']).optional(),
  /** Decimal text, at most four decimals. */
  contractor_rate: z.string(),
  client_rate: z.string(),
  /** Hours of a standard day at this rate; the placement's unless given. */
  standard_units: z.string().max(15).optional(),
  /** The placement's own dates unless given. */
  effective_from: dayInput.optional(),
  effective_to: dayInput.optional(),
})
export type RateInput = z.infer<typeof rateInput>
