/** The day of changed rates, and the prices, holiday pay and standard day of each. */
import { labelIn } from '#entity/choices.ts'
import { day, isDay } from '#kernel/day.ts'
import { formatRate, rate } from '#kernel/rate.ts'
import type { FormPart } from '#web/form/fields.ts'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { MoneyInput, NumberInput, Select } from '#web/ui/inputs.tsx'
import { holiday_pay_types } from '../../rates/holiday-pay.rules.ts'
import { readRate } from '../../rates/read-rate.rules.ts'
import { AddedRates } from './added-rates.form.tsx'
import { addedTimeline, type TypedPair } from './added-rates.rules.ts'
import {
  changedRates,
  endLines,
  holidayLine,
  isFromDay,
  paidRate,
  type RateRow,
  type ReadVersion,
  type TypedRates,
  textOf,
  typedKey,
} from './changed-rates.rules.ts'
import { rateTimeline } from './rate-timeline.rules.ts'

const prices = [
  { field: 'contractor_rate', label: 'contractor rate' },
  { field: 'client_rate', label: 'client rate' },
] as const

export function ChangedRates({
  values: { effective_from, rates, added_rates },
  set,
  errors,
  rows,
  versions,
  currency,
  isDated,
  isPaye,
}: FormPart<{ effective_from: string; rates: TypedRates; added_rates: readonly TypedPair[] }> & {
  rows: readonly RateRow[]
  versions: readonly ReadVersion[]
  currency: string | undefined
  /** Funding or IR35 status is changed. */
  isDated: boolean
  /** Only workers on PAYE have holiday pay. */
  isPaye: boolean
}) {
  const changed = changedRates(rows, rates)
  const faultOf = ({ group_id }: RateRow, field: string) => {
    const at = changed.findIndex((one) => one.group_id === group_id)
    return at < 0 ? undefined : errors[`rates.${at}.${field}`]
  }
  return (
    <fieldset className="grid items-start gap-3 border-y py-3 tablet:grid-cols-2">
      <legend className="sr-only">Rates</legend>
      <DayPicker
        label="From"
        hint="Where a rate changes or begins, or the funding or IR35 status changes"
        required={changed.some(isFromDay) || added_rates.length > 0 || isDated}
        value={effective_from}
        onChange={(day) => set({ effective_from: day })}
        error={errors.effective_from}
      />
      <span className="max-tablet:hidden" />
      {rows.map((row) => (
        <RateFields
          key={row.group_id}
          row={row}
          rates={rates}
          put={(typed) => set({ rates: { ...rates, ...typed } })}
          faultOf={(field) => faultOf(row, field)}
          currency={currency}
          isPaye={isPaye}
        />
      ))}
      <AddedRates
        added={added_rates}
        put={(added) => set({ added_rates: added })}
        errors={errors}
        currency={currency}
        isPaye={isPaye}
      />
      <Timeline
        rows={rows}
        typed={rates}
        from={effective_from}
        versions={versions}
        more={[...endLines(rows, rates), ...addedTimeline(added_rates, effective_from)]}
      />
    </fieldset>
  )
}

function RateFields({
  row,
  rates,
  put,
  faultOf,
  currency,
  isPaye,
}: {
  row: RateRow
  rates: TypedRates
  put: (typed: TypedRates) => void
  faultOf: (field: string) => string | undefined
  currency: string | undefined
  isPaye: boolean
}) {
  const type = textOf(row, rates, 'holiday_pay_type')
  const hasHoliday = isPaye || row.holiday_pay_type !== ''
  const line = holidayLine(row, rates)
  return (
    <>
      {prices.map(({ field, label }) => (
        <MoneyInput
          key={field}
          label={`${row.name} ${label}`}
          hint={
            field === 'contractor_rate' && type === 'rolled_up_holiday' ? 'With its holiday pay' : undefined
          }
          currency={currency}
          value={textOf(row, rates, field)}
          onChange={(text) => put({ [typedKey(row, field)]: text })}
          error={faultOf(field) ?? faultOf('group_id')}
        />
      ))}
      {hasHoliday && (
        <>
          <Select
            label={`Holiday pay of ${row.name}`}
            hint="The rate without holiday pay stays unless a new rate is typed"
            placeholder="As the employment says"
            options={holiday_pay_types}
            value={type}
            onChange={(chosen) =>
              put({
                [typedKey(row, 'holiday_pay_type')]: chosen,
                ...(chosen === '' ? { [typedKey(row, 'holiday_pay_percent')]: '' } : {}),
              })
            }
            error={faultOf('holiday_pay_type')}
          />
          <NumberInput
            label={`Holiday pay of ${row.name}, %`}
            hint="At least 12.07"
            required={type !== ''}
            maxLength={15}
            value={textOf(row, rates, 'holiday_pay_percent')}
            onChange={(text) => put({ [typedKey(row, 'holiday_pay_percent')]: text })}
            error={faultOf('holiday_pay_percent')}
          />
          <p className="text-n11 tablet:col-span-2" aria-live="polite">
            {line !== null && `${row.name}: ${line}. ${labelIn(holiday_pay_types, type)}.`}
          </p>
        </>
      )}
      {row.unit === 'hourly' && (
        <NumberInput
          label={`Hours of a standard day of ${row.name}`}
          hint="Empty: as the placement"
          maxLength={15}
          value={textOf(row, rates, 'standard_units')}
          onChange={(text) => put({ [typedKey(row, 'standard_units')]: text })}
          error={faultOf('standard_units')}
        />
      )}
      <DayPicker
        label={`Last day of ${row.name}`}
        hint="Both sides of the rate end with it"
        value={textOf(row, rates, 'effective_to')}
        onChange={(text) => put({ [typedKey(row, 'effective_to')]: text })}
        error={faultOf('effective_to')}
      />
      {row.unit !== 'hourly' && <span className="max-tablet:hidden" />}
    </>
  )
}

/** Which version each new rate closes, as it is typed; the days of added and ended rates. */
function Timeline({
  rows,
  typed,
  from,
  versions,
  more,
}: {
  rows: readonly RateRow[]
  typed: TypedRates
  from: string
  versions: readonly ReadVersion[]
  more: readonly string[]
}) {
  const standing = versions.map((one) => ({ ...one, value_numeric: rate(String(one.value_numeric)) }))
  const lines = rows.flatMap((row) =>
    prices.flatMap(({ field, label }) => {
      if (!isDay(from)) return []
      const value = field === 'contractor_rate' ? paidRate(row, typed) : readRate(textOf(row, typed, field))
      if (value === null || formatRate(value) === row[field]) return []
      const { group_id } = row
      const spans = rateTimeline(standing, { group_id, field, value, from: day(from) })
      return [{ label: `${row.name} ${label}`, spans }]
    }),
  )
  return (
    <ul aria-live="polite" className="flex flex-col gap-1 text-n11 tablet:col-span-2">
      {lines
        .filter(({ spans }) => spans.length > 0)
        .map(({ label, spans }) => (
          <li key={label}>
            {label}: {spans.join(', then ')}.
          </li>
        ))}
      {more.map((line) => (
        <li key={line}>{line}.</li>
      ))}
    </ul>
  )
}
