/**
 * Turns approved work into invoice sets: documents, lines, numbers and postings (money.md §1.5). Set-based, so that
 * one approval and a run of two thousand use the same statements for every kind of work.
 */

import { assert, present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { isStintError } from '#kernel/errors.ts'
import { instant, londonDay } from '#kernel/instant.ts'
import type { Percent4 } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { readCharges } from '../fees/read-charges.server.ts'
import { exposureOf } from '../funding/evaluate-disallowance.server.ts'
import { type Judging, judgeDebt } from '../funding/follow-disallowance.server.ts'
import { describeParties } from '../invoices/describe-parties.server.ts'
import { type HoldReason, holdReason } from '../invoices/funding-hold.rules.ts'
import type { Headroom } from '../invoices/headroom.server.ts'
import { readHeadroom } from '../invoices/headroom.server.ts'
import type { Issued, IssuedSet } from '../invoices/insert-documents.server.ts'
import { insertInvoices, insertLines, insertSets } from '../invoices/insert-documents.server.ts'
import type { WorkDetails } from '../invoices/invoice-set-plan.rules.ts'
import { raiseInputOf } from '../invoices/invoice-set-plan.rules.ts'
import { issuerRole } from '../invoices/numbering.rules.ts'
import { raiseSet } from '../invoices/raise.rules.ts'
import type { RaisedDocument, RaisedSet } from '../invoices/raised-set.rules.ts'
import { readStandardRate } from '../invoices/read-tax-rate.server.ts'
import { readUndecided } from '../invoices/read-undecided.server.ts'
import { type IsVerified, readVerified } from '../invoices/read-verified.server.ts'
import type { Accounts, Party, PayrollFigures, Work, WorkKind } from '../invoices/read-work.server.ts'
import {
  readAccounts,
  readExpenseItems,
  readParties,
  readPayroll,
  readTaxIds,
  readUnits,
  readWork,
} from '../invoices/read-work.server.ts'
import { numberDocuments } from '../invoices/take-numbers.server.ts'
import { postEntries } from '../ledger/post.server.ts'
import { readVatStandings } from '../parties/vat-check/read-vat-checks.server.ts'
import type { VatStanding } from '../parties/vat-check.rules.ts'
import { missingEvidence } from '../parties/vat-evidence.rules.ts'
import type { PartyRole } from '../shared/invoice-types.rules.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'
import { setEntry } from './set-entry.server.ts'
import { hashOfSet } from './set-hash.server.ts'

type Within = Judging

export type RaiseOutcome = {
  /** Invoice set by timesheet, expense or placement. */
  readonly raised: ReadonlyMap<string, string>
  /** The reasons for missing sets, by the same ids, in words for the agency. */
  readonly refused: ReadonlyMap<string, string>
  /** The raised sets, in the order of the ids. */
  readonly sets: readonly IssuedSet[]
}

/**
 * Raises the sets of this work, dated today. The caller has locked it and checked that it may be raised; work that has
 * its set already breaks the unique fact and nothing is kept.
 */
export async function raiseSets(
  within: Within,
  kind: WorkKind,
  source_ids: readonly string[],
): Promise<RaiseOutcome> {
  const { raisable, refused, facts } = await prepare(within, kind, source_ids)
  if (raisable.length === 0) return { raised: new Map(), refused, sets: [] }
  const { tx, clock } = within
  const numbers = await numberDocuments(tx, raisable.flatMap(issuersOf))
  // After the counters are locked, so that two runs for one client see each other's debt.
  const client_ids = [...new Set(raisable.map(({ work }) => work.client_id))]
  const headroom = await readHeadroom(tx, client_ids, clock.today())
  const isVerified = await readVerified(tx, client_ids)
  const undecided = await readUndecided(tx, client_ids)
  const described = await describeParties(within, partiesUsed(raisable, facts.parties))
  const tax_ids = await readTaxIds(tx)
  let next = 0
  const sets = raisable.map((one): IssuedSet => {
    const from = next
    next += one.set.documents.length
    return issueSet(within, one, numbers.slice(from, next), {
      ...facts,
      described,
      tax_ids,
      headroom,
      isVerified,
      undecided,
    })
  })
  await insertSets(within, sets)
  await insertInvoices(within, sets)
  await insertLines(within, sets)
  await postEntries(within, sets.map(ledgerEntry))
  await judgeDebt(within, await exposureOf(within, sets.flatMap(clientDocuments)))
  return { raised: new Map(sets.map(({ source, id }) => [source.source_id, id])), refused, sets }
}

/** The same for timesheets. */
export function raiseInvoiceSets(within: Within, timesheet_ids: readonly string[]): Promise<RaiseOutcome> {
  return raiseSets(within, 'timesheet', timesheet_ids)
}

/** Why these timesheets could not be raised with such figures of payroll, by timesheet; nothing is written. */
export async function unraisable(
  within: Within,
  payroll: ReadonlyMap<string, PayrollFigures>,
): Promise<ReadonlyMap<string, string>> {
  return (await prepare(within, 'timesheet', [...payroll.keys()], payroll)).refused
}

type Raisable = {
  readonly work: Work
  readonly set: RaisedSet
  readonly business_of: Readonly<Record<PartyRole, string | null>>
}

type Facts = {
  readonly parties: ReadonlyMap<string, Party>
  readonly accounts: (business_id: string, currency_id: string) => Accounts
}

/** Reads everything, and separates raisable work from refused work. */
async function prepare(
  { tx, clock }: Within,
  kind: WorkKind,
  source_ids: readonly string[],
  /** Figures that are not stored yet. */
  foreseen?: ReadonlyMap<string, PayrollFigures>,
) {
  const today = clock.today()
  const works = await readWork(tx, kind, source_ids, today)
  assert(works.length === source_ids.length, 'all the work to raise exists')
  const business_ids = [
    ...new Set(works.flatMap((work) => Object.values(businessesOf(work)).filter((id) => id !== null))),
  ]
  const parties = await readParties(tx, business_ids)
  const accounts = await readAccounts(tx, business_ids)
  const billees = works.flatMap(({ payment_company_id: id, agency_id }) =>
    id === null ? [agency_id] : [id, agency_id],
  )
  const standings = await readVatStandings(tx, [...new Set(billees)], today)
  const charges = await readCharges(tx, [...new Set(works.map((work) => work.agency_id))], today)
  const standard_rate = await readStandardRate(tx, today)
  const charges_of = Map.groupBy(charges, (charge) => charge.agency_id)
  const doneIn = await readDone(tx, kind, source_ids, foreseen)
  const refused = new Map<string, string>()
  const raisable = works.flatMap((work): Raisable[] => {
    const set = setOf(work, { parties, accounts }, doneIn(work.source_id), {
      standings,
      charges: charges_of.get(work.agency_id) ?? [],
      today,
      standard_rate,
    })
    if (typeof set !== 'string') return [{ work, set, business_of: businessesOf(work) }]
    refused.set(work.source_id, set)
    return []
  })
  return { raisable, refused, facts: { parties, accounts } satisfies Facts }
}

/** The hours or items of each timesheet or expense, by its id. */
async function readDone(
  tx: Tx,
  kind: WorkKind,
  source_ids: readonly string[],
  foreseen?: ReadonlyMap<string, PayrollFigures>,
): Promise<(source_id: string) => WorkDetails> {
  const is_time = kind === 'timesheet'
  const units = Map.groupBy(is_time ? await readUnits(tx, source_ids) : [], (one) => one.timesheet_id)
  const stored = foreseen ?? (is_time ? await readPayroll(tx, source_ids) : null)
  const payroll = stored ?? new Map<string, PayrollFigures>()
  const items = Map.groupBy(
    kind === 'expense' ? await readExpenseItems(tx, source_ids) : [],
    (one) => one.expense_id,
  )
  return (id) => ({
    units: units.get(id) ?? [],
    items: items.get(id) ?? [],
    payroll: payroll.get(id) ?? null,
  })
}

function businessesOf(work: Work): Readonly<Record<PartyRole, string | null>> {
  return {
    contractor: work.payment_company_id,
    agency: work.agency_id,
    provider: work.provider_id,
    client: work.client_id,
    funder: work.funder_id,
  }
}

type SetFacts = {
  readonly standings: ReadonlyMap<string, VatStanding>
  readonly charges: Awaited<ReturnType<typeof readCharges>>
  readonly today: ReturnType<Clock['today']>
  readonly standard_rate: Percent4
}

/** The set of one timesheet or expense, or the reason for none. */
function setOf(
  work: Work,
  { parties, accounts }: Facts,
  done: WorkDetails,
  { standings, charges, today, standard_rate }: SetFacts,
): RaisedSet | string {
  const party = (id: string) => present(parties.get(id), 'a party of the placement')
  const partyOrNone = (id: string | null) => (id === null ? null : party(id))
  const standing = (id: string): VatStanding => standings.get(id) ?? 'not_checked'
  const payee = partyOrNone(work.payment_company_id)
  const agency = party(work.agency_id)
  const input = raiseInputOf(
    work,
    {
      client: party(work.client_id),
      contractor: payee && { ...payee, vat_standing: standing(payee.id) },
      agency: { ...agency, vat_standing: standing(agency.id) },
      provider: party(work.provider_id),
      funder: partyOrNone(work.funder_id),
    },
    done,
    charges,
    {
      approved_day: work.approved_at === null ? today : londonDay(instant(work.approved_at)),
      raised_date: today,
      standard_rate,
    },
  )
  if (typeof input === 'string') return input
  try {
    const set = raiseSet(input)
    const waits = missingEvidence(party(work.client_id), clientTaxes(set))
    if (waits !== null) return waits
    const principal = party(principalOf(set, work))
    return accounts(principal.id, work.currency_id).into === null
      ? `${principal.business_name} has no bank account in ${work.currency} for clients to pay into`
      : set
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return refusal.message
  }
}

const clientTaxes = ({ documents }: RaisedSet): string[] =>
  documents
    .filter(({ type }) => isClientFacing(type))
    .flatMap(({ lines }) => lines.map((line) => line.tax_type))

function principalOf(set: RaisedSet, work: Pick<Work, 'provider_id' | 'funder_id'>): string {
  return set.principal === 'provider' ? work.provider_id : present(work.funder_id, 'the funder')
}

const clientDocuments = ({ documents }: IssuedSet): string[] =>
  documents.filter(({ document }) => isClientFacing(document.type)).map(({ id }) => id)

function issuersOf({ set, business_of }: Raisable) {
  return set.documents.map((document) => ({
    issuer_id: present(business_of[issuerRole(document)], 'the issuer of a document'),
    kind: document.is_credit_note ? ('credit_note' as const) : ('invoice' as const),
  }))
}

function partiesUsed(raisable: readonly Raisable[], parties: ReadonlyMap<string, Party>): Party[] {
  const ids = new Set<string>()
  for (const { set, business_of } of raisable) {
    for (const { from, to } of set.documents) {
      ids.add(present(business_of[from], 'who issues'))
      ids.add(present(business_of[to], 'who receives'))
    }
  }
  return [...ids].map((id) => present(parties.get(id), 'a party of a document'))
}

type Issuing = Facts & {
  readonly described: ReadonlyMap<string, string>
  readonly tax_ids: ReadonlyMap<string, string>
  readonly headroom: Headroom
  readonly isVerified: IsVerified
  readonly undecided: ReadonlySet<string>
}

function issueSet({ clock }: Within, one: Raisable, numbers: readonly string[], facts: Issuing): IssuedSet {
  const { work, set, business_of } = one
  const key = {
    client_id: work.client_id,
    principal_id: principalOf(set, work),
    currency_id: work.currency_id,
  }
  const held_by = holdReason({
    ...facts.headroom.take(key, work.agency_id, set.client_gross),
    is_verified: facts.isVerified(work.client_id, work.agency_id),
    is_in_order: !facts.undecided.has(work.client_id),
    awaits_evidence: work.awaits_evidence,
    has_long_week: work.has_long_week,
    is_unworked: work.is_unworked,
  })
  const documents = set.documents.map((document, i): Issued => {
    const from_business_id = present(business_of[document.from], 'who issues')
    const to_business_id = present(business_of[document.to], 'who receives')
    return {
      id: newUuid(clock),
      human_id: present(numbers[i], 'number of a document'),
      document,
      from_business_id,
      to_business_id,
      from_invoice_entity_id: present(facts.described.get(from_business_id), 'description of the issuer'),
      to_invoice_entity_id: present(facts.described.get(to_business_id), 'description of the recipient'),
      assigned_to_id: document.assigned_to === null ? null : business_of[document.assigned_to],
      business_tax_id: present(facts.tax_ids.get(document.tax_type), 'tax of a document'),
      payable_bank_account_id: accountFor(document, one, facts),
      ...fundingOf(document, set, held_by),
    }
  })
  return { source: work, set, business_of, id: newUuid(clock), documents, content_hash: hashOfSet(one) }
}

/** The payable account: clients pay the principal, also where another party issues the invoice; other payees use their own account. */
function accountFor(
  document: RaisedDocument,
  { work, set, business_of }: Raisable,
  { accounts }: Facts,
): string | null {
  const of = (business_id: string | null) =>
    business_id === null ? null : accounts(business_id, work.currency_id)
  if (isClientFacing(document.type)) return of(principalOf(set, work))?.into ?? null
  const payee: Partial<Record<RaisedDocument['type'], PartyRole>> = {
    'contractor-agency': 'contractor',
    'agency-provider': 'agency',
    'agency-funder': 'agency',
    agency_earnings: 'agency',
  }
  const role = payee[document.type]
  // Fees are set off and on-costs go to HMRC and pension schemes: neither is paid to an account of ours.
  return role === undefined ? null : (of(business_of[role])?.payout ?? null)
}

/** Only documents that wait for an advance have one; they are held while there is a reason (money.md §1.9, i). */
function fundingOf(
  document: RaisedDocument,
  set: RaisedSet,
  held_by: HoldReason | null,
): Pick<Issued, 'funding_status' | 'funding_hold_reason'> {
  const is_advanced =
    isClientFacing(document.type) ||
    document.type === 'agency-provider' ||
    document.type === 'agency-funder' ||
    document.type === 'agency_earnings'
  if (set.funding_type === 'paid_when_paid' || !is_advanced)
    return { funding_status: 'not_applicable', funding_hold_reason: null }
  return { funding_status: held_by === null ? 'pending' : 'held', funding_hold_reason: held_by }
}

function ledgerEntry(issued: IssuedSet) {
  const { source, set } = issued
  const fact = `${source.version}:${set.generation_type}`
  return setEntry(issued, { principal_id: principalOf(set, source), fact })
}
