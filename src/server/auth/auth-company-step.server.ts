/** The step of a sign-in that goes on at the business's own provider. */
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import type { Tx } from '../verb.ts'
import { type AskedProvider, askFor } from './auth-company.server.ts'
import { newToken } from './auth-cookie.ts'
import { linkHash } from './auth-link-token.ts'
import type { SignInMethod } from './auth-required.server.ts'
import { SECOND_STEP_SECONDS, type SecondStep } from './auth-second.server.ts'

/** @param methods shown already */
export async function openCompanyStep(
  tx: Tx,
  now: Instant,
  user_id: string,
  methods: readonly SignInMethod[],
  asked: AskedProvider,
): Promise<SecondStep> {
  const opened: SecondStep = {
    step: 'sso',
    methods: [],
    provider_name: asked.name,
    message: askFor(asked).message,
    challenge: newToken(),
    browser: newToken(),
    expires_at: instantFromMs(toMs(now) + SECOND_STEP_SECONDS * 1000),
  }
  await tx.run(
    `insert into auth.challenge (id_hash, user_id, kind, browser_hash, first_methods, created_at, expires_at, identity_provider_id)
     values ($1, $2, 'sso', $3, $4, $5, $6, $7)`,
    [
      linkHash(opened.challenge),
      user_id,
      linkHash(opened.browser),
      methods,
      now,
      opened.expires_at,
      asked.id,
    ],
  )
  return opened
}
