/** The input of a requested change of a placement: a fact that is absent stays as it is. */
import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { currencyCode, dayInput, mandatory } from '../../parties/party-input.server.ts'
import { noticeInput } from '../../placements/notice/notice-input.server.ts'
import { rateInput } from '../../rates/rate-input.server.ts'
import { fundingType, reasonInput } from '../../shared/chosen-input.server.ts'
import { unit_types } from '../../shared/contract-terms.rules.ts'
import { oneLine, printed } from '../../shared/printed-input.server.ts'

const emptied = oneLine(
  printed(
    z
      .string()
      .trim()
      .max(200, { error: validationText.max_length(200) }),
  ),
)
  .transform((text) => (text === '' ? null : text))
  .nullable()

export const changesInput = z.strictObject({
  contract_id: z.uuid(),
  /** Shown to approvers. */
  comment: reasonInput,
  title: mandatory.optional(),
  /** Null: until further notice. */
  end_date: dayInput.nullable().optional(),
  work_location: emptied.optional(),
  po_number: emptied.optional(),
  /** Null: not agreed. */
  notice: noticeInput.nullable().optional(),
  no_right_to_serve_notice: z.boolean().optional(),
  /** Of a permanent placement. */
  contract_start_date: dayInput.optional(),
  placement_fee: z.string().max(15, { error: validationText.currency }).optional(),
  currency: currencyCode.optional(),
  funding_type: fundingType.optional(),
  /** Only temporary placements have it. */
  expense_funding_type: fundingType.optional(),
  ir35_status: z.enum(['inside', 'outside', 'not_applicable']).optional(),
  /** The contractor, where the client is small; null: not said. */
  ir35_determined_by: z.enum(['client', 'contractor']).nullable().optional(),
  /** Empty: the title. */
  awr_role: emptied.optional(),
  /** Holds from the next period on. */
  timesheet_frequency: z.enum(['week', 'month']).optional(),
  /** The day from which new rates, funding and IR35 status hold. */
  effective_from: dayInput.optional(),
  rates: z
    .array(
      z.strictObject({
        group_id: z.uuid(),
        /** With its holiday pay where that is rolled up. */
        contractor_rate: z.string().optional(),
        client_rate: z.string().optional(),
        /** Null: no allowance of its own. */
        holiday_pay_type: z.enum(['rolled_up_holiday', 'retained_holiday']).nullable().optional(),
        holiday_pay_percent: z
          .string()
          .max(15, { error: validationText.max_length(15) })
          .optional(),
        /** Hours; null: those of the placement. */
        standard_units: z
          .string()
          .max(15, { error: validationText.max_length(15) })
          .nullable()
          .optional(),
        /** The last day of the rate, which ends with it. */
        effective_to: dayInput.optional(),
      }),
    )
    .max(100, { error: validationText.max })
    .default([]),
  /** New rates from `effective_from` on, as a new placement takes them. */
  added_rates: z
    .array(
      rateInput.omit({ effective_from: true }).extend({
        unit_type: z.enum(unit_types),
        /** Of the contractor rate, and on top of it. */
        holiday_pay_type: z.enum(['rolled_up_holiday', 'retained_holiday']).optional(),
        holiday_pay_percent: z
          .string()
          .max(15, { error: validationText.max_length(15) })
          .optional(),
      }),
    )
    .max(20, { error: validationText.max })
    .default([]),
})
type TypedChanges = z.infer<typeof changesInput>
export type AddedRate = TypedChanges['added_rates'][number] & { readonly group_id: string }
export type ChangesInput = Omit<TypedChanges, 'added_rates'> & { readonly added_rates: readonly AddedRate[] }

/** The input with a group for each added rate. */
export const withGroups = ({ clock }: Pick<VerbContext, 'clock'>, input: TypedChanges): ChangesInput => ({
  ...input,
  added_rates: input.added_rates.map((one) => ({ ...one, group_id: newUuid(clock) })),
})

/** The place of a rate in the form: `rates.0`, `added_rates.0`. */
export function placeOf(
  { rates, added_rates }: Pick<ChangesInput, 'rates' | 'added_rates'>,
  of: string | undefined,
) {
  const at = rates.findIndex(({ group_id }) => group_id === of)
  return at < 0 ? `added_rates.${added_rates.findIndex(({ group_id }) => group_id === of)}` : `rates.${at}`
}
