import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { startJob } from '#server/job.server.ts'
import { verb } from '#server/verb.ts'
import { lockKey } from '../shared/lock-key.server.ts'
import { LEDGER_CHECK, ledger_checkers } from './ledger-check.rules.ts'

const input = z.strictObject({})

/**
 * "Prove it": runs every check of `npm run verify` on the running database and keeps a signed report (experience.md,
 * delight 19). One at a time: a second request of the same person returns the running one.
 */
export const startLedgerCheck = verb({
  action_id: 'ledger.check.start',
  since: '0.1.0',
  summary: 'Checks the whole ledger and keeps a signed report',
  machine: 'allowed',
  impersonator: 'allowed',
  who: ledger_checkers,
  input,
  output: z.strictObject({ job_id: z.uuid() }),
  run: async (context) => {
    const { tx, viewer } = context
    await lockKey(tx, LEDGER_CHECK, viewer.business_id)
    const going = await tx.row<{ id: string; user_id: string }>(
      `select id, user_id from platform.job where kind = $1 and business_id = $2 and status in ('queued', 'running')
         and deleted_at is null order by created_at desc limit 1`,
      [LEDGER_CHECK, viewer.business_id],
    )
    if (going?.user_id === viewer.user_id) return { job_id: going.id }
    if (going) throw precondition('A colleague’s check is under way: its report will stand on this page.')
    const job_id = await startJob(context, {
      kind: LEDGER_CHECK,
      action_id: context.action_id,
      label: 'Ledger check',
      input: {},
      total: 0,
    })
    context.audit({ entity: 'platform.job', entity_id: job_id, new_values: { kind: LEDGER_CHECK } })
    return { job_id }
  },
})
