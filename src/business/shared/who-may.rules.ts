/** The question every verb asks first: may this viewer, by category and role (spec §6)? */
import type { Category, Role, Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import { refuse, requireCan, type Verdict } from '#kernel/refusal.ts'

/** Roles by category; a category that is absent may not. */
export type WhoMay = Readonly<Partial<Record<Category, readonly Role[]>>>

/** Every agency role but the reading one. */
export const agency_writers = [
  'agency_admin',
  'primary_staff_user',
  'agency_relationship_manager',
  'agency_user',
  'agency_consultant',
] as const satisfies readonly Role[]

export const provider_staff = ['provider_admin', 'provider_operations'] as const satisfies readonly Role[]

export const agency_side = { agency: agency_writers, provider: provider_staff } as const satisfies WhoMay

export function isOneOf(viewer: Pick<Viewer, 'category' | 'roles'>, who: WhoMay): boolean {
  const roles = who[viewer.category]
  return roles?.some((role) => viewer.roles.includes(role)) ?? false
}

export const byRole = (viewer: Pick<Viewer, 'category' | 'roles'>, who: WhoMay): Verdict =>
  isOneOf(viewer, who) || refuse('not_allowed', errorText.not_allowed)

/** @throws not_allowed unless the viewer has one of the roles */
export function requireOneOf(viewer: Pick<Viewer, 'category' | 'roles'>, who: WhoMay): void {
  requireCan(byRole(viewer, who))
}

/** Is the viewer, or the person behind an impersonation, this user? */
export function isSamePerson(
  user_id: string | null,
  viewer: Partial<Pick<Viewer, 'user_id' | 'impersonator_user_id'>>,
): boolean {
  return user_id !== null && (viewer.user_id === user_id || viewer.impersonator_user_id === user_id)
}
