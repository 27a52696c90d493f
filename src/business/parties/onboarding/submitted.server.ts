/** The submitter of a new party, and the draft that keeps the submitted values. */
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import type { Submitted } from '../insert-party.server.ts'
import { approval_feature, type PartyKind, type PartyStatus } from '../onboarding.rules.ts'
import { draft_request } from './draft-request.entity.ts'
import { type PartyValues, titleOf } from './party-values.server.ts'

export const submittedBy = ({ viewer }: Pick<VerbContext, 'viewer'>): Submitted => ({
  submitted_by: viewer.user_id,
  submitted_as: viewer.impersonator_user_id ?? null,
})

/** Through the API and imports a party waits where its agency has its new parties approved; null: it is in force at once. */
export async function submittedFor(context: VerbContext, agency_id: string): Promise<Submitted | null> {
  const found = await context.tx.row(
    'select 1 as one from business.business_feature where business_id = $1 and feature_code = $2',
    [agency_id, approval_feature],
  )
  return found ? submittedBy(context) : null
}

type NewDraft = {
  readonly kind: PartyKind
  readonly entity_id: string | null
  readonly status: PartyStatus
  readonly values: PartyValues
  readonly agency_id: string | null
}

/** @returns its id */
export async function insertDraft({ tx, viewer, clock }: VerbContext, draft: NewDraft): Promise<string> {
  const id = newUuid(clock)
  await insertRow(tx, draft_request, {
    id,
    entity: draft.kind,
    entity_id: draft.entity_id,
    title: titleOf(draft.values),
    status: draft.status,
    requested_data: draft.values,
    version: 1,
    business_id: viewer.business_id,
    agency_id: draft.agency_id,
    created_by: viewer.user_id,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
  return id
}
