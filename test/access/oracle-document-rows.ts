/** Which contracts, work, documents and requests are whose, as plain SQL over the alias `t`. */
import type { EntityAddress } from '#business/entities.ts'
import * as b from './oracle-businesses.ts'
import { has } from './oracle-businesses.ts'
import {
  type ByCategory,
  commission,
  cost,
  everybody,
  live,
  nobody,
  of_provider,
  payroll_people,
  placements,
  when,
  work,
} from './oracle-parts.ts'
import type { Looking } from './world.ts'

// --- contracts ---
const contract_not_deleted = `t.status <> 'deleted' and ${live}`
const contract_kind = (
  type: string,
  client: boolean,
  contractor: boolean,
  clientRoles = placements,
): ByCategory => ({
  agency: (looking) =>
    type === 'adhoc_fee' && !commission(looking)
      ? null
      : `t.type = '${type}' and t.agency_id = :me and ${contract_not_deleted}`,
  client: client
    ? when(clientRoles, `t.type = '${type}' and ${live} and t.id in (${b.contracts_of_client})`)
    : null,
  contractor: contractor ? `t.type = '${type}' and ${live} and t.id in (${b.contracts_of_contractor})` : null,
  funder: `t.type = '${type}' and ${live} and t.id in (${b.contracts_of_funder})`,
  provider: `t.type = '${type}' and t.provider_id = :me and ${contract_not_deleted}`,
})

// --- work ---
const handed_in = (table: string) =>
  `select w.id from transaction.${table} w where w.client_id = :me and w.deleted_at is null and w.status <> 'draft'`
const approved = (table: string) =>
  `select w.id from transaction.${table} w where w.funder_id = :me and w.deleted_at is null and w.status = 'approved'`
const work_rows = (table: string): ByCategory => ({
  agency: `t.agency_id = :me and ${live}`,
  client: when(work, `${live} and t.id in (${handed_in(table)})`),
  contractor: `t.contractor_id = :me and ${live}`,
  funder: `${live} and t.id in (${approved(table)})`,
  provider: of_provider,
})
const work_details = (table: string): ByCategory => ({
  agency: `t.agency_id = :me and ${live}`,
  client: when(work, `t.client_id = :me and ${live} and t.${table}_id in (${handed_in(table)})`),
  contractor: `t.contractor_id = :me and ${live}`,
  funder: `t.funder_id = :me and ${live} and t.${table}_id in (${approved(table)})`,
  provider: of_provider,
})
const work_activities = (table: string): ByCategory => ({
  agency: 't.agency_id = :me',
  client: when(
    work,
    `t.client_id = :me and t.new_status not in ('suspense', 'draft') and t.action not in ('save_draft', 'note_day')
       and t.${table}_id in (${handed_in(table)})`,
  ),
  contractor: `t.contractor_id = :me and t.new_status <> 'suspense'`,
  funder: `t.funder_id = :me and t.new_status <> 'suspense' and t.${table}_id in (${approved(table)})`,
  provider: 't.provider_id = :me',
})

// --- credit control ---
const between_agency_and_provider = (is_deletable: boolean): ByCategory => ({
  ...nobody,
  agency: `t.agency_id = :me${is_deletable ? ` and ${live}` : ''}`,
  provider: `t.provider_id = :me${is_deletable ? ` and ${live}` : ''}`,
})

// --- documents ---
const earnings = `('agency_earnings', 'platform_fee', 'provider-agency', 'funder-agency')`
const invoices_of = {
  agency: (looking: Looking) =>
    `select i.id from transaction.invoice i where i.agency_id = :me and i.deleted_at is null
      ${commission(looking) ? '' : `and i.type not in ${earnings}`}`,
  client: `select i.id from transaction.invoice i where i.client_id = :me and i.deleted_at is null
    and i.type in ('provider-client', 'agency-client', 'funder-client') and i.status in ('open', 'closed', 'cancelled')`,
  contractor: `select i.id from transaction.invoice i where i.contractor_id = :me and i.deleted_at is null
    and i.type = 'contractor-agency' and i.status in ('open', 'closed', 'cancelled')`,
  funder: `select i.id from transaction.invoice i where i.funder_id = :me and i.deleted_at is null
    and i.status in ('open', 'closed') and i.type in ('provider-client', 'agency-funder', 'funder-agency', 'agency-client')`,
} as const

/** A part of a document, on a table of that party's rows. A role without commission does not read parts of deleted ones. */
const document_part = (): ByCategory => ({
  agency: (looking) =>
    commission(looking)
      ? 't.agency_id = :me'
      : `t.agency_id = :me and t.invoice_id in (select i.id from transaction.invoice i
          where i.deleted_at is null and i.type not in ${earnings})`,
  client: when(cost, `t.client_id = :me and t.invoice_id in (${invoices_of.client})`),
  contractor: `t.contractor_id = :me and t.invoice_id in (${invoices_of.contractor})`,
  funder: `t.funder_id = :me and t.invoice_id in (${invoices_of.funder})`,
  provider: 't.provider_id = :me',
})

/**
 * What settles an agency's sale is what others were paid for it: a matter of commission, and not the funder's. Credit
 * against it is what was left.
 */
const part_of_cash = (): ByCategory => {
  const { agency, funder, ...others } = document_part()
  const no_sale = `and t.invoice_id in (select i.id from transaction.invoice i where i.type not in ('agency-provider', 'agency-funder'))`
  return {
    ...others,
    agency: (looking) =>
      `${typeof agency === 'function' ? agency(looking) : agency} ${commission(looking) ? '' : no_sale}`,
    funder: `${String(funder)} ${no_sale}`,
  }
}

// --- requests ---
const asked_for = `t.change_request_id in (select r.id from request.change_request r
  where r.deleted_at is null and r.status <> 'draft')`
const not_of_limits = `t.change_request_id not in (select r.id from request.change_request r where r.type = 'credit_limit')`
/** Requests about a worker name their personal data. */
const reads_persons = (looking: Looking) =>
  has(looking, 'agency_admin', 'agency_read_only', 'primary_staff_user')
const of_no_person = `t.change_request_id in (select r.id from request.change_request r
  where r.deleted_at is null and r.subject <> 'contractor')`
const request_part: ByCategory = {
  agency: (looking) =>
    reads_persons(looking) ? 't.agency_id = :me' : `t.agency_id = :me and ${of_no_person}`,
  client: when(placements, `t.client_id = :me and ${asked_for} and ${not_of_limits}`),
  contractor: `t.contractor_id = :me and ${asked_for}`,
  funder: `t.funder_id = :me and ${asked_for}`,
  provider: 't.provider_id = :me',
}

export const document_rows = {
  'contract.contract': {
    agency: (looking) =>
      `t.agency_id = :me and ${contract_not_deleted} ${commission(looking) ? '' : `and t.type <> 'adhoc_fee'`}`,
    client: (looking) =>
      `${live} and t.id in (${b.contracts_of_client}) ${placements(looking) ? '' : `and t.type = 'temp_placement'`}`,
    contractor: `${live} and t.id in (${b.contracts_of_contractor})`,
    funder: `${live} and t.id in (${b.contracts_of_funder})`,
    provider: `t.provider_id = :me and ${contract_not_deleted}`,
  },
  'contract.temp_placement': contract_kind('temp_placement', true, true),
  'contract.perm_placement': contract_kind('perm_placement', true, false),
  'contract.purchase_ledger': contract_kind('purchase_ledger', false, false),
  'contract.sales_invoice': contract_kind('sales_invoice', true, false, cost),
  'contract.adhoc_fee': contract_kind('adhoc_fee', false, false),
  'contract.contract_entity': {
    agency: `t.agency_id = :me and ${live}`,
    client: when(
      placements,
      `t.client_id = :me and t.type = 'client' and ${live} and t.contract_id in (${b.contracts_of_client})`,
    ),
    contractor: `t.contractor_id = :me and t.type = 'contractor' and ${live} and t.contract_id in (${b.contracts_of_contractor})`,
    funder: `t.funder_id = :me and t.type = 'client' and ${live} and t.contract_id in (${b.contracts_of_funder})`,
    provider: of_provider,
  },
  'contract.contract_contact': {
    agency: `t.agency_id = :me and ${live}`,
    client: when(placements, `t.client_id = :me and ${live} and t.contract_id in (${b.contracts_of_client})`),
    contractor: `t.contractor_id = :me and ${live} and t.contract_id in (${b.contracts_of_contractor})`,
    funder: null,
    provider: of_provider,
  },
  'contract.status_determination': {
    agency: `t.agency_id = :me and ${live}`,
    client: when(placements, `t.client_id = :me and ${live} and t.contract_id in (${b.contracts_of_client})`),
    contractor: `t.contractor_id = :me and ${live} and t.contract_id in (${b.contracts_of_contractor})`,
    funder: null,
    provider: of_provider,
  },
  'contract.rate': {
    agency: `t.agency_id = :me and ${live}`,
    client: when(
      cost,
      `t.client_id = :me and t.sub_type = 'client_rate' and ${live} and t.contract_id in (${b.contracts_of_client})`,
    ),
    contractor: `t.contractor_id = :me and t.sub_type = 'contractor_rate' and ${live}
      and t.contract_id in (${b.contracts_of_contractor})`,
    funder: `t.funder_id = :me and t.sub_type = 'client_rate' and ${live} and t.contract_id in (${b.contracts_of_funder})`,
    provider: of_provider,
  },
  'contract.service_charge': {
    ...nobody,
    agency: when(commission, `t.agency_id = :me and ${live}`),
    funder: `t.funder_id = :me and t.fee_type = 'funder_fee' and ${live}`,
    provider: of_provider,
  },
  'contract.contract_activity': {
    ...nobody,
    agency: when(commission, 't.agency_id = :me'),
    provider: 't.provider_id = :me',
  },
  'transaction.payroll_figure': {
    ...nobody,
    agency: payroll_people,
    contractor: `t.contractor_id = :me and t.payslip_id is not null and ${live}`,
    provider: of_provider,
  },
  'transaction.payroll_override': { ...nobody, provider: 't.provider_id = :me' },
  'transaction.timesheet': work_rows('timesheet'),
  'transaction.timesheet_detail': work_details('timesheet'),
  'transaction.timesheet_activity': work_activities('timesheet'),
  'transaction.expense': work_rows('expense'),
  'transaction.expense_detail': work_details('expense'),
  'transaction.expense_activity': work_activities('expense'),
  'transaction.refinement': {
    agency: `t.agency_id = :me and ${live}`,
    client: when(cost, `t.client_id = :me and ${refinement_of(invoices_of.client)}`),
    contractor: `t.contractor_id = :me and ${refinement_of(invoices_of.contractor)}`,
    funder: `t.funder_id = :me and ${refinement_of(invoices_of.funder)}`,
    provider: of_provider,
  },
  'transaction.invoice_set': {
    agency: (looking) =>
      `t.agency_id = :me and ${live} ${commission(looking) ? '' : `and t.generated_for <> 'adhoc_fee'`}`,
    client: (looking) =>
      cost(looking)
        ? `t.client_id = :me and ${live} and t.generated_for not in ('purchase_ledger', 'adhoc_fee', 'payslip')`
        : work(looking)
          ? `t.client_id = :me and ${live} and t.generated_for in ('timesheet', 'expense')`
          : null,
    contractor: `t.contractor_id = :me and ${live} and t.generated_for in ('timesheet', 'expense', 'payslip')`,
    funder: `t.funder_id = :me and ${live}`,
    provider: of_provider,
  },
  'transaction.invoice': {
    agency: (looking) => `t.id in (${invoices_of.agency(looking)})`,
    client: when(cost, `t.id in (${invoices_of.client})`),
    contractor: `t.id in (${invoices_of.contractor})`,
    funder: `t.id in (${invoices_of.funder})`,
    provider: of_provider,
  },
  // Without commission: of written mails, and of documents that the role reads.
  'log.mail_delivery': {
    ...nobody,
    agency: (looking) =>
      `t.sender_business_id = :me ${
        commission(looking)
          ? ''
          : `and (t.communication_id is not null or t.parent_id in (select i.id from transaction.invoice i
              where i.deleted_at is null and i.type not in ${earnings}))`
      }`,
    funder: 't.sender_business_id = :me',
    provider: 't.sender_business_id = :me',
  },
  'transaction.invoice_line': document_part(),
  'transaction.invoice_entity': everybody('reached'),
  'transaction.consolidated_invoice': {
    agency: `t.agency_id = :me and ${live}`,
    client: when(
      cost,
      `t.client_id = :me and ${live} and t.status in ('open', 'closed')
        and t.type in ('provider-client', 'agency-client', 'funder-client')`,
    ),
    contractor: null,
    funder: `t.funder_id = :me and ${live} and t.status in ('open', 'closed')`,
    provider: of_provider,
  },
  'transaction.collection_note': {
    ...nobody,
    agency: when(commission, `t.agency_id = :me and ${live}`),
    funder: `t.funder_id = :me and ${live}`,
    provider: of_provider,
  },
  'transaction.payment_receipt_summary': {
    agency: (looking) =>
      `t.agency_id = :me and ${live} ${commission(looking) ? '' : `and (t.type = 'receipt' or t.for_business_id <> :me)`}`,
    client: when(
      cost,
      `t.client_id = :me and t.for_business_id = :me and t.type = 'receipt' and t.status <> 'cancelled' and ${live}`,
    ),
    contractor: `t.contractor_id = :me and t.type = 'payment' and t.status <> 'cancelled' and ${live}`,
    funder: `t.funder_id = :me and t.type = 'receipt' and t.status <> 'cancelled' and ${live}`,
    provider: of_provider,
  },
  'transaction.payment_receipt_detail': part_of_cash(),
  'transaction.credit_allocation': part_of_cash(),
  'business.chase_step': between_agency_and_provider(true),
  'business.statement_schedule': between_agency_and_provider(true),
  'business.client_statement_schedule': between_agency_and_provider(true),
  'business.chase_pause': between_agency_and_provider(true),
  'transaction.chase': between_agency_and_provider(false),
  'transaction.chase_invoice': between_agency_and_provider(false),
  'transaction.payment_promise': between_agency_and_provider(false),
  'transaction.dispute': {
    ...nobody,
    agency: 't.agency_id = :me',
    client: when(cost, `t.client_id = :me and t.invoice_id in (${invoices_of.client})`),
    funder: `t.funder_id = :me and t.invoice_id in (${invoices_of.funder})`,
    provider: 't.provider_id = :me',
  },
  'transaction.dispute_step': between_agency_and_provider(false),
  'transaction.reassignment': {
    ...nobody,
    agency: when(commission, 't.agency_id = :me'),
    funder: 't.funder_id = :me',
    provider: 't.provider_id = :me',
  },
  'transaction.disallowance': {
    ...nobody,
    agency: 't.agency_id = :me',
    funder: `t.funder_id = :me and t.invoice_id in (${invoices_of.funder})`,
    provider: 't.provider_id = :me',
  },
  'transaction.recourse_entry': {
    ...nobody,
    agency: when(commission, 't.agency_id = :me'),
    funder: 't.funder_id = :me',
    provider: 't.provider_id = :me',
  },
  'transaction.bank_line': { ...nobody, provider: of_provider },
  'transaction.bank_statement': { ...nobody, provider: of_provider },
  'transaction.refund': { ...nobody, provider: 't.provider_id = :me' },
  'payment.payment_batch': { ...nobody, provider: of_provider },
  'payment.payment_batch_item': { ...nobody, provider: 't.provider_id = :me' },
  'payment.payment_file': { ...nobody, provider: 't.provider_id = :me' },
  'payment.payment_file_setting': { ...nobody, provider: 't.provider_id = :me' },
  'ledger.account': { ...nobody, provider: `t.principal_id in (${b.businesses_of_provider})` },
  'ledger.transaction': { ...nobody, provider: 't.provider_id = :me' },
  'ledger.posting': {
    ...nobody,
    provider: 't.transaction_id in (select l.id from ledger.transaction l where l.provider_id = :me)',
  },
  'request.change_request': {
    agency: (looking) =>
      `t.agency_id = :me and ${live}${reads_persons(looking) ? '' : ` and t.subject <> 'contractor'`}`,
    client: when(
      placements,
      `t.client_id = :me and t.status <> 'draft' and t.type <> 'credit_limit' and ${live}`,
    ),
    contractor: `t.contractor_id = :me and t.status <> 'draft' and ${live}`,
    funder: `t.funder_id = :me and t.status <> 'draft' and ${live}`,
    provider: of_provider,
  },
  'request.flow': request_part,
  'request.flow_approval': request_part,
  'request.change_request_activity': request_part,
} as const satisfies Partial<Readonly<Record<EntityAddress, ByCategory>>>

function refinement_of(invoices: string): string {
  return `${live} and t.id in (select r.refinement_id from transaction.invoice r
    where r.refinement_id is not null and r.id in (${invoices}))`
}
