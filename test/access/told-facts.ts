/**
 * What moves the moment of a row beside what its reader reads (decisions 0204 and 0205): by the declarations of access,
 * and by the fields below, which never move it alone.
 */
import type { Catalog, Looker, Source } from '#data/catalog.ts'
import { fieldFor, readableFields } from '#data/catalog.ts'
import type { Category, Role } from '#entity/access.ts'
import { CATEGORIES } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'

export interface Reader extends Looker {
  readonly category: Category
  readonly roles: readonly [Role]
}

/** Every role that reads the moment of the entity. */
export function readersOf(source: Source): Reader[] {
  return CATEGORIES.flatMap((category) =>
    category_roles[category]
      .map((role): Reader => ({ category, roles: [role] }))
      .filter((reader) => readableFields(source, reader).includes('updated_at')),
  )
}

/** Generated and computed fields follow those of which they are made. */
export function storedFields({ entity }: Source): string[] {
  return Object.entries(entity.fields).flatMap(([name, field]) =>
    field.computed || field.generated ? [] : [name],
  )
}

/** Stored facts of the row that the reader does not read; the owner of a row may know that its inner facts changed. */
export function hiddenFacts(catalog: Catalog, source: Source, reader: Looker): string[] {
  const read = readableFields(source, reader)
  const hidden = storedFields(source).filter((name) => !read.includes(name))
  const isOwner = source.access[reader.category]?.fields === 'all'
  const kinds = [...catalog.byPath.values()].filter(({ table_name }) => table_name === source.table_name)
  const unread = kinds
    .flatMap(({ entity }) => Object.keys(entity.unread ?? {}))
    // A field of another kind is empty in this one.
    .filter(
      (name) => name in (source.entity.unread ?? {}) || !kinds.some(({ entity }) => name in entity.fields),
    )
    .filter((name) => !name.startsWith('told_') && !read.includes(name))
  return isOwner ? hidden : [...new Set([...hidden, ...unread])]
}

export const isTold = (source: Source, reader: Looker): boolean => {
  const field = source.entity.fields.updated_at
  return field !== undefined && fieldFor(source, 'updated_at', field, reader).column === 'told_updated_at'
}

const never = (names: string): Record<string, Quiet> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'never']))
const apart = (names: string): Record<string, Quiet> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'apart']))
/** With one of these fields; a row that is deleted is read no more. */
const along = (field: string, names: string): Record<string, Quiet> =>
  Object.fromEntries(names.split(' ').map((name) => [name, { along: field }]))

/**
 * Why a field moves no moment of its reader alone: it never changes after the row is made; statements that change it leave
 * the moment (`apart`); or it changes with a field, or with rows of an entity, that its readers read.
 */
export type Quiet = 'never' | 'apart' | { readonly along: string } | { readonly rows: string }

export const quiet_facts: Readonly<Record<string, Readonly<Record<string, Quiet>>>> = {
  'business.business': {
    ...never('made_by_id'),
    ...apart('support_access second_factor_from former_payments'),
    ...along('name', 'corrections'),
    ...along('status is_active', 'submitted_by submitted_as status_at status_comment'),
  },
  'business.company': along(
    'vat_override_at',
    'vat_override_document_id vat_override_reason vat_override_by',
  ),
  'business.service': along(
    'verified_at',
    'verified_by verified_line_by verification_method verified_with verification_source',
  ),
  'business.business_contact': never('preferences'),
  'business.bank_account': {
    ...never('requested_by entered_by_link link_email'),
    ...along('decided_at', 'decided_by decision_comment'),
    ...along('held_at', 'held_by'),
    ...along('hold_ended_at', 'hold_ended_by'),
  },
  'business.credit_limit': never('reason set_by'),
  'business.attachment_order': never('debt created_by'),
  'business.payroll_takeover': never(
    'employment_id ni_evidence began_employment provider_id created_by_name created_by',
  ),
  'transaction.holiday': { ...never('provider_id agency_id created_by'), ...along('status', 'decided_by') },
  'transaction.holiday_movement': never('principal_id provider_id agency_id created_by'),
  'transaction.statutory_absence': never(
    'employment_id average_reason paid_until provider_id agency_id created_by_name created_by',
  ),
  'transaction.statutory_payment': never('employment_id recovered compensation provider_id agency_id'),
  'transaction.deemed_payment': never('employment_id provider_id agency_id'),
  'transaction.tax_form': never(
    'employment_id year_correction_id provider_id created_by_name page created_by',
  ),
  'contract.contract_entity': never('funder_id'),
  'contract.contract_contact': never('funder_id'),
  'contract.rate': never('funder_id'),
  'contract.status_determination': { ...never('uploaded_by uploaded_as'), ...along('status', 'verified_by') },
  'transaction.payroll_figure': never(
    'source period_number holiday_pay income_tax employee_ni employee_pension student_loan other_deductions other_deductions_for net_pay employer_ni employer_pension apprenticeship_levy holiday_pay_retained tax_code ni_letter version refinement_id is_reduction net_change cost_change created_by is_judged provider_id agency_id client_id funder_id',
  ),
  'transaction.pay_run': along('approved_at', 'approved_by'),
  'transaction.pay_run_payslip': {
    ...never('pay_run_id employment_id last_net_pay net_change shares kept inputs besides'),
    ...apart('invoice_set_id'),
    ...along('payslip_id', 'withdrawn_as'),
  },
  'transaction.expense_detail': never('funder_id'),
  'transaction.refinement': never('funder_id created_by'),
  'transaction.invoice_set': never(
    'fee_net fee_tax fee_gross agency_net agency_tax agency_gross content_hash funder_id funding_model funding_type sale_net sale_tax sale_gross client_net client_tax client_gross contractor_payment_id contractor_net contractor_tax contractor_gross on_costs',
  ),
  'transaction.invoice': {
    ...never('payment_company_id payment_company_type'),
    recourse_amount: { rows: 'transaction.recourse_entry' },
  },
  'transaction.collection_note': never('created_by fact_no'),
  'transaction.payment_receipt_summary': {
    ...never(
      'bank_line_id bank_account_id payment_batch_id comment created_by payer_key client_id contractor_id funder_id',
    ),
    ...along('reversed_at', 'returned_line_id returned_by'),
  },
  'transaction.payment_receipt_detail': never('created_by fact_no client_id contractor_id funder_id'),
  'transaction.credit_allocation': never('funder_id fact_no'),
  'transaction.reassignment': never('fact_no'),
  'request.draft_request': along('version status deleted_at', 'requested_data'),
  'request.flow_approval': { ...never('funder_id'), ...along('status', 'user_id') },
  'log.mail': never('provider_id agency_id sender_business_id communication_id fact_key'),
  'platform.attachment': never('created_by'),
  'config.configuration': never('asked_by asked_as transaction_type'),
  'config.document_template': never('created_by'),
  'platform.invitation': never('created_by'),
}

/** Facts that move the moment which the reader reads, although they do not read them. */
export function telltales(catalog: Catalog, source: Source, reader: Reader): string[] {
  if (isTold(source, reader)) return []
  const quiet = quiet_facts[source.table_name] ?? {}
  const read = readableFields(source, reader)
  return hiddenFacts(catalog, source, reader).filter((name) => {
    const why = quiet[name]
    if (why === 'never' || why === 'apart') return false
    if (why === undefined) return true
    if ('along' in why)
      return !why.along.split(' ').every((field) => field === 'deleted_at' || read.includes(field))
    const other = catalog.byPath.get(why.rows)
    return !other || readableFields(other, reader).length === 0
  })
}
