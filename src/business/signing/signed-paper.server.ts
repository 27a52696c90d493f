/** The paper that a signed document is, with the signed file. */
import { type Day, day } from '#kernel/day.ts'
import { londonDay } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { lastDay, type PaperType, paperOf } from '../parties/compliance/compliance.rules.ts'
import { followPaper } from '../parties/compliance/compliance-status.server.ts'
import { settleOfPaper } from '../parties/onboarding/settle-approved.server.ts'
import { attachment, document as document_entity } from '../platform/file.entity.ts'
import { never_sent } from '../platform/no-paper.rules.ts'
import type { SigningDocument, SigningFile } from './load-signing.server.ts'

type Place = {
  readonly parent_entity: string
  readonly parent_id: string
  readonly client_id: string | null
  readonly contractor_id: string | null
  readonly funder_id: string | null
}

export async function hang(
  { tx, clock }: VerbContext,
  { provider_id, agency_id, business_id }: SigningDocument,
  { file_name, file_url, content_type, size_bytes, sha256 }: SigningFile,
  place: Place,
): Promise<void> {
  await insertRow(tx, attachment, {
    id: newUuid(clock),
    file_name,
    file_url,
    content_type,
    size_bytes,
    sha256,
    business_id,
    created_by: null,
    provider_id,
    agency_id,
    ...place,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
}

type SignedPaper = {
  readonly type: PaperType
  readonly is_proven: boolean
  /** Null: a company's own paper. */
  readonly service_id: string | null
  readonly business_id: string
  readonly parent_entity: string
  readonly agency_id: string | null
  readonly contractor_id: string | null
}

/** Verified where it is proven, else it waits for a second person. @returns the days on which it holds */
export async function keepPaper(
  context: VerbContext,
  document: SigningDocument,
  file: SigningFile,
  { type, is_proven, service_id, business_id, parent_entity, agency_id, contractor_id }: SignedPaper,
): Promise<{ readonly valid_from: Day; readonly valid_to: Day | null }> {
  const { tx, clock } = context
  // The day of the last signature: the seal may wait for a timestamp until the next one.
  const signed_on = document.completed_at === null ? clock.today() : londonDay(document.completed_at)
  const valid_from = day(signed_on)
  const valid_to = lastDay(type, valid_from, null)
  const last = await tx.row<{ round: number | null }>(
    'select max(round) as round from platform.document where type = $1 and business_id = $2 and service_id is not distinct from $3',
    [type, business_id, service_id],
  )
  const id = newUuid(clock)
  await insertRow(tx, document_entity, {
    ...never_sent,
    id,
    title: paperOf(type).label,
    type,
    status: is_proven ? 'completed' : 'inprogress',
    parent_entity,
    parent_id: business_id,
    business_id,
    service_id,
    attachment_id: null,
    valid_from,
    valid_to,
    reference: document.title.slice(0, 100),
    method: null,
    sum_insured: null,
    currency_id: null,
    comment: null,
    round: (last?.round ?? 0) + 1,
    uploaded_by: document.created_by,
    uploaded_as: document.uploaded_as,
    verified_by: null,
    verified_at: is_proven ? clock.now() : null,
    provider_id: document.provider_id,
    agency_id,
    client_id: null,
    contractor_id,
    funder_id: null,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  await hang(context, document, file, {
    parent_entity: 'platform.document',
    parent_id: id,
    client_id: null,
    contractor_id,
    funder_id: null,
  })
  context.audit({
    entity: 'platform.document',
    entity_id: id,
    new_values: {
      status: is_proven ? 'completed' : 'inprogress',
      type,
      business_id,
      signed_document_id: document.id,
    },
  })
  await followPaper(context, { service_id, business_id })
  await settleOfPaper(context, { service_id, business_id })
  return { valid_from, valid_to }
}
