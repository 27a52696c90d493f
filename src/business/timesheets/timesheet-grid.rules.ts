/** The day grid of a timesheet: rows are rates, columns are days (experience.md, page 3). Pure. */
import type { Day } from '#kernel/day.ts'
import { addDays, weekday } from '#kernel/day.ts'
import type { Period } from '#kernel/period.ts'
import { formatUnits, type Units4, units } from '#kernel/rate.ts'
import { compareRateNames } from '../rates/rate-version.rules.ts'
import { standardDayOf } from '../rates/standard-day.rules.ts'
import type { Cell, Entry, EntryRules, UnitRules, UnitType } from '../rates/units.rules.ts'
import { dateMessage, readEntries, unitLabel } from '../rates/units.rules.ts'

/** A rate version as the viewer's own side has it. */
export interface GridRate {
  readonly group_id: string
  readonly name: string
  readonly value_text: UnitType
  readonly value_numeric: string | number
  /** Holds the standard day of a rate that has its own (spec §3). */
  readonly value_jsonb_object?: unknown
  readonly effective_from: Day
  readonly effective_to: Day | null
}

export interface GridRow {
  readonly group_id: string
  readonly name: string
  readonly unit_type: UnitType
  readonly standard_units?: Units4
  /** Versions touching the period, oldest first; the row's head shows the last. */
  readonly versions: readonly GridRate[]
}

/** One row a kind of work, Standard first (spec §3 Rate); only kinds with a rate in force in the period. */
export function gridRows(rates: readonly GridRate[], period: Period): GridRow[] {
  const rows = new Map<string, GridRate[]>()
  for (const rate of rates) {
    const touches =
      rate.effective_from <= period.end_date &&
      (rate.effective_to === null || rate.effective_to >= period.start_date)
    if (touches) rows.set(rate.group_id, [...(rows.get(rate.group_id) ?? []), rate])
  }
  return [...rows]
    .map(([group_id, versions]) => rowOf(group_id, versions))
    .sort((a, b) => compareRateNames(a.name, b.name) || unit_order[a.unit_type] - unit_order[b.unit_type])
}

/** Rates of one name are a combo: the smaller unit first. */
const unit_order = { hourly: 0, daily: 1, monthly: 2, custom: 3 } satisfies Record<UnitType, number>

/** `Standard`, or `Standard (Days)` beside a rate of the same name. */
export const rowLabel = (row: GridRow, rows: readonly GridRow[]): string =>
  rows.some((other) => other !== row && other.name === row.name)
    ? `${row.name} (${unitLabel(row.unit_type, 'plural')})`
    : row.name

function rowOf(group_id: string, versions: readonly GridRate[]): GridRow {
  const ordered = [...versions].sort((a, b) => (a.effective_from < b.effective_from ? -1 : 1))
  const last = ordered[ordered.length - 1]
  const own = standardDayOf(last?.value_jsonb_object)
  return {
    group_id,
    name: last?.name ?? '',
    unit_type: last?.value_text ?? 'hourly',
    ...(own === null ? {} : { standard_units: own }),
    versions: ordered,
  }
}

/** The rules of a row: its unit and its standard day, else that of the placement. */
export const rowRules = <R extends UnitRules>(row: GridRow, rules: R): R => ({
  ...rules,
  unit_type: row.unit_type,
  standard_units: row.standard_units ?? rules.standard_units,
})

/** Why nothing can be entered on this day in this row; null when it can. */
export function closedReason(
  row: GridRow,
  on: Day,
  rules: Pick<EntryRules, 'period' | 'placement' | 'away'>,
): string | null {
  const outside = dateMessage(on, rules)
  if (outside !== null) return `Outside the placement. ${outside}`
  const away = rules.away?.[on]
  if (away !== undefined) return `This day is marked ${away}`
  const inForce = row.versions.some(
    (rate) => rate.effective_from <= on && (rate.effective_to === null || rate.effective_to >= on),
  )
  return inForce ? null : `No ${row.name} rate is in force on this day`
}

/** Typed text by cell: `2026-11-16 {group_id}` → `7.5`. */
export type Typed = Readonly<Record<string, string>>

export function cellKey(on: Day, group_id: string): string {
  return `${on} ${group_id}`
}

/** The cells as they are sent; an emptied cell is not. */
export function entriesOf(typed: Typed): Entry[] {
  return Object.entries(typed)
    .filter(([, text]) => text.trim() !== '')
    .map(([key, text]) => ({ date: key.slice(0, 10), group_id: key.slice(11), units: text.trim() }))
}

/** The same back: sent cells as the grid holds them. */
export function typedOf(entries: readonly Entry[]): Typed {
  return Object.fromEntries(entries.map((entry) => [`${entry.date} ${entry.group_id}`, entry.units]))
}

/** Server errors name `details.{i}`, the grid names cells. Other errors are under `details`. */
export function errorsByCell(errors: Readonly<Record<string, string>>, sent: readonly Entry[]): Typed {
  const by_cell: Record<string, string> = {}
  for (const [field, message] of Object.entries(errors)) {
    const index = /^details\.(\d+)\./.exec(field)?.[1]
    const entry = index === undefined ? undefined : sent[Number(index)]
    if (entry) by_cell[`${entry.date} ${entry.group_id}`] = message
  }
  return by_cell
}

/** Faults of cells that were sent earlier, by cell: the grid may hold others by now. */
export function sentFaults(
  errors: Readonly<Record<string, string>>,
  sent: readonly Entry[],
): Readonly<Record<string, string>> {
  const others = Object.entries(errors).filter(([path]) => !/^details\.\d+\./.test(path))
  const cells = Object.entries(errorsByCell(errors, sent)).map(([cell, text]) => [`details.${cell}`, text])
  return Object.fromEntries([...others, ...cells])
}

/** Faults of a form whose value `details` holds the cells: the verb's by entry, the browser's by cell. */
export function cellFaults(errors: Readonly<Record<string, string>>, typed: Typed): Typed {
  const own = Object.entries(errors).flatMap(([path, message]) =>
    /^details\.\d{4}-/.test(path) ? [[path.slice('details.'.length), message]] : [],
  )
  return { ...errorsByCell(errors, entriesOf(typed)), ...Object.fromEntries(own) }
}

/** The cells that the rules of units refuse, before anything is sent. */
export function unreadCells(typed: Typed, rules: EntryRules): Readonly<Record<string, string>> {
  const entries = entriesOf(typed)
  const found = Object.entries(errorsByCell(readEntries(entries, rules).errors, entries))
  if (found.length === 0) return {}
  return {
    details: 'Some days need a correction before this can be saved',
    ...Object.fromEntries(found.map(([cell, message]) => [`details.${cell}`, message])),
  }
}

/** The faults of the cells that were left, by cell: one is shown as soon as its field is left. */
export function leftFaults(left: ReadonlySet<string>, typed: Typed, rules: EntryRules): Typed {
  const unread = unreadCells(typed, rules)
  return Object.fromEntries(
    [...left].flatMap((key) => {
      const fault = unread[`details.${key}`]
      return fault === undefined ? [] : [[key, fault]]
    }),
  )
}

/** The cells with some changed; a cell emptied again is no cell. */
export function withCells(typed: Typed, cells: Typed, saved: Typed): Typed {
  return Object.fromEntries(
    Object.entries({ ...typed, ...cells }).filter(([key, text]) => text.trim() !== '' || key in saved),
  )
}

/** Stored cells as the grid's inputs hold them, by `day group_id`; a cell of nothing is empty. */
export function typedFrom(
  cells: readonly {
    date: string
    group_id: string
    units: string | number
    unit_fraction?: string | null
  }[],
): Typed {
  return Object.fromEntries(
    cells
      .filter((cell) => units(String(cell.units)) !== 0)
      .map((cell) => [
        `${cell.date} ${cell.group_id}`,
        cell.unit_fraction ?? formatUnits(units(String(cell.units))),
      ]),
  )
}

/** Last period's cells moved to the same weekdays; cells outside this period are left out. */
export function copiedInto(
  cells: readonly Pick<Cell, 'date' | 'group_id' | 'units'>[],
  days: readonly Day[],
  isOpen: (group_id: string, on: Day) => boolean,
): Typed {
  const first = days[0]
  const earliest = cells.map((cell) => cell.date).sort()[0]
  if (!first || !earliest) return {}
  const monday = addDays(first, 1 - weekday(first))
  const typed: Record<string, string> = {}
  for (const cell of cells) {
    const on = addDays(monday, weekday(cell.date) - 1)
    if (days.includes(on) && isOpen(cell.group_id, on))
      typed[cellKey(on, cell.group_id)] = formatUnits(cell.units)
  }
  return typed
}

/** A block pasted from a sheet, laid over the grid from the cell it was pasted in. */
export function pastedInto(
  text: string,
  at: { readonly row: number; readonly column: number },
  rows: readonly GridRow[],
  days: readonly Day[],
): Typed {
  const typed: Record<string, string> = {}
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .forEach((line, r) => {
      line.split('\t').forEach((value, c) => {
        const row = rows[at.row + r]
        const on = days[at.column + c]
        if (row && on) typed[cellKey(on, row.group_id)] = value.trim()
      })
    })
  return typed
}
