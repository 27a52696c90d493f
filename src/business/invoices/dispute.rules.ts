/** Who may dispute a document, and who may call it settled (experience.md, page 8: dispute with reason and owner). */
import type { Viewer } from '#entity/access.ts'
import { errorText } from '#kernel/messages.ts'
import { agency_writers, isOneOf, provider_staff, type WhoMay } from '../who-may.rules.ts'

export interface DisputeFacts {
  readonly human_id: string
  readonly status: string
  readonly is_disputed: boolean
  readonly is_credit_note: boolean
}

/** The client disputes; the agency and the provider may note a dispute that reached them by other ways. */
const who: WhoMay = { client: ['invoice_contact'], agency: agency_writers, provider: provider_staff }

type Asker = Pick<Viewer, 'category' | 'roles'>
type Can = (row: DisputeFacts, viewer: Asker) => true | string

const dispute: Can = (row, viewer) => {
  if (!isOneOf(viewer, who)) return errorText.not_allowed
  if (row.is_credit_note) return `${row.human_id} is a credit note and cannot be disputed`
  if (row.status !== 'open') return `Invoice ${row.human_id} is ${row.status} and cannot be disputed`
  return row.is_disputed ? `Invoice ${row.human_id} is already disputed` : true
}

const resolve: Can = (row, viewer) => {
  if (!isOneOf(viewer, who)) return errorText.not_allowed
  return row.is_disputed ? true : `Invoice ${row.human_id} is not disputed`
}

/** True, or the reason that the user reads. */
export const can = { dispute, resolve } satisfies Record<string, Can>
