/** After a reset of the second factor the password alone sets up no new one: a link by mail comes before it. */
import type { Tx } from '../verb.ts'
import { needsSecondFactor } from './auth-required.server.ts'

/** True until a factor is set up. People without the need of one sign in by password. */
export async function enrolsByMail(tx: Tx, user_id: string): Promise<boolean> {
  const reset = await tx.row(
    `select 1 as one from auth.factor_reset r where r.user_id = $1
       and not exists (select from auth.factor f where f.user_id = r.user_id and f.confirmed_at >= r.reset_at)`,
    [user_id],
  )
  return reset !== undefined && needsSecondFactor(tx, user_id)
}
