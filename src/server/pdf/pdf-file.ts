/** A rendered page as a file: name, bytes and their hash; the same page gives the same bytes. */
import { createHash } from 'node:crypto'
import { renderPdf } from './pdf-render.ts'
import type { PdfImage } from './pdf-typst.ts'

export type PdfFile = {
  readonly bytes: Uint8Array
  readonly file_name: string
  readonly sha256: string
}

/** `template` is Typst and reads `page`, whose values are ready-to-print text. `name` is without `.pdf`. */
export async function pdfFile(
  template: string,
  page: object,
  name: string,
  images: readonly PdfImage[] = [],
): Promise<PdfFile> {
  const { bytes } = await renderPdf({ template, data: JSON.stringify(page), images })
  return { bytes, file_name: `${name}.pdf`, sha256: createHash('sha256').update(bytes).digest('hex') }
}
