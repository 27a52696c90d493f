import { type Access, field_groups, viewer } from '#entity/access.ts'
import { own, provider_businesses } from '../shared/own-rows.access.ts'
import { business_tax, type configuration, currency } from './currency.entity.ts'

const currency_fields = field_groups(currency, {
  facts: ['id name alpha_code code symbol fallback_rate is_active created_at updated_at'],
})
const public_currency = { rows: 'all', fields: currency_fields('facts') } as const

const tax_fields = field_groups(business_tax, {
  facts: ['id type name value_numeric'],
})
const public_tax = { rows: 'all', fields: tax_fields('facts') } as const

export const currency_access: Access<typeof currency> = {
  agency: public_currency,
  client: public_currency,
  contractor: public_currency,
  funder: public_currency,
  provider: public_currency,
}

export const business_tax_access: Access<typeof business_tax> = {
  agency: public_tax,
  client: public_tax,
  contractor: public_tax,
  funder: public_tax,
  provider: public_tax,
}

const of_me = { business_id: { _eq: viewer.business_id } } as const

/** Settings are the administrators' (spec §6, menu by role). */
export const configuration_access: Access<typeof configuration> = {
  agency: { rows: { _or: [own.agency, of_me] }, roles: ['agency_admin'], fields: 'all' },
  client: null,
  contractor: null,
  funder: { rows: of_me, roles: ['funder_admin'], fields: 'all' },
  provider: { rows: { business: provider_businesses }, fields: 'all' },
}
