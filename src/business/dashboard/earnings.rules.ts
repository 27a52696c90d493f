/** Earning measures by week, month and quarter (spec §2, agency report page: reporting periods and measures). Pure. */
import type { Day } from '#kernel/day.ts'
import { addDays, addMonths, formatDayLong, minDay, startOfMonth, weekday } from '#kernel/day.ts'

export const reporting_periods = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
] as const
export type ReportingPeriod = (typeof reporting_periods)[number]['value']

/** Sums of the commission of a period, in pence. */
export interface EarningSums {
  readonly client_gross: number
  /** Of the agency's sales, VAT included also where the client is charged none. */
  readonly sale_gross: number
  readonly agency_gross: number
  readonly agency_net: number
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** Spec §2: the five measures. A margin is the share of the turnover that is earned (docs/gaps.md). */
export const earning_measures = [
  { value: 'net_earnings', label: 'Net earnings', unit: 'money', of: (s: EarningSums) => s.agency_net },
  { value: 'gross_earnings', label: 'Gross earnings', unit: 'money', of: (s: EarningSums) => s.agency_gross },
  {
    value: 'net_margin',
    label: 'Net margin',
    unit: 'percent',
    of: (s: EarningSums) => share(s.agency_net, s.client_gross),
  },
  {
    value: 'gross_margin',
    label: 'Gross margin',
    unit: 'percent',
    of: (s: EarningSums) => share(s.agency_gross, s.sale_gross),
  },
  { value: 'gross_turnover', label: 'Gross turnover', unit: 'money', of: (s: EarningSums) => s.client_gross },
] as const

export interface ShownPeriod {
  readonly from: Day
  readonly to: Day
  /** `Week to 22 Nov 2026`, `Nov 2026`, `Oct to Dec 2026`. */
  readonly label: string
  /** `22 Nov`, `Nov`, `Oct`. */
  readonly short: string
}

const shown = { week: 8, month: 6, quarter: 4 } as const satisfies Record<ReportingPeriod, number>

/** The first day of the week, month or quarter that a day lies in. Weeks begin on Monday. */
function startOf(period: ReportingPeriod, of: Day): Day {
  if (period === 'week') return addDays(of, 1 - weekday(of))
  const month = startOfMonth(of)
  if (period === 'month') return month
  return addMonths(month, -((Number(month.slice(5, 7)) - 1) % 3))
}

const after = (period: ReportingPeriod, from: Day, count: number): Day =>
  period === 'week' ? addDays(from, 7 * count) : addMonths(from, (period === 'month' ? 1 : 3) * count)

/** The last periods, the one that runs among them up to today. */
export function earningPeriods(period: ReportingPeriod, today: Day): ShownPeriod[] {
  const count = shown[period]
  const first = after(period, startOf(period, today), 1 - count)
  return Array.from({ length: count }, (_, at) => {
    const from = after(period, first, at)
    const end = addDays(after(period, from, 1), -1)
    return { from, to: minDay(end, today), ...namesOf(period, from, end) }
  })
}

function namesOf(period: ReportingPeriod, from: Day, end: Day): Pick<ShownPeriod, 'label' | 'short'> {
  const [first, last] = [formatDayLong(from), formatDayLong(end)]
  if (period === 'week') return { label: `Week to ${last}`, short: last.slice(0, 6) }
  if (period === 'month') return { label: first.slice(3), short: first.slice(3, 6) }
  return { label: `${first.slice(3, 6)} to ${last.slice(3)}`, short: first.slice(3, 6) }
}
