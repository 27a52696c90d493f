import type { Compared } from '../change-request.rules.ts'
import { facts_of, type PartyChanges, type PartyField, party_fact_labels } from './party-change.rules.ts'
import type { PartyStanding } from './party-facts.server.ts'

const kindOf = (field: PartyField) => (field === 'date_of_birth' ? 'day' : 'text')

/** The changes of a party beside its facts of now. Who sees the request reads all of it. */
export function compareParty(
  { subject, facts }: PartyStanding,
  { changes }: PartyChanges,
  is_pending: boolean,
): Compared {
  const fields: readonly PartyField[] = facts_of[subject]
  return {
    currency: facts.currency ?? '',
    effective_from: null,
    rows: changes.map(({ field, old, new: asked }) => ({
      label: party_fact_labels[field],
      kind: kindOf(field),
      old,
      new: asked,
      ...(is_pending && facts[field] !== old ? { now: facts[field] } : {}),
    })),
    unchanged: fields
      .filter((field) => !changes.some((change) => change.field === field))
      .map((field) => ({ label: party_fact_labels[field], kind: kindOf(field), value: facts[field] })),
    timesheets: null,
    margins: null,
  }
}
