/** Terms, rates and contacts of a changed draft take the place of the earlier ones. */
import type { VerbContext } from '#server/verb.ts'
import { insertContacts, type NamedContact } from './insert-placement.server.ts'

export async function dropTermsAndRates({ tx, clock }: VerbContext, id: string): Promise<void> {
  for (const table of ['contract.contract_entity', 'contract.rate'])
    await tx.run(
      `update ${table} set deleted_at = $2, updated_at = $2 where contract_id = $1 and deleted_at is null`,
      [id, clock.now()],
    )
}

/** One row a contact and kind: an earlier one comes back. */
export async function replaceContacts(
  context: VerbContext,
  id: string,
  {
    parties,
    contacts,
  }: {
    readonly parties: Parameters<typeof insertContacts>[2]
    readonly contacts: readonly NamedContact[]
  },
): Promise<void> {
  const { tx, clock } = context
  const kept = await tx.rows<NamedContact>(
    `update contract.contract_contact c set updated_at = $3,
       deleted_at = case when (c.business_contact_id::text, c.type) in (select n.contact, n.type
         from jsonb_to_recordset($2) as n (contact text, type text)) then null else coalesce(c.deleted_at, $3) end
     where c.contract_id = $1 returning c.business_contact_id as contact, c.type`,
    [id, JSON.stringify(contacts), clock.now()],
  )
  const isNew = (one: NamedContact) =>
    !kept.some(({ contact, type }) => contact === one.contact && type === one.type)
  await insertContacts(context, id, parties, contacts.filter(isNew))
}
