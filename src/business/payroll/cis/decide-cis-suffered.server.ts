/** The approval of a figure of CIS deductions suffered, and its end. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import { requireOpenYear } from '../schemes/locked-year.server.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'
import { cis_suffered } from './cis-suffered.entity.ts'
import { can, closedCis, who } from './cis-suffered.rules.ts'

const decided = { machine: 'refused', impersonator: 'refused', since: '0.1.0' } as const

/** By another person than the author of the figure; the close of the month sets it off. */
export const approveCisSuffered = verb({
  ...decided,
  action_id: 'transaction.cis_suffered.approve',
  summary: 'Approves CIS deductions suffered that somebody else entered',
  who: who.approve,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('approved') }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const row = await lockFigure(context, id, 'approve')
    const now = clock.now()
    await updateRow(tx, cis_suffered, id, {
      status: 'approved',
      approved_by: viewer.user_id,
      approved_by_name: viewer.user_name,
      approved_at: now,
      updated_at: now,
    })
    context.audit({
      entity: 'transaction.cis_suffered',
      entity_id: id,
      old_values: { status: row.status },
      new_values: { status: 'approved' },
    })
    return { id, status: 'approved' as const }
  },
})

/** Refused by the second person, or put right by another figure. */
export const withdrawCisSuffered = verb({
  ...decided,
  action_id: 'transaction.cis_suffered.withdraw',
  summary: 'Withdraws CIS deductions suffered of a month that is not closed, with the reason',
  who: who.withdraw,
  input: z.strictObject({ id: z.uuid(), reason: moneyReasonInput }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('withdrawn') }),
  run: async (context, { id, reason }) => {
    const { tx, viewer, clock } = context
    const row = await lockFigure(context, id, 'withdraw')
    const now = clock.now()
    await updateRow(tx, cis_suffered, id, {
      status: 'withdrawn',
      withdrawal_reason: reason,
      withdrawn_by_name: viewer.user_name,
      withdrawn_at: now,
      updated_at: now,
    })
    context.audit({
      entity: 'transaction.cis_suffered',
      entity_id: id,
      old_values: { status: row.status },
      new_values: { status: 'withdrawn', withdrawal_reason: reason },
    })
    return { id, status: 'withdrawn' as const }
  },
})

type Row = ReadRow<typeof cis_suffered, 'id status paye_scheme_id tax_year tax_month period_end created_by'>

/** @throws not_found, the refusal of the step, or precondition where a month that counts it is closed */
async function lockFigure(context: VerbContext, id: string, step: 'approve' | 'withdraw'): Promise<Row> {
  const { tx, viewer } = context
  const columns = 't.id, t.status, t.paye_scheme_id, t.tax_year, t.tax_month, t.period_end, t.created_by'
  const [seen] = await loadVisible<Row>(tx, viewer, 'transaction.cis_suffered', [id], { columns })
  if (!seen) throw notFound('CIS suffered')
  // The scheme before its figures, as the close of a month locks them.
  await lockScheme(context, seen.paye_scheme_id)
  const [row] = await loadVisible<Row>(tx, viewer, 'transaction.cis_suffered', [id], { columns, lock: true })
  if (!row) throw notFound('CIS suffered')
  requireCan(can[step](row, viewer))
  await requireOpenYear(context, row.paye_scheme_id, row.tax_year)
  const closed = await tx.row<{ period_end: Row['period_end'] }>(
    `select period_end from transaction.tax_month where paye_scheme_id = $1 and tax_year = $2 and tax_month >= $3
       and status = 'closed' order by tax_month limit 1`,
    [row.paye_scheme_id, row.tax_year, row.tax_month],
  )
  if (closed) throw precondition(closedCis(closed.period_end))
  return row
}
