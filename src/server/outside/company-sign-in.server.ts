/** The end of a sign-in at a business's own provider: the person of the account, or nobody. */
import { isStintError } from '#kernel/errors.ts'
import { type Caller, type LoginDeps, signInOrMail } from '../auth/auth-login.server.ts'
import type { SignInMethod } from '../auth/auth-required.server.ts'
import { inTransaction } from '../tx.ts'
import { addCompanyProof, type CompanyProvider, noteTested } from './company.server.ts'
import { linkAccount, noteUse, personOf } from './identity.server.ts'
import type { Purpose } from './oidc-state.server.ts'
import type { AnswerBrowser } from './outside-answer.server.ts'
import {
  companyAccountOf,
  type OutsideAccount,
  type OutsideClaims,
  saysAddress,
} from './outside-claims.rules.ts'
import { type Ended, joinVouched, type OutsideEnd, refuse } from './outside-sign-in.server.ts'

export async function endAtCompany(
  deps: LoginDeps,
  purpose: Purpose,
  company: CompanyProvider,
  claims: OutsideClaims,
  browser: AnswerBrowser,
): Promise<Ended> {
  const account = companyAccountOf(company, claims)
  const has_joined = account !== null && (await join(deps, purpose, account, claims))
  const end =
    account === null
      ? await refuse(deps, {
          error: 'failed',
          user_id: purpose.link_user_id,
          says: `${company.name}: another tenant or workspace`,
        })
      : await endOf(deps, purpose, company, account, browser)
  return { end, has_joined }
}

async function endOf(
  deps: LoginDeps,
  { link_user_id, first_methods }: Purpose,
  company: CompanyProvider,
  account: OutsideAccount,
  { caller, session }: AnswerBrowser,
): Promise<OutsideEnd> {
  if (link_user_id === null) return byAccount(deps, company, account, caller)
  if (first_methods === null) {
    if (session?.viewer.user_id !== link_user_id || session.viewer.impersonator_user_id !== null)
      return refuse(deps, {
        error: 'failed',
        user_id: link_user_id,
        says: 'another session than at the start',
      })
    if (!(await linked(deps, link_user_id, account)))
      return refuse(deps, {
        error: 'linked_elsewhere',
        user_id: link_user_id,
        says: `${account.name}: linked to somebody else`,
      })
    await inTransaction(deps.database.session, (tx) =>
      addCompanyProof(tx, session.token, link_user_id, company),
    )
    await inTransaction(deps.database, (tx) => noteTested(tx, deps.clock, link_user_id, company))
    await deps.security.note({ kind: 'sign_in', outcome: 'ok', user_id: link_user_id, says: account.name })
    return { linked: true }
  }
  if (!(await linked(deps, link_user_id, account)))
    return refuse(deps, {
      error: 'linked_elsewhere',
      user_id: link_user_id,
      says: `${account.name}: linked to somebody else`,
    })
  return enter(deps, company, account, caller, first_methods)
}

/** Links the account where it is nobody's. @returns whether it is this person's */
async function linked(
  { database, clock }: LoginDeps,
  user_id: string,
  account: OutsideAccount,
): Promise<boolean> {
  const known = await inTransaction(database.session, (tx) => personOf(tx, account))
  if (known && known.id !== user_id) return false
  return inTransaction(database, async (tx) => {
    const is_theirs = known ? true : await linkAccount({ tx, clock }, user_id, account)
    if (is_theirs) await noteUse({ tx, clock }, account)
    return is_theirs
  })
}

/** Makes the invited person and links the account to them. @returns false where nobody joined */
async function join(
  deps: LoginDeps,
  { invitation_hash }: Purpose,
  account: OutsideAccount,
  claims: OutsideClaims,
): Promise<boolean> {
  if (invitation_hash === null) return false
  if (await inTransaction(deps.database.session, (tx) => personOf(tx, account))) return false
  const says = (email: string) => saysAddress(claims, email)
  return (await joinVouched(deps, invitation_hash, account, says)) !== null
}

async function byAccount(
  deps: LoginDeps,
  company: CompanyProvider,
  account: OutsideAccount,
  caller: Caller,
): Promise<OutsideEnd> {
  const { database, clock } = deps
  const known = await inTransaction(database.session, (tx) => personOf(tx, account))
  if (!known) return refuse(deps, { error: 'not_linked', user_id: null, says: `${account.name}: not linked` })
  await inTransaction(database, (tx) => noteUse({ tx, clock }, account))
  return enter(deps, company, account, caller, [])
}

async function enter(
  deps: LoginDeps,
  { id }: CompanyProvider,
  account: OutsideAccount,
  caller: Caller,
  first: readonly SignInMethod[],
): Promise<OutsideEnd> {
  const user = await inTransaction(deps.database.session, (tx) => personOf(tx, account))
  if (!user) return refuse(deps, { error: 'not_linked', user_id: null, says: `${account.name}: not linked` })
  try {
    const shown = { methods: [...first, 'sso' as const], through: id }
    return await signInOrMail(deps, user, caller, account.name, shown)
  } catch (error) {
    if (isStintError(error) && error.code === 'not_allowed') return { error: 'inactive' }
    if (isStintError(error) && error.code === 'precondition')
      return refuse(deps, {
        error: 'own_factor',
        user_id: user.id,
        says: `${account.name}: no second factor yet`,
      })
    throw error
  }
}
