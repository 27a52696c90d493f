/** The words of the mail that brings a consolidated invoice; its documents are attached. */
import { countText } from '#kernel/count-text.ts'
import { formatDay } from '#kernel/day.ts'
import { displayMoney, parseMoney } from '#kernel/money.ts'
import type { PrintedConsolidated } from './consolidate-pdf.rules.ts'

export const consolidated_mail_topic = 'consolidated_invoice_mail'

export function consolidatedMail(of: PrintedConsolidated): { subject: string; body_text: string } {
  const total = displayMoney(parseMoney(of.total_amount, of.currency))
  const count = of.members.length
  const lines = [
    'Hello,',
    '',
    `Consolidated invoice ${of.human_id} of ${formatDay(of.raised_date)} is attached. It covers ${countText(count, 'invoice')}. A summary of the timesheets is attached as well.`,
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
  return {
    subject: `Consolidated invoice ${of.human_id} from ${of.from.business_name}`.replace(/\s+/g, ' '),
    body_text: lines.join('\n'),
  }
}
