import type { Tx } from '#server/verb.ts'
import { lockKey } from '../shared/lock-key.server.ts'

/**
 * Has the agency another contractor with this NI number? Contractors of other agencies do not count, so that nobody learns of
 * them. Two at once wait for each other.
 * @param except the contractor whose own number is checked
 */
export async function isKnownPerson(
  tx: Tx,
  agency_id: string,
  ni_number: string,
  except: string | null = null,
): Promise<boolean> {
  await lockKey(tx, 'ni_number', agency_id, ni_number)
  // By the index of the numbers: it holds them without spaces, in capitals.
  const found = await tx.row(
    `select 1 as one from business.individual i join business.business b on b.individual_id = i.id and b.deleted_at is null
     join business.service s on s.from_business_id = b.id and s.type = 'contractor-agency' and s.to_business_id = $1
       and s.deleted_at is null
     where upper(replace(i.ni_number, ' ', '')) = $2 and i.ni_number is not null and i.deleted_at is null
       and b.id is distinct from $3 limit 1`,
    [agency_id, ni_number, except],
  )
  return found !== undefined
}
