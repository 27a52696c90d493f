/** A letter about debt as a PDF file, for its readers: as it was sent, without later receipts. */
import { readFileSync } from 'node:fs'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { day } from '#kernel/day.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { type PdfPage, pdfPage } from '#server/pdf/pdf-file.ts'
import type { Tx } from '#server/verb.ts'
import { type LetterAccount, letterPage, type PrintedLetter } from './chase-letter.rules.ts'
import { readLetter } from './read-letter.server.ts'

const template = readFileSync(new URL('./chase-letter.typ', import.meta.url), 'utf8')

/** @throws not_found for a letter that the viewer cannot see; precondition for other kinds */
export async function chaseLetterPdf(tx: Tx, viewer: Viewer, id: string): Promise<PdfPage> {
  const [seen] = await loadVisible<{ id: string; kind: string }>(tx, viewer, 'transaction.chase', [id])
  if (!seen) throw notFound('Letter')
  if (seen.kind === 'call') throw precondition('A call has no letter')
  if (seen.kind === 'statement')
    throw precondition('A statement is printed as of today, from the client’s statement')
  const letter = await readPrinted(tx, seen.id)
  return pdfPage(template, letterPage(letter), `Letter ${letter.client_human_id} ${letter.on_date}`)
}

/** The rows of a letter, without an access check: the caller has made it. */
async function readPrinted(tx: Tx, id: string): Promise<PrintedLetter> {
  const letter = await readLetter(tx, id)
  const parties = await tx.rows<{ id: string; human_id: string; address: string }>(
    `select b.id, b.human_id, coalesce(a.complete_address, '') as address
     from business.business b left join business.company c on c.id = b.company_id
     left join business.address a on a.id = c.address_id where b.id = any ($1)`,
    [[letter.agency_id, letter.client_id]],
  )
  const client = parties.find((one) => one.id === letter.client_id)
  const agency = parties.find((one) => one.id === letter.agency_id)
  const sent = await tx.row<{ on_date: string }>('select on_date from transaction.chase where id = $1', [id])
  if (!client || !agency || !sent) throw notFound('Letter')
  const accounts = await tx.rows<LetterAccount>(
    `select distinct y.alpha_code as currency, b.account_holder_name, b.bank_name, b.sort_code, b.account_number, b.iban,
       b.swift_code
     from transaction.chase_invoice n join transaction.invoice i on i.id = n.invoice_id
     join business.bank_account b on b.id = i.payable_bank_account_id
     join platform.currency y on y.id = n.currency_id
     where n.chase_id = $1 order by 1, 2`,
    [id],
  )
  return {
    ...letter,
    on_date: day(sent.on_date),
    client_human_id: client.human_id,
    client_address: client.address,
    agency_address: agency.address,
    accounts,
  }
}
