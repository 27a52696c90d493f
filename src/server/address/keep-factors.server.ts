/** The mailed link that keeps second factors which two administrators wanted to remove. */
import { z } from 'zod'
import { frozenAt } from '#kernel/clock.ts'
import { StintError } from '#kernel/errors.ts'
import { LINK_TOKEN_MAX, linkHash } from '../auth/auth-link-token.ts'
import type { LoginDeps } from '../auth/auth-login.server.ts'
import { queueSecurityNotice } from '../auth/auth-notice.server.ts'
import { missLink, requireLookup } from '../auth/auth-throttle.server.ts'
import { addressKey } from '../http/http-limits.ts'
import { parseInput } from '../http/input-errors.ts'
import { writeSecurityEvent } from '../security/security-write.server.ts'
import { inTransaction } from '../tx.ts'

const input = z.strictObject({ token: z.string().min(1).max(LINK_TOKEN_MAX) })

type Stopped = { readonly user_id: string; readonly asked_by: string; readonly decided_by: string | null }

/** @throws not_found for a link that is dead or never was, and after the reset */
export async function keepFactors(deps: LoginDeps, raw: unknown, ip: string): Promise<void> {
  const { token } = parseInput(input, raw)
  const { database, secret } = deps
  const clock = frozenAt(deps.clock)
  const lookup = { secret, net: addressKey(ip) }
  await requireLookup(database.session.pool, lookup, clock.now())
  const stopped = await inTransaction(database, async (tx) => {
    const row = await tx.row<Stopped>(
      `update auth.factor_reset_wait w set state = 'stopped', updated_at = $2
       from request.role_change r, auth.factor_reset_link l
       where l.token_hash = $1 and w.id = l.factor_reset_wait_id and r.id = w.role_change_id and w.state = 'waiting'
         and w.runs_at > $2
       returning w.user_id, r.asked_by, r.decided_by`,
      [linkHash(token), clock.now()],
    )
    if (!row) return false
    const { user_id } = row
    await writeSecurityEvent(tx, clock, { kind: 'factor_reset_stopped', outcome: 'ok', user_id })
    const person = await tx.row<{ name: string; email: string }>(
      'select name, email from platform."user" where id = $1',
      [user_id],
    )
    const says = `The reset of the second factors of ${person?.name} (${person?.email}) was stopped by a link in a mail to them.`
    const advice = 'Ask them in person or by telephone whether they lost their factors.'
    for (const told of [row.asked_by, row.decided_by])
      if (told !== null) await queueSecurityNotice({ tx, clock }, told, says, advice)
    await queueSecurityNotice({ tx, clock }, user_id, 'Your second factors stay: the reset was stopped.')
    return true
  })
  if (stopped) return
  await missLink(database.session.pool, lookup, clock.now())
  throw new StintError('not_found', 'This link is no longer valid.')
}
