/**
 * The print of a letter about debt, to send by post: the text and figures of the mail (experience.md, ask 11). Pure.
 */
import type { Day } from '#kernel/day.ts'
import { formatDay, formatDayLong, partsOf } from '#kernel/day.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { displayMoney, sum } from '#kernel/money.ts'
import { type DebtLine, filled, type Letter } from './credit-mail.rules.ts'

/** Where the debt of one currency is paid, as its documents say. */
export interface LetterAccount {
  readonly currency: string
  readonly account_holder_name: string
  readonly bank_name: string | null
  readonly sort_code: string | null
  readonly account_number: string | null
  readonly iban: string | null
  readonly swift_code: string | null
}

export interface PrintedLetter extends Letter {
  readonly on_date: Day
  readonly client_human_id: string
  readonly client_address: string
  readonly agency_address: string
  readonly lines: readonly DebtLine[]
  readonly accounts: readonly LetterAccount[]
}

/** The data of the template. */
export function letterPage(letter: PrintedLetter) {
  const { year, month, date } = partsOf(letter.on_date)
  const rows = (text: string) => text.split('\n').filter((row) => row !== '')
  const codes = [...new Set(letter.lines.map((line) => line.outstanding_balance.currency))].sort()
  return {
    title: filled(letter.subject, letter).replace(/\s+/g, ' '),
    human_id: letter.client_human_id,
    date: { year, month, day: date },
    on: formatDayLong(letter.on_date),
    agency: { name: letter.agency, rows: rows(letter.agency_address) },
    client: { name: letter.client, rows: rows(letter.client_address) },
    paragraphs: filled(letter.body, letter)
      .split(/\n\s*\n/)
      .map((one) => one.split('\n')),
    currencies: codes.map((code) => currencyPart(letter, code)),
    stands: `Figures of ${formatDay(letter.on_date)}. Later payments are not included.`,
  }
}

function currencyPart({ lines, accounts }: PrintedLetter, code: CurrencyCode) {
  const own = lines.filter((line) => line.outstanding_balance.currency === code)
  return {
    code,
    lines: own.map((line) => ({
      human_id: line.human_id,
      due: formatDay(line.due_date),
      overdue: line.days_overdue <= 0 ? '' : String(line.days_overdue),
      owed: displayMoney(line.outstanding_balance),
    })),
    total: displayMoney(
      sum(
        code,
        own.map((line) => line.outstanding_balance),
      ),
    ),
    accounts: accounts.filter((one) => one.currency === code).map(accountFacts),
  }
}

function accountFacts(account: LetterAccount): { label: string; value: string }[] {
  const facts: readonly (readonly [string, string | null])[] = [
    ['Account holder', account.account_holder_name],
    ['Bank', account.bank_name],
    ['Sort code', account.sort_code?.replace(/^(..)(..)(..)$/, '$1-$2-$3') ?? null],
    ['Account number', account.account_number],
    ['IBAN', account.iban],
    ['Swift code', account.swift_code],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
