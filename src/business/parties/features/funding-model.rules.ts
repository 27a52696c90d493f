/** The funding models of an agency: its provider fixes them (decision 0040). */
import type { Category, Role, WhoMay } from '#entity/access.ts'
import type { FundingModel } from '../../shared/invoice-types.rules.ts'

/** An agency's terms with its provider. */
export type AgencyModels = {
  readonly funding_model: FundingModel
  /** Null: the default alone. */
  readonly funding_models: readonly FundingModel[] | null
}

const fixing_roles = ['provider_admin', 'provider_approver'] as const satisfies readonly Role[]
export const may_fix_models = { provider: fixing_roles } as const satisfies WhoMay

export const allowedModels = ({ funding_model, funding_models }: AgencyModels): readonly FundingModel[] =>
  funding_models ?? [funding_model]

/** The fault under `funding_model` of a new placement, or null. An agency takes its default. */
export function modelFault(
  agency: AgencyModels,
  asked: FundingModel | undefined,
  category: Category,
): string | null {
  if (asked === undefined || asked === agency.funding_model) return null
  if (category !== 'provider') return 'Your provider sets the funding model'
  return allowedModels(agency).includes(asked) ? null : 'This agency may not use this funding model'
}
