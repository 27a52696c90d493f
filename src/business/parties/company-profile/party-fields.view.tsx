/** Fields of a company, of an address and of identifiers in the forms of new parties. */
import type { Identifier } from '#kernel/identifier.ts'
import { phoneFormFault } from '#kernel/phone-text.ts'
import { country_options } from '#web/form/country-options.ts'
import { section } from '#web/form/section.tsx'
import { company as company_entity, company_texts } from '../company.entity.ts'
import { asksVatNumber } from '../company.rules.ts'
import { address_names } from './address-names.rules.ts'
import { CompanyLookUp } from './company-look-up.form.tsx'
import { faultOnLeaving } from './identifier-taken.view.ts'

/** Of clients. */
export const industries_field = {
  kind: 'text',
  name: 'industries',
  label: 'Industries',
  hint: 'For example Construction, 41201.',
  max: 500,
  wide: true,
} as const

export const address_fields = [
  { kind: 'text', name: 'line_1', label: 'Address line 1', required: true },
  { kind: 'text', name: 'line_2', label: 'Address line 2' },
  { kind: 'text', name: 'line_3', label: 'Address line 3' },
  { kind: 'text', name: 'line_4', label: 'Address line 4' },
  { kind: 'text', name: 'city', label: 'City' },
  { kind: 'text', name: 'state', label: 'County or state' },
  { kind: 'text', name: 'zipcode', label: 'Postcode', max: 20 },
  { kind: 'choice', name: 'country_code', label: 'Country', options: country_options, required: true },
] as const

export const address_start: { readonly country_code: string } = { country_code: 'GB' }

/** A text that is checked when it is left. */
export const identifier = <const N extends Identifier>(name: N, label: string, max = 20) =>
  ({
    kind: 'text',
    name,
    label,
    max,
    leave: (text: string) => faultOnLeaving(name, text),
  }) as const

export const vat_fields = [
  { kind: 'check', name: 'is_vat_registered', label: 'Registered for VAT' },
  { ...identifier('vat_registration_no', 'VAT number'), when: asksVatNumber },
] as const

const text_names = company_texts.filter((name) => name !== 'website')

/** Sections Company and Address; VAT is in `vat_fields`. */
export const company_section = [
  section('company_section', 'Company'),
  {
    kind: 'custom',
    name: 'found',
    label: 'Find at Companies House',
    render: ({ set }: { set: (changes: Readonly<Record<string, string>>) => void }) => (
      // Lines of an earlier company would stay otherwise.
      <CompanyLookUp onUse={(found) => set({ line_3: '', line_4: '', ...found })} />
    ),
  },
  { kind: 'text', name: 'name', label: 'Registered name', required: true },
  identifier('brn', 'Company number', 10),
  { kind: 'text', name: 'email', label: 'Email' },
  ...text_names.map((name) => ({
    kind: 'text' as const,
    name,
    label: company_entity.fields[name].label,
    ...(name === 'phone' ? { max: 30, leave: (text: string) => phoneFormFault(text) } : {}),
  })),
  identifier('website', 'Website', 200),
  section('address_section', 'Address'),
  ...address_fields,
] as const

export const company_start = { ...address_start, found: '', is_vat_registered: false } as const

type Input = Readonly<Record<string, unknown>>
const company_names: readonly string[] = [
  'name',
  'brn',
  'email',
  'website',
  ...company_texts,
  'is_vat_registered',
  'vat_registration_no',
]

const only = (input: Input, names: readonly string[]) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)))
const without = (input: Input, names: readonly string[]) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))

export const addressOf = (input: Input) => only(input, address_names)
export const companyTextsOf = (input: Input) => only(input, company_names)

/** The input of a verb that takes a company: its fields move under `company`. */
export function withCompany(input: Input) {
  return {
    ...without(input, [...company_names, ...address_names, 'found']),
    company: { ...companyTextsOf(input), address: addressOf(input) },
  }
}
