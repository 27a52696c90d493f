/** Statutory pay of sickness and of parents by the day (payroll.md §2.14). Pure; amounts are pence. */
import { addDays, type Day, daysBetween, daysThrough, minDay, type Weekday, weekday } from '#kernel/day.ts'
import type { TaxYear } from './tax-year.rules.ts'
import { ceilDiv, nearestDiv, type Pence } from './whole.rules.ts'

export const STATUTORY_KINDS = ['ssp', 'smp', 'spp', 'sap', 'shpp', 'spbp', 'sncp'] as const
export type StatutoryKind = (typeof STATUTORY_KINDS)[number]

export const statutory_names = {
  ssp: 'Statutory Sick Pay',
  smp: 'Statutory Maternity Pay',
  spp: 'Statutory Paternity Pay',
  sap: 'Statutory Adoption Pay',
  shpp: 'Statutory Shared Parental Pay',
  spbp: 'Statutory Parental Bereavement Pay',
  sncp: 'Statutory Neonatal Care Pay',
} as const satisfies Readonly<Record<StatutoryKind, string>>

/** The most weeks of each kind; of sickness, in one chain of linked spells. */
export const weeks_max = {
  ssp: 28,
  smp: 39,
  spp: 2,
  sap: 39,
  shpp: 37,
  spbp: 2,
  sncp: 12,
} as const satisfies Readonly<Record<StatutoryKind, number>>

export type Absence = {
  readonly kind: StatutoryKind
  readonly first_day: Day
  readonly last_day: Day
  readonly weekly_earnings: Pence
  /** Days of the week on which the worker would work; of sickness alone. */
  readonly qualifying_days: readonly Weekday[]
}

/** Days of one week at one weekly rate. */
export type StatutoryShare = {
  readonly kind: StatutoryKind
  readonly weekly: Pence
  readonly days: number
  /** Days that make up a week. */
  readonly of: number
  readonly amount: Pence
}

type YearOf = (on: Day) => TaxYear | null

/** Weeks of statutory pay begin on Sundays. */
export const sundayOf = (on: Day): Day => addDays(on, -(weekday(on) % 7))

/** A week of sick pay. */
export function weeklySickPay({ statutory }: TaxYear, earnings: Pence): Pence {
  const { weekly, percent_of_earnings } = statutory.sick
  return percent_of_earnings === null
    ? weekly
    : Math.min(weekly, ceilDiv(earnings * percent_of_earnings, 100))
}

const weeks_on_earnings = 6
const begins_on_earnings: readonly StatutoryKind[] = ['smp', 'sap']

/** A week of a parent's pay: the first six of maternity and adoption are a share of earnings without a limit. */
export function weeklyParentalPay(
  { statutory }: TaxYear,
  kind: StatutoryKind,
  earnings: Pence,
  nth: number,
): Pence {
  const { weekly, percent_of_earnings } = statutory.parental
  const share = ceilDiv(earnings * percent_of_earnings, 100)
  return begins_on_earnings.includes(kind) && nth <= weeks_on_earnings ? share : Math.min(weekly, share)
}

/** Linked spells have no more than eight weeks between them. */
const linked_days = 56

/** The spells before `absence` that it continues, first one first. */
export function linkedSpells(absence: Absence, all: readonly Absence[]): Absence[] {
  const earlier = all
    .filter(({ kind, last_day }) => kind === 'ssp' && last_day < absence.first_day)
    .toSorted((a, b) => (a.first_day < b.first_day ? 1 : -1))
  const linked: Absence[] = []
  let begin = absence.first_day
  for (const spell of earlier) {
    if (daysBetween(spell.last_day, begin) > linked_days + 1) break
    linked.unshift(spell)
    begin = spell.first_day
  }
  return linked
}

/** A spell that is shorter pays nothing and links nothing. */
export const isSpell = ({ first_day, last_day }: Absence, year: TaxYear): boolean =>
  daysThrough(first_day, last_day) > year.statutory.sick.waiting_days

type Paid = { readonly on: Day; readonly week: Day; readonly weekly: Pence; readonly of: number }

/** The days of sick pay of a chain of spells: after the waiting days, up to 28 weeks. */
function paidSickDays(chain: readonly Absence[], yearOf: YearOf): Paid[] {
  const paid: Paid[] = []
  let [qualifying, weeks_paid] = [0, 0]
  const earnings = chain[0]?.weekly_earnings ?? 0
  for (const spell of chain) {
    const first = yearOf(spell.first_day)
    if (first !== null && !isSpell(spell, first)) continue
    const of = spell.qualifying_days.length
    for (let on = spell.first_day; on <= spell.last_day; on = addDays(on, 1)) {
      const year = yearOf(on)
      if (year === null) break
      if (!spell.qualifying_days.includes(weekday(on))) continue
      qualifying += 1
      if (qualifying <= year.statutory.sick.waiting_days || weeks_paid >= weeks_max.ssp * of) continue
      weeks_paid += 1
      paid.push({ on, week: sundayOf(on), weekly: weeklySickPay(year, earnings), of })
    }
  }
  return paid
}

const days_of_week = 7

/** The days of a parent's pay: the rate of a week is that of its first day. */
function paidParentalDays(absence: Absence, yearOf: YearOf): Paid[] {
  const { kind, first_day, weekly_earnings } = absence
  const last = minDay(absence.last_day, addDays(first_day, weeks_max[kind] * days_of_week - 1))
  const paid: Paid[] = []
  for (let week = first_day; week <= last; week = addDays(week, days_of_week)) {
    const year = yearOf(week)
    if (year === null) break
    const nth = daysBetween(first_day, week) / days_of_week + 1
    const weekly = weeklyParentalPay(year, kind, weekly_earnings, nth)
    for (let on = week; on <= minDay(addDays(week, days_of_week - 1), last); on = addDays(on, 1))
      paid.push({ on, week, weekly, of: days_of_week })
  }
  return paid
}

/**
 * The pay of an absence for the days from `from` to `to`. A week that two payments share is rounded up once, and the second
 * pays the rest.
 */
export function statutoryShares(
  absence: Absence,
  { linked, from, to }: { readonly linked: readonly Absence[]; readonly from: Day; readonly to: Day },
  yearOf: YearOf,
): StatutoryShare[] {
  const days =
    absence.kind === 'ssp'
      ? paidSickDays([...linked, absence], yearOf).filter(({ on }) => on >= absence.first_day)
      : paidParentalDays(absence, yearOf)
  const weeks = new Map<string, Paid[]>()
  for (const one of days.filter(({ on }) => on <= to)) {
    const key = `${one.week} ${one.weekly}`
    weeks.set(key, [...(weeks.get(key) ?? []), one])
  }
  const shares = [...weeks.values()].flatMap((week): StatutoryShare[] => {
    const [{ weekly, of } = { weekly: 0, of: 1 }] = week
    const earlier = week.filter(({ on }) => on < from).length
    const paidFor = (count: number) => ceilDiv(weekly * count, of)
    const amount = paidFor(week.length) - paidFor(earlier)
    return week.length === earlier
      ? []
      : [{ kind: absence.kind, weekly, days: week.length - earlier, of, amount }]
  })
  return joined(shares)
}

/** Whole weeks of one rate on one line. */
function joined(shares: readonly StatutoryShare[]): StatutoryShare[] {
  const lines: StatutoryShare[] = []
  for (const share of shares) {
    const last = lines.at(-1)
    const isWhole = (one: StatutoryShare) => one.days % one.of === 0
    if (last && last.weekly === share.weekly && last.of === share.of && isWhole(last) && isWhole(share))
      lines[lines.length - 1] = {
        ...last,
        days: last.days + share.days,
        amount: last.amount + share.amount,
      }
    else lines.push(share)
  }
  return lines
}

export type Recovery = {
  /** HMRC's refund of the pay, and the compensation of a small employer. */
  readonly recovered: Pence
  readonly compensation: Pence
}

/** Figures of the employer payment summary. Nothing is given back of sick pay. */
export function recoveryOf(
  { statutory }: TaxYear,
  kind: StatutoryKind,
  paid: Pence,
  is_small_employer: boolean,
): Recovery {
  if (kind === 'ssp') return { recovered: 0, compensation: 0 }
  if (!is_small_employer)
    return { recovered: nearestDiv(paid * statutory.recovered.standard, 1_000), compensation: 0 }
  return {
    recovered: paid,
    compensation: nearestDiv(paid * (statutory.recovered.small_employer - 1_000), 1_000),
  }
}
