/** The work that an agency expects of a new client, and the credit limit that it asks for. */
import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { type FieldErrors, invalid, isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency as currencyCode, isZero, parseMoney } from '#kernel/money.ts'
import { amountFault, rateFault } from '#kernel/plausible.ts'
import { rate } from '#kernel/rate.ts'
import { dayInput, endMessage } from '../parties/party-input.server.ts'
import { amountInput } from '../shared/cash-input.server.ts'

const countInput = z
  .number({ error: validationText.number })
  .int({ error: validationText.integer })
  .min(0, { error: validationText.positive })
  .max(9999, { error: validationText.max })

export const financials_shape = {
  temp_placement_count: countInput.optional(),
  perm_placement_count: countInput.optional(),
  /** Of an hour, in the client's currency. */
  average_client_rate: amountInput.optional(),
  /** Asked for once the client is approved; absent: no limit is asked for. */
  credit_limit_amount: amountInput.optional(),
  valid_from: dayInput.optional(),
  valid_to: dayInput.optional(),
}
export type SubmittedFinancials = z.infer<z.ZodObject<typeof financials_shape>> & {
  readonly currency: string
}

/** The faults of a check that throws them. */
function faultsOf(check: () => unknown): FieldErrors {
  try {
    check()
    return {}
  } catch (error) {
    if (!isStintError(error) || !error.errors) throw error
    return error.errors
  }
}

/** @throws invalid, with all faults */
export function checkFinancials(today: Day, asked: SubmittedFinancials): void {
  const { average_client_rate, credit_limit_amount, valid_from, valid_to } = asked
  const fault = (field: string, message: string | null) => {
    if (message !== null) throw invalid({ [field]: message })
  }
  const end = endMessage(valid_from ?? today, valid_to)
  const errors = {
    ...faultsOf(() => {
      const field = 'average_client_rate'
      if (average_client_rate === undefined) return
      parseMoney(average_client_rate, currencyCode(asked.currency), field)
      fault(field, rateFault(rate(average_client_rate, field), 'hourly'))
    }),
    ...faultsOf(() => {
      const field = 'credit_limit_amount'
      if (credit_limit_amount === undefined)
        return fault(field, (valid_from ?? valid_to) === undefined ? null : validationText.required)
      const amount = parseMoney(credit_limit_amount, currencyCode(asked.currency), field)
      fault(field, isZero(amount) ? validationText.positive : amountFault(amount, 'credit_limit'))
    }),
    ...(end === null ? {} : { valid_to: end }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
