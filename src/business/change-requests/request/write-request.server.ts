/** Rows of a change request: itself, its approval steps, and its history (spec §3 Change request). */
import type { NewRow, ReadRow } from '#entity/new-row.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { fromSource, insertRow, insertRows, insertSelectSql, updateRow } from '#server/write-row.server.ts'
import { nextHumanId } from '../../shared/human-id.server.ts'
import type { AskedSide, ChangeOf, ChangesOf } from './change.rules.ts'
import { change_request, change_request_activity, flow, flow_approval } from './change-request.entity.ts'
import { changeLabel, isRate } from './change-request.rules.ts'

export type RequestParties = ReadRow<
  typeof change_request,
  'provider_id client_id contractor_id funder_id'
> & {
  /** Null: the provider asked about a party. */
  readonly agency_id: string | null
}

/** Old and new values as a list compares them, by the words of each field. */
export function shownValues({ changes, effective_from }: ChangesOf<string>): {
  old_values: Record<string, string | null>
  new_values: Record<string, string | null>
} {
  const key = (change: ChangeOf<string>) => (isRate(change) ? changeLabel(change) : change.field)
  const from: Record<string, string | null> = effective_from === null ? {} : { effective_from }
  return {
    old_values: Object.fromEntries(changes.map((change) => [key(change), change.old])),
    new_values: { ...Object.fromEntries(changes.map((change) => [key(change), change.new])), ...from },
  }
}

/** The record that a request is about, and its kind. */
export type RequestSubject = Pick<
  NewRow<typeof change_request>,
  'type' | 'entity' | 'entity_id' | 'contract_id' | 'service_id'
>

type Asked = RequestSubject &
  Pick<NewRow<typeof change_request>, 'data' | 'old_values' | 'new_values' | 'waits_for'> & {
    readonly asked_account?: NewRow<typeof change_request>['asked_account']
    /** By default it waits. */
    readonly status?: 'pending' | 'rejected'
  }

/** Inserts a request of the viewer, and of the person behind an impersonation. */
export async function insertRequest(
  { tx, viewer, clock }: VerbContext,
  parties: RequestParties,
  asked: Asked,
): Promise<{ id: string; human_id: string }> {
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, 'CRQ')
  await insertRow(tx, change_request, {
    id,
    human_id,
    status: 'pending',
    ...asked,
    asked_account: asked.asked_account ?? null,
    approved_at: null,
    ...parties,
    asked_by: viewer.category,
    requested_by: viewer.user_id,
    requested_as: viewer.impersonator_user_id,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  return { id, human_id }
}

/** Inserts the steps in order; the first is asked at once. */
export async function insertFlows(
  { tx, clock }: VerbContext,
  request_id: string,
  parties: RequestParties,
  sides: readonly AskedSide[],
): Promise<void> {
  await insertRows(
    tx,
    flow,
    sides.map((business_type, i) => ({
      id: newUuid(clock),
      change_request_id: request_id,
      position: i + 1,
      business_type,
      ...parties,
      created_at: clock.now(),
    })),
  )
}

/**
 * Asks the next side without an approval since the last comparison.
 * @returns that side, or null when all have approved
 */
export async function askNext({ tx, clock }: VerbContext, request_id: string): Promise<AskedSide | null> {
  const next = await tx.row<{ id: string; business_type: AskedSide }>(
    `select f.id, f.business_type from request.flow f
     where f.change_request_id = $1 and not exists (
       select from request.flow_approval a where a.flow_id = f.id and a.is_most_recent and a.status = 'approved')
     order by f.position limit 1`,
    [request_id],
  )
  await updateRow(tx, change_request, request_id, {
    waits_for: next?.business_type ?? null,
    updated_at: clock.now(),
  })
  if (next === undefined) return null
  await tx.run(
    `${insertSelectSql(flow_approval, {
      ...fromSource('f', ['change_request_id', 'business_type', 'provider_id', 'agency_id', 'client_id']),
      ...fromSource('f', ['contractor_id', 'funder_id']),
      id: '$1',
      flow_id: 'f.id',
      business_id: `case f.business_type when 'agency' then f.agency_id when 'client' then f.client_id
        when 'contractor' then f.contractor_id else f.provider_id end`,
      comment: 'null',
      user_id: 'null',
      created_at: '$2',
      updated_at: '$2',
    })} from request.flow f where f.id = $3`,
    [newUuid(clock), clock.now(), next.id],
  )
  return next.business_type
}

/** Stores the decision of the side that is asked. */
export async function answerStep(
  { tx, viewer, clock }: VerbContext,
  request_id: string,
  status: 'approved' | 'rejected',
  comment: string | null,
): Promise<void> {
  await tx.run(
    `update request.flow_approval set status = $2, comment = $3, user_id = $4, updated_at = $5
     where change_request_id = $1 and is_most_recent and status = 'pending'`,
    [request_id, status, comment, viewer.user_id, clock.now()],
  )
}

type RequestStep = {
  readonly id: string
  readonly parties: RequestParties
  readonly old_status: string | null
  readonly new_status: string
  readonly comment: string | null
  readonly new_values?: Readonly<Record<string, unknown>>
}

/** Records a step twice: as an activity for readers of the request, and in the audit log (I16). */
export async function recordRequestStep(
  context: VerbContext,
  { id, parties, old_status, new_status, comment, new_values }: RequestStep,
): Promise<void> {
  const { tx, viewer, clock } = context
  await insertRows(tx, change_request_activity, [
    {
      id: newUuid(clock),
      change_request_id: id,
      old_status,
      new_status,
      comment,
      user_id: viewer.user_id,
      user_name: viewer.user_name,
      ...parties,
      created_at: clock.now(),
    },
  ])
  context.audit({
    entity: 'request.change_request',
    entity_id: id,
    ...(old_status === null ? {} : { old_values: { status: old_status } }),
    new_values: { status: new_status, ...new_values },
  })
}
