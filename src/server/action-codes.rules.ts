/**
 * Action codes that a session is told of (spec §2: row actions show only when the user's allowed action codes include
 * the matching update action). The verbs decide for themselves who may; this only keeps from the eye what would be
 * refused. Whoever adds a verb that a row action `requires` adds its line.
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

/** The codes of row actions that the viewer is shown (spec §2). */
export function allowedActions(viewer: {
  readonly category: Category
  readonly roles: readonly Role[]
}): string[] {
  return Object.entries(action_codes)
    .filter(([, who]) => who[viewer.category]?.some((role) => viewer.roles.includes(role)))
    .map(([code]) => code)
}
