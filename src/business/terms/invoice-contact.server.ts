import { conflict } from '#kernel/errors.ts'
import type { Tx } from '#server/verb.ts'
import { lacksInvoiceContact } from './invoice-contact.rules.ts'

/**
 * Rates and terms of a client are agreed to by an invoice contact alone (roles.md).
 * @throws conflict where no invoice contact of the client can sign in, since nobody could answer
 */
export async function requireInvoiceContact(
  tx: Tx,
  client_id: string,
  what: 'rates' | 'terms',
): Promise<void> {
  const client = await tx.row<{ name: string; has_contact: boolean }>(
    `select b.name, exists (select from business.business_contact c
       join platform."user" u on u.id = c.user_id and u.is_active and u.deactivated_at is null and u.deleted_at is null
       where c.business_id = b.id and 'invoice_contact' = any (c.roles) and c.is_active and c.deleted_at is null
         and c.joined_at is not null) as has_contact
     from business.business b where b.id = $1`,
    [client_id],
  )
  if (client && !client.has_contact) throw conflict(lacksInvoiceContact(client.name, what))
}
