/** The text of a payment advice: amount, account and documents. Pure. */
import { sumWords } from '#business/shared/explain.rules.ts'
import { labelIn } from '#entity/choices.ts'
import type { Day } from '#kernel/day.ts'
import { formatDay, partsOf } from '#kernel/day.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { displayMoney, parseMoney, sum } from '#kernel/money.ts'
import { invoice } from '../invoices/invoice.entity.ts'
import { fillAutomatic } from '../platform/mails/automatic-mail.rules.ts'
import type { MailWords } from '../platform/mails/communication.rules.ts'
import { maskedNumber } from '../shared/bank-details.rules.ts'

export const payment_advice_topic = 'payment_advice'

export type AdviceLine = {
  readonly human_id: string
  readonly type: string
  readonly about: string
  /** Decimal text. */
  readonly amount: string
}

/** The rows behind one payment. */
export type Advice = {
  readonly human_id: string
  readonly transaction_date: Day
  readonly reference: string
  readonly currency: CurrencyCode
  readonly amount: string
  readonly payer_name: string
  readonly payer_address: string
  readonly payee_name: string
  readonly bank_name: string
  readonly account_number: string | null
  readonly iban: string | null
  readonly lines: readonly AdviceLine[]
}

/** The data of the template. */
export function advicePage(advice: Advice) {
  const { year, month, date } = partsOf(advice.transaction_date)
  const money = (text: string) => displayMoney(parseMoney(text, advice.currency))
  return {
    title: 'Payment advice',
    human_id: advice.human_id,
    date: { year, month, day: date },
    payer: { name: advice.payer_name, rows: advice.payer_address.split('\n').filter((row) => row !== '') },
    payee: advice.payee_name,
    facts: [
      { label: 'Payment', value: advice.human_id },
      { label: 'Paid on', value: formatDay(advice.transaction_date) },
      { label: 'Reference', value: advice.reference },
      { label: 'Into', value: `${advice.bank_name}, account ${maskedNumber(advice)}` },
    ],
    lines: advice.lines.map((line) => ({
      human_id: line.human_id,
      type: labelIn(invoice.fields.type.choices, line.type),
      about: line.about,
      amount: money(line.amount),
    })),
    total: money(advice.amount),
    adds_up: addsUp(advice),
  }
}

/** The payment as the sum of its documents; with one document the amount itself. */
function addsUp({ lines, amount, currency }: Advice): string {
  if (lines.length < 2) return ''
  const of = (text: string) => parseMoney(text, currency)
  const terms = lines.map((line) => ({ what: line.human_id, amount: of(line.amount) }))
  return sumWords(terms, of(amount), (all) => sum(currency, all))
}

/** The mail that brings it: the payer's opening, then the facts. */
export function adviceMail(advice: Advice, words: MailWords): { subject: string; body_text: string } {
  const { subject, text } = fillAutomatic(words, {
    'payment.number': advice.human_id,
    'payment.total': displayMoney(parseMoney(advice.amount, advice.currency)),
    'payment.date': formatDay(advice.transaction_date),
    'recipient.name': advice.payee_name,
    'business.name': advice.payer_name,
  })
  return {
    subject,
    body_text: [
      text,
      '',
      `Account: ${maskedNumber(advice)}`,
      `Reference: ${advice.reference}`,
      'The attached payment advice lists the documents that it pays.',
      '',
      'Kind regards',
      advice.payer_name,
    ].join('\n'),
  }
}
