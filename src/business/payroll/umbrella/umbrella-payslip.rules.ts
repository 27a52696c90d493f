/** An umbrella company's payslip beside the illustration of its period (payroll-run §5.1). Amounts are pence. Pure. */
import type { Role, WhoMay } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import type { Day } from '#kernel/day.ts'
import { refuse } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { agency_writers, provider_staff } from '../../shared/who-may.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { umbrellaWeek } from '../illustration/illustration.rules.ts'
import { nearestYear } from '../years/tax-years.rules.ts'

/** Gross pay of so many per cent below the illustration is usual: codes, letters and rounding differ. */
const TOLERANCE = 2
const WHOLE = 100

/** Income of the company for one week. */
export interface PaidWeek {
  readonly end: Day
  readonly income: Pence
}

/** Each week by itself: National Insurance and the pension are of a week. */
export function illustratedGross(weeks: readonly PaidWeek[], margin: Pence): Pence {
  return weeks.reduce(
    (sum, { end, income }) => sum + umbrellaWeek(nearestYear(end), Math.max(income, 0), margin).gross,
    0,
  )
}

export const isLow = (gross: Pence, illustrated: Pence): boolean =>
  gross * WHOLE < illustrated * (WHOLE - TOLERANCE)

/** Of the agency, the people that read pay. */
const keepers: readonly Role[] = payroll_data_roles.filter((role) =>
  agency_writers.some((one) => one === role),
)
export const umbrella_payslip_keepers = {
  agency: keepers,
  provider: provider_staff,
} as const satisfies WhoMay

type Payslip = { readonly status: 'agrees' | 'low' | 'explained' }

export const { can, who } = transitions<'explain' | 'remove', Payslip>(
  { name: () => 'This payslip' },
  {
    explain: {
      from: ['low'],
      to: 'explained',
      by: umbrella_payslip_keepers,
      done: 'explained',
      misfit: () => refuse('precondition', 'Only a payslip below the illustration is explained'),
    },
    remove: { to: null, by: umbrella_payslip_keepers, done: 'removed' },
  },
)
