import { loadVisible } from '#data/visible.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { can, type TermsAnswer } from './payment-terms.rules.ts'

export type TermsRow = {
  readonly id: string
  readonly service_id: string
  readonly client_id: string
  readonly agency_id: string
  readonly placement_type: 'temp_placement' | 'perm_placement'
  readonly payment_terms: number
  readonly effective_from: string
  readonly status: string
}

const columns = `k.id, k.transaction_id as service_id, k.business_id as client_id, k.agency_id, k.sub_type as placement_type,
  k.payment_terms, k.effective_from, k.status`

/** Terms that wait for an answer, locked. @throws conflict when they have theirs */
export async function lockAskedTerms(
  { tx, viewer }: VerbContext,
  answer: TermsAnswer,
  id: string,
): Promise<TermsRow> {
  await loadVisible<{ id: string }>(tx, viewer, 'config.payment_terms', [id], { lock: true, columns: 't.id' })
  const rows = await tx.rows<TermsRow>(`select ${columns} from config.configuration k where k.id = $1`, [id])
  const [row] = rows as [TermsRow] // loadVisible gives every id or throws.
  requireCan(can[answer](row, viewer))
  return row
}
