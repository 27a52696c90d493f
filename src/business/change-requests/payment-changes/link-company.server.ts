import type { VerbContext } from '#server/verb.ts'
import { insertService } from '../../parties/insert-party.server.ts'
import type { PartyStanding } from '../party-changes/party-facts.server.ts'

/**
 * Links a contractor with a company that pays them; a link that has ended comes back.
 * @param of_agency the agency of a further payee: no other agency reads a new link; absent for the payee of all agencies
 */
export async function linkCompany(
  context: VerbContext,
  standing: PartyStanding,
  company_id: string,
  of_agency?: string,
): Promise<void> {
  const { tx, clock } = context
  const known = await tx.row<{ id: string; is_ended: boolean }>(
    `select id, deleted_at is not null or status <> 'active' as is_ended from business.service
     where type = 'contractor-company' and from_business_id = $1 and to_business_id = $2`,
    [standing.id, company_id],
  )
  if (known?.is_ended)
    await tx.run(
      `update business.service set status = 'active', deleted_at = null, updated_at = $4,
         is_of_further_payee = $2 and (is_of_further_payee or deleted_at is not null),
         agency_id = case when deleted_at is null then agency_id else coalesce($3, agency_id) end where id = $1`,
      // Agencies that still read the link of a former payee go on reading it.
      [known.id, of_agency !== undefined, of_agency ?? null, clock.now()],
    )
  else if (known && of_agency === undefined)
    await tx.run(
      `update business.service set is_of_further_payee = false, updated_at = $2 where id = $1 and is_of_further_payee`,
      [known.id, clock.now()],
    )
  if (known) return
  const agency =
    of_agency === undefined
      ? await tx.row<{ id: string }>(
          `select to_business_id as id from business.service where type = 'contractor-agency' and from_business_id = $1
             and deleted_at is null order by id limit 1`,
          [standing.id],
        )
      : { id: of_agency }
  await insertService(context, {
    type: 'contractor-company',
    from_business_id: standing.id,
    to_business_id: company_id,
    provider_id: standing.provider_id,
    agency_id: agency?.id ?? null,
    is_of_further_payee: of_agency !== undefined,
  })
}
