import type { Tx } from '#server/verb.ts'

/** Whether an agency's invoice was verified with this client (decision 0035). */
export type IsVerified = (client_id: string, agency_id: string) => boolean

export async function readVerified(tx: Tx, client_ids: readonly string[]): Promise<IsVerified> {
  const rows = await tx.rows<{ client_id: string; agency_id: string }>(
    `select from_business_id as client_id, to_business_id as agency_id from business.service
     where type = 'client-agency' and from_business_id = any ($1) and verification_status = 'verified' and deleted_at is null`,
    [client_ids],
  )
  const verified = new Set(rows.map((row) => `${row.client_id} ${row.agency_id}`))
  return (client_id, agency_id) => verified.has(`${client_id} ${agency_id}`)
}
