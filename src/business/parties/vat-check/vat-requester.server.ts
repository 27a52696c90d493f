/** The business that asks HMRC: the provider. The consultation number is the provider's proof. */
import type { Tx } from '#server/verb.ts'
import { hmrcNumber } from '../vat-check.rules.ts'

/** Its own VAT number as HMRC knows it; null: it is not registered, and HMRC gives no consultation number. */
export async function vatRequester(tx: Tx, provider_id: string): Promise<string | null> {
  const row = await tx.row<{ number: string }>(
    `select c.vat_registration_no as number from business.business b join business.company c on c.id = b.company_id
     where b.id = $1 and c.is_vat_registered and c.vat_registration_no is not null`,
    [provider_id],
  )
  return row ? hmrcNumber(row.number) : null
}
