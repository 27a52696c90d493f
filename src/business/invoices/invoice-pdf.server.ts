/** A document of the database as a PDF file: the figures are the rows that every screen shows. */
import { readFileSync } from 'node:fs'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { day } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import { currency, GBP } from '#kernel/money.ts'
import { keptStatement } from '#server/kept-statement.server.ts'
import { type PdfPage, pdfPage } from '#server/pdf/pdf-file.ts'
import type { PdfImage } from '#server/pdf/pdf-typst.ts'
import type { Files } from '#server/storage.server.ts'
import type { Tx } from '#server/verb.ts'
import type { InvoicePage, PrintedInvoice, PrintedLine } from './invoice-pdf.rules.ts'
import { invoicePage } from './invoice-pdf.rules.ts'

const template = readFileSync(new URL('./invoice.typ', import.meta.url), 'utf8')
const logo_kinds: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' }
/** A logo is small (spec §2: 48 by 32); a larger file is left out rather than sent to the compiler. */
const logo_bytes_max = 512 * 1024

/** The PDF of a document the viewer can see. @throws not_found otherwise, in the same words */
export async function invoicePdf(
  tx: Tx,
  viewer: Viewer,
  id: string,
  files: Pick<Files, 'read'>,
): Promise<PdfPage> {
  const [seen] = await loadVisible<{ id: string }>(tx, viewer, 'transaction.invoice', [id], {
    columns: 't.id',
  })
  if (!seen) throw notFound('Invoice')
  return printInvoice(tx, seen.id, files)
}

/** The same for a job, whose starter could see the document. */
export async function printInvoice(tx: Tx, id: string, files: Pick<Files, 'read'>): Promise<PdfPage> {
  const { printed, logo } = await readPrinted(tx, id)
  return printPage(printed.human_id, logo, files, (name) => invoicePage(printed, name))
}

/** A page in our layout as a file; `page` gets the name of its logo. */
export async function printPage(
  human_id: string,
  logo: Logo | null,
  files: Pick<Files, 'read'>,
  page_of: (logo: string | null) => InvoicePage,
): Promise<PdfPage> {
  const image = logo === null ? null : await readLogo(files, logo)
  return pdfPage(template, page_of(image?.name ?? null), human_id, image === null ? [] : [image])
}

type Logo = { readonly file_url: string; readonly content_type: string; readonly size_bytes: number }

async function readLogo(files: Pick<Files, 'read'>, logo: Logo): Promise<PdfImage | null> {
  const kind = logo_kinds[logo.content_type]
  if (!kind || logo.size_bytes > logo_bytes_max) return null
  const file = await files.read(logo.file_url)
  if (!file) return null
  const chunks: Buffer[] = []
  for await (const chunk of file.stream) chunks.push(chunk as Buffer) // A file stream without an encoding.
  return { name: `logo.${kind}`, bytes: new Uint8Array(Buffer.concat(chunks)) }
}

type Row = Omit<
  PrintedInvoice,
  'lines' | 'from' | 'to' | 'account' | 'currency' | 'raised_date' | 'tax_point' | 'due_date'
> & {
  readonly currency: string
  readonly raised_date: string
  readonly tax_point: string
  readonly due_date: string
  readonly from_party: PrintedInvoice['from']
  readonly to_party: PrintedInvoice['to']
  readonly account: PrintedInvoice['account']
  readonly logo: Logo | null
  readonly provider_id: string
  readonly agency_id: string
  readonly maker_id: string
}

export type Printed = {
  readonly printed: PrintedInvoice
  readonly logo: Logo | null
  readonly provider_id: string
  readonly agency_id: string
  /** The business that makes the document: of a self-bill its recipient. */
  readonly maker_id: string
}

const printed_invoice = keptStatement(
  `select i.human_id, i.type, i.is_self_billed, i.is_vat_invoice, i.is_credit_note, i.is_debit, y.alpha_code as currency,
     case when y.alpha_code = '${GBP}' then null else y.fallback_rate::text end as sterling_rate,
     i.amount, i.tax_amount, i.total_amount, i.raised_date, i.tax_point, i.due_date, i.payment_terms, i.po_number,
     i.period_start, i.period_end, worker.name as contractor_name,
     c.human_id || ' ' || c.title as placement, coalesce(t.human_id, e.human_id) as work_reference,
     parent.human_id as parent_human_id, coalesce(i.credit_reason, r.reason) as credit_reason, assignee.name as assigned_to_name,
     to_jsonb(f) as from_party, to_jsonb(o) as to_party, to_jsonb(b) as account,
     i.provider_id, i.agency_id, case when i.is_self_billed then o.business_id else f.business_id end as maker_id,
     case when a.id is null then null else jsonb_build_object('file_url', a.file_url, 'content_type', a.content_type,
       'size_bytes', a.size_bytes) end as logo
   from transaction.invoice i
   join platform.currency y on y.id = i.currency_id
   join transaction.invoice_entity f on f.id = i.from_invoice_entity_id
   join transaction.invoice_entity o on o.id = i.to_invoice_entity_id
   join contract.contract c on c.id = i.contract_id
   left join transaction.timesheet t on t.id = i.timesheet_id
   left join transaction.expense e on e.id = i.expense_id
   left join business.business worker on worker.id = i.contractor_id
   left join business.business assignee on assignee.id = i.assigned_to_id
   left join transaction.invoice parent on parent.id = i.parent_invoice_id
   left join transaction.refinement r on r.id = i.refinement_id
   left join business.bank_account b on b.id = i.payable_bank_account_id
   left join platform.attachment a on a.id = f.logo_attachment_id and a.deleted_at is null
   where i.id = $1`,
)

/** The rows of a document, without an access check: the caller has made it. */
export async function readPrinted(tx: Tx, id: string): Promise<Printed> {
  const row = await tx.row<Row>(printed_invoice, [id])
  if (!row) throw notFound('Invoice')
  const lines = await tx.rows<PrintedLine>(
    `select description, unit_type, units, rate, amount, tax_type, tax_rate, tax_amount, total_amount
     from transaction.invoice_line where invoice_id = $1 order by position`,
    [id],
  )
  const { from_party, to_party, logo, currency: code, provider_id, agency_id, maker_id, ...rest } = row
  const printed: PrintedInvoice = {
    ...rest,
    currency: currency(code),
    raised_date: day(row.raised_date),
    tax_point: day(row.tax_point),
    due_date: day(row.due_date),
    from: from_party,
    to: to_party,
    lines,
  }
  return { printed, logo, provider_id, agency_id, maker_id }
}
