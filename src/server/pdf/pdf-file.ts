/** A rendered page as a file: name, bytes and their hash; the same page gives the same bytes. */
import { createHash } from 'node:crypto'
import { type PdfUse, renderPdf } from './pdf-render.ts'
import { orderHash, type PdfImage } from './pdf-typst.ts'

export type PdfFile = {
  readonly bytes: Uint8Array
  readonly file_name: string
  readonly sha256: string
}

/** A page that is ready to print. It holds all it needs, so that it is printed outside of any transaction. */
export type PdfPage = {
  readonly file_name: string
  /** Pages of one hash print the same bytes. */
  readonly order_hash: string
  readonly print: (use?: PdfUse) => Promise<PdfFile>
}

/** The files of pages that are printed by now. @throws a fault that undoes the transaction, so that the others are printed */
export type Printed = (pages: readonly PdfPage[]) => ReadonlyMap<PdfPage, PdfFile>

/** `template` is Typst and reads `page`, whose values are ready-to-print text. `name` is without `.pdf`. */
export function pdfPage(
  template: string,
  page: object,
  name: string,
  images: readonly PdfImage[] = [],
): PdfPage {
  const order = { template, data: JSON.stringify(page), images }
  const file_name = `${name}.pdf`
  return {
    file_name,
    order_hash: orderHash(order),
    print: async (use) => {
      const { bytes } = await renderPdf(order, use)
      return pdfFile(file_name, bytes)
    },
  }
}

export const pdfFile = (file_name: string, bytes: Uint8Array): PdfFile => ({
  bytes,
  file_name,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})
