import { z } from 'zod'
import { category_roles } from '#entity/roles.ts'
import { notFound } from '#kernel/errors.ts'
import { reasonOf, requireCan } from '#kernel/refusal.ts'
import { isUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { agency_side } from '../../shared/who-may.rules.ts'
import { alikeTo } from '../look-alikes/find-look-alikes.server.ts'
import {
  can,
  isOffered,
  kinds,
  need_names,
  nextStep,
  party_actions,
  party_kinds,
} from '../onboarding.rules.ts'
import { companyToPayThrough } from '../payment-companies.server.ts'
import { financialsOf } from './financials.rules.ts'
import { type FirstFee, firstFeeOf } from './first-fee.rules.ts'
import { type FirstFundingRule, firstFundingRuleOf } from './first-funding-rule.rules.ts'
import { loadParty, type PartyRow, readOwnDraft } from './load-party.server.ts'
import { hasFeeRule, hasFundingRule } from './party-needs.server.ts'
import { readRemarks } from './party-remarks.server.ts'
import { valuesInput } from './party-values.server.ts'
import { switchFacts } from './switch-party.server.ts'
import { can as canTurn, offeredSwitch, switch_actions } from './switching.rules.ts'

const { agency, provider } = category_roles

/** The agency's corrections of a submitted contractor: the person, the moment and the fields. */
const correctionsInput = z.array(
  z.strictObject({ by: z.uuid(), by_name: z.string(), at: z.string(), fields: z.array(z.string()) }),
)

/** The state of a party, its next step, and the reader's permitted steps. */
export const readParty = verb({
  action_id: 'business.party.read',
  since: '0.1.0',
  summary: 'Shows how far the onboarding of a party is, and what it needs',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency, provider },
  is_reading: true,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({
    status: z.string(),
    /** An approval is of the party as it was then. */
    updated_at: z.string(),
    /** Null: it is in force. */
    next: z.string().nullable(),
    /** Of an approved party. */
    needs: z.array(z.enum(need_names)),
    /** They stop nothing. */
    remarks: z.array(z.string()).readonly(),
    comment: z.string().nullable(),
    submitted_by_name: z.string().nullable(),
    /** Parties of an alike name, for the people that decide about a submitted one. */
    alike: z.array(
      z.strictObject({ id: z.uuid(), human_id: z.string(), name: z.string(), type: z.string() }),
    ),
    /** HMRC's name of the VAT number, where it is not alike the party's. */
    hmrc_name: z.string().nullable(),
    corrections: correctionsInput,
    /** Of a client that is not in force, as its agency typed them; null: none. */
    financials: z.record(z.string(), z.string()).nullable(),
    /** Of an agency that is not in force, for its provider; null: none is typed. */
    first_fee: z.record(z.string(), z.string()).nullable(),
    /** Of a funder that is not in force, for its provider; null: none is typed. */
    first_funding_rule: z.record(z.string(), z.string()).nullable(),
    is_active: z.boolean(),
    /** Switching it off or on; null: not the reader's to do. */
    turn: z.strictObject({ action: z.enum(switch_actions), refusal: z.string().nullable() }).nullable(),
    /** Null: another business's. */
    draft_id: z.uuid().nullable(),
    steps: z.array(z.strictObject({ action: z.enum(party_actions), refusal: z.string().nullable() })),
  }),
  run: async (context, { id }) => {
    const { viewer } = context
    const party = await loadParty(context, id, 'read')
    // An agency reads what it still needs itself, and nothing of its provider's people and reasons.
    const is_own = id === viewer.business_id
    if (viewer.category === 'agency' && kinds[party.kind].is_of_provider && !is_own) throw notFound('Party')
    const turning = await switchFacts(context, party)
    const turn = offeredSwitch(turning, viewer)
    return {
      is_active: turning.status !== 'off',
      turn: turn && { action: turn, refusal: reasonOf(canTurn[turn](turning, viewer)) },
      status: party.status,
      updated_at: party.updated_at,
      alike: isOffered('reject', party, viewer) ? await alikeTo(context, party) : [],
      hmrc_name: await differingName(context, id),
      corrections: await correctionsOf(context, id),
      financials: party.kind === 'client' ? financialsOf(await typedValues(context, party)) : null,
      first_fee: viewer.category === 'provider' ? await readFirstFee(context, party) : null,
      first_funding_rule: viewer.category === 'provider' ? await readFirstFundingRule(context, party) : null,
      next: nextStep(party),
      needs: party.status === 'approved' ? [...party.needs] : [],
      remarks: await readRemarks(context, id),
      comment: is_own ? null : party.status_comment,
      submitted_by_name: is_own
        ? null
        : ((await nameOf(context, party.submitted_by)) ?? (await linkedName(context, id))),
      draft_id: party.owner_id === viewer.business_id ? party.draft_id : null,
      steps: party_actions
        .filter((action) => isOffered(action, party, viewer))
        .map((action) => ({ action, refusal: reasonOf(can[action](party, viewer)) })),
    }
  },
})

/** The rule that the approval puts in force. */
async function readFirstFee(context: VerbContext, party: PartyRow): Promise<FirstFee | null> {
  if (party.kind !== 'agency' || nextStep(party) === null || (await hasFeeRule(context.tx, party.id)))
    return null
  return firstFeeOf(await typedValues(context, party))
}

async function readFirstFundingRule(context: VerbContext, party: PartyRow): Promise<FirstFundingRule | null> {
  if (party.kind !== 'funder' || nextStep(party) === null || (await hasFundingRule(context.tx, party.id)))
    return null
  return firstFundingRuleOf(await typedValues(context, party))
}

async function differingName({ tx }: VerbContext, id: string): Promise<string | null> {
  const row = await tx.row<{ vat_check_name: string | null }>(
    `select c.vat_check_name from business.company c join business.business b on b.company_id = c.id
     where b.id = $1 and c.vat_name_differs`,
    [id],
  )
  return row?.vat_check_name ?? null
}

async function correctionsOf({ tx }: VerbContext, id: string): Promise<z.infer<typeof correctionsInput>> {
  const row = await tx.row<{ corrections: unknown }>(
    'select corrections from business.business where id = $1',
    [id],
  )
  return correctionsInput.parse(row?.corrections ?? [])
}

type TypedValues = Readonly<Record<string, unknown>>

async function typedValues({ tx }: VerbContext, { draft_id }: PartyRow): Promise<TypedValues> {
  const draft = await tx.row<{ requested_data: TypedValues }>(
    'select requested_data from request.draft_request where id = $1',
    [draft_id],
  )
  return draft?.requested_data ?? {}
}

async function nameOf({ tx }: VerbContext, user_id: string | null): Promise<string | null> {
  if (user_id === null) return null
  const user = await tx.row<{ name: string }>('select name from platform."user" where id = $1', [user_id])
  return user?.name ?? null
}

/** A contractor who submitted by a link. */
async function linkedName({ tx }: VerbContext, id: string): Promise<string | null> {
  const link = await tx.row<{ email: string; signed_as: string | null }>(
    `select k.email, k.signed_as from auth.party_link k join request.draft_request d on d.id = k.draft_id
     where d.entity_id = $1 and k.used_at is not null`,
    [id],
  )
  if (!link) return null
  const { email, signed_as } = link
  return signed_as === null ? `${email}, by a link` : `${email}, by a link, signed ${signed_as}`
}

/** The typed values of a draft, for its own business. */
export const readDraft = verb({
  action_id: 'business.party.read_draft',
  since: '0.1.0',
  summary: 'Shows what was typed of a new party',
  machine: 'allowed',
  impersonator: 'allowed',
  who: agency_side,
  is_reading: true,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({
    id: z.uuid(),
    kind: z.enum(party_kinds),
    version: z.number(),
    values: valuesInput,
    /** The party, once it was submitted. */
    party_id: z.uuid().nullable(),
    agency_name: z.string().nullable(),
    company_name: z.string().nullable(),
    comment: z.string().nullable(),
  }),
  run: async (context, { id }) => {
    const { draft, facts } = await readOwnDraft(context, id)
    requireCan(can.save_draft(facts, context.viewer))
    const { payment_company_id } = draft.requested_data
    const company =
      typeof payment_company_id === 'string' && isUuid(payment_company_id)
        ? await companyToPayThrough(context, { id: payment_company_id })
        : undefined
    const more = await context.tx.row<{
      agency_name: string | null
      company_name: string | null
      comment: string | null
    }>(
      `select (select name from business.business where id = $1) as agency_name,
         (select name from business.business where id = $3) as company_name,
         (select status_comment from business.business where id = $2) as comment`,
      [draft.agency_id, draft.entity_id, company?.id ?? null],
    )
    return {
      id,
      kind: draft.entity,
      version: draft.version,
      values: draft.requested_data,
      party_id: draft.entity_id,
      agency_name: more?.agency_name ?? null,
      company_name: more?.company_name ?? null,
      comment: more?.comment ?? null,
    }
  },
})
