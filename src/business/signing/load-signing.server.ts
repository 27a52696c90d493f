import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import type { Instant } from '#kernel/instant.ts'
import type { StoredFile } from '#server/storage.server.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { signature_types } from '../platform/signature-types.rules.ts'
import { type DocumentFacts, type SignerFacts, statusAt } from './signing.rules.ts'

export type SigningDocument = DocumentFacts & {
  readonly parent_entity: string
  readonly id: string
  readonly type: string
  readonly business_id: string
  readonly provider_id: string
  readonly agency_id: string | null
  readonly client_id: string | null
  readonly contractor_id: string | null
  readonly funder_id: string | null
  readonly parent_id: string
  readonly attachment_id: string
  readonly created_by: string
  /** The person behind an impersonation. */
  readonly uploaded_as: string | null
  readonly frozen_sha256: string | null
  readonly final_sha256: string | null
  readonly completed_at: Instant | null
  /** Its number at Documenso. */
  readonly envelope_id: string | null
}

export type SigningSigner = SignerFacts & {
  readonly document_id: string
  readonly business_id: string | null
  readonly contact_id: string | null
  readonly email: string
  readonly auth: 'link' | 'link_and_code'
  /** The same person sent the document, or asked for its terms. */
  readonly is_asker: boolean
  readonly asked_at: Instant | null
  readonly viewed_at: Instant | null
  readonly signed_at: Instant | null
  readonly reminded_at: Instant | null
  readonly reassigned_at: Instant | null
  readonly ip: string | null
  readonly user_agent: string | null
}

/** A stored file of a document. */
export type SigningFile = StoredFile & { readonly file_name: string; readonly content_type: string }

export type Signing = { readonly document: SigningDocument; readonly signers: readonly SigningSigner[] }

const types = signature_types.map((type) => `'${type}'`).join(', ')

/** The sender, the asker of the document's terms, the people behind them, and the makers of their programs. */
const askers_sql = `select u.id, lower(u.email) as email from platform."user" u where u.id in (
  select coalesce(m.created_by, p.user_id) from platform.document d
  left join config.configuration k on k.document_id = d.id and k.deleted_at is null
  cross join lateral (values (d.created_by), (d.uploaded_as), (k.asked_by), (k.asked_as)) p (user_id)
  left join business.business_contact o on o.user_id = p.user_id left join platform.api_token m on m.contact_id = o.id
  where d.id = $1)`

/** The document, locked until the end of the transaction, and its signers. @throws not_found */
export async function lockSigning(tx: Tx, id: string, now: Instant): Promise<Signing> {
  const document = await tx.row<SigningDocument>(
    `select id, type, title, status, expires_at, business_id, provider_id, agency_id, client_id, contractor_id, funder_id,
       parent_entity, parent_id, attachment_id, created_by, uploaded_as, frozen_sha256, final_sha256, completed_at, missing,
       signed_with, envelope_id
     from platform.document where id = $1 and type in (${types}) and deleted_at is null for update`,
    [id],
  )
  if (!document) throw notFound('Document')
  const signers = await tx.rows<SigningSigner>(
    `with askers as materialized (${askers_sql})
     select id, document_id, position, role, party, business_id, contact_id, name, email, status, auth, asked_at, viewed_at,
       signed_at, reminded_at, reassigned_at, ip, user_agent, platform.signer_has_left(contact_id) as has_left,
       exists (select from askers a where a.email = lower(s.email) or a.id =
         (select c.user_id from business.business_contact c where c.id = s.contact_id)) as is_asker
     from platform.signer s where document_id = $1 order by position, id`,
    [id],
  )
  return { document: { ...document, status: statusAt(document, now) }, signers }
}

/** The same for a viewer who sees the document. @throws not_found */
export async function lockVisibleSigning(
  { tx, viewer, clock }: Pick<VerbContext, 'tx' | 'viewer' | 'clock'>,
  id: string,
): Promise<Signing> {
  await loadVisible(tx, viewer, 'platform.document', [id], { columns: 't.id' })
  return lockSigning(tx, id, clock.now())
}

/** The document of a signer. @throws not_found in the words of a document that the viewer does not see */
export async function documentOfSigner(tx: Tx, signer_id: string): Promise<string> {
  const row = await tx.row<{ document_id: string }>('select document_id from platform.signer where id = $1', [
    signer_id,
  ])
  if (!row) throw notFound('Document')
  return row.document_id
}

/** Links that were sent do nothing any more. */
export async function revokeLinks(tx: Tx, now: Instant, signer_ids: readonly string[]): Promise<void> {
  await tx.run(
    'update auth.sign_token set revoked_at = $2 where signer_id = any ($1::uuid[]) and revoked_at is null',
    [signer_ids, now],
  )
}

export const ASK_TOPIC = 'signature_ask'
export const REMIND_TOPIC = 'signature_remind'
export const SEAL_TOPIC = 'signature_seal'
export const TELL_TOPIC = 'signature_tell'
/** Compares a document with its envelope at Documenso. */
export const FOLLOW_TOPIC = 'signature_follow'
