/** A contractor is paid another way, or through another company, from a day on: words, sides and refusals. Pure. */
import type { Category } from '#entity/access.ts'
import { addDays, type Day, formatDay, maxDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { rate } from '#kernel/rate.ts'
import { baseOf, type HolidayColumns, holidayOfRate } from '../../rates/holiday-pay.rules.ts'
import { minimumWageFault } from '../../rates/minimum-wage.rules.ts'
import type { UnitType } from '../../rates/units.rules.ts'
import { insideFault } from '../../shared/inside-ir35.rules.ts'
import type { AskedSide } from '../request/change.rules.ts'

export type Way = 'paye' | 'limited' | 'umbrella' | 'selfemployed'

/** A version of a contractor rate that the copy takes, with its holiday pay. */
export type PaidRate = HolidayColumns & {
  /** Decimal text. */
  readonly paid: string
  readonly unit: UnitType
  readonly effective_from: Day
}

/** A placement that pays another company, in force or on its way there. */
export type PaidPlacement = {
  readonly id: string
  readonly human_id: string
  readonly title: string
  readonly client: string
  readonly status: string
  readonly start_date: Day
  readonly end_date: Day | null
  readonly ir35_status: string | null
  readonly ir35_determined_by: string | null
  /** In the tax year of the change; null where it is not stated. */
  readonly client_size: string | null
  readonly waits_for_client: boolean
  readonly has_holiday_pay: boolean
  readonly currency: string
  readonly rates: readonly PaidRate[]
  /** The last day with entered work. */
  readonly worked_to: Day | null
}

/** The contractor and the provider agree; the only agency answers its contractor, too. */
export function paymentSides(asker: Category, has_agency: boolean): AskedSide[] {
  if (asker === 'contractor') return has_agency ? ['agency', 'provider'] : ['provider']
  return ['contractor', 'provider']
}

/** The day, way and worker of a change. */
export type PaymentAsked = {
  readonly way: Way
  readonly from: Day
  /** Null where it is unknown, or not the asker's to read: the worker counts as 21 then (decision 0098). */
  readonly born: Day | null
}

/** A rate of the copy below the minimum wage of its first day; only payroll pays a minimum. */
function wageFault({ way, from, born }: PaymentAsked, one: PaidPlacement): string | null {
  const worker = { payment_type: way, born, currency: one.currency }
  const faults = one.rates.map((of) => {
    const paid = rate(of.paid)
    const holiday = holidayOfRate(of)
    const first = maxDay(firstDay(one, from), of.effective_from)
    const base = holiday === null ? paid : baseOf(paid, holiday)
    return minimumWageFault({ base, unit: of.unit, from: first }, worker)
  })
  return faults.find((fault) => fault !== null) ?? null
}

/** Why this placement may not go on with the new payee from that day, under the field to change. */
function placementFault(asked: PaymentAsked, one: PaidPlacement): FieldErrors {
  const { way, from } = asked
  const fault = (field: string, message: string) => ({ [field]: message })
  const named = `Placement ${one.human_id}`
  if (one.status !== 'active')
    return fault('effective_from', `${named} waits for approval: bring it into force or recall it first`)
  if (one.worked_to !== null && one.worked_to >= from)
    return fault('effective_from', validationText.min_date(formatDay(one.worked_to)))
  const inside = insideFault({ ...one, payment_type: way })
  if (inside !== null) return fault('payment_type', `${named}: ${inside}`)
  if ((way === 'paye' || way === 'selfemployed') && one.waits_for_client)
    return fault(
      'payment_type',
      `${named} is paid when paid: pay of PAYE and self-employed workers may not wait`,
    )
  if (way !== 'paye' && one.has_holiday_pay)
    return fault(
      'payment_type',
      `${named} has holiday pay in its rates, and only workers on PAYE have holiday pay`,
    )
  const wage = wageFault(asked, one)
  if (wage !== null) return fault('payment_type', `${named}: ${wage}`)
  return {}
}

/** Every field with the fault of the first placement, the latest worked day for the day. */
export function placementFaults(asked: PaymentAsked, placements: readonly PaidPlacement[]): FieldErrors {
  const by_last_work = placements.toSorted((a, b) => ((a.worked_to ?? '') < (b.worked_to ?? '') ? -1 : 1))
  return Object.assign({}, ...by_last_work.map((one) => placementFault(asked, one))) as FieldErrors // Of strings.
}

/** A placement that has not begun is replaced, any other ends on the day before. */
export const isReplaced = ({ start_date }: Pick<PaidPlacement, 'start_date'>, from: Day): boolean =>
  start_date >= from

/** The first day of the copy. */
export const firstDay = (one: Pick<PaidPlacement, 'start_date'>, from: Day): Day =>
  isReplaced(one, from) ? one.start_date : from

export function placementEffect(one: PaidPlacement, from: Day, payee: string): string {
  const named = `${one.title} at ${one.client} (${one.human_id})`
  const first = formatDay(firstDay(one, from))
  return isReplaced(one, from)
    ? `${named} is replaced by a copy from ${first} that pays ${payee}.`
    : `${named} ends on ${formatDay(addDays(from, -1))} and goes on as a copy from ${first} that pays ${payee}.`
}

/** Sentences below those about each placement. */
export function generalEffects(placements: readonly PaidPlacement[], from: Day): string[] {
  const [general] = placements
  return [
    `Work before ${formatDay(from)} is paid as before.`,
    ...(general === undefined
      ? ['No placement is in force on that day.']
      : ['The clients are not asked: their rates and terms stay. Documents to sign are not copied.']),
    'An opt-out of the conduct regulations ends, because it was signed by the company before.',
  ]
}
