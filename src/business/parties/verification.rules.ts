/** Whether the provider has verified an agency's invoice with its client (decision 0035). */
import type { WhoMay } from '#entity/access.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { provider_staff } from '../shared/who-may.rules.ts'

export const verification_statuses = [
  { value: 'unverified', label: 'Unverified' },
  { value: 'verified', label: 'Verified' },
] as const

export const verification_methods = [
  { value: 'call_back', label: 'Call back' },
  { value: 'purchase_order', label: 'Purchase order' },
  { value: 'bank_receipt', label: 'Bank receipt' },
] as const

const verifiers = { provider: [...provider_staff, 'provider_approver'] } as const satisfies WhoMay

/** The client's link with an agency. */
type PairFacts = { readonly client: string; readonly status: 'unverified' | 'verified' }

export const { can, who } = transitions<'verify', PairFacts>(
  { name: ({ client }) => client },
  {
    verify: {
      from: ['unverified'],
      to: 'verified',
      by: verifiers,
      done: 'verified',
      already: 'verified',
    },
  },
)
