import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { WhoMay } from '#entity/access.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notAllowed, notFound, precondition } from '#kernel/errors.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { recipientsInput } from '../parties/party-input.server.ts'
import { knownContactSql } from '../shared/known-contact.server.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import type { invoice } from './invoice.entity.ts'
import { invoice_mail_topic } from './invoice-mail.rules.ts'

const input = z.strictObject({
  id: z.uuid(),
  to: recipientsInput,
})
const senders: WhoMay = {
  agency: agency_writers,
  provider: provider_staff,
  funder: ['funder_admin'],
}

const answer = z.strictObject({ id: z.uuid(), human_id: z.string(), to: z.array(z.string()) })

type Row = ReadRow<
  typeof invoice,
  | 'id human_id type status is_self_billed from_business_id to_business_id contractor_id'
  | 'contract_id from_invoice_entity_id to_invoice_entity_id'
>

/**
 * Mails the document as PDF: to the client's invoice contacts, or to the contractor for self-bills. Once an address
 * and day; the mail log shows it.
 */
export const sendInvoice = verb({
  action_id: 'transaction.invoice.send',
  since: '0.1.0',
  summary: 'Mails an invoice as PDF to its recipients',
  machine: 'allowed',
  impersonator: 'allowed',
  who: senders,
  input,
  output: answer,
  run: async (context, { id, to }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'transaction.invoice', [id], {
      columns: `t.id, t.human_id, t.type, t.status, t.is_self_billed, t.from_business_id, t.to_business_id, t.contractor_id,
        t.contract_id, t.from_invoice_entity_id, t.to_invoice_entity_id`,
    })
    if (!row) throw notFound('Invoice')
    requireIssuer(context, row)
    if (row.status !== 'open' && row.status !== 'closed') {
      throw precondition(`${row.human_id} is ${row.status} and cannot be sent`)
    }
    const addresses = [...new Set(to ?? (await contactsOf(tx, row)))].sort()
    if (addresses.length === 0) {
      throw precondition(
        `There is nobody to send ${row.human_id} to: no invoice contact and no company address is known`,
      )
    }
    for (const address of addresses) {
      // The day is part of the fact, so that a document can be sent again when it was lost.
      const fact_key = `invoice:${row.id}:${address}:${clock.today()}`
      context.enqueue(invoice_mail_topic, fact_key, {
        invoice_id: row.id,
        to: address,
        sender_business_id: viewer.business_id,
      })
    }
    context.audit({
      entity: 'transaction.invoice',
      entity_id: row.id,
      new_values: { sent_to: addresses },
    })
    return { id: row.id, human_id: row.human_id, to: addresses }
  },
})

/** The agency issues self-bills in the contractor's name; every other document is its issuer's to send. */
function requireIssuer({ viewer }: VerbContext, row: Row): void {
  const issuer_id = row.type === 'contractor-agency' ? row.to_business_id : row.from_business_id
  if (viewer.business_id !== issuer_id) throw notAllowed('A document is sent by the business that issues it')
}

/** Contacts named on the placement, else the recipient's people for it, else its company's own address. */
async function contactsOf(tx: Tx, row: Row): Promise<string[]> {
  const is_contractors = row.type === 'contractor-agency'
  const recipient_id = is_contractors ? (row.contractor_id ?? row.from_business_id) : row.to_business_id
  const named = await tx.rows<{ email: string }>(
    `select b.email from contract.contract_contact n join business.business_contact b on b.id = n.business_contact_id
     where n.contract_id = $1 and n.type = 'invoice_contact' and b.business_id = $2 and n.deleted_at is null
       and ${knownContactSql('b.')}`,
    [row.contract_id, recipient_id],
  )
  if (named.length > 0) return named.map((one) => one.email)
  const people = await tx.rows<{ email: string }>(
    `select email from business.business_contact where business_id = $1 and ${knownContactSql()}
       and roles && array['invoice_contact', 'contractor', 'agency_admin', 'provider_admin', 'funder_admin']`,
    [recipient_id],
  )
  if (people.length > 0) return people.map((one) => one.email)
  const company = await tx.row<{ email: string | null }>(
    'select email from transaction.invoice_entity where id = $1',
    [is_contractors ? row.from_invoice_entity_id : row.to_invoice_entity_id],
  )
  return company?.email ? [company.email.toLowerCase()] : []
}
