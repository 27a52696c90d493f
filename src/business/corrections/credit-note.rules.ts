/** The rules of crediting a document (money.md §1.8; docs/gaps.md), for server, button and tests. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { legOf } from '../shared/invoice-types.rules.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { agency_side } from '../shared/who-may.rules.ts'
import { isCreditedAlone, isSingle } from './correction.rules.ts'

export type CreditFacts = {
  readonly human_id: string
  readonly type: InvoiceType
  readonly status: string
  readonly is_credit_note: boolean
  readonly from_business_id: string
  /** The kind of its source. */
  readonly generation_type: string
}

/** The provider credits its own documents and those of the funders it operates for; an agency its own. */
export const creditors: WhoMay = agency_side

type Asker = Pick<Viewer, 'category' | 'roles' | 'business_id'>

function before(row: CreditFacts, viewer: Asker): Verdict {
  // A worker's repayment the agency makes out in their name.
  const issues = row.from_business_id === viewer.business_id || isRepayment(row)
  if (viewer.category === 'agency' && !issues)
    return refuse('not_allowed', 'A document is credited by the business that issues it')
  if (row.is_credit_note)
    return refuse('precondition', `${row.human_id} is a credit note and cannot be credited`)
  if (isCreditedAlone(row.type) || isSingle(row.generation_type) || isRepayment(row)) return true
  const message = `${row.human_id} follows from the work it was raised for: correct that by a refinement`
  return refuse('precondition', message)
}

/** A refinement corrects hours, and an expense has none: its repayment is credited by itself. */
function isRepayment({ type, generation_type }: CreditFacts): boolean {
  return generation_type === 'expense' && legOf(type) === 'contractor'
}

export const { can } = transitions<'credit', CreditFacts, Asker>(
  { name: ({ human_id }) => `Invoice ${human_id}` },
  { credit: { from: ['open', 'closed'], to: null, by: creditors, done: 'credited', before } },
)
