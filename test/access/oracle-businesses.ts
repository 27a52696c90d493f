/**
 * Who may see which business, written a second time as plain SQL (spec §6). Nothing here is derived from the access
 * declarations: where the two differ, one of them is wrong. `:me` is the viewer's business, `:provider` its provider.
 */
import type { Looking } from './world.ts'

export const has = ({ roles }: Looking, ...wanted: string[]): boolean =>
  roles.some((role) => wanted.includes(role))

const standing = `s.deleted_at is null and s.status <> 'deleted'`
const from_of = (type: string) =>
  `select s.from_business_id from business.service s where s.type = '${type}' and s.to_business_id = :me and ${standing}`
const to_of = (type: string) =>
  `select s.to_business_id from business.service s where s.type = '${type}' and s.from_business_id = :me and ${standing}`

export const clients_of_agency = from_of('client-agency')
export const contractors_of_agency = from_of('contractor-agency')
export const companies_of_agency = `select s.to_business_id from business.service s join business.business p
  on p.id = s.from_business_id and p.deleted_at is null
  where s.type = 'contractor-company' and ${standing} and not s.is_of_further_payee and p.id in (${contractors_of_agency})
  union select y.payment_company_id from business.contractor_payee y where y.agency_id = :me and y.deleted_at is null`
export const agencies_of_client = to_of('client-agency')
export const agencies_of_contractor = to_of('contractor-agency')
export const companies_of_contractor = to_of('contractor-company')
export const agencies_of_funder = from_of('agency-funder')

const told = `('pending_approval_client', 'awaiting_raise_approval', 'pending_approval_contractor', 'active', 'expired',
  'rejected_contractor', 'pending_raise_approval')`

export const contracts_of_client = `select c.id from contract.contract c where c.client_id = :me and c.deleted_at is null
  and c.status in ${told} and c.type in ('temp_placement', 'perm_placement', 'sales_invoice', 'sow')`
export const contracts_of_contractor = `select c.id from contract.contract c where c.contractor_id = :me
  and c.deleted_at is null and c.status in ${told} and c.type in ('temp_placement', 'sow')`
export const contracts_of_funder = `select c.id from contract.contract c where c.funder_id = :me and c.deleted_at is null
  and c.status in ('active', 'expired')`

const party_of = (party: string, contracts: string) =>
  `select x.${party} from contract.contract x where x.${party} is not null and x.id in (${contracts})`
export const contractors_of_client = party_of('contractor_id', contracts_of_client)
export const clients_of_contractor = party_of('client_id', contracts_of_contractor)
export const clients_of_funder = party_of('client_id', contracts_of_funder)
export const contractors_of_funder = party_of('contractor_id', contracts_of_funder)

export const businesses_of_provider = `select b.id from business.business b
  where b.deleted_at is null and (b.provider_id = :me or b.id = :me)`

const union = (...lists: string[]) => lists.map((list) => `(${list})`).join(' union ')
const provider = `select b.id from business.business b where b.id = :provider and b.type = 'provider'`

/** Ids of the businesses that each category sees, deleted ones aside. */
export const businesses_of = {
  agency: union(
    'select :me',
    clients_of_agency,
    contractors_of_agency,
    companies_of_agency,
    to_of('agency-funder'),
    provider,
  ),
  client: union('select :me', agencies_of_client, contractors_of_client, provider),
  contractor: union(
    'select :me',
    agencies_of_contractor,
    companies_of_contractor,
    clients_of_contractor,
    provider,
  ),
  funder: union('select :me', agencies_of_funder, clients_of_funder, contractors_of_funder, provider),
  provider: businesses_of_provider,
} as const

/** Company data by reader: a client not its contractors', a contractor not their clients', a funder no person's. */
export const companies_of = {
  agency: businesses_of.agency,
  client: union('select :me', agencies_of_client, provider),
  contractor: union('select :me', agencies_of_contractor, companies_of_contractor, provider),
  funder: union('select :me', agencies_of_funder, clients_of_funder, provider),
  provider: businesses_of_provider,
} as const

/** Whose personal data. */
export const people_of = {
  agency: contractors_of_agency,
  contractor: 'select :me',
  provider: businesses_of_provider,
} as const
