import { isStintError } from '#kernel/errors.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { namedAgency } from '../visible-business.server.ts'
import type { PartyValues } from './party-values.server.ts'

/** The agency of a draft as far as it is chosen; a wrong one is named when the draft is submitted. */
export async function draftAgency(context: VerbContext, values: PartyValues): Promise<string | null> {
  const { agency_id } = values
  const asked = typeof agency_id === 'string' && isUuid(agency_id) ? agency_id : undefined
  if (asked === undefined && context.viewer.category !== 'agency') return null
  try {
    return (await namedAgency(context, asked)).id
  } catch (error) {
    if (isStintError(error)) return null
    throw error
  }
}
