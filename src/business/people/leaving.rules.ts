/** Rules of deactivating and reactivating a person (docs/security.md, people). Pure. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { byRole } from '../shared/who-may.rules.ts'

/** People belong to all their businesses, so the provider's administrators decide. */
export const leaving_deciders: WhoMay = { provider: ['provider_admin'] }

type Of = Pick<Viewer, 'category' | 'roles' | 'user_id'>

interface Leaver {
  readonly id: string
  readonly is_active: boolean
  readonly is_confirmed: boolean
}

export function canDeactivate(person: Leaver, viewer: Of): Verdict {
  const verdict = byRole(viewer, leaving_deciders)
  if (verdict !== true) return verdict
  if (person.id === viewer.user_id)
    return refuse('precondition', 'You cannot deactivate yourself: ask another administrator')
  if (!person.is_active) return refuse('conflict', 'This person is deactivated already')
  return person.is_confirmed || refuse('conflict', 'This person has not joined: revoke the invitation')
}

export function canReactivate(person: Pick<Leaver, 'is_active'>, viewer: Of): Verdict {
  const verdict = byRole(viewer, leaving_deciders)
  if (verdict !== true) return verdict
  return !person.is_active || refuse('conflict', 'This person is active already')
}

/** The answer to the asker, where a second person confirms. */
export const reactivation_waits = 'The reactivation waits for a second person'
