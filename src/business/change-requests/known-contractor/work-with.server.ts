import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { reasonOf, requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { draft_request } from '../../parties/onboarding/draft-request.entity.ts'
import { removeParty } from '../../parties/onboarding/write-party.server.ts'
import {
  mayAgree,
  type OfferedPayee,
  offerOf,
  type WorkOffer,
} from '../../parties/self-service/known-contractor.rules.ts'
import { deadPartyLink } from '../../parties/self-service/load-party-link.server.ts'
import { oneLine } from '../../shared/printed-input.server.ts'
import { type Followed, followLink, type PairFacts, pairFacts, payeesOf } from './load-known.server.ts'

const contractor = { contractor: ['contractor'] } as const
const token = z.string().regex(/^[\w-]{1,100}$/)
const SIGNED_MAX = 120
const signatureInput = oneLine(
  z
    .string({ error: validationText.required })
    .trim()
    .min(1, { error: validationText.required })
    .max(SIGNED_MAX, { error: validationText.max_length(SIGNED_MAX) }),
)

const payee = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  payment_type: z.string(),
  is_default: z.boolean(),
  is_vat_registered: z.boolean(),
})

const factsOf = ({ tx, viewer }: VerbContext, { link, draft: { agency_id } }: Followed): Promise<PairFacts> =>
  pairFacts(tx, { contractor_id: viewer.business_id, agency_id, link, email: viewer.email })

/** Null where nothing is said: of another provider, or of another person. */
const verdictOf = (facts: PairFacts) => (facts.is_of_provider ? offerOf(facts) : null)

/** Tells a signed-in contractor about themselves alone: whether the agency of this link may have them as they are. */
export const readWorkOffer = verb({
  action_id: 'business.party.read_offer',
  since: '0.1.0',
  summary:
    'Shows a contractor whether they can work with the agency of a link as the contractor that they are',
  machine: 'refused',
  impersonator: 'refused',
  who: contractor,
  is_reading: true,
  input: z.strictObject({ token }),
  output: z
    .strictObject({
      agency: z.string(),
      refusal: z.string().nullable(),
      payees: z.array(payee).readonly(),
    })
    .nullable(),
  run: async (context, { token }): Promise<WorkOffer | null> => {
    const facts = await factsOf(context, await followLink(context, token))
    const verdict = verdictOf(facts)
    if (verdict === null) return null
    const { agency } = facts
    return verdict === true
      ? { agency, refusal: null, payees: await payeesOf(context, context.viewer.business_id) }
      : { agency, refusal: reasonOf(verdict), payees: [] }
  },
})

/** The contractor asks to work with the agency of a link. The link is used, and the agency decides. */
export const workWith = verb({
  action_id: 'business.party.work_with',
  since: '0.1.0',
  summary: 'Asks an agency, by its link, to work with it as the contractor that one is',
  machine: 'refused',
  impersonator: 'refused',
  who: contractor,
  input: z.strictObject({
    token,
    /** Absent: the payee of all agencies. */
    payee_id: z.uuid().optional(),
    agrees_self_billing: z.boolean().default(false),
    signature: signatureInput,
  }),
  output: z.strictObject({ agency: z.string() }),
  run: async (context, { token, ...asked }) => {
    const followed = await followLink(context, token, { lock: true })
    const facts = await factsOf(context, followed)
    const verdict = verdictOf(facts)
    if (verdict === null) throw deadPartyLink()
    requireCan(verdict)
    const payee = await chosenPayee(context, asked.payee_id)
    await endEarlier(context, followed)
    await keep(context, followed, facts, {
      payee_id: payee.is_default ? null : payee.id,
      self_billing_from: asked.agrees_self_billing && mayAgree(payee) ? context.clock.today() : null,
      signature: asked.signature,
    })
    return { agency: facts.agency }
  },
})

/** @throws invalid for one that is not theirs */
async function chosenPayee(context: VerbContext, id: string | undefined): Promise<OfferedPayee> {
  const payees = await payeesOf(context, context.viewer.business_id)
  const found = payees.find((one) => (id === undefined ? one.is_default : one.id === id))
  if (!found) throw invalid({ payee_id: validationText.matches })
  return found
}

/** Details that were entered again by this link and sent back: nobody is made of them any more. */
async function endEarlier(context: VerbContext, { draft }: Followed): Promise<void> {
  if (draft.entity_id === null) return
  const { tx, clock } = context
  const earlier = await tx.row<Parameters<typeof removeParty>[1]>(
    `select id, human_id, company_id, individual_id, payment_company_id from business.business b where id = $1 and not exists (
       select from contract.contract k where k.contractor_id = b.id and k.deleted_at is null)`,
    [draft.entity_id],
  )
  if (!earlier) throw deadPartyLink()
  // The draft goes on, as that of the request.
  await updateRow(tx, draft_request, draft.id, { entity_id: null, updated_at: clock.now() })
  await removeParty(context, earlier)
}

type Kept = {
  readonly payee_id: string | null
  readonly self_billing_from: Day | null
  readonly signature: string
}

async function keep(
  { tx, clock, viewer, audit }: VerbContext,
  { link, draft }: Followed,
  { name }: PairFacts,
  { payee_id, self_billing_from, signature }: Kept,
): Promise<void> {
  await updateRow(tx, draft_request, draft.id, {
    status: 'submitted',
    title: name,
    version: draft.version + 1,
    updated_at: clock.now(),
  })
  await tx.run(
    `update auth.party_link set contractor_id = $2, asked_by = $3, payee_id = $4, self_billing_from = $5, signed_as = $6,
       used_at = $7, saved_at = $7, bank = '{}' where id = $1`,
    [link.id, viewer.business_id, viewer.user_id, payee_id, self_billing_from, signature, clock.now()],
  )
  await tx.run('update auth.party_link_file set ended_at = $2 where link_id = $1 and ended_at is null', [
    link.id,
    clock.now(),
  ])
  audit({
    entity: 'request.draft_request',
    entity_id: draft.id,
    old_values: { status: draft.status },
    new_values: { status: 'submitted', signed_as: signature, signed_by: viewer.email },
  })
}
