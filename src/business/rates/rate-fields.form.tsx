/** The fields of a new rate: on a new placement, and added to one in force. */
import type { ReactNode } from 'react'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { MoneyInput, NumberInput, Select, TextInput } from '#web/ui/inputs.tsx'
import { unit_options } from '../shared/contract-terms.rules.ts'
import type { TypedRateFields } from './rate-version.rules.ts'

export function RateFields({
  line,
  put,
  faultOf,
  currency,
  unitPlaceholder,
  contractorHint,
  children,
}: {
  line: TypedRateFields
  put: (change: Partial<TypedRateFields>) => void
  faultOf: (field: string) => string | undefined
  currency: string | undefined
  /** The words of an empty unit. Without them a unit is chosen, and hours belong to hourly rates alone. */
  unitPlaceholder?: string
  contractorHint?: string | undefined
  /** Further fields, before the last day. */
  children?: ReactNode
}) {
  const isUnitChosen = unitPlaceholder === undefined
  return (
    <>
      <TextInput
        label="Rate name"
        required
        maxLength={80}
        value={line.name}
        onChange={(name) => put({ name })}
        error={faultOf('name')}
      />
      <MoneyInput
        label="Contractor rate"
        hint={contractorHint}
        required
        currency={currency}
        value={line.contractor_rate}
        onChange={(contractor_rate) => put({ contractor_rate })}
        error={faultOf('contractor_rate')}
      />
      <MoneyInput
        label="Client rate"
        required
        currency={currency}
        value={line.client_rate}
        onChange={(client_rate) => put({ client_rate })}
        error={faultOf('client_rate')}
      />
      <Select
        label="Unit"
        required={isUnitChosen}
        {...(isUnitChosen ? {} : { placeholder: unitPlaceholder })}
        options={unit_options}
        value={line.unit_type}
        onChange={(unit_type) => put({ unit_type })}
        error={faultOf('unit_type')}
      />
      {(!isUnitChosen || line.unit_type === 'hourly') && (
        <NumberInput
          label="Hours of a standard day"
          hint="Empty: as the placement"
          maxLength={15}
          value={line.standard_units}
          onChange={(standard_units) => put({ standard_units })}
          error={faultOf('standard_units')}
        />
      )}
      {children}
      <DayPicker
        label="To"
        hint="Empty: to the end"
        value={line.effective_to}
        onChange={(effective_to) => put({ effective_to })}
        error={faultOf('effective_to')}
      />
    </>
  )
}
