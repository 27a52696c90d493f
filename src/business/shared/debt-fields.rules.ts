/** Fields of reports that sum debt in one currency. */
import * as f from '#entity/fields.ts'

export const in_currency = { currency_id: f.uuid('Currency'), alpha_code: f.code('Currency Code') } as const

export const agency_in_currency = {
  agency_id: f.uuid('Agency'),
  agency_human_id: f.human_id('Agency Id'),
  agency_name: f.searchable(f.text('Agency')),
  ...in_currency,
} as const

/** A client's debt through one agency. */
export const debtor_in_currency = {
  agency_id: f.uuid('Agency'),
  agency_name: f.searchable(f.text('Agency')),
  client_id: f.uuid('Client'),
  client_human_id: f.human_id('Client Id'),
  client_name: f.searchable(f.text('Client')),
  ...in_currency,
} as const
