/** Requests for a limited company that is to pay a contractor: askers and approvers. Pure. */
import type { Category, WhoMay } from '#entity/access.ts'
import { agency_writers } from '../../shared/who-may.rules.ts'
import type { AskedSide } from '../request/change.rules.ts'
import type { Compared } from '../request/change-request.rules.ts'
import { type PartyChanges, party_fact_labels } from '../request/party-change.rules.ts'

/** The provider takes companies on by itself. */
export const company_askers = {
  agency: agency_writers,
  contractor: ['contractor'],
} as const satisfies WhoMay

export const companySides = (asker: Category): AskedSide[] =>
  asker === 'contractor' ? ['agency', 'provider'] : ['provider']

/**
 * The facts of the company that nobody has taken on yet.
 * @param account its bank account, masked; null where there is none, or the reader reads no accounts
 */
export function compareCompany(
  { changes }: PartyChanges,
  is_pending: boolean,
  account: string | null,
): Compared {
  return {
    currency: '',
    effective_from: null,
    rows: [
      ...changes.map(({ field, new: asked }) => ({
        label: party_fact_labels[field],
        kind: 'text' as const,
        old: null,
        new: asked,
      })),
      ...(account === null
        ? []
        : [{ label: 'Bank Account', kind: 'text' as const, old: null, new: account }]),
    ],
    unchanged: [],
    notice: null,
    timesheets: null,
    margins: null,
    effects: is_pending
      ? [
          'The company then waits for its own approval, its bank account and its documents.',
          ...(account === null ? [] : ['Another person than the requester confirms the bank account.']),
          'The contractor is paid through it once a change of payment is approved.',
        ]
      : [],
  }
}
