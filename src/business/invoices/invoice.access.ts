import { type Access, all_but, each_role } from '#entity/access.ts'
import { client_cost_roles, no_commission_roles } from '#entity/roles.ts'
import {
  client_document,
  contractor_document,
  funder_document,
  funding_party,
  no_commission_invoice,
  own,
  parts_of_sale,
} from '../shared/own-rows.access.ts'
import type { invoice, invoice_entity, invoice_line } from './invoice.entity.ts'

export const invoice_access: Access<typeof invoice> = {
  agency: {
    rows: own.agency,
    rows_by_role: each_role(no_commission_roles, no_commission_invoice),
    fields: 'all',
    withheld: {
      outstanding_balance: { ...parts_of_sale.outstanding_balance, from: no_commission_roles },
      paid_amount: { ...parts_of_sale.paid_amount, from: no_commission_roles },
    },
  },
  client: {
    rows: { ...own.client, ...client_document },
    roles: client_cost_roles,
    fields: all_but(
      'funder_id',
      'funding_type',
      'funding_status',
      'release_condition',
      'is_disallowed',
      'disallowed_status',
      'disallowed_amount',
      'reassigned_on',
      'reassign_reason',
      'payment_company_id',
      'payment_company_type',
    ),
  },
  contractor: {
    rows: { ...own.contractor, ...contractor_document },
    fields: all_but(
      'funder_id',
      'funding_type',
      'funding_status',
      'is_disallowed',
      'disallowed_status',
      'disallowed_amount',
      'reassigned_on',
      'reassign_reason',
      'assigned_to_id',
      'consolidated_invoice_id',
      'dispute_id',
      'is_debit',
    ),
  },
  funder: {
    rows: { ...own.funder, ...funder_document },
    fields: all_but('payment_company_id', 'payment_company_type'),
    withheld: parts_of_sale,
  },
  provider: { rows: own.provider, fields: 'all' },
}

/** A line is read with its document. */
export const invoice_line_access: Access<typeof invoice_line> = {
  agency: {
    rows: own.agency,
    rows_by_role: each_role(no_commission_roles, { invoice: no_commission_invoice }),
    fields: 'all',
  },
  client: {
    rows: { ...own.client, invoice: client_document },
    roles: client_cost_roles,
    fields: all_but(...funding_party),
  },
  contractor: {
    rows: { ...own.contractor, invoice: contractor_document },
    fields: all_but(...funding_party),
  },
  funder: { rows: { ...own.funder, invoice: funder_document }, fields: 'all' },
  provider: { rows: own.provider, fields: 'all' },
}

const printed = { rows: 'parent', fields: 'all' } as const

/** What stands on a document one may see. */
export const invoice_entity_access: Access<typeof invoice_entity> = {
  agency: printed,
  client: printed,
  contractor: printed,
  funder: printed,
  provider: printed,
}
