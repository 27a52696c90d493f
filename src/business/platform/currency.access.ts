import { type Access, viewer } from '#entity/access.ts'
import { own, provider_businesses } from '../shared/own-rows.access.ts'
import type { business_tax, configuration, currency } from './currency.entity.ts'

const public_fact = { rows: 'all', fields: 'all' } as const

export const currency_access: Access<typeof currency> = {
  agency: public_fact,
  client: public_fact,
  contractor: public_fact,
  funder: public_fact,
  provider: public_fact,
}

export const business_tax_access: Access<typeof business_tax> = {
  agency: public_fact,
  client: public_fact,
  contractor: public_fact,
  funder: public_fact,
  provider: public_fact,
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
