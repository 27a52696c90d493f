/** Carries approved resets of second factors out after their day. */
import { type Clock, frozenAt } from '#kernel/clock.ts'
import type { Database } from '#server/database.ts'
import { writeOutbox } from '#server/mail/outbox-write.server.ts'
import { writeSecurityEvent } from '#server/security/security-write.server.ts'
import { inTransaction } from '#server/tx.ts'
import { clearFactors } from './clear-factors.server.ts'
import { endSignIns } from './end-sign-ins.server.ts'
import { factor_reset_topic } from './reset-factors.server.ts'

type Deps = { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock }

/** All that are due, each once: its mark and its work commit together. */
export async function runDueFactorResets(deps: Deps): Promise<void> {
  while (await runOne(deps)) {
    // The next one.
  }
}

function runOne({ database, clock: given }: Deps): Promise<boolean> {
  const clock = frozenAt(given)
  return inTransaction(database, async (tx) => {
    const due = await tx.row<{ id: string; user_id: string; by: string }>(
      `update auth.factor_reset_wait w set state = 'done', updated_at = $1
       from request.role_change r
       where r.id = w.role_change_id and w.id = (select d.id from auth.factor_reset_wait d
         where d.state = 'waiting' and d.runs_at <= $1 order by d.runs_at, d.id limit 1 for update skip locked)
       returning w.id, w.user_id, r.asked_by_name || ' and ' || coalesce(r.decided_by_name, 'the operator') as by`,
      [clock.now()],
    )
    if (!due) return false
    const { id, user_id, by } = due
    await clearFactors({ tx, clock }, user_id)
    await endSignIns(tx, user_id)
    await writeSecurityEvent(tx, clock, { kind: 'factor_reset', outcome: 'ok', user_id, says: by })
    const payload = { step: 'done', user_id, by }
    await writeOutbox(tx, [{ topic: factor_reset_topic, fact_key: `factor-reset-done:${id}`, payload }])
    return true
  })
}
