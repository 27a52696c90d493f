/** Signs that one person is on both sides of the money, and unusual figures (decision 0082). Pure. */
import type { Viewer, WhoMay } from '#entity/access.ts'
import { countText } from '#kernel/count-text.ts'
import { addDays, type Day, formatDayLong, maxDay, weekday } from '#kernel/day.ts'
import { formatRate, formatUnits, type Rate4, type Units4, unitsFromScaled } from '#kernel/rate.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { byRole, isAnyPerson } from '../../shared/who-may.rules.ts'
import { isSharedDomain, mailDomainOf } from '../own-people.rules.ts'

export const flag_rules = {
  same_account: 'One bank account',
  same_domain: 'One mail domain',
  same_person: 'One name',
  high_margin: 'High margin',
  long_hours: 'Long hours',
  high_pay: 'High pay',
  company_status: 'Status at Companies House',
} as const satisfies Readonly<Record<string, string>>
export type FlagRule = keyof typeof flag_rules
export const flag_rule_names = Object.keys(flag_rules) as FlagRule[] // Its keys.

/** The facts are another flag once they change. */
export type Flag = { readonly rule: FlagRule; readonly facts: string }

export const flagged_entities = [
  'contract.temp_placement',
  'contract.perm_placement',
  'business.bank_account',
  'business.business',
  'transaction.timesheet',
] as const
export type FlaggedEntity = (typeof flagged_entities)[number]

/** Nobody else learns that a flag exists: it may rest on facts of another business. */
export const flag_readers = {
  provider: ['provider_admin', 'provider_operations', 'provider_approver'],
} as const satisfies WhoMay

type Asker = Pick<Viewer, 'category' | 'roles'> &
  Partial<Pick<Viewer, 'user_id' | 'impersonator_user_id' | 'same_person_ids'>>

/** @param first the people that submitted or entered the flagged record */
export function mayAccept(first: readonly (string | null)[], viewer: Asker): Verdict {
  const role = byRole(viewer, flag_readers)
  if (role !== true) return role
  return (
    !isAnyPerson(first, viewer) ||
    refuse('not_allowed', 'You entered this, so somebody else accepts its flags')
  )
}

/** Payees of one worker. Umbrellas and payers are left out, since agencies share them. */
export const own_companies = `'contractor', 'limited', 'selfemployed'`

/** The refusal of an account or a placement with flags that nobody has accepted. */
export const open_flags = 'Its flags are open: accept each with a reason, or send it back'

export type FlaggedAccount = {
  readonly id: string
  readonly business_id: string
  readonly account_number: string | null
  readonly sort_code: string | null
  readonly iban: string | null
  readonly ach_routing: string | null
  /** `Larch Talent Ltd (AGY000001)` */
  readonly owner: string
}

/** One spelling of an account: a British IBAN holds sort code and number. Null: it has no number. */
export function accountKey({
  account_number,
  sort_code,
  iban,
  ach_routing,
}: Pick<FlaggedAccount, 'account_number' | 'sort_code' | 'iban' | 'ach_routing'>): string | null {
  const plain = (text: string) => text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()
  if (sort_code && account_number) return `${plain(sort_code)}${plain(account_number).padStart(8, '0')}`
  if (iban) {
    const whole = plain(iban)
    return /^GB\d{2}[A-Z]{4}\d{14}$/.test(whole) ? whole.slice(8) : whole
  }
  return account_number ? `${plain(ach_routing ?? '')}/${plain(account_number)}` : null
}

const lastDigits = (key: string) => key.slice(-4)

/** @param payees accounts that the work is paid to @param others those of the agency, its users and the client */
export function sameAccounts(payees: readonly FlaggedAccount[], others: readonly FlaggedAccount[]): Flag[] {
  const found = new Map<string, Flag>()
  for (const payee of payees) {
    const key = accountKey(payee)
    if (key === null) continue
    for (const other of others) {
      if (other.business_id === payee.business_id || accountKey(other) !== key) continue
      const facts = `The account of ${payee.owner} that ends in ${lastDigits(key)} is an account of ${other.owner}`
      found.set(facts, { rule: 'same_account', facts })
    }
  }
  return [...found.values()]
}

export function sameDomains(contractor: readonly string[], agency: readonly string[]): Flag[] {
  const theirs = new Set(agency.map(mailDomainOf))
  const both = new Set(contractor.map(mailDomainOf).filter((one) => theirs.has(one) && !isSharedDomain(one)))
  return [...both].sort().map((domain) => ({
    rule: 'same_domain',
    facts: `The contractor’s mail domain ${domain} is the agency’s`,
  }))
}

export type NamedPerson = {
  readonly first_name: string
  readonly last_name: string
  /** `a user of Larch Talent Ltd (AGY000001)` */
  readonly role: string
}

const plainName = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .trim()
const firstWord = (text: string) => plainName(text).split(/ +/)[0] ?? ''

/** `POOLE, Terry John` → `poole/terry`; other forms have the surname last. */
function officerKey(name: string): string {
  const comma = name.indexOf(',')
  if (comma > -1) return `${plainName(name.slice(0, comma))}/${firstWord(name.slice(comma + 1))}`
  const words = plainName(name).split(/ +/)
  return `${words.at(-1) ?? ''}/${words.length > 1 ? (words[0] ?? '') : ''}`
}

/** @param officers names as Companies House writes them */
export function sameNames(officers: readonly string[], people: readonly NamedPerson[]): Flag[] {
  const found = new Set<string>()
  for (const officer of officers) {
    const key = officerKey(officer)
    for (const { first_name, last_name, role } of people)
      if (`${plainName(last_name)}/${firstWord(first_name)}` === key)
        found.add(`${first_name} ${last_name}, ${role}, has the name of ${officer}, an officer of the client`)
  }
  return [...found].map((facts) => ({ rule: 'same_person', facts }))
}

export type FlaggedRate = {
  readonly name: string
  readonly unit_type: string
  readonly contractor_rate: Rate4
  readonly client_rate: Rate4
}

const margin_most = 60 // Per cent of the charge.
/** A month is 52 weeks of 37.5 hours, by twelve. */
export const hours_of = { hourly: 1, daily: 7.5, monthly: 162.5 } as const
const pay_most = 150 // An hour, in the placement's currency.
export const hours_most = 60 // A week of five standard days.
const days_of_week = 5

export function unusualRates(rates: readonly FlaggedRate[]): Flag[] {
  return rates.flatMap(({ name, unit_type, contractor_rate: pay, client_rate: charge }) => {
    const found: Flag[] = []
    if (charge > 0 && (charge - pay) * 100 > charge * margin_most)
      found.push({
        rule: 'high_margin',
        facts: `${name}: more than ${margin_most}% of the charge stays (${formatRate(pay)} of ${formatRate(charge)} is paid)`,
      })
    const hours =
      unit_type === 'hourly' || unit_type === 'daily' || unit_type === 'monthly' ? hours_of[unit_type] : null
    if (hours !== null && pay > pay_most * hours * 10_000)
      found.push({
        rule: 'high_pay',
        facts: `${name}: pay of ${formatRate(pay)} is above ${pay_most} an hour`,
      })
    return found
  })
}

export const longHours = (unit_type: string, standard_units: Units4): Flag[] =>
  unit_type === 'hourly' && standard_units * days_of_week > hours_most * 10_000
    ? [
        {
          rule: 'long_hours',
          facts: `A standard day of ${formatUnits(standard_units)} hours makes more than ${hours_most} hours a week`,
        },
      ]
    : []

export type EnteredDay = { readonly date: Day; readonly unit_type: string; readonly units: Units4 }

/**
 * Signs in entered time that its approver reads: days after today, and weeks of unusual hours.
 * @param beside the worker's other timesheets that were submitted before: a week is judged over all of them
 */
export function unusualTime(
  days: readonly EnteredDay[],
  today: Day,
  beside: readonly (readonly EnteredDay[])[] = [],
): string[] {
  const last = days
    .filter(({ units }) => units > 0)
    .map(({ date }) => date)
    .reduce(maxDay, today)
  return [
    ...(last > today ? [`Includes days after today, until ${formatDayLong(last)}`] : []),
    ...longWeeks(days, beside),
  ]
}

/** The words of `longWeeksSql` (long-weeks.server.ts). */
function longWeeks(days: readonly EnteredDay[], beside: readonly (readonly EnteredDay[])[]): string[] {
  const sheets = [days, ...beside].map(halvesByWeek)
  const own = sheets[0] ?? new Map<Day, number>()
  return [...own.keys()].sort().flatMap((monday) => {
    const parts = sheets.flatMap((sheet) => sheet.get(monday) ?? [])
    const halves = parts.reduce((sum, one) => sum + one, 0)
    if ((own.get(monday) ?? 0) <= 0 || halves <= hours_most * 2 * 10_000) return []
    const hours = formatUnits(unitsFromScaled((halves - (halves % 2)) / 2))
    const over = parts.length > 1 ? ` over ${countText(parts.length, 'timesheet')}` : ''
    return [`${hours} hours in the week of ${formatDayLong(monday)}${over}, more than ${hours_most}`]
  })
}

function halvesByWeek(days: readonly EnteredDay[]): Map<Day, number> {
  const weeks = Map.groupBy(
    days.filter(({ units }) => units !== 0),
    ({ date }) => addDays(date, 1 - weekday(date)),
  )
  return new Map(
    [...weeks].map(([monday, of]) => [monday, of.reduce((sum, one) => sum + halfHoursOf(one), 0)]),
  )
}

/** Half hours, scaled as units, so that days of 7.5 hours stay whole. Months and custom units have no hours. */
function halfHoursOf({ unit_type, units }: EnteredDay): number {
  if (unit_type === 'hourly') return units * 2
  return unit_type === 'daily' ? units * 15 : 0
}
