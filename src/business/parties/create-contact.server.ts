import { z } from 'zod'
import type { Category, Role } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { invalid, notAllowed } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { agency_writers, provider_staff, requireOneOf } from '../who-may.rules.ts'
import { insertContact } from './insert-party.server.ts'
import { type PartyRow, visibleBusiness } from './linked.server.ts'
import { contactInput } from './party-input.server.ts'

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
        ? Object.keys(category_roles)
        : ['client', 'contractor', ...(is_own ? ['agency'] : [])]
    const business = await visibleBusiness(context, business_id, ...types)
    const allowed: readonly Role[] = category_roles[business.type as Category] // One of the types asked for above.
    if (!contact.roles.every((role) => allowed.includes(role)))
      throw invalid({ roles: validationText.matches })
    if (viewer.category === 'agency' && contact.can_sign_in)
      await requireOneSide(context, business, contact.email)
    const made = await insertContact(context, business.id, contact)
    context.audit({
      entity: 'business.business_contact',
      entity_id: made.id,
      new_values: { business_id, email: contact.email, roles: contact.roles },
    })
    return made
  },
})

/**
 * Whoever is paid on an approval should not give it, and no agency gives its own people a seat at a client's table: a
 * person whom an agency lets sign in is of no other side. A client of several agencies shows each of them to its
 * people, so of such a client the provider enters them. @throws invalid, not_allowed
 */
async function requireOneSide({ tx, viewer }: VerbContext, business: PartyRow, email: string): Promise<void> {
  const other_side = await tx.row(
    `select 1 as one from business.business_contact c join business.business b on b.id = c.business_id
     where c.email = $1 and c.deleted_at is null and b.deleted_at is null and b.type <> $2 limit 1`,
    [email, business.type],
  )
  if (other_side) throw invalid({ email: validationText.unique_email })
  if (business.type !== 'client') return
  const shared = await tx.row(
    `select 1 as one from business.service
     where type = 'client-agency' and from_business_id = $1 and to_business_id <> $2 and deleted_at is null limit 1`,
    [business.id, viewer.business_id],
  )
  if (shared) throw notAllowed('People of this client are entered by the provider')
}
