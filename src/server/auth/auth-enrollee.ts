import type { FastifyRequest } from 'fastify'
import { notFound } from '#kernel/errors.ts'
import type { HttpContext } from '../http/http-context.ts'
import { inTransaction } from '../tx.ts'
import { openChallengeOf } from './auth-second.server.ts'
import { confirmedViewer } from './step-up-http.ts'

type Enrollee = { readonly id: string; readonly email: string; readonly name: string }

/**
 * The person who sets up a second factor: of a sign-in that needs its first one, else of the session, confirmed in the
 * last five minutes.
 */
export async function enrollee(
  context: HttpContext,
  request: FastifyRequest,
  { challenge, browser }: { readonly challenge: string | undefined; readonly browser: string },
): Promise<Enrollee> {
  const { database, clock } = context
  const viewer = challenge === undefined ? await confirmedViewer(context, request) : null
  return inTransaction(database.session, async (tx) => {
    const held = { challenge: challenge ?? '', browser }
    const user_id = viewer?.user_id ?? (await openChallengeOf(tx, clock, held, 'enrol')).user_id
    const user = await tx.row<Enrollee>('select id, email, name from platform."user" where id = $1', [
      user_id,
    ])
    if (!user) throw notFound('User')
    return user
  })
}
