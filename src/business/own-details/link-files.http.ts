/** Files that a contractor adds by their link: the agency reads them once they are submitted. */
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { StoredFile } from '#server/storage.server.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { insertNamed } from '#server/write-row.server.ts'
import { type Insurance, isInsurance } from '../parties/compliance/insurance.rules.ts'
import { addPaper } from '../parties/papers/upload-paper.server.ts'
import type { PartyLink } from '../parties/self-service/load-party-link.server.ts'
import {
  LINK_FILES_MAX,
  type LinkFile,
  type LinkPaper,
  link_papers,
} from '../parties/self-service/party-link.rules.ts'
import { attachFile } from '../platform/create-attachment.server.ts'
import type { Policy } from './asked-insurance.http.ts'

/** The link that a contractor opened. */
type OfLink = { readonly context: VerbContext; readonly link: PartyLink }
type Stored = StoredFile & { readonly file_name: string; readonly content_type: string }

const columns =
  'id, type, file_name, file_url, content_type, sha256, size_bytes, sum_insured, valid_to::text as valid_to'
type Row = Stored & LinkFile

const filesOf = (tx: Tx, link_id: string): Promise<Row[]> =>
  tx.rows<Row>(
    `select ${columns} from auth.party_link_file where link_id = $1 and ended_at is null order by id`,
    [link_id],
  )

export const readFiles = async (tx: Tx, link_id: string): Promise<LinkFile[]> =>
  (await filesOf(tx, link_id)).map(shownFile)

const shownFile = ({ id, type, file_name, sum_insured, valid_to }: LinkFile): LinkFile => ({
  id,
  type,
  file_name,
  sum_insured,
  valid_to,
})

export const isLinkPaper = (type: unknown): type is LinkPaper => link_papers.some((one) => one === type)

/** The same file again is the one that is there: its answer was lost. @throws invalid for one too many */
export async function addFile(
  { context: { tx, clock }, link }: OfLink,
  type: LinkPaper,
  { file_name, content_type, file_url, sha256, size_bytes }: Stored,
  policy: Policy | null,
): Promise<LinkFile> {
  const there = await filesOf(tx, link.id)
  const { sum_insured, valid_to } = policy ?? { sum_insured: null, valid_to: null }
  const same = there.find(
    (one) =>
      one.sha256 === sha256 &&
      one.type === type &&
      one.sum_insured === sum_insured &&
      one.valid_to === valid_to,
  )
  if (same) return shownFile(same)
  if (there.length >= LINK_FILES_MAX) throw invalid({ file: `You can add at most ${LINK_FILES_MAX} files` })
  const id = newUuid(clock)
  await insertNamed(tx, 'auth.party_link_file', {
    id,
    link_id: link.id,
    type,
    file_name,
    file_url,
    content_type,
    sha256,
    size_bytes,
    sum_insured,
    valid_to,
    created_at: clock.now(),
  })
  return { id, type, file_name, sum_insured, valid_to }
}

/** @throws not_found */
export async function removeFile(
  { context: { tx, clock }, link }: OfLink,
  id: string,
): Promise<{ id: string }> {
  const gone = await tx.row<{ id: string }>(
    `update auth.party_link_file set ended_at = $3 where id = $1 and link_id = $2 and ended_at is null returning id`,
    [id, link.id, clock.now()],
  )
  if (!gone) throw notFound('File')
  return gone
}

type Party = {
  readonly contractor_id: string
  /** The limited company that the contractor entered; null: its insurance is not asked. */
  readonly company_id: string | null
}

/** The files become documents, one of each kind: of the contractor, which the agency checks, and of the company. */
export async function keepFiles(
  context: VerbContext,
  link_id: string,
  { contractor_id, company_id }: Party,
): Promise<void> {
  const { tx, viewer, clock } = context
  const files = await filesOf(tx, link_id)
  if (files.length === 0) return
  const service = await tx.row<{ id: string }>(
    `select id from business.service where type = 'contractor-agency' and from_business_id = $1 and to_business_id = $2
       and deleted_at is null`,
    [contractor_id, viewer.business_id],
  )
  if (!service) throw invalid({ file: validationText.matches })
  for (const [type, of_type] of Map.groupBy(files, (one) => one.type)) {
    if (isInsurance(type) && company_id === null) continue
    const { id } = isInsurance(type)
      ? await addPaper(context, await policyOf(context, type, present(company_id, 'the company'), of_type))
      : await addPaper(context, { type, service_id: service.id }, { is_unseen: true })
    for (const { file_name, file_url, content_type, sha256, size_bytes } of of_type)
      await attachFile(context, {
        file_name,
        file_url,
        content_type,
        sha256,
        size_bytes,
        parent_entity: 'platform.document',
        parent_id: id,
      })
  }
  await tx.run('update auth.party_link_file set ended_at = $2 where link_id = $1', [link_id, clock.now()])
}

/** A policy of several files: the newest one says its sum and last day. */
async function policyOf(
  { tx, viewer }: VerbContext,
  type: Insurance,
  business_id: string,
  of_type: readonly Row[],
): Promise<Parameters<typeof addPaper>[1]> {
  const newest = present(of_type.at(-1), 'a file of the policy')
  const agency = await tx.row<{ alpha_code: string }>(
    `select c.alpha_code from business.business b join platform.currency c on c.id = b.base_currency_id where b.id = $1`,
    [viewer.business_id],
  )
  return {
    type,
    business_id,
    sum_insured: present(newest.sum_insured, 'the sum'),
    valid_to: day(present(newest.valid_to, 'the last day')),
    currency: present(agency, 'the agency').alpha_code,
  }
}
