/**
 * Explains the figures of the funding portfolio (money.md §1.9) from its agencies. Pure; the last sentence of each
 * gives its figure (explain-portfolio.test.ts recomputes them).
 */

import { shareWords, sumWords, type Term } from '#business/shared/explain.rules.ts'
import { present } from '#kernel/assert.ts'
import { countText } from '#kernel/count-text.ts'
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
      'Open client documents at your risk, less credit notes. Reassigned debt is separate.',
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
        ? 'No concentration limit is set.'
        : `Each client's eligible debt over ${rule.concentration_percent}% of its agency's, rounded half a penny up.`,
      byAgency('concentration'),
    ],
    availability: availability(agencies, rule),
    in_use: [
      'Paid out on invoices not yet paid by clients, less recourse received from agencies.',
      byAgency('in_use'),
    ],
    retention: ['Retentions set for each agency.', byAgency('retention')],
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
    recourse: ['Advances on disallowed or reassigned debt that agencies owe back.', byAgency('recourse')],
    not_made_good: ['Recourse on collection notes not yet paid from earnings.', byAgency('not_made_good')],
    reassigned: ['Outstanding debt reassigned to its agency.', byAgency('reassigned')],
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
        ? 'Balance of an invoice from the day after a part payment.'
        : `Balance of an invoice ${days(rule.part_paid_days)} after a part payment.`,
      one_reason,
      byAgency('part_paid'),
    ],
    credit_limit: [
      "Invoices over the client's credit limit, oldest first, less credit notes.",
      one_reason,
      byAgency('credit_limit'),
    ],
  }
}

const one_reason = 'Each invoice counts under one reason: age, then part payment, then credit limit.'

const days = (count: number): string => countText(count, 'day')

function ageRule({ age_days, age_basis }: RuleFigures): string {
  const from = age_basis === 'due_date' ? 'was due' : 'was raised'
  return `Balance of an invoice more than ${days(age_days)} after it ${from}.`
}

/** Each agency's share is rounded alone, so each is shown. */
function availability(agencies: readonly AgencyFigures[], { advance_percent }: RuleFigures): string[] {
  if (advance_percent === null) return ['No advance percentage is set.']
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
    'Advance percentage of eligible debt within the concentration limit, rounded half a penny up for each agency. Indicative only.',
    ...shares,
    ...(more > 0 ? [`Calculated in the same way for ${more} more.`] : []),
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
