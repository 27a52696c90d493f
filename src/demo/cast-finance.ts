/** The provider, the funders and the agencies of the demo world. */
import type { CastAgency, CastCompany, FunderKey } from './cast-types.ts'

/** Keeps the books of two agencies, so they switch between them. */
const bookkeeper = 'edwin@fossbookkeeping.example'

export const provider: CastCompany = {
  key: 'tideway',
  name: 'Tideway Workforce Finance Limited',
  domain: 'tideway.example',
  brn: '09471826',
  vat_no: 2871463,
  phone: '+442079460101',
  industries: ['Financial services'],
  address: { line_1: '14 Cutlers Gardens', line_2: 'Third floor', city: 'London', zipcode: 'EC2M 4YU' },
  people: [
    { key: 'provider_admin', first_name: 'Helen', last_name: 'Marchetti', roles: ['provider_admin'] },
    { key: 'provider_operations', first_name: 'Owen', last_name: 'Bright', roles: ['provider_operations'] },
    { key: 'provider_approver', first_name: 'Samira', last_name: 'Qureshi', roles: ['provider_approver'] },
  ],
}

export const funders: readonly (CastCompany & { readonly key: FunderKey })[] = [
  {
    key: 'harbourline',
    name: 'Harbourline Invoice Finance plc',
    domain: 'harbourline.example',
    brn: '04182937',
    vat_no: 7318402,
    phone: '+441134960102',
    industries: ['Financial services'],
    address: { line_1: '2 Granary Wharf', city: 'Leeds', zipcode: 'LS1 4GH' },
    people: [
      { key: 'funder_admin', first_name: 'Graham', last_name: 'Tolland', roles: ['funder_admin'] },
      { key: 'funder_analyst', first_name: 'Ngozi', last_name: 'Eze', roles: ['funder_analyst'] },
    ],
  },
  {
    key: 'northgate',
    name: 'Northgate Capital Partners LLP',
    domain: 'northgate.example',
    brn: 'OC318264',
    vat_no: 9046217,
    phone: '+441314960103',
    industries: ['Financial services'],
    address: { line_1: '48 Melville Street', city: 'Edinburgh', zipcode: 'EH3 7HF' },
    people: [{ key: 'northgate_admin', first_name: 'Fiona', last_name: 'Drummond', roles: ['funder_admin'] }],
  },
]

export const agencies: readonly CastAgency[] = [
  {
    key: 'larkfield',
    name: 'Larkfield Talent Limited',
    domain: 'larkfield.example',
    brn: '07712904',
    vat_no: 1142873,
    phone: '+441174960104',
    industries: ['Technology recruitment'],
    address: { line_1: 'Unit 6, Temple Quay', city: 'Bristol', zipcode: 'BS1 6EG' },
    funding_model: 'direct',
    features: ['vat_liability', 'insight'],
    people: [
      { key: 'agency_admin', first_name: 'Rachel', last_name: 'Hargreaves', roles: ['agency_admin'] },
      {
        key: 'primary_staff_user',
        first_name: 'Tom',
        last_name: 'Ashworth',
        roles: ['primary_staff_user'],
      },
      { key: 'agency_consultant', first_name: 'Priya', last_name: 'Nair', roles: ['agency_consultant'] },
      {
        key: 'agency_read_only',
        first_name: 'Edwin',
        last_name: 'Foss',
        roles: ['agency_read_only'],
        email: bookkeeper,
      },
      {
        key: 'larkfield_relationship',
        first_name: 'Carys',
        last_name: 'Bowen',
        roles: ['agency_relationship_manager'],
      },
    ],
  },
  {
    key: 'copperbeech',
    name: 'Copper Beech Recruitment Limited',
    domain: 'copperbeech.example',
    brn: '05938817',
    vat_no: 8420516,
    phone: '+441134960105',
    industries: ['Industrial recruitment', 'Healthcare recruitment'],
    address: { line_1: '31 Park Row', city: 'Leeds', zipcode: 'LS1 5JL' },
    funding_model: 'agency_billed',
    features: ['vat_liability'],
    people: [
      { key: 'copperbeech_admin', first_name: 'Martin', last_name: 'Oakley', roles: ['agency_admin'] },
      {
        key: 'copperbeech_consultant',
        first_name: 'Jade',
        last_name: 'Sutcliffe',
        roles: ['agency_consultant'],
      },
      {
        key: 'copperbeech_read_only',
        first_name: 'Edwin',
        last_name: 'Foss',
        roles: ['agency_read_only'],
        email: bookkeeper,
      },
    ],
  },
  {
    key: 'meridian',
    name: 'Meridian Search Partners Limited',
    domain: 'meridiansearch.example',
    brn: '10284751',
    vat_no: 3097518,
    phone: '+442079460106',
    industries: ['Finance recruitment', 'Professional services'],
    address: { line_1: '9 Devonshire Row', city: 'London', zipcode: 'EC2M 4RH' },
    funding_model: 'indirect',
    features: ['insight'],
    people: [
      { key: 'meridian_admin', first_name: 'Olivia', last_name: 'Castellanos', roles: ['agency_admin'] },
      {
        key: 'meridian_consultant',
        first_name: 'Daniel',
        last_name: 'Whitcombe',
        roles: ['agency_consultant'],
      },
    ],
  },
]
