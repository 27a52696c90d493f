/** The parties of the Onboarding list: shared by the list, the dashboard's tiles and the line above the clients. */
import type { Where } from '#entity/filter.ts'
import { party_kinds } from '../onboarding.rules.ts'

export const on_their_way = ['submitted', 'approved', 'rejected'] as const

export const onboarding_where: Where = { type: { _in: party_kinds }, status: { _in: on_their_way } }
