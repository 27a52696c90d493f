/** A party's present facts: the base of a comparison, and the target of a change. */
import type { Tx } from '#server/verb.ts'
import { address_names } from '../../parties/company-profile/address-names.rules.ts'
import { legal_forms } from '../../parties/legal-form.rules.ts'
import {
  isServiceState,
  type PartyField,
  type PartySubject,
  party_fields,
  subjectOfType,
} from '../request/party-change.rules.ts'

const legal_form_words = `case c.legal_form ${legal_forms
  .map(({ value, label }) => `when '${value}' then '${label}'`)
  .join(' ')} end`

export type PartyFacts = Readonly<Record<PartyField, string | null>>

export type PartyStanding = {
  readonly id: string
  readonly subject: PartySubject
  readonly type: string
  readonly human_id: string
  readonly party: string
  readonly status: string
  readonly provider_id: string
  readonly company_id: string | null
  readonly individual_id: string | null
  readonly address_id: string | null
  /** Of a link: its agency and the other side. */
  readonly agency_id: string | null
  readonly other_id: string | null
  readonly is_in_force: boolean
  readonly facts: PartyFacts
}

type Row = Omit<PartyStanding, 'subject' | 'facts' | 'is_in_force' | 'agency_id' | 'other_id'> & PartyFacts

/** Null for a business without changes by request. */
async function loadParty(
  tx: Tx,
  id: string,
  /** So that two changes of one party wait for each other; documents that name it do not. */
  { lock = false } = {},
): Promise<PartyStanding | null> {
  if (lock) {
    await tx.rows('select id from business.business where id = $1 for no key update', [id])
    await tx.rows(
      `select c.id from business.company c join business.business b on b.company_id = c.id where b.id = $1
       for no key update of c`,
      [id],
    )
  }
  const row = await tx.row<Row>(
    `select b.id, b.type, b.human_id, b.name as party, b.status, b.provider_id, b.company_id, b.individual_id,
       coalesce(c.address_id, i.address_id) as address_id,
       c.name, ${legal_form_words} as legal_form, c.brn, case when c.is_vat_registered then 'Yes' else 'No' end as is_vat_registered, c.vat_registration_no,
       y.alpha_code as currency, nullif(array_to_string(c.email_domains, ', '), '') as email_domains,
       ${address_names.map((name) => `a.${name}`).join(', ')}, i.first_name, i.last_name, i.date_of_birth,
       case i.gender when 'M' then 'Male' when 'F' then 'Female' end as gender, i.ni_number, i.utr,
       null as service_status, null as conduct_regs_opt_out,
       b.payment_type, p.human_id as payment_company, null as self_billing_from, null as self_billing_to,
       null as payee_agency, null as payee_type, null as payee_company
     from business.business b join platform.currency y on y.id = b.base_currency_id
     left join business.company c on c.id = b.company_id
     left join business.individual i on i.id = b.individual_id
     left join business.address a on a.id = coalesce(c.address_id, i.address_id)
     left join business.business p on p.id = b.payment_company_id
     where b.id = $1 and b.deleted_at is null`,
    [id],
  )
  const subject = row === undefined ? null : subjectOfType(row.type)
  if (row === undefined || subject === null) return null
  // One entry for each name of the list, which the statement selects.
  const facts = Object.fromEntries(party_fields.map((field) => [field, row[field]])) as Record<
    PartyField,
    string | null
  >
  const { type, human_id, party, status, provider_id, company_id, individual_id, address_id } = row
  return {
    ...{
      id,
      type,
      human_id,
      party,
      status,
      provider_id,
      company_id,
      individual_id,
      address_id,
      subject,
      facts,
    },
    agency_id: null,
    other_id: null,
    is_in_force: status === 'onboarded',
  }
}

type Link = {
  readonly id: string
  readonly type: string
  readonly human_id: string
  readonly party: string
  readonly status: string
  readonly provider_id: string
  readonly agency_id: string
  readonly other_id: string
  readonly service_status: string
  readonly conduct_regs_opt_out: string
}

/** The link of a client or contractor with an agency; null for any other. */
async function loadLink(tx: Tx, id: string, { lock = false } = {}): Promise<PartyStanding | null> {
  const row = await tx.row<Link>(
    `select s.id, s.type, b.human_id, b.name as party, s.status, s.provider_id, s.to_business_id as agency_id,
       s.from_business_id as other_id, initcap(s.status) as service_status,
       case when s.conduct_regs_opt_out then 'Yes' else 'No' end as conduct_regs_opt_out
     from business.service s join business.business b on b.id = s.from_business_id
     where s.id = $1 and s.type in ('client-agency', 'contractor-agency') and s.deleted_at is null${lock ? ' for no key update of s' : ''}`,
    [id],
  )
  if (row === undefined) return null
  const { service_status, conduct_regs_opt_out, ...link } = row
  const blank = Object.fromEntries(party_fields.map((field) => [field, null])) as Record<PartyField, null> // As above.
  return {
    ...link,
    subject: 'service',
    company_id: null,
    individual_id: null,
    address_id: null,
    is_in_force: isServiceState(service_status),
    facts: { ...blank, service_status, conduct_regs_opt_out },
  }
}

export const loadSubject = (
  tx: Tx,
  subject: PartySubject,
  id: string,
  options?: { readonly lock: boolean },
): Promise<PartyStanding | null> =>
  subject === 'service' ? loadLink(tx, id, options) : loadParty(tx, id, options)
