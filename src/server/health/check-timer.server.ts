/** Runs the rounds of checks and judges alarms beside the jobs of a worker. */
import type { Clock } from '#kernel/clock.ts'
import type { Working } from '../commands/command-parts.ts'
import type { Database } from '../database.ts'
import { isConnectionLoss } from '../failure.ts'
import type { Log } from '../log.ts'
import { ALARM_MS, judgeAlarms } from './alarm.server.ts'
import { CheckRounds, ROUND_MS } from './check-round.server.ts'
import type { OutsideAges } from './outside-ages.server.ts'
import type { Readiness } from './readiness.server.ts'

export function startChecks(deps: {
  readonly database: Pick<Database, 'transaction' | 'booksKeys'>
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  readonly readiness: Pick<Readiness, 'measure'>
  readonly outside: () => Promise<OutsideAges>
}): Working {
  const { log, readiness, outside } = deps
  const rounds = new CheckRounds(deps)
  let under_way: Promise<unknown> = Promise.resolve()
  /** One after the other; the next turn repeats work that a lost database prevented. */
  const then = (work: () => Promise<unknown>) => {
    under_way = under_way.then(work).catch((error: unknown) => {
      if (!isConnectionLoss(error)) log.error({ err: error }, 'checks and alarms could not run')
    })
  }
  const judge = async () => {
    const { disk_free_ratio } = await readiness.measure()
    // A backup folder that cannot be read holds up no other alarm.
    const ages = await outside().catch((error: unknown) => {
      log.error({ err: error }, 'the age of the backup could not be read')
      return { backup: { full_s: null, is_archiving: false, archive_s: null }, certificate_days: null }
    })
    return judgeAlarms(deps, { disk_free_ratio, running_s: process.uptime(), ...ages })
  }
  const checking = setInterval(() => then(() => rounds.run()), ROUND_MS).unref()
  const judging = setInterval(() => then(judge), ALARM_MS).unref()
  return {
    close: async () => {
      clearInterval(checking)
      clearInterval(judging)
      await under_way
    },
  }
}
