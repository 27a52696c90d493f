/**
 * The checks of `npm run verify` in production, every five minutes: first of the changes since the last round, then of all
 * rows. A check of all rows takes at most a five-thousandth of the time, and runs at least once a day.
 */
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '../database.ts'
import type { Log } from '../log.ts'
import { inSavepoint, inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { type Check, checksOf, inUtc, SHOWN } from '../verify.server.ts'
import { type Changes, readChanges } from './changes.server.ts'

export const ROUND_MS = 300_000
const BUDGET_MS = 20_000
/** Seconds until the next turn, for each millisecond that the last one took; at most a day less a round. */
const REST = 5
const REST_MAX_S = 85_800
/** Sealed transactions of a chain that are judged at once. */
const BATCH = 2000

type Deps = {
  readonly database: Pick<Database, 'transaction' | 'booksKeys'>
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  readonly checks?: readonly Check[]
  readonly budget_ms?: number
  readonly batch?: number
}

type Found = { readonly broken: string[]; is_due: boolean }

export class CheckRounds {
  readonly #deps: Deps
  /** Checks that could not run here: they come last, so that they hold up nothing else. */
  readonly #failed = new Set<string>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @returns the number of checks made of all rows; 0 where another process makes them */
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
      await this.#forgetFormer(tx)
      await this.#judgeChanges(tx, until_ms)
      let made = 0
      for (const check of await this.#inTurn(tx)) {
        if (made > 0 && performance.now() > until_ms) break
        await this.#make(tx, check)
        made += 1
      }
      return made
    })
  }

  /** A check of former words runs no more: its last finding would keep its alarm for ever. */
  async #forgetFormer(tx: Tx): Promise<void> {
    await tx.run('delete from platform.check_result where says <> all ($1)', [
      this.#checks.map(({ says }) => says),
    ])
  }

  get #checks(): readonly Check[] {
    return (this.#deps.checks ?? checksOf(this.#deps.database.booksKeys)).filter(({ is_note }) => !is_note)
  }

  /** Changes that cannot be read stay before the cursor, for the next round. */
  async #judgeChanges(tx: Tx, until_ms: number): Promise<void> {
    const { database, clock, log, batch = BATCH } = this.#deps
    const checks = this.#checks.filter(({ findChanged }) => findChanged)
    const found = new Map<Check, Found>(checks.map((check) => [check, { broken: [], is_due: false }]))
    try {
      await inSavepoint(tx, async () => {
        let until: string | null
        do {
          const changes = await readChanges(tx, database.booksKeys, batch)
          for (const [check, so_far] of found) await this.#findChanged(tx, changes, check, so_far)
          until = changes.until
        } while (until !== null && performance.now() < until_ms)
        await keepFound(tx, found, until ?? clock.now())
      })
    } catch (error) {
      log.error({ err: error }, 'what changed in the books could not be checked')
    }
  }

  async #findChanged(tx: Tx, changes: Changes, check: Check, found: Found): Promise<void> {
    const { id, says, findChanged } = check
    try {
      const broken = await inSavepoint(tx, async () => (await findChanged?.(tx, changes)) ?? [])
      if (broken.length === 0) return
      found.broken.push(...broken)
      this.#deps.log.error({ check: id, broken: broken.length }, `broken among the changes: ${says}`)
    } catch (error) {
      this.#deps.log.error({ err: error, check: id }, 'a check of changes could not run')
    }
    found.is_due = true
  }

  async #inTurn(tx: Tx): Promise<Check[]> {
    const resting = await tx.rows<{ says: string; checked_at: string; rests: boolean; is_due: boolean }>(
      `select says, checked_at, is_due, checked_at + make_interval(secs => least(took_ms * ${REST}, ${REST_MAX_S})) > $1 as rests
       from platform.check_result where checked_at is not null`,
      [this.#deps.clock.now()],
    )
    const last = new Map(resting.map((row) => [row.says, row]))
    const rank = ({ says }: Check) => {
      const row = last.get(says)
      return `${this.#failed.has(says) ? 1 : 0}${row?.is_due ? '' : (row?.checked_at ?? '')}`
    }
    return this.#checks
      .filter(({ says }) => !last.get(says)?.rests || last.get(says)?.is_due)
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
           took_ms = excluded.took_ms, broken = excluded.broken, is_due = false`,
        [says, id, this.#deps.clock.now(), Math.round(performance.now() - from_ms), broken],
      )
      if (broken.length > 0) this.#deps.log.error({ check: id, broken: broken.length }, `broken: ${says}`)
    } catch (error) {
      this.#failed.add(says)
      this.#deps.log.error({ err: error, check: id }, 'a check of the books could not run')
    }
  }
}

/** A fault among the changes stays until a check of all rows says otherwise. */
async function keepFound(tx: Tx, found: ReadonlyMap<Check, Found>, changed_at: string): Promise<void> {
  const rows = [...found].map(([{ id, says }, { broken, is_due }]) => ({
    id,
    says,
    broken: broken.slice(0, SHOWN),
    is_due,
  }))
  await tx.run(
    `insert into platform.check_result as r (says, check_id, changed_at, broken, is_due)
     select f.says, f.id, $2, f.broken, f.is_due from jsonb_to_recordset($1) as f (id text, says text, broken text[], is_due boolean)
     on conflict (says) do update set check_id = excluded.check_id, changed_at = excluded.changed_at,
       broken = case when excluded.broken = '{}' then r.broken else excluded.broken end, is_due = r.is_due or excluded.is_due`,
    [JSON.stringify(rows), changed_at],
  )
}
