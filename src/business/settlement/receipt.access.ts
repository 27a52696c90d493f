import { type Access, all_but, each_role, viewer } from '#entity/access.ts'
import { client_cost_roles, no_commission_roles } from '#entity/roles.ts'
import {
  client_document,
  contractor_document,
  funder_document_but_sale,
  funding_party,
  no_sale_or_commission_invoice,
  own,
} from '../shared/own-rows.access.ts'
import type {
  bank_line,
  credit_allocation,
  payment_receipt_detail,
  payment_receipt_summary,
} from './receipt.entity.ts'

/** How the principal works inside: its bank lines, its accounts, its batches, its staff. */
const inner = [
  'bank_line_id',
  'bank_account_id',
  'payment_batch_id',
  'comment',
  'created_by',
  'returned_line_id',
  'returned_by',
] as const
const for_me = { for_business_id: { _eq: viewer.business_id } } as const

export const payment_receipt_summary_access: Access<typeof payment_receipt_summary> = {
  agency: {
    rows: own.agency,
    // A payment to the agency is its earnings.
    rows_by_role: each_role(no_commission_roles, { _not: { ...for_me, type: { _eq: 'payment' } } }),
    fields: all_but(...inner),
  },
  client: {
    rows: { ...own.client, ...for_me, type: { _eq: 'receipt' }, status: { _neq: 'cancelled' } },
    roles: client_cost_roles,
    fields: all_but(...inner, 'contractor_id', 'funder_id'),
  },
  contractor: {
    rows: { ...own.contractor, type: { _eq: 'payment' }, status: { _neq: 'cancelled' } },
    fields: all_but(...inner, 'client_id', 'funder_id'),
  },
  // A funder sees what clients paid; what went out to contractors and agencies is the other side.
  funder: {
    rows: { ...own.funder, type: { _eq: 'receipt' }, status: { _neq: 'cancelled' } },
    fields: all_but(...inner, 'contractor_id'),
  },
  provider: { rows: own.provider, fields: 'all' },
}

/** A match is read with its document, but for what would tell the parts of a sale to who is not shown them. */
export const payment_receipt_detail_access: Access<typeof payment_receipt_detail> = {
  agency: {
    rows: own.agency,
    rows_by_role: each_role(no_commission_roles, { invoice: no_sale_or_commission_invoice }),
    fields: all_but('created_by'),
  },
  client: {
    rows: { ...own.client, invoice: client_document },
    roles: client_cost_roles,
    fields: all_but('contractor_id', 'funder_id', 'created_by'),
  },
  contractor: {
    rows: { ...own.contractor, invoice: contractor_document },
    fields: all_but('client_id', 'funder_id', 'created_by'),
  },
  funder: {
    rows: { ...own.funder, invoice: funder_document_but_sale },
    fields: all_but('contractor_id', 'created_by'),
  },
  provider: { rows: own.provider, fields: 'all' },
}

/** As a match: credit that settles the rest of a sale is what was not paid of it. */
export const credit_allocation_access: Access<typeof credit_allocation> = {
  agency: {
    rows: own.agency,
    rows_by_role: each_role(no_commission_roles, { invoice: no_sale_or_commission_invoice }),
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
  funder: { rows: { ...own.funder, invoice: funder_document_but_sale }, fields: 'all' },
  provider: { rows: own.provider, fields: 'all' },
}

export const bank_line_access: Access<typeof bank_line> = {
  agency: null,
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
