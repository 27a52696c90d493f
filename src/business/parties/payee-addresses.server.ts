import { keptStatement } from '#server/kept-statement.server.ts'
import type { Tx } from '#server/verb.ts'

const addresses_of_payee = keptStatement(
  `select lower(c.email) as email from business.business_contact c
   where c.is_active and c.deleted_at is null
     and c.roles && array['agency_admin', 'provider_admin', 'funder_admin', 'invoice_contact', 'contractor']
     and (c.business_id = $1 or c.business_id in (
       select s.from_business_id from business.service s join business.business w on w.id = s.to_business_id
       where s.type = 'contractor-company' and s.to_business_id = $1 and s.deleted_at is null and w.type <> 'umbrella'))
   union
   select lower(k.email) from business.business b join business.company k on k.id = b.company_id
   where b.id = $1 and k.email is not null order by 1`,
)

/**
 * Mail addresses for a business's money: its people for money, for a payment company also its contractors (except an
 * umbrella's), and the company's own address.
 */
export async function payeeAddresses(tx: Tx, business_id: string): Promise<string[]> {
  const rows = await tx.rows<{ email: string }>(addresses_of_payee, [business_id])
  return rows.map((row) => row.email)
}
