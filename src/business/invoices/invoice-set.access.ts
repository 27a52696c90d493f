import { type Access, each_role, field_groups, only_for } from '#entity/access.ts'
import { client_cost_roles, client_work_roles, commission_roles, no_commission_roles } from '#entity/roles.ts'
import {
  client_document,
  client_invoice_types,
  contractor_document,
  funder_document,
  own,
  told_moment,
} from '../shared/own-rows.access.ts'
import { consolidated_invoice, invoice_set, refinement } from './invoice-set.entity.ts'

const client_side = ['client_net', 'client_tax', 'client_gross'] as const
const sales = ['sale_net', 'sale_tax', 'sale_gross'] as const
const fees = ['fee_net', 'fee_tax', 'fee_gross'] as const
/** From the hash of all amounts of a set the amounts could be guessed. */
const earnings = ['agency_net', 'agency_tax', 'agency_gross', 'content_hash'] as const

const set_fields = field_groups(invoice_set, {
  facts: [
    'id generated_for generation_type status raised_date version provider_id agency_id client_id',
    'contractor_id contract_id timesheet_id expense_id currency_id total_units refinement_id corrects_set_id',
    'created_at updated_at',
  ],
  funding: ['funder_id funding_model funding_type'],
  contractor_side: ['contractor_payment_id contractor_net contractor_tax contractor_gross'],
  client_side: client_side,
  sale: sales,
  agency_side: ['on_costs', ...fees, ...earnings],
})

/** Each side its own sums; fees and earnings are commission (spec §6). */
export const invoice_set_access: Access<typeof invoice_set> = {
  agency: {
    rows: own.agency,
    // An ad-hoc fee is commission, and so is the day on which it was raised.
    rows_by_role: each_role(no_commission_roles, { generated_for: { _neq: 'adhoc_fee' } }),
    fields: 'all',
    fields_by_role: only_for(commission_roles, ...fees, ...earnings),
  },
  client: {
    rows: {
      ...own.client,
      generated_for: { _in: ['timesheet', 'expense', 'perm_placement', 'sales_invoice'] },
    },
    // Timesheet lists filter by the day of approval, which is the set's (spec §2).
    roles: client_work_roles,
    rows_by_role: each_role(['timesheet_approver', 'hiring_manager'], {
      generated_for: { _in: ['timesheet', 'expense'] },
    }),
    fields: set_fields('facts', 'client_side'),
    fields_by_role: only_for(client_cost_roles, ...client_side),
  },
  contractor: {
    rows: { ...own.contractor, generated_for: { _in: ['timesheet', 'expense', 'payslip'] } },
    fields: set_fields('facts', 'contractor_side'),
  },
  funder: {
    rows: own.funder,
    fields: set_fields('facts', 'client_side', 'funding', 'sale'),
  },
  provider: { rows: own.provider, fields: 'all' },
}

const refinement_fields = field_groups(refinement, {
  facts: [
    'id human_id mode status re_approval reason transaction_id transaction_type provider_id agency_id',
    'client_id contractor_id created_at updated_at',
  ],
  funder: ['funder_id'],
  author: ['created_by'],
})

/** The reason of a correction is visible with its documents. */
export const refinement_access: Access<typeof refinement> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, invoices: client_document },
    roles: client_cost_roles,
    fields: refinement_fields('facts'),
  },
  contractor: {
    rows: { ...own.contractor, invoices: contractor_document },
    fields: refinement_fields('facts'),
  },
  funder: {
    rows: { ...own.funder, invoices: funder_document },
    fields: refinement_fields('facts', 'funder'),
  },
  provider: { rows: own.provider, fields: 'all' },
}

const consolidated_fields = field_groups(consolidated_invoice, {
  facts: [
    'id human_id type status description raised_date due_date amount tax_amount total_amount currency_id',
    'po_number provider_id agency_id client_id from_business_id to_business_id payable_bank_account_id',
    'contract_id period_start period_end sent_at cancel_reason timesheet_summary_document_id created_at',
    'updated_at',
  ],
  funding: ['funder_id funding_model'],
  proof: ['mail_proof_document_id'],
})

export const consolidated_invoice_access: Access<typeof consolidated_invoice> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, type: { _in: client_invoice_types }, status: { _in: ['open', 'closed'] } },
    roles: client_cost_roles,
    fields: consolidated_fields('facts'),
    withheld: told_moment,
  },
  contractor: null,
  funder: {
    rows: { ...own.funder, status: { _in: ['open', 'closed'] } },
    fields: consolidated_fields('facts', 'funding'),
    withheld: told_moment,
  },
  provider: { rows: own.provider, fields: 'all' },
}
