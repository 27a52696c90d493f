/**
 * The running jobs of this process. The queue only wakes workers: platform.job and platform.outbox hold the work, and
 * a sweep finds work of killed workers.
 */
import { type Job, Logger, run } from 'graphile-worker'
import type pg from 'pg'
import { HELD_TASK } from '#business/approvable-work/held-work.rules.ts'
import { escalateWork } from '#business/decisions/escalate.job.ts'
import { queueDueDecisions, runHeldDecision } from '#business/decisions/run-held.job.ts'
import { closeOverImpersonations } from '#business/impersonation/close-over.job.ts'
import { importJobKind } from '#business/imports/import-parts.job.ts'
import { runImport } from '#business/imports/import-run.job.ts'
import { followNewKinds } from '#business/inbox/follow-kinds.job.ts'
import { tellJobsEnded, wakeSnoozed } from '#business/inbox/job-notices.server.ts'
import { mailDigest } from '#business/inbox/mail-digest.job.ts'
import { mailTasks } from '#business/inbox/mail-tasks.job.ts'
import { followRecords } from '#business/inbox/open-tasks.server.ts'
import { LEDGER_CHECK } from '#business/ledger/ledger-check.rules.ts'
import { runLedgerCheck } from '#business/ledger/ledger-check-run.job.ts'
import { queueDueLookups } from '#business/parties/company-status/company-status.job.ts'
import { removeRightFiles } from '#business/parties/papers/remove-right-files.job.ts'
import { removeEndedLinkFiles } from '#business/parties/self-service/end-link-files.job.ts'
import { queueDueVatChecks } from '#business/parties/vat-check/vat-check.job.ts'
import { queueDueReturns } from '#business/payroll/returns/send-return.job.ts'
import { compareRunWithSources } from '#business/payroll/run-sources/go-back.job.ts'
import { GO_BACK } from '#business/payroll/run-sources/pay-run-sources.job.ts'
import { workOnPayRun } from '#business/payroll/runs/pay-run.job.ts'
import { isRunJobKind } from '#business/payroll/runs/pay-run-job.server.ts'
import { runDueFactorResets } from '#business/people/run-factor-reset.job.ts'
import { allowedNetworks } from '#business/shared/public-address.rules.ts'
import { WebhookSlots } from '#business/webhooks/webhook-slots.job.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { toMs } from '#kernel/instant.ts'
import { traced } from '#kernel/tracing.ts'
import { newUuid } from '#kernel/uuid.ts'
import { expireInvitations } from './auth/auth-invitation.server.ts'
import { sweepThrottle } from './auth/auth-throttle.server.ts'
import { baseUrl } from './base-url.server.ts'
import type { Installation } from './commands/command-installation.ts'
import type { Working } from './commands/command-parts.ts'
import { runDaily } from './daily.server.ts'
import { expireExports } from './export/export-expire.server.ts'
import { runExport } from './export/export-run.server.ts'
import { isConnectionLoss } from './failure.ts'
import { job_seconds } from './health/metrics.ts'
import { EXPORT_KIND, JOB_TASK, type JobStep, readJob } from './job.server.ts'
import { forgetLeases } from './job-lease.server.ts'
import { JobSlots, type JobTurn } from './job-slots.server.ts'
import { type Log, openLog } from './log.ts'
import { deliverOutbox, type Topic } from './mail/outbox-deliver.server.ts'
import { topics as productTopics } from './mail/outbox-topics.ts'
import { OutboxTurns } from './mail/outbox-turns.ts'
import { OUTBOX_FLAGS, OUTBOX_TASK } from './mail/outbox-write.server.ts'
import { expireRendered } from './pdf/pdf-kept.server.ts'
import { runJob } from './run-job.server.ts'
import { anchorDay } from './seals/anchor-write.server.ts'
import { spent_security_events } from './security/security-days.server.ts'
import { keepCertificateEnd } from './signing/signing-end.server.ts'
import { openFiles, renderedFiles } from './storage.server.ts'
import { inTransaction } from './tx.ts'

type WorkerOptions = {
  readonly clock?: Clock
  readonly log?: Log
  readonly jobs?: ReadonlyMap<string, JobStep>
  readonly topics?: ReadonlyMap<string, Topic>
}

const CONCURRENCY = 4
const SWEEP_MS = 15_000
/** Slots look for jobs of other servers and of lost workers. */
const LOOK_MS = 2_000
/** A message without a try for this long has lost its worker. */
const STALE_SECONDS = 30

type OutboxPayload = { readonly id: string }

/** Queue rows of killed workers, replaced long ago by sweeping. Their truth is in our own tables. */
const spent = `delete from graphile_worker._private_jobs
  where attempts >= max_attempts and coalesce(locked_at, created_at) < now() - interval '4 hours'`

/** Sends graphile-worker's messages to our log; its chatter only for debugging. */
function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}

/** Queues abandoned messages again; jobs are found by their leases. */
async function sweep({ database }: Pick<Installation, 'database'>): Promise<void> {
  await inTransaction(database, async (tx) => {
    // Failed work waits in the queue for its retry; the rest lost its worker.
    await tx.rows(
      `select from (select id, ${OUTBOX_FLAGS} as flags from platform.outbox
         where delivered_at is null and not is_held
           and case when lease_until is not null then lease_until <= now()
             else attempts = 0 and created_at <= now() - make_interval(secs => ${STALE_SECONDS}) end) o,
         graphile_worker.add_job('${OUTBOX_TASK}', json_build_object('id', o.id), job_key := 'outbox:' || o.id,
           flags := o.flags)`,
    )
  })
}

type AnyJobDeps = Parameters<typeof runImport>[0] &
  Parameters<typeof runExport>[0] &
  Parameters<typeof runLedgerCheck>[0] &
  Parameters<typeof runJob>[0]

/** Runs a job by its kind: an import, an export, a ledger check, work on a pay run, or a bulk action. */
async function runAnyJob(given: Omit<AnyJobDeps, 'isStopping'>, turn: JobTurn): ReturnType<typeof runJob> {
  const { job_id, isStopping, isSliceOver } = turn
  const deps = { ...given, isStopping }
  const asked = await readJob(deps.database, job_id)
  const timed = <T>(kind: string, work: () => Promise<T>) =>
    measured(kind, () => traced('job', { 'stint.job': kind }, work, asked?.traceparent))
  const import_kind = await importJobKind(deps.database, job_id)
  if (import_kind) return timed('import', () => runImport(deps, import_kind, job_id))
  const kind = asked?.kind
  if (kind === EXPORT_KIND) return timed('export', () => runExport(deps, job_id))
  if (kind === LEDGER_CHECK) return timed('ledger check', () => runLedgerCheck(deps, job_id))
  if (kind !== undefined && isRunJobKind(kind)) return timed('pay run', () => workOnPayRun(deps, job_id))
  if (kind === GO_BACK) return timed('pay run', () => compareRunWithSources(deps, job_id))
  return timed('bulk action', () => runJob({ ...deps, isStopping: isSliceOver }, job_id))
}

async function measured<T>(kind: string, work: () => Promise<T>): Promise<T> {
  const end = job_seconds.startTimer({ kind })
  try {
    return await work()
  } finally {
    end()
  }
}

type Turning = { readonly turns: OutboxTurns; readonly queue: Pick<pg.Pool, 'query'> }

/** Delivers in a turn of the message's business. Without one it is queued again: two slots may pick at once. */
async function inTurn(
  { turns, queue }: Turning,
  id: string,
  flags: Job['flags'],
  deliver: () => Promise<void>,
): Promise<void> {
  const [flag] = Object.keys(flags ?? {})
  if (flag === undefined) return deliver()
  const leave = turns.enter(flag)
  if (leave === null) {
    await queue.query(
      `select graphile_worker.add_job('${OUTBOX_TASK}', json_build_object('id', $1::uuid), job_key := 'outbox:' || $1,
         flags := array[$2], run_at := now() + interval '1 second')`,
      [id, flag],
    )
    return
  }
  try {
    await deliver()
  } finally {
    leave()
  }
}

/** The inbox follows the clock: ended jobs are announced, snoozed rows come back, mails go out. The sweep repeats it. */
async function followTime({
  database,
  clock,
  settings,
  log,
}: Pick<Installation, 'database' | 'settings'> & {
  readonly clock: Clock
  readonly log: Log
}): Promise<void> {
  await apart(log, 'the inbox did not follow the clock', () =>
    inTransaction(database, async (tx) => {
      await tellJobsEnded(tx, clock.now())
      await wakeSnoozed(tx, clock.now())
      const base = await baseUrl(tx, settings)
      await mailTasks({ tx, clock, base })
      await mailDigest({ tx, clock, base })
    }),
  )
}

/** A part of the upkeep: its fault does not stop the others, and the next round repeats it. */
async function apart(log: Log, fault: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isConnectionLoss(error)) log.error({ err: error }, fault)
  }
}

const QUARTER_MS = 900_000
const DAY_MS = 86_400_000

/** Runs a part at most once in this time: the upkeep itself runs every few seconds. */
function atMostEvery(pause_ms: number, clock: Clock, work: () => Promise<void>): () => Promise<void> {
  let next_ms = 0
  return async () => {
    const now_ms = toMs(clock.now())
    if (now_ms < next_ms) return
    next_ms = now_ms + pause_ms
    await work()
  }
}

type SlowDeps = Parameters<typeof keepCertificateEnd>[0] & Omit<Parameters<typeof escalateWork>[0], 'follow'>

/** Parts of the upkeep that are done less often. */
const slowParts = (deps: SlowDeps) => ({
  remind: atMostEvery(QUARTER_MS, deps.clock, () => escalateWork({ ...deps, follow: followRecords })),
  watchCertificate: atMostEvery(DAY_MS, deps.clock, () => keepCertificateEnd(deps)),
})

/** Background upkeep: abandoned work, the day's work, expired files. */
async function tidy(
  deps: Pick<Installation, 'database' | 'anchors' | 'settings'> &
    Parameters<typeof expireExports>[0] &
    Parameters<typeof expireRendered>[0] & { readonly log: Log } & ReturnType<typeof slowParts>,
): Promise<void> {
  const { database, clock, log, anchors } = deps
  await apart(log, 'reminders of waiting work failed', deps.remind)
  await apart(log, 'the end of the signing certificate is not known', deps.watchCertificate)
  await apart(log, 'sweeping for left-behind work failed', async () => {
    await sweep(deps)
    await queueDueDecisions(deps)
    await queueDueReturns(deps)
    await queueDueVatChecks(deps)
    await queueDueLookups(deps)
    await runDueFactorResets({ database, clock })
    await sweepThrottle(database.app, clock.now())
    await inTransaction(database, (tx) => expireInvitations(tx, clock.now()))
    await closeOverImpersonations({ database, clock })
    await runDaily({ database, clock })
    await followNewKinds({ database, clock })
    await followTime(deps)
    if (anchors !== null) await anchorDay(deps, anchors)
    await inTransaction(database, (tx) => tx.run(spent_security_events))
    await expireExports(deps)
    await removeRightFiles(deps)
    await removeEndedLinkFiles(deps)
    await expireRendered(deps)
    await database.app.query(spent)
  })
}

/**
 * The queue records a failed job in a promise that nobody awaits; a lost database would then end the process. The
 * sweep takes the work up again. Other rejections end the process as before.
 */
function outliveLoss(log: Log): (error: unknown) => void {
  const onRejection = (error: unknown) => {
    if (!isConnectionLoss(error)) throw error
    log.error({ err: error }, 'the queue lost the database')
  }
  process.on('unhandledRejection', onRejection)
  return onRejection
}

/** Starts waiting work in free slots. A lost database is met again at the next look. */
async function fillAll(all: readonly { readonly fill: () => Promise<unknown> }[], log: Log): Promise<void> {
  try {
    await Promise.all(all.map((slots) => slots.fill()))
  } catch (error) {
    if (!isConnectionLoss(error)) log.error({ err: error }, 'jobs or deliveries could not be picked')
  }
}

/** Starts the jobs and deliveries, until closed. */
export async function startWorker(
  installation: Pick<Installation, 'settings' | 'database' | 'sessionSecret'> &
    Partial<Pick<Installation, 'anchors'>>,
  options: WorkerOptions = {},
): Promise<Working> {
  const { settings, sessionSecret: session_secret } = installation
  const database = { ...installation.database, ...installation.database.jobs }
  const log = options.log ?? openLog(settings.logLevel)
  const clock = options.clock ?? systemClock
  const { anchors = null } = installation
  const deps = {
    database,
    clock,
    settings,
    log,
    files: openFiles(settings.files),
    rendered: renderedFiles(settings.files),
    anchors,
  }
  const topics = options.topics ?? productTopics
  const onRejection = outliveLoss(log)

  const own = {
    ...deps,
    shared_database: database,
    session_secret,
    ...(options.jobs && { jobs: options.jobs }),
  }
  const work = (turn: JobTurn) =>
    runAnyJob({ ...own, database: { ...database, transaction: turn.transaction } }, turn).finally(() =>
      followTime(deps),
    )
  const slots = new JobSlots({ database, node_id: newUuid(clock), log, work })
  // The embedded database serves one process, and that is this one.
  if (settings.databaseUrl === null) await forgetLeases(database)
  const webhooks = new WebhookSlots({ ...deps, posting: { allowed: allowedNetworks(settings.webhookAllow) } })
  const deliveries = new OutboxTurns()
  const runner = await run({
    pgPool: database.queue,
    concurrency: CONCURRENCY,
    pollInterval: 2_000,
    // The command that started us listens to signals and closes us.
    noHandleSignals: true,
    logger: queueLogger(log),
    parsedCronItems: [],
    forbiddenFlags: () => deliveries.full(),
    taskList: {
      [OUTBOX_TASK]: (payload, { job }) => {
        const { id } = payload as OutboxPayload // Queued by writeOutbox.
        const turns = { turns: deliveries, queue: database.queue }
        return inTurn(turns, id, job.flags, () => deliverOutbox(deps, topics, id, job))
      },
      // Queued by holdDecision.
      [HELD_TASK]: (payload) => runHeldDecision({ database, clock }, (payload as OutboxPayload).id), // Like a message: the id alone.
      // Queued by queueJob: there is work for a free slot.
      [JOB_TASK]: () => slots.fill(),
    },
  })
  // Only closing ends it; the queue logs anything else.
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'the queue ended'))

  const upkeep = { ...deps, ...slowParts(deps) }
  await tidy(upkeep)
  await slots.fill()
  const timers = [
    setInterval(() => void tidy(upkeep), SWEEP_MS).unref(),
    setInterval(() => void fillAll([slots, webhooks], log), LOOK_MS).unref(),
  ]
  return {
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([runner.stop(), slots.close(), webhooks.close()])
      process.off('unhandledRejection', onRejection)
    },
  }
}
