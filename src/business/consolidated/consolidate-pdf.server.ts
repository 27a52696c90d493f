/** A consolidated invoice as a PDF file; the figures are those of its members. */
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { day } from '#kernel/day.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { currency } from '#kernel/money.ts'
import type { PdfPage } from '#server/pdf/pdf-file.ts'
import type { Files } from '#server/storage.server.ts'
import type { Tx } from '#server/verb.ts'
import { printPage } from '../invoices/invoice-pdf.server.ts'
import type { PrintedConsolidated, PrintedMember } from './consolidate-pdf.rules.ts'
import { consolidatedPage } from './consolidate-pdf.rules.ts'

/** The PDF of a consolidated invoice the viewer can see. @throws not_found, precondition for a draft */
export async function consolidatedPdf(
  tx: Tx,
  viewer: Viewer,
  id: string,
  files: Pick<Files, 'read'>,
): Promise<PdfPage> {
  const [seen] = await loadVisible<{ id: string }>(tx, viewer, 'transaction.consolidated_invoice', [id], {
    columns: 't.id',
  })
  if (!seen) throw notFound('Consolidated Invoice')
  return printConsolidated(tx, seen.id, files)
}

/** @throws not_found, and precondition where it has no document */
export async function printConsolidated(tx: Tx, id: string, files: Pick<Files, 'read'>): Promise<PdfPage> {
  const { printed, logo } = await readConsolidated(tx, id)
  return printPage(printed.human_id, logo, files, (name) => consolidatedPage(printed, name))
}

type Logo = Parameters<typeof printPage>[1]

type Row = Omit<
  PrintedConsolidated,
  'members' | 'from' | 'to' | 'currency' | 'raised_date' | 'due_date' | 'period_start' | 'period_end'
> & {
  readonly currency: string
  readonly raised_date: string | null
  readonly due_date: string
  readonly period_start: string | null
  readonly period_end: string | null
  readonly from_party: PrintedConsolidated['from'] | null
  readonly to_party: PrintedConsolidated['to'] | null
  readonly logo: Logo
  readonly provider_id: string
  readonly agency_id: string
  readonly maker_id: string
}

/** Parties as the newest of its invoices printed them. */
const party = (side: 'from' | 'to') => `(select to_jsonb(e) from transaction.invoice i
  join transaction.invoice_entity e on e.id = i.${side}_invoice_entity_id
  where i.consolidated_invoice_id = c.id order by i.raised_date desc, i.id desc limit 1)`

/**
 * The text of its PDF and its mail: printed parties and account, its invoices by day and number.
 * @throws not_found, and precondition without a document: a draft, or canceled before it had one
 */
export async function readConsolidated(
  tx: Tx,
  id: string,
): Promise<{
  printed: PrintedConsolidated
  logo: Logo
  provider_id: string
  agency_id: string
  maker_id: string
}> {
  const row = await tx.row<Row>(
    `select c.human_id, y.alpha_code as currency, c.amount, c.tax_amount, c.total_amount, c.raised_date, c.due_date,
       c.period_start, c.period_end, c.po_number, to_jsonb(b) as account, ${party('from')} as from_party,
       ${party('to')} as to_party, c.provider_id, c.agency_id, c.from_business_id as maker_id,
       (select n.name from transaction.invoice i join business.business n on n.id = i.assigned_to_id
        where i.consolidated_invoice_id = c.id limit 1) as assigned_to_name,
       (select jsonb_build_object('file_url', a.file_url, 'content_type', a.content_type, 'size_bytes', a.size_bytes)
        from business.business p join business.company k on k.id = p.company_id
        join platform.attachment a on a.id = k.logo_attachment_id and a.deleted_at is null
        where p.id = c.from_business_id) as logo
     from transaction.consolidated_invoice c
     join platform.currency y on y.id = c.currency_id
     left join business.bank_account b on b.id = c.payable_bank_account_id
     where c.id = $1`,
    [id],
  )
  if (!row) throw notFound('Consolidated Invoice')
  if (row.raised_date === null || row.from_party === null || row.to_party === null)
    throw precondition(`${row.human_id} has no document: it is a draft, or was canceled`)
  const members = await tx.rows<PrintedMember>(
    `select i.human_id, i.is_credit_note, i.amount, i.tax_amount, i.total_amount, i.due_date, i.period_end,
       w.name as contractor_name, c.human_id || ' ' || c.title as placement, coalesce(t.human_id, e.human_id) as work_reference,
       t.total_units, t.approved_by_name, (t.approved_at at time zone 'Europe/London')::date as approved_on
     from transaction.invoice i
     join contract.contract c on c.id = i.contract_id
     left join transaction.timesheet t on t.id = i.timesheet_id
     left join transaction.expense e on e.id = i.expense_id
     left join business.business w on w.id = i.contractor_id
     where i.consolidated_invoice_id = $1 and i.deleted_at is null order by i.raised_date, i.human_id`,
    [id],
  )
  const { logo, provider_id, agency_id, maker_id, from_party, to_party, ...rest } = row
  return {
    printed: {
      ...rest,
      currency: currency(row.currency),
      raised_date: day(row.raised_date),
      due_date: day(row.due_date),
      period_start: row.period_start === null ? null : day(row.period_start),
      period_end: row.period_end === null ? null : day(row.period_end),
      from: from_party,
      to: to_party,
      members,
    },
    logo,
    provider_id,
    agency_id,
    maker_id,
  }
}
