/** The end of a sign-in at a provider (people, Google and Microsoft): the person of the account, or nobody. */
import type { Viewer } from '#entity/access.ts'
import { isStintError } from '#kernel/errors.ts'
import { acceptVouched } from '../auth/auth-invitation.server.ts'
import {
  type ByMail,
  type Caller,
  type Entered,
  type LoginDeps,
  signInOrMail,
} from '../auth/auth-login.server.ts'
import type { SecondStep } from '../auth/auth-second.server.ts'
import type { OutsideKind } from '../settings/settings-outside.ts'
import { inTransaction } from '../tx.ts'
import { linkAccount, noteUse, personOf } from './identity.server.ts'
import type { Purpose } from './oidc-state.server.ts'
import { accountOf, type OutsideAccount, type OutsideClaims, vouchesFor } from './outside-claims.rules.ts'

/** Pages have a text for each (src/web/core/outside.ts). */
export type OutsideFault =
  | 'failed'
  | 'cancelled'
  | 'unavailable'
  | 'not_linked'
  | 'linked_elsewhere'
  | 'inactive'
  | 'own_factor'

export type OutsideEnd =
  | Entered
  | ByMail
  | SecondStep
  | { readonly linked: true }
  | { readonly error: OutsideFault }

/** A new person has used their invitation up, so its page is no place to return to. */
export type Ended = { readonly end: OutsideEnd; readonly has_joined: boolean }

/** @param viewer the session of this browser, asked for where an account is linked */
export async function endOutside(
  deps: LoginDeps,
  purpose: Purpose & { readonly provider: OutsideKind },
  claims: OutsideClaims,
  { caller, viewer }: { readonly caller: Caller; readonly viewer: Viewer | null },
): Promise<Ended> {
  const as = (end: OutsideEnd, has_joined = false): Ended => ({ end, has_joined })
  const account = accountOf(purpose.provider, claims)
  if (account === null)
    return as(await refuse(deps, { error: 'failed', user_id: null, says: 'no account in the claims' }))
  if (purpose.link_user_id !== null) return as(await link(deps, purpose.link_user_id, account, viewer))
  const { database, clock } = deps
  const known = await inTransaction(database.session, (tx) => personOf(tx, account))
  if (known) {
    await inTransaction(database, (tx) => noteUse({ tx, clock }, account))
    return as(await enter(deps, known, account, caller))
  }
  const { provider, invitation_hash } = purpose
  const vouches = (email: string) => vouchesFor(provider, claims, email)
  const joined = invitation_hash && (await joinVouched(deps, invitation_hash, account, vouches))
  if (joined !== null) return as(await enter(deps, joined, account, caller), true)
  return as(await refuse(deps, { error: 'not_linked', user_id: null, says: `${account.name}: not linked` }))
}

/** In a session of the person who asked; a second session in the browser means another person. */
async function link(
  deps: LoginDeps,
  user_id: string,
  account: OutsideAccount,
  viewer: Viewer | null,
): Promise<OutsideEnd> {
  const { database, clock } = deps
  if (viewer?.user_id !== user_id || viewer.impersonator_user_id !== null)
    return refuse(deps, { error: 'failed', user_id, says: 'another session than at the start' })
  const is_theirs = await inTransaction(database, (tx) => linkAccount({ tx, clock }, user_id, account))
  if (is_theirs) return { linked: true }
  return refuse(deps, {
    error: 'linked_elsewhere',
    user_id,
    says: `${account.name}: linked to somebody else`,
  })
}

/** @returns the new person of an invitation; null where the account does not prove its address */
export async function joinVouched(
  deps: LoginDeps,
  invitation_hash: Buffer,
  account: OutsideAccount,
  vouches: (email: string) => boolean,
): Promise<{ id: string; email: string; is_active: boolean } | null> {
  try {
    const joined = await acceptVouched(deps, invitation_hash, vouches, async (tx, user_id) => {
      const is_theirs = await linkAccount({ tx, clock: deps.clock }, user_id, account)
      if (!is_theirs) throw new Error('The account was linked to somebody else meanwhile.')
    })
    return joined && { id: joined.user_id, email: account.label, is_active: true }
  } catch (error) {
    // The invitation has ended while its reader was at the provider.
    if (isStintError(error)) return null
    throw error
  }
}

async function enter(
  deps: LoginDeps,
  user: { readonly id: string; readonly email: string; readonly is_active: boolean },
  { name }: OutsideAccount,
  caller: Caller,
): Promise<OutsideEnd> {
  try {
    return await signInOrMail(deps, user, caller, name, { methods: ['oidc'], through: null })
  } catch (error) {
    // Noted by the sign-in itself.
    if (isStintError(error) && error.code === 'not_allowed') return { error: 'inactive' }
    throw error
  }
}

/** The log says why; the page does not. */
export async function refuse(
  { security }: Pick<LoginDeps, 'security'>,
  {
    error,
    user_id,
    says,
  }: { readonly error: OutsideFault; readonly user_id: string | null; readonly says: string },
): Promise<{ readonly error: OutsideFault }> {
  await security.note({ kind: 'identity_refused', outcome: 'refused', user_id, says })
  return { error }
}
