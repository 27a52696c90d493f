import type { Tx } from '#server/verb.ts'

/**
 * Keeps the parties of a placement, and their links with its agency, as they are until its step is done: switching one off
 * waits, and then finds the placement. Parties first, each kind in the order of ids, as every other locker.
 */
export async function lockParties(tx: Tx, contract_id: string): Promise<void> {
  await tx.rows(
    `select b.id from business.business b join contract.contract c
       on b.id in (c.client_id, c.contractor_id, c.payment_company_id)
     where c.id = $1 order by b.id for share of b`,
    [contract_id],
  )
  await tx.rows(
    `select s.id from business.service s join contract.contract c
       on s.to_business_id = c.agency_id and s.from_business_id in (c.client_id, c.contractor_id)
     where c.id = $1 order by s.id for share of s`,
    [contract_id],
  )
}
