import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import {
  agency_amount,
  fact_fields,
  fact_order,
  fact_relations,
  funding_author,
  of_debt,
} from '../shared/debt-fact.rules.ts'

/** One change of an agency's debt on an advance (money.md §1.9); the newest has the present amount. */
export const recourse_entry = entity({
  module: 'transaction',
  name: 'recourse_entry',
  label: 'Recourse',
  plural: 'Recourse',
  soft_delete: false,
  fields: {
    ...of_debt,
    amount: f.money('Change'),
    balance: f.money('Owed'),
    debt_amount: f.money('Debt'),
    gone_out: f.money('Paid Out'),
    fees: f.money('Fees'),
    received: f.money('Received'),
    is_reassigned: f.boolean('Reassigned'),
    ...fact_fields,
  },
  unread: fact_order,
  relations: {
    ...fact_relations,
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})

/** A debt that was given back to its agency, and the day on which it was taken again (money.md §1.9 iv). */
export const reassignment = entity({
  module: 'transaction',
  name: 'reassignment',
  label: 'Reassignment',
  plural: 'Reassignments',
  soft_delete: false,
  fields: {
    ...of_debt,
    user_name: f.text('User'),
    on_date: f.day('On'),
    undone_reason: f.nullable(f.text('Undone Because')),
    undone_by: f.nullable(f.text('Undone By')),
    undone_on: f.nullable(f.day('Undone On')),
    ...f.parties,
    client_id: f.uuid('Client'),
    ...f.stamps,
  },
  unread: fact_order,
  relations: {
    ...fact_relations,
  },
})

/** A risk carrier's retention from an agency's availability, by date (money.md §1.9). */
export const funding_retention = entity({
  module: 'business',
  name: 'funding_retention',
  label: 'Retention',
  plural: 'Retentions',
  fields: {
    ...agency_amount,
    effective_from: f.day('Effective From'),
    effective_to: f.nullable(f.day('Effective To')),
    ...f.stamps,
  },
  unread: funding_author,
  relations: {
    principal: f.to_one('business.party', 'principal_id'),
    agency: f.to_one('business.party', 'agency_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
