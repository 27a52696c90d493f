/** The explanations of the funding portfolio, from its agencies as they came. */
import { currencyOrGbp, money } from '#kernel/money.ts'
import { percent } from '#kernel/rate.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { standard_funding_rule } from '../funding/disallow.rules.ts'
import type { RuleInForce } from '../funding/funding-rule.form.tsx'
import type { PortfolioFigure } from './explain-portfolio.rules.ts'
import { explainPortfolio } from './explain-portfolio.rules.ts'
import type { Agency } from './funding-agencies.card.tsx'

/** Agencies of one currency, with the percentages used for the figures. */
export function portfolioWhy(
  agencies: readonly Agency[],
  rule: RuleInForce | null,
  code: string,
): Readonly<Record<PortfolioFigure, readonly string[]>> {
  const of = (value: number | null) => money(minorOf(value), currencyOrGbp(code))
  const advance = agencies[0]?.advance_percent ?? null
  const concentration = rule?.concentration_percent ?? null
  return explainPortfolio(
    agencies.map((one) => ({
      name: one.agency_name,
      ledger: of(one.net_outstanding_balance),
      age: of(one.disallowed_age),
      part_paid: of(one.disallowed_part_paid),
      credit_limit: of(one.disallowed_credit_limit),
      eligible: of(one.eligible),
      concentration: of(one.concentration_excess),
      availability: one.availability === null ? null : of(one.availability),
      in_use: of(one.funds_in_use),
      retention: of(one.retention_amount),
      recourse: of(one.recourse_amount),
      not_made_good: of(one.recourse_outstanding),
      reassigned: of(one.reassigned_amount),
    })),
    {
      ...(rule ?? standard_funding_rule),
      concentration_percent: concentration === null ? null : String(concentration),
      advance_percent: advance === null ? null : percent(String(advance)),
    },
  )
}

/** Today's availability is exact. Disputes of past days are not kept, so earlier figures are indicative. */
export const availabilityLabel = (advance: number, isPast: boolean): string =>
  isPast ? `Availability at ${advance}% (indicative)` : `Availability at ${advance}%`
