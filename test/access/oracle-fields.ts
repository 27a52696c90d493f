/**
 * What each category may not read of entities it knows, written a second time by hand (experience.md, tension 15;
 * spec §6). The matrix demands that exactly these are missing, no more and no fewer.
 */
import type { Category } from '#entity/access.ts'
import type { Raw } from './facts.ts'
import { has } from './oracle-businesses.ts'
import type { Looking } from './world.ts'

type Hidden = Readonly<Record<string, string>>

/** Space-separated field names by entity. */
const hidden: Readonly<Record<Category, Hidden>> = {
  agency: {
    'log.mail': 'provider_id agency_id sender_business_id communication_id',
    'request.draft_request': 'requested_data',
    'business.attachment_order': 'debt',
    'transaction.pay_run': 'work_fault',
    'business.credit_limit': 'reason',
    'log.impersonation': 'provider_id impersonator_user_id impersonator_business_id',
    'business.service': 'verified_by verified_line_by verification_method verified_with verification_source',
    'business.business': 'associated_business_ids',
    'business.contractor': 'associated_business_ids',
    'business.company': 'vat_override_document_id vat_override_reason vat_override_by',
    'business.business_contact': 'user_id preferences',
    'transaction.payment_receipt_summary':
      'bank_line_id bank_account_id payment_batch_id comment created_by returned_line_id returned_by',
    'transaction.payment_receipt_detail': 'created_by',
    'transaction.collection_note': 'created_by',
  },
  client: {
    'log.mail': 'provider_id agency_id sender_business_id communication_id',
    'log.impersonation': 'provider_id impersonator_user_id impersonator_business_id',
    'business.service':
      'verification_status verified_at verified_by verified_line_by verification_method verified_with verification_source',
    'business.bank_account': 'requested_by entered_by_link decided_by decision_comment held_by hold_ended_by',
    'business.business':
      'payment_type payment_company_id individual_id associated_business_ids funding_model funding_models product professional_indemnity_sum public_liability_sum',
    'business.agency': 'funding_model funding_models product professional_indemnity_sum public_liability_sum',
    'business.client': 'product',
    'business.contractor': 'payment_type payment_company_id individual_id associated_business_ids product',
    'business.provider': 'product',
    'business.company':
      'utr are_domains_confirmed vat_evidence_kind vat_evidence_number vat_evidence_checked_on vat_evidence_attachment_id register_standing register_words register_checked_at register_changed_at vat_name_differs vat_consultation_number vat_check_asked_at vat_override_document_id vat_override_reason vat_override_by vat_override_at',
    'business.business_contact': 'user_id preferences invites_on_approval',
    'contract.contract':
      'funder_id funding_type funding_model expense_funding_type payment_company_id is_extended_contractor_payment_terms conduct_regs_opt_out opt_out_told_on awr_role awr_qualifying_date awr_comparable_rate paye_scheme_id requisites created_by submitted_by open_checks evidence_status document_template_ids e_sign',
    'contract.temp_placement':
      'funder_id funding_type funding_model expense_funding_type funding_type_today funding_to_come payment_company_id is_extended_contractor_payment_terms conduct_regs_opt_out opt_out_told_on awr_role awr_qualifying_date awr_comparable_rate paye_scheme_id requisites submitted_by open_checks evidence_status document_template_ids e_sign',
    'contract.perm_placement':
      'funder_id funding_type funding_model requisites suspense_reason submitted_by evidence_status',
    'contract.sales_invoice': 'funder_id funding_type funding_model requisites',
    'contract.contract_entity': 'funder_id',
    'contract.contract_contact': 'funder_id',
    'contract.status_determination': 'uploaded_by verified_by',
    'contract.rate': 'funder_id',
    'transaction.timesheet': 'contractor_amount suspense_reason evidence_status held_by funder_id payslip_id',
    'transaction.timesheet_detail': 'contractor_rate contractor_rate_id funder_id',
    'transaction.timesheet_activity': 'user_id impersonator_user_id funder_id',
    'transaction.expense': 'funder_id suspense_reason evidence_status',
    'transaction.expense_detail': 'funder_id',
    'transaction.expense_activity': 'user_id impersonator_user_id funder_id',
    'transaction.refinement': 'funder_id created_by',
    'transaction.invoice_set':
      'sale_net sale_tax sale_gross contractor_net contractor_tax contractor_gross contractor_payment_id fee_net fee_tax fee_gross on_costs agency_net agency_tax agency_gross content_hash funding_model funding_type funder_id',
    'transaction.invoice':
      'funder_id funding_type funding_status funding_hold_reason release_condition is_disallowed disallowed_status disallowed_amount reassigned_on reassign_reason payment_company_id payment_company_type',
    'transaction.invoice_line': 'funder_id',
    'transaction.dispute': 'funder_id owner_id',
    'transaction.consolidated_invoice': 'funder_id funding_model mail_proof_document_id',
    'transaction.payment_receipt_summary':
      'bank_line_id bank_account_id payment_batch_id comment created_by returned_line_id returned_by contractor_id funder_id',
    'transaction.payment_receipt_detail': 'contractor_id funder_id created_by',
    'transaction.credit_allocation': 'funder_id',
    'request.change_request': 'data old_values new_values funder_id requested_by requested_as',
    'request.flow': 'funder_id',
    'request.flow_approval': 'funder_id user_id',
    'request.change_request_activity': 'funder_id user_id',
    'platform.attachment': 'funder_id created_by',
    'platform.document':
      'funder_id uploaded_by verified_by created_by template_id missing sum_insured currency_id',
    'platform.signer': 'funder_id email auth reminded_at ip user_agent has_left',
  },
  contractor: {
    'log.mail': 'provider_id agency_id sender_business_id communication_id',
    'transaction.pay_run_payslip':
      'pay_run_id employment_id last_net_pay net_change withdrawn_as pension_state pension_name',
    'transaction.tax_form': 'employment_id year_correction_id provider_id created_by_name',
    'business.payroll_takeover': 'employment_id began_employment ni_evidence provider_id created_by_name',
    'transaction.payroll_figure':
      'source period_number holiday_pay income_tax employee_ni employee_pension student_loan other_deductions other_deductions_for net_pay employer_ni employer_pension apprenticeship_levy holiday_pay_retained tax_code ni_letter version refinement_id is_reduction net_change cost_change pay_added cost_added cost_by_gross provider_id agency_id client_id funder_id',
    'transaction.holiday': 'provider_id agency_id',
    'transaction.holiday_movement': 'principal_id provider_id agency_id',
    'transaction.statutory_payment': 'employment_id recovered compensation provider_id agency_id',
    'transaction.deemed_payment': 'employment_id provider_id agency_id',
    'transaction.statutory_absence':
      'employment_id average_reason paid_until provider_id agency_id created_by_name',
    'log.impersonation': 'provider_id impersonator_user_id impersonator_business_id',
    'business.service':
      'verification_status verified_at verified_by verified_line_by verification_method verified_with verification_source',
    'business.bank_account': 'requested_by entered_by_link decided_by decision_comment held_by hold_ended_by',
    'business.business':
      'funding_model funding_models product professional_indemnity_sum public_liability_sum',
    'business.agency': 'funding_model funding_models product professional_indemnity_sum public_liability_sum',
    'business.client': 'product',
    'business.contractor': 'product',
    'business.limited': 'product',
    'business.umbrella': 'product',
    'business.selfemployed': 'product',
    'business.payer': 'product',
    'business.provider': 'product',
    'business.company':
      'utr are_domains_confirmed vat_evidence_kind vat_evidence_number vat_evidence_checked_on vat_evidence_attachment_id register_standing register_words register_checked_at register_changed_at vat_name_differs vat_consultation_number vat_check_asked_at vat_override_document_id vat_override_reason vat_override_by vat_override_at',
    'business.business_contact': 'user_id preferences invites_on_approval',
    'contract.contract':
      'funder_id funding_type funding_model expense_funding_type placement_fee candidate_name amount tax_amount po_number awr_role awr_qualifying_date awr_comparable_rate paye_scheme_id requisites created_by submitted_by open_checks evidence_status document_template_ids e_sign',
    'contract.temp_placement':
      'funder_id funding_type funding_model expense_funding_type funding_type_today funding_to_come po_number awr_role awr_qualifying_date awr_comparable_rate paye_scheme_id requisites submitted_by open_checks evidence_status document_template_ids e_sign',
    'contract.contract_entity': 'funder_id',
    'contract.contract_contact': 'funder_id',
    'contract.status_determination': 'uploaded_by verified_by',
    'contract.rate': 'funder_id',
    'transaction.timesheet': 'client_amount suspense_reason evidence_status held_by funder_id',
    'transaction.timesheet_detail': 'client_rate client_rate_id funder_id',
    'transaction.timesheet_activity': 'user_id impersonator_user_id funder_id',
    'transaction.expense': 'funder_id suspense_reason evidence_status',
    'transaction.expense_detail': 'funder_id',
    'transaction.expense_activity': 'user_id impersonator_user_id funder_id',
    'transaction.refinement': 'funder_id created_by',
    'transaction.invoice_set':
      'client_net client_tax client_gross sale_net sale_tax sale_gross fee_net fee_tax fee_gross on_costs agency_net agency_tax agency_gross content_hash funding_model funding_type funder_id',
    'transaction.invoice':
      'funder_id funding_type funding_status funding_hold_reason is_disallowed disallowed_status disallowed_amount reassigned_on reassign_reason assigned_to_id consolidated_invoice_id dispute_id is_debit',
    'transaction.invoice_line': 'funder_id',
    'transaction.payment_receipt_summary':
      'bank_line_id bank_account_id payment_batch_id comment created_by returned_line_id returned_by client_id funder_id',
    'transaction.payment_receipt_detail': 'client_id funder_id created_by',
    'transaction.credit_allocation': 'funder_id',
    'request.change_request': 'data old_values new_values funder_id requested_by requested_as',
    'request.flow': 'funder_id',
    'request.flow_approval': 'funder_id user_id',
    'request.change_request_activity': 'funder_id user_id',
    'platform.attachment': 'funder_id created_by',
    'platform.document': 'funder_id uploaded_by verified_by created_by template_id missing',
    'platform.signer': 'funder_id email auth reminded_at ip user_agent has_left',
  },
  funder: {
    'log.mail': 'provider_id agency_id sender_business_id communication_id',
    'platform.document': 'uploaded_by verified_by created_by template_id missing sum_insured currency_id',
    'log.impersonation': 'provider_id impersonator_user_id impersonator_business_id',
    'business.service':
      'verification_status verified_at verified_by verified_line_by verification_method verified_with verification_source',
    'business.bank_account': 'requested_by entered_by_link decided_by decision_comment held_by hold_ended_by',
    'business.business':
      'payment_type payment_company_id individual_id associated_business_ids professional_indemnity_sum public_liability_sum',
    'business.agency': 'professional_indemnity_sum public_liability_sum',
    'business.contractor': 'payment_type payment_company_id individual_id associated_business_ids',
    'business.company':
      'utr are_domains_confirmed vat_evidence_kind vat_evidence_number vat_evidence_checked_on vat_evidence_attachment_id register_standing register_words register_checked_at register_changed_at vat_name_differs vat_consultation_number vat_check_asked_at vat_override_document_id vat_override_reason vat_override_by vat_override_at',
    'business.business_contact': 'user_id preferences invites_on_approval',
    'contract.contract':
      'ir35_determined_by is_construction is_unsupervised is_vulnerable_work payment_company_id is_extended_contractor_payment_terms conduct_regs_opt_out opt_out_told_on awr_role awr_qualifying_date awr_comparable_rate paye_scheme_id requisites created_by submitted_by open_checks evidence_status document_template_ids e_sign',
    'contract.temp_placement':
      'ir35_determined_by is_construction is_unsupervised is_vulnerable_work payment_company_id is_extended_contractor_payment_terms conduct_regs_opt_out opt_out_told_on awr_role awr_qualifying_date awr_comparable_rate paye_scheme_id requisites submitted_by open_checks evidence_status document_template_ids e_sign',
    'contract.perm_placement': 'requisites suspense_reason submitted_by evidence_status',
    'contract.purchase_ledger': 'requisites',
    'contract.sales_invoice': 'requisites',
    'contract.adhoc_fee': 'requisites',
    'transaction.timesheet': 'contractor_amount suspense_reason evidence_status held_by payslip_id',
    'transaction.timesheet_detail': 'contractor_rate contractor_rate_id',
    'transaction.timesheet_activity': 'user_id impersonator_user_id',
    'transaction.expense': 'suspense_reason evidence_status',
    'transaction.expense_activity': 'user_id impersonator_user_id',
    'transaction.refinement': 'created_by',
    'transaction.invoice_set':
      'contractor_net contractor_tax contractor_gross contractor_payment_id fee_net fee_tax fee_gross on_costs agency_net agency_tax agency_gross content_hash',
    'transaction.invoice': 'payment_company_id payment_company_type',
    'transaction.consolidated_invoice': 'mail_proof_document_id',
    'transaction.dispute': 'owner_id',
    'transaction.collection_note': 'created_by',
    'transaction.recourse_entry': 'gone_out fees',
    'transaction.payment_receipt_summary':
      'bank_line_id bank_account_id payment_batch_id comment created_by returned_line_id returned_by contractor_id',
    'transaction.payment_receipt_detail': 'contractor_id created_by',
    'request.change_request': 'data old_values new_values requested_by requested_as',
    'request.flow_approval': 'user_id',
    'request.change_request_activity': 'user_id',
    'platform.attachment': 'created_by',
    'platform.signer': 'email auth reminded_at ip user_agent has_left',
  },
  provider: {
    'log.mail': 'provider_id agency_id sender_business_id communication_id',
    'request.draft_request': 'requested_data',
    'business.business_contact': 'preferences',
    'platform.user': 'preferences',
  },
}

/** What some roles of a category may not read, although others may. */
const hidden_by_role: readonly { category: Category; unless: readonly string[]; fields: Hidden }[] = [
  {
    category: 'agency',
    unless: ['agency_admin', 'agency_read_only'],
    fields: {
      'transaction.invoice_set': 'fee_net fee_tax fee_gross agency_net agency_tax agency_gross content_hash',
    },
  },
  {
    category: 'agency',
    unless: ['agency_admin', 'agency_read_only', 'primary_staff_user'],
    fields: {
      'business.individual': 'date_of_birth gender ni_number utr',
    },
  },
  {
    category: 'client',
    unless: ['invoice_contact'],
    fields: {
      'contract.contract': 'amount tax_amount',
      'transaction.timesheet': 'client_amount',
      'transaction.timesheet_detail': 'client_rate client_rate_id',
      'transaction.invoice_set': 'client_net client_tax client_gross',
    },
  },
  {
    category: 'client',
    unless: ['hiring_manager', 'invoice_contact'],
    fields: {
      'business.service': 'temp_payment_terms perm_payment_terms reference self_billing_from self_billing_to',
      'contract.contract':
        'base_currency_id po_number consultant_contact_id ir35_status ir35_determined_by is_construction is_unsupervised is_vulnerable_work notice_type notice_period notice_period_unit notice_initial notice_initial_unit notice_duration notice_duration_unit no_right_to_serve_notice candidate_name contract_start_date placement_fee description is_credit_note refinement_id change_request_id updated_at',
    },
  },
]

/** A figure of a sale that is neither all of it nor nothing: a sum of what others were paid and of what is left. */
const partOfSale = (name: string) => (row: Raw) =>
  (row.type === 'agency-provider' || row.type === 'agency-funder') &&
  Number(row[name]) !== 0 &&
  Number(row[name]) !== Number(row.total_amount)

const kinds_of_contract = [
  'contract',
  'temp_placement',
  'perm_placement',
  'sales_invoice',
  'purchase_ledger',
  'adhoc_fee',
].map((kind) => `contract.${kind}`)

const sides = ['client', 'contractor', 'funder'] as const

/** Who reads the moment of the facts that all of them read, in place of the moment of every change. */
const told_moments: Readonly<Record<string, readonly Category[]>> = {
  ...Object.fromEntries(kinds_of_contract.map((kind) => [kind, sides])),
  'transaction.invoice': ['client', 'contractor'],
  'business.business': sides,
  'business.agency': sides,
  'business.client': sides,
  'business.contractor': sides,
  'business.provider': sides,
  'business.funder': ['funder'],
  'business.limited': ['contractor'],
  'business.umbrella': ['contractor'],
  'business.selfemployed': ['contractor'],
  'business.payer': ['contractor'],
  'business.company': sides,
  'business.service': sides,
  'business.business_contact': [...sides, 'agency'],
  'platform.user': ['provider'],
  'transaction.timesheet': sides,
  'transaction.timesheet_detail': sides,
  'transaction.expense': sides,
  'transaction.dispute': ['client', 'funder'],
  'transaction.consolidated_invoice': ['client', 'funder'],
  'request.change_request': sides,
  'platform.document': sides,
  'platform.signer': sides,
  'platform.attachment': ['client', 'contractor'],
}

/**
 * The column that a side reads in place of a field: the newest request of all may be about the other side alone, and the
 * last change of all about facts that the side does not read.
 */
export function columnOfSide(path: string, looking: Looking, name: string): string | null {
  const { category } = looking
  if (name === 'change_request_id' && kinds_of_contract.includes(path))
    return sides.some((side) => side === category) ? `told_${category}_request_id` : null
  if (name !== 'updated_at') return null
  const is_told =
    told_moments[path]?.includes(category) ||
    (path === 'business.individual' &&
      category === 'agency' &&
      !has(looking, 'agency_admin', 'agency_read_only', 'primary_staff_user'))
  return is_told ? 'told_updated_at' : null
}

/** Fields of an entity that read as nothing in some of its rows, and in which. */
export function withheldFields(path: string, looking: Looking): ReadonlyMap<string, (row: Raw) => boolean> {
  const isTold =
    path !== 'transaction.invoice' ||
    (looking.category === 'agency' && has(looking, 'agency_admin', 'agency_read_only')) ||
    !['agency', 'funder'].includes(looking.category)
  return new Map(
    isTold ? [] : ['outstanding_balance', 'paid_amount'].map((name) => [name, partOfSale(name)] as const),
  )
}

/** The same as SQL: what of a field this looker reads, of the row under the alias. */
export function toldSql(path: string, looking: Looking, alias: string, name: string): string {
  const column = `${alias}."${name}"`
  const of_side = columnOfSide(path, looking, name)
  if (of_side !== null) return `${alias}."${of_side}"`
  return withheldFields(path, looking).has(name)
    ? `case when ${alias}.type in ('agency-provider', 'agency-funder') and ${column} not in (0, ${alias}.total_amount) then null else ${column} end`
    : column
}

/** Columns that stand for the fields of `withheldFields`: they tell less, and everybody reads them who reads the field. */
export const told_columns: Readonly<Record<string, string>> = {
  'transaction.invoice.told_outstanding_balance': 'transaction.invoice.outstanding_balance',
  'transaction.invoice.told_paid_amount': 'transaction.invoice.paid_amount',
  ...Object.fromEntries(
    [...Object.keys(told_moments), 'business.individual'].map((path) => [
      `${path}.told_updated_at`,
      `${path}.updated_at`,
    ]),
  ),
  'contract.contract.told_client_request_id': 'contract.contract.change_request_id',
  'contract.contract.told_contractor_request_id': 'contract.contract.change_request_id',
  'contract.contract.told_funder_request_id': 'contract.contract.change_request_id',
}

const words = (text: string | undefined): string[] => (text ? text.split(' ') : [])

/** Fields of the entity that do not exist for this viewer. */
export function hiddenFields(path: string, looking: Looking): ReadonlySet<string> {
  const byRole = hidden_by_role.filter(
    (one) => one.category === looking.category && !has(looking, ...one.unless),
  )
  return new Set([
    ...words(hidden[looking.category][path]),
    ...byRole.flatMap((one) => words(one.fields[path])),
  ])
}

/** Fields that no role of the category may read: their columns are not granted to its login role. */
export function hiddenFromAll(path: string, category: Category): readonly string[] {
  return words(hidden[category][path])
}
