import type { Compared } from '../request/change-request.rules.ts'
import {
  factsOf,
  type PartyChanges,
  type PartyField,
  party_fact_labels,
} from '../request/party-change.rules.ts'
import type { PartyStanding } from './party-facts.server.ts'

const days: readonly PartyField[] = ['date_of_birth', 'self_billing_from', 'self_billing_to']
const kindOf = (field: PartyField) => (days.includes(field) ? 'day' : 'text')

/** The changes of a party beside its facts of now. Every reader of the request reads all of it. */
export function compareParty(
  standing: PartyStanding,
  { changes }: PartyChanges,
  is_pending: boolean,
): Compared {
  const { facts } = standing
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
    unchanged: factsOf(standing)
      .filter((field) => !changes.some((change) => change.field === field))
      .map((field) => ({ label: party_fact_labels[field], kind: kindOf(field), value: facts[field] })),
    notice: null,
    timesheets: null,
    margins: null,
    effects: [],
  }
}
