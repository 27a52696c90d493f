import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import type { Submitted } from '../insert-party.server.ts'
import { client_shape, insertClient } from '../new-party/insert-client.server.ts'
import { contractor_shape, insertContractor, paidOneWay } from '../new-party/insert-contractor.server.ts'
import { payment_company_shape, writePaymentCompany } from '../new-party/insert-payment-company.server.ts'
import { actingAgency } from '../visible-business.server.ts'
import { draft_request } from './draft-request.entity.ts'
import { type DraftRow, type FoundDraft, lockDraft, type PartyRow } from './load-party.server.ts'
import { can, newFacts, who } from './onboarding.rules.ts'
import { moveParty } from './party-steps.server.ts'
import { titleOf, valuesOf } from './party-values.server.ts'
import { insertDraft, submittedBy } from './submitted.server.ts'
import type { Made } from './write-party.server.ts'

/** Absent: a party without a draft. */
const draft = { draft_id: z.uuid().optional() }
const company = <const K extends string>(kind: K) =>
  z.strictObject({ ...draft, kind: z.literal(kind), ...payment_company_shape })

export const submitInput = z.discriminatedUnion('kind', [
  z.strictObject({ ...draft, kind: z.literal('client'), ...client_shape }),
  z.strictObject({ ...draft, kind: z.literal('contractor'), ...contractor_shape }).superRefine(paidOneWay),
  company('limited'),
  company('umbrella'),
  company('selfemployed'),
  company('payer'),
])
type Input = z.infer<typeof submitInput>

/** Sends a party for approval: its rows are made, and nobody uses it before another person has approved it. */
export const submitParty = verb({
  action_id: 'business.party.submit',
  since: '0.1.0',
  summary: 'Submits a client, contractor or payment company for approval',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.submit,
  input: submitInput,
  output: z.strictObject({
    id: z.uuid(),
    human_id: z.string(),
    draft_id: z.uuid(),
    status: z.literal('submitted'),
  }),
  run: async (context, asked) => {
    const { viewer } = context
    const found = asked.draft_id === undefined ? null : await lockDraft(context, asked.draft_id)
    if (found && found.draft.entity !== asked.kind) throw invalid({ kind: validationText.matches })
    const values = valuesOf(withoutDraft(asked))
    requireCan(can.submit(found?.facts ?? newFacts(asked.kind, viewer, titleOf(values)), viewer))
    return sendParty(context, asked, { found, submitted: submittedBy(context) })
  },
})

/** The rows of a submission that the rule has allowed. */
export async function sendParty(
  context: VerbContext,
  asked: Input,
  { found, submitted }: { readonly found: FoundDraft | null; readonly submitted: Submitted },
): Promise<Made & { draft_id: string; status: 'submitted' }> {
  const earlier = found?.party ?? null
  const values = valuesOf(withoutDraft(asked))
  const agency_id = await agencyOf(context, asked)
  const made = await write(context, asked, agency_id, submitted, earlier)
  const draft_id = await keepSent(context, found?.draft, { ...asked, entity_id: made.id, agency_id, values })
  if (earlier) await moveParty(context, earlier, 'submitted', { submitted })
  else
    context.audit({
      entity: 'business.business',
      entity_id: made.id,
      new_values: { ...made, status: 'submitted', type: asked.kind },
    })
  return { ...made, draft_id, status: 'submitted' as const }
}

const withoutDraft = ({ draft_id: _, kind: __, ...values }: Input) => values

async function agencyOf(context: VerbContext, asked: Input): Promise<string | null> {
  if (asked.kind === 'client' || asked.kind === 'contractor')
    return (await actingAgency(context, asked.agency_id)).id
  return context.viewer.category === 'agency' ? context.viewer.business_id : null
}

async function write(
  context: VerbContext,
  asked: Input,
  agency_id: string | null,
  submitted: Submitted,
  earlier: PartyRow | null,
): Promise<Made> {
  if (asked.kind === 'client') {
    const { draft_id: _, kind: __, agency_id: ___, ...client } = asked
    const { service_id: ____, ...made } = await insertClient(context, {
      agency_id: agency_id ?? '',
      client,
      submitted,
      earlier,
    })
    return made
  }
  if (asked.kind === 'contractor') {
    const { draft_id: _, kind: __, agency_id: ___, ...contractor } = asked
    const { service_id: ____, ...made } = await insertContractor(context, {
      agency_id: agency_id ?? '',
      contractor,
      submitted,
      earlier,
    })
    return made
  }
  return writePaymentCompany(
    context,
    { type: asked.kind, company: asked.company, currency: asked.currency },
    submitted,
    earlier,
  )
}

type Sent = Pick<Input, 'kind'> & {
  readonly entity_id: string
  readonly agency_id: string | null
  readonly values: DraftRow['requested_data']
}

/** Keeps the submitted values: the form shows them again if the party is rejected. */
async function keepSent(context: VerbContext, found: DraftRow | undefined, sent: Sent): Promise<string> {
  const { kind, entity_id, agency_id, values } = sent
  if (!found) return insertDraft(context, { kind, entity_id, status: 'submitted', values, agency_id })
  await updateRow(context.tx, draft_request, found.id, {
    entity_id,
    agency_id,
    status: 'submitted',
    title: titleOf(values),
    requested_data: { ...found.requested_data, ...values },
    version: found.version + 1,
    updated_at: context.clock.now(),
  })
  return found.id
}
