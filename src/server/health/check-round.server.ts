/**
 * The checks of `npm run verify` in production: every five minutes as many as fit in 20 seconds, the longest unasked
 * first. Their findings stand in platform.check_result.
 */
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '../database.ts'
import type { Log } from '../log.ts'
import { inSavepoint, inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { type Check, checksOf, inUtc } from '../verify.server.ts'

export const ROUND_MS = 300_000
const BUDGET_MS = 20_000

type Deps = {
  readonly database: Pick<Database, 'transaction' | 'booksKeys'>
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  readonly checks?: readonly Check[]
  readonly budget_ms?: number
}

export class CheckRounds {
  readonly #deps: Deps
  /** Checks that could not run here: they come last, so that they hold up nothing else. */
  readonly #failed = new Set<string>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @returns the number of checks made; 0 where another process makes them */
  run(): Promise<number> {
    return inTransaction(this.#deps.database, async (tx) => {
      // One moment for all statements of a check, so that work beside it is no fault.
      await tx.run('set transaction isolation level repeatable read')
      const mine = await tx.row<{ taken: boolean }>(
        `select pg_try_advisory_xact_lock(hashtext('stint check round')) as taken`,
      )
      if (!mine?.taken) return 0
      await inUtc(tx)
      const until_ms = performance.now() + (this.#deps.budget_ms ?? BUDGET_MS)
      let made = 0
      for (const check of await this.#inTurn(tx)) {
        if (made > 0 && performance.now() > until_ms) break
        await this.#make(tx, check)
        made += 1
      }
      return made
    })
  }

  async #inTurn(tx: Tx): Promise<Check[]> {
    const known = await tx.rows<{ says: string; checked_at: string }>(
      'select says, checked_at from platform.check_result',
    )
    const last = new Map(known.map(({ says, checked_at }) => [says, checked_at]))
    const rank = ({ says }: Check) => `${this.#failed.has(says) ? 1 : 0}${last.get(says) ?? ''}`
    return (this.#deps.checks ?? checksOf(this.#deps.database.booksKeys))
      .filter(({ is_note }) => !is_note)
      .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  }

  async #make(tx: Tx, { id, says, find }: Check): Promise<void> {
    const from_ms = performance.now()
    try {
      const broken = await inSavepoint(tx, () => find(tx))
      this.#failed.delete(says)
      await tx.run(
        `insert into platform.check_result (says, check_id, checked_at, took_ms, broken) values ($1, $2, $3, $4, $5)
         on conflict (says) do update set check_id = excluded.check_id, checked_at = excluded.checked_at,
           took_ms = excluded.took_ms, broken = excluded.broken`,
        [says, id, this.#deps.clock.now(), Math.round(performance.now() - from_ms), broken],
      )
      if (broken.length > 0) this.#deps.log.error({ check: id, broken: broken.length }, `broken: ${says}`)
    } catch (error) {
      this.#failed.add(says)
      this.#deps.log.error({ err: error, check: id }, 'a check of the books could not run')
    }
  }
}
