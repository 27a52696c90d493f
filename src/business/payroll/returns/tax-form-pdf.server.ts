/** A P45 or P60 as a PDF file, for its readers: as it was given. */
import { readFileSync } from 'node:fs'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { notFound } from '#kernel/errors.ts'
import { type PdfPage, pdfPage } from '#server/pdf/pdf-file.ts'
import type { Tx } from '#server/verb.ts'

const template = readFileSync(new URL('./tax-form.typ', import.meta.url), 'utf8')

type Row = {
  readonly kind: string
  readonly tax_year: number
  readonly is_copy: boolean
  readonly page: object
}

/** @throws not_found for a form that the viewer cannot see, in the same words as for none */
export async function taxFormPdf(tx: Tx, viewer: Viewer, id: string): Promise<PdfPage> {
  const [form] = await loadVisible<Row>(tx, viewer, 'transaction.tax_form', [id], {
    columns: 't.kind, t.tax_year, t.is_copy, t.page',
  })
  if (!form) throw notFound('P45 or P60')
  const name = `${form.kind.toUpperCase()} ${form.tax_year}${form.is_copy ? ' copy' : ''}`
  return pdfPage(template, form.page, name)
}
