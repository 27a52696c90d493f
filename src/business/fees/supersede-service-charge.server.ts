import { z } from 'zod'
import { day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { currencyCode, dayInput } from '../parties/party-input.server.ts'
import { service_charge } from '../rates/rate.entity.ts'
import { endVersion } from '../shared/dated-versions.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { insertCharge } from './insert-service-charge.server.ts'
import {
  feeValue,
  lockCharge,
  requireNoOverlap,
  requireNotPast,
  share_without_currency,
} from './service-charge.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  value: z.string(),
  /** As before unless given. */
  type: z.enum(['percent', 'fixed']).optional(),
  fee_base: z.enum(['gross', 'net']).optional(),
  /** Of a fixed fee: as before unless given. A fee that was a share of the charge has none. */
  currency: currencyCode.optional(),
  effective_from: dayInput,
})

/** A new fee rule for the same work from a day on: the former ends the day before and names its replacement. */
export const supersedeServiceCharge = verb({
  action_id: 'contract.service_charge.supersede',
  since: '0.1.0',
  summary: 'Replaces a fee rule from a day on',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid(), replaced_id: z.uuid() }),
  run: async (context, { id, value, type, fee_base, currency: asked, effective_from }) => {
    const { tx, clock } = context
    const old = await lockCharge(context, id)
    const from = day(effective_from)
    requireNotPast(context, 'effective_from', effective_from)
    const last = await endVersion(context, service_charge, old, from)
    const kind = type ?? old.type
    if (old.service_type === 'expense' && kind === 'percent')
      throw invalid({ type: 'Expenses are passed on at cost: only a fixed fee can be taken on them' })
    const currency = currencyOf(old, kind, asked)
    const { provider_id: _, is_replaced: _replaced, ...rule } = old
    const next = {
      ...rule,
      id: newUuid(clock),
      type: kind,
      value: feeValue(kind, value, currency),
      currency,
      fee_base: fee_base ?? old.fee_base,
      effective_from: from,
    }
    await requireNoOverlap(context, next)
    await insertCharge(context, next)
    await updateRow(tx, service_charge, id, { replaced_by_id: next.id })
    context.audit({
      entity: 'contract.service_charge',
      entity_id: id,
      old_values: { effective_to: old.effective_to },
      new_values: { effective_to: last, replaced_by_id: next.id },
    })
    return { id: next.id, replaced_id: id }
  },
})

/** @throws invalid where a share of the charge becomes a fixed fee of no currency */
function currencyOf(
  old: { readonly type: 'percent' | 'fixed'; readonly currency: string | null },
  kind: 'percent' | 'fixed',
  asked: string | undefined,
): string | null {
  if (kind === 'percent') {
    if (asked !== undefined) throw invalid({ currency: share_without_currency })
    return null
  }
  if (asked === undefined && old.type === 'percent') throw invalid({ currency: validationText.required })
  return asked ?? old.currency
}
