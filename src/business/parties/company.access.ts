import { type Access, field_groups, only_for } from '#entity/access.ts'
import { no_payroll_data_roles, payroll_data_roles } from '#entity/roles.ts'
import {
  agency_businesses,
  agency_contractors,
  client_agencies,
  contractor_agencies,
  contractor_companies,
  funder_agencies,
  funder_clients,
  own,
  own_business,
  own_provider,
  provider_businesses,
  told_moment,
} from '../shared/own-rows.access.ts'
import { address, company, individual } from './company.entity.ts'

/** Company data visible to each category: of businesses it deals with, not of every named one. */
const of_company = {
  agency: { businesses: agency_businesses },
  client: { businesses: { _or: [own_business, client_agencies, own_provider] } },
  contractor: {
    businesses: { _or: [own_business, contractor_companies, contractor_agencies, own_provider] },
  },
  funder: { businesses: { _or: [own_business, funder_agencies, funder_clients, own_provider] } },
  provider: { businesses: provider_businesses },
} as const

/** Personal data: for the person's agency, the paying provider, and the person. */
const of_person = {
  agency: { businesses: agency_contractors },
  contractor: { businesses: own_business },
  provider: { businesses: own.provider },
} as const

const company_fields = field_groups(company, {
  facts: [
    'id name brn legal_form is_vat_registered vat_registration_no email phone website industries email_domains',
    'address_id logo_attachment_id vat_check_status vat_check_name vat_checked_at created_at updated_at',
  ],
  tax: ['utr'],
  domains: ['are_domains_confirmed'],
  evidence: ['vat_evidence_kind vat_evidence_number vat_evidence_checked_on vat_evidence_attachment_id'],
  register: ['register_standing register_words register_checked_at register_changed_at'],
  vat_check: ['vat_name_differs vat_consultation_number vat_check_asked_at vat_override_at'],
  vat_override: ['vat_override_document_id vat_override_reason vat_override_by'],
})

export const company_access: Access<typeof company> = {
  agency: {
    rows: of_company.agency,
    fields: company_fields('facts', 'tax', 'domains', 'evidence', 'vat_check', 'register'),
  },
  client: { rows: of_company.client, fields: company_fields('facts'), withheld: told_moment },
  contractor: { rows: of_company.contractor, fields: company_fields('facts'), withheld: told_moment },
  funder: { rows: of_company.funder, fields: company_fields('facts'), withheld: told_moment },
  provider: { rows: of_company.provider, fields: 'all' },
}

const address_fields = field_groups(address, {
  facts: [
    'id line_1 line_2 line_3 line_4 city state zipcode country country_code complete_address created_at',
    'updated_at',
  ],
})

export const address_access: Access<typeof address> = {
  agency: {
    rows: { _or: [{ companies: of_company.agency }, { individuals: of_person.agency }] },
    fields: address_fields('facts'),
  },
  client: { rows: { companies: of_company.client }, fields: address_fields('facts') },
  contractor: {
    rows: { _or: [{ companies: of_company.contractor }, { individuals: of_person.contractor }] },
    fields: address_fields('facts'),
  },
  funder: { rows: { companies: of_company.funder }, fields: address_fields('facts') },
  provider: {
    rows: { _or: [{ companies: of_company.provider }, { individuals: of_person.provider }] },
    fields: 'all',
  },
}

const individual_fields = field_groups(individual, {
  facts: ['id first_name last_name date_of_birth gender ni_number utr address_id created_at updated_at'],
})

export const individual_access: Access<typeof individual> = {
  agency: {
    rows: of_person.agency,
    fields: individual_fields('facts'),
    fields_by_role: only_for(payroll_data_roles, 'date_of_birth', 'gender', 'ni_number', 'utr'),
    withheld: { updated_at: { ...told_moment.updated_at, from: no_payroll_data_roles } },
  },
  client: null,
  contractor: { rows: of_person.contractor, fields: individual_fields('facts') },
  funder: null,
  provider: { rows: of_person.provider, fields: 'all' },
}
