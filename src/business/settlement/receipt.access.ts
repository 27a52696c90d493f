import { type Access, each_role, field_groups, viewer } from '#entity/access.ts'
import { client_cost_roles, no_commission_roles } from '#entity/roles.ts'
import {
  client_document,
  contractor_document,
  funder_document_but_sale,
  no_sale_or_commission_invoice,
  own,
} from '../shared/own-rows.access.ts'
import {
  type bank_line,
  credit_allocation,
  payment_receipt_detail,
  payment_receipt_summary,
} from './receipt.entity.ts'

/** `inner`: how the principal works: its bank lines, accounts, batches and staff. */
const receipt_fields = field_groups(payment_receipt_summary, {
  facts: [
    'id human_id type status transaction_date amount matched_amount unmatched_amount currency_id',
    'for_business_id principal_id provider_id agency_id reference reversed_at reversal_reason return_code',
    'created_at updated_at',
  ],
  client: ['client_id'],
  contractor: ['contractor_id'],
  funder: ['funder_id'],
  inner: ['bank_line_id bank_account_id payment_batch_id comment created_by returned_line_id returned_by'],
})
const for_me = { for_business_id: { _eq: viewer.business_id } } as const

export const payment_receipt_summary_access: Access<typeof payment_receipt_summary> = {
  agency: {
    rows: own.agency,
    // A payment to the agency is its earnings.
    rows_by_role: each_role(no_commission_roles, { _not: { ...for_me, type: { _eq: 'payment' } } }),
    fields: receipt_fields('facts', 'client', 'contractor', 'funder'),
  },
  client: {
    rows: { ...own.client, ...for_me, type: { _eq: 'receipt' }, status: { _neq: 'cancelled' } },
    roles: client_cost_roles,
    fields: receipt_fields('facts', 'client'),
  },
  contractor: {
    rows: { ...own.contractor, type: { _eq: 'payment' }, status: { _neq: 'cancelled' } },
    fields: receipt_fields('facts', 'contractor'),
  },
  // A funder sees clients' receipts, not payments to contractors and agencies.
  funder: {
    rows: { ...own.funder, type: { _eq: 'receipt' }, status: { _neq: 'cancelled' } },
    fields: receipt_fields('facts', 'client', 'funder'),
  },
  provider: { rows: own.provider, fields: 'all' },
}

const match_fields = field_groups(payment_receipt_detail, {
  facts: [
    'id payment_receipt_summary_id invoice_id amount currency_id payment_type post_date reversal_date',
    'reversal_reason provider_id agency_id created_at updated_at',
  ],
  client: ['client_id'],
  contractor: ['contractor_id'],
  funder: ['funder_id'],
  author: ['created_by'],
})

/** A match is visible with its document, except where it would reveal hidden parts of a sale. */
export const payment_receipt_detail_access: Access<typeof payment_receipt_detail> = {
  agency: {
    rows: own.agency,
    rows_by_role: each_role(no_commission_roles, { invoice: no_sale_or_commission_invoice }),
    fields: match_fields('facts', 'client', 'contractor', 'funder'),
  },
  client: {
    rows: { ...own.client, invoice: client_document },
    roles: client_cost_roles,
    fields: match_fields('facts', 'client'),
  },
  contractor: {
    rows: { ...own.contractor, invoice: contractor_document },
    fields: match_fields('facts', 'contractor'),
  },
  funder: {
    rows: { ...own.funder, invoice: funder_document_but_sale },
    fields: match_fields('facts', 'client', 'funder'),
  },
  provider: { rows: own.provider, fields: 'all' },
}

const allocation_fields = field_groups(credit_allocation, {
  facts: [
    'id credit_note_id invoice_id amount post_date reversal_date provider_id agency_id client_id',
    'contractor_id created_at updated_at',
  ],
  funder: ['funder_id'],
})

/** As a match: credit that settles the rest of a sale reveals its unpaid part. */
export const credit_allocation_access: Access<typeof credit_allocation> = {
  agency: {
    rows: own.agency,
    rows_by_role: each_role(no_commission_roles, { invoice: no_sale_or_commission_invoice }),
    fields: 'all',
  },
  client: {
    rows: { ...own.client, invoice: client_document },
    roles: client_cost_roles,
    fields: allocation_fields('facts'),
  },
  contractor: {
    rows: { ...own.contractor, invoice: contractor_document },
    fields: allocation_fields('facts'),
  },
  funder: {
    rows: { ...own.funder, invoice: funder_document_but_sale },
    fields: allocation_fields('facts', 'funder'),
  },
  provider: { rows: own.provider, fields: 'all' },
}

export const bank_line_access: Access<typeof bank_line> = {
  agency: null,
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
