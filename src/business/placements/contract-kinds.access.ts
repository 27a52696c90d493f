/** The kinds of contract: the rules of contract.contract, for categories whose menu has the kind (spec §2, §6). */
import { type Access, field_groups } from '#entity/access.ts'
import { client_cost_roles, client_placement_roles, commission_roles } from '#entity/roles.ts'
import { disclosed_contract, funded_contract, own, told_contract } from '../shared/own-rows.access.ts'
import { agency_contract, provider_contract } from './contract.access.ts'
import {
  adhoc_fee,
  perm_placement,
  purchase_ledger,
  sales_invoice,
  temp_placement,
} from './contract-kinds.entity.ts'

/** The entity fixes the kind; party and state remain. */
const told = {
  client: { ...own.client, ...disclosed_contract },
  contractor: { ...own.contractor, ...disclosed_contract },
  funder: { ...own.funder, ...funded_contract },
} as const

const by_agency = { rows: agency_contract, fields: 'all' } as const
const by_provider = { rows: provider_contract, fields: 'all' } as const

const contract_facts = [
  'id human_id title type status start_date end_date provider_id agency_id client_id contractor_id',
  'currency_id base_currency_id consultant_contact_id change_request_id created_at updated_at',
] as const
const single_facts = [
  'po_number amount tax_amount description refinement_id is_credit_note tax_type payment_terms reference',
] as const

const temp_fields = field_groups(temp_placement, {
  facts: [
    ...contract_facts,
    'timesheet_frequency unit_type standard_units timesheet_submit manual_timesheet_approval ir35_status contract_preference',
    'ir35_status_today ir35_to_come',
    'work_location no_right_to_serve_notice',
    'notice_type notice_period notice_period_unit notice_initial notice_initial_unit notice_duration notice_duration_unit',
  ],
  funding: [
    'funder_id funding_type funding_model expense_funding_type',
    'funding_type_today funding_to_come',
  ],
  client_side: ['po_number'],
  determiner: ['ir35_determined_by is_construction is_unsupervised is_vulnerable_work'],
  inner: [
    'requisites submitted_by open_checks evidence_status document_template_ids e_sign',
    'awr_role awr_qualifying_date awr_comparable_rate paye_scheme_id',
  ],
  contractor_side: [
    'payment_company_id is_extended_contractor_payment_terms conduct_regs_opt_out opt_out_told_on',
  ],
})

export const temp_placement_access: Access<typeof temp_placement> = {
  agency: by_agency,
  client: {
    rows: told.client,
    withheld: told_contract('client'),
    roles: client_placement_roles,
    fields: temp_fields('facts', 'client_side', 'determiner'),
  },
  contractor: {
    rows: told.contractor,
    withheld: told_contract('contractor'),
    fields: temp_fields('facts', 'contractor_side', 'determiner'),
  },
  funder: {
    rows: told.funder,
    withheld: told_contract('funder'),
    fields: temp_fields('facts', 'funding', 'client_side'),
  },
  provider: by_provider,
}

/** `inner`: why documents could not be raised is between agency and provider. */
const perm_fields = field_groups(perm_placement, {
  facts: [
    ...contract_facts,
    'po_number candidate_name contract_start_date placement_fee guarantee_period left_date work_location',
  ],
  funding: ['funder_id funding_type funding_model'],
  inner: ['requisites suspense_reason submitted_by evidence_status'],
})

export const perm_placement_access: Access<typeof perm_placement> = {
  agency: by_agency,
  client: {
    rows: told.client,
    withheld: told_contract('client'),
    roles: client_placement_roles,
    fields: perm_fields('facts'),
  },
  contractor: null,
  funder: { rows: told.funder, withheld: told_contract('funder'), fields: perm_fields('facts', 'funding') },
  provider: by_provider,
}

const sales_fields = field_groups(sales_invoice, {
  facts: [...contract_facts, ...single_facts],
  funding: ['funder_id funding_type funding_model'],
  inner: ['requisites'],
})

export const sales_invoice_access: Access<typeof sales_invoice> = {
  agency: by_agency,
  client: {
    rows: told.client,
    withheld: told_contract('client'),
    roles: client_cost_roles,
    fields: sales_fields('facts'),
  },
  contractor: null,
  funder: { rows: told.funder, withheld: told_contract('funder'), fields: sales_fields('facts', 'funding') },
  provider: by_provider,
}

const purchase_fields = field_groups(purchase_ledger, {
  facts: [...contract_facts, ...single_facts, 'funder_id funding_type funding_model payment_company_id'],
  inner: ['requisites'],
})

export const purchase_ledger_access: Access<typeof purchase_ledger> = {
  agency: by_agency,
  client: null,
  contractor: null,
  funder: { rows: told.funder, withheld: told_contract('funder'), fields: purchase_fields('facts') },
  provider: by_provider,
}

const fee_fields = field_groups(adhoc_fee, {
  facts: [...contract_facts, ...single_facts, 'funder_id funding_type funding_model'],
  inner: ['requisites'],
})

export const adhoc_fee_access: Access<typeof adhoc_fee> = {
  agency: { ...by_agency, roles: commission_roles },
  client: null,
  contractor: null,
  funder: { rows: told.funder, withheld: told_contract('funder'), fields: fee_fields('facts') },
  provider: by_provider,
}
