/** The rules of entering and changing a business's people (spec §2, row actions; §6). Pure. */
import type { Category, Role, WhoMay } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { agency_writers, eitherOf, provider_staff } from '../shared/who-may.rules.ts'

/** A business's own people are its admin's; agencies and the provider maintain those of clients and contractors. */
export const may_change_contacts = (is_own: boolean): WhoMay => ({
  provider: is_own ? ['provider_admin'] : provider_staff,
  agency: is_own ? ['agency_admin'] : agency_writers,
  funder: is_own ? ['funder_admin'] : [],
})

/** Roles that change contacts of any business. */
export const contact_changers = eitherOf(may_change_contacts(true), may_change_contacts(false))

/** Kinds of business whose people a category may enter. */
export function contactTypes(category: Category, is_own: boolean): string[] {
  if (category === 'provider') return Object.keys(category_roles)
  const others = category === 'agency' ? ['client', 'contractor'] : []
  return is_own ? [...others, category] : others
}

/** Roles of this kind of business's people; none where nobody signs in. */
export function rolesOf(business_type: string): readonly Role[] {
  return Object.hasOwn(category_roles, business_type) ? category_roles[business_type as Category] : [] // Its keys.
}

/** The role that must remain, so that somebody can manage the others. */
export function adminRoleOf(business_type: string): Role | null {
  return rolesOf(business_type).find((role) => role === `${business_type}_admin`) ?? null
}

/** An address occurs once in the list of a business's people (spec §5). */
export function repeatsAddress(
  people: readonly { readonly id: string; readonly email: string }[],
  typed: { readonly id: string | null; readonly email: string },
): boolean {
  const email = typed.email.trim().toLowerCase()
  return people.some((one) => one.id !== typed.id && one.email === email)
}

interface Seat {
  readonly roles: readonly string[]
  readonly is_active: boolean
}

/** Does this change take the admin away from a business? */
export function losesAdmin(business_type: string, before: Seat, after: Seat): boolean {
  const admin = adminRoleOf(business_type)
  const has = (seat: Seat) => admin !== null && seat.is_active && seat.roles.includes(admin)
  return has(before) && !has(after)
}

interface WithWaiting extends Seat {
  readonly waiting_roles: readonly string[]
}

/**
 * The roles after a change, and those that wait for the provider's check. A person without another role keeps theirs
 * meanwhile.
 */
export function rolesAfter<R extends string>(
  before: WithWaiting & { readonly roles: readonly R[] },
  wanted: { readonly roles: readonly R[]; readonly is_active: boolean },
  checks: boolean,
): { readonly roles: R[]; readonly waiting_roles: string[] } {
  if (!wanted.is_active) return { roles: [...wanted.roles], waiting_roles: [] }
  const added = wanted.roles.filter((role) => !before.roles.includes(role))
  // The provider gives a role by the change itself; another waiting role stays.
  if (!checks)
    return {
      roles: [...wanted.roles],
      waiting_roles: before.waiting_roles.filter((role) => !wanted.roles.some((one) => one === role)),
    }
  const had = wanted.roles.filter((role) => before.roles.includes(role))
  return { roles: had.length > 0 ? had : [...before.roles], waiting_roles: added }
}

/** Does this change add rights? */
export function gainsRights(before: Seat, after: Seat): boolean {
  if (!after.is_active) return false
  return !before.is_active || after.roles.some((role) => !before.roles.includes(role))
}
