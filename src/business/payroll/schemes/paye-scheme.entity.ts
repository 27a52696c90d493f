import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const payment_frequencies = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'quarterly', label: 'Quarterly' },
] as const

export const levy_charges = [
  { value: 'none', label: 'None' },
  { value: 'per_timesheet', label: '0.5% of each timesheet’s pay' },
] as const

/** Where an employer's payslips come from, one source at a time (decision 0065). */
export const pay_sources = [
  { value: 'engine', label: 'Calculated' },
  { value: 'bureau', label: 'Figures of a bureau' },
] as const

/** An employer's registration with HMRC. */
export const paye_scheme = entity({
  module: 'business',
  name: 'paye_scheme',
  label: 'PAYE Scheme',
  plural: 'PAYE Schemes',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    business_id: f.uuid('Employer'),
    employer_reference: f.generated(f.searchable(f.code('PAYE Reference'))),
    office_number: f.code('Office Number'),
    paye_reference: f.code('Reference'),
    accounts_office_reference: f.code('Accounts Office Reference'),
    corporation_tax_reference: f.nullable(f.code('Corporation Tax Reference')),
    payment_frequency: f.choice('Pays HMRC', payment_frequencies),
    levy_charge: f.choice('Apprenticeship Levy', levy_charges),
    associated_group: f.nullable(f.text('Associated Group')),
    source: f.defaulted(f.choice('Pay', pay_sources)),
    opens_runs_ahead: f.defaulted(f.boolean('Pay Runs Opened Ahead')),
    pension_duties_from: f.nullable(f.day('Pension Duties Since')),
    re_enrolled_on: f.nullable(f.day('Enrolled Again On')),
    /** Nobody is paid under it after this day. */
    ended_on: f.nullable(f.day('Ended On')),
    ended_by_name: f.nullable(f.text('Ended By')),
    sender_set_at: f.nullable(f.instant('HMRC Credentials Since')),
    sender_set_by_name: f.nullable(f.text('HMRC Credentials By')),
    ...f.entered,
  },
  // The credentials are only written; the job that sends opens them.
  unread: { created_by: f.code('Entered By'), sender_enc: f.nullable(f.code('HMRC Credentials')) },
  relations: {
    business: f.to_one('business.party', 'business_id'),
    provider: f.to_one('business.party', 'provider_id'),
    agency: f.to_one('business.party', 'agency_id'),
    years: f.to_many('business.paye_scheme_year', 'paye_scheme_id'),
    pension_schemes: f.to_many('business.pension_scheme', 'paye_scheme_id'),
    pension_terms: f.to_many('business.pension_terms', 'paye_scheme_id'),
  },
})

/** Allowances of an employer from a tax year on. Replaced rows stay in the history. */
export const paye_scheme_year = entity({
  module: 'business',
  name: 'paye_scheme_year',
  label: 'Tax Year of a PAYE Scheme',
  plural: 'Tax Years of PAYE Schemes',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    paye_scheme_id: f.uuid('PAYE Scheme'),
    effective_from: f.day('From'),
    effective_to: f.nullable(f.day('To')),
    is_small_employer: f.boolean('Small Employer'),
    claims_employment_allowance: f.boolean('Employment Allowance'),
    allowance_declared_by: f.nullable(f.text('Declared By')),
    levy_allowance: f.money('Levy Allowance'),
    currency_id: f.uuid('Currency'),
    provider_id: f.uuid('Provider'),
    agency_id: f.nullable(f.uuid('Agency')),
    deleted_at: f.nullable(f.instant('Replaced At')),
    created_by_name: f.text('Entered By'),
    ...f.stamps,
  },
  unread: { created_by: f.code('Entered By') },
  relations: {
    paye_scheme: f.to_one('business.paye_scheme', 'paye_scheme_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
