/** The consequences of a sealed document: a paper of its party, payment terms in force, and a placement's checks. */
import { londonDay } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { type PaperType, paperOf } from '../parties/compliance/compliance.rules.ts'
import { followPaper } from '../parties/compliance/compliance-status.server.ts'
import { settleOfPaper } from '../parties/onboarding/settle-approved.server.ts'
import { followOptOut } from '../parties/papers/follow-opt-out.server.ts'
import { mayOptOut } from '../parties/papers/opt-out.rules.ts'
import { recheckPlacements } from '../placements/checks/recheck-placements.server.ts'
import { recheckWaiting } from '../placements/papers/recheck-waiting.server.ts'
import { attachment, document as document_entity } from '../platform/file.entity.ts'
import { never_sent } from '../platform/no-paper.rules.ts'
import { agreeTerms } from '../terms/approve-payment-terms.server.ts'
import type { Signing, SigningDocument, SigningFile } from './load-signing.server.ts'
import { isProven } from './signing.rules.ts'

export async function applySigned(
  context: VerbContext,
  { document, signers }: Signing,
  file: SigningFile,
): Promise<void> {
  const { tx, clock } = context
  await keepWithRecord(context, document, file)
  const paper = paper_of[`${document.parent_entity} ${document.type}`]
  if (paper) await addPaper(context, document, file, { ...paper, is_proven: isProven(paper.party, signers) })
  else if (document.parent_entity === 'business.agency')
    await addAgencyTerms(context, { document, signers }, file)
  else await addOptOut(context, { document, signers }, file)
  if (document.type === 'payment_terms' && isProven('client', signers)) await agreeTerms(context, document.id)
  if (document.parent_entity !== 'contract.temp_placement') return recheckWaiting(context, document.parent_id)
  const entries = await recheckPlacements({ tx, clock }, context.viewer.user_id, document.parent_id)
  for (const entry of [...entries.values()].flat()) context.audit(entry)
}

/** Adds the signed file to the files of its record, for the parties of the document. */
const keepWithRecord = (context: VerbContext, document: SigningDocument, file: SigningFile) =>
  hang(context, document, file, {
    parent_entity: document.parent_entity,
    parent_id: document.parent_id,
    client_id: document.client_id,
    contractor_id: document.contractor_id,
    funder_id: document.funder_id,
  })

type Place = {
  readonly parent_entity: string
  readonly parent_id: string
  readonly client_id: string | null
  readonly contractor_id: string | null
  readonly funder_id: string | null
}

async function hang(
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

type Paper = {
  readonly type: PaperType
  readonly service: 'client-agency' | 'contractor-agency' | 'agency-provider'
  readonly party: 'client' | 'contractor' | 'agency'
}

/** The paper that a signed document of a record is. */
const paper_of: Readonly<Record<string, Paper>> = {
  'business.client client_terms': { type: 'terms_of_business', service: 'client-agency', party: 'client' },
  'business.contractor contract': {
    type: 'contract_for_services',
    service: 'contractor-agency',
    party: 'contractor',
  },
}

const kindOf = async ({ tx }: VerbContext, document_id: string): Promise<string | undefined> =>
  (
    await tx.row<{ kind: string }>(
      `select t.kind from platform.document d join config.document_template t on t.id = d.template_id where d.id = $1`,
      [document_id],
    )
  )?.kind

/** The template says that it is the agreement. A file of the provider may be another one, so a second person looks. */
async function addAgencyTerms(
  context: VerbContext,
  { document, signers }: Signing,
  file: SigningFile,
): Promise<void> {
  if (document.type !== 'agreement') return
  const is_agreement = (await kindOf(context, document.id)) === 'agency_terms'
  await addPaper(context, document, file, {
    type: 'terms_of_business',
    service: 'agency-provider',
    party: 'agency',
    is_proven: is_agreement && isProven('agency', signers),
  })
}

/** A notice made from its template. A worker signs for a limited company of their own; an umbrella's signature is seen by a second person. */
async function addOptOut(
  context: VerbContext,
  { document, signers }: Signing,
  file: SigningFile,
): Promise<void> {
  if (document.parent_entity !== 'business.contractor') return
  if ((await kindOf(context, document.id)) !== 'opt_out') return
  const worker = await context.tx.row<{ payment_type: string | null }>(
    'select payment_type from business.business where id = $1',
    [document.parent_id],
  )
  if (!worker || !mayOptOut(worker.payment_type)) return
  const is_proven = worker.payment_type === 'limited' && isProven('contractor', signers)
  await addPaper(context, document, file, {
    type: 'conduct_opt_out',
    service: 'contractor-agency',
    party: 'contractor',
    is_proven,
  })
}

/** Signed by a person of the party, no second person checks it. By an address that the sender typed, one does. */
async function addPaper(
  context: VerbContext,
  document: SigningDocument,
  file: SigningFile,
  { type, service, is_proven }: Paper & { readonly is_proven: boolean },
): Promise<void> {
  const { tx, clock } = context
  const link = await tx.row<{ id: string }>(
    `select id from business.service where type = $1 and from_business_id = $2 and to_business_id = $3
       and deleted_at is null limit 1 for no key update`,
    [service, document.parent_id, service === 'agency-provider' ? document.provider_id : document.agency_id],
  )
  if (!link) return
  // The day of the last signature: the seal may wait for a timestamp until the next one.
  const signed_on = document.completed_at === null ? clock.today() : londonDay(document.completed_at)
  const last = await tx.row<{ round: number | null }>(
    'select max(round) as round from platform.document where type = $1 and business_id = $2 and service_id = $3',
    [type, document.parent_id, link.id],
  )
  const id = newUuid(clock)
  const contractor_id = service === 'contractor-agency' ? document.parent_id : null
  await insertRow(tx, document_entity, {
    ...never_sent,
    id,
    title: paperOf(type).label,
    type,
    status: is_proven ? 'completed' : 'inprogress',
    parent_entity: document.parent_entity,
    parent_id: document.parent_id,
    business_id: document.parent_id,
    service_id: link.id,
    attachment_id: null,
    valid_from: signed_on,
    valid_to: null,
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
    agency_id: document.agency_id,
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
      business_id: document.parent_id,
      signed_document_id: document.id,
    },
  })
  await followPaper(context, { service_id: link.id, business_id: document.parent_id })
  await settleOfPaper(context, { service_id: link.id, business_id: document.parent_id })
  if (type === 'conduct_opt_out' && is_proven) await followOptOut(context, link.id)
}
