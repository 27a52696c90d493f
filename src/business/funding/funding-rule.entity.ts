import { disallowed_reasons } from '#business/shared/invoice-types.rules.ts'
import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { fact_fields, fact_order, fact_relations, funding_author } from '../shared/debt-fact.rules.ts'

/** A risk carrier's rules of disallowance (money.md §1.9). */
export const funding_rule = entity({
  module: 'business',
  name: 'funding_rule',
  label: 'Funding Rule',
  plural: 'Funding Rules',
  fields: {
    id: f.uuid('Id'),
    principal_id: f.uuid('Principal'),
    provider_id: f.uuid('Provider'),
    age_days: f.integer('Age Limit Days'),
    age_basis: f.choice('Age Counts From', ['raised_date', 'due_date']),
    part_paid_days: f.integer('Days After Part Payment'),
    advance_percent: f.nullable(f.percent('Advance Percent')),
    concentration_percent: f.nullable(f.percent('Concentration Percent')),
    holds_payments: f.boolean('Holds Payments'),
    reassign_days: f.nullable(f.integer('Reassigned After Days')),
    effective_from: f.day('Effective From'),
    effective_to: f.nullable(f.day('Effective To')),
    ...f.stamps,
  },
  unread: funding_author,
  relations: { principal: f.to_one('business.party', 'principal_id') },
})

/** One change of a document's disallowed amount; the newest has the present reason. */
export const disallowance = entity({
  module: 'transaction',
  name: 'disallowance',
  label: 'Disallowance',
  plural: 'Disallowances',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    invoice_id: f.uuid('Invoice'),
    principal_id: f.uuid('Principal'),
    reason: f.nullable(f.choice('Reason', disallowed_reasons)),
    amount: f.money('Disallowed Amount'),
    outstanding_balance: f.money('Outstanding Balance'),
    ...fact_fields,
  },
  unread: fact_order,
  relations: {
    ...fact_relations,
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
