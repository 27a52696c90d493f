/** A collection note as a printed page and as a mail: debtor, creditor, reason, amount and open rest. Pure. */
import { assert } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { formatDay, partsOf } from '#kernel/day.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { displayMoney, isZero, parseMoney, sub } from '#kernel/money.ts'
import type { PrintedParty } from '../../invoices/invoice-pdf.rules.ts'
import { clean, printedParty } from '../../invoices/invoice-pdf.rules.ts'

export const collection_mail_topic = 'collection_note_mail'

/** The rows behind one note; amounts are the database's decimal text. */
export type PrintedNote = {
  readonly human_id: string
  readonly status: 'open' | 'closed' | 'cancelled'
  readonly reason: string
  readonly raised_date: Day
  readonly currency: CurrencyCode
  readonly amount: string
  readonly outstanding_balance: string
  /** The document it follows from; null where none is behind it, or the reader may not read it. */
  readonly invoice_human_id: string | null
  readonly principal: PrintedParty
  readonly agency: PrintedParty
}

const shownIn = (note: PrintedNote) => (text: string) => displayMoney(parseMoney(text, note.currency))

/** The data of the template. */
export function collectionPage(note: PrintedNote) {
  const { year, month, date } = partsOf(note.raised_date)
  const shown = shownIn(note)
  const amount = parseMoney(note.amount, note.currency)
  const outstanding = parseMoney(note.outstanding_balance, note.currency)
  const settled = sub(amount, outstanding)
  return {
    title: 'Collection note',
    human_id: note.human_id,
    date: { year, month, day: date },
    principal: printedParty('Owed to', note.principal),
    agency: printedParty('Owed by', note.agency),
    facts: [
      { label: 'Document number', value: note.human_id },
      { label: 'Issue date', value: formatDay(note.raised_date) },
      ...(note.invoice_human_id ? [{ label: 'Invoice', value: note.invoice_human_id }] : []),
    ],
    reason: clean(note.reason),
    totals: [
      { label: `Amount ${note.currency}`, value: shown(note.amount), strong: true },
      ...(note.status === 'cancelled' || isZero(settled)
        ? []
        : [
            { label: 'Settled since', value: displayMoney(settled), strong: false },
            { label: 'Still owed', value: displayMoney(outstanding), strong: false },
          ]),
    ],
    statements: [
      'Outside the scope of VAT: this is not a VAT invoice.',
      note.status === 'cancelled'
        ? 'This note is cancelled: nothing is owed on it.'
        : isZero(outstanding)
          ? 'This note is settled: nothing more is deducted.'
          : 'It is deducted from the next agency earnings, the oldest note first. Nothing is to be paid by bank.',
    ],
    footer: clean(note.principal.business_name),
  }
}

/** A note in a mail. */
export type MailedNote = PrintedNote & {
  /** Its page for the agency; null where the product does not know its own address. */
  readonly url: string | null
}

/** The words of the mail that brings it, or several of one agency and principal together: each leads to its own page. */
export function collectionMail(notes: readonly MailedNote[]): { subject: string; body_text: string } {
  const [first, ...others] = notes
  assert(first !== undefined, 'a mail brings a collection note')
  const is_lone = others.length === 0
  const from = clean(first.principal.business_name)
  const what = is_lone ? `Collection note ${first.human_id}` : `${notes.length} collection notes`
  return {
    subject: `${what} from ${from}`.replace(/\s+/g, ' '),
    body_text: [
      'Hello,',
      '',
      is_lone
        ? `Collection note ${first.human_id} of ${formatDay(first.raised_date)} is attached.`
        : `${notes.length} collection notes are attached.`,
      '',
      `Owed by: ${first.agency.business_name}`,
      `Owed to: ${first.principal.business_name}`,
      ...notes.flatMap((note) => [
        ...(is_lone ? [] : ['', `Collection note ${note.human_id} of ${formatDay(note.raised_date)}`]),
        `Amount: ${shownIn(note)(note.amount)}`,
        `Still owed: ${shownIn(note)(note.outstanding_balance)}`,
        `Reason: ${note.reason}`,
        ...(note.url === null ? [] : [`Details: ${note.url}`]),
      ]),
      '',
      notes.every((note) => isZero(parseMoney(note.outstanding_balance, note.currency)))
        ? 'Nothing more is deducted from your agency earnings.'
        : `${is_lone ? 'It is' : 'They are'} deducted from your next agency earnings. Nothing is to be paid by bank.`,
      '',
      'Kind regards',
      first.principal.business_name,
    ].join('\n'),
  }
}
