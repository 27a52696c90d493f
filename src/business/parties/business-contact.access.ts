import { type Access, all_but, viewer } from '#entity/access.ts'
import {
  agency_clients,
  agency_contractors,
  client_contract,
  contractor_contract,
  own_business,
  provider_businesses,
} from '../shared/own-rows.access.ts'
import type { business_contact } from './business-contact.entity.ts'

const own_contact = { business_id: { _eq: viewer.business_id } } as const
const own_person = ['first_name', 'last_name', 'contact_phone'] as const

/** Which user a contact signs in as, and how he likes his screens, is the platform's own. */
const others = all_but('user_id', 'preferences')

export const business_contact_access: Access<typeof business_contact> = {
  agency: {
    rows: { business: { _or: [own_business, agency_clients, agency_contractors] } },
    fields: others,
    // Names and numbers are plain facts; an address to sign in with and a role are not.
    update: { roles: ['agency_admin'], rows: own_contact, fields: own_person },
  },
  client: { rows: { _or: [own_contact, { consultant_of: client_contract }] }, fields: others },
  contractor: { rows: { _or: [own_contact, { consultant_of: contractor_contract }] }, fields: others },
  funder: {
    rows: own_contact,
    fields: others,
    update: { roles: ['funder_admin'], rows: own_contact, fields: own_person },
  },
  provider: {
    rows: { business: provider_businesses },
    fields: all_but('preferences'),
    update: { roles: ['provider_admin'], rows: own_contact, fields: own_person },
  },
}
