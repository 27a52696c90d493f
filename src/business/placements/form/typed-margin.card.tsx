/** The margin beside the form of a placement: a week at the first rate, and the whole placement. */
import { type Day, isDay } from '#kernel/day.ts'
import { formatUnits, scale4, unitsFromScaled } from '#kernel/rate.ts'
import { useSession } from '#web/core/session.ts'
import type { PayPeriod } from '../../rates/employer-insurance.rules.ts'
import { type UnitType, unitLabel } from '../../rates/units.rules.ts'
import type { startOfPlacement } from './placement-copy.hook.ts'
import { typedFee, usePlacementFacts } from './placement-facts.hook.ts'
import { rateWithHoliday } from './placement-holiday.form.tsx'
import { PlacementMargin } from './placement-margin.card.tsx'
import { placementUnits, weekUnits } from './placement-margin.rules.ts'
import { paidWay, usePlacementWorker, type Worker } from './placement-worker.hook.ts'

type Typed = ReturnType<typeof startOfPlacement>

const paidBy = (
  worker: Worker | null | undefined,
  { payment_company_id, currency }: Typed,
  unit_type: UnitType,
): PayPeriod | null => {
  if (!worker || currency !== 'GBP' || paidWay(worker, payment_company_id) !== 'paye') return null
  return unit_type === 'monthly' ? 'month' : 'week'
}

function wholeOf({ start_date, end_date, standard_units }: Typed, unit_type: UnitType) {
  if (!isDay(start_date) || !isDay(end_date)) return null
  const whole = placementUnits(unit_type, standard_units, { first: start_date, last: end_date })
  return whole && { units: formatUnits(whole.units), days: whole.days }
}

export function TypedMargin({ values }: { values: Typed }) {
  const { today } = useSession()
  const { data } = usePlacementFacts(values.agency_id)
  const { data: worker } = usePlacementWorker(values.contractor_id)
  const [first] = values.rates
  if (!data?.agency || !first) return null
  const unit_type = (first.unit_type || values.unit_type) as UnitType // One of the form's own choices.
  const units = weekUnits(unit_type, values.standard_units)
  if (units === null) return null
  const on = isDay(values.start_date) && values.start_date > today ? values.start_date : (today as Day) // As the server gave it.
  return (
    <PlacementMargin
      rate={rateWithHoliday(first, values)}
      units={formatUnits(units)}
      unit_words={`${formatUnits(units)} ${unitLabel(unit_type, units === unitsFromScaled(scale4) ? 'singular' : 'plural').toLowerCase()}`}
      currency={values.currency}
      has_vat={data.agency.company?.is_vat_registered ?? false}
      standard_vat={String(data.taxes[0]?.value_numeric ?? '0')}
      fee={data.agency.funding_model === 'indirect' ? null : typedFee(data, { ...values, on })}
      paid_by={paidBy(worker, values, unit_type)}
      whole={wholeOf(values, unit_type)}
    />
  )
}
