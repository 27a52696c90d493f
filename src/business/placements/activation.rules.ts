/** The last check before a placement is in force: the provider's, and never its submitter's (decision 0035). */
import type { Category, Viewer, WhoMay } from '#entity/access.ts'
import { valueAt } from '#entity/path.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { isAnyPerson, provider_staff } from '../shared/who-may.rules.ts'

export const activators = {
  provider: ['provider_admin', 'provider_operations', 'provider_approver'],
} as const satisfies WhoMay

/** Whether an agency approves in its client's name is the provider's decision. */
export const may_switch_manual = { provider: provider_staff } as const satisfies WhoMay

export type ActivationAsker = Pick<Viewer, 'category' | 'roles'> &
  Partial<Pick<Viewer, 'user_id' | 'impersonator_user_id'>>

type Facts = {
  readonly human_id: string
  /** Null: not known to the asker. */
  readonly submitted_by: string | null
  /** The person behind an impersonation. Absent: not known to the asker. */
  readonly submitted_as?: string | null
  readonly is_model_allowed: boolean
}

export const own_placement = 'You submitted this placement, so somebody else approves it'

export const mayActivate = (row: Facts, viewer: ActivationAsker): Verdict => {
  if (isAnyPerson([row.submitted_by, row.submitted_as], viewer)) return refuse('not_allowed', own_placement)
  return (
    row.is_model_allowed ||
    refuse(
      'precondition',
      `Placement ${row.human_id} has a funding model that its agency may not use, so it cannot be activated`,
    )
  )
}

/** By the columns of the contract `$` and its agency. */
export const model_allowed_sql = (contract: string): string =>
  `exists (select from business.business a where a.id = ${contract}.agency_id
     and ${contract}.funding_model = any (coalesce(a.funding_models, array[a.funding_model])))`

/** Read by the page for the provider's buttons. */
export const activation_fields = [
  { field: 'submitted_by', only: ['provider'] },
  { field: 'funding_model', only: ['provider'] },
  { field: 'agency.business.funding_models', only: ['provider'] },
] as const satisfies readonly { field: string; only: readonly Category[] }[]

/** The same facts of a row that the page read. */
export function activationFacts(row: Readonly<Record<string, unknown>>): Facts & { readonly status: string } {
  const models = valueAt(row, 'agency.business.funding_models')
  return {
    human_id: String(row.human_id),
    status: String(row.status),
    submitted_by: typeof row.submitted_by === 'string' ? row.submitted_by : null,
    is_model_allowed: !Array.isArray(models) || models.includes(row.funding_model),
  }
}

/** A refusal that another person or setting lifts shows the button with its reason; others leave it out. */
export function isOffered<Row extends Facts>(
  ask: (row: Row, viewer: ActivationAsker) => Verdict,
  row: Row,
  viewer: ActivationAsker,
): boolean {
  const nobody = { category: viewer.category, roles: viewer.roles }
  return (
    ask(
      { ...row, submitted_by: null, submitted_as: null, is_model_allowed: true, open_checks: [] },
      nobody,
    ) === true
  )
}
