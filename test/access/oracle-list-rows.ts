/** Which rows of payroll, integrations, terms and the provider's logs are whose, as plain SQL over the alias `t`. */
import type { EntityAddress } from '#business/entities.ts'
import * as b from './oracle-businesses.ts'
import { has } from './oracle-businesses.ts'
import {
  type ByCategory,
  live,
  nobody,
  of_provider,
  payroll_people,
  placements,
  when,
} from './oracle-parts.ts'

const settings = (type: string | null): ByCategory => {
  const of_type = type === null ? '' : `and t.type = '${type}'`
  return {
    ...nobody,
    agency: when((looking) => has(looking, 'agency_admin'), `t.agency_id = :me and ${live} ${of_type}`),
    provider: `${of_provider} ${of_type}`,
  }
}

const watched = (condition: string): ByCategory => ({
  ...nobody,
  provider: when((looking) => has(looking, 'provider_admin'), condition),
})

const waiting = `t.state in ('sent', 'expired')`

/** Of the agency that is the employer; replaced rows are history. */
const employers: ByCategory = {
  ...nobody,
  agency: when(
    (looking) => has(looking, 'agency_admin', 'agency_read_only', 'primary_staff_user'),
    't.agency_id = :me',
  ),
  provider: 't.provider_id = :me',
}

/** Withdrawn rows are gone for everybody. */
const workers_pay: ByCategory = {
  ...nobody,
  agency: when(
    (looking) => has(looking, 'agency_admin', 'agency_read_only', 'primary_staff_user'),
    `t.agency_id = :me and ${live}`,
  ),
  contractor: `t.contractor_id = :me and ${live}`,
  provider: `t.provider_id = :me and ${live}`,
}

const terms = `t.type = 'payment_terms' and ${live}`

const writers = [
  'agency_admin',
  'primary_staff_user',
  'agency_relationship_manager',
  'agency_user',
  'agency_consultant',
] as const

export const list_rows = {
  'config.document_template': {
    ...nobody,
    agency: when(
      (looking) => has(looking, ...writers),
      `(t.business_id = :me or (t.business_id = :provider and t.status = 'published'))`,
    ),
    provider: when((looking) => has(looking, 'provider_admin', 'provider_operations'), 't.business_id = :me'),
  },
  'config.mail_template': {
    ...nobody,
    agency: `t.business_id = :me and ${live}`,
    funder: `t.business_id = :me and ${live}`,
    provider: `t.business_id = :me and ${live}`,
  },
  'config.payment_terms': {
    ...nobody,
    agency: `${terms} and t.agency_id = :me`,
    client: when(placements, `${terms} and t.business_id = :me`),
    provider: `${terms} and t.transaction_id in
      (select s.id from business.service s where s.deleted_at is null and s.provider_id = :me)`,
  },
  'business.employment': employers,
  'business.tax_code': employers,
  'business.student_loan': employers,
  'business.agreed_deduction': employers,
  'business.attachment_order': employers,
  'business.ni_category': employers,
  'business.pension_scheme': employers,
  'business.pension_terms': employers,
  'business.pension_membership': employers,
  'transaction.holiday': { ...employers, contractor: 't.contractor_id = :me' },
  'transaction.holiday_movement': workers_pay,
  'transaction.statutory_absence': { ...employers, contractor: 't.contractor_id = :me' },
  'transaction.statutory_payment': workers_pay,
  'transaction.deemed_payment': { ...employers, contractor: 't.contractor_id = :me' },
  'business.paye_scheme': employers,
  'business.paye_scheme_year': employers,
  'transaction.pay_run': employers,
  'transaction.rti_submission': employers,
  'transaction.tax_month': employers,
  'transaction.cis_suffered': employers,
  'transaction.overpayment': {
    ...nobody,
    agency: when(
      (looking) => has(looking, 'agency_admin', 'agency_read_only', 'primary_staff_user'),
      `t.agency_id = :me and ${live}`,
    ),
    provider: `t.provider_id = :me and ${live}`,
  },
  'transaction.year_correction': employers,
  'business.payroll_takeover': {
    ...nobody,
    agency: when(
      (looking) => has(looking, 'agency_admin', 'agency_read_only', 'primary_staff_user'),
      `t.agency_id = :me and ${live}`,
    ),
    contractor: `t.contractor_id = :me and ${live}`,
    provider: `t.provider_id = :me and ${live}`,
  },
  'transaction.umbrella_payslip': {
    ...nobody,
    agency: payroll_people,
    provider: `t.provider_id = :me and ${live}`,
  },
  'transaction.tax_form': { ...employers, contractor: 't.contractor_id = :me' },
  'transaction.pay_run_check': employers,
  'transaction.payroll_payment': employers,
  'transaction.pay_run_payslip': {
    ...employers,
    contractor: 't.contractor_id = :me and t.payslip_id is not null',
  },
  'transaction.payslip_period': { ...nobody, agency: payroll_people, provider: of_provider },
  'transaction.payslip': {
    ...nobody,
    agency: payroll_people,
    contractor: `t.contractor_id = :me and t.status in ('issued', 'paid') and ${live}`,
    provider: of_provider,
  },
  'integrations.vat_detail': settings('vat'),
  'integrations.contact_detail': settings('contact'),
  'integrations.bank_detail': settings('bank'),
  'integrations.exception': settings(null),
  'integrations.data_queue': settings(null),
  'log.impersonation': {
    agency: (looking) =>
      has(looking, 'agency_admin') ? 't.business_id = :me or t.user_id = :user' : 't.user_id = :user',
    client: 't.user_id = :user',
    contractor: 't.user_id = :user',
    funder: (looking) =>
      has(looking, 'funder_admin') ? 't.business_id = :me or t.user_id = :user' : 't.user_id = :user',
    provider: when((looking) => has(looking, 'provider_admin'), 't.provider_id = :me'),
  },
  'log.unconfirmed_user': {
    ...nobody,
    agency: when(
      (looking) =>
        has(
          looking,
          'agency_admin',
          'primary_staff_user',
          'agency_relationship_manager',
          'agency_user',
          'agency_consultant',
        ),
      `${waiting} and t.business_id in (select x.id from business.business x where x.deleted_at is null
        and (x.id = :me or x.id in (${b.clients_of_agency}) or x.id in (${b.contractors_of_agency})))`,
    ),
    funder: when((looking) => has(looking, 'funder_admin'), `${waiting} and t.business_id = :me`),
    provider: when(
      (looking) => has(looking, 'provider_admin', 'provider_operations'),
      `${waiting} and t.business_id in (${b.businesses_of_provider})`,
    ),
  },
  'business.identity_provider': {
    ...nobody,
    agency: when((looking) => has(looking, 'agency_admin'), `t.deleted_at is null and t.business_id = :me`),
    funder: when((looking) => has(looking, 'funder_admin'), `t.deleted_at is null and t.business_id = :me`),
    provider: when(
      (looking) => has(looking, 'provider_admin'),
      `t.deleted_at is null and t.business_id = :me`,
    ),
  },
  'platform.webhook': {
    ...nobody,
    agency: when((looking) => has(looking, 'agency_admin'), `t.deleted_at is null and t.business_id = :me`),
    funder: when((looking) => has(looking, 'funder_admin'), `t.deleted_at is null and t.business_id = :me`),
    provider: when(
      (looking) => has(looking, 'provider_admin'),
      `t.deleted_at is null and t.business_id = :me`,
    ),
  },
  'platform.webhook_delivery': {
    ...nobody,
    agency: when((looking) => has(looking, 'agency_admin'), 't.business_id = :me'),
    funder: when((looking) => has(looking, 'funder_admin'), 't.business_id = :me'),
    provider: when((looking) => has(looking, 'provider_admin'), 't.business_id = :me'),
  },
  'platform.api_token': {
    ...nobody,
    agency: when((looking) => has(looking, 'agency_admin'), 't.business_id = :me'),
    funder: when((looking) => has(looking, 'funder_admin'), 't.business_id = :me'),
    provider: when((looking) => has(looking, 'provider_admin'), 't.business_id = :me'),
  },
  'request.role_change': {
    ...nobody,
    agency: when((looking) => has(looking, 'agency_admin'), 't.business_id = :me'),
    funder: when((looking) => has(looking, 'funder_admin'), 't.business_id = :me'),
    provider: (looking) =>
      has(looking, 'provider_admin')
        ? 't.provider_id = :me'
        : 't.provider_id = :me and (t.user_id = :user or t.asked_by = :user)',
  },
  'log.api_exception': watched('t.provider_id = :me'),
  'log.security_event': {
    ...watched('t.provider_id = :me'),
    agency: when((looking) => has(looking, 'agency_admin'), 't.business_id = :me'),
    funder: when((looking) => has(looking, 'funder_admin'), 't.business_id = :me'),
  },
} as const satisfies Partial<Readonly<Record<EntityAddress, ByCategory>>>
