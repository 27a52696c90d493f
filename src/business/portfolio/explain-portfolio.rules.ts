/**
 * Explains the figures of the funding portfolio (money.md §1.9) from its agencies. Pure; the last sentence of each
 * gives its figure (explain-portfolio.test.ts recomputes them).
 */
import { shareWords, sumWords, type Term } from '#business/shared/explain.rules.ts'
import { present } from '#kernel/assert.ts'
import type { Money } from '#kernel/money.ts'
import { isZero, neg, sub, sum } from '#kernel/money.ts'
import type { Percent4 } from '#kernel/rate.ts'

/** Amounts of one agency in one currency. */
export type AgencyFigures = {
  readonly name: string
  readonly ledger: Money
  readonly age: Money
  readonly part_paid: Money
  readonly credit_limit: Money
  readonly eligible: Money
  readonly concentration: Money
  /** Null until an advance percentage is set. */
  readonly availability: Money | null
  readonly in_use: Money
  readonly retention: Money
  readonly recourse: Money
  readonly not_made_good: Money
  readonly reassigned: Money
}

/** From the funding rule in force; null without one. */
export type RuleFigures = {
  readonly age_days: number
  readonly age_basis: 'raised_date' | 'due_date'
  readonly part_paid_days: number
  readonly concentration_percent: string | null
  readonly advance_percent: Percent4 | null
}

export type PortfolioFigure = keyof Omit<AgencyFigures, 'name'> | 'headroom'

/** An agency's availability, share of share: at most so many are said one by one. */
const shares_listed = 11

/** Sentences by figure, of all agencies of a currency together. */
export function explainPortfolio(
  agencies: readonly AgencyFigures[],
  rule: RuleFigures,
): Readonly<Record<PortfolioFigure, readonly string[]>> {
  const byAgency = (field: keyof Omit<AgencyFigures, 'name'>): string =>
    words(agencies.map((one) => ({ what: one.name, amount: one[field] ?? nothing(one) })))
  const all = (field: keyof Omit<AgencyFigures, 'name'>): Money =>
    total(agencies.map((one) => one[field] ?? nothing(one)))
  return {
    ledger: [
      'Documents to clients that are open and whose risk is yours, with what is outstanding; credit notes count with a minus. Debt that went back to its agency is apart.',
      byAgency('ledger'),
    ],
    ...disallowedWords(rule, byAgency),
    eligible: [
      sumWords(
        [
          { what: 'ledger', amount: all('ledger') },
          ...less('Age disapproval', all('age')),
          ...less('Partly paid invoice disapproval', all('part_paid')),
          ...less('Credit Limit exceeded', all('credit_limit')),
        ],
        all('eligible'),
        total,
      ),
    ],
    concentration: [
      rule.concentration_percent === null
        ? 'No rule says how much of an agency one client may be.'
        : `What of an agency's eligible debt one client is above ${rule.concentration_percent}% of it, rounded half a penny up for each client.`,
      byAgency('concentration'),
    ],
    availability: availability(agencies, rule),
    in_use: [
      'What was paid out on invoices whose clients have not paid as much, less what agencies have made good.',
      byAgency('in_use'),
    ],
    retention: ['What is kept back by agreement, whatever debtors are good for.', byAgency('retention')],
    headroom: [
      sumWords(
        [
          { what: 'availability', amount: all('availability') },
          ...less('funds in use', all('in_use')),
          ...less('retentions', all('retention')),
        ],
        sub(sub(all('availability'), all('in_use')), all('retention')),
        total,
      ),
    ],
    recourse: [
      'What agencies owe of what was advanced on debt that is disallowed or went back to them.',
      byAgency('recourse'),
    ],
    not_made_good: [
      'What of it stands on collection notes that their earnings have not paid yet.',
      byAgency('not_made_good'),
    ],
    reassigned: ['Debt that went back to its agency, with what is outstanding.', byAgency('reassigned')],
  }
}

/** Disallowed amounts by reason. */
function disallowedWords(
  rule: RuleFigures,
  byAgency: (field: 'age' | 'part_paid' | 'credit_limit') => string,
) {
  return {
    age: [ageRule(rule), one_reason, byAgency('age')],
    part_paid: [
      rule.part_paid_days === 0
        ? 'What is left of an invoice from the day after a part of it was paid.'
        : `What is left of an invoice once ${days(rule.part_paid_days)} have gone by since a part of it was paid.`,
      one_reason,
      byAgency('part_paid'),
    ],
    credit_limit: [
      "Of the invoices of a client, oldest first, what is above the client's limit; credit notes lessen it.",
      one_reason,
      byAgency('credit_limit'),
    ],
  }
}

const one_reason = 'An invoice has one reason at a time: its age, then a part payment, then the credit limit.'

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

function ageRule({ age_days, age_basis }: RuleFigures): string {
  const from = age_basis === 'due_date' ? 'was due' : 'was raised'
  return `What is outstanding of an invoice more than ${days(age_days)} after it ${from}.`
}

/** Each agency's share is rounded alone, so each is shown. */
function availability(agencies: readonly AgencyFigures[], { advance_percent }: RuleFigures): string[] {
  if (advance_percent === null) return ['Nobody has set what per cent is advanced.']
  const shares = agencies.slice(0, shares_listed).map((one) => {
    const of = sub(one.eligible, one.concentration)
    return shareWords(
      `${one.name}, eligible less concentration`,
      advance_percent,
      of,
      one.availability ?? nothing(one),
    )
  })
  const more = agencies.length - shares.length
  return [
    'What is advanced of what is eligible and not above concentration, rounded half a penny up for each agency. Indicative: no advance is made by it.',
    ...shares,
    ...(more > 0 ? [`The same for ${more} more.`] : []),
    ...(agencies.length > 1
      ? [words(agencies.map((one) => ({ what: one.name, amount: one.availability ?? nothing(one) })))]
      : []),
  ]
}

const less = (what: string, amount: Money): Term[] => (isZero(amount) ? [] : [{ what, amount: neg(amount) }])

/** Nothing, in the agency's currency. */
const nothing = ({ ledger }: AgencyFigures): Money => sub(ledger, ledger)

function total(amounts: readonly Money[]): Money {
  return sum(present(amounts[0], 'an agency of the portfolio').currency, amounts)
}

/** The terms that are not zero, and their sum; the first where all are zero. */
function words(terms: readonly Term[]): string {
  const counted = terms.filter((term) => !isZero(term.amount))
  return sumWords(
    counted.length > 0 ? counted : terms.slice(0, 1),
    total(terms.map((term) => term.amount)),
    total,
  )
}
