/** Every address of the product, written and read in one place (spec §2, Route form). */
import { useRouterState } from '@tanstack/react-router'
import type { Category } from '#entity/access.ts'
import { CATEGORIES } from '#entity/access.ts'
import { labelOf } from '#entity/choices.ts'

/**
 * `/{category}/{module}/{entity}` a list, with an optional tab; `/{category}/{module}/{entity}/{id}` a record, with an
 * optional tab; `/{category}/{page}` a page of its own such as the dashboard.
 */
export interface Place {
  readonly category: Category
  /** `transaction/timesheet` or `dashboard`: the key of menu and screens. */
  readonly path: string
  readonly id: string | null
  readonly tab: string | null
}

const uuid_shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Spec §2: a refresh helper appends a marker with the current timestamp as the last path segment. */
const refresh_shape = /^refresh-\d+$/

/** The address with a refresh marker as its last segment, in place of an older one. */
export function refreshed(pathname: string, now_ms: number): string {
  return `${withoutRefresh(pathname)}/refresh-${Math.trunc(now_ms)}`
}

/** The address of the same page without its marker. */
export function withoutRefresh(pathname: string): string {
  return pathname.replace(/(\/refresh-\d+)+\/?$/, '')
}

/**
 * The page after a sign-in. The session may be of another category than the address that asked for it: of an
 * impersonation that ended, or of another person.
 * @param next the address that asked for the sign-in
 */
export function placeAfterSignIn(next: string, category: Category): string {
  const is_own_address = /^\/(?!\/|\\)/.test(next) && !next.startsWith('/auth/')
  const asked = is_own_address ? parsePlace(next.replace(/[?#].*$/, '')) : null
  return is_own_address && (asked === null || asked.category === category) ? next : `/${category}/dashboard`
}

export function parsePlace(pathname: string): Place | null {
  const steps = pathname
    .split('/')
    .filter((step) => step !== '' && !refresh_shape.test(step))
    .map(decode)
  const [category, module, entity, third, fourth] = steps
  if (!category || !isCategory(category) || steps.length > 5) return null
  if (!module) return { category, path: 'dashboard', id: null, tab: null }
  if (!entity) return { category, path: module, id: null, tab: null }
  const path = `${module}/${entity}`
  if (third === undefined) return { category, path, id: null, tab: null }
  if (uuid_shape.test(third)) return { category, path, id: third.toLowerCase(), tab: fourth ?? null }
  return fourth === undefined ? { category, path, id: null, tab: third } : null
}

export function pathOf(place: {
  category: Category
  path: string
  id?: string | null
  tab?: string | null
}): string {
  const steps = [place.category, ...place.path.split('/'), place.id, place.tab]
  return `/${steps
    .filter((step): step is string => Boolean(step))
    .map(encodeURIComponent)
    .join('/')}`
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

function isCategory(text: string): text is Category {
  return (CATEGORIES as readonly string[]).includes(text)
}

/** Browser tab title, built from the path (spec §2): `Timesheet – Transaction – Stint`. */
export function titleOf(pathname: string, record?: string): string {
  const place = parsePlace(pathname)
  if (!place) return 'Stint'
  const words = place.path.split('/').reverse().map(titleCase)
  return [record ?? (place.tab ? titleCase(place.tab) : null), ...words, 'Stint'].filter(Boolean).join(' – ')
}

function titleCase(text: string): string {
  return labelOf(text).replace(/(^|\s)\S/g, (letter) => letter.toUpperCase())
}

/** The place now shown. */
export function usePlace(): Place {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const place = parsePlace(pathname)
  if (!place) throw new Error(`${pathname} is no place`)
  return place
}

/** The search of the address now shown, as text by key: `?currency=GBP`. */
export function useSearch(): Readonly<Record<string, unknown>> {
  return useRouterState({ select: (state) => state.location.search as Record<string, unknown> }) // Text by key.
}
