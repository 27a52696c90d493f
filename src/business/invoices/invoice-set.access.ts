import { type Access, all_but, only_for } from '#entity/access.ts'
import { client_cost_roles, client_work_roles, commission_roles } from '#entity/roles.ts'
import {
  client_document,
  client_invoice_types,
  contractor_document,
  funder_document,
  funding_party,
  own,
} from '../shared/own-rows.access.ts'
import type { consolidated_invoice, invoice_set, refinement } from './invoice-set.entity.ts'

const client_side = ['client_net', 'client_tax', 'client_gross'] as const
const contractor_side = [
  'contractor_net',
  'contractor_tax',
  'contractor_gross',
  'contractor_payment_id',
] as const
const fees = ['fee_net', 'fee_tax', 'fee_gross'] as const
/** From the hash of all amounts of a set the amounts could be guessed. */
const earnings = ['agency_net', 'agency_tax', 'agency_gross', 'content_hash'] as const
const funding = ['funding_model', 'funding_type', 'funder_id'] as const

/** Each side its own sums; fees and earnings are commission (spec §6). */
export const invoice_set_access: Access<typeof invoice_set> = {
  agency: {
    rows: own.agency,
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
    fields: all_but(...contractor_side, ...fees, ...earnings, ...funding, 'on_costs'),
    fields_by_role: only_for(client_cost_roles, ...client_side),
  },
  contractor: {
    rows: { ...own.contractor, generated_for: { _in: ['timesheet', 'expense'] } },
    fields: all_but(...client_side, ...fees, ...earnings, ...funding, 'on_costs'),
  },
  funder: {
    rows: own.funder,
    fields: all_but(...contractor_side, ...fees, ...earnings, 'on_costs'),
  },
  provider: { rows: own.provider, fields: 'all' },
}

/** The reason of a correction goes to whoever has a document of it. */
export const refinement_access: Access<typeof refinement> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, invoices: client_document },
    roles: client_cost_roles,
    fields: all_but(...funding_party, 'created_by'),
  },
  contractor: {
    rows: { ...own.contractor, invoices: contractor_document },
    fields: all_but(...funding_party, 'created_by'),
  },
  funder: { rows: { ...own.funder, invoices: funder_document }, fields: all_but('created_by') },
  provider: { rows: own.provider, fields: 'all' },
}

export const consolidated_invoice_access: Access<typeof consolidated_invoice> = {
  agency: { rows: own.agency, fields: 'all' },
  client: {
    rows: { ...own.client, type: { _in: client_invoice_types }, status: { _in: ['open', 'closed'] } },
    roles: client_cost_roles,
    fields: all_but('funder_id', 'funding_model', 'mail_proof_document_id'),
  },
  contractor: null,
  funder: {
    rows: { ...own.funder, status: { _in: ['open', 'closed'] } },
    fields: all_but('mail_proof_document_id'),
  },
  provider: { rows: own.provider, fields: 'all' },
}
