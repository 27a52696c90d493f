/** The words of the mail that brings a document. */
import { formatDay } from '#kernel/day.ts'
import { displayMoney, parseMoney } from '#kernel/money.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'
import type { PrintedInvoice } from './invoice-pdf.rules.ts'
import { printedTitle, self_billing_statement } from './invoice-pdf.rules.ts'

export const invoice_mail_topic = 'invoice_mail'

/** Subject and text; plain text, so that nothing in a name is ever markup. */
export function invoiceMail(invoice: PrintedInvoice): { subject: string; body_text: string } {
  const title = printedTitle(invoice)
  const sender = invoice.is_self_billed ? invoice.to.business_name : invoice.from.business_name
  const total = displayMoney(parseMoney(invoice.total_amount, invoice.currency))
  const lines = [
    'Hello,',
    '',
    `${title} ${invoice.human_id} of ${formatDay(invoice.raised_date)} is attached.`,
    '',
    `From: ${invoice.from.business_name}`,
    `To: ${invoice.to.business_name}`,
    `${invoice.is_credit_note ? 'Total credited' : 'Total'}: ${total}`,
  ]
  if (!invoice.is_credit_note) lines.push(`Due: ${formatDay(invoice.due_date)}`)
  if (invoice.po_number) lines.push(`Purchase order: ${invoice.po_number}`)
  if (isClientFacing(invoice.type) && !invoice.is_credit_note) {
    lines.push(
      '',
      `Please pay to the account on the attached document and quote ${invoice.human_id} as the reference.`,
    )
  }
  if (invoice.assigned_to_name) {
    lines.push(
      '',
      `This debt is assigned to ${invoice.assigned_to_name}. Only payment to the account on the document settles it.`,
    )
  }
  if (invoice.is_self_billed && parseMoney(invoice.tax_amount, invoice.currency).minor !== 0) {
    lines.push('', `${self_billing_statement}.`)
  }
  lines.push('', 'Kind regards', sender)
  return {
    subject: `${title} ${invoice.human_id} from ${sender}`.replace(/\s+/g, ' '),
    body_text: lines.join('\n'),
  }
}
