/** A step of a party's onboarding: the row, its draft, its links and its audit. */
import type { Clock } from '#kernel/clock.ts'
import type { AuditEntry, Tx } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business } from '../business.entity.ts'
import type { Submitted } from '../insert-party.server.ts'
import { type PartyStatus, party_kinds } from '../onboarding.rules.ts'
import { hasOpenFlags } from '../self-dealing/find-flags.server.ts'
import { readNeeds } from './party-needs.server.ts'
import { removeDraftFiles } from './write-party.server.ts'

export type Within = { readonly tx: Tx; readonly clock: Clock; readonly audit: (entry: AuditEntry) => void }
type Moved = { readonly id: string; readonly status: PartyStatus }

/** The row is locked, and the rule has allowed the step. */
export async function moveParty(
  within: Within,
  { id, status: was }: Moved,
  status: PartyStatus,
  { comment = null, submitted }: { readonly comment?: string | null; readonly submitted?: Submitted } = {},
): Promise<void> {
  const { tx, clock } = within
  await updateRow(tx, business, id, {
    status,
    status_at: clock.now(),
    status_comment: comment,
    ...submitted,
    ...(status === 'onboarded' ? { onboarded_at: clock.now() } : {}),
    updated_at: clock.now(),
  })
  // A party in force needs its typed values no more.
  await tx.run(
    `update request.draft_request set status = $2, updated_at = $3,
       requested_data = case when $2 = 'onboarded' then '{}' else requested_data end,
       deleted_at = case when $2 = 'onboarded' then $3::timestamptz end
     where entity_id = $1 and deleted_at is null`,
    [id, status, clock.now()],
  )
  if (status === 'onboarded')
    await tx.run(
      `update business.service set status = 'active', onboarding_date = $2, updated_at = $3
       where from_business_id = $1 and status = 'draft' and deleted_at is null`,
      [id, clock.today(), clock.now()],
    )
  within.audit({
    entity: 'business.business',
    entity_id: id,
    old_values: { status: was },
    new_values: { status, ...(comment === null ? {} : { comment }) },
  })
}

/** A dissolved company is not brought into force, also with an accepted flag. */
const isClosed = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.row(
    `select 1 as one from business.business b join business.company c on c.id = b.company_id
     where b.id = $1 and c.register_standing = 'closed' and c.deleted_at is null`,
    [id],
  )) !== undefined

/**
 * Do flags that arose since the approval stop the party? A contractor's agency decides without them (decision 0088).
 */
export async function flagsStop(tx: Tx, id: string): Promise<boolean> {
  if (await isClosed(tx, id)) return true
  const party = await tx.row(
    `select 1 as one from business.business where id = $1 and type <> 'contractor'`,
    [id],
  )
  return party !== undefined && (await hasOpenFlags(tx, { entity: 'business.business', entity_id: id }))
}

/**
 * An approved party with nothing missing is in force; so are workers whose company just became so.
 * @returns its status
 */
export async function settleParty(within: Within, id: string): Promise<PartyStatus> {
  if ((await readNeeds(within, id)).length > 0 || (await flagsStop(within.tx, id))) return 'approved'
  await moveParty(within, { id, status: 'approved' }, 'onboarded')
  await settleWorkers(within, id)
  return 'onboarded'
}

/** Approved workers of a company that is in force. */
export async function settleWorkers(within: Within, company_id: string): Promise<void> {
  const workers = await within.tx.rows<{ id: string }>(
    `select id from business.business where payment_company_id = $1 and status = 'approved' and deleted_at is null
     order by id for no key update`,
    [company_id],
  )
  for (const worker of workers) await settleParty(within, worker.id)
}

/** The night: approved parties that need nothing any more. @returns audit entries by agency or provider */
export async function settleParties({
  tx,
  clock,
}: {
  readonly tx: Tx
  readonly clock: Clock
}): Promise<Map<string, AuditEntry[]>> {
  const waiting = await tx.rows<{ id: string; of: string }>(
    `select b.id, coalesce(d.agency_id, b.provider_id) as of from business.business b
     left join request.draft_request d on d.entity_id = b.id and d.deleted_at is null
     where b.status = 'approved' and b.deleted_at is null
       and b.type = any ($1) order by b.id for no key update of b`,
    [party_kinds],
  )
  const entries = new Map<string, AuditEntry[]>()
  for (const { id, of } of waiting) {
    const said = entries.get(of) ?? []
    const still = await tx.row(
      `select 1 as one from business.business where id = $1 and status = 'approved'`,
      [id],
    )
    if (still) await settleParty({ tx, clock, audit: (entry) => void said.push(entry) }, id)
    if (said.length > 0) entries.set(of, said)
  }
  return entries
}

/** Days that a draft is kept after it was last touched. */
const DRAFT_DAYS = 90

/** The night: drafts that nobody touched, with the personal data in them, and accounts typed by links that are over. */
export async function expireDrafts({
  tx,
  clock,
}: {
  readonly tx: Tx
  readonly clock: Clock
}): Promise<number> {
  await tx.run(`update auth.party_link set bank = '{}' where expires_at < $1 and bank <> '{}'`, [clock.now()])
  const old = await tx.rows<{ id: string }>(
    `update request.draft_request set deleted_at = $1, requested_data = '{}'
     where status = 'draft' and entity_id is null and deleted_at is null and updated_at < $1::timestamptz - make_interval(days => $2)
     returning id`,
    [clock.now(), DRAFT_DAYS],
  )
  await removeDraftFiles(
    { tx, clock },
    old.map(({ id }) => id),
  )
  return old.length
}
