/** A client's statement as its page and mail say it: open documents and their age, currency by currency. Pure. */
import { type AgeBucket, age_buckets } from '#business/shared/age-buckets.rules.ts'
import { formatDay, partsOf } from '#kernel/day.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { displayMoney, sum } from '#kernel/money.ts'
import { fillAutomatic } from '../platform/mails/automatic-mail.rules.ts'
import type { MailWords } from '../platform/mails/communication.rules.ts'
import { agedAmounts, daysOverdue } from './age.rules.ts'
import { statement_rounding, statementWords } from './explain-statement.rules.ts'
import type { StatementFacts, StatementLine } from './statement-facts.rules.ts'

/** The agency's words as a letter keeps them: its names are put in when it goes. */
export function statementLetter(words: MailWords): { readonly subject: string; readonly body: string } {
  const { subject, text } = fillAutomatic(words, {
    'recipient.name': '{client}',
    'business.name': '{agency}',
  })
  return { subject, body: text }
}

/** Heads of the columns of ages. */
const bucket_labels = {
  current: 'Current',
  '0-30': '0-30',
  '31-60': '31-60',
  '61-90': '61-90',
  '91-120': '91-120',
  'over 120': 'Over 120',
} as const satisfies Record<AgeBucket, string>

/** The data of the template. */
export function statementPage(facts: StatementFacts) {
  const { year, month, date } = partsOf(facts.today)
  const codes = [
    ...new Set([...facts.lines.map(codeOf), ...facts.unallocated.map((one) => one.currency)]),
  ].sort()
  const rows = (text: string) => text.split('\n').filter((row) => row !== '')
  return {
    title: 'Statement of account',
    human_id: facts.client_human_id,
    date: { year, month, day: date },
    agency: { name: facts.agency, rows: rows(facts.agency_address) },
    client: { name: facts.client, rows: rows(facts.client_address) },
    facts: [
      { label: 'Client', value: facts.client_human_id },
      { label: 'As of', value: formatDay(facts.today) },
    ],
    buckets: age_buckets.map(({ value }) => bucket_labels[value]),
    rounding: statement_rounding,
    currencies: codes.map((code) => currencyPart(facts, code)),
  }
}

const codeOf = (line: StatementLine): CurrencyCode => line.outstanding_balance.currency

function currencyPart(facts: StatementFacts, code: CurrencyCode) {
  const { lines, unallocated, today } = facts
  const own = lines.filter((line) => codeOf(line) === code)
  const aged = agedAmounts(code, own, today)
  const unmatched = sum(
    code,
    unallocated.filter((one) => one.currency === code),
  )
  return {
    code,
    lines: own.map((line) => ({
      human_id: line.human_id,
      what: line.what,
      raised: formatDay(line.raised_date),
      due: formatDay(line.due_date),
      overdue: daysOverdue(line.due_date, today) === 0 ? '' : String(daysOverdue(line.due_date, today)),
      total: displayMoney(line.total_amount),
      owed: displayMoney(line.outstanding_balance),
    })),
    aged: age_buckets.map(({ value }) => displayMoney(aged[value])),
    total: displayMoney(
      sum(
        code,
        own.map((line) => line.outstanding_balance),
      ),
    ),
    unallocated: unmatched.minor === 0 ? '' : displayMoney(unmatched),
    words: statementWords(facts, code),
  }
}
