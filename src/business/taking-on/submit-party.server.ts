import { z } from 'zod'
import { invalid, notAllowed } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { bankDetailsInput } from '../bank-accounts/bank-account-input.server.ts'
import {
  askBeforeSubmission,
  keepStanding,
  readCompany,
} from '../parties/company-status/company-standing.server.ts'
import type { Standing } from '../parties/company-status.rules.ts'
import type { Submitted } from '../parties/insert-party.server.ts'
import { agency_shape, insertAgency, requireDefault } from '../parties/new-party/insert-agency.server.ts'
import { client_shape, formedClient, insertClient } from '../parties/new-party/insert-client.server.ts'
import {
  contractor_shape,
  identified,
  insertContractor,
  paidOneWay,
} from '../parties/new-party/insert-contractor.server.ts'
import { funder_shape, insertFunder } from '../parties/new-party/insert-funder.server.ts'
import {
  payment_company_shape,
  writePaymentCompany,
} from '../parties/new-party/insert-payment-company.server.ts'
import { papersIn, type TypedPaper } from '../parties/new-party/party-rows.rules.ts'
import { draft_request } from '../parties/onboarding/draft-request.entity.ts'
import {
  type DraftRow,
  type FoundDraft,
  lockDraft,
  type PartyRow,
} from '../parties/onboarding/load-party.server.ts'
import { moveParty } from '../parties/onboarding/party-steps.server.ts'
import { titleOf, valuesOf } from '../parties/onboarding/party-values.server.ts'
import { insertDraft, submittedBy } from '../parties/onboarding/submitted.server.ts'
import { allOf, type Made } from '../parties/onboarding/write-party.server.ts'
import { can, newFacts, who } from '../parties/onboarding.rules.ts'
import { beside_faults } from '../parties/party-input.server.ts'
import { actingAgency } from '../parties/visible-business.server.ts'
import { keepAccount } from './submitted-account.server.ts'
import { checkFee, fee_shape } from './submitted-fee.server.ts'
import { checkFinancials, financials_shape } from './submitted-financials.server.ts'
import { checkFundingRule, funding_rule_shape } from './submitted-funding-rule.server.ts'
import { filesOfDraft, keepFitting, keepPapers, papersInput } from './submitted-papers.server.ts'
import { checkPeople, keepPeople, peopleInput, requireWorker } from './submitted-people.server.ts'
import { checkSize, keepSize, size_shape } from './submitted-size.server.ts'

/** Absent: a party without a draft. */
const draft = { draft_id: z.uuid().optional() }
const papers = { papers: papersInput.optional() }
const people = { people: peopleInput.optional() }
const account = { bank_account: bankDetailsInput.optional() }
const company = <const K extends string>(kind: K) =>
  z.strictObject({ ...draft, kind: z.literal(kind), ...payment_company_shape, ...account, ...papers })

export const submitInput = z.discriminatedUnion('kind', [
  z
    .strictObject({
      ...draft,
      kind: z.literal('client'),
      ...client_shape,
      ...size_shape,
      ...financials_shape,
      ...people,
      ...papers,
    })
    .superRefine(formedClient, beside_faults),
  z
    .strictObject({
      ...draft,
      kind: z.literal('contractor'),
      ...contractor_shape,
      ...people,
      ...account,
      ...papers,
    })
    .superRefine(paidOneWay)
    .superRefine(identified, beside_faults),
  company('limited'),
  company('umbrella'),
  company('selfemployed'),
  company('payer'),
  z.strictObject({
    ...draft,
    kind: z.literal('funder'),
    ...funder_shape,
    ...funding_rule_shape,
    ...people,
    ...account,
  }),
  z
    .strictObject({
      ...draft,
      kind: z.literal('agency'),
      ...agency_shape,
      ...fee_shape,
      ...people,
      ...account,
      ...papers,
    })
    .superRefine(requireDefault),
])
type Input = z.infer<typeof submitInput>

/** Sends a party for approval: its rows are made, and nobody uses it before another person has approved it. */
export const submitParty = verb({
  action_id: 'business.party.submit',
  since: '0.1.0',
  summary: 'Submits a new party for approval',
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
    requireOwnHand(context, asked)
    const found = asked.draft_id === undefined ? null : await lockDraft(context, asked.draft_id)
    if (found && found.draft.entity !== asked.kind) throw invalid({ kind: validationText.matches })
    const values = valuesOf(withoutDraft(asked))
    requireCan(can.submit(found?.facts ?? newFacts(asked.kind, viewer, titleOf(values)), viewer))
    // Programs and impersonators enter no people.
    const asks_email = viewer.token === null && viewer.impersonator_user_id === null
    return sendParty(context, asked, { found, submitted: submittedBy(context), asks_email })
  },
})

/** As `business_contact.create`, `bank_account.create` and `client.set_size` refuse them. @throws not_allowed */
function requireOwnHand({ viewer }: VerbContext, asked: Input): void {
  const has_people = 'people' in asked && asked.people !== undefined && asked.people.length > 0
  const has_account = 'bank_account' in asked && asked.bank_account !== undefined
  const has_size = 'size' in asked && asked.size !== undefined
  if (
    (has_people || has_account || has_size) &&
    (viewer.token !== null || viewer.impersonator_user_id !== null)
  )
    throw notAllowed('People, bank accounts and sizes are entered by a person in their own name')
}

/** The rows of a submission that the rule has allowed: all of them, or none. */
export async function sendParty(
  context: VerbContext,
  asked: Input,
  {
    found,
    submitted,
    asks_email = false,
    drafted_papers = [],
  }: {
    readonly found: FoundDraft | null
    readonly submitted: Submitted
    /** A contractor has the address by which they sign in. */
    readonly asks_email?: boolean
    /** Rows of the draft that the sender does not see. */
    readonly drafted_papers?: readonly TypedPaper[]
  },
): Promise<Made & { draft_id: string; status: 'submitted' }> {
  const earlier = found?.party ?? null
  const values = valuesOf(withoutDraft(asked))
  const agency_id = await agencyOf(context, asked)
  const people = 'people' in asked ? asked.people : undefined
  const papers = papersOf(asked) ?? []
  const [files, checked, , , , , , standing, { owners, ...made }] = await allOf(
    () => filesOfDraft(context, asked.draft_id, papers),
    () => checkPeople(context, { kind: asked.kind, country_code: countryOf(asked) }, people ?? []),
    async () => asks_email && asked.kind === 'contractor' && requireWorker(people ?? []),
    async () => asked.kind === 'client' && checkSize(context, asked),
    async () => asked.kind === 'agency' && checkFee(asked),
    async () => asked.kind === 'funder' && checkFundingRule(asked),
    async () => asked.kind === 'client' && checkFinancials(context.clock.today(), asked),
    () => askCompany(context, asked),
    () => write(context, asked, agency_id, submitted, earlier),
  )
  await allOf(
    async () => people && keepPeople(context, made.id, checked),
    () => keepPapers(context, papers, files, owners),
    async () => asked.kind === 'client' && keepSize(context, made.id, asked),
    () => keepOwnAccount(context, asked, owners.account_of),
  )
  if (standing !== null) await keepAnswer(context, owners.company_id ?? made.id, standing)
  const kept = await keepFitting(context, drafted_papers, files, owners)
  const draft_id = await keepSent(context, found?.draft, {
    ...asked,
    entity_id: made.id,
    agency_id,
    values,
    has_papers: papersOf(asked) !== undefined,
    kept_papers: kept,
  })
  if (earlier) await moveParty(context, earlier, 'submitted', { submitted })
  else
    context.audit({
      entity: 'business.business',
      entity_id: made.id,
      new_values: { ...made, status: 'submitted', type: asked.kind },
    })
  return { ...made, draft_id, status: 'submitted' as const }
}

const countryOf = (asked: Input): string | undefined =>
  (asked.kind === 'contractor' ? asked.individual.address : asked.company.address)?.country_code

const papersOf = (asked: Input) => ('papers' in asked ? asked.papers : undefined)

const withoutDraft = ({ draft_id: _, kind: __, ...values }: Input) => values

/** The owners of the submission's papers and account. */
type Owners = {
  readonly service_id: string | null
  readonly company_id: string | null
  readonly account_of: string | null
}
type Written = Made & { readonly owners: Owners }

/** The company that the submission names: the party's own, or a worker's. */
async function askCompany(context: VerbContext, asked: Input): Promise<Standing | null> {
  const [field, company] =
    asked.kind === 'contractor' ? ['payment_company', asked.payment_company] : ['company', asked.company]
  return company === undefined ? null : askBeforeSubmission(context, field, company)
}

/** The answer about the company that the submission has written. */
async function keepAnswer(context: VerbContext, business_id: string, standing: Standing): Promise<void> {
  const found = await context.tx.row<{ company_id: string | null }>(
    'select company_id from business.business where id = $1',
    [business_id],
  )
  const row = found?.company_id
    ? await readCompany(context.tx, found.company_id, 'for update of c')
    : undefined
  if (row) await keepStanding(context, row, standing)
}

/** @throws invalid for a worker paid through a company that has its account */
async function keepOwnAccount(context: VerbContext, asked: Input, business_id: string | null): Promise<void> {
  const details = 'bank_account' in asked ? asked.bank_account : undefined
  if (!details) return
  if (business_id === null) throw invalid({ 'bank_account.account_number': validationText.matches })
  const purpose = asked.kind === 'funder' ? 'trust' : 'payout'
  await keepAccount(context, { details, currency: asked.currency, business_id, purpose })
}

async function agencyOf(context: VerbContext, asked: Input): Promise<string | null> {
  if (asked.kind === 'client' || asked.kind === 'contractor')
    return (await actingAgency(context, asked.agency_id)).id
  return context.viewer.category === 'agency' ? (await actingAgency(context, undefined)).id : null
}

async function write(
  context: VerbContext,
  asked: Input,
  agency_id: string | null,
  submitted: Submitted,
  earlier: PartyRow | null,
): Promise<Written> {
  if (asked.kind === 'client') {
    const {
      draft_id: _,
      kind: __,
      agency_id: ___,
      people: _p,
      papers: _d,
      size: _s,
      size_tax_year: _y,
      temp_placement_count: _t,
      perm_placement_count: _m,
      average_client_rate: _r,
      credit_limit_amount: _l,
      valid_from: _v,
      valid_to: _u,
      ...client
    } = asked
    const { service_id, ...made } = await insertClient(context, {
      agency_id: agency_id ?? '',
      client,
      submitted,
      earlier,
    })
    return { ...made, owners: { service_id, company_id: null, account_of: null } }
  }
  if (asked.kind === 'contractor') {
    const {
      draft_id: _,
      kind: __,
      agency_id: ___,
      people: _p,
      papers: _d,
      bank_account: _b,
      ...contractor
    } = asked
    const { service_id, own_company_id, ...made } = await insertContractor(context, {
      agency_id: agency_id ?? '',
      contractor,
      submitted,
      earlier,
    })
    const account_of = asked.payment_type === 'paye' ? made.id : own_company_id
    return { ...made, owners: { service_id, company_id: own_company_id, account_of } }
  }
  if (asked.kind === 'funder') {
    const { company, currency } = asked
    const made = await insertFunder(context, { funder: { company, currency }, submitted, earlier })
    return { ...made, owners: { service_id: null, company_id: null, account_of: made.id } }
  }
  if (asked.kind === 'agency') {
    const { company, currency, funding_model, funding_models, compliance_documents, party_approval } = asked
    const agency = { company, currency, funding_model, funding_models, compliance_documents, party_approval }
    const { service_id, ...made } = await insertAgency(context, { agency, submitted, earlier })
    return { ...made, owners: { service_id, company_id: null, account_of: made.id } }
  }
  const made = await writePaymentCompany(
    context,
    { type: asked.kind, company: asked.company, currency: asked.currency },
    submitted,
    earlier,
  )
  return { ...made, owners: { service_id: null, company_id: made.id, account_of: made.id } }
}

/** The approval reads them from the draft: one of an earlier submission that this one leaves out is not approved. */
const read_by_approval: ReadonlySet<string> = new Set([
  ...Object.keys(fee_shape),
  ...Object.keys(financials_shape),
])

type Sent = Pick<Input, 'kind'> & {
  readonly entity_id: string
  readonly agency_id: string | null
  readonly values: DraftRow['requested_data']
  readonly has_papers: boolean
  /** Keys of the draft's rows that are documents now. */
  readonly kept_papers: ReadonlySet<string>
}

/** Keeps the submitted values: the form shows them again if the party is rejected. */
async function keepSent(context: VerbContext, found: DraftRow | undefined, sent: Sent): Promise<string> {
  const { kind, entity_id, agency_id, values } = sent
  if (!found) return insertDraft(context, { kind, entity_id, status: 'submitted', values, agency_id })
  // Its papers are documents of the party now.
  const { papers: _, ...rest } = found.requested_data
  const left = papersIn(found.requested_data.papers).filter(({ key }) => !sent.kept_papers.has(key))
  const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => !read_by_approval.has(name)))
  const typed = sent.has_papers ? kept : { ...kept, ...(left.length > 0 ? { papers: left } : {}) }
  await updateRow(context.tx, draft_request, found.id, {
    entity_id,
    agency_id,
    status: 'submitted',
    title: titleOf(values),
    requested_data: { ...typed, ...values },
    version: found.version + 1,
    updated_at: context.clock.now(),
  })
  return found.id
}
