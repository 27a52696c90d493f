/** What may be done with documents that stand alone, by whom and from which status (our table of transitions). */
import type { Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import { agency_writers, isOneOf, provider_staff, type WhoMay } from '../shared/who-may.rules.ts'

export const single_kinds = ['sales_invoice', 'purchase_ledger', 'adhoc_fee'] as const
export type SingleKind = (typeof single_kinds)[number]

const agency_side = { agency: agency_writers, provider: provider_staff } as const satisfies WhoMay
const provider_side = { provider: provider_staff } as const satisfies WhoMay

/** Entering is for whoever's document it is. A supplier's bill is raised by the provider: it is he who pays it. */
const single_states = {
  create: { from: [], to: 'draft' },
  raise: { from: ['draft'], to: 'active' },
  cancel: { from: ['draft'], to: 'cancelled' },
} as const

type SingleAction = keyof typeof single_states

const who: Record<SingleAction, Record<SingleKind, WhoMay>> = {
  create: { sales_invoice: agency_side, purchase_ledger: agency_side, adhoc_fee: provider_side },
  raise: { sales_invoice: agency_side, purchase_ledger: provider_side, adhoc_fee: provider_side },
  cancel: { sales_invoice: agency_side, purchase_ledger: agency_side, adhoc_fee: provider_side },
}

export function whoMaySingle(action: SingleAction, kind: SingleKind): WhoMay {
  return who[action][kind]
}

export const single_words: Record<SingleKind, string> = {
  sales_invoice: 'Sales invoice',
  purchase_ledger: 'Purchase ledger',
  adhoc_fee: 'Ad-hoc fee',
}

type SingleFacts = { readonly type: SingleKind; readonly human_id: string; readonly status: string }
type Asker = Pick<Viewer, 'category' | 'roles'>

/** Why it is refused, or null when it may go on. */
export function singleActionRefusal(
  action: 'raise' | 'cancel',
  row: SingleFacts,
  viewer: Asker,
): { code: 'not_allowed' | 'precondition' | 'conflict'; message: string } | null {
  if (!isOneOf(viewer, who[action][row.type])) return { code: 'not_allowed', message: errorText.not_allowed }
  const { from, to } = single_states[action]
  if ((from as readonly string[]).includes(row.status)) return null // Widened to ask for any status.
  const name = `${single_words[row.type]} ${row.human_id}`
  const done = action === 'raise' ? 'raised' : 'cancelled'
  if (row.status === to) return { code: 'conflict', message: `${name} is already ${done}` }
  const is_raised = row.status === 'active'
  return {
    code: 'precondition',
    message: is_raised
      ? `${name} is raised: credit its document instead`
      : `${name} is ${row.status} and cannot be ${done}`,
  }
}

type Can = (row: SingleFacts, viewer: Asker) => true | string
/** True, or the reason that the user reads. */
export const can = {
  raise: (row, viewer) => singleActionRefusal('raise', row, viewer)?.message ?? true,
  cancel: (row, viewer) => singleActionRefusal('cancel', row, viewer)?.message ?? true,
} satisfies Record<'raise' | 'cancel', Can>
