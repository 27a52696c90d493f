/** How the figures of a statement of account come about, in sentences that work out to them (design: the funder and the client ask "why"). Pure. */
import { type AgeBucket, age_buckets } from '#business/shared/age-buckets.rules.ts'
import { sumWords, type Term } from '#business/shared/explain.rules.ts'
import { formatDay } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { isZero, neg, sub, sum } from '#kernel/money.ts'
import { ageBucket } from './age.rules.ts'
import type { StatementFacts } from './statement-facts.rules.ts'

const bucket_words = {
  current: 'Current',
  '0-30': '0-30 days overdue',
  '31-60': '31-60 days overdue',
  '61-90': '61-90 days overdue',
  '91-120': '91-120 days overdue',
  'over 120': 'Over 120 days overdue',
} as const satisfies Record<AgeBucket, string>

/** Sentences of one currency, in the order in which the page shows the figures. */
export function statementWords(facts: StatementFacts, code: CurrencyCode): string[] {
  const add = (all: readonly Money[]) => sum(code, all)
  const own = facts.lines.filter((line) => line.outstanding_balance.currency === code)
  const received = facts.unallocated.filter((one) => one.currency === code)
  const named = own.map((line) => ({ ...line, what: line.human_id, amount: line.outstanding_balance }))
  const rest = own.flatMap((line) => {
    const credited = sub(sub(line.total_amount, line.paid_amount), line.outstanding_balance)
    const terms: Term[] = [
      { what: 'total', amount: line.total_amount },
      ...(isZero(line.paid_amount) ? [] : [{ what: 'paid', amount: neg(line.paid_amount) }]),
      ...(isZero(credited) ? [] : [{ what: 'credit', amount: neg(credited) }]),
    ]
    return terms.length === 1 ? [] : [`${line.human_id}, ${sumWords(terms, line.outstanding_balance, add)}`]
  })
  const aged_amounts: Term[] = []
  const ages = age_buckets.flatMap(({ value: bucket }) => {
    const aged = named.filter((line) => ageBucket(line.due_date, facts.today) === bucket)
    if (aged.length === 0) return []
    const amount = add(aged.map((line) => line.amount))
    aged_amounts.push({ what: bucket_words[bucket].toLowerCase(), amount })
    return [`${bucket_words[bucket]}: ${sumWords(aged, amount, add)}`]
  })
  const total = add(named.map((line) => line.amount))
  return [
    `Listed is what was raised by ${formatDay(facts.today)} and not settled by then; credit notes count with a minus. What is outstanding of a document is its total less what was paid and credited.`,
    ...rest,
    'A document is current until its due date is over; from then on it is as many days overdue as have passed since.',
    ...ages,
    ...(named.length === 0 ? [] : [`Net outstanding: ${sumWords(aged_amounts, total, add)}`]),
    ...(received.length === 0
      ? []
      : [
          `Received and not yet matched: ${sumWords(
            received.map((amount, i) => ({
              what: received.length === 1 ? 'receipt' : `receipt ${i + 1}`,
              amount,
            })),
            add(received),
            add,
          )}. It is not taken off what is outstanding until it is known for which documents it is.`,
        ]),
  ]
}

/** Nothing is rounded on a statement. */
export const statement_rounding =
  'All amounts are those of the documents, to the penny; nothing is rounded here.'
