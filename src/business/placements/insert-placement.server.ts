import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Writing } from '../parties/insert-party.server.ts'
import type { Parties } from './insert-rates.server.ts'

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
  await tx.run(
    `insert into contract.contract_entity (id, contract_id, business_id, type, payment_terms, effective_from,
       provider_id, agency_id, client_id, contractor_id, funder_id, created_at, updated_at)
     select t.id, $2, t.business_id, t.type, t.payment_terms, $3, $4, $5, $6, $7, $8, $9, $9
     from jsonb_to_recordset($1) as t (id uuid, business_id uuid, type text, payment_terms integer)`,
    [
      JSON.stringify(terms.map((t) => ({ ...t, id: newUuid(clock) }))),
      contract_id,
      effective_from,
      p.provider_id,
      p.agency_id,
      p.client_id,
      p.contractor_id,
      p.funder_id,
      clock.now(),
    ],
  )
}

export type NamedContact = {
  readonly contact: string
  readonly type: 'timesheet_approver' | 'invoice_contact' | 'agency_consultant'
}

/** People named on a placement. Each must be of the party that his part belongs to, with the role for it. */
export async function insertContacts(
  { tx, clock }: Writing,
  contract_id: string,
  p: Parties,
  contacts: readonly NamedContact[],
): Promise<void> {
  if (contacts.length === 0) return
  const made = await tx.run(
    `insert into contract.contract_contact (id, contract_id, business_contact_id, type,
       provider_id, agency_id, client_id, contractor_id, funder_id, created_at, updated_at)
     select n.id, $2, c.id, n.type, $3, $4, $5, $6, $7, $8, $8
     from jsonb_to_recordset($1) as n (id uuid, contact uuid, type text)
     join business.business_contact c on c.id = n.contact and c.deleted_at is null and c.is_active
       and c.business_id = case n.type when 'agency_consultant' then $4::uuid else $5::uuid end
       and (n.type = 'agency_consultant' or n.type = any (c.roles))`,
    [
      JSON.stringify(contacts.map((c) => ({ ...c, id: newUuid(clock) }))),
      contract_id,
      p.provider_id,
      p.agency_id,
      p.client_id,
      p.contractor_id,
      p.funder_id,
      clock.now(),
    ],
  )
  if (made < contacts.length)
    throw invalid({ timesheet_approver_ids: validationText.matches }, 'Contact not found')
}
