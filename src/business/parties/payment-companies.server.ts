/** The payment companies that an agency may use, and whose accounts it may enter. */
import { notAllowed } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import type { PartyRow } from './visible-business.server.ts'

type Asking = Pick<VerbContext, 'tx' | 'viewer'>

/**
 * The company of this id or human id, if the viewer may pay people through it. Umbrellas pay people of many agencies and are
 * found by their provider. A worker's own company is an agency's when one of its people has it or it entered it itself:
 * its account and its address show with it. The provider's staff make a company two agencies' where it is.
 */
export async function companyToPayThrough(
  { tx, viewer }: Asking,
  by: { readonly id: string } | { readonly human_id: string },
): Promise<{ id: string; type: string } | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['human_id', by.human_id.toUpperCase()]
  return tx.row<{ id: string; type: string }>(
    `select b.id, b.type from business.business b
     where b.${column} = $1 and b.provider_id = $2 and b.type in ('limited', 'umbrella', 'selfemployed')
       and b.status = 'onboarded' and b.is_active and b.deleted_at is null
       and ($3::uuid is null or b.type = 'umbrella' or b.made_by_id = $3 or exists (select from business.service s
         where s.type = 'contractor-company' and s.to_business_id = b.id and s.agency_id = $3 and s.deleted_at is null))`,
    [value, viewer.provider_id, viewer.category === 'agency' ? viewer.business_id : null],
  )
}

/**
 * Where a company, or a worker, is paid for another agency's work too, an agency that changed the account would change
 * the other's payments: the provider does. @throws not_allowed
 */
export async function requireOwnPayee({ tx, viewer }: Asking, business: Pick<PartyRow, 'id'>): Promise<void> {
  const shared = await tx.row(
    `select 1 as one from business.service s
     where (s.type = 'contractor-company' and s.to_business_id = $1 and s.agency_id <> $2
         or s.type = 'contractor-agency' and s.from_business_id = $1 and s.to_business_id <> $2) and s.deleted_at is null limit 1`,
    [business.id, viewer.business_id],
  )
  if (shared) throw notAllowed('Accounts of who is paid by other agencies, too, are entered by the provider')
}
