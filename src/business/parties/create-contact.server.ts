import { z } from 'zod'
import type { Category, Role } from '#entity/access.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { agency_writers, provider_staff, requireOneOf } from '../who-may.rules.ts'
import { insertContact } from './insert-party.server.ts'
import { visibleBusiness } from './linked.server.ts'
import { contactInput } from './party-input.server.ts'

const roles_of = {
  agency: [
    'agency_admin',
    'primary_staff_user',
    'agency_read_only',
    'agency_relationship_manager',
    'agency_user',
    'agency_consultant',
  ],
  client: ['hiring_manager', 'invoice_contact', 'timesheet_approver'],
  contractor: ['contractor'],
  funder: ['funder_admin', 'funder_analyst'],
  provider: ['provider_admin', 'provider_operations', 'provider_approver'],
} as const satisfies Record<Category, readonly Role[]>

const input = contactInput.extend({ business_id: z.uuid() })

/**
 * A person of a business. The provider makes any; an agency makes its own (its admin alone) and those of its clients
 * and contractors; others make none yet.
 */
export const createContact = verb<z.infer<typeof input>, { id: string; user_id: string | null }>({
  action_id: 'business.business_contact.create',
  input,
  refuse_impersonator: true,
  run: async (context, { business_id, ...contact }) => {
    const { viewer } = context
    const is_own = business_id === viewer.business_id
    requireOneOf(viewer, {
      provider: is_own ? ['provider_admin'] : provider_staff,
      agency: is_own ? ['agency_admin'] : agency_writers,
    })
    const types =
      viewer.category === 'provider'
        ? Object.keys(roles_of)
        : ['client', 'contractor', ...(is_own ? ['agency'] : [])]
    const business = await visibleBusiness(context, business_id, ...types)
    const allowed: readonly Role[] = roles_of[business.type as Category] // One of the types asked for above.
    if (!contact.roles.every((role) => allowed.includes(role)))
      throw invalid({ roles: validationText.matches })
    const made = await insertContact(context, business.id, contact)
    context.audit({
      entity: 'business.business_contact',
      entity_id: made.id,
      new_values: { business_id, email: contact.email, roles: contact.roles },
    })
    return made
  },
})
