/** The question before every verb: may this viewer, by category and role (spec §6)? */
import type { Category, Role, Viewer, WhoMay } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { errorText } from '#kernel/messages.ts'
import { refuse, requireCan, type Verdict } from '#kernel/refusal.ts'

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

/** Every role: for the person's own things, and for readings of any record that they see. */
export const anybody: WhoMay = category_roles

/** The roles of all of these. */
export function eitherOf(...sets: readonly WhoMay[]): WhoMay {
  const categories = Object.keys(category_roles) as Category[] // Its keys.
  return Object.fromEntries(
    categories
      .map((category) => [category, [...new Set(sets.flatMap((who) => who[category] ?? []))]] as const)
      .filter(([, roles]) => roles.length > 0),
  )
}

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

/** The viewer, the person behind an impersonation, and the maker and programs of the viewer. */
export const samePeople = ({
  user_id,
  impersonator_user_id,
  same_person_ids,
}: Pick<Viewer, 'user_id' | 'impersonator_user_id' | 'same_person_ids'>): string[] => [
  user_id,
  ...(impersonator_user_id === null ? [] : [impersonator_user_id]),
  ...same_person_ids,
]

/** Is one of these users the viewer, the person behind an impersonation, or the maker of a program? */
export const isAnyPerson = (
  user_ids: readonly (string | null | undefined)[],
  viewer: Parameters<typeof isSamePerson>[1],
): boolean => user_ids.some((user_id) => isSamePerson(user_id ?? null, viewer))

/** Is the viewer, the person behind an impersonation, or the maker of a program this user? */
export function isSamePerson(
  user_id: string | null,
  viewer: Partial<Pick<Viewer, 'user_id' | 'impersonator_user_id' | 'same_person_ids'>>,
): boolean {
  if (user_id === null) return false
  const { same_person_ids = [] } = viewer
  return (
    viewer.user_id === user_id || viewer.impersonator_user_id === user_id || same_person_ids.includes(user_id)
  )
}
