/** The rates of a new placement: pairs of the contractor's pay and the client's charge. */
import { Trash2 } from 'lucide-react'
import { AddRow, isLastBlank } from '#web/form/AddRow.tsx'
import type { FormPart } from '#web/form/fields.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { RateFields } from '../../rates/rate-fields.form.tsx'
import type { TypedRateFields } from '../../rates/rate-version.rules.ts'

/** Its unit, hours and days may be empty: they are the placement's own. */
export type TypedRate = TypedRateFields & {
  readonly key: string
  readonly effective_from: string
}

export const emptyRate = (name: string): TypedRate => ({
  key: crypto.randomUUID(),
  name,
  unit_type: '',
  standard_units: '',
  contractor_rate: '',
  client_rate: '',
  effective_from: '',
  effective_to: '',
})

/** As the verb takes them. */
export const rateInputs = (rates: readonly TypedRate[]) =>
  rates.map(({ key: _, name, contractor_rate, client_rate, ...may_be_blank }) => ({
    name: name.trim(),
    contractor_rate: contractor_rate.trim(),
    client_rate: client_rate.trim(),
    ...Object.fromEntries(Object.entries(may_be_blank).filter(([, text]) => text !== '')),
  }))

export function PlacementRates({
  values: { rates, currency },
  set,
  errors,
}: FormPart<{ readonly rates: readonly TypedRate[]; readonly currency: string }>) {
  const put = (key: string, change: Partial<TypedRate>) =>
    set({ rates: rates.map((one) => (one.key === key ? { ...one, ...change } : one)) })
  return (
    <div className="flex flex-col gap-4">
      {errors.rates && (
        <p role="alert" className="text-red11">
          {errors.rates}
        </p>
      )}
      {rates.map((line, i) => {
        const of = (field: string) => errors[`rates.${i}.${field}`]
        return (
          <fieldset key={line.key} className="min-w-0 rounded-lg border p-3">
            <legend className="px-1 text-12 font-medium text-n11">Rate {i + 1}</legend>
            <div className="grid items-start gap-3 sideways:grid-cols-2 desktop:grid-cols-3">
              <RateFields
                line={line}
                put={(change) => put(line.key, change)}
                faultOf={of}
                currency={currency}
                unitPlaceholder="As the placement"
              >
                <DayPicker
                  label="From"
                  hint="Empty: from the start"
                  value={line.effective_from}
                  onChange={(effective_from) => put(line.key, { effective_from })}
                  error={of('effective_from')}
                />
              </RateFields>
            </div>
            {rates.length > 1 && (
              <div className="mt-2 flex justify-end">
                <IconButton
                  icon={Trash2}
                  label={`Remove rate ${i + 1}`}
                  onClick={() => set({ rates: rates.filter((one) => one.key !== line.key) })}
                />
              </div>
            )}
          </fieldset>
        )
      })}
      <AddRow
        label="Add rate"
        isLastBlank={isLastBlank(rates, 'contractor_rate', 'client_rate')}
        onAdd={() => set({ rates: [...rates, emptyRate('')] })}
      />
    </div>
  )
}
