/** Documents of a new party, with their files from its draft. */
import { z } from 'zod'
import { invalid, isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { papers as known_papers } from '../parties/compliance/compliance.rules.ts'
import { papersInput as inputOf, type TypedPaper } from '../parties/new-party/party-rows.rules.ts'
import { addPaper, paper_shape } from '../parties/papers/upload-paper.server.ts'
import { attachFile } from '../platform/create-attachment.server.ts'
import { attachment } from '../platform/file.entity.ts'

const PAPERS_MAX = 20

export const papersInput = z
  .array(
    z.strictObject({
      ...paper_shape,
      /** A file of the draft. */
      file_id: z.uuid({ error: validationText.multi_file }),
    }),
  )
  .max(PAPERS_MAX, { error: validationText.max })
type SubmittedPapers = z.infer<typeof papersInput>

type DraftFile = {
  readonly id: string
  readonly file_name: string
  readonly file_url: string
  readonly content_type: string
  readonly size_bytes: number
  readonly sha256: string
}

/** @throws invalid under each file that the draft does not have */
export async function filesOfDraft(
  { tx }: VerbContext,
  draft_id: string | undefined,
  papers: SubmittedPapers,
): Promise<ReadonlyMap<string, DraftFile>> {
  const rows = await tx.rows<DraftFile>(
    `select id, file_name, file_url, content_type, size_bytes, sha256 from platform.attachment
     where parent_entity = 'request.draft_request' and parent_id = $1 and deleted_at is null for update`,
    [draft_id ?? null],
  )
  const files = new Map(rows.map((row) => [row.id, row]))
  const used = new Set<string>()
  const found: Record<string, string> = {}
  for (const [at, { file_id }] of papers.entries()) {
    // One file is no two documents.
    if (!files.has(file_id) || used.has(file_id)) found[`papers.${at}.file_id`] = validationText.multi_file
    used.add(file_id)
  }
  if (Object.keys(found).length > 0) throw invalid(found)
  return files
}

type Owners = {
  /** The link of the party with its agency. */
  readonly service_id: string | null
  /** The company of the papers: the submitted company, or the worker's own company. Its papers count for all its workers. */
  readonly company_id: string | null
}

/**
 * Papers that the agency put in a draft, once its contractor submits the draft by link. Rows that are not complete, or not
 * asked of this party, stay in the draft: the contractor cannot put them right. @returns the keys of the kept rows
 */
export async function keepFitting(
  context: VerbContext,
  rows: readonly TypedPaper[],
  files: ReadonlyMap<string, DraftFile>,
  owners: Owners,
): Promise<ReadonlySet<string>> {
  const kept = new Set<string>()
  const used = new Set<string>()
  for (const row of rows) {
    const paper = papersInput.safeParse(inputOf([row]))
    if (!paper.success || !files.has(row.file_id) || used.has(row.file_id)) continue
    try {
      await keepPapers(context, paper.data, files, owners)
      used.add(row.file_id)
      kept.add(row.key)
    } catch (error) {
      if (!isStintError(error) || error.code !== 'invalid') throw error
    }
  }
  return kept
}

/** Each becomes a document that another person checks; its file moves there. @throws invalid, with all faults */
export async function keepPapers(
  context: VerbContext,
  papers: SubmittedPapers,
  files: ReadonlyMap<string, DraftFile>,
  { service_id, company_id }: Owners,
): Promise<void> {
  const { tx, clock } = context
  const found: Record<string, string> = {}
  for (const [at, { file_id, ...paper }] of papers.entries()) {
    const services: readonly string[] = known_papers[paper.type].services
    const of_company = company_id !== null && services.includes('contractor-company')
    try {
      const { id } = await addPaper(context, {
        ...paper,
        ...(of_company ? { business_id: company_id } : service_id === null ? {} : { service_id }),
      })
      const file = files.get(file_id)
      if (!file) continue
      const { id: _, ...stored } = file
      await attachFile(context, { ...stored, parent_entity: 'platform.document', parent_id: id })
      await updateRow(tx, attachment, file_id, { deleted_at: clock.now(), updated_at: clock.now() })
    } catch (error) {
      if (!isStintError(error) || error.code !== 'invalid') throw error
      for (const [path, text] of Object.entries(error.errors ?? {}))
        found[`papers.${at}.${path === 'service_id' || path === 'agency_id' ? 'type' : path}`] = text
    }
  }
  if (Object.keys(found).length > 0) throw invalid(found)
}
