/** Asks a second person for a role that can release money; the calling verbs decide access. */
import { conflict, precondition } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import type { ContactRow } from './changed-contact.server.ts'
import { expireRoleChanges } from './end-role-change.server.ts'
import type { Inviting } from './invite-contact.server.ts'
import { role_change } from './role-change.entity.ts'
import { type AskedRights, askedRights, endOf } from './role-change.rules.ts'
import { sendRoleNotice } from './role-change-notice.server.ts'

type Person = Pick<ContactRow, 'id' | 'business_id' | 'user_id' | 'first_name' | 'last_name' | 'email'>

type Change = {
  readonly roles: readonly string[]
  readonly is_active: boolean
  readonly invite: boolean
}

/**
 * The part of a change that waits for a second person; null where nothing waits. Set-up's second person and the demo come
 * without a session: they are made before there is a second person to ask.
 * @throws precondition for the asker's own role
 */
export function waitingRights(
  { viewer }: Pick<VerbContext, 'viewer'>,
  before: Pick<ContactRow, 'roles' | 'is_active' | 'user_id' | 'email'> | null,
  after: Change,
): AskedRights | null {
  if (viewer.session_id === '') return null
  const had_account = (before?.user_id ?? null) !== null
  const asked = askedRights(
    { roles: before?.roles ?? [], is_active: before?.is_active ?? true, signs_in: had_account },
    { roles: after.roles, is_active: after.is_active, signs_in: had_account || after.invite },
  )
  const isOwn = before !== null && (before.user_id === viewer.user_id || before.email === viewer.email)
  if (asked && isOwn)
    throw precondition('You cannot give yourself a role that can release money: ask another administrator')
  return asked
}

type Asked =
  | ({ readonly kind: 'roles' } & AskedRights)
  | { readonly kind: 'address'; readonly new_email: string }
  | { readonly kind: 'factors'; readonly reason: string }
  | { readonly kind: 'reactivation' }

/** A role that can release money, given or given back. @throws conflict where another role change of the contact waits */
export const askRoleChange = (
  context: VerbContext,
  person: Person,
  provider_id: string,
  rights: AskedRights,
): Promise<string> => askSecondPerson(context, person, provider_id, { kind: 'roles', ...rights })

/** @throws conflict where another change of this kind waits for the contact */
export async function askSecondPerson(
  context: Inviting,
  person: Person,
  provider_id: string,
  asked: Asked,
): Promise<string> {
  const { tx, viewer, clock } = context
  const now = clock.now()
  const name = `${person.first_name} ${person.last_name}`
  // The contact is locked, so of two askers one finds the row of the other.
  await expireRoleChanges(tx, now, person.id)
  const open = await tx.row<{ asked_by_name: string }>(
    `select asked_by_name from request.role_change where business_contact_id = $1 and kind = $2 and status = 'pending'`,
    [person.id, asked.kind],
  )
  if (open)
    throw conflict(`A ${nouns[asked.kind]} of ${name} waits already, asked for by ${open.asked_by_name}`)
  const id = newUuid(clock)
  const rights = asked.kind === 'roles' ? asked : { roles: [], reactivates: false, invites: false }
  const { roles, reactivates, invites } = rights
  await insertRow(tx, role_change, {
    id,
    status: 'pending',
    kind: asked.kind,
    business_id: person.business_id,
    provider_id,
    business_contact_id: person.id,
    user_id: person.user_id,
    name,
    email: person.email,
    roles,
    reactivates,
    invites,
    new_email: asked.kind === 'address' ? asked.new_email : null,
    asked_by: viewer.user_id,
    asked_by_name: viewer.user_name,
    decided_by: null,
    decided_by_name: null,
    decided_at: null,
    // The asker's reason, until the decider's.
    comment: asked.kind === 'factors' ? asked.reason : null,
    expires_at: endOf(now),
    created_at: now,
    updated_at: now,
  })
  context.audit({
    entity: 'request.role_change',
    entity_id: id,
    new_values: {
      business_contact_id: person.id,
      kind: asked.kind,
      status: 'pending',
      roles,
      reactivates,
      invites,
      ...(asked.kind === 'factors' ? { reason: asked.reason } : {}),
    },
  })
  await sendRoleNotice(context, id, 'asked')
  return id
}

const nouns = {
  roles: 'role change',
  address: 'change of address',
  factors: 'factor reset',
  reactivation: 'reactivation',
} as const satisfies Record<Asked['kind'], string>
