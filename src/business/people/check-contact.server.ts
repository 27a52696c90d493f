/** Contacts that an agency enters for a client wait for the provider's check (decision 0082). */

import { z } from 'zod'
import { conflict, precondition } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business_contact } from '../parties/business-contact.entity.ts'
import { userOf } from '../parties/insert-party.server.ts'
import { waitsForCheck } from '../parties/mail-domains.rules.ts'
import { settleApproved } from '../parties/onboarding/settle-approved.server.ts'
import { requireOneSide } from '../parties/party-sides.server.ts'
import type { PartyRow } from '../parties/visible-business.server.ts'
import { documentReasonInput } from '../shared/chosen-input.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { type ContactRow, changedContact } from './changed-contact.server.ts'
import { rolesAfter } from './contact.rules.ts'
import { inviteContact } from './invite-contact.server.ts'

/** The new person's wait: for the approval of the party, or for a check. Null: they are invited at once. */
export type Wait = { readonly invites_on_approval: true; readonly check_status: 'pending_check' | null }

export async function waitOf(
  context: VerbContext,
  business: Pick<PartyRow, 'id' | 'type' | 'status'>,
  email: string,
): Promise<Wait | null> {
  const checks = await needsCheck(context, business, email)
  const is_approved = business.status === 'approved' || business.status === 'onboarded'
  if (is_approved && !checks) return null
  return { invites_on_approval: true, check_status: checks ? 'pending_check' : null }
}

async function needsCheck(
  { tx, viewer }: VerbContext,
  business: Pick<PartyRow, 'id' | 'type'>,
  email: string,
): Promise<boolean> {
  const company = await tx.row<{ email_domains: string[]; are_domains_confirmed: boolean }>(
    `select c.email_domains, c.are_domains_confirmed from business.business b
     join business.company c on c.id = b.company_id where b.id = $1`,
    [business.id],
  )
  const { email_domains = [], are_domains_confirmed = false } = company ?? {}
  return waitsForCheck(viewer.category, { type: business.type, email_domains, are_domains_confirmed }, email)
}

/** The roles of a changed contact: those added to a person with a sign-in wait like a new person. */
export async function checkedRoles<R extends string>(
  context: VerbContext,
  business: Pick<PartyRow, 'id' | 'type'>,
  before: ContactRow,
  wanted: { readonly roles: readonly R[]; readonly is_active: boolean },
): Promise<ReturnType<typeof rolesAfter<R>>> {
  const checks = before.user_id !== null && (await needsCheck(context, business, before.email))
  const roles = before.roles as R[] // The column's check allows roles alone.
  return rolesAfter({ ...before, roles }, wanted, checks)
}

/** The reason for an invitation's wait, in the answer of a verb. */
export const waitsForOutput = z.enum(['check', 'approval', 'role_check']).nullable()

/** The answer of a new or changed contact. */
export const contactOutput = z.strictObject({
  id: z.uuid(),
  user_id: z.string().nullable(),
  /** Rights that wait for a second person; an invitation waits with them. */
  role_change_id: z.uuid().nullable(),
  waits_for: waitsForOutput,
})
export const waitsFor = (wait: Wait | null): z.infer<typeof waitsForOutput> =>
  wait && (wait.check_status === null ? 'approval' : 'check')

/** The values of a contact after the wait. */
export const endOfWait = ({ check_status }: Pick<ContactRow, 'check_status'>) => ({
  invites_on_approval: false,
  check_status: check_status === null ? null : ('checked' as const),
})

/** The provider has asked the client itself: the person is invited and decides once they have joined, or has the added roles. */
export const checkContact = verb({
  action_id: 'business.business_contact.check',
  since: '0.1.0',
  summary: 'Confirms a person or roles that an agency entered for its client, or drops the roles',
  machine: 'refused',
  impersonator: 'refused',
  who: { provider: provider_staff },
  input: z.strictObject({
    id: z.uuid(),
    /** Names the person asked and the source of their number, which is never the agency. */
    comment: documentReasonInput,
    /** True drops the added roles of a joined person; false gives them. */
    drop: z.boolean().default(false),
  }),
  output: z.strictObject({ id: z.uuid(), user_id: z.string() }),
  run: async (context, { id, comment, drop }) => {
    const { tx, clock } = context
    const { contact, business } = await changedContact(context, id)
    if (contact.waiting_roles.length > 0 && contact.user_id !== null) {
      await decideRoles(context, contact, business, { comment, drop })
      await settleApproved(context, business.id)
      return { id, user_id: contact.user_id }
    }
    const { check_status } = contact
    if (drop) throw conflict('This contact has no roles that wait for a check')
    if (check_status !== 'pending_check' || !contact.is_active)
      throw conflict('This contact does not wait for a check')
    if (business.status !== 'approved' && business.status !== 'onboarded')
      throw precondition('The approval of the client checks its people')
    await requireOneSide(context, business.type, contact.email)
    const user_id = await userOf(context, {
      ...contact,
      contact_phone: contact.contact_phone ?? undefined,
      roles: [],
    })
    await updateRow(tx, business_contact, id, {
      user_id,
      ...endOfWait(contact),
      updated_at: clock.now(),
    })
    await inviteContact(context, { id, business_id: business.id, email: contact.email })
    context.audit({
      entity: 'business.business_contact',
      entity_id: id,
      old_values: { check_status, can_sign_in: false },
      new_values: { check_status: 'checked', can_sign_in: true, comment },
    })
    await settleApproved(context, business.id)
    return { id, user_id }
  },
})

/** The added roles are the person's, or nobody's. */
async function decideRoles(
  context: VerbContext,
  contact: ContactRow,
  business: Pick<PartyRow, 'type'>,
  { comment, drop }: { readonly comment: string; readonly drop: boolean },
): Promise<void> {
  if (!drop) await requireOneSide(context, business.type, contact.email)
  const roles = drop ? contact.roles : [...contact.roles, ...contact.waiting_roles]
  await updateRow(context.tx, business_contact, contact.id, {
    roles,
    waiting_roles: [],
    updated_at: context.clock.now(),
  })
  context.audit({
    entity: 'business.business_contact',
    entity_id: contact.id,
    old_values: { roles: contact.roles, waiting_roles: contact.waiting_roles },
    new_values: { roles, waiting_roles: [], comment },
  })
}
