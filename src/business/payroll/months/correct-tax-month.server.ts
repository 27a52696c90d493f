import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { formatDay } from '#kernel/day.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { requireOpenYear } from '../schemes/locked-year.server.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'
import { lockHmrc, takeReliefBack } from './move-relief.server.ts'
import { tax_month } from './tax-month.entity.ts'
import { can, who } from './tax-month.rules.ts'

const input = z.strictObject({ id: z.uuid(), reason: moneyReasonInput })

type Row = ReadRow<
  typeof tax_month,
  'id human_id status paye_scheme_id tax_year tax_month period_start period_end currency_id'
>

/** Opens the last closed month again: its entries are mirrored, and it is closed again with right figures. */
export const correctTaxMonth = verb({
  action_id: 'transaction.tax_month.correct',
  since: '0.1.0',
  summary: 'Opens a closed tax month again, with the reason; what it gave back is due to HMRC again',
  machine: 'refused',
  impersonator: 'refused',
  who: who.correct,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('corrected') }),
  run: async (context, { id, reason }) => {
    const { tx, viewer, clock } = context
    const [seen] = await loadVisible<Row>(tx, viewer, 'transaction.tax_month', [id])
    if (!seen) throw notFound('Tax month')
    const hmrc_id = await lockHmrc(context)
    const scheme = await lockScheme(context, seen.paye_scheme_id)
    const [month] = await loadVisible<Row>(tx, viewer, 'transaction.tax_month', [id], { lock: true })
    if (!month) throw notFound('Tax month')
    requireCan(can.correct(month, viewer))
    await requireOpenYear(context, scheme.id, month.tax_year)
    const later = await tx.row<{ period_end: Row['period_end'] }>(
      `select period_end from transaction.tax_month where paye_scheme_id = $1 and tax_year = $2 and tax_month > $3
         and status = 'closed' order by tax_month desc limit 1`,
      [scheme.id, month.tax_year, month.tax_month],
    )
    if (later)
      throw precondition(
        `Correct the tax month to ${formatDay(later.period_end)} first: its allowances depend on this one`,
      )
    await updateRow(tx, tax_month, id, {
      status: 'corrected',
      correction_reason: reason,
      corrected_by_name: viewer.user_name,
      corrected_at: clock.now(),
      updated_at: clock.now(),
    })
    context.audit({
      entity: 'transaction.tax_month',
      entity_id: id,
      old_values: { status: 'closed' },
      new_values: { status: 'corrected', correction_reason: reason },
    })
    await takeReliefBack(context, scheme, {
      ...month,
      hmrc_id,
      from: month.period_start,
      to: month.period_end,
    })
    return { id, status: 'corrected' as const }
  },
})
