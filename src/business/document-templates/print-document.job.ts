/** Prints a filled template, checks its limit of pages and stores the file. */
import { safeFileName } from '#server/http/upload-kinds.ts'
import type { PdfFile } from '#server/pdf/pdf-file.ts'
import { pagesOfPdf } from '#server/signing/seal-pdf.ts'
import type { Files, StoredFile } from '#server/storage.server.ts'
import { isKeyInformation, pagesFault } from './blocks/key-information.rules.ts'
import type { MadePage } from './make-page.server.ts'

export type DocumentFile = StoredFile & { readonly file_name: string; readonly content_type: string }
/** A file, or why the template gave none. */
export type PrintedDocument = { readonly file: DocumentFile } | { readonly fault: string }

/** @param print the caller's turn at the compiler */
export async function printDocument(
  files: Pick<Files, 'put'>,
  { template }: MadePage,
  print: () => Promise<PdfFile>,
): Promise<PrintedDocument> {
  const { bytes, file_name } = await print()
  const fault = isKeyInformation(template.kind) ? pagesFault(template.kind, await pagesOfPdf(bytes)) : null
  if (fault !== null) return { fault }
  const stored = await files.put(bytes)
  return { file: { ...stored, file_name: safeFileName(file_name), content_type: 'application/pdf' } }
}
