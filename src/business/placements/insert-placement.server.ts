import { invalid } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { insertRows } from '#server/write-row.server.ts'
import type { Writing } from '../parties/insert-party.server.ts'
import type { Parties as TempParties } from '../rates/insert-rates.server.ts'
import { partiesOf } from '../shared/party-columns.rules.ts'
import { contract_entity } from '../terms/contract-terms.entity.ts'
import { contract_contact } from './contract-contact.entity.ts'

/** A permanent placement has no contractor: its candidate is no worker of ours. */
type Parties = Omit<TempParties, 'contractor_id'> & { readonly contractor_id: string | null }

export type Terms = {
  readonly type: 'client' | 'contractor'
  readonly business_id: string
  readonly payment_terms: number
}

/** Payment terms agreed with each side, in days, from a day on. */
export async function insertTerms(
  { tx, clock }: Writing,
  contract_id: string,
  p: Parties,
  effective_from: string,
  terms: readonly Terms[],
): Promise<void> {
  await insertRows(
    tx,
    contract_entity,
    terms.map(({ business_id, type, payment_terms }) => ({
      id: newUuid(clock),
      contract_id,
      business_id,
      type,
      payment_terms,
      effective_from,
      effective_to: null,
      ...partiesOf(p),
      created_at: clock.now(),
      updated_at: clock.now(),
    })),
  )
}

export type NamedContact = {
  readonly contact: string
  readonly type: 'timesheet_approver' | 'invoice_contact' | 'hiring_manager' | 'agency_consultant'
}

/** The form's field of each kind of contact. */
const contact_fields = {
  timesheet_approver: 'timesheet_approver_ids',
  invoice_contact: 'invoice_contact_ids',
  hiring_manager: 'hiring_manager_id',
  agency_consultant: 'consultant_contact_id',
} as const satisfies Record<NamedContact['type'], string>

/**
 * Contacts of a placement: each belongs to the right party and has the role.
 * @throws invalid under the field of the first that does not
 */
export async function requireContacts(
  { tx }: Pick<Writing, 'tx'>,
  p: Parties,
  contacts: readonly NamedContact[],
): Promise<void> {
  const missing = await tx.row<Pick<NamedContact, 'type'>>(
    `select n.type from jsonb_to_recordset($1) as n (contact uuid, type text)
     where not exists (select from business.business_contact c where c.id = n.contact and c.deleted_at is null and c.is_active
       and c.business_id = case n.type when 'agency_consultant' then $2::uuid else $3::uuid end
       and (n.type = 'agency_consultant' or n.type = any (c.roles))) limit 1`,
    [JSON.stringify(contacts), p.agency_id, p.client_id],
  )
  if (missing) throw invalid({ [contact_fields[missing.type]]: 'Contact not found' })
}

/** The contacts that `requireContacts` let through, each once. */
export async function insertContacts(
  { tx, clock }: Writing,
  contract_id: string,
  p: Parties,
  contacts: readonly NamedContact[],
): Promise<void> {
  await insertRows(
    tx,
    contract_contact,
    contacts.map(({ contact, type }) => ({
      id: newUuid(clock),
      contract_id,
      business_contact_id: contact,
      type,
      ...partiesOf(p),
      created_at: clock.now(),
      updated_at: clock.now(),
    })),
  )
}
