/** The words of the mail that brings a consolidated invoice: the maker's opening, then the facts. Its documents are attached. */
import { countText } from '#kernel/count-text.ts'
import { formatDay } from '#kernel/day.ts'
import { displayMoney, parseMoney } from '#kernel/money.ts'
import { fillAutomatic } from '../platform/mails/automatic-mail.rules.ts'
import type { MailWords } from '../platform/mails/communication.rules.ts'
import type { PrintedConsolidated } from './consolidate-pdf.rules.ts'

export const consolidated_mail_topic = 'consolidated_invoice_mail'

export function consolidatedMail(
  of: PrintedConsolidated,
  words: MailWords,
): { subject: string; body_text: string } {
  const total = displayMoney(parseMoney(of.total_amount, of.currency))
  const { subject, text } = fillAutomatic(words, {
    'document.number': of.human_id,
    'document.date': formatDay(of.raised_date),
    'document.due_date': formatDay(of.due_date),
    'document.total': total,
    'document.count': countText(of.members.length, 'invoice'),
    'recipient.name': of.to.business_name,
    'business.name': of.from.business_name,
  })
  const lines = [
    text,
    '',
    `From: ${of.from.business_name}`,
    `To: ${of.to.business_name}`,
    `Total: ${total}`,
    `Due: ${formatDay(of.due_date)}`,
    '',
    `Please pay to the account on the attached document and quote ${of.human_id} as the reference.`,
    '',
    'Kind regards',
    of.from.business_name,
  ]
  return { subject, body_text: lines.join('\n') }
}
