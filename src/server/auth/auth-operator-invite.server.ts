/** People of the provider that the operator invites, where no administrator is left. */

import { business_contact } from '#business/parties/business-contact.entity.ts'
import { userOf } from '#business/parties/insert-party.server.ts'
import { type Inviting, inviteContact } from '#business/people/invite-contact.server.ts'
import type { Role } from '#entity/access.ts'
import { labelOf } from '#entity/choices.ts'
import { category_roles } from '#entity/roles.ts'
import { type Clock, frozenAt } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Database } from '../database.ts'
import { writeSecurityEvent } from '../security/security-write.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { insertRow, updateRow } from '../write-row.server.ts'
import { mailAdministrators } from './auth-operator.server.ts'
import { openOperator, type RoleGiven } from './auth-operator-role.server.ts'

type Deps = { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock }

type Provider = { readonly id: string; readonly name: string; readonly first_user_id: string }
type Seat = {
  readonly id: string
  readonly user_id: string | null
  readonly roles: readonly string[]
  readonly is_active: boolean
}

/**
 * Gives a person a role at the provider; a person without a sign-in gets an invitation by mail.
 * @throws Error with a sentence for the operator
 */
export async function inviteByOperator(deps: Deps, typed: string, role: string): Promise<RoleGiven> {
  const clock = frozenAt(deps.clock)
  const email = typed.trim().toLowerCase()
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Error(`"${typed}" is no address. Nothing was changed.`)
  const wanted = category_roles.provider.find((one) => one === role)
  if (!wanted)
    throw new Error(
      `There is no role "${role}" of a provider. There are: ${category_roles.provider.join(', ')}.`,
    )
  return inTransaction(deps.database, async (tx) => {
    const provider = await onlyProvider(tx)
    const inviter = { user_id: provider.first_user_id, user_name: 'The operator of this installation' }
    const { context, finish } = openOperator({ tx, clock }, provider.id, 'admin.invite', inviter)
    const { user_id, isInvited } = await seat(context, provider.id, email, wanted)
    await finish()
    const says = `${labelOf(wanted)}${isInvited ? ', invited by mail' : ''}`
    await writeSecurityEvent(tx, clock, {
      kind: 'role_approved',
      outcome: 'ok',
      user_id,
      business_id: provider.id,
      says: `By the operator: ${says}`,
    })
    const told = `The operator of this installation gave ${email} a role of ${provider.name}: ${says}.`
    return {
      done: `${email}: ${says}`,
      mails: await mailAdministrators({ tx, clock }, told, { id: user_id }),
    }
  })
}

/** @throws Error where there is not exactly one */
async function onlyProvider(tx: Tx): Promise<Provider> {
  const providers = await tx.rows<Provider>(
    `select b.id, b.name, (select c.user_id from business.business_contact c where c.business_id = b.id
       and c.user_id is not null order by c.id limit 1) as first_user_id
     from business.business b where b.type = 'provider' and b.deleted_at is null order by b.id`,
  )
  const [provider, ...more] = providers
  if (!provider) throw new Error('This installation is not set up yet: npm run admin -- setup-link')
  if (more.length > 0)
    throw new Error('This installation has several providers: their administrators invite people.')
  return provider
}

/** The contact of an address with the role, made or changed. @throws Error for a person who has it */
async function seat(
  context: Inviting,
  business_id: string,
  email: string,
  role: Role,
): Promise<{ readonly user_id: string; readonly isInvited: boolean }> {
  const { tx, clock } = context
  const before = await tx.row<Seat>(
    `select id, user_id, roles, is_active from business.business_contact
     where business_id = $1 and email = $2 and deleted_at is null for update`,
    [business_id, email],
  )
  if (before?.is_active && before.user_id !== null && before.roles.includes(role))
    throw new Error(`${email} has this role already. Nothing was changed.`)
  const [first_name, last_name] = namesOf(email)
  const person = { first_name, last_name, email, contact_phone: undefined, roles: [role] }
  const user_id = before?.user_id ?? (await userOf(context, person))
  const id = before?.id ?? newUuid(clock)
  const roles = [...new Set([...(before?.roles ?? []), role])]
  const facts = { roles, is_active: true, user_id, updated_at: clock.now() }
  if (before) await updateRow(tx, business_contact, id, facts)
  else
    await insertRow(tx, business_contact, {
      id,
      business_id,
      first_name,
      last_name,
      email,
      contact_phone: null,
      check_status: null,
      joined_at: null,
      created_at: clock.now(),
      ...facts,
    })
  const isInvited = (before?.user_id ?? null) === null
  if (isInvited) await inviteContact(context, { id, business_id, email })
  context.audit({
    entity: 'business.business_contact',
    entity_id: id,
    ...(before ? { old_values: { roles: before.roles, is_active: before.is_active } } : {}),
    new_values: { roles, is_active: true },
  })
  return { user_id, isInvited }
}

/** `nora.whitfield@…` is Nora Whitfield until she joins and writes her name. */
function namesOf(email: string): readonly [string, string] {
  const [first = '', ...others] = (email.split('@')[0] ?? '')
    .split(/[._-]+/)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
  return [first || email, others.join(' ')]
}
