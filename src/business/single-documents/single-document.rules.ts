/** The steps of single documents, by role and status (our table of transitions). */
import type { WhoMay } from '#entity/access.ts'
import { refuse } from '#kernel/refusal.ts'
import type { SingleKind } from '../shared/invoice-types.rules.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side, byRole, provider_staff } from '../shared/who-may.rules.ts'

const provider_side = { provider: provider_staff } as const satisfies WhoMay

export const single_enterers: Record<SingleKind, WhoMay> = {
  sales_invoice: agency_side,
  purchase_ledger: agency_side,
  adhoc_fee: provider_side,
}
/** The provider pays a supplier's bill, so the provider raises it. */
export const single_raisers: Record<SingleKind, WhoMay> = {
  ...single_enterers,
  purchase_ledger: provider_side,
}

export const single_words: Record<SingleKind, string> = {
  sales_invoice: 'Sales invoice',
  purchase_ledger: 'Purchase ledger',
  adhoc_fee: 'Ad-hoc fee',
}

type SingleFacts = { readonly type: SingleKind; readonly human_id: string; readonly status: string }

const nameOf = ({ type, human_id }: SingleFacts) => `${single_words[type]} ${human_id}`

export const { can } = transitions<'raise' | 'cancel' | 'update' | 'delete', SingleFacts>(
  {
    name: nameOf,
    misfit: (row, done) =>
      refuse(
        'precondition',
        row.status === 'active'
          ? `${nameOf(row)} is raised: credit its document instead`
          : `${nameOf(row)} is ${row.status} and cannot be ${done}`,
      ),
  },
  {
    raise: {
      from: ['draft'],
      to: 'active',
      done: 'raised',
      already: 'raised',
      before: (row, viewer) => byRole(viewer, single_raisers[row.type]),
    },
    update: {
      from: ['draft'],
      to: null,
      done: 'changed',
      before: (row, viewer) => byRole(viewer, single_enterers[row.type]),
    },
    /** Entered by mistake: nobody reads it any more. A draft that was agreed and given up is cancelled, with its reason. */
    delete: {
      from: ['draft'],
      to: null,
      done: 'deleted',
      before: (row, viewer) => byRole(viewer, single_enterers[row.type]),
    },
    cancel: {
      from: ['draft'],
      to: 'cancelled',
      done: 'cancelled',
      already: 'cancelled',
      before: (row, viewer) => byRole(viewer, single_enterers[row.type]),
    },
  },
)
