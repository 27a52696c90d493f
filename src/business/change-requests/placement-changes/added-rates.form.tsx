/** New rates of a placement in force, beside its changed ones: pairs of pay and charge. */
import { Trash2 } from 'lucide-react'
import { AddRow, isLastBlank } from '#web/form/AddRow.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { NumberInput, Select } from '#web/ui/inputs.tsx'
import { holiday_pay_types } from '../../rates/holiday-pay.rules.ts'
import { RateFields } from '../../rates/rate-fields.form.tsx'
import { addedHolidayLine, emptyPair, type TypedPair } from './added-rates.rules.ts'

type Added = readonly TypedPair[]

export function AddedRates({
  added,
  put,
  errors,
  currency,
  isPaye,
}: {
  added: Added
  put: (added: Added) => void
  errors: Readonly<Record<string, string>>
  currency: string | undefined
  /** Only workers on PAYE have holiday pay. */
  isPaye: boolean
}) {
  return (
    <div className="flex flex-col gap-3 tablet:col-span-2">
      {errors.added_rates && (
        <p role="alert" className="text-red11">
          {errors.added_rates}
        </p>
      )}
      {added.map((line, i) => (
        <fieldset key={line.key} className="min-w-0 rounded-lg border p-3">
          <legend className="px-1 text-12 font-medium text-n11">New rate {i + 1}</legend>
          <PairFields
            line={line}
            put={(change) => put(added.map((one) => (one.key === line.key ? { ...one, ...change } : one)))}
            faultOf={(field) => errors[`added_rates.${i}.${field}`]}
            currency={currency}
            isPaye={isPaye}
          />
          <div className="mt-2 flex justify-end">
            <IconButton
              icon={Trash2}
              label={`Remove new rate ${i + 1}`}
              onClick={() => put(added.filter((one) => one.key !== line.key))}
            />
          </div>
        </fieldset>
      ))}
      <AddRow
        label="Add rate"
        isLastBlank={isLastBlank(added, 'name', 'contractor_rate', 'client_rate')}
        onAdd={() => put([...added, emptyPair(crypto.randomUUID())])}
      />
    </div>
  )
}

function PairFields({
  line,
  put,
  faultOf,
  currency,
  isPaye,
}: {
  line: TypedPair
  put: (change: Partial<TypedPair>) => void
  faultOf: (field: string) => string | undefined
  currency: string | undefined
  isPaye: boolean
}) {
  return (
    <div className="grid items-start gap-3 tablet:grid-cols-2">
      <RateFields
        line={line}
        put={put}
        faultOf={faultOf}
        currency={currency}
        contractorHint={line.holiday_pay_type === '' ? undefined : 'Without holiday pay'}
      >
        {(isPaye || line.holiday_pay_type !== '') && <PairHoliday line={line} put={put} faultOf={faultOf} />}
      </RateFields>
    </div>
  )
}

function PairHoliday({
  line,
  put,
  faultOf,
}: {
  line: TypedPair
  put: (change: Partial<TypedPair>) => void
  faultOf: (field: string) => string | undefined
}) {
  const said = addedHolidayLine(line)
  return (
    <>
      <Select
        label="Holiday pay"
        hint="On top of the contractor rate"
        placeholder="As the employment says"
        options={holiday_pay_types}
        value={line.holiday_pay_type}
        onChange={(type) =>
          put({ holiday_pay_type: type, ...(type === '' ? { holiday_pay_percent: '' } : {}) })
        }
        error={faultOf('holiday_pay_type')}
      />
      <NumberInput
        label="Holiday pay, %"
        hint="At least 12.07"
        required={line.holiday_pay_type !== ''}
        maxLength={15}
        value={line.holiday_pay_percent}
        onChange={(holiday_pay_percent) => put({ holiday_pay_percent })}
        error={faultOf('holiday_pay_percent')}
      />
      <p className="text-n11 tablet:col-span-2" aria-live="polite">
        {said !== null && `${line.name || 'Rate'}: ${said}.`}
      </p>
    </>
  )
}
