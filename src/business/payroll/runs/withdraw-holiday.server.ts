/** Takes the holiday movements of withdrawn payslips back: the books mirror each, and holidays wait for their pay again. */
import type { VerbContext } from '#server/verb.ts'
import { reverseEntry } from '../../ledger/post.server.ts'
import type { IssuedSlip } from './reopen-hindrance.server.ts'

export async function withdrawHoliday(context: VerbContext, slips: readonly IssuedSlip[]): Promise<void> {
  const { tx, clock } = context
  const ids = slips.map(({ id }) => id)
  const moves = await tx.rows<{ id: string; transaction_id: string | null }>(
    `update transaction.holiday_movement m set deleted_at = $2, updated_at = $2 where m.payslip_id = any ($1) and m.deleted_at is null
     returning m.id, (select t.id from ledger.transaction t where t.fact_key = 'holiday:' || m.id) as transaction_id`,
    [ids, clock.now()],
  )
  // A movement of hours alone has no entry.
  for (const { id, transaction_id } of moves)
    if (transaction_id !== null)
      await reverseEntry(context, {
        kind: 'payroll',
        source_entity: 'transaction.holiday_movement',
        source_id: id,
        fact_key: `holiday-withdrawn:${id}`,
        post_date: clock.today(),
        transaction_id,
      })
  const holidays = await tx.rows<{ id: string }>(
    `update transaction.holiday set status = 'approved', payslip_id = null, updated_at = $2
     where payslip_id = any ($1) and status = 'paid' returning id`,
    [ids, clock.now()],
  )
  for (const { id } of holidays)
    context.audit({
      entity: 'transaction.holiday',
      entity_id: id,
      old_values: { status: 'paid' },
      new_values: { status: 'approved' },
    })
}
