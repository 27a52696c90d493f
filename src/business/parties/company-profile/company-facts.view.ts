/** Facts on the page of every kind of business. */
export const businessFacts = (id_label: string) =>
  [
    { field: 'human_id', label: id_label },
    { field: 'status' },
    { field: 'is_active' },
    { field: 'base_currency.alpha_code', label: 'Currency' },
    { field: 'onboarded_at' },
    { field: 'updated_at' },
  ] as const

const name = { field: 'company.name', label: 'Registered Name' } as const
const brn = { field: 'company.brn', label: 'Company number' } as const
const registration = [
  { field: 'company.vat_registration_no', label: 'VAT number' },
  { field: 'company.email', label: 'Email' },
] as const
const phone = { field: 'company.phone', label: 'Phone' } as const
export const company_address = {
  field: 'company.address.complete_address',
  label: 'Address',
  wide: true,
} as const

export const client_company_facts = [brn, ...registration] as const
export const funder_company_facts = [name, brn, ...registration, phone, company_address] as const
export const payment_company_facts = [
  name,
  brn,
  { field: 'company.is_vat_registered', label: 'VAT Registered' },
  ...registration,
  phone,
  company_address,
] as const
