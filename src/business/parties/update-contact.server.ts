import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { invalid, notFound, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { requireOneOf } from '../shared/who-may.rules.ts'
import { business_contact } from './business-contact.entity.ts'
import { contactTypes, gainsRights, losesAdmin, may_change_contacts, rolesOf } from './contact.rules.ts'
import { userOf } from './insert-party.server.ts'
import { contactInput } from './party-input.server.ts'
import { requireOneSide, requireUnshared } from './party-sides.server.ts'
import { type PartyRow, visibleBusiness } from './visible-business.server.ts'

const input = contactInput.omit({ can_sign_in: true }).extend({
  id: z.uuid(),
  is_active: z.boolean().default(true),
  /** Gives a person without an account one; others keep theirs. */
  invite: z.boolean().default(false),
})
type Input = z.infer<typeof input>

type Row = ReadRow<
  typeof business_contact,
  'id business_id user_id first_name last_name email contact_phone roles is_active'
>

/**
 * Changes a person of a business (spec §2, row action "update contact"). A sign-in address stays: otherwise mail and
 * approvals would go to another person under the old name.
 */
export const updateContact = verb<Input, { id: string; user_id: string | null }>({
  action_id: 'business.business_contact.update',
  input,
  refuse_impersonator: true,
  run: async (context, change) => {
    const { tx, viewer, clock } = context
    const before = await contactOf(context, change.id)
    const is_own = before.business_id === viewer.business_id
    requireOneOf(viewer, may_change_contacts(is_own))
    const business = await visibleBusiness(
      context,
      before.business_id,
      ...contactTypes(viewer.category, is_own),
    )
    if (!change.roles.every((role) => rolesOf(business.type).includes(role)))
      throw invalid({ roles: validationText.matches })
    if (before.user_id !== null && change.email !== before.email)
      throw invalid({ email: 'Somebody who signs in keeps the address: add a new contact for another one' })
    await requireRights(context, business, before, change)
    const user_id = before.user_id ?? (change.invite ? await userOf(context, change) : null)
    const { id, first_name, last_name, email, contact_phone = null, roles, is_active } = change
    await requireFreeAddress(context, before, email)
    await updateRow(tx, business_contact, id, {
      first_name,
      last_name,
      email,
      contact_phone,
      roles,
      is_active,
      user_id,
      updated_at: clock.now(),
    })
    // Active again, the person signs in again: an old browser must not open by itself.
    if (before.is_active && !is_active)
      await tx.run('delete from auth.session where business_contact_id = $1', [id])
    const { id: _id, business_id: _business, user_id: had, ...old } = before
    context.audit({
      entity: 'business.business_contact',
      entity_id: id,
      old_values: { ...old, can_sign_in: had !== null },
      new_values: {
        first_name,
        last_name,
        email,
        contact_phone,
        roles,
        is_active,
        can_sign_in: user_id !== null,
      },
    })
    return { id, user_id }
  },
})

/** The contact, locked until the change is made. @throws not_found */
async function contactOf({ tx, viewer }: VerbContext, id: string): Promise<Row> {
  const [seen] = await loadVisible<{ id: string }>(tx, viewer, 'business.business_contact', [id], {
    columns: 't.id',
  })
  const row = seen
    ? await tx.row<Row>(
        `select id, business_id, user_id, first_name, last_name, email, contact_phone, roles, is_active
         from business.business_contact where id = $1 and deleted_at is null for update`,
        [id],
      )
    : undefined
  if (!row) throw notFound('Contact')
  return row
}

/** @throws invalid, not_allowed, precondition when the change gives or takes rights that are not this viewer's to give */
async function requireRights(
  context: VerbContext,
  business: PartyRow,
  before: Row,
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
       where business_id = $1 and id <> $2 and $3 = any(roles) and is_active and user_id is not null and deleted_at is null
       limit 1`,
      [business.id, before.id, `${business.type}_admin`],
    )
    if (!other) throw precondition(`${business.name} needs an admin who can sign in: name another one first`)
  }
  if (viewer.category !== 'agency' || business.id === viewer.business_id) return
  await requireUnshared(context, business, 'changed')
  const signs_in = before.user_id !== null || change.invite
  if (signs_in && (before.user_id === null || gainsRights(before, change)))
    await requireOneSide(context, business.type, change.email)
}

async function requireFreeAddress({ tx }: VerbContext, before: Row, email: string): Promise<void> {
  if (email === before.email) return
  const other = await tx.row(
    `select 1 as one from business.business_contact
     where business_id = $1 and email = $2 and id <> $3 and deleted_at is null limit 1`,
    [before.business_id, email, before.id],
  )
  if (other) throw invalid({ email: validationText.unique_email })
}
