/** Who enters and changes the people of a business (spec §2, row actions; §6). Pure. */
import type { Category, Role } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { agency_writers, provider_staff, type WhoMay } from '../shared/who-may.rules.ts'

/** One's own people are the admin's; those of clients and contractors whoever works with them keeps up to date. */
export const may_change_contacts = (is_own: boolean): WhoMay => ({
  provider: is_own ? ['provider_admin'] : provider_staff,
  agency: is_own ? ['agency_admin'] : agency_writers,
  funder: is_own ? ['funder_admin'] : [],
})

/** Kinds of business whose people a category enters. */
export function contactTypes(category: Category, is_own: boolean): string[] {
  if (category === 'provider') return Object.keys(category_roles)
  const others = category === 'agency' ? ['client', 'contractor'] : []
  return is_own ? [...others, category] : others
}

/** Roles that people of this kind of business can have; none where nobody of it signs in. */
export function rolesOf(business_type: string): readonly Role[] {
  return Object.hasOwn(category_roles, business_type) ? category_roles[business_type as Category] : [] // Its keys.
}

/** The role without which nobody could let anybody in again. */
export function adminRoleOf(business_type: string): Role | null {
  return rolesOf(business_type).find((role) => role === `${business_type}_admin`) ?? null
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

/** Does this change let somebody do what he could not do before? */
export function gainsRights(before: Seat, after: Seat): boolean {
  if (!after.is_active) return false
  return !before.is_active || after.roles.some((role) => !before.roles.includes(role))
}
