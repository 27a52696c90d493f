import { type Access, each_role, field_groups, only_for, type RowRule } from '#entity/access.ts'
import { client_cost_roles, client_placement_roles, no_commission_roles } from '#entity/roles.ts'
import {
  client_contract,
  contractor_contract,
  funder_contract,
  own,
  told_contract,
} from '../shared/own-rows.access.ts'
import { contract } from './contract.entity.ts'
import { notice_fields } from './notice/notice-period.rules.ts'

export const agency_contract = { ...own.agency, status: { _neq: 'deleted' } } as const satisfies RowRule
export const provider_contract = { ...own.provider, status: { _neq: 'deleted' } } as const satisfies RowRule

/** Fees are commission (spec §6). */
const no_fees = each_role(no_commission_roles, { type: { _neq: 'adhoc_fee' } })

const fields = field_groups(contract, {
  facts: [
    'id human_id title type status start_date end_date provider_id agency_id client_id contractor_id',
    'currency_id base_currency_id consultant_contact_id change_request_id created_at updated_at',
    'timesheet_frequency unit_type standard_units timesheet_submit manual_timesheet_approval ir35_status contract_preference',
    'work_location no_right_to_serve_notice contract_start_date description',
    'notice_type notice_period notice_period_unit notice_initial notice_initial_unit notice_duration notice_duration_unit',
    'refinement_id is_credit_note',
  ],
  funding: ['funder_id funding_type funding_model expense_funding_type'],
  client_side: ['po_number candidate_name placement_fee amount tax_amount'],
  determiner: ['ir35_determined_by is_construction is_unsupervised is_vulnerable_work'],
  inner: [
    'requisites created_by submitted_by open_checks evidence_status document_template_ids e_sign',
    'awr_role awr_qualifying_date awr_comparable_rate paye_scheme_id',
  ],
  contractor_side: [
    'payment_company_id is_extended_contractor_payment_terms conduct_regs_opt_out opt_out_told_on',
  ],
})

/** `requisites` holds terms of the contractor, which the client does not read: agency and provider read it whole. */
export const contract_access: Access<typeof contract> = {
  agency: { rows: agency_contract, rows_by_role: no_fees, fields: 'all' },
  client: {
    rows: client_contract,
    withheld: told_contract('client'),
    // Timesheet approvers see of a placement only its timesheets' facts (spec §6: client and timesheet).
    rows_by_role: each_role(['timesheet_approver'], { type: { _eq: 'temp_placement' } }),
    fields: fields('facts', 'client_side', 'determiner'),
    fields_by_role: {
      ...only_for(
        client_placement_roles,
        'base_currency_id',
        'po_number',
        'consultant_contact_id',
        'ir35_status',
        'ir35_determined_by',
        'is_construction',
        'is_unsupervised',
        'is_vulnerable_work',
        ...notice_fields,
        'candidate_name',
        'contract_start_date',
        'placement_fee',
        'description',
        'is_credit_note',
        'refinement_id',
        'change_request_id',
        // It moves with the fields before it.
        'updated_at',
      ),
      ...only_for(client_cost_roles, 'amount', 'tax_amount'),
    },
  },
  contractor: {
    rows: contractor_contract,
    withheld: told_contract('contractor'),
    fields: fields('facts', 'contractor_side', 'determiner'),
  },
  funder: {
    rows: funder_contract,
    withheld: told_contract('funder'),
    fields: fields('facts', 'funding', 'client_side'),
  },
  provider: { rows: provider_contract, fields: 'all' },
}
