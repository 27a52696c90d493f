import { z } from 'zod'
import { hasMoneyRole } from '#entity/roles.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { FIVE_MINUTES, type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business_contact } from '../parties/business-contact.entity.ts'
import { userOf } from '../parties/insert-party.server.ts'
import { settleApproved } from '../parties/onboarding/settle-approved.server.ts'
import { contactInput, rolesInput } from '../parties/party-input.server.ts'
import { requireOneSide, requireUnshared } from '../parties/party-sides.server.ts'
import { phoneToKeep } from '../parties/phone-input.server.ts'
import type { PartyRow } from '../parties/visible-business.server.ts'
import { askTokenReviews } from './api-tokens/review-api-tokens.server.ts'
import { askRoleChange, waitingRights } from './ask-role-change.server.ts'
import { type ContactRow, changedContact } from './changed-contact.server.ts'
import { checkedRoles, contactOutput, endOfWait, waitOf, waitsFor } from './check-contact.server.ts'
import { contact_changers, gainsRights, losesAdmin, rolesOf } from './contact.rules.ts'
import { withdrawRoleChanges } from './end-role-change.server.ts'
import { endContactSignIns, endMailedLinks } from './end-sign-ins.server.ts'
import { endInvitation, inviteContact } from './invite-contact.server.ts'
import type { AskedRights } from './role-change.rules.ts'

const input = contactInput
  .omit({ can_sign_in: true })
  .extend({
    id: z.uuid(),
    // A person whose role still waits has none.
    roles: rolesInput,
    is_active: z.boolean().default(true),
    /** Gives a person without an account one; others keep theirs. */
    invite: z.boolean().default(false),
  })
  .refine(({ roles, is_active }) => roles.length > 0 || !is_active, {
    path: ['roles'],
    error: validationText.required,
  })
type Input = z.infer<typeof input>
/**
 * Changes a person of a business (spec §2, row action "update contact"). A sign-in address stays: otherwise mail and
 * approvals would go to another person under the old name.
 */
export const updateContact = verb({
  action_id: 'business.business_contact.update',
  since: '0.1.0',
  summary: 'Changes a contact of a business and its roles',
  machine: 'refused',
  impersonator: 'refused',
  who: contact_changers,
  input,
  output: contactOutput,
  step_up: ({ roles }) => (hasMoneyRole(roles) ? FIVE_MINUTES : null),
  run: async (context, wanted) => {
    const { tx, viewer, clock } = context
    const { contact: before, business } = await changedContact(context, wanted.id)
    const asked = waitingRights(context, before, wanted)
    const change = withoutAsked(before, wanted, asked)
    if (!wanted.roles.every((role) => rolesOf(business.type).includes(role)))
      throw invalid({ roles: validationText.matches })
    if (before.user_id !== null && change.email !== before.email)
      throw invalid({ email: 'Somebody who signs in keeps the address: add a new contact for another one' })
    await requireRights(context, business, before, change)
    const { id, first_name, last_name, email, is_active } = change
    const contact_phone = await phoneToKeep(context, {
      business_id: business.id,
      field: 'contact_phone',
      typed: change.contact_phone,
      before: before.contact_phone,
    })
    const { roles, waiting_roles } = await checkedRoles(context, business, before, change)
    const is_revoked = !is_active && before.joined_at === null && (await endInvitation(context, id))
    const lets_in = is_active && before.user_id === null && change.invite
    const wait = lets_in ? await waitOf(context, business, email) : null
    const is_invited = lets_in && wait === null
    const account = { ...change, contact_phone: contact_phone ?? undefined }
    const user_id = is_invited ? await userOf(context, account) : is_revoked ? null : before.user_id
    await requireFreeAddress(context, before, email)
    const facts = { first_name, last_name, email, contact_phone, roles, is_active }
    await updateRow(tx, business_contact, id, {
      ...facts,
      waiting_roles: user_id === null ? [] : waiting_roles,
      user_id,
      ...(wait ?? {}),
      ...(is_invited ? endOfWait(before) : {}),
      updated_at: clock.now(),
    })
    if (is_invited) await inviteContact(context, { id, business_id: business.id, email })
    if (before.is_active && !is_active) await endSeat(context, before)
    const {
      id: _id,
      business_id: _business,
      user_id: had,
      joined_at: _joined,
      check_status: _check,
      ...old
    } = before
    context.audit({
      entity: 'business.business_contact',
      entity_id: id,
      old_values: { ...old, can_sign_in: had !== null },
      new_values: { ...facts, waiting_roles, can_sign_in: user_id !== null },
    })
    await settleApproved(context, business.id)
    const person = { ...before, first_name, last_name, email }
    const role_change_id = asked && (await askRoleChange(context, person, viewer.provider_id, asked))
    return {
      id,
      user_id,
      role_change_id,
      waits_for: waiting_roles.length > 0 ? ('role_check' as const) : waitsFor(wait),
    }
  },
})

/** Active again, the person signs in again: an old browser must not open by itself. */
async function endSeat(context: VerbContext, { id, business_id, user_id }: ContactRow): Promise<void> {
  await endContactSignIns(context.tx, { id, user_id })
  await endMailedLinks(context, { contact_id: id })
  if (user_id !== null) await askTokenReviews(context, { user_id, business_id })
  await withdrawRoleChanges(context, id, 'The contact was made inactive')
}

/** The change that takes effect at once. A person without another role keeps theirs meanwhile, except those for money. */
function withoutAsked(before: ContactRow, wanted: Input, asked: AskedRights | null): Input {
  if (asked === null) return wanted
  const roles = wanted.roles.filter((role) => !asked.roles.includes(role))
  const kept = before.roles.filter((role) => !hasMoneyRole([role])) as Input['roles'] // The column's check allows roles alone.
  return {
    ...wanted,
    roles: roles.length > 0 ? roles : kept,
    is_active: wanted.is_active && !asked.reactivates,
    invite: wanted.invite && !asked.invites,
  }
}

/** @throws invalid, not_allowed, precondition when the change gives or takes rights that are not this viewer's to give */
async function requireRights(
  context: VerbContext,
  business: PartyRow,
  before: ContactRow,
  change: Input,
): Promise<void> {
  const { tx, viewer } = context
  if (before.id === viewer.business_contact_id && !change.is_active)
    throw precondition('You cannot make yourself inactive: ask another admin')
  if (losesAdmin(business.type, before, change)) {
    // Two admins who demote each other at once wait here.
    await tx.row('select id from business.business where id = $1 for update', [business.id])
    const other = await tx.row(
      `select 1 as one from business.business_contact
       where business_id = $1 and id <> $2 and $3 = any(roles) and is_active and joined_at is not null and deleted_at is null
       limit 1`,
      [business.id, before.id, `${business.type}_admin`],
    )
    if (!other) throw precondition(`${business.name} needs an admin who can sign in: name another one first`)
  }
  if (viewer.category !== 'agency' || business.id === viewer.business_id) return
  await requireUnshared(context, business, { done: `People of this ${business.type} are changed` })
  const signs_in = before.user_id !== null || change.invite
  if (signs_in && (before.user_id === null || gainsRights(before, change)))
    await requireOneSide(context, business.type, change.email)
}

async function requireFreeAddress({ tx }: VerbContext, before: ContactRow, email: string): Promise<void> {
  if (email === before.email) return
  const other = await tx.row(
    `select 1 as one from business.business_contact
     where business_id = $1 and email = $2 and id <> $3 and deleted_at is null limit 1`,
    [before.business_id, email, before.id],
  )
  if (other) throw invalid({ email: validationText.duplicate_email })
}
