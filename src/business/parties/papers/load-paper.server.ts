import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import {
  isPaperType,
  type PaperFacts,
  type PaperService,
  paper_services,
} from '../compliance/compliance.rules.ts'

export type PaperRow = PaperFacts & {
  readonly id: string
  readonly type: string
  readonly business_id: string
  readonly service_id: string | null
  readonly method: string | null
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly agency_id: string | null
}

type Row = Omit<PaperRow, 'service'> & { readonly service: string }

export const paper_columns = `t.id, t.type, t.title, t.status, t.business_id, t.service_id, t.uploaded_by, t.uploaded_as, t.method,
  t.valid_from, t.valid_to, t.agency_id,
  exists (select from platform.attachment a where a.parent_entity = 'platform.document' and a.parent_id = t.id
    and a.deleted_at is null) as has_file,
  coalesce((select s.type from business.service s where s.id = t.service_id), 'contractor-company') as service`

/** A visible paper, locked. @throws not_found */
export async function lockPaper({ tx, viewer, clock }: VerbContext, id: string): Promise<PaperRow> {
  const [row] = await loadVisible<Row>(tx, viewer, 'platform.document', [id], {
    lock: true,
    columns: `${paper_columns}, coalesce(t.valid_to < '${clock.today()}', false) as has_ended`,
  })
  if (!row || !isPaperType(row.type) || !Object.hasOwn(paper_services, row.service))
    throw notFound('Document')
  return { ...row, service: row.service as PaperService } // One of its keys, as asked above.
}
