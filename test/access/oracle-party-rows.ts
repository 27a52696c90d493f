/** Which rows of businesses and of the platform are whose, as plain SQL over the alias `t`. */
import type { EntityAddress } from '#business/entities.ts'
import * as b from './oracle-businesses.ts'
import { has } from './oracle-businesses.ts'
import {
  type ByCategory,
  cost,
  everybody,
  live,
  nobody,
  of_provider,
  placements,
  when,
} from './oracle-parts.ts'

const kind = (type: string) => `t.type = '${type}' and ${live}`
const business_kind = (
  type: string,
  ids: Readonly<Record<'agency' | 'client' | 'contractor' | 'funder', string | null>>,
): ByCategory => {
  const within = (list: string | null) => (list === null ? null : `${kind(type)} and t.id in (${list})`)
  return {
    agency: within(ids.agency),
    client: within(ids.client),
    contractor: within(ids.contractor),
    funder: within(ids.funder),
    provider: within(type === 'provider' ? 'select :me' : b.businesses_of_provider),
  }
}
const all = b.businesses_of
const payment_company = (type: string) =>
  business_kind(type, { agency: all.agency, client: null, contractor: all.contractor, funder: null })

// --- files ---
const fileOr = (also: string): ByCategory => ({
  agency: `t.agency_id = :me and ${live}`,
  client: (looking) => {
    const kinds = [
      ...(has(looking, 'hiring_manager')
        ? [
            'contract.contract',
            'contract.temp_placement',
            'contract.perm_placement',
            'contract.status_determination',
            'business.client',
            'business.contractor',
            'request.change_request',
          ]
        : []),
      ...(has(looking, 'timesheet_approver') ? ['transaction.timesheet', 'transaction.expense'] : []),
    ]
    const about = cost(looking) ? 'true' : `t.parent_entity in (${kinds.map((one) => `'${one}'`).join(', ')})`
    return `t.client_id = :me and ${live} and (${about}${also})`
  },
  contractor: `t.contractor_id = :me and ${live}`,
  funder: `t.funder_id = :me and ${live}`,
  provider: of_provider,
})
const file = fileOr('')
const signed_document = fileOr(
  ' or exists (select from platform.signer s where s.document_id = t.id and s.contact_id = :contact)',
)

// --- mails ---
const mail_of_provider = 't."to" = :email and (t.provider_id is null or t.provider_id = :provider)'
const mail_of_agency = `${mail_of_provider} and (t.agency_id is null or t.agency_id = :me)`
const attached = (mail: string) =>
  `t."to" = :email and exists (select from log.mail m where m.id = t.mail_id and ${mail.replaceAll('t.', 'm.')})`

const own_account = `t.business_id = :me and ${live}`

export const party_rows = {
  'business.business': {
    agency: `${live} and t.id in (${all.agency})`,
    client: `${live} and t.id in (${all.client})`,
    contractor: `${live} and t.id in (${all.contractor})`,
    funder: `${live} and t.id in (${all.funder})`,
    provider: `${live} and t.id in (${all.provider})`,
  },
  'business.party': everybody('reached'),
  'business.agency': business_kind('agency', {
    agency: 'select :me',
    client: b.agencies_of_client,
    contractor: b.agencies_of_contractor,
    funder: b.agencies_of_funder,
  }),
  'business.client': business_kind('client', {
    agency: b.clients_of_agency,
    client: 'select :me',
    contractor: b.clients_of_contractor,
    funder: b.clients_of_funder,
  }),
  'business.contractor': {
    ...business_kind('contractor', {
      agency: b.contractors_of_agency,
      client: null,
      contractor: 'select :me',
      funder: b.contractors_of_funder,
    }),
    client: when(placements, `${kind('contractor')} and t.id in (${b.contractors_of_client})`),
  },
  'business.limited': payment_company('limited'),
  'business.umbrella': payment_company('umbrella'),
  'business.selfemployed': payment_company('selfemployed'),
  'business.payer': payment_company('payer'),
  'business.creditor': business_kind('creditor', {
    agency: null,
    client: null,
    contractor: null,
    funder: null,
  }),
  'business.funder': business_kind('funder', {
    agency: all.agency,
    client: null,
    contractor: null,
    funder: 'select :me',
  }),
  'business.provider': business_kind('provider', {
    agency: 'select :provider',
    client: 'select :provider',
    contractor: 'select :provider',
    funder: 'select :provider',
  }),
  'business.company': {
    agency: company(b.companies_of.agency),
    client: company(b.companies_of.client),
    contractor: company(b.companies_of.contractor),
    funder: company(b.companies_of.funder),
    provider: company(b.companies_of.provider),
  },
  'business.address': {
    agency: address(b.companies_of.agency, b.people_of.agency),
    client: address(b.companies_of.client, null),
    contractor: address(b.companies_of.contractor, b.people_of.contractor),
    funder: address(b.companies_of.funder, null),
    provider: address(b.companies_of.provider, b.people_of.provider),
  },
  'business.individual': {
    ...nobody,
    agency: person(b.people_of.agency),
    contractor: person(b.people_of.contractor),
    provider: person(b.people_of.provider),
  },
  'business.service': {
    agency: `${live} and (t.from_business_id = :me or t.to_business_id = :me or t.agency_id = :me)`,
    client: `${live} and t.from_business_id = :me and t.type = 'client-agency'`,
    contractor: `${live} and t.from_business_id = :me`,
    funder: `${live} and (t.from_business_id = :me or t.to_business_id = :me)`,
    provider: `${live} and (t.provider_id = :me or t.to_business_id = :me)`,
  },
  'business.business_feature': {
    ...everybody('t.business_id = :me'),
    provider: `t.business_id in (${b.businesses_of_provider})`,
  },
  'business.business_contact': {
    agency: `${live} and t.business_id in (select x.id from business.business x where x.deleted_at is null
      and (x.id = :me or x.id in (${b.clients_of_agency}) or x.id in (${b.contractors_of_agency})))`,
    client: `${live} and (t.business_id = :me or t.id in
      (select c.consultant_contact_id from contract.contract c where c.id in (${b.contracts_of_client})))`,
    contractor: `${live} and (t.business_id = :me or t.id in
      (select c.consultant_contact_id from contract.contract c where c.id in (${b.contracts_of_contractor})))`,
    funder: own_account,
    provider: `${live} and t.business_id in (${b.businesses_of_provider})`,
  },
  'business.bank_account': {
    agency: when(
      (looking) => has(looking, 'agency_admin', 'agency_read_only', 'primary_staff_user'),
      `${live} and t.business_id in (select x.id from business.business x where x.deleted_at is null and (x.id = :me
        or x.id in (${b.contractors_of_agency}) or x.id in (${b.companies_of_agency})))`,
    ),
    client: when(cost, own_account),
    contractor: `${live} and (t.business_id = :me or t.business_id in (select x.id from business.business x
      where x.type in ('limited', 'selfemployed') and x.id in (${b.companies_of_contractor})))`,
    funder: own_account,
    provider: `${live} and t.business_id in (${b.businesses_of_provider})`,
  },
  'business.payable_bank_account': everybody('reached'),
  'business.credit_limit': {
    ...nobody,
    agency: `${live} and (t.agency_id = :me or (t.agency_id is null and t.client_id in
      (select x.id from business.business x where x.deleted_at is null and x.id in (${b.clients_of_agency}))))`,
    funder: `${live} and t.limiter_id = :me`,
    provider: `${live} and (t.limiter_id = :me or t.client_id in (${b.businesses_of_provider}))`,
  },
  'business.cis_verification': {
    ...nobody,
    agency: `${live} and t.agency_id = :me`,
    provider: of_provider,
  },
  'business.contractor_payee': {
    ...nobody,
    agency: `${live} and t.agency_id = :me`,
    contractor: `${live} and t.contractor_id = :me`,
    provider: of_provider,
  },
  'business.client_size': {
    ...nobody,
    agency: `${live} and t.client_id in
      (select x.id from business.business x where x.deleted_at is null and x.id in (${b.clients_of_agency}))`,
    client: when(placements, `t.client_id = :me and ${live}`),
    provider: of_provider,
  },
  'business.funding_retention': {
    ...nobody,
    agency: when(
      (looking) => has(looking, 'agency_admin', 'agency_read_only'),
      `${live} and t.agency_id = :me`,
    ),
    funder: `${live} and t.principal_id = :me`,
    provider: `${live} and t.provider_id = :me`,
  },
  'business.funding_overadvance': {
    ...nobody,
    funder: `${live} and t.principal_id = :me`,
    provider: `${live} and t.provider_id = :me`,
  },
  'business.funding_rule': {
    ...nobody,
    funder: `${live} and t.principal_id = :me`,
    provider: `${live} and t.provider_id = :me`,
  },
  'log.mail': { ...everybody(mail_of_provider), agency: mail_of_agency },
  'log.mail_attachment': {
    ...everybody(attached(mail_of_provider)),
    agency: attached(mail_of_agency),
  },
  'log.notification_log': everybody(
    't.user_id = :user and (t.business_contact_id is null or t.business_contact_id = :contact)',
  ),
  'log.audit': {
    ...nobody,
    agency: when((looking) => has(looking, 'agency_admin'), 't.chain_id = :me'),
    provider: when((looking) => has(looking, 'provider_admin'), 't.chain_id = :me'),
  },
  'platform.currency': everybody(live),
  'platform.user': {
    ...everybody(`t.id = :user and ${live}`),
    provider: when(
      (looking) => has(looking, 'provider_admin'),
      `${live} and (t.id = :user or t.id in (select k.user_id from business.business_contact k
        where k.deleted_at is null and k.user_id is not null and k.business_id in (${b.businesses_of_provider})))`,
    ),
  },
  'platform.attachment': file,
  'platform.document': signed_document,
  'platform.communication': {
    ...everybody('t.business_id = :me'),
    client: null,
    contractor: null,
  },
  'platform.message': {
    ...everybody('t.business_id = :me'),
    client: null,
    contractor: null,
  },
  'platform.signer': {
    agency: 't.agency_id = :me',
    client: (looking) => `t.client_id = :me and (${cost(looking) ? 'true' : 't.contact_id = :contact'})`,
    contractor: 't.contractor_id = :me',
    funder: 't.funder_id = :me',
    provider: 't.provider_id = :me',
  },
  'platform.note': everybody(`t.business_id = :me and ${live}`),
  'request.draft_request': {
    ...everybody(`t.business_id = :me and ${live}`),
    client: null,
    contractor: null,
    funder: null,
  },
  'transaction.timesheet_draft': {
    ...everybody(`t.business_id = :me and t.user_id = :user and ${live}`),
    client: null,
    funder: null,
    provider: null,
  },
  'platform.saved_view': everybody(`t.business_id = :me and t.user_id = :user and ${live}`),
  'platform.report_schedule': {
    ...everybody(`t.business_id = :me and ${live}`),
    client: null,
    contractor: null,
  },
  'platform.job': everybody(`t.business_id = :me and t.user_id = :user and ${live}`),
  'platform.import': everybody(`t.business_id = :me and t.user_id = :user and ${live}`),
  // Rows of a file go with it.
  'platform.import_row': everybody('t.business_id = :me and t.user_id = :user'),
  'config.configuration': {
    ...nobody,
    agency: when(
      (looking) => has(looking, 'agency_admin'),
      `${live} and (t.business_id = :me or t.agency_id = :me)`,
    ),
    funder: when((looking) => has(looking, 'funder_admin'), own_account),
    provider: `${live} and t.business_id in (${b.businesses_of_provider})`,
  },
  'config.business_tax': everybody('true'),
} as const satisfies Partial<Readonly<Record<EntityAddress, ByCategory>>>

function company(businesses: string): string {
  return `${live} and t.id in (select x.company_id from business.business x
    where x.deleted_at is null and x.id in (${businesses}))`
}

function person(businesses: string): string {
  return `${live} and t.id in (select x.individual_id from business.business x
    where x.deleted_at is null and x.id in (${businesses}))`
}

function address(businesses: string, people: string | null): string {
  const of_companies = `t.id in (select y.address_id from business.company y join business.business x on x.company_id = y.id
    where y.deleted_at is null and x.deleted_at is null and x.id in (${businesses}))`
  const of_people = `t.id in (select y.address_id from business.individual y join business.business x on x.individual_id = y.id
    where y.deleted_at is null and x.deleted_at is null and x.id in (${people ?? 'select null::uuid'}))`
  return `${live} and (${of_companies} or ${of_people})`
}
