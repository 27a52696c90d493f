/** The operator asks everybody for a second factor, or leaves it to roles and businesses. */
import { type Clock, frozenAt } from '#kernel/clock.ts'
import { formatInstant, type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import type { Database } from '../database.ts'
import { inTransaction } from '../tx.ts'
import { mailAdministrators } from './auth-operator.server.ts'

type Deps = { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock }

/** As long as the notice of a business. */
const NOTICE_MS = 24 * 60 * 60_000

export type FactorAsked = { readonly done: string; readonly mails: number }

/** @throws Error with a sentence for the operator when nothing changes */
export function askEverybody(deps: Deps, everybody: boolean): Promise<FactorAsked> {
  const clock = frozenAt(deps.clock)
  return inTransaction(deps.database, async (tx) => {
    const row = await tx.row<{ from: Instant | null }>(
      'select second_factor_from as "from" from platform.installation for update',
      [],
    )
    const had = row?.from ?? null
    if ((had !== null) === everybody)
      throw new Error(
        everybody
          ? 'Everybody is asked for a second factor already. Nothing was changed.'
          : 'Roles and businesses decide already. Nothing was changed.',
      )
    const from = everybody ? instantFromMs(toMs(clock.now()) + NOTICE_MS) : null
    await tx.run('update platform.installation set second_factor_from = $1', [from])
    const done =
      from === null
        ? 'Roles and businesses decide who signs in with a second factor'
        : `From ${formatInstant(from)} everybody signs in with a second factor`
    return { done, mails: await mailAdministrators({ tx, clock }, `${done}.`, null) }
  })
}
