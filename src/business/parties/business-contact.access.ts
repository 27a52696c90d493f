import { type Access, field_groups, viewer } from '#entity/access.ts'
import {
  agency_clients,
  agency_contractors,
  client_contract,
  contractor_contract,
  own_business,
  provider_businesses,
  told_moment,
} from '../shared/own-rows.access.ts'
import { business_contact } from './business-contact.entity.ts'

const own_contact = { business_id: { _eq: viewer.business_id } } as const
const own_person = ['first_name', 'last_name', 'contact_phone'] as const

/** A contact's user account and screen preferences are the platform's own. */
const fields = field_groups(business_contact, {
  facts: [
    'id name first_name last_name roles email contact_phone reach_by is_active joined_at check_status business_id created_at updated_at',
    'waiting_roles',
  ],
  sign_in: ['user_id'],
  onboarding: ['invites_on_approval'],
  settings: ['preferences'],
})

export const business_contact_access: Access<typeof business_contact> = {
  agency: {
    rows: { business: { _or: [own_business, agency_clients, agency_contractors] } },
    fields: fields('facts', 'onboarding'),
    withheld: told_moment,
    // Names and numbers are plain facts; an address to sign in with and a role are not.
    update: { roles: ['agency_admin'], rows: own_contact, fields: own_person, printed_texts: own_person },
  },
  client: {
    rows: { _or: [own_contact, { consultant_of: client_contract }] },
    fields: fields('facts'),
    withheld: told_moment,
  },
  contractor: {
    rows: { _or: [own_contact, { consultant_of: contractor_contract }] },
    fields: fields('facts'),
    withheld: told_moment,
  },
  funder: {
    rows: own_contact,
    fields: fields('facts'),
    update: { roles: ['funder_admin'], rows: own_contact, fields: own_person, printed_texts: own_person },
    withheld: told_moment,
  },
  provider: {
    rows: { business: provider_businesses },
    fields: fields('facts', 'sign_in', 'onboarding'),
    update: { roles: ['provider_admin'], rows: own_contact, fields: own_person, printed_texts: own_person },
  },
}
