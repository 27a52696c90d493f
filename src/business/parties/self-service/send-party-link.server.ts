import { z } from 'zod'
import { invalid, precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { agency_writers } from '../../shared/who-may.rules.ts'
import { lockDraft, readOwnDraft } from '../onboarding/load-party.server.ts'
import { fieldsOf, titleOf } from '../onboarding/party-values.server.ts'
import { insertDraft } from '../onboarding/submitted.server.ts'
import { can, newFacts } from '../onboarding.rules.ts'
import { emailInput, mandatory } from '../party-input.server.ts'
import { actingAgency } from '../visible-business.server.ts'
import {
  isOpenLink,
  linkEnd,
  linkOfDraft,
  PARTY_LINK_TOPIC,
  type PartyLink,
} from './load-party-link.server.ts'
import { companyNamedIn, progressText, SENDS_A_DAY } from './party-link.rules.ts'

const who = { agency: agency_writers } as const

const input = z.union([
  z.strictObject({ draft_id: z.uuid(), email: emailInput }),
  /** A draft that holds nothing else about the contractor yet. */
  z.strictObject({ first_name: mandatory, last_name: mandatory, email: emailInput }),
])

/** Mails the contractor a link to their own part. An earlier link of the draft is dead at once. */
export const sendPartyLink = verb({
  action_id: 'business.party.send_link',
  since: '0.1.0',
  summary: 'Mails a contractor a link by which they enter their own details',
  machine: 'refused',
  impersonator: 'refused',
  who,
  input,
  output: z.strictObject({ draft_id: z.uuid(), email: z.string() }),
  run: async (context, asked) => {
    const { tx } = context
    const { email } = asked
    await actingAgency(context, undefined)
    await refuseOwnPeople(context, email)
    const draft_id =
      'draft_id' in asked ? await ownDraft(context, asked.draft_id) : await begin(context, asked)
    const before = await linkOfDraft(tx, draft_id)
    await write(context, draft_id, email, before)
    return { draft_id, email }
  },
})

async function ownDraft(context: VerbContext, id: string): Promise<string> {
  const { draft, facts } = await lockDraft(context, id)
  if (draft.entity !== 'contractor') throw precondition('Only a contractor enters their own details')
  requireCan(can.save_draft(facts, context.viewer))
  return draft.id
}

async function begin(
  context: VerbContext,
  { first_name, last_name, email }: Record<'first_name' | 'last_name' | 'email', string>,
): Promise<string> {
  const values = { first_name, last_name, email }
  requireCan(can.save_draft(newFacts('contractor', context.viewer, titleOf(values)), context.viewer))
  const { business_id: agency_id } = context.viewer
  return insertDraft(context, { kind: 'contractor', entity_id: null, status: 'draft', values, agency_id })
}

/** Somebody of the agency would otherwise be contractor and approver in one. */
async function refuseOwnPeople({ tx, viewer }: VerbContext, email: string): Promise<void> {
  const colleague = await tx.row(
    `select 1 as one from business.business_contact where business_id = $1 and lower(email) = $2 and deleted_at is null`,
    [viewer.business_id, email],
  )
  if (colleague) throw invalid({ email: 'This address is of one of your own people' })
}

async function write(
  context: VerbContext,
  draft_id: string,
  email: string,
  before: PartyLink | undefined,
): Promise<void> {
  const { tx, clock, viewer } = context
  const today = clock.today()
  const sent = await tx.row<{ n: number }>(
    `select coalesce(sum(sent_that_day), 0)::int as n from auth.party_link where lower(email) = $1 and sent_on = $2 and draft_id <> $3`,
    [email, today, draft_id],
  )
  const of_draft = before?.sent_on === today ? before.sent_that_day : 0
  if ((sent?.n ?? 0) + of_draft >= SENDS_A_DAY)
    throw precondition(`At most ${SENDS_A_DAY} links a day go to one address. Please try again tomorrow`)
  const send_no = (before?.send_no ?? 0) + 1
  const id = before?.id ?? newUuid(clock)
  await tx.run(
    `insert into auth.party_link as k (id, draft_id, email, send_no, sent_on, sent_that_day, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (draft_id) do update set email = excluded.email, send_no = excluded.send_no, sent_on = excluded.sent_on,
       sent_that_day = excluded.sent_that_day, created_by = excluded.created_by, created_at = excluded.created_at,
       expires_at = excluded.expires_at, token_hash = null, stopped_at = null, used_at = null, used_key = null, signed_as = null,
       contractor_id = null, asked_by = null, payee_id = null, self_billing_from = null, declined_because = null,
       -- Another mailbox does not read the account that the first one typed.
       bank = case when k.email = excluded.email then k.bank else '{}' end`,
    [id, draft_id, email, send_no, today, of_draft + 1, viewer.user_id, clock.now(), linkEnd(clock.now())],
  )
  // Nor their files.
  if (before && before.email !== email) await endFiles(context, before.id)
  context.audit({
    entity: 'request.draft_request',
    entity_id: draft_id,
    new_values: { link_sent_to: email, link_expires_at: linkEnd(clock.now()) },
  })
  context.enqueue(PARTY_LINK_TOPIC, `${PARTY_LINK_TOPIC}:${id}:${send_no}`, { link_id: id, send_no })
}

const endFiles = ({ tx, clock }: VerbContext, link_id: string) =>
  tx.run('update auth.party_link_file set ended_at = $2 where link_id = $1 and ended_at is null', [
    link_id,
    clock.now(),
  ])

/** Ends the link. The contractor's values stay in the draft, without their account and files. */
export const stopPartyLink = verb({
  action_id: 'business.party.stop_link',
  since: '0.1.0',
  summary: 'Ends the link by which a contractor enters their own details',
  machine: 'refused',
  impersonator: 'allowed',
  who,
  input: z.strictObject({ draft_id: z.uuid() }),
  output: z.strictObject({ draft_id: z.uuid() }),
  run: async (context, { draft_id }) => {
    const { tx, clock } = context
    await ownDraft(context, draft_id)
    const link = await linkOfDraft(tx, draft_id)
    if (!link || !isOpenLink(link, clock.now())) throw precondition('There is no link to stop')
    await tx.run(`update auth.party_link set stopped_at = $2, token_hash = null, bank = '{}' where id = $1`, [
      link.id,
      clock.now(),
    ])
    await endFiles(context, link.id)
    context.audit({
      entity: 'request.draft_request',
      entity_id: draft_id,
      old_values: { link_sent_to: link.email },
      new_values: { link_stopped_at: clock.now() },
    })
    return { draft_id }
  },
})

const state = z.enum(['open', 'expired', 'stopped', 'used'])

/** How far the contractor is, without the account that they typed. */
export const readPartyLink = verb({
  action_id: 'business.party.read_link',
  since: '0.1.0',
  summary: 'Shows how far a contractor is with their own details',
  machine: 'allowed',
  impersonator: 'allowed',
  who,
  is_reading: true,
  input: z.strictObject({ draft_id: z.uuid() }),
  output: z
    .strictObject({
      email: z.string(),
      state,
      expires_at: z.string(),
      /** Null: nothing is typed yet. */
      progress: z.string().nullable(),
      saved_at: z.string().nullable(),
    })
    .nullable(),
  run: async (context, { draft_id }) => {
    const { tx, clock, viewer } = context
    const { draft, facts } = await readOwnDraft(context, draft_id)
    requireCan(can.save_draft(facts, viewer))
    const link = await linkOfDraft(tx, draft_id, { lock: false })
    if (!link) return null
    const through = companyNamedIn(fieldsOf(draft.requested_data)) === null ? null : 'named'
    return {
      email: link.email,
      state: stateOf(link, isOpenLink(link, clock.now())),
      expires_at: link.expires_at,
      progress: link.saved_at === null ? null : progressText(link.step, through),
      saved_at: link.saved_at,
    }
  },
})

function stateOf({ used_at, stopped_at }: PartyLink, isOpen: boolean): z.infer<typeof state> {
  if (used_at !== null) return 'used'
  if (stopped_at !== null) return 'stopped'
  return isOpen ? 'open' : 'expired'
}
