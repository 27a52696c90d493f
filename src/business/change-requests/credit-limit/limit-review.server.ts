/** The answer that the credit limit card reads. */
import { z } from 'zod'

const dated = { amount: z.string(), effective_from: z.string(), effective_to: z.string().nullable() }

export const limit_shape = z.strictObject({
  limiter_id: z.uuid(),
  limiter: z.string(),
  /** The reader's own. */
  is_own: z.boolean(),
  currency: z.string(),
  /** The whole limit in force today, else the next. */
  whole: z.strictObject(dated).nullable(),
  /** The client's debt to this agency. */
  owed: z.string(),
  headroom: z.string().nullable(),
  allocated: z.string(),
  parts: z.array(z.strictObject({ ...dated, agency_id: z.uuid(), agency: z.string(), owed: z.string() })),
})

export const request_shape = z.strictObject({
  id: z.uuid(),
  human_id: z.string(),
  status: z.string(),
  limiter_id: z.uuid(),
  limiter: z.string(),
  agency_id: z.uuid(),
  agency: z.string(),
  currency: z.string(),
  amount: z.string(),
  valid_from: z.string(),
  valid_to: z.string().nullable(),
  reason: z.string(),
  requested_by_name: z.string(),
  /** Why the reader cannot decide it; null: they can. */
  decide_refusal: z.string().nullable(),
  created_at: z.string(),
  /** As approved. */
  decided_amount: z.string().nullable(),
  decided_at: z.string().nullable(),
  decided_by_name: z.string().nullable(),
  comment: z.string().nullable(),
})

export const basis_shape = z.strictObject({
  placements: z.number(),
  average_rate: z.string().nullable(),
  payment_terms: z.number(),
})
