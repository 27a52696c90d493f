/** The chosen documents of a placement: checked with its other facts, and asked for once all sides have agreed. */
import { visibleSql } from '#data/visible.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { schedule_kind_names, signed_kinds } from './schedule.rules.ts'

/** Makes the documents (schedule-documents.job.ts). */
export const SCHEDULE_TOPIC = 'schedule_documents'

const listed = (kinds: readonly string[]): string => kinds.map((kind) => `'${kind}'`).join(', ')

/** A template that the viewer may use, published and of a kind that placements fill. */
export async function scheduleFaults(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  ids: readonly string[],
): Promise<FieldErrors> {
  if (ids.length === 0) return {}
  const params: unknown[] = [ids]
  const visible = visibleSql('config.document_template', viewer, 't', params)
  const usable = await tx.rows<{ id: string }>(
    `select t.template_id as id from config.document_template t where t.template_id = any ($1::uuid[]) and t.status = 'published'
       and t.kind in (${listed(schedule_kind_names)}) and ${visible}`,
    params,
  )
  return usable.length === ids.length ? {} : { document_template_ids: validationText.matches }
}

/** Asks for the documents once all sides have agreed. Another round of approvals makes them again. */
export async function askForDocuments(
  { tx, clock, enqueue }: VerbContext,
  contract_id: string,
): Promise<void> {
  const row = await tx.row<{ ids: readonly string[] }>(
    'select document_template_ids as ids from contract.contract where id = $1',
    [contract_id],
  )
  if (row && row.ids.length > 0)
    enqueue(SCHEDULE_TOPIC, `${SCHEDULE_TOPIC}:${contract_id}:${clock.now()}`, { contract_id })
}

/** A chosen document that is to be signed here is not sealed yet: any document of its kind counts. @param t the placement */
export const scheduleOpenSql = (t: string): string =>
  `${t}.e_sign and exists (select from unnest(${t}.document_template_ids) x (id)
     join config.document_template k on k.template_id = x.id::uuid and k.status = 'published' and k.kind in (${listed(signed_kinds)})
     where not exists (select from platform.document d join config.document_template m on m.id = d.template_id and m.kind = k.kind
       where d.parent_entity = 'contract.temp_placement' and d.parent_id = ${t}.id and d.final_sha256 is not null
         and d.deleted_at is null))`
