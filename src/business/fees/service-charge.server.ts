/** Shared by the verbs of fee rules: their values, the neighbouring rules, and the lock that prevents overlaps. */

import { loadVisible } from '#data/visible.ts'
import { day, formatDay } from '#kernel/day.ts'
import { conflict, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currencyOrGbp, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { percent, toNumericText } from '#kernel/rate.ts'
import type { VerbContext } from '#server/verb.ts'
import { lockKey } from '../shared/lock-key.server.ts'
import type { ServiceCharge } from './fee-in-force.rules.ts'
import { fee_type_words, overlaps } from './fee-in-force.rules.ts'
import { charge_columns } from './read-charges.server.ts'

export const share_without_currency = 'A share of the charge has no currency'

const most_percent = percent('100')

/**
 * The value as its column holds it. A fixed fee is an amount of its currency, a percent has four decimals and ends at 100.
 */
export function feeValue(type: 'percent' | 'fixed', value: string, code: string | null): string {
  if (type === 'fixed') {
    const fault = amountFault(parseMoney(value, currencyOrGbp(code), 'value'), 'fixed_fee')
    if (fault !== null) throw invalid({ value: fault })
    return toNumericText(percent(value, 'value'))
  }
  const share = percent(value, 'value')
  if (share < 0) throw invalid({ value: validationText.positive })
  if (share > most_percent) throw invalid({ value: validationText.max })
  return toNumericText(share)
}

/** Fee rules of one agency are written by one at a time: only so can none meet another. */
export const lockFeeRules = ({ tx }: VerbContext, agency_id: string): Promise<void> =>
  lockKey(tx, 'fee-rules', agency_id)

/** @throws invalid when an existing rule applies to the same work on the same days */
export async function requireNoOverlap(
  { tx }: VerbContext,
  rule: ServiceCharge,
  except_id: string | null = null,
): Promise<void> {
  const others = await tx.rows<ServiceCharge>(
    `select ${charge_columns} from contract.service_charge where agency_id = $1 and deleted_at is null and id is distinct from $2`,
    [rule.agency_id, except_id],
  )
  const other = others.find((one) => overlaps(one, rule))
  if (!other) return
  const end = other.effective_to === null ? 'on' : `to ${formatDay(other.effective_to)}`
  throw invalid({
    effective_from: `A ${fee_type_words[other.fee_type]} rule for the same work holds from ${formatDay(other.effective_from)} ${end}: end it first`,
  })
}

type ChargeRow = ServiceCharge & { readonly provider_id: string | null; readonly is_replaced: boolean }

/** A rule of the viewer's agencies, with the agency's rules locked. */
export async function lockCharge(context: VerbContext, id: string): Promise<ChargeRow> {
  const { tx, viewer } = context
  const [seen] = await loadVisible<{ agency_id: string }>(tx, viewer, 'contract.service_charge', [id], {
    lock: true,
    columns: 't.agency_id',
  })
  await lockFeeRules(context, seen?.agency_id ?? '')
  const rows = await tx.rows<ChargeRow>(
    `select ${charge_columns}, provider_id, replaced_by_id is not null as is_replaced
     from contract.service_charge where id = $1`,
    [id],
  )
  const [row] = rows as [ChargeRow] // loadVisible gives every id or throws.
  if (row.is_replaced) throw conflict('This fee rule is replaced already')
  return row
}

/** Documents of the days gone by were raised on the rule as it was. @throws invalid on `field` */
export function requireNotPast(context: VerbContext, field: string, text: string): void {
  const today = context.clock.today()
  if (day(text) < today)
    throw invalid({
      [field]: `Should be ${formatDay(today)} or later: documents of earlier days stand on this rule`,
    })
}
