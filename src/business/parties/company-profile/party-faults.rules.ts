/** Faults that the browser finds in a new party before it is sent, by the rules of the server (spec §5). Pure. */
import { type Day, isDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import {
  birthFault,
  type Identifier,
  identifier_readers,
  type ReadIdentifier,
  readPostcode,
} from '#kernel/identifier.ts'
import { validationText } from '#kernel/messages.ts'
import { phoneFormFault } from '#kernel/phone-text.ts'
import { emailFormFault } from '#kernel/typed-text.ts'
import { vat_number_unregistered } from '../company.rules.ts'

/** The plain form of a typed identifier, or its fault. */
export const readIdentifier = (name: Identifier, typed: string): ReadIdentifier =>
  identifier_readers[name](typed)

export function identifierFault(name: Identifier, typed: string): string | null {
  const found = readIdentifier(name, typed)
  return 'fault' in found ? found.fault : null
}

type Typed = Readonly<Record<string, unknown>>
const textOf = (values: Typed, name: string) => {
  const value = values[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** Faults of these identifiers; blank ones have none. */
export function identifierFaults(names: readonly Identifier[], values: Typed): FieldErrors {
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const typed = textOf(values, name)
      const fault = typed === '' ? null : identifierFault(name, typed)
      return fault === null ? [] : [[name, fault]]
    }),
  )
}

/** Faults of a typed mail address. */
export function emailFaults(values: Typed): FieldErrors {
  const typed = textOf(values, 'email')
  const fault = typed === '' ? null : emailFormFault(typed)
  return fault === null ? {} : { email: fault }
}

/** Faults of a blank or typed telephone number. The server knows the plans of numbers, too. */
export function phoneFaults(name: string, values: Typed): FieldErrors {
  const typed = textOf(values, name)
  const fault = typed === '' ? null : phoneFormFault(typed)
  return fault === null ? {} : { [name]: fault }
}

/** Addresses of other countries have postcodes of other forms. */
export function postcodeFaults(values: Typed, name = 'zipcode'): FieldErrors {
  const typed = textOf(values, name)
  const is_here = (textOf(values, 'country_code') || 'GB') === 'GB'
  const found = typed !== '' && is_here ? readPostcode(typed) : null
  return found && 'fault' in found ? { [name]: found.fault } : {}
}

/** A company registered for VAT has a number, and one with a number is registered. */
export function companyFaults(values: Typed): FieldErrors {
  const has_number_alone = values.is_vat_registered !== true && textOf(values, 'vat_registration_no') !== ''
  const lacks_number = values.is_vat_registered === true && textOf(values, 'vat_registration_no') === ''
  return {
    ...(has_number_alone ? { vat_registration_no: vat_number_unregistered } : {}),
    ...identifierFaults(['brn', 'vat_registration_no', 'website'], values),
    ...phoneFaults('phone', values),
    ...emailFaults(values),
    ...(lacks_number ? { vat_registration_no: validationText.required } : {}),
  }
}

export function personFaults(values: Typed, today: Day): FieldErrors {
  const born = values.date_of_birth
  const fault = typeof born === 'string' && isDay(born) ? birthFault(born, today) : null
  return {
    ...identifierFaults(['ni_number', 'utr'], values),
    ...(fault === null ? {} : { date_of_birth: fault }),
  }
}

/** HMRC finds a worker without a National Insurance number by birth date and gender. */
export const workerNumberFaults = (values: Typed): FieldErrors =>
  textOf(values, 'ni_number') === '' && textOf(values, 'gender') === ''
    ? { ni_number: validationText.required }
    : {}

/** HMRC's report of payments to self-employed workers names their reference. */
export const taxReferenceFaults = (values: Typed): FieldErrors =>
  values.payment_type === 'selfemployed' && textOf(values, 'utr') === ''
    ? { utr: validationText.required }
    : {}
