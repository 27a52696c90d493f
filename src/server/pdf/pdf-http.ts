/**
 * Documents as PDF files for readers of the record: `GET /api/pdf/{kind}/{id}` of an
 * invoice, a consolidated invoice, a payment (its advice), a collection note, a letter about debt, a payslip, a P45 or P60, and a
 * client statement by the client's id.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { consolidatedPdf } from '#business/consolidated/consolidate-pdf.server.ts'
import { chaseLetterPdf } from '#business/credit-control/chase-letter-pdf.server.ts'
import { clientStatementPdf } from '#business/credit-control/client-statement-pdf.server.ts'
import { collectionNotePdf } from '#business/funding/collection-notes/collection-note-pdf.server.ts'
import { invoicePdf } from '#business/invoices/invoice-pdf.server.ts'
import { paymentAdvicePdf } from '#business/payments/payment-advice.server.ts'
import { payslip } from '#business/payroll/payslips/payslip.entity.ts'
import { payslipPdf } from '#business/payroll/payslips/payslip-pdf.server.ts'
import { tax_form } from '#business/payroll/returns/tax-form.entity.ts'
import { taxFormPdf } from '#business/payroll/returns/tax-form-pdf.server.ts'
import { readsField } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { contentDisposition } from '../http/api-storage.ts'
import { goneOf } from '../http/client-gone.ts'
import type { HttpContext } from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'
import { renderedFiles } from '../storage.server.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import type { PdfFile, PdfPage } from './pdf-file.ts'
import { keepPdf, keptPdf } from './pdf-kept.server.ts'
import { stopPdf } from './pdf-render.ts'

const params = z.object({ id: z.string().max(80) })
/** `?download=1` saves the file; without it the browser shows it. */
const query = z.object({ download: z.string().optional() })

/**
 * The file loads nothing. Safari shows a file as an object of the page, and readers style the page around it; a sandbox hides
 * files in Safari.
 */
const reader_policy =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type Printing = (tx: Tx, viewer: Viewer, id: string) => Promise<PdfPage>

/** A payslip prints the National Insurance number to those that may read it, which is a reading of payroll data. */
const notedPayslip =
  ({ readings }: HttpContext): Printing =>
  async (tx, viewer, id) => {
    const page = await payslipPdf(tx, viewer, id)
    if (readsField(viewer, 'business.individual', 'ni_number'))
      await readings.note(viewer, { kind: 'payroll_data_read', what: payslip.plural, request: id })
    return page
  }

const notedTaxForm =
  ({ readings }: HttpContext): Printing =>
  async (tx, viewer, id) => {
    const page = await taxFormPdf(tx, viewer, id)
    await readings.note(viewer, { what: tax_form.plural, request: id })
    return page
  }

/** Documents as PDF: readers of the record get its file, others not found. */
export function pdfRoutes(app: FastifyInstance, context: HttpContext): void {
  const keeping = { ...context, rendered: renderedFiles(context.settings.files) }
  const answer = (print: Printing) => async (request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await context.viewerOf(request, reply)
    const { id } = parseInput(params, request.method === 'POST' ? request.body : request.params)
    const { download } = parseInput(query, request.query)
    const gone = () => goneOf(reply)
    const read = async () => {
      const page = await inTransaction(context.database, (tx) => print(tx, viewer, id))
      return { page, kept: await keptPdf(keeping, page) }
    }
    const made = await context.turns.download.take(viewer, read, { gone })
    const file = made.kept ?? (await printed(viewer, made.page, gone))
    void reply
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header(
        'content-disposition',
        contentDisposition(file.file_name, download === '1' ? 'attachment' : 'inline'),
      )
      .header('x-content-sha256', file.sha256)
      .header('content-security-policy', reader_policy)
    return reply.type('application/pdf').send(Buffer.from(file.bytes))
  }
  /** After the transaction: a connection held for the compiler would be missing for everybody else. */
  const printed = async (viewer: Viewer, page: PdfPage, gone: () => AbortSignal): Promise<PdfFile> => {
    context.shedding.admit('pdf')
    const file = await context.turns.pdf.take(
      viewer,
      // Somebody before in the queue may have printed it.
      async () => (await keptPdf(keeping, page)) ?? (await page.print({ for_request: true })),
      { gone },
    )
    // Nobody goes without their document because there is no room to keep it.
    await keepPdf(keeping, page, file).catch((error: unknown) =>
      context.log.warn({ err: error }, 'a printed document could not be kept'),
    )
    return file
  }
  const invoice = answer((tx, viewer, id) => invoicePdf(tx, viewer, id, context.files))
  app.get('/api/pdf/invoice/:id', invoice)
  // The name of spec §7, with the id in the body.
  app.post('/api/pdf/invoicePdfGen', invoice)
  app.get(
    '/api/pdf/consolidated_invoice/:id',
    answer((tx, viewer, id) => consolidatedPdf(tx, viewer, id, context.files)),
  )
  app.get('/api/pdf/payment/:id', answer(paymentAdvicePdf))
  app.get('/api/pdf/collection_note/:id', answer(collectionNotePdf))
  app.get('/api/pdf/chase/:id', answer(chaseLetterPdf))
  app.get('/api/pdf/payslip/:id', answer(notedPayslip(context)))
  app.get('/api/pdf/tax_form/:id', answer(notedTaxForm(context)))
  app.get(
    '/api/pdf/client_statement/:id',
    answer((tx, viewer, id) => clientStatementPdf(tx, viewer, id, context.clock)),
  )
  app.addHook('onClose', stopPdf)
}
