/** A timesheet or an expense as a PDF file, for the reader of a mailed link. */
import { readFileSync } from 'node:fs'
import type { Viewer } from '#entity/access.ts'
import { type PdfPage, pdfPage } from '#server/pdf/pdf-file.ts'
import type { Tx } from '#server/verb.ts'
import type { WorkEntity } from './mailed-decision.rules.ts'
import { readMailedWork } from './mailed-work.server.ts'
import { workPage } from './mailed-work-pdf.rules.ts'

const template = readFileSync(new URL('./mailed-work.typ', import.meta.url), 'utf8')

/** @throws not_found for a record that the viewer cannot see */
export async function mailedWorkPdf(
  tx: Tx,
  viewer: Viewer,
  entity: WorkEntity,
  id: string,
): Promise<PdfPage> {
  const { record } = await readMailedWork(tx, viewer, entity, id)
  return pdfPage(template, workPage(record), record.human_id)
}
