/** Raises the documents of payslips' pay without a timesheet: one set for each payslip, under the worker's last placement. */
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import { GBP } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { describeParties } from '../invoices/describe-parties.server.ts'
import type { IssuedSet, SetSource } from '../invoices/insert-documents.server.ts'
import { insertInvoices, insertLines, insertSets } from '../invoices/insert-documents.server.ts'
import { issuerRole } from '../invoices/numbering.rules.ts'
import type { RaisedSet } from '../invoices/raised-set.rules.ts'
import { readAccounts, readParties, readTaxIds } from '../invoices/read-work.server.ts'
import { numberDocuments } from '../invoices/take-numbers.server.ts'
import { postEntries } from '../ledger/post.server.ts'
import { fundingOnSql } from '../shared/former-terms.rules.ts'
import type { FundingModel, FundingType, PartyRole } from '../shared/invoice-types.rules.ts'
import { type PayInput, raisePay } from './raise-pay.rules.ts'
import { setEntry } from './set-entry.server.ts'
import { hashOfSet } from './set-hash.server.ts'

/** The pay of one payslip. */
export type PaySource = Pick<PayInput, 'pay' | 'on_costs' | 'released' | 'pay_day'> & {
  readonly payslip_id: string
  readonly contractor_id: string
  readonly agency_id: string
  readonly worker: string
  /** The placement to pay under; null for the worker's last one. */
  readonly contract_id: string | null
}

type Placement = {
  readonly contract_id: string
  readonly contractor_id: string
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string | null
  readonly funder_id: string | null
  readonly payment_company_id: string
  readonly funding_model: FundingModel
  readonly funding_type: FundingType
  readonly currency_id: string
}

/** @returns invoice sets by payslip @throws precondition for a worker without a placement in sterling */
export async function issuePay(
  context: VerbContext,
  sources: readonly PaySource[],
): Promise<ReadonlyMap<string, string>> {
  if (sources.length === 0) return new Map()
  const { tx, clock } = context
  const placements = await readPlacements(context, sources)
  const raised = sources.map((source) => {
    const placement = placements.get(source.contractor_id)
    if (!placement) throw precondition(`${source.worker} has no placement in sterling to pay under`)
    return { source, placement, ...raisedOf(source, placement, clock.today()) }
  })
  const wanted = raised.flatMap(({ set, business_of }) =>
    set.documents.map((document) => ({
      issuer_id: present(business_of[issuerRole(document)], 'the issuer'),
      kind: 'invoice' as const,
    })),
  )
  const ids = [...new Set(raised.flatMap(({ business_of }) => Object.values(business_of)))].filter(
    (id) => id !== null,
  )
  const numbers = (await numberDocuments(tx, wanted)).values()
  const parties = await readParties(tx, ids)
  const described = await describeParties(
    context,
    ids.map((id) => present(parties.get(id), 'a party')),
  )
  const accounts = await readAccounts(tx, ids)
  const tax_ids = await readTaxIds(tx)
  const sets = raised.map(({ source, placement, set, business_of, content_hash }): IssuedSet => {
    const party = (role: PartyRole) => present(business_of[role], `the ${role}`)
    return {
      id: newUuid(clock),
      source: sourceOf(source, placement),
      set,
      business_of,
      content_hash,
      documents: set.documents.map((document) => ({
        id: newUuid(clock),
        human_id: present(numbers.next().value, 'a number'),
        document,
        from_business_id: party(document.from),
        to_business_id: party(document.to),
        from_invoice_entity_id: present(described.get(party(document.from)), 'description of the issuer'),
        to_invoice_entity_id: present(described.get(party(document.to)), 'description of the recipient'),
        assigned_to_id: null,
        business_tax_id: present(tax_ids.get(document.tax_type), 'tax of a document'),
        payable_bank_account_id:
          document.type === 'contractor-agency'
            ? accounts(party('contractor'), placement.currency_id).payout
            : null,
        funding_status: 'not_applicable',
        funding_hold_reason: null,
      })),
    }
  })
  await insertSets(context, sets)
  await insertInvoices(context, sets)
  await insertLines(context, sets)
  await postEntries(context, sets.map(entryOf))
  return new Map(sets.map(({ id, source }) => [source.source_id, id]))
}

function raisedOf(source: PaySource, placement: Placement, raised_date: Day) {
  const { funding_model, funding_type } = placement
  const set = raisePay({ ...source, currency: GBP, funding_model, funding_type, raised_date })
  const business_of: Readonly<Record<PartyRole, string | null>> = {
    contractor: placement.payment_company_id,
    agency: placement.agency_id,
    provider: placement.provider_id,
    client: null,
    funder: placement.funder_id,
  }
  return { set, business_of, content_hash: hashOfSet({ set, business_of }) }
}

/** The named placement of a worker, or the one that began last, with its funding of today. */
async function readPlacements({ tx, clock }: VerbContext, sources: readonly PaySource[]) {
  const rows = await tx.rows<Placement>(
    `select distinct on (c.contractor_id) c.id as contract_id, c.contractor_id, c.provider_id, c.agency_id, c.client_id, c.funder_id,
       c.payment_company_id, c.funding_model, ${fundingOnSql('c', '$4', 'funding_type')} as funding_type, c.currency_id
     from contract.contract c join platform.currency y on y.id = c.currency_id and y.alpha_code = $3
     where c.contractor_id = any ($1) and c.agency_id = any ($2) and c.type = 'temp_placement' and c.deleted_at is null
       and c.status not in ('draft', 'cancelled')
     order by c.contractor_id, (c.id = any ($5::uuid[])) desc, c.start_date desc nulls last, c.id desc`,
    [
      sources.map(({ contractor_id }) => contractor_id),
      [...new Set(sources.map(({ agency_id }) => agency_id))],
      GBP,
      clock.today(),
      sources.flatMap(({ contract_id }) => contract_id ?? []),
    ],
  )
  return new Map(rows.map((row) => [row.contractor_id, row]))
}

function sourceOf({ payslip_id }: PaySource, placement: Placement): SetSource {
  const { contract_id, provider_id, agency_id, client_id, contractor_id, funder_id } = placement
  return {
    generated_for: 'payslip',
    source_id: payslip_id,
    timesheet_id: null,
    expense_id: null,
    version: 1,
    ...{ contract_id, provider_id, agency_id, client_id, contractor_id, funder_id },
  }
}

const entryOf = (issued: IssuedSet) =>
  setEntry(issued, { principal_id: principalOf(issued.set, issued.source), fact: '1:payslip' })

const principalOf = ({ principal }: RaisedSet, { provider_id, funder_id }: SetSource): string =>
  principal === 'provider' ? provider_id : present(funder_id, 'the funder')
