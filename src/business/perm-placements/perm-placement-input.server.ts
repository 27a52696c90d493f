import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import {
  currencyInput,
  dayInput,
  mandatory,
  optionalText,
  termsInput,
} from '../parties/party-input.server.ts'
import { fundingType } from '../shared/chosen-input.server.ts'

export const permPlacementInput = z.strictObject({
  agency_id: z.uuid().optional(),
  client_id: z.uuid(),
  title: mandatory,
  candidate_name: mandatory,
  contract_start_date: dayInput,
  /** Net of VAT, decimal text. */
  placement_fee: z.string().max(15, { error: validationText.currency }),
  funding_type: fundingType,
  /** The agency's own model unless given (money.md §1.3). */
  funding_model: z.enum(['direct', 'agency_billed', 'indirect']).optional(),
  funder_id: z.uuid().optional(),
  currency: currencyInput,
  /** Days; the client's terms for permanent placements unless given. */
  client_payment_terms: termsInput.optional(),
  /** Days after the start within which leaving earns the client a rebate. */
  guarantee_period: z
    .number()
    .int({ error: validationText.integer })
    .min(0, { error: validationText.positive })
    .max(730, { error: validationText.max })
    .optional(),
  po_number: optionalText,
  work_location: optionalText,
  invoice_contact_ids: z.array(z.uuid()).max(100, { error: validationText.max }).default([]),
  /** Has the task of the client's approval. */
  hiring_manager_id: z.uuid().optional(),
  consultant_contact_id: z.uuid().optional(),
})
export type PermPlacementInput = z.infer<typeof permPlacementInput>
