/** Units as people type them, and their limits (spec §5, §9; experience.md, Timesheet). */
import type { Day } from '#kernel/day.ts'
import { addDays, formatDay, maxDay, minDay, parseDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { Period } from '#kernel/period.ts'
import type { Units4 } from '#kernel/rate.ts'
import { scale4, units, unitsFromScaled } from '#kernel/rate.ts'
import { roundToMinor } from '#kernel/round.ts'

export type UnitType = 'hourly' | 'daily' | 'monthly' | 'custom'

/** Spec §9: 60 minutes per hour; 7.5 hours per day. */
const minutes_per_hour = 60
export const hours_per_day = units('7.5')
const hours_max = units('24')

/** Spec §9: hourly gives Hours or hour, daily gives Days or day, monthly and custom give unit. */
export function unitLabel(unit_type: UnitType, form: 'plural' | 'singular'): string {
  const labels = {
    hourly: { plural: 'Hours', singular: 'hour' },
    daily: { plural: 'Days', singular: 'day' },
    monthly: { plural: 'unit', singular: 'unit' },
    custom: { plural: 'unit', singular: 'unit' },
  } satisfies Record<UnitType, Record<'plural' | 'singular', string>>
  return labels[unit_type][form]
}

/**
 * The most of one calendar day: 24 hours, in days of 7.5 hours where days are counted. Months and
 * custom units have no such bound but the column's.
 */
function dayMax(unit_type: UnitType): Units4 | null {
  if (unit_type === 'hourly') return hours_max
  if (unit_type !== 'daily') return null
  return ratio(hours_max, hours_per_day)
}

export type UnitRules = {
  readonly unit_type: UnitType
  /** Hours of one standard day, the meaning of `s` (spec §9: 7.5 unless the placement differs). */
  readonly standard_units: Units4
}

type ParsedUnits =
  | { readonly units: Units4 /** A part as it was typed: `1/2`. */; readonly unit_fraction?: string }
  | { readonly message: string }

/**
 * `'7.5'`, `'7:30'` and `'s'` are 7.5 hours; an empty cell is none. Days take `'7:30'` as one day
 * of 7.5 hours and `'s'` as one day. Days, months and units take `'1/2'` and `'1 1/2'`, too. Four decimals are kept.
 * Otherwise the spec's message.
 */
export function parseUnits(text: string, rules: UnitRules): ParsedUnits {
  const typed = text.trim().toLowerCase()
  if (typed === '') return { units: units('0') }
  const fraction = rules.unit_type === 'hourly' ? null : readFraction(typed)
  const most = dayMax(rules.unit_type)
  if (fraction !== null)
    return most !== null && fraction.units > most ? { message: validationText.max } : fraction
  const read = typed === 's' ? standardDay(rules) : (readClock(typed, rules) ?? readDecimal(typed))
  if (read === null) return { message: validationText.number }
  if (typeof read === 'string') return { message: read }
  if (read < 0) return { message: validationText.positive }
  return most !== null && read > most ? { message: validationText.max } : { units: read }
}

/** A part of a day, a month or a unit, kept as it was typed. */
function readFraction(typed: string): { units: Units4; unit_fraction: string } | null {
  const parts = /^(?:(\d{1,4})\s+)?(\d{1,3})\s*\/\s*(\d{1,3})$/.exec(typed)
  if (!parts) return null
  const [whole, part, of] = [Number(parts[1] ?? 0), Number(parts[2]), Number(parts[3])]
  if (of === 0 || part === 0) return null
  return {
    units: unitsFromScaled(roundToMinor(BigInt((whole * of + part) * scale4), BigInt(of))),
    unit_fraction: `${whole === 0 ? '' : `${whole} `}${part}/${of}`,
  }
}

function standardDay({ unit_type, standard_units }: UnitRules): Units4 | null {
  if (unit_type === 'hourly') return standard_units
  return unit_type === 'daily' ? units('1') : null
}

/** Hours and minutes; null for other text, or where the unit is no span of time. */
function readClock(typed: string, { unit_type }: UnitRules): Units4 | null {
  const parts = /^(-?)(\d{1,4}):([0-5]\d)$/.exec(typed)
  if (!parts || (unit_type !== 'hourly' && unit_type !== 'daily')) return null
  const minutes = Number(parts[2]) * minutes_per_hour + Number(parts[3])
  const hours = roundToMinor(BigInt(minutes * scale4), BigInt(minutes_per_hour))
  const signed = unitsFromScaled(parts[1] === '-' ? -hours : hours)
  return unit_type === 'hourly' ? signed : ratio(signed, hours_per_day)
}

/** The units, or the kernel's message for invalid numbers. */
function readDecimal(typed: string): Units4 | string {
  try {
    return units(typed.replace(/^(-?)\./, '$10.'))
  } catch (error) {
    if (isStintError(error)) return error.message
    throw error
  }
}

function ratio(of: Units4, to: Units4): Units4 {
  return unitsFromScaled(roundToMinor(BigInt(of) * BigInt(scale4), BigInt(to)))
}

/** One cell of the grid as sent: typed text, the rate's group and the day. */
export type Entry = { readonly date: string; readonly group_id: string; readonly units: string }

/** One cell that holds. */
export type Cell = {
  readonly date: Day
  readonly group_id: string
  readonly units: Units4
  readonly unit_fraction?: string
}

export type EntryRules = UnitRules & {
  readonly period: Period
  readonly placement: { readonly start_date: Day; readonly end_date: Day | null }
  /** Unit type of a rate that is not in the placement's own unit; absent groups use unit_type. */
  readonly unit_type_of_group?: Readonly<Record<string, UnitType>>
  /** Standard days of the rates that have their own. */
  readonly standard_units_of_group?: Readonly<Record<string, Units4>>
  /** Names of the rates: rates of one name are one kind of work in several units. */
  readonly name_of_group?: Readonly<Record<string, string>>
  /** Days that are marked away, with the words of the mark. */
  readonly away?: Readonly<Record<string, string>>
}

/**
 * Reads the cells of a timesheet. Errors are keyed `details.{index}.date` and `details.{index}.units`,
 * in the words of spec §5; when there are any, nothing should be saved.
 */
export function readEntries(
  entries: readonly Entry[],
  rules: EntryRules,
): { cells: Cell[]; errors: FieldErrors } {
  const errors: Record<string, string> = {}
  const seen = new Set<string>()
  const cells: Cell[] = []
  const index_of_cell: number[] = []
  entries.forEach((entry, i) => {
    const date = parseDay(entry.date)
    const bad_date = date === null ? validationText.matches : dateMessage(date, rules)
    const parsed = parseUnits(entry.units, rulesOfGroup(entry.group_id, rules))
    const key = `${entry.date} ${entry.group_id}`
    if (bad_date !== null) errors[`details.${i}.date`] = bad_date
    else if (seen.has(key)) errors[`details.${i}.date`] = validationText.date_reuse
    if ('message' in parsed) errors[`details.${i}.units`] = parsed.message
    else if (date !== null) {
      const away = rules.away?.[date]
      if (away !== undefined && parsed.units !== 0)
        errors[`details.${i}.units`] = `This day is marked ${away}`
      const { units: read, unit_fraction } = parsed
      cells.push({ date, group_id: entry.group_id, units: read, ...(unit_fraction ? { unit_fraction } : {}) })
      index_of_cell.push(i)
    }
    seen.add(key)
  })
  for (const at of cellsOfTwoUnits(cells, rules))
    errors[`details.${index_of_cell[at]}.units`] = validationText.duplicate_value
  for (const at of cellsOverDay(cells, rules))
    errors[`details.${index_of_cell[at]}.units`] = validationText.max
  return { cells, errors }
}

/** Cells of a day that takes hours and days of one kind of work: it takes one of them (spec §5, combo). */
function cellsOfTwoUnits(cells: readonly Cell[], { name_of_group }: EntryRules): number[] {
  if (!name_of_group) return []
  const worked = cells.flatMap((cell, i) => (cell.units === 0 ? [] : [{ ...cell, i }]))
  const by_kind = Map.groupBy(
    worked,
    ({ date, group_id }) => `${date} ${name_of_group[group_id] ?? group_id}`,
  )
  return [...by_kind.values()].flatMap(([first, ...more]) =>
    more.filter(({ group_id }) => group_id !== first?.group_id).map(({ i }) => i),
  )
}

/** The rules of one rate: its own unit and standard day, else the placement's. */
const rulesOfGroup = (group_id: string, rules: EntryRules): UnitRules => ({
  unit_type: unitTypeOf(group_id, rules),
  standard_units: rules.standard_units_of_group?.[group_id] ?? rules.standard_units,
})

function unitTypeOf(group_id: string, rules: EntryRules): UnitType {
  return rules.unit_type_of_group?.[group_id] ?? rules.unit_type
}

/** The reason why this day is outside the timesheet: outside the placement or the period. */
export function dateMessage(
  date: Day,
  { period, placement }: Pick<EntryRules, 'period' | 'placement'>,
): string | null {
  const first = maxDay(period.start_date, placement.start_date)
  const last = placement.end_date === null ? period.end_date : minDay(period.end_date, placement.end_date)
  if (date > last) return validationText.max_date(formatDay(addDays(last, 1)))
  return date < first ? validationText.min_date(formatDay(addDays(first, -1))) : null
}

/** Cells of days that come to more than 24 hours over all rates together, days counted as 7.5 hours. */
function cellsOverDay(cells: readonly Cell[], rules: EntryRules): number[] {
  const hours_in = { hourly: scale4, daily: hours_per_day, monthly: 0, custom: 0 } satisfies Record<
    UnitType,
    number
  >
  const spent = cells.map((cell) => cell.units * hours_in[unitTypeOf(cell.group_id, rules)])
  const by_day = new Map<Day, number>()
  cells.forEach((cell, i) => {
    by_day.set(cell.date, (by_day.get(cell.date) ?? 0) + (spent[i] ?? 0))
  })
  const most = hours_max * scale4
  return cells.flatMap((cell, i) => ((by_day.get(cell.date) ?? 0) > most && spent[i] !== 0 ? [i] : []))
}
