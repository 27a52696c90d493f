/**
 * Row rules that many entities share (spec §6, visibility). A rule starts with one equality on a party column, so that
 * it can drive an index (data-endpoint.md, decision 3).
 */
import { type Category, type RowRule, viewer } from '#entity/access.ts'
import { payroll_data_roles } from '#entity/roles.ts'

const me = { _eq: viewer.business_id }

/** Rows that name the viewer's business as the party it is. */
export const own = {
  agency: { agency_id: me },
  client: { client_id: me },
  contractor: { contractor_id: me },
  funder: { funder_id: me },
  provider: { provider_id: me },
} as const satisfies Record<Category, RowRule>

/** Access of records that are the provider's own work. */
export const onlyProvider = (rows: RowRule) => ({
  agency: null,
  client: null,
  contractor: null,
  funder: null,
  provider: { rows, fields: 'all' } as const,
})

/** Payroll data of an employer: for the provider, and for payroll roles of the agency that employs. */
export const of_employer = {
  agency: { rows: own.agency, roles: payroll_data_roles, fields: 'all' },
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
} as const satisfies Readonly<Record<Category, unknown>>

// --- Contracts ---

/**
 * Placement states that client and contractor see (spec §2, contractor view of temp placements): no drafts of the
 * agency, and nothing before they are asked.
 */
export const disclosed_contract = {
  status: {
    _in: [
      'pending_approval_client',
      'awaiting_raise_approval',
      'pending_approval_contractor',
      'active',
      'expired',
      'rejected_contractor',
      'pending_raise_approval',
    ],
  },
} as const satisfies RowRule

/** A funder sees contracts in force or done. */
export const funded_contract = { status: { _in: ['active', 'expired'] } } as const satisfies RowRule

const client_contract_types = ['temp_placement', 'perm_placement', 'sales_invoice', 'sow'] as const

/** Purchase ledgers and ad-hoc fees are between the agency and others. */
export const disclosed_client = {
  ...disclosed_contract,
  type: { _in: client_contract_types },
} as const satisfies RowRule

export const disclosed_contractor = {
  ...disclosed_contract,
  type: { _in: ['temp_placement', 'sow'] },
} as const satisfies RowRule

export const client_contract = { ...own.client, ...disclosed_client } as const satisfies RowRule
export const contractor_contract = { ...own.contractor, ...disclosed_contractor } as const satisfies RowRule

export const funder_contract = { ...own.funder, ...funded_contract } as const satisfies RowRule

// --- Documents ---

/** Spec §2: documents whose debtor is the client. */
export const client_invoice_types = ['provider-client', 'agency-client', 'funder-client'] as const

const issued = ['open', 'closed', 'cancelled'] as const

/**
 * Documents visible to each category, among those that name it. Parts of a document (a line, a match) carry the
 * parties, so their rule is their own equality and this one on the document.
 */
export const client_document = {
  type: { _in: client_invoice_types },
  status: { _in: issued },
} as const satisfies RowRule

export const contractor_document = {
  type: { _eq: 'contractor-agency' },
  status: { _in: issued },
} as const satisfies RowRule

/** Spec §6, word for word. */
export const funder_document = {
  status: { _in: ['open', 'closed'] },
  type: { _in: ['provider-client', 'agency-funder', 'funder-agency', 'agency-client'] },
} as const satisfies RowRule

/** Commission (spec §6): the agency's earnings, and the fees deducted before. */
export const commission_invoice_types = [
  'agency_earnings',
  'platform_fee',
  'provider-agency',
  'funder-agency',
] as const

/** For roles without commission. */
export const no_commission_invoice = {
  _not: { type: { _in: commission_invoice_types } },
} as const satisfies RowRule

/**
 * An agency's sale to its principal is settled part by part: each part is the contractor's pay, the fee, or the
 * agency's earnings.
 */
const sale_invoice_types = ['agency-provider', 'agency-funder'] as const

/** For readers of neither pay-outs nor earnings. */
export const no_sale_or_commission_invoice = {
  _not: { type: { _in: [...commission_invoice_types, ...sale_invoice_types] } },
} as const satisfies RowRule

/** Documents visible to a funder, without the sales. */
export const funder_document_but_sale = {
  ...funder_document,
  type: { _in: ['provider-client', 'funder-agency', 'agency-client'] },
} as const satisfies RowRule

/** The open and paid amounts of a sale: sums of those parts, visible when they are all of the sale or nothing. */
export const parts_of_sale = {
  outstanding_balance: { column: 'told_outstanding_balance' },
  paid_amount: { column: 'told_paid_amount' },
} as const

/** Changes of facts of the others move no moment (decisions 0204 and 0205). */
export const told_moment = { updated_at: { column: 'told_updated_at', is_filled: true } } as const

/** A change or a request about the rates of one side alone is not there for the others. */
export const told_contract = (side: 'client' | 'contractor' | 'funder') =>
  ({ ...told_moment, change_request_id: { column: `told_${side}_request_id` } }) as const

// --- Businesses ---

/** Live services: deleted ones link nobody. */
const stands = { status: { _neq: 'deleted' } } as const satisfies RowRule

/** Clients of the viewer's agency. */
export const agency_clients = {
  services_from: { type: { _eq: 'client-agency' }, to_business_id: me, ...stands },
} as const satisfies RowRule

/** Contractors of the viewer's agency. */
export const agency_contractors = {
  services_from: { type: { _eq: 'contractor-agency' }, to_business_id: me, ...stands },
} as const satisfies RowRule

/** Companies that are paid for the contractors of the viewer's agency; a further payee with another agency is none of them. */
export const agency_payment_companies = {
  _or: [
    {
      services_to: {
        type: { _eq: 'contractor-company' },
        is_of_further_payee: { _eq: false },
        from_business: agency_contractors,
        ...stands,
      },
    },
    { paid_contractors: { agency_id: me } },
  ],
} as const satisfies RowRule

/** The funders of the viewer's agency. */
export const agency_funders = {
  services_to: { type: { _eq: 'agency-funder' }, from_business_id: me, ...stands },
} as const satisfies RowRule

/** Agencies that serve the viewer's client business. */
export const client_agencies = {
  services_to: { type: { _eq: 'client-agency' }, from_business_id: me, ...stands },
} as const satisfies RowRule

/**
 * "A client viewing contractors sees all" (spec §6) is read as: all that are or were placed with it. All contractors of
 * the platform would show one tenant's people to another's client (decision 0004).
 */
export const client_contractors = { contracts_as_contractor: client_contract } as const satisfies RowRule

/** Agencies the viewer works through. */
export const contractor_agencies = {
  services_to: { type: { _eq: 'contractor-agency' }, from_business_id: me, ...stands },
} as const satisfies RowRule

/** Companies that are paid for the viewer's work. */
export const contractor_companies = {
  services_to: { type: { _eq: 'contractor-company' }, from_business_id: me, ...stands },
} as const satisfies RowRule

/** Clients the viewer is or was placed with. */
export const contractor_clients = { contracts_as_client: contractor_contract } as const satisfies RowRule

/** Agencies the viewer finances. */
export const funder_agencies = {
  services_from: { type: { _eq: 'agency-funder' }, to_business_id: me, ...stands },
} as const satisfies RowRule

export const funder_clients = { contracts_as_client: funder_contract } as const satisfies RowRule
export const funder_contractors = { contracts_as_contractor: funder_contract } as const satisfies RowRule

export const own_business = { id: me } as const satisfies RowRule
/** The provider of the viewer's business. */
export const own_provider = { id: { _eq: viewer.provider_id } } as const satisfies RowRule

/** Businesses the viewer's provider operates the platform for (spec §6), and itself. */
export const provider_businesses = {
  _or: [own_business, own.provider],
} as const satisfies RowRule

/** Businesses that an agency deals with. */
export const agency_businesses = {
  _or: [
    own_business,
    agency_clients,
    agency_contractors,
    agency_payment_companies,
    agency_funders,
    own_provider,
  ],
} as const satisfies RowRule
