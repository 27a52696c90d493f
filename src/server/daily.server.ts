/** The product's own daily work, once a London day, by the first process that sees the day. */
import { runCreditControl } from '#business/credit-control/run-credit-control.server.ts'
import { judgeAllDebt } from '#business/funding/judge-daily.server.ts'
import { tellAnswersDue } from '#business/inbox/determination-tasks.server.ts'
import { followAll } from '#business/inbox/open-tasks.server.ts'
import { tellLimitsEnding } from '#business/inbox/tell-limits-ending.server.ts'
import { tellPapersEnding } from '#business/inbox/tell-papers-ending.server.ts'
import { expirePapers } from '#business/parties/compliance/compliance-status.server.ts'
import { expireDrafts, settleParties } from '#business/parties/onboarding/party-steps.server.ts'
import { openRunsAhead } from '#business/payroll/ahead/open-runs-ahead.server.ts'
import { expireRoleChanges } from '#business/people/end-role-change.server.ts'
import { raiseStartedPerms } from '#business/perm-placements/raise-perm-placements.server.ts'
import { followChangedAwr } from '#business/placements/agency-workers/follow-awr.server.ts'
import { recheckPlacements } from '#business/placements/checks/recheck-placements.server.ts'
import { expirePlacements } from '#business/placements/expire-placements.server.ts'
import { sendReports } from '#business/report-mailing/report-send.job.ts'
import { expireDocuments, followEnvelopes, remindSigners } from '#business/signing/expire-signing.server.ts'
import { applyDueTerms } from '#business/terms/apply-payment-terms.server.ts'
import { expireTyped } from '#business/timesheets/expire-typed.server.ts'
import { generateTimesheets } from '#business/timesheets/generate-timesheets.server.ts'
import { expireDeliveries } from '#business/webhooks/expire-deliveries.job.ts'
import type { Clock } from '#kernel/clock.ts'
import { frozenAt } from '#kernel/clock.ts'
import { writeAudit } from './audit-write.server.ts'
import { claimOnce } from './claim-once.server.ts'
import type { Database } from './database.ts'
import { type OutboxItem, writeOutbox } from './mail/outbox-write.server.ts'
import { keepSecurityDays } from './security/security-days.server.ts'
import { SYSTEM } from './system-user.ts'
import { inTransaction } from './tx.ts'
import type { AuditEntry, Tx, VerbContext } from './verb.ts'

/**
 * Runs the day's work once: timesheets of new periods, placements that start or end, debt past its funding age,
 * reminders, scheduled reports. The mark and the work commit together.
 * @returns whether this call did it
 */
export async function runDaily({
  database,
  clock,
}: {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
}): Promise<boolean> {
  const now = frozenAt(clock)
  return inTransaction(database, async (tx) => {
    if (!(await claimOnce(tx, { key: `daily:${now.today()}`, action_id: 'daily', at: now.now() })))
      return false
    await writeOwn(tx, now, await expirePapers({ tx, clock: now }))
    await generateTimesheets({ tx, clock: now })
    await writeOwn(tx, now, await expirePlacements({ tx, clock: now }, SYSTEM))
    await writeOwn(tx, now, await settleParties({ tx, clock: now }))
    await expireDrafts({ tx, clock: now })
    await writeOwn(tx, now, await recheckPlacements({ tx, clock: now }, SYSTEM))
    await followChangedAwr(tx, now.now())
    await expireTyped({ tx, clock: now })
    await expireRoleChanges(tx, now.now())
    await applyDueTerms({ tx, clock: now })
    const queued: OutboxItem[] = []
    const enqueue: VerbContext['enqueue'] = (topic, fact_key, payload) =>
      void queued.push({ topic, fact_key, payload })
    await raiseStartedPerms({ tx, clock: now, enqueue })
    await writeOwn(tx, now, await openRunsAhead({ tx, clock: now, user_id: SYSTEM }))
    await writeOwn(tx, now, await expireDocuments({ tx, clock: now, enqueue }))
    await remindSigners({ tx, clock: now, enqueue })
    await followEnvelopes({ tx, clock: now, enqueue })
    await writeOwn(tx, now, await judgeAllDebt({ tx, clock: now, enqueue }))
    await writeOutbox(tx, [...queued, ...(await runCreditControl({ tx, clock: now }))])
    await writeOwn(tx, now, await sendReports({ tx, clock: now }))
    await writeOwn(tx, now, await keepSecurityDays(tx, now.today()))
    await expireDeliveries(tx, now.now())
    await followAll(tx, now.now())
    await tellPapersEnding(tx, now.now(), now.today())
    await tellLimitsEnding(tx, now.now(), now.today())
    await tellAnswersDue(tx, now.now(), now.today())
    return true
  })
}

/** Changes of the night go to the audit log of the business concerned, in the product's name. */
async function writeOwn(
  tx: Tx,
  clock: Clock,
  changed: ReadonlyMap<string, readonly AuditEntry[]>,
): Promise<void> {
  for (const [business_id, entries] of changed) {
    const viewer = { user_id: SYSTEM, impersonator_user_id: null, business_id }
    await writeAudit(tx, { viewer, action_id: 'daily', at: clock.now() }, entries)
  }
}
