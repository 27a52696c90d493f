/** The proof documents of a consolidated invoice: read, printed, stored, and named on it. */
import { readFileSync } from 'node:fs'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { day } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type PdfPage, type Printed, pdfPage } from '#server/pdf/pdf-file.ts'
import type { Files, StoredFile } from '#server/storage.server.ts'
import type { Tx } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { consolidated_invoice } from '../invoices/invoice-set.entity.ts'
import { attachment, document } from '../platform/file.entity.ts'
import { never_sent, no_paper } from '../platform/no-paper.rules.ts'
import type { MailedTo, Proven, SummaryCell, SummarySheet } from './consolidate-proof.rules.ts'
import { proofName, proofPage, summaryName, summaryPage } from './consolidate-proof.rules.ts'

const template = readFileSync(new URL('./consolidate-proof.typ', import.meta.url), 'utf8')

type Keeping = {
  readonly tx: Tx
  readonly clock: Clock
  readonly files: Pick<Files, 'put'>
  readonly printed: Printed
}
type ProofFile = StoredFile & { readonly file_name: string; readonly content_type: string }

type Row = Omit<Proven, 'raised_date'> &
  ReadRow<
    typeof consolidated_invoice,
    'provider_id agency_id client_id funder_id timesheet_summary_document_id mail_proof_document_id'
  > & {
    readonly raised_date: Proven['raised_date'] | null
  }

async function readProven(tx: Tx, id: string): Promise<Row & Proven> {
  const row = await tx.row<Row>(
    `select c.human_id, c.raised_date, f.name as from_name, o.name as to_name, c.period_start, c.period_end, c.provider_id,
       c.agency_id, c.client_id, c.funder_id, c.timesheet_summary_document_id, c.mail_proof_document_id
     from transaction.consolidated_invoice c
     join business.business f on f.id = c.from_business_id join business.business o on o.id = c.to_business_id
     where c.id = $1 for update of c`,
    [id],
  )
  // Only generated invoices have a day and a proof.
  if (!row || row.raised_date === null) throw notFound('Consolidated Invoice')
  return { ...row, raised_date: day(row.raised_date) }
}

/**
 * The timesheet summary, made once, when the document is generated or first mailed. Every reader of the consolidated
 * invoice may read it: it has no rates.
 */
export async function keepTimesheetSummary(keeping: Keeping, id: string): Promise<ProofFile> {
  const { tx } = keeping
  const row = await readProven(tx, id)
  const known = row.timesheet_summary_document_id
  if (known !== null) return fileOf(tx, known)
  const summary = pdfPage(template, summaryPage(row, await readSheets(tx, id)), summaryName(row.human_id))
  const file = await store(keeping, summary)
  const document_id = await insertDocument(keeping, id, row, file, 'timesheet_summary')
  await updateRow(tx, consolidated_invoice, id, {
    timesheet_summary_document_id: document_id,
    updated_at: keeping.clock.now(),
  })
  return file
}

/** The mail proof with every mail so far; replaces the former one. For the issuer only. */
export async function keepMailProof(keeping: Keeping, id: string): Promise<void> {
  const { tx, clock } = keeping
  const row = await readProven(tx, id)
  const mails = await tx.rows<MailedTo>(
    `select m."to", m.subject, m.status, to_char(m.updated_at at time zone 'Europe/London', 'DD/MM/YYYY HH24:MI') as at, m.error,
       coalesce((select jsonb_agg(jsonb_build_object('file_name', a.file_name, 'sha256', a.sha256) order by a.file_name)
         from log.mail_attachment a where a.mail_id = m.id), '[]') as files
     from log.mail m where m.parent_entity = 'transaction.consolidated_invoice' and m.parent_id = $1
       and m.status not in ('queued', 'deferred') order by m.created_at, m.id`,
    [id],
  )
  const file = await store(keeping, pdfPage(template, proofPage(row, mails), proofName(row.human_id)))
  await tx.run(
    `with gone as (update platform.document set deleted_at = $2, updated_at = $2 where id = $1 returning attachment_id)
     update platform.attachment set deleted_at = $2, updated_at = $2 where id in (select attachment_id from gone)`,
    [row.mail_proof_document_id, clock.now()],
  )
  const document_id = await insertDocument(
    keeping,
    id,
    { ...row, client_id: null, funder_id: null },
    file,
    'mail_proof',
  )
  await updateRow(tx, consolidated_invoice, id, {
    mail_proof_document_id: document_id,
    updated_at: clock.now(),
  })
}

async function store({ files, printed }: Keeping, page: PdfPage): Promise<ProofFile> {
  const { bytes, file_name } = present(printed([page]).get(page), 'a printed proof')
  return { ...(await files.put(bytes)), file_name, content_type: 'application/pdf' }
}

async function fileOf(tx: Tx, document_id: string): Promise<ProofFile> {
  const file = await tx.row<ProofFile>(
    `select a.file_url, a.sha256, a.size_bytes::int as size_bytes, a.file_name, a.content_type
     from platform.document d join platform.attachment a on a.id = d.attachment_id where d.id = $1`,
    [document_id],
  )
  if (!file) throw notFound('File')
  return file
}

async function insertDocument(
  { tx, clock }: Keeping,
  id: string,
  row: Pick<Row, 'provider_id' | 'agency_id' | 'client_id' | 'funder_id'>,
  file: ProofFile,
  type: 'timesheet_summary' | 'mail_proof',
): Promise<string> {
  const attachment_id = newUuid(clock)
  const document_id = newUuid(clock)
  const of_both = {
    business_id: row.provider_id,
    parent_entity: 'transaction.consolidated_invoice',
    parent_id: id,
    provider_id: row.provider_id,
    agency_id: row.agency_id,
    client_id: row.client_id,
    contractor_id: null,
    funder_id: row.funder_id,
    created_at: clock.now(),
    updated_at: clock.now(),
  }
  await insertRow(tx, attachment, {
    ...of_both,
    id: attachment_id,
    file_name: file.file_name,
    file_url: file.file_url,
    content_type: file.content_type,
    size_bytes: file.size_bytes,
    sha256: file.sha256,
    created_by: null,
  })
  await insertRow(tx, document, {
    ...no_paper,
    ...never_sent,
    ...of_both,
    id: document_id,
    type,
    title: file.file_name,
    attachment_id,
  })
  return document_id
}

/** Timesheets in the order of their invoices, with the invoiced cells. */
async function readSheets(tx: Tx, id: string): Promise<SummarySheet[]> {
  const sheets = await tx.rows<Omit<SummarySheet, 'cells'> & { readonly timesheet_id: string }>(
    `select t.id as timesheet_id, t.human_id, i.human_id as invoice_human_id, w.name as contractor_name,
       c.human_id || ' ' || c.title as placement, t.start_date, t.end_date, t.approved_by_name,
       (t.approved_at at time zone 'Europe/London')::date as approved_on, t.evidence_hash
     from transaction.invoice i
     join transaction.invoice_set s on s.id = i.invoice_set_id
     join transaction.timesheet t on t.id = i.timesheet_id and t.version = s.version
     join contract.contract c on c.id = t.contract_id
     join business.business w on w.id = t.contractor_id
     where i.consolidated_invoice_id = $1 and i.deleted_at is null and s.status = 'live'
     order by i.raised_date, i.human_id`,
    [id],
  )
  const cells = await tx.rows<SummaryCell & { readonly timesheet_id: string }>(
    `select timesheet_id, date, rate_name, unit_type, units from transaction.timesheet_detail
     where timesheet_id = any ($1) and deleted_at is null and units <> 0
     order by timesheet_id, date, rate_name <> 'Standard', rate_name`,
    [sheets.map((sheet) => sheet.timesheet_id)],
  )
  const of_sheet = Map.groupBy(cells, (cell) => cell.timesheet_id)
  return sheets.map(({ timesheet_id, ...sheet }) => ({ ...sheet, cells: of_sheet.get(timesheet_id) ?? [] }))
}
