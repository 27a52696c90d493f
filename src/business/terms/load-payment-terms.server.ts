import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import type { payment_terms } from './payment-terms.entity.ts'
import { can, type TermsAnswer } from './payment-terms.rules.ts'

export type TermsRow = ReadRow<
  typeof payment_terms,
  'id agency_id payment_terms effective_from status asked_by asked_as'
> & {
  readonly service_id: string
  readonly client_id: string
  readonly placement_type: 'temp_placement' | 'perm_placement'
}

const columns = `k.id, k.transaction_id as service_id, k.business_id as client_id, k.agency_id, k.sub_type as placement_type,
  k.payment_terms, k.effective_from, k.status, k.asked_by, k.asked_as`

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

/** Terms that wait for the signatures of this document, locked; null: none do. */
export const lockTermsOfDocument = async (
  { tx }: Pick<VerbContext, 'tx'>,
  document_id: string,
): Promise<TermsRow | null> =>
  (await tx.row<TermsRow>(
    `select ${columns} from config.configuration k where k.document_id = $1 and k.type = 'payment_terms'
       and k.status = 'inprogress' and k.deleted_at is null for update`,
    [document_id],
  )) ?? null
