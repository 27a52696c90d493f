import { z } from 'zod'
import type { Category, Role } from '#entity/access.ts'
import { category_roles, hasMoneyRole } from '#entity/roles.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { insertContact } from '../parties/insert-party.server.ts'
import { settleApproved } from '../parties/onboarding/settle-approved.server.ts'
import { contactInput } from '../parties/party-input.server.ts'
import { requireOneSide, requireUnshared } from '../parties/party-sides.server.ts'
import { phoneToKeep } from '../parties/phone-input.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { requireOneOf } from '../shared/who-may.rules.ts'
import { askRoleChange, waitingRights } from './ask-role-change.server.ts'
import { contactOutput, waitOf, waitsFor } from './check-contact.server.ts'
import { contact_changers, contactTypes, may_change_contacts } from './contact.rules.ts'
import { inviteContact } from './invite-contact.server.ts'

const input = contactInput.extend({ business_id: z.uuid() })

/**
 * A person of a business. The provider makes any; an agency makes its own (its admin alone) and those of its clients
 * and contractors; a funder's admin makes its own; others make none.
 */
export const createContact = verb({
  action_id: 'business.business_contact.create',
  since: '0.1.0',
  summary: 'Creates a contact of a business, with or without a sign-in',
  machine: 'refused',
  impersonator: 'refused',
  who: contact_changers,
  input,
  output: contactOutput,
  step_up: ({ roles }) => (hasMoneyRole(roles) ? FIVE_MINUTES : null),
  run: async (context, { business_id, contact_phone: typed, ...contact }) => {
    const { viewer } = context
    const is_own = business_id === viewer.business_id
    requireOneOf(viewer, may_change_contacts(is_own))
    const business = await visibleBusiness(context, business_id, ...contactTypes(viewer.category, is_own))
    const allowed: readonly Role[] = category_roles[business.type as Category] // Checked against the types above.
    if (!contact.roles.every((role) => allowed.includes(role)))
      throw invalid({ roles: validationText.matches })
    if (viewer.category === 'agency' && contact.can_sign_in) {
      await requireOneSide(context, business.type, contact.email)
      if (business.type === 'client')
        await requireUnshared(context, business, { done: 'People of this client are entered' })
    }
    const field = 'contact_phone'
    const contact_phone = await phoneToKeep(context, { business_id, field, typed, before: null })
    const nobody = { roles: [], is_active: true, user_id: null, email: contact.email }
    const asked = waitingRights(context, nobody, { ...contact, is_active: true, invite: contact.can_sign_in })
    const roles = contact.roles.filter((role) => !asked?.roles.includes(role))
    const lets_in = contact.can_sign_in && asked === null
    const wait = lets_in ? await waitOf(context, business, contact.email) : null
    const can_sign_in = lets_in && wait === null
    const made = await insertContact(
      context,
      business.id,
      { ...contact, contact_phone: contact_phone ?? undefined, roles, can_sign_in },
      wait ?? {},
    )
    if (made.user_id !== null) await inviteContact(context, { ...made, business_id, email: contact.email })
    context.audit({
      entity: 'business.business_contact',
      entity_id: made.id,
      new_values: { business_id, email: contact.email, roles },
    })
    await settleApproved(context, business_id)
    const person = { ...contact, ...made, business_id }
    const role_change_id = asked && (await askRoleChange(context, person, viewer.provider_id, asked))
    return { ...made, role_change_id, waits_for: waitsFor(wait) }
  },
})
