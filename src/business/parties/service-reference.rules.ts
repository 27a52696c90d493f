import type { WhoMay } from '#entity/access.ts'
import { agency_writers } from '../shared/who-may.rules.ts'

/** The types of link on which an agency keeps its own reference. */
export const has_reference = ['client-agency', 'contractor-agency'] as const

export const reference_writers = { agency: agency_writers } as const satisfies WhoMay
