/** The class of each field, by which it is protected (docs/data-classes.md). Pure. */

/**
 * `secret`: opens something by itself. `special`: identifies a person to an authority, says where money goes, or tells of
 * pay, health and debts. `personal`: may name a person. `open`: reference data. `business`: everything else.
 */
export type DataClass = 'secret' | 'special' | 'personal' | 'business' | 'open'

const secrets = new Set(['secret_enc', 'old_secret_enc', 'client_secret_enc', 'sender_enc'])

const special_names = new Set([
  'ni_number',
  'date_of_birth',
  'gender',
  'utr',
  'account_number',
  'sort_code',
  'iban',
  'swift_code',
  'ach_routing',
  'tax_code',
  'p45_tax_code',
])

/** Names that mean another thing elsewhere. */
const special_fields = new Set([
  'business.attachment_order.kind',
  'business.attachment_order.authority',
  'business.attachment_order.reference',
  'business.attachment_order.amount',
  'business.attachment_order.debt',
  'business.tax_code.code',
  'payment.payment_file.content',
  'transaction.pay_run_payslip.inputs',
  'transaction.pay_run_payslip.kept',
  'transaction.pay_run_payslip.lines',
  'transaction.rti_submission.content',
  'transaction.statutory_absence.kind',
  'transaction.statutory_absence.evidence',
  'transaction.statutory_payment.kind',
  'transaction.year_correction.parts',
  'transaction.year_correction.working',
])

const reference_data = new Set(['platform.currency'])

/** Words that people type may name a person. */
const typed_kinds = new Set(['text', 'email', 'phone', 'json'])

/** Codes that name or find a person. */
const personal_codes = new Set([
  'actor_user_id',
  'impersonator_user_id',
  'ip',
  'last_used_ip',
  'payroll_id',
  'former_payroll_id',
  'user_id',
  'zipcode',
])

export function classOf(entity: string, name: string, kind: string): DataClass {
  if (secrets.has(name)) return 'secret'
  if (special_names.has(name) || special_fields.has(`${entity}.${name}`)) return 'special'
  if (reference_data.has(entity)) return 'open'
  return typed_kinds.has(kind) || personal_codes.has(name) ? 'personal' : 'business'
}

/** Has this column of a list special data, as `individual.ni_number` has? */
export const isSpecial = (entity: string, path: string): boolean =>
  classOf(entity, path.split('.').at(-1) ?? '', '') === 'special'

/** The names above, so that none outlives its field. */
export const classed_names: readonly string[] = [...secrets, ...special_names, ...personal_codes]
export const classed_fields: readonly string[] = [...special_fields]
