/** Files that a contractor adds by their link: the agency reads them once they are submitted. */
import { invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { StoredFile } from '#server/storage.server.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { addPaper } from '../parties/papers/upload-paper.server.ts'
import {
  LINK_FILES_MAX,
  type LinkFile,
  type LinkPaper,
  link_papers,
} from '../parties/self-service/party-link.rules.ts'
import { attachFile } from '../platform/create-attachment.server.ts'
import type { Details } from './write-details.http.ts'

type Stored = StoredFile & { readonly file_name: string; readonly content_type: string }

const columns = 'id, type, file_name, file_url, content_type, sha256, size_bytes'
type Row = Stored & { readonly id: string; readonly type: LinkPaper }

const filesOf = (tx: Tx, link_id: string): Promise<Row[]> =>
  tx.rows<Row>(
    `select ${columns} from auth.party_link_file where link_id = $1 and ended_at is null order by id`,
    [link_id],
  )

export const readFiles = async (tx: Tx, link_id: string): Promise<LinkFile[]> =>
  (await filesOf(tx, link_id)).map(({ id, type, file_name }) => ({ id, type, file_name }))

export const isLinkPaper = (type: unknown): type is LinkPaper => link_papers.some((one) => one === type)

/** The same file again is the one that is there: its answer was lost. @throws invalid for one too many */
export async function addFile(
  { context: { tx, clock }, link }: Details,
  type: LinkPaper,
  { file_name, content_type, file_url, sha256, size_bytes }: Stored,
): Promise<LinkFile> {
  const there = await filesOf(tx, link.id)
  const same = there.find((one) => one.sha256 === sha256 && one.type === type)
  if (same) return { id: same.id, type, file_name: same.file_name }
  if (there.length >= LINK_FILES_MAX) throw invalid({ file: `You can add at most ${LINK_FILES_MAX} files` })
  const id = newUuid(clock)
  await tx.run(
    `insert into auth.party_link_file (id, link_id, type, file_name, file_url, content_type, sha256, size_bytes, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, link.id, type, file_name, file_url, content_type, sha256, size_bytes, clock.now()],
  )
  return { id, type, file_name }
}

/** @throws not_found */
export async function removeFile(
  { context: { tx, clock }, link }: Details,
  id: string,
): Promise<{ id: string }> {
  const gone = await tx.row<{ id: string }>(
    `update auth.party_link_file set ended_at = $3 where id = $1 and link_id = $2 and ended_at is null returning id`,
    [id, link.id, clock.now()],
  )
  if (!gone) throw notFound('File')
  return gone
}

/** The files become documents of the contractor, one of each kind, which the agency checks. */
export async function keepFiles(context: VerbContext, link_id: string, contractor_id: string): Promise<void> {
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
    const { id } = await addPaper(context, { type, service_id: service.id }, { is_unseen: true })
    for (const { id: _, type: __, ...stored } of of_type)
      await attachFile(context, { ...stored, parent_entity: 'platform.document', parent_id: id })
  }
  await tx.run('update auth.party_link_file set ended_at = $2 where link_id = $1', [link_id, clock.now()])
}
