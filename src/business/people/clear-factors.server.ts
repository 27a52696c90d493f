import type { Clock } from '#kernel/clock.ts'
import type { Tx } from '#server/verb.ts'

/**
 * Takes the second factors of a person away, with recovery codes and known browsers. Where their roles need a factor, a
 * link by mail comes before the next one. Callers end the sessions. @returns how many browsers were known
 */
export async function clearFactors(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  user_id: string,
): Promise<number> {
  await tx.run('delete from auth.factor where user_id = $1', [user_id])
  await tx.run('delete from auth.recovery_code where user_id = $1', [user_id])
  await tx.run(
    `insert into auth.factor_reset (user_id, reset_at) values ($1, $2)
     on conflict (user_id) do update set reset_at = excluded.reset_at`,
    [user_id, clock.now()],
  )
  return tx.run('delete from auth.device where user_id = $1', [user_id])
}
