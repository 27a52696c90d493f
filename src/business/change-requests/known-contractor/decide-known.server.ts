import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import { reasonOf, requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { followService } from '../../parties/compliance/compliance-status.server.ts'
import { insertService } from '../../parties/insert-party.server.ts'
import { draft_request } from '../../parties/onboarding/draft-request.entity.ts'
import { type DraftRow, lockDraft, readOwnDraft } from '../../parties/onboarding/load-party.server.ts'
import { endDraft } from '../../parties/onboarding/write-party.server.ts'
import { can, knownFault, who } from '../../parties/self-service/known-contractor.rules.ts'
import { agreementEnd } from '../../parties/self-service/party-link.rules.ts'
import { documentReasonInput } from '../../shared/chosen-input.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { agency_writers } from '../../shared/who-may.rules.ts'
import { askChosenPayee } from './ask-chosen-payee.server.ts'
import { pairFacts, payeesOf, type Request, requestOf } from './load-known.server.ts'

const input = z.strictObject({ draft_id: z.uuid() })

const factsOf = ({ title, status }: DraftRow, { asked_by }: Request) => ({ title, status, asked_by })

const step = z.strictObject({ action: z.enum(['approve', 'decline']), refusal: z.string().nullable() })

/** The request of a contractor to work with the viewer's agency. Their details show after the approval. */
export const readKnown = verb({
  action_id: 'business.party.read_known',
  since: '0.1.0',
  summary: 'Shows the request of a contractor to work with the agency',
  machine: 'refused',
  impersonator: 'allowed',
  who: { agency: agency_writers },
  is_reading: true,
  input,
  output: z
    .strictObject({
      name: z.string(),
      human_id: z.string(),
      email: z.string(),
      signed_as: z.string(),
      asked_at: z.string(),
      self_billing_from: z.string().nullable(),
      payee: z
        .strictObject({ name: z.string(), payment_type: z.string(), is_default: z.boolean() })
        .nullable(),
      steps: z.array(step),
    })
    .nullable(),
  run: async (context, { draft_id }) => {
    const { tx, viewer } = context
    const { draft } = await readOwnDraft(context, draft_id)
    const request = await requestOf(context.tx, draft_id)
    if (!request || draft.status !== 'submitted') return null
    const { name, human_id } = await pairFacts(tx, pairOf(request, viewer.business_id))
    const payees = await payeesOf(context, request.contractor_id)
    const payee = payees.find(({ id, is_default }) =>
      request.payee_id === null ? is_default : id === request.payee_id,
    )
    const facts = factsOf(draft, request)
    return {
      name,
      human_id,
      email: request.email,
      signed_as: request.signed_as,
      asked_at: request.used_at,
      self_billing_from: request.self_billing_from,
      payee: payee
        ? { name: payee.name, payment_type: payee.payment_type, is_default: payee.is_default }
        : null,
      steps: (['approve', 'decline'] as const).map((action) => ({
        action,
        refusal: reasonOf(can[action](facts, viewer)),
      })),
    }
  },
})

const pairOf = ({ id, draft_id, contractor_id, email }: Request, agency_id: string) => ({
  contractor_id,
  agency_id,
  link: { id, draft_id, email },
  email: null,
})

/** Locked as the agency's other steps of a draft. @throws not_found, precondition without a request */
async function lockRequest(
  context: VerbContext,
  draft_id: string,
  action: 'approve' | 'decline',
): Promise<{ draft: DraftRow; request: Request }> {
  const { draft } = await lockDraft(context, draft_id)
  const request = await requestOf(context.tx, draft_id)
  if (!request) throw precondition('No contractor has asked by the link of this draft')
  requireCan(can[action](factsOf(draft, request), context.viewer))
  return { draft, request }
}

/** Links the contractor with the agency, in place of a new contractor. A link that ended before comes back. */
export const approveKnown = verb({
  action_id: 'business.party.approve_known',
  since: '0.1.0',
  summary: 'Approves that a contractor works with the agency as the contractor that they are',
  machine: 'refused',
  impersonator: 'refused',
  who: who.approve,
  input,
  output: z.strictObject({ contractor_id: z.uuid(), service_id: z.uuid() }),
  run: async (context, { draft_id }) => {
    const { tx, viewer } = context
    const { draft, request } = await lockRequest(context, draft_id, 'approve')
    const { contractor_id } = request
    // Nobody switches the contractor off meanwhile.
    await tx.row('select id from business.business where id = $1 for no key update', [contractor_id])
    const pair = pairOf(request, viewer.business_id)
    const { ni_number, name } = await pairFacts(tx, pair)
    if (ni_number !== null) await lockKey(tx, 'ni_number', viewer.business_id, ni_number)
    const fault = knownFault(await pairFacts(tx, pair))
    if (fault !== null) throw precondition(fault)
    const payees = await payeesOf(context, contractor_id)
    const chosen = payees.find(({ id }) => id === request.payee_id)
    const is_by_default = request.payee_id === null || chosen?.is_default === true
    const agreed = is_by_default ? request.self_billing_from : null
    const service_id = await link(context, contractor_id, agreed)
    const status = 'onboarded'
    await endDraft(context, draft.id, { status })
    context.audit({
      entity: 'request.draft_request',
      entity_id: draft.id,
      old_values: { status: draft.status },
      new_values: { status },
    })
    if (!is_by_default) await askChosenPayee(context, request, name, chosen)
    return { contractor_id, service_id }
  },
})

async function link(context: VerbContext, contractor_id: string, agreed_from: Day | null): Promise<string> {
  const { tx, clock, viewer } = context
  const { business_id: agency_id, provider_id } = viewer
  const agreed = {
    self_billing_from: agreed_from,
    self_billing_to: agreed_from === null ? null : agreementEnd(agreed_from),
  }
  const back = await tx.row<{ id: string }>(
    `update business.service set status = 'active', deleted_at = null, onboarding_date = $3, updated_at = $4,
       self_billing_from = coalesce($5, self_billing_from),
       self_billing_to = case when $5::date is null then self_billing_to else $6::date end
     where type = 'contractor-agency' and from_business_id = $1 and to_business_id = $2 returning id`,
    [contractor_id, agency_id, clock.today(), clock.now(), agreed.self_billing_from, agreed.self_billing_to],
  )
  if (back) await followService(context, back.id)
  const id =
    back?.id ??
    (await insertService(context, {
      type: 'contractor-agency',
      from_business_id: contractor_id,
      to_business_id: agency_id,
      provider_id,
      agency_id,
      ...agreed,
    }))
  context.audit({
    entity: 'business.service',
    entity_id: id,
    new_values: { type: 'contractor-agency', contractor_id, agency_id, status: 'active', ...agreed },
  })
  return id
}

/** The draft is the agency's again: it may send another link. */
export const declineKnown = verb({
  action_id: 'business.party.decline_known',
  since: '0.1.0',
  summary: 'Declines the request of a contractor to work with the agency',
  machine: 'refused',
  impersonator: 'refused',
  who: who.decline,
  input: z.strictObject({ draft_id: z.uuid(), comment: documentReasonInput }),
  output: input,
  run: async (context, { draft_id, comment }) => {
    const { tx, clock } = context
    const { draft, request } = await lockRequest(context, draft_id, 'decline')
    await updateRow(tx, draft_request, draft.id, {
      status: 'rejected',
      version: draft.version + 1,
      updated_at: clock.now(),
    })
    await tx.run('update auth.party_link set declined_because = $2 where id = $1', [request.id, comment])
    context.audit({
      entity: 'request.draft_request',
      entity_id: draft.id,
      old_values: { status: draft.status },
      new_values: { status: 'rejected', declined: comment },
    })
    return { draft_id }
  },
})
