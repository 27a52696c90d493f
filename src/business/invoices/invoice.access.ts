import { type Access, each_role, field_groups } from '#entity/access.ts'
import { client_cost_roles, no_commission_roles } from '#entity/roles.ts'
import {
  client_document,
  contractor_document,
  funder_document,
  no_commission_invoice,
  own,
  parts_of_sale,
  told_moment,
} from '../shared/own-rows.access.ts'
import { invoice, invoice_entity, invoice_line } from './invoice.entity.ts'

const invoice_fields = field_groups(invoice, {
  facts: [
    'id human_id type generation_type status finance_status raised_date due_date amount tax_amount',
    'total_amount outstanding_balance paid_amount currency_id last_payment_date is_overdue is_part_paid age',
    'days_overdue age_bucket payment_terms po_number period_start period_end provider_id agency_id client_id',
    'contractor_id from_business_id to_business_id from_invoice_entity_id to_invoice_entity_id contract_id',
    'timesheet_id expense_id transaction_id transaction_type invoice_set_id business_tax_id tax_point',
    'is_self_billed is_vat_invoice payable_bank_account_id is_disputed dispute_reason is_credit_note',
    'parent_invoice_id credit_reason reverses_invoice_id refinement_id created_at updated_at',
  ],
  funding: [
    'funder_id funding_type funding_status funding_hold_reason is_disallowed disallowed_status disallowed_amount reassigned_on',
    'reassign_reason',
  ],
  payee: ['payment_company_id payment_company_type'],
  receivable: ['assigned_to_id dispute_id is_debit consolidated_invoice_id'],
  release: ['release_condition'],
})

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
    withheld: told_moment,
    fields: invoice_fields('facts', 'receivable'),
  },
  contractor: {
    rows: { ...own.contractor, ...contractor_document },
    withheld: told_moment,
    fields: invoice_fields('facts', 'payee', 'release'),
  },
  funder: {
    rows: { ...own.funder, ...funder_document },
    fields: invoice_fields('facts', 'funding', 'receivable', 'release'),
    withheld: parts_of_sale,
  },
  provider: { rows: own.provider, fields: 'all' },
}

const line_fields = field_groups(invoice_line, {
  facts: [
    'id invoice_id position description rate_name unit_type units rate amount tax_type tax_rate tax_amount',
    'total_amount provider_id agency_id client_id contractor_id',
  ],
  funder: ['funder_id'],
})

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
    fields: line_fields('facts'),
  },
  contractor: {
    rows: { ...own.contractor, invoice: contractor_document },
    fields: line_fields('facts'),
  },
  funder: { rows: { ...own.funder, invoice: funder_document }, fields: line_fields('facts', 'funder') },
  provider: { rows: own.provider, fields: 'all' },
}

const party_fields = field_groups(invoice_entity, {
  facts: [
    'id business_id business_name business_type invoicing_address country_code email registration_number',
    'vat_number logo_attachment_id created_at',
  ],
})
const printed = { rows: 'parent', fields: party_fields('facts') } as const

/** Visible with its document. */
export const invoice_entity_access: Access<typeof invoice_entity> = {
  agency: printed,
  client: printed,
  contractor: printed,
  funder: printed,
  provider: printed,
}
