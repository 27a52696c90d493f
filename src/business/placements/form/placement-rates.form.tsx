/** The rates of a new placement: pairs of the contractor's pay and the client's charge. */
import { Trash2 } from 'lucide-react'
import { AddRow, isLastBlank } from '#web/form/AddRow.tsx'
import type { FormPart } from '#web/form/fields.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { MoneyInput, NumberInput, Select, TextInput } from '#web/ui/inputs.tsx'
import { unit_options } from '../../shared/contract-terms.rules.ts'

export type TypedRate = {
  readonly key: string
  readonly name: string
  /** Empty: the placement's own unit. */
  readonly unit_type: string
  /** Hours of a standard day. Empty: the placement's hours. */
  readonly standard_units: string
  readonly contractor_rate: string
  readonly client_rate: string
  /** Empty: the placement's own dates. */
  readonly effective_from: string
  readonly effective_to: string
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
              <TextInput
                label="Rate name"
                required
                maxLength={80}
                value={line.name}
                onChange={(name) => put(line.key, { name })}
                error={of('name')}
              />
              <MoneyInput
                label="Contractor rate"
                required
                currency={currency}
                value={line.contractor_rate}
                onChange={(contractor_rate) => put(line.key, { contractor_rate })}
                error={of('contractor_rate')}
              />
              <MoneyInput
                label="Client rate"
                required
                currency={currency}
                value={line.client_rate}
                onChange={(client_rate) => put(line.key, { client_rate })}
                error={of('client_rate')}
              />
              <Select
                label="Unit"
                placeholder="As the placement"
                options={unit_options}
                value={line.unit_type}
                onChange={(unit_type) => put(line.key, { unit_type })}
                error={of('unit_type')}
              />
              <NumberInput
                label="Hours of a standard day"
                hint="Empty: as the placement"
                maxLength={15}
                value={line.standard_units}
                onChange={(standard_units) => put(line.key, { standard_units })}
                error={of('standard_units')}
              />
              <DayPicker
                label="From"
                hint="Empty: from the start"
                value={line.effective_from}
                onChange={(effective_from) => put(line.key, { effective_from })}
                error={of('effective_from')}
              />
              <DayPicker
                label="To"
                hint="Empty: to the end"
                value={line.effective_to}
                onChange={(effective_to) => put(line.key, { effective_to })}
                error={of('effective_to')}
              />
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
