/** The kinds of contract: the rules of contract.contract, for those whose menu has the kind (spec §2, §6). */
import { type Access, all_but } from '#entity/access.ts'
import { client_cost_roles, client_placement_roles, commission_roles } from '#entity/roles.ts'
import { funded_contract, own, told_contract } from '../shared/own-rows.access.ts'
import { agency_contract, provider_contract } from './contract.access.ts'
import type {
  adhoc_fee,
  perm_placement,
  purchase_ledger,
  sales_invoice,
  temp_placement,
} from './contract-kinds.entity.ts'

/** The kind is fixed by the entity; what is left is the party and the state. */
const told = {
  client: { ...own.client, ...told_contract },
  contractor: { ...own.contractor, ...told_contract },
  funder: { ...own.funder, ...funded_contract },
} as const

const by_agency = { rows: agency_contract, fields: 'all' } as const
const by_provider = { rows: provider_contract, fields: 'all' } as const

export const temp_placement_access: Access<typeof temp_placement> = {
  agency: by_agency,
  client: {
    rows: told.client,
    roles: client_placement_roles,
    fields: all_but(
      'funder_id',
      'funding_type',
      'funding_model',
      'expense_funding_type',
      'payment_company_id',
      'is_extended_contractor_payment_terms',
      'conduct_regs_opt_out',
      'requisites',
    ),
  },
  contractor: {
    rows: told.contractor,
    fields: all_but(
      'funder_id',
      'funding_type',
      'funding_model',
      'expense_funding_type',
      'po_number',
      'requisites',
    ),
  },
  funder: {
    rows: told.funder,
    fields: all_but(
      'payment_company_id',
      'is_extended_contractor_payment_terms',
      'conduct_regs_opt_out',
      'requisites',
    ),
  },
  provider: by_provider,
}

const between_agency_and_client = all_but('funder_id', 'funding_type', 'funding_model', 'requisites')

/** Why documents could not be raised is between the agency and the provider. */
const perm_between_agency_and_client = all_but(
  'funder_id',
  'funding_type',
  'funding_model',
  'requisites',
  'suspense_reason',
)

export const perm_placement_access: Access<typeof perm_placement> = {
  agency: by_agency,
  client: { rows: told.client, roles: client_placement_roles, fields: perm_between_agency_and_client },
  contractor: null,
  funder: { rows: told.funder, fields: all_but('requisites', 'suspense_reason') },
  provider: by_provider,
}

export const sales_invoice_access: Access<typeof sales_invoice> = {
  agency: by_agency,
  client: { rows: told.client, roles: client_cost_roles, fields: between_agency_and_client },
  contractor: null,
  funder: { rows: told.funder, fields: all_but('requisites') },
  provider: by_provider,
}

export const purchase_ledger_access: Access<typeof purchase_ledger> = {
  agency: by_agency,
  client: null,
  contractor: null,
  funder: { rows: told.funder, fields: all_but('requisites') },
  provider: by_provider,
}

export const adhoc_fee_access: Access<typeof adhoc_fee> = {
  agency: { ...by_agency, roles: commission_roles },
  client: null,
  contractor: null,
  funder: { rows: told.funder, fields: all_but('requisites') },
  provider: by_provider,
}
