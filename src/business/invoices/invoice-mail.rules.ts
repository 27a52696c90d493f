/** The words of the mail that brings a document: the maker's opening, then the facts. */
import { formatDay } from '#kernel/day.ts'
import { displayMoney, parseMoney } from '#kernel/money.ts'
import { type AutomaticMail, fillAutomatic } from '../platform/mails/automatic-mail.rules.ts'
import type { MailWords } from '../platform/mails/communication.rules.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'
import type { PrintedInvoice } from './invoice-pdf.rules.ts'
import { printedTitle, self_billing_statement } from './invoice-pdf.rules.ts'

export const invoice_mail_topic = 'invoice_mail'

/** The mail of a document; the maker of the document can word it. */
export function mailOf({
  is_credit_note,
  is_self_billed,
}: Pick<PrintedInvoice, 'is_credit_note' | 'is_self_billed'>): AutomaticMail {
  if (is_credit_note) return 'credit_note'
  return is_self_billed ? 'self_bill' : 'invoice'
}

/** Subject and text; plain text, so that nothing in a name is ever markup. */
export function invoiceMail(
  invoice: PrintedInvoice,
  words: MailWords,
): { subject: string; body_text: string } {
  const [maker, recipient] = invoice.is_self_billed ? [invoice.to, invoice.from] : [invoice.from, invoice.to]
  const sender = maker.business_name
  const total = displayMoney(parseMoney(invoice.total_amount, invoice.currency))
  const { subject, text } = fillAutomatic(words, {
    'document.title': printedTitle(invoice),
    'document.number': invoice.human_id,
    'document.date': formatDay(invoice.raised_date),
    'document.due_date': formatDay(invoice.due_date),
    'document.total': total,
    'recipient.name': recipient.business_name,
    'business.name': sender,
  })
  const lines = [
    text,
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
  return { subject, body_text: lines.join('\n') }
}
