/**
 * A risk analyst's alerts, each with its figure and threshold (experience.md, page 10, "Alerts with thresholds").
 * Pure. Thresholds are the reader's own; those below are the defaults.
 */
import type { Money } from '#kernel/money.ts'
import { displayMoney, isNegative, neg } from '#kernel/money.ts'

export const standard_thresholds = {
  /** Share of one client in an agency's eligible debt, where the funding rules set none. */
  concentration_percent: 25,
  dso_days: 60,
  /** Credit notes of 90 days as a share of invoices. */
  dilution_percent: 5,
  /** Share of the ledger that is more than 90 days overdue. */
  aged_percent: 10,
  /** Share of the ledger that is approved work with its evidence. */
  verified_percent: 90,
} as const
export type Thresholds = Readonly<Record<keyof typeof standard_thresholds, number>>

export const threshold_words = {
  concentration_percent: 'Client share of eligible debt, maximum %',
  dso_days: 'DSO, maximum days',
  dilution_percent: 'Dilution in 90 days, maximum %',
  aged_percent: 'Over 90 days overdue, maximum % of ledger',
  verified_percent: 'Approved work with evidence, minimum % of ledger',
} as const satisfies Record<keyof Thresholds, string>

/** Stored thresholds; defaults for missing or invalid ones. */
export function readThresholds(raw: unknown): Thresholds {
  const given = (typeof raw === 'object' && raw !== null ? raw : {}) as Readonly<Record<string, unknown>> // Each is checked.
  const read = (name: keyof Thresholds): number => {
    const value = given[name]
    return typeof value === 'number' && value >= 0 && value <= 1000 ? value : standard_thresholds[name]
  }
  return {
    concentration_percent: read('concentration_percent'),
    dso_days: read('dso_days'),
    dilution_percent: read('dilution_percent'),
    aged_percent: read('aged_percent'),
    verified_percent: read('verified_percent'),
  }
}

export interface AlertAgency {
  readonly agency_id: string
  readonly name: string
  readonly ledger: Money
  readonly verified: Money
  /** More than 90 days overdue. */
  readonly aged: Money
  readonly headroom: Money | null
  readonly dso_days: number | null
  readonly dilution_percent: number | null
}

export interface AlertDebtor {
  readonly client_id: string
  readonly agency_id: string
  readonly client: string
  readonly agency: string
  readonly currency: string
  readonly share_percent: number | null
  readonly headroom: Money | null
}

export type AlertKind =
  | 'headroom'
  | 'credit_limit'
  | 'concentration'
  | 'aged'
  | 'dso'
  | 'dilution'
  | 'verified'

export interface Alert {
  readonly id: string
  readonly kind: AlertKind
  readonly agency_id: string
  readonly client_id: string | null
  /** `Alpha: Beta is 31.20% of eligible debt (limit 25%)`. */
  readonly sentence: string
}

const shares = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2, useGrouping: false })

/** The share in per cent with two decimals; null of zero. */
function shareOf(part: Money, whole: Money): number | null {
  return whole.minor > 0 ? Number(shares.format((100 * part.minor) / whole.minor)) : null
}

/** The gravest kinds first, each by name. A share of exactly the threshold passes nothing. */
export function fundingAlerts(
  agencies: readonly AlertAgency[],
  debtors: readonly AlertDebtor[],
  limits: Thresholds,
): Alert[] {
  const found: Alert[] = []
  const of = (kind: AlertKind, one: AlertAgency, sentence: string) =>
    found.push({
      id: `${kind} ${one.agency_id} ${one.ledger.currency}`,
      kind,
      agency_id: one.agency_id,
      client_id: null,
      sentence: `${one.name}: ${sentence}`,
    })
  for (const one of agencies) {
    if (one.headroom && isNegative(one.headroom))
      of('headroom', one, `over-advanced by ${displayMoney(neg(one.headroom))}`)
    const aged = shareOf(one.aged, one.ledger)
    if (aged !== null && aged > limits.aged_percent)
      of(
        'aged',
        one,
        `${aged}% of the ${one.ledger.currency} ledger is over 90 days overdue (limit ${limits.aged_percent}%)`,
      )
    if (one.dso_days !== null && one.dso_days > limits.dso_days)
      of('dso', one, `DSO in ${one.ledger.currency} is ${one.dso_days} days (limit ${limits.dso_days})`)
    if (one.dilution_percent !== null && one.dilution_percent > limits.dilution_percent)
      of(
        'dilution',
        one,
        `${one.dilution_percent}% dilution in ${one.ledger.currency} in 90 days (limit ${limits.dilution_percent}%)`,
      )
    const verified = shareOf(one.verified, one.ledger)
    if (verified !== null && verified < limits.verified_percent)
      of(
        'verified',
        one,
        `${verified}% of the ${one.ledger.currency} ledger is approved work with evidence (minimum ${limits.verified_percent}%)`,
      )
  }
  for (const one of debtors) {
    const client = (kind: AlertKind, sentence: string) =>
      found.push({
        id: `${kind} ${one.agency_id} ${one.client_id} ${one.currency}`,
        kind,
        agency_id: one.agency_id,
        client_id: one.client_id,
        sentence: `${one.agency}: ${sentence}`,
      })
    if (one.share_percent !== null && one.share_percent > limits.concentration_percent)
      client(
        'concentration',
        `${one.client} is ${one.share_percent}% of eligible debt (limit ${limits.concentration_percent}%)`,
      )
    if (one.headroom && isNegative(one.headroom))
      client('credit_limit', `${one.client} is ${displayMoney(neg(one.headroom))} over its credit limit`)
  }
  return found.sort(byGravity)
}

/** The gravest first; of one kind by their words. */
export function byGravity(a: Alert, b: Alert): number {
  return order.indexOf(a.kind) - order.indexOf(b.kind) || compare(a.sentence, b.sentence)
}

const order: readonly AlertKind[] = [
  'headroom',
  'credit_limit',
  'aged',
  'concentration',
  'dilution',
  'dso',
  'verified',
]

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
