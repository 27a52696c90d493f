/**
 * Action codes of a session (spec §2: row actions show only when the user's allowed action codes include the update).
 * The verbs decide; this only hides actions that they would refuse. A verb that a row action `requires` gets a line
 * here.
 */
import type { Category, Role } from '#entity/access.ts'

type Who = Readonly<Partial<Record<Category, readonly Role[]>>>

const writers = [
  'agency_admin',
  'primary_staff_user',
  'agency_relationship_manager',
  'agency_user',
  'agency_consultant',
] as const satisfies readonly Role[]
const provider = ['provider_admin', 'provider_operations'] as const satisfies readonly Role[]

const action_codes: Readonly<Record<string, Who>> = {
  'business.bank_account.create': { agency: writers, provider },
  'business.bank_account.update': { agency: writers, provider },
  'business.business_contact.create': { agency: writers, provider },
  'business.business_contact.update': { agency: writers, provider },
  'transaction.invoice.chase': { agency: writers, provider },
}

/** The codes of the viewer's row actions (spec §2). */
export function allowedActions(viewer: {
  readonly category: Category
  readonly roles: readonly Role[]
}): string[] {
  return Object.entries(action_codes)
    .filter(([, who]) => who[viewer.category]?.some((role) => viewer.roles.includes(role)))
    .map(([code]) => code)
}
