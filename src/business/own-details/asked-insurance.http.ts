/** The insurances that the agency of a link asks limited companies for, and the sum of a policy in its currency. */

import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { addDays, formatDay } from '#kernel/day.ts'
import { type FieldErrors, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency, displayMoney, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { parseInput } from '#server/http/input-errors.ts'
import type { Tx } from '#server/verb.ts'
import type { Insurance } from '../parties/compliance/insurance.rules.ts'
import { askedSumsSql } from '../parties/compliance/insurance-sums.server.ts'
import { asksForPapersSql } from '../parties/compliance/right-to-work.server.ts'
import { dayInput } from '../parties/party-input.server.ts'
import type { AskedInsurance } from '../parties/self-service/party-link.rules.ts'
import { amountInput } from '../shared/cash-input.server.ts'

export async function insurancesOf(tx: Tx, agency_id: string): Promise<AskedInsurance[]> {
  const rows = await tx.rows<{ type: Insurance; least: string; alpha_code: string }>(
    `select i.type, i.least, c.alpha_code from business.business g join platform.currency c on c.id = g.base_currency_id
     cross join lateral ${askedSumsSql('g')}
     where g.id = $1 and i.least is not null and ${asksForPapersSql('g.id')} order by i.type`,
    [agency_id],
  )
  return rows.map(({ type, least, alpha_code }) => ({
    type,
    least: displayMoney(parseMoney(least, currency(alpha_code))),
    currency: alpha_code,
  }))
}

const policyInput = z.strictObject({
  sum_insured: amountInput,
  valid_to: z
    .string({ error: validationText.required })
    .min(1, { error: validationText.required })
    .pipe(dayInput),
})
export type Policy = { readonly sum_insured: string; readonly valid_to: string }

/** The sum and the last day of a policy that the agency asks for. @throws invalid, with all faults */
export async function readPolicy(
  tx: Tx,
  asked: { readonly agency_id: string; readonly type: Insurance; readonly today: Day },
  typed: { readonly sum_insured: string; readonly valid_to: string },
): Promise<Policy> {
  const one = (await insurancesOf(tx, asked.agency_id)).find(({ type }) => type === asked.type)
  if (!one) throw invalid({ type: validationText.matches })
  const { sum_insured, valid_to } = parseInput(policyInput, typed)
  const amount = parseMoney(sum_insured, currency(one.currency), 'sum_insured')
  const fault = amountFault(amount, 'insurance')
  const errors: FieldErrors = {
    ...(fault === null ? {} : { sum_insured: fault }),
    ...(valid_to < asked.today
      ? { valid_to: validationText.min_date(formatDay(addDays(asked.today, -1))) }
      : {}),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { sum_insured: formatMoney(amount), valid_to }
}
