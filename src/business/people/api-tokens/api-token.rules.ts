/** The rules of API tokens (docs/security.md, machine access). Pure. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { byRole } from '../../shared/who-may.rules.ts'

/** Administrators, each for their own business. */
export const api_token_makers = {
  agency: ['agency_admin'],
  funder: ['funder_admin'],
  provider: ['provider_admin'],
} as const satisfies WhoMay

export const TOKEN_DAYS = 90
export const TOKEN_DAYS_MAX = 365
const DAY_MS = 24 * 60 * 60 * 1000

export const tokenExpiry = (now: Instant, days: number): Instant => instantFromMs(toMs(now) + days * DAY_MS)

interface Kept {
  readonly revoked_at: string | null
  /** Since when the administrators are asked whether the token is needed. */
  readonly review_asked_at: string | null
}

export function canKeep(token: Kept, viewer: Pick<Viewer, 'category' | 'roles'>): Verdict {
  const verdict = byRole(viewer, api_token_makers)
  if (verdict !== true) return verdict
  if (token.revoked_at !== null) return refuse('conflict', 'This token is revoked already')
  return token.review_asked_at !== null || refuse('conflict', 'Somebody has kept this token already')
}

interface Declared {
  readonly action_id: string
  readonly machine: 'allowed' | 'refused'
}

/** Does the pattern name the action? An action id, or all actions of an entity: `transaction.timesheet.*`. */
export const namesAction = (pattern: string, action_id: string): boolean =>
  pattern.endsWith('.*')
    ? action_id.startsWith(pattern.slice(0, -1)) && !action_id.slice(pattern.length - 1).includes('.')
    : pattern === action_id

/** Actions that a token may name: those that are not refused to machines. */
export const openActions = (verbs: Iterable<Declared>): string[] =>
  [...verbs].filter(({ machine }) => machine === 'allowed').map(({ action_id }) => action_id)

/** Patterns that name no open action. */
export const unknownPatterns = (patterns: readonly string[], open: readonly string[]): string[] =>
  patterns.filter((pattern) => !open.some((action_id) => namesAction(pattern, action_id)))
