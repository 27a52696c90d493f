/** Who may credit which document, and when (money.md §1.8; docs/gaps.md). Server, button and tests ask the same. */
import type { Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { legOf } from '../shared/invoice-types.rules.ts'
import { agency_writers, isOneOf, provider_staff, type WhoMay } from '../shared/who-may.rules.ts'
import { isCreditedAlone, isSingle } from './correction.rules.ts'

export type CreditFacts = {
  readonly human_id: string
  readonly type: InvoiceType
  readonly status: string
  readonly is_credit_note: boolean
  readonly from_business_id: string
  /** What it was raised from. */
  readonly generation_type: string
}

/** The provider credits what it and the funders it operates for have issued; an agency what it billed itself. */
export const creditors: WhoMay = { agency: agency_writers, provider: provider_staff }

type Asker = Pick<Viewer, 'category' | 'roles' | 'business_id'>

function credit(row: CreditFacts, viewer: Asker): true | string {
  if (!isOneOf(viewer, creditors)) return errorText.not_allowed
  // What a worker is repaid the agency makes out in his name.
  const issues = row.from_business_id === viewer.business_id || isRepayment(row)
  if (viewer.category === 'agency' && !issues) return 'A document is credited by the business that issues it'
  if (row.is_credit_note) return `${row.human_id} is a credit note and cannot be credited`
  if (!isCreditedAlone(row.type) && !isSingle(row.generation_type) && !isRepayment(row))
    return `${row.human_id} follows from the work it was raised for: correct that by a refinement`
  if (row.status !== 'open' && row.status !== 'closed')
    return `Invoice ${row.human_id} is ${row.status} and cannot be credited`
  return true
}

/** An expense has no hours that a refinement could correct: what its worker is repaid is credited by itself. */
function isRepayment({ type, generation_type }: CreditFacts): boolean {
  return generation_type === 'expense' && legOf(type) === 'contractor'
}

/** True, or the reason that the user reads. */
export const can = { credit }

/** Refusals that say who may; the others say when. */
export function isForOthers(reason: string): boolean {
  return (
    reason === errorText.not_allowed || reason === 'A document is credited by the business that issues it'
  )
}
