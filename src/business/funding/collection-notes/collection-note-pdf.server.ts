/** A collection note as a PDF file, for its readers; the figures are those of its page. */
import { readFileSync } from 'node:fs'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { day } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import { currency } from '#kernel/money.ts'
import { type PdfPage, pdfPage } from '#server/pdf/pdf-file.ts'
import type { Tx } from '#server/verb.ts'
import { readParties } from '../../invoices/read-work.server.ts'
import type { collection_note } from './collection-note.entity.ts'
import type { PrintedNote } from './collection-note-pdf.rules.ts'
import { collectionPage } from './collection-note-pdf.rules.ts'

const template = readFileSync(new URL('./collection-note.typ', import.meta.url), 'utf8')

/** @throws not_found for a note that the viewer cannot see, in the same words as for none */
export async function collectionNotePdf(tx: Tx, viewer: Viewer, id: string): Promise<PdfPage> {
  const [seen] = await loadVisible<{ id: string }>(tx, viewer, 'transaction.collection_note', [id], {
    columns: 't.id',
  })
  if (!seen) throw notFound('Collection Note')
  const { note } = await readNote(tx, seen.id)
  // The agency's earnings are between it and its provider (spec §6).
  return printNote(viewer.category === 'funder' ? { ...note, invoice_human_id: null } : note)
}

/** The same note gives the same bytes. */
export async function printNote(note: PrintedNote): Promise<PdfPage> {
  return pdfPage(template, collectionPage(note), note.human_id)
}

type Row = Omit<PrintedNote, 'currency' | 'raised_date' | 'principal' | 'agency'> &
  ReadRow<typeof collection_note, 'raised_date principal_id agency_id provider_id'> & {
    readonly currency: string
  }

/** The rows of a note, without an access check: the caller has made it. */
export async function readNote(
  tx: Tx,
  id: string,
): Promise<{ note: PrintedNote; agency_id: string; provider_id: string }> {
  const row = await tx.row<Row>(
    `select n.human_id, n.status, n.reason, n.raised_date, y.alpha_code as currency, n.amount, n.outstanding_balance,
       i.human_id as invoice_human_id, n.principal_id, n.agency_id, n.provider_id
     from transaction.collection_note n
     join platform.currency y on y.id = n.currency_id
     left join transaction.invoice i on i.id = n.invoice_id
     where n.id = $1 and n.deleted_at is null`,
    [id],
  )
  if (!row) throw notFound('Collection Note')
  const { principal_id, agency_id, provider_id, ...rest } = row
  const parties = await readParties(tx, [principal_id, agency_id])
  const principal = parties.get(principal_id)
  const agency = parties.get(agency_id)
  if (!principal || !agency) throw notFound('Business')
  return {
    note: { ...rest, currency: currency(row.currency), raised_date: day(row.raised_date), principal, agency },
    agency_id,
    provider_id,
  }
}
