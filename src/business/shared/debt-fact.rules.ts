/** Facts about an invoice as a debt: its disallowance, its recourse and its reassignment. */
import * as f from '#entity/fields.ts'

export const fact_fields = {
  on_date: f.day('On'),
  ...f.parties,
  client_id: f.uuid('Client'),
  currency_id: f.uuid('Currency'),
  created_at: f.instant('Created At'),
} as const

/** A fact is of one invoice, at the risk of one principal, and says why. */
export const of_debt = {
  id: f.uuid('Id'),
  invoice_id: f.uuid('Invoice'),
  principal_id: f.uuid('Principal'),
  reason: f.text('Reason'),
} as const

/** The order in which facts were written, under their lock. */
export const fact_order = { fact_no: f.defaulted(f.integer('Number of the Fact')) } as const

export const fact_relations = {
  ...f.party_relations,
  invoice: f.to_one('transaction.invoice', 'invoice_id'),
  principal: f.to_one('business.party', 'principal_id'),
} as const

/** The user that set the figure; null for versions before migration 0225, and for limits that an agency asked for. */
export const funding_author = { set_by: f.nullable(f.code('Set By')) } as const

/** An amount that a risk carrier sets for an agency. */
export const agency_amount = {
  id: f.uuid('Id'),
  principal_id: f.uuid('Principal'),
  provider_id: f.uuid('Provider'),
  agency_id: f.uuid('Agency'),
  currency_id: f.uuid('Currency'),
  amount: f.money('Amount'),
  reason: f.text('Reason'),
} as const
