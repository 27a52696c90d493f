/** Raises a single document with the agency's share: numbers, printed parties, postings. */
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { currency, parseMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import { exposureOf } from '../funding/evaluate-disallowance.server.ts'
import { type Judging, judgeDebt } from '../funding/follow-disallowance.server.ts'
import { describeParties } from '../invoices/describe-parties.server.ts'
import type { Issued, IssuedSet, SetSource } from '../invoices/insert-documents.server.ts'
import { insertInvoices, insertLines, insertSets } from '../invoices/insert-documents.server.ts'
import type { RaisedDocument, RaisedSet } from '../invoices/raised-set.rules.ts'
import { readStandardRate } from '../invoices/read-tax-rate.server.ts'
import type { Party } from '../invoices/read-work.server.ts'
import { readAccounts, readParties, readTaxIds } from '../invoices/read-work.server.ts'
import { numberDocuments } from '../invoices/take-numbers.server.ts'
import type { TaxType } from '../invoices/vat.rules.ts'
import { postEntries } from '../ledger/post.server.ts'
import type { PartyRole, SingleKind } from '../shared/invoice-types.rules.ts'
import { raiseSingle } from './raise-single.rules.ts'
import { setEntry } from './set-entry.server.ts'
import { hashOfSet } from './set-hash.server.ts'

type Within = Judging

/** A contract that is itself the billed item. */
export type SingleContract = {
  readonly id: string
  readonly type: SingleKind
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string | null
  readonly contractor_id: string | null
  readonly payment_company_id: string | null
  /** A funder that reads the document and finances nothing of it. */
  readonly funder_id: string | null
  readonly currency: string
  readonly currency_id: string
  readonly amount: string
  readonly tax_type: TaxType | null
  readonly title: string
  readonly description: string | null
  readonly payment_terms: number
}

/** The parties of the contract's document, and its payable account. */
type Standing = {
  readonly business_of: Readonly<Record<PartyRole, string | null>>
  readonly issuer: Party
  readonly recipient: Party
  readonly set: RaisedSet
  readonly document: RaisedDocument
  /** The agency's share of it, or its debt on it (decision 0020). */
  readonly share: RaisedDocument
  readonly provider: Party
  readonly agency: Party
  readonly payable_bank_account_id: string | null
}

const issuer_role = {
  sales_invoice: 'agency',
  purchase_ledger: 'contractor',
  adhoc_fee: 'provider',
} as const satisfies Record<SingleKind, PartyRole>

async function standingOf({ tx, clock }: Within, contract: SingleContract): Promise<Standing> {
  const business_of = {
    contractor: contract.payment_company_id,
    agency: contract.agency_id,
    provider: contract.provider_id,
    client: contract.client_id,
    funder: null,
  } as const satisfies Record<PartyRole, string | null>
  const ids = Object.values(business_of).filter((id) => id !== null)
  const parties = await readParties(tx, ids)
  const party = (role: PartyRole) => present(parties.get(business_of[role] ?? ''), `the ${role}`)
  const issuer = party(issuer_role[contract.type])
  const code = currency(contract.currency)
  const set = raiseSingle({
    kind: contract.type,
    currency: code,
    description: contract.description ?? contract.title,
    amount: parseMoney(contract.amount, code),
    tax_type: contract.tax_type,
    issuer: { name: issuer.business_name, is_vat_registered: issuer.is_vat_registered },
    client_country_code: parties.get(contract.client_id ?? '')?.country_code ?? 'GB',
    client: parties.get(contract.client_id ?? '') ?? null,
    payment_terms: contract.payment_terms,
    standard_rate: await readStandardRate(tx, clock.today()),
    raised_date: clock.today(),
  })
  const accounts = await readAccounts(tx, ids)
  const into = accounts(contract.provider_id, contract.currency_id).into
  if (contract.type === 'sales_invoice' && into === null)
    throw precondition(`There is no bank account in ${contract.currency} for clients to pay into`)
  const payable = {
    sales_invoice: into,
    purchase_ledger: accounts(issuer.id, contract.currency_id).payout,
    adhoc_fee: null,
  } as const satisfies Record<SingleKind, string | null>
  const document = present(set.documents[0], 'the document')
  return {
    business_of,
    issuer,
    recipient: party(document.to),
    set,
    document,
    share: present(set.documents[1], 'the share of the agency'),
    provider: party('provider'),
    agency: party('agency'),
    payable_bank_account_id: payable[contract.type],
  }
}

/** Issues the contract's document, dated today. @throws precondition with the reason it cannot be */
export async function issueSingle(
  within: Within,
  contract: SingleContract,
): Promise<{ invoice_set_id: string; invoice_id: string; human_id: string }> {
  const { tx, clock } = within
  const standing = await standingOf(within, contract)
  const { business_of, issuer, recipient, provider, agency, set, document, share } = standing
  const numbers = await numberDocuments(tx, [
    { issuer_id: issuer.id, kind: 'invoice' },
    { issuer_id: provider.id, kind: 'invoice' },
  ])
  const parties = new Map([issuer, recipient, provider, agency].map((party) => [party.id, party]))
  const described = await describeParties(within, [...parties.values()])
  const tax_ids = await readTaxIds(tx)
  const issue = (raised: RaisedDocument, from: Party, to: Party, human_id: string | undefined): Issued => ({
    id: newUuid(clock),
    human_id: present(human_id, 'a number'),
    document: raised,
    from_business_id: from.id,
    to_business_id: to.id,
    from_invoice_entity_id: present(described.get(from.id), 'description of the issuer'),
    to_invoice_entity_id: present(described.get(to.id), 'description of the recipient'),
    assigned_to_id: null,
    business_tax_id: present(tax_ids.get(raised.tax_type), 'tax of a document'),
    payable_bank_account_id: raised === document ? standing.payable_bank_account_id : null,
    // The agency's share waits for the client's receipt; its debt is set off.
    funding_status: raised === share && !share.is_debit ? 'pending' : 'not_applicable',
    funding_hold_reason: null,
  })
  const own = issue(document, issuer, recipient, numbers[0])
  const issued: IssuedSet = {
    id: newUuid(clock),
    source: sourceOf(contract),
    set,
    business_of,
    content_hash: hashOfSet({ set, business_of }),
    documents: [own, issue(share, provider, agency, numbers[1])],
  }
  await insertSets(within, [issued])
  await insertInvoices(within, [issued])
  await insertLines(within, [issued])
  await postEntries(within, [entryOf(issued)])
  // A new invoice raises the client's debt, so all of it is judged again (money.md §1.9).
  await judgeDebt(within, await exposureOf(within, [own.id]))
  return { invoice_set_id: issued.id, invoice_id: own.id, human_id: own.human_id }
}

function sourceOf(contract: SingleContract): SetSource {
  return {
    generated_for: contract.type,
    source_id: contract.id,
    contract_id: contract.id,
    timesheet_id: null,
    expense_id: null,
    version: 1,
    provider_id: contract.provider_id,
    agency_id: contract.agency_id,
    client_id: contract.client_id,
    contractor_id: contract.contractor_id,
    funder_id: contract.funder_id,
  }
}

const entryOf = (issued: IssuedSet) =>
  setEntry(issued, {
    principal_id: issued.source.provider_id,
    fact: `1:${issued.set.generation_type}`,
  })
