/** Facts of a party in its onboarding, and of its draft. */
import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { known_number_sql } from '../look-alikes/known-number.server.ts'
import type { PartyFacts, PartyKind, PartyStatus } from '../onboarding.rules.ts'
import { isPartyKind } from '../onboarding.rules.ts'
import { readNeeds } from './party-needs.server.ts'
import type { PartyValues } from './party-values.server.ts'

export type PartyRow = PartyFacts & {
  readonly id: string
  readonly human_id: string
  readonly status_comment: string | null
  readonly updated_at: string
  readonly draft_id: string | null
  readonly company_id: string | null
  readonly individual_id: string | null
  readonly payment_company_id: string | null
}

type Row = Omit<PartyRow, 'kind' | 'needs'> & { readonly type: string }

const columns = `b.id, b.type, b.human_id, b.name as title, b.status, b.updated_at, b.submitted_by, b.submitted_as, b.status_comment,
  b.company_id, b.individual_id, b.payment_company_id, d.id as draft_id, d.business_id as owner_id, d.created_by,
  ${known_number_sql} as known_number,
  exists (select from contract.contract k where b.id in (k.client_id, k.contractor_id, k.payment_company_id, k.funder_id, k.agency_id)
    and k.deleted_at is null) as is_used`

/** Parties that the viewer sees, or the one of a draft that is theirs; the readings lock nothing. */
type Way = 'visible' | 'read' | 'own draft' | 'read own draft'

/** @throws not_found */
export async function loadParty(context: VerbContext, id: string, way: Way): Promise<PartyRow> {
  const { tx, viewer } = context
  if (way === 'own draft') await tx.row('select id from business.business where id = $1 for update', [id])
  else if (way !== 'read own draft')
    await loadVisible(tx, viewer, 'business.business', [id], { lock: way === 'visible', columns: 't.id' })
  const row = await tx.row<Row>(
    `select ${columns} from business.business b left join business.company c on c.id = b.company_id
     left join request.draft_request d on d.entity_id = b.id and d.deleted_at is null where b.id = $1`,
    [id],
  )
  if (!row || !isPartyKind(row.type)) throw notFound('Party')
  const { type: kind, ...facts } = row
  return { ...facts, kind, needs: row.status === 'approved' ? await readNeeds(context, id) : [] }
}

export type DraftRow = {
  readonly id: string
  readonly entity: PartyKind
  readonly entity_id: string | null
  readonly title: string
  readonly status: PartyStatus
  readonly requested_data: PartyValues
  readonly version: number
  readonly business_id: string
  readonly agency_id: string | null
  readonly created_by: string
}

/** A draft of the viewer's business. @throws not_found */
async function findDraft({ tx, viewer }: VerbContext, id: string, { lock = true } = {}): Promise<DraftRow> {
  const row = await tx.row<DraftRow & { readonly deleted_at: string | null }>(
    `select id, entity, entity_id, title, status, requested_data, version, business_id, agency_id, created_by, deleted_at
     from request.draft_request where id = $1${lock ? ' for update' : ''}`,
    [id],
  )
  if (!row || row.deleted_at !== null || row.business_id !== viewer.business_id) throw notFound('Draft')
  return row
}

/** A draft before its first submission has the facts of a party that does not exist yet. */
const factsOfDraft = (draft: DraftRow): PartyFacts => ({
  kind: draft.entity,
  human_id: null,
  title: draft.title,
  status: draft.status,
  owner_id: draft.business_id,
  created_by: draft.created_by,
  submitted_by: null,
  submitted_as: null,
  known_number: null,
  needs: [],
  is_used: false,
})

export type FoundDraft = {
  readonly draft: DraftRow
  readonly party: PartyRow | null
  readonly facts: PartyFacts
}

/**
 * A draft of the viewer's business and its party, the party locked first, as its approvers do. A step is judged by the
 * party's facts once there is one. @throws not_found for another's
 */
export async function lockDraft(context: VerbContext, id: string): Promise<FoundDraft> {
  const seen = await findDraft(context, id, { lock: false })
  const before = seen.entity_id === null ? null : await loadParty(context, seen.entity_id, 'own draft')
  const draft = await findDraft(context, id)
  const party =
    draft.entity_id === seen.entity_id || draft.entity_id === null
      ? before
      : await loadParty(context, draft.entity_id, 'own draft')
  return { draft, party, facts: party ?? factsOfDraft(draft) }
}

/** The same without a lock. @throws not_found */
export async function readOwnDraft(context: VerbContext, id: string): Promise<FoundDraft> {
  const draft = await findDraft(context, id, { lock: false })
  const party = draft.entity_id === null ? null : await loadParty(context, draft.entity_id, 'read own draft')
  return { draft, party, facts: party ?? factsOfDraft(draft) }
}
