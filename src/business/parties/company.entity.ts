import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { register_standings } from './company-status.rules.ts'
import { legal_forms } from './legal-form.rules.ts'
import { vat_check_statuses } from './vat-check.rules.ts'
import { vat_evidence_kinds } from './vat-evidence.rules.ts'

export const company = entity({
  module: 'business',
  name: 'company',
  label: 'Company',
  plural: 'Companies',
  fields: {
    id: f.uuid('Id'),
    name: f.searchable(f.text('Company Name')),
    brn: f.nullable(f.searchable(f.code('Company Number'))),
    /** Of a client. */
    legal_form: f.nullable(f.choice('Legal Form', legal_forms)),
    is_vat_registered: f.boolean('VAT Registered'),
    vat_registration_no: f.nullable(f.code('VAT Number')),
    utr: f.nullable(f.code('Unique Tax Reference')),
    email: f.nullable(f.email('Email')),
    phone: f.nullable(f.phone('Phone')),
    website: f.nullable(f.url('Website')),
    industries: f.tags('Industries'),
    email_domains: f.tags('Mail Domains'),
    /** The provider confirms them with the client's approval or later. */
    are_domains_confirmed: f.boolean('Mail Domains Confirmed'),
    address_id: f.nullable(f.uuid('Address')),
    logo_attachment_id: f.nullable(f.uuid('Logo')),
    vat_evidence_kind: f.nullable(f.choice('Evidence of Business Abroad', vat_evidence_kinds)),
    vat_evidence_number: f.nullable(f.code('Evidence Number')),
    vat_evidence_checked_on: f.nullable(f.day('Evidence Checked On')),
    vat_evidence_attachment_id: f.nullable(f.uuid('Evidence File')),
    vat_check_status: f.defaulted(f.choice('VAT Check', vat_check_statuses)),
    vat_check_name: f.nullable(f.text('Name at HMRC')),
    vat_name_differs: f.generated(f.boolean('Name Differs at HMRC')),
    vat_consultation_number: f.nullable(f.code('Consultation Number')),
    vat_checked_at: f.nullable(f.instant('VAT Checked At')),
    vat_check_asked_at: f.nullable(f.instant('VAT Check Asked At')),
    vat_override_document_id: f.nullable(f.uuid('VAT Certificate')),
    vat_override_reason: f.nullable(f.text('VAT Number Accepted Because')),
    vat_override_by: f.nullable(f.code('VAT Number Accepted By')),
    vat_override_at: f.nullable(f.instant('VAT Number Accepted At')),
    register_standing: f.defaulted(f.choice('Companies House', register_standings)),
    register_words: f.nullable(f.text('Status at Companies House')),
    register_checked_at: f.nullable(f.instant('Looked Up At')),
    register_changed_at: f.nullable(f.instant('Standing Since')),
    ...f.stamps,
  },
  unread: f.told_stamp,
  relations: {
    address: f.to_one('business.address', 'address_id'),
    vat_evidence_attachment: f.to_one('platform.attachment', 'vat_evidence_attachment_id'),
    businesses: f.to_many('business.business', 'company_id'),
  },
})

export const no_vat_evidence = {
  vat_evidence_kind: null,
  vat_evidence_number: null,
  vat_evidence_checked_on: null,
  vat_evidence_attachment_id: null,
} as const

/** The facts of a number that HMRC has not been asked about. */
export const no_vat_check = {
  vat_check_name: null,
  vat_consultation_number: null,
  vat_checked_at: null,
  vat_check_asked_at: null,
  vat_override_document_id: null,
  vat_override_reason: null,
  vat_override_by: null,
  vat_override_at: null,
} as const

/** The facts of a number that Companies House has not been asked about. */
export const no_register_check = {
  register_words: null,
  register_checked_at: null,
  register_changed_at: null,
} as const

/** Optional texts of a company: its inputs, statements, forms, pages, templates and imports follow this list. */
export const company_texts = ['phone', 'website'] as const
export type CompanyText = (typeof company_texts)[number]

export const address = entity({
  module: 'business',
  name: 'address',
  label: 'Address',
  plural: 'Addresses',
  fields: {
    id: f.uuid('Id'),
    line_1: f.text('Address Line 1'),
    line_2: f.nullable(f.text('Address Line 2')),
    line_3: f.nullable(f.text('Address Line 3')),
    line_4: f.nullable(f.text('Address Line 4')),
    city: f.nullable(f.text('City')),
    state: f.nullable(f.text('State')),
    zipcode: f.nullable(f.code('Zipcode')),
    country: f.text('Country'),
    country_code: f.code('Country Code'),
    complete_address: f.generated(f.nullable(f.text('Complete Address'))),
    ...f.stamps,
  },
  relations: {
    companies: f.to_many('business.company', 'address_id'),
    individuals: f.to_many('business.individual', 'address_id'),
  },
})

/** The person behind a contractor: personal data with its own access. */
export const individual = entity({
  module: 'business',
  name: 'individual',
  label: 'Individual',
  plural: 'Individuals',
  fields: {
    id: f.uuid('Id'),
    first_name: f.text('First Name'),
    last_name: f.text('Last Name'),
    date_of_birth: f.nullable(f.day('Date of Birth')),
    gender: f.nullable(
      f.choice('Gender', [
        { value: 'M', label: 'Male' },
        { value: 'F', label: 'Female' },
      ]),
    ),
    ni_number: f.nullable(f.code('National Insurance Number')),
    utr: f.nullable(f.code('Unique Tax Reference')),
    address_id: f.nullable(f.uuid('Address')),
    ...f.stamps,
  },
  unread: f.told_stamp,
  relations: {
    address: f.to_one('business.address', 'address_id'),
    businesses: f.to_many('business.business', 'individual_id'),
  },
})
