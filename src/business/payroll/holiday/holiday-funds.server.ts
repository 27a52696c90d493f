/** Reads the holiday funds of employments: a few statements for any number of workers. */
import { addDays, type Day, day } from '#kernel/day.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import { units } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import type { Counted } from '../employment/retained.rules.ts'
import { weeksOf } from '../engine/tax-period.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import type { Approved, Average } from './holiday-due.rules.ts'

/** A fund of one employment, all movements together. */
export type FundFacts = {
  readonly hours: number
  /** By the owner of the books. */
  readonly held: ReadonlyMap<string, Pence>
  readonly accrued_this_year: number
  readonly average: Average
  readonly counted: ReadonlyMap<string, Counted>
}

export const no_fund: FundFacts = {
  hours: 0,
  held: new Map(),
  accrued_this_year: 0,
  average: { pay: 0, worked: 0 },
  counted: new Map(),
}

const PAID_WEEKS = 52
const LOOK_BACK_DAYS = 7 * 104

/** Pay days that 52 weeks have. */
const payDays = (frequency: EmploymentRow['pay_frequency']): number =>
  PAID_WEEKS / (weeksOf(frequency) ?? 0) || 12

type Row = {
  readonly employment_id: string
  readonly principal_id: string | null
  readonly timesheet_id: string | null
  readonly kind: string
  readonly pay_day: string | null
  readonly hours: string
  readonly amount: string
  readonly worked: string
  readonly pay: string
}
type Employment = Pick<EmploymentRow, 'id' | 'pay_frequency'>

const pence = (text: string): Pence => parseMoney(text, GBP).minor
const isWork = ({ kind }: Row): boolean => kind === 'accrued' || kind === 'corrected'
const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0)

/** Before a pay day, by employment; those without movements are left out. */
export async function holidayFunds(
  tx: Tx,
  employments: readonly Employment[],
  pay_day: Day,
): Promise<ReadonlyMap<string, FundFacts>> {
  const rows = await tx.rows<Row>(
    `select employment_id, principal_id, timesheet_id, kind, pay_day, hours, amount, worked_hours as worked, worked_pay as pay
     from transaction.holiday_movement where employment_id = any ($1) and deleted_at is null order by pay_day desc nulls last, id`,
    [employments.map(({ id }) => id)],
  )
  const frequencies = new Map(employments.map(({ id, pay_frequency }) => [id, pay_frequency]))
  return new Map(
    [...Map.groupBy(rows, (row) => row.employment_id)].map(([id, of]) => [
      id,
      fundOf(of, payDays(frequencies.get(id) ?? 'week'), pay_day),
    ]),
  )
}

function fundOf(rows: readonly Row[], pay_days: number, pay_day: Day): FundFacts {
  const since = taxYearStart(pay_day)
  const by_books = Map.groupBy(rows, (row) => row.principal_id)
  const by_sheet = Map.groupBy(rows.filter(isWork), (row) => row.timesheet_id ?? '')
  const isOfYear = (row: Row) => isWork(row) && row.pay_day !== null && day(row.pay_day) >= since
  return {
    hours: sumOf(rows, (row) => units(row.hours)),
    held: new Map(
      [...by_books].flatMap(([id, of]) =>
        id === null ? [] : [[id, sumOf(of, (row) => pence(row.amount))] as const],
      ),
    ),
    accrued_this_year: sumOf(rows.filter(isOfYear), (row) => units(row.hours)),
    average: averageOf(rows, pay_days, addDays(pay_day, -LOOK_BACK_DAYS)),
    counted: new Map(
      [...by_sheet].map(([id, of]) => [
        id,
        { worked: sumOf(of, (row) => units(row.worked)), hours: sumOf(of, (row) => units(row.hours)) },
      ]),
    ),
  }
}

/** Weeks without hours are passed over. */
function averageOf(rows: readonly Row[], pay_days: number, after: Day): Average {
  const paid = [...Map.groupBy(rows.filter(isWork), (row) => row.pay_day ?? '')]
    .filter(([on, of]) => on !== '' && day(on) > after && sumOf(of, (row) => units(row.worked)) > 0)
    .slice(0, pay_days)
    .flatMap(([, of]) => of)
  return { pay: sumOf(paid, (row) => pence(row.pay)), worked: sumOf(paid, (row) => units(row.worked)) }
}

/** Approved holidays that have begun by a pay day, by employment, oldest first. */
export async function approvedHolidays(
  tx: Tx,
  employment_ids: readonly string[],
  pay_day: Day,
): Promise<ReadonlyMap<string, readonly Approved[]>> {
  const rows = await tx.rows<Omit<Approved, 'hours'> & { employment_id: string; hours: string }>(
    `select id, employment_id, first_day, last_day, hours from transaction.holiday
     where employment_id = any ($1) and status = 'approved' and first_day <= $2::date order by first_day, id`,
    [employment_ids, pay_day],
  )
  return Map.groupBy(
    rows.map((row) => ({
      ...row,
      first_day: day(row.first_day),
      last_day: day(row.last_day),
      hours: units(row.hours),
    })),
    ({ employment_id }) => employment_id,
  )
}
