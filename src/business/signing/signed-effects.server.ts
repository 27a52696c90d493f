/** The consequences of a sealed document: a paper of its party, payment terms in force, and a placement's checks. */
import type { VerbContext } from '#server/verb.ts'
import type { PaperType } from '../parties/compliance/compliance.rules.ts'
import { followOptOut } from '../parties/papers/follow-opt-out.server.ts'
import { mayOptOut } from '../parties/papers/opt-out.rules.ts'
import { followSelfBilling } from '../parties/self-billing/follow-self-billing.server.ts'
import { recheckPlacements } from '../placements/checks/recheck-placements.server.ts'
import { recheckWaiting } from '../placements/papers/recheck-waiting.server.ts'
import { agreeTerms } from '../terms/approve-payment-terms.server.ts'
import type { Signing, SigningDocument, SigningFile } from './load-signing.server.ts'
import { hang, keepPaper } from './signed-paper.server.ts'
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
  await addAgreement(context, { document, signers }, file)
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

/** The agreement of the worker's payee with the agency. Workers sign for their own company; an umbrella's is seen by a second person. */
async function addAgreement(
  context: VerbContext,
  { document, signers }: Signing,
  file: SigningFile,
): Promise<void> {
  const { agency_id, parent_entity, parent_id } = document
  if (agency_id === null || (await kindOf(context, document.id)) !== 'self_billing') return
  const payee = await context.tx.row<{ id: string; type: string; contractor_id: string }>(
    `select p.id, p.type, k.contractor_id from (
       select c.contractor_id, c.payment_company_id from contract.contract c where c.id = $1 and $2 = 'contract.temp_placement'
       union all select b.id, b.payment_company_id from business.business b where b.id = $1 and $2 = 'business.contractor') k
     join business.business p on p.id = k.payment_company_id and p.type in ('limited', 'umbrella', 'selfemployed')`,
    [parent_id, parent_entity],
  )
  if (!payee) return
  const is_proven = payee.type !== 'umbrella' && isProven('contractor', signers)
  const days = await keepPaper(context, document, file, {
    type: 'self_billing_agreement',
    is_proven,
    service_id: null,
    business_id: payee.id,
    parent_entity: `business.${payee.type}`,
    agency_id,
    contractor_id: payee.contractor_id,
  })
  if (is_proven) await followSelfBilling(context, { business_id: payee.id, agency_id, ...days }, 'agreed')
}

/** Signed by a person of the party, no second person checks it. By an address that the sender typed, one does. */
async function addPaper(
  context: VerbContext,
  document: SigningDocument,
  file: SigningFile,
  { type, service, is_proven }: Paper & { readonly is_proven: boolean },
): Promise<void> {
  const { tx } = context
  const link = await tx.row<{ id: string }>(
    `select id from business.service where type = $1 and from_business_id = $2 and to_business_id = $3
       and deleted_at is null limit 1 for no key update`,
    [service, document.parent_id, service === 'agency-provider' ? document.provider_id : document.agency_id],
  )
  if (!link) return
  await keepPaper(context, document, file, {
    type,
    is_proven,
    service_id: link.id,
    business_id: document.parent_id,
    parent_entity: document.parent_entity,
    agency_id: document.agency_id,
    contractor_id: service === 'contractor-agency' ? document.parent_id : null,
  })
  if (type === 'conduct_opt_out' && is_proven) await followOptOut(context, link.id)
}
