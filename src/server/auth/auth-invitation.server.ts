/** Joining a business by invitation. Reading a link changes nothing; a button accepts. */
import { z } from 'zod'
import { inviterSql } from '#business/people/inviter.server.ts'
import type { Viewer } from '#entity/access.ts'
import { money_roles } from '#entity/roles.ts'
import type { InvitationView } from '#entity/session-facts.ts'
import { fixedClock } from '#kernel/clock.ts'
import { invalid, notAllowed, StintError } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { writeAudit } from '../audit-write.server.ts'
import { addressKey } from '../http/http-limits.ts'
import { parseInput } from '../http/input-errors.ts'
import { companyOfInvitation } from '../outside/company.server.ts'
import { requireNewPassword } from '../passwords/new-password.server.ts'
import { writeAuditedEvents } from '../security/audited-events.server.ts'
import { writeSecurityEvent } from '../security/security-write.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { LINK_TOKEN_MAX, linkHash } from './auth-link-token.ts'
import type { LoginDeps } from './auth-login.server.ts'
import { hashInTurn } from './auth-password.ts'
import { storePassword } from './auth-password-set.server.ts'
import { missLink, requireLookup } from './auth-throttle.server.ts'

const NAME_MAX = 200

const tokenInput = z.string().min(1).max(LINK_TOKEN_MAX)
const nameInput = z.string().trim().min(1, { error: validationText.required }).max(NAME_MAX)
const acceptInput = z.object({
  token: tokenInput,
  first_name: nameInput.optional(),
  last_name: nameInput.optional(),
  password: z.string().max(1000).optional(),
})
const newPersonInput = z.object({ first_name: nameInput, last_name: nameInput, password: z.string().min(1) })

type Link = {
  readonly id: string
  readonly business_contact_id: string
  readonly business_id: string
  readonly business_name: string
  readonly provider_id: string
  readonly invited_by: string
  readonly email: string
  readonly user_id: string
  readonly has_account: boolean
  /** Handed over without mail. */
  readonly is_copied: boolean
  readonly is_valid: boolean
}

type LinkRow = Link & Pick<InvitationView, 'inviter_business' | 'is_own' | 'first_name' | 'last_name'>

/**
 * A token of an earlier sending still names its invitation, so that its reader learns the business to ask. A copied link ends
 * where its contact gets a money role.
 */
const links = `
  select i.id, i.business_contact_id, i.business_id, b.name as business_name,
    coalesce(b.provider_id, b.id) as provider_id, inviter.name as invited_by,
    nullif(inviter.business_name, b.name) as inviter_business, b.type = 'contractor' as is_own,
    i.email, c.user_id, c.first_name, c.last_name,
    exists (select from auth.account a where a."userId" = c.user_id and a."providerId" = 'credential'
      and a.password is not null) or coalesce(u.is_confirmed, false) as has_account, t.is_copied,
    coalesce(i.state = 'sent' and i.expires_at > $2 and t.send = i.sends and c.is_active and c.deleted_at is null
      and c.joined_at is null and b.is_active and b.deleted_at is null and u.is_active and u.deleted_at is null
      and not (t.is_copied and c.roles && $3::text[]), false) as is_valid
  from auth.invitation_token t
  join platform.invitation i on i.id = t.invitation_id
  join business.business_contact c on c.id = i.business_contact_id
  join business.business b on b.id = i.business_id
  left join platform."user" u on u.id = c.user_id
  ${inviterSql}
  where t.token_hash = $1`

const deadText = (business_name: string | undefined): string =>
  `This invitation is no longer valid. Ask ${business_name ?? 'the business'} for a new one.`

const dead = (business_name?: string) => new StintError('not_found', deadText(business_name))

/** @throws tooMany for a network that guesses; not_found for a link that is dead or never was */
async function readLink(deps: LoginDeps, token: string, ip: string): Promise<LinkRow> {
  const { database, clock, secret } = deps
  const pool = database.app
  const net = { secret, net: addressKey(ip) }
  await requireLookup(pool, net, clock.now())
  const { rows } = await pool.query<LinkRow>(links, [linkHash(token), clock.now(), money_roles])
  const [link] = rows
  if (!link) await missLink(pool, net, clock.now())
  if (!link?.is_valid) throw dead(link?.business_name)
  return link
}

/** Changes nothing, however often it is read. */
export async function readInvitation(
  deps: LoginDeps,
  raw: unknown,
  ip: string,
  providers: readonly string[],
): Promise<InvitationView> {
  const token = tokenInput.safeParse(raw)
  if (!token.success) throw dead()
  const link = await readLink(deps, token.data, ip)
  const { business_name, invited_by, inviter_business, is_own, email, first_name, last_name } = link
  const needs = link.has_account ? 'sign_in' : 'password'
  const own = await inTransaction(deps.database.session, (tx) => companyOfInvitation(tx, link))
  const own_provider = link.has_account ? null : (own?.name ?? null)
  const inviter = { invited_by, inviter_business, is_own }
  return { business_name, ...inviter, email, first_name, last_name, needs, providers, own_provider }
}

/** The hash of a valid link, for the way over an outside provider. @throws as readInvitation */
export const invitationHash = async (deps: LoginDeps, raw: unknown, ip: string): Promise<Buffer> =>
  (await invitedBy(deps, raw, ip)).token_hash

type Invited = Pick<Link, 'business_id' | 'email'> & { readonly token_hash: Buffer }

/** The business and the address of a valid link, with its hash. @throws as readInvitation */
export async function invitedBy(deps: LoginDeps, raw: unknown, ip: string): Promise<Invited> {
  const token = parseInput(tokenInput, raw)
  const { business_id, email } = await readLink(deps, token, ip)
  return { business_id, email, token_hash: linkHash(token) }
}

type Accepted = { readonly user_id: string; readonly business_contact_id: string }

/**
 * Accepts an invitation: once, for its own address. It opens no session.
 * @param viewer the session of somebody with an account
 */
export async function acceptInvitation(
  deps: LoginDeps,
  raw: unknown,
  { ip, viewer }: { readonly ip: string; readonly viewer: Viewer | null },
): Promise<Accepted> {
  const { token, ...given } = parseInput(acceptInput, raw)
  const link = await readLink(deps, token, ip)
  if (link.has_account) return accept(deps, linkHash(token), asSignedIn(link, viewer))
  const person = parseInput(newPersonInput, given)
  const own = [person.first_name, person.last_name, link.email, link.business_name]
  await requireNewPassword(deps, person.password, { own, user_id: link.user_id })
  const hash = await hashInTurn(person.password, {
    network: addressKey(ip),
    work: deps.settings.passwordWork,
  })
  return accept(deps, linkHash(token), { ...person, hash })
}

/** @throws not_allowed unless the session is of the invited address */
function asSignedIn({ email, user_id }: LinkRow, viewer: Viewer | null): null {
  if (viewer === null) throw notAllowed('Please sign in first, then join')
  if (viewer.impersonator_user_id !== null) throw notAllowed(errorText.impersonating)
  if (viewer.user_id !== user_id)
    throw notAllowed(`This invitation is for ${email}. Sign in with that address to join`)
  return null
}

type NewPerson = { readonly first_name: string; readonly last_name: string; readonly hash: string }

/** The invitation is locked, so that of two clicks at once one joins. */
async function lockLink(tx: Tx, token_hash: Buffer, now: Instant): Promise<LinkRow> {
  await tx.row(
    `select i.id from platform.invitation i join auth.invitation_token t on t.invitation_id = i.id
     where t.token_hash = $1 for update of i`,
    [token_hash],
  )
  const link = await tx.row<LinkRow>(links, [token_hash, now, money_roles])
  if (!link?.is_valid) throw dead(link?.business_name)
  return link
}

function accept(
  { database, clock }: LoginDeps,
  token_hash: Buffer,
  person: NewPerson | null,
): Promise<Accepted> {
  return inTransaction(database, async (tx) => {
    const now = clock.now()
    const link = await lockLink(tx, token_hash, now)
    // A person may have joined another business meanwhile, and has a password now.
    if (person !== null && link.has_account) throw invalid({ password: errorText.password_policy })
    if (person !== null) await makePerson(tx, link, person, now)
    return join(tx, link, person, now)
  })
}

/**
 * Accepts an invitation for a new person whose address a provider vouches for. They keep the names of the invitation, and
 * have no password.
 * @param link links the provider's account
 * @returns null where nobody may join in this way: somebody has the account, or nobody vouches for the address
 */
export function acceptVouched(
  { database, clock }: LoginDeps,
  token_hash: Buffer,
  vouchesFor: (email: string) => boolean,
  link: (tx: Tx, user_id: string) => Promise<void>,
): Promise<Accepted | null> {
  return inTransaction(database, async (tx) => {
    const now = clock.now()
    const invited = await lockLink(tx, token_hash, now)
    if (invited.has_account || !vouchesFor(invited.email)) return null
    const { first_name, last_name } = invited
    await makePerson(tx, { ...invited, is_copied: false }, { first_name, last_name, hash: null }, now)
    await link(tx, invited.user_id)
    return join(tx, invited, null, now)
  })
}

async function join(
  tx: Tx,
  link: LinkRow,
  person: Pick<NewPerson, 'first_name' | 'last_name'> | null,
  now: Instant,
): Promise<Accepted> {
  const { user_id, business_contact_id, business_id } = link
  await tx.run(
    'update business.business_contact set joined_at = $2, updated_at = $2 where id = $1 and joined_at is null',
    [business_contact_id, now],
  )
  await tx.run(`update platform.invitation set state = 'accepted', updated_at = $2 where id = $1`, [
    link.id,
    now,
  ])
  const origin = { viewer: { user_id, business_id, impersonator_user_id: null }, at: now }
  const entries = [
    {
      entity: 'log.unconfirmed_user',
      entity_id: link.id,
      old_values: { state: 'sent' },
      new_values: { business_contact_id, state: 'accepted' },
    },
    ...(person === null
      ? []
      : [
          {
            entity: 'business.business_contact',
            entity_id: business_contact_id,
            old_values: { first_name: link.first_name, last_name: link.last_name },
            new_values: { first_name: person.first_name, last_name: person.last_name },
          },
        ]),
  ]
  await writeAuditedEvents(tx, origin, entries)
  await writeAudit(tx, { ...origin, action_id: 'auth.invitation.accept' }, entries)
  return { user_id, business_contact_id }
}

/** Names and password of a person on their first joining; the mail has proven their address, a copied link has not. */
async function makePerson(
  tx: Tx,
  { user_id, business_contact_id, business_id, is_copied }: LinkRow,
  { first_name, last_name, hash }: Omit<NewPerson, 'hash'> & { readonly hash: string | null },
  now: Instant,
): Promise<void> {
  await tx.run(`update auth."user" set name = $2, "emailVerified" = $4, "updatedAt" = $3 where id = $1`, [
    user_id,
    `${first_name} ${last_name}`,
    now,
    !is_copied,
  ])
  await tx.run(
    `update platform."user" set first_name = $2, last_name = $3, is_confirmed = true, updated_at = $4 where id = $1`,
    [user_id, first_name, last_name, now],
  )
  await tx.run('update business.business_contact set first_name = $2, last_name = $3 where id = $1', [
    business_contact_id,
    first_name,
    last_name,
  ])
  if (hash === null) return
  const clock = fixedClock(now)
  await storePassword({ tx, clock }, user_id, hash)
  await writeSecurityEvent(tx, clock, {
    kind: 'password_set',
    outcome: 'ok',
    user_id,
    business_id,
    actor_user_id: user_id,
  })
}

/** Decided when a link is read; this keeps the list true. */
export async function expireInvitations(tx: Tx, now: Instant): Promise<void> {
  await tx.run(
    `update platform.invitation set state = 'expired', updated_at = $1 where state = 'sent' and expires_at <= $1`,
    [now],
  )
}
