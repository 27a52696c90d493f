/** Tiles of parties that are not in force yet. */
import { business } from '../parties/business.entity.ts'
import { onboarding_where } from '../parties/onboarding/onboarding-rows.view.ts'
import type { Tile } from './tile.view.ts'

const of_onboarding = {
  entity: business,
  path: 'business/onboarding',
  own: onboarding_where,
  tone: 'attention',
  part: 'needs',
} as const

export const parties_to_approve: Tile = {
  ...of_onboarding,
  id: 'parties_to_approve',
  label: 'New parties to approve',
  filter: { status: { in: ['submitted'] } },
}

export const parties_to_complete: Tile = {
  ...of_onboarding,
  id: 'parties_to_complete',
  label: 'Approved parties to complete',
  filter: { status: { in: ['approved'] } },
}
