/** Switching a party in force off and on again: the permitted roles, and the records that prevent it. Pure. */

import type { Viewer } from '#entity/access.ts'
import { countText } from '#kernel/count-text.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { byRole } from '../../shared/who-may.rules.ts'
import { kinds, type PartyKind, type PartyStatus } from '../onboarding.rules.ts'

export type SwitchFacts = {
  readonly kind: PartyKind
  readonly human_id: string
  /** Of a party in force: on or off. */
  readonly status: Exclude<PartyStatus, 'onboarded'> | 'on' | 'off'
  /** Placements that wait for approvals or are active. */
  readonly placements: number
  /** Sums of open documents, as text with their currency. */
  readonly open: readonly string[]
  /** Other agencies work with them, too. */
  readonly is_shared: boolean
}

export const switch_actions = ['deactivate', 'reactivate'] as const
export type SwitchAction = (typeof switch_actions)[number]

type Asker = Pick<Viewer, 'category' | 'roles'>

const nameOf = ({ kind, human_id }: SwitchFacts) => `${kinds[kind].noun} ${human_id}`

const switchers = { provider: ['provider_admin'], agency: ['agency_admin'] } as const

/** An agency switches its own contractors, the provider all. */
const isSwitcher = (row: SwitchFacts, viewer: Asker): Verdict => {
  if (byRole(viewer, { provider: switchers.provider }) === true) return true
  if (row.kind !== 'contractor') return refuse('not_allowed', `${nameOf(row)} is switched by the provider`)
  return (
    !row.is_shared ||
    refuse('not_allowed', `${nameOf(row)} works for other agencies, too: the provider switches them`)
  )
}

/** `3 live placements and £80,797.06 open`; null: nothing holds the party. */
export function holdsText({ placements, open }: Pick<SwitchFacts, 'placements' | 'open'>): string | null {
  const parts = [
    ...(placements === 0 ? [] : [countText(placements, 'live placement')]),
    ...(open.length === 0 ? [] : [`${open.join(', ')} open`]),
  ]
  return parts.length === 0 ? null : parts.join(' and ')
}

const isIdle = (row: SwitchFacts): Verdict => {
  const held = holdsText(row)
  return held === null || refuse('precondition', `${nameOf(row)} has ${held}`)
}

export const { can, who } = transitions<SwitchAction, SwitchFacts, Asker>(
  { name: nameOf, words: { on: 'switched on', off: 'switched off' } },
  {
    deactivate: {
      from: ['on'],
      to: 'off',
      by: switchers,
      before: isSwitcher,
      done: 'switched off',
      already: 'switched off',
      refuse: isIdle,
    },
    reactivate: {
      from: ['off'],
      to: 'on',
      by: switchers,
      before: isSwitcher,
      done: 'switched on',
      already: 'switched on',
    },
  },
)

/** The reader's button: shown where role and state fit, greyed with the reason while the party is held. */
export const offeredSwitch = (row: SwitchFacts, viewer: Asker): SwitchAction | null =>
  switch_actions.find((action) => can[action]({ ...row, placements: 0, open: [] }, viewer) === true) ?? null
