/** The example of a key information document: a usual week at the first rate of a placement. Pure. */
import type { Day } from '#kernel/day.ts'
import { displayMoney, GBP, money, symbolOf } from '#kernel/money.ts'
import { amountOf, formatRate, formatUnits, type Rate4 } from '#kernel/rate.ts'
import { nearestDiv, type Pence } from '../payroll/engine/whole.rules.ts'
import {
  type Illustration,
  illustratePay,
  isEnrolled,
  umbrellaWeek,
} from '../payroll/illustration/illustration.rules.ts'
import { nearestYear } from '../payroll/years/tax-years.rules.ts'
import { weekUnits } from '../placements/form/placement-margin.rules.ts'
import type { HolidayPay } from '../rates/holiday-pay.rules.ts'
import { groupsOf, type TemplateKind } from './blocks/template-kinds.rules.ts'
import type { Values } from './blocks/template-values.rules.ts'

/** The contractor rate as it is paid, in sterling. */
export interface PayBasis {
  readonly price: Rate4
  readonly unit: string
  /** Hours of a day. */
  readonly standard_units: string
  /** Agreed with the rate of a worker on PAYE. */
  readonly holiday: HolidayPay | null
}

const unit_words = { hourly: ['hours', 'an hour'], daily: ['days', 'a day'] } as const

const text = (pence: Pence): string => displayMoney(money(pence, GBP))

/** @param margin of the umbrella company a week; null where nobody has said it */
export function payExample(kind: TemplateKind, basis: PayBasis, margin: Pence | null, on: Day): Values {
  const { price, unit, standard_units } = basis
  if (unit !== 'hourly' && unit !== 'daily') return {}
  const time = weekUnits(unit, standard_units)
  if (time === null) return {}
  const year = nearestYear(on)
  const income = amountOf(time, price, GBP).minor
  const [plural, each] = unit_words[unit]
  const example = {
    'example.time': `${formatUnits(time)} ${plural}`,
    'example.rate': `${symbolOf(GBP)}${formatRate(price)} ${each}`,
    'example.income': text(income),
    'example.tax_year': year.name,
  }
  const groups = groupsOf(kind)
  if (groups.includes('umbrella')) {
    if (margin === null) return example
    const week = umbrellaWeek(year, income, margin)
    return {
      ...example,
      ...wagesOf(week, `${text(week.holiday)}, which is in the gross pay`),
      'umbrella.margin': text(margin),
      'umbrella.employer_ni': text(week.employer_ni),
      'umbrella.levy': text(week.levy),
      'umbrella.employer_pension': text(week.employer_pension),
    }
  }
  if (!groups.includes('wages')) return example
  const has_pension = isEnrolled(year, income)
  const week = illustratePay(year, income, { has_pension, charges_levy: false })
  return { ...example, ...wagesOf(week, holidayText(basis, income)) }
}

const wagesOf = (week: Illustration, holiday: string | null): Values => ({
  'wages.gross': text(week.gross),
  ...(holiday === null ? {} : { 'wages.holiday': holiday }),
  'wages.tax': text(week.tax),
  'wages.employee_ni': text(week.employee_ni),
  'wages.employee_pension': text(week.employee_pension),
  'wages.net': text(week.net),
})

/** @returns null where the rate says nothing of holiday */
function holidayText({ holiday }: PayBasis, income: Pence): string | null {
  if (holiday === null) return null
  const { type, allowance } = holiday
  const whole = 1_000_000
  return type === 'rolled_up_holiday'
    ? `${text(income - nearestDiv(income * whole, whole + allowance))}, which is in the gross pay`
    : `${text(nearestDiv(income * allowance, whole))} on top, paid when you take holiday`
}
