/**
 * Issues corrections as a set of their own (money.md §1.8): credit notes in their own number series, dated today,
 * posted as a mirror in one balanced entry. Issued documents do not change.
 */
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import { day, partsOf } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import type { Money } from '#kernel/money.ts'
import { formatMoney } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { fromSource, insertSelectSql, unnestSql } from '#server/write-row.server.ts'
import { not_yet } from '../invoices/insert-documents.server.ts'
import { insertInvoiceLines } from '../invoices/insert-lines.server.ts'
import { invoice } from '../invoices/invoice.entity.ts'
import { invoice_set } from '../invoices/invoice-set.entity.ts'
import type { RaisedLine, RaisedSet } from '../invoices/raised-set.rules.ts'
import { set_amounts } from '../invoices/raised-set.rules.ts'
import { numberDocuments } from '../invoices/take-numbers.server.ts'
import { postEntries } from '../ledger/post.server.ts'
import { setPostings } from '../ledger/postings.rules.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { taxYearName, taxYearStart } from '../shared/tax-year-start.rules.ts'
import { correctionSet } from './correction-set.rules.ts'
import type { BaseDocuments, CreditableDocument } from './credit-load.server.ts'
import { printedAs } from './credit-parties.server.ts'

/** One document of a correction: a credit note of its parent, or agency earnings that follow from others. */
export type Correction = {
  readonly type: InvoiceType
  readonly parent: CreditableDocument | null
  readonly lines: readonly RaisedLine[]
}

type IssuedCorrection = ReadRow<typeof invoice, 'id human_id type parent_invoice_id'> & {
  readonly total_amount: Money
}

export type Issuance = {
  readonly set_id: string
  readonly documents: readonly IssuedCorrection[]
}

type Why = {
  readonly reason: string
  readonly refinement_id: string | null
  /** The difference timesheet that the corrections are the documents of; absent: they are credits of the set's own work. */
  readonly of?: { readonly timesheet_id: string; readonly version: number; readonly total_units: string }
}

/** @throws assertion when the corrections do not share out the client's credit to the penny (money.md §1.4) */
export async function issueCorrections(
  context: VerbContext,
  from: BaseDocuments,
  corrections: readonly Correction[],
  why: Why,
): Promise<Issuance> {
  const { tx, clock } = context
  const { base } = from
  await refuseDeducted(
    context,
    corrections.flatMap(({ parent }) => parent?.id ?? []),
  )
  const set = correctionSet(from, corrections, clock.today())
  const issuers = set.documents.map((document) => ({
    issuer_id: present(base.business_of[document.from], 'who issues'),
    kind: document.is_credit_note ? ('credit_note' as const) : ('invoice' as const),
  }))
  const human_ids = await numberDocuments(tx, issuers)
  const set_id = newUuid(clock)
  await insertSet(context, from, set_id, set, why)
  const documents = corrections.map(({ type, parent }, i): IssuedCorrection => {
    const document = present(set.documents[i], 'a document of the correction')
    return {
      id: newUuid(clock),
      human_id: present(human_ids[i], 'its number'),
      type,
      parent_invoice_id: parent?.id ?? null,
      total_amount: document.total_amount,
    }
  })
  await insertDocuments(context, from, { set_id, set, documents, corrections }, why)
  const parties = present(from.documents[0], 'a document of the set')
  await insertInvoiceLines(
    context,
    documents.map(({ id: invoice_id }, i) => ({ invoice_id, parties, lines: corrections[i]?.lines ?? [] })),
  )
  await postEntries(context, [
    {
      kind: 'credit',
      source_entity: 'transaction.invoice_set',
      source_id: set_id,
      principal_id: base.principal_id,
      provider_id: base.provider_id,
      agency_id: base.agency_id,
      fact_key: `correction:${set_id}`,
      post_date: clock.today(),
      postings: setPostings(
        set,
        base.business_of,
        documents.map((document) => document.id),
      ),
    },
  ])
  return { set_id, documents }
}

/**
 * Once tax was deducted from a self-bill, a later pay run of the same tax year takes its credit off the year to date. No
 * run of a later year can.
 * @throws precondition, naming the self-bill and the payslip
 */
async function refuseDeducted({ tx, clock }: VerbContext, ids: readonly string[]): Promise<void> {
  const start = taxYearStart(clock.today())
  const found = await tx.row<{ self_bill: string; payslip: string; pay_day: string }>(
    `select i.human_id as self_bill, p.human_id as payslip, d.pay_day::text from transaction.deemed_payment d
     join transaction.invoice i on i.id = d.invoice_id join transaction.payslip p on p.id = d.payslip_id
     where d.invoice_id = any ($1) and d.pay_day < $2 order by i.human_id limit 1`,
    [ids, start],
  )
  if (found)
    throw precondition(
      `Payslip ${found.payslip} deducted tax and National Insurance from self-bill ${found.self_bill} in the tax year ${taxYearName(partsOf(taxYearStart(day(found.pay_day))).year)}, which is over, so it is not credited: settle hours that are too many with the next week`,
    )
}

async function insertSet(
  { tx, clock }: VerbContext,
  { base }: BaseDocuments,
  id: string,
  set: RaisedSet,
  { refinement_id, of }: Why,
): Promise<void> {
  await tx.run(
    `${insertSelectSql(invoice_set, {
      ...fromSource('s', [
        'generated_for',
        'generation_type',
        'contractor_payment_id',
        'contract_id',
        'expense_id',
      ]),
      ...fromSource('s', ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id']),
      ...fromSource('s', ['funding_model', 'funding_type', 'currency_id']),
      // The keys are the names.
      ...(Object.fromEntries(set_amounts.map((name, i) => [name, `$${i + 9}::numeric`])) as Record<
        (typeof set_amounts)[number],
        string
      >),
      id: '$1',
      status: "case when $6::uuid is null then 'credit' else 'live' end",
      corrects_set_id: 's.id',
      refinement_id: '$2',
      version: 'coalesce($7::integer, s.version)',
      timesheet_id: 'coalesce($6::uuid, s.timesheet_id)',
      raised_date: '$3',
      content_hash: 'null',
      total_units: '$8::numeric',
      created_at: '$4',
      updated_at: '$4',
    })}
     from transaction.invoice_set s where s.id = $5`,
    [
      id,
      refinement_id,
      set.raised_date,
      clock.now(),
      base.id,
      of?.timesheet_id ?? null,
      of?.version ?? null,
      of?.total_units ?? null,
      ...set_amounts.map((name) => formatMoney(set[name])),
    ],
  )
}

type Writing = {
  readonly set_id: string
  readonly set: RaisedSet
  readonly documents: readonly IssuedCorrection[]
  readonly corrections: readonly Correction[]
}

const invoice_columns = {
  id: 'uuid',
  human_id: 'text',
  template_id: 'uuid',
  parent_invoice_id: 'uuid',
  type: 'text',
  from_business_id: 'uuid',
  to_business_id: 'uuid',
  from_invoice_entity_id: 'uuid',
  to_invoice_entity_id: 'uuid',
  is_self_billed: 'boolean',
  is_vat_invoice: 'boolean',
  is_debit: 'boolean',
  is_credit_note: 'boolean',
  tax_type: 'text',
  amount: 'numeric',
  tax_amount: 'numeric',
  total_amount: 'numeric',
  release_condition: 'text',
  funding_status: 'text',
} as const

/** A document copies the common facts from its parent, or from any document of the set. */
async function documentRows(
  context: VerbContext,
  { base, documents: issued }: BaseDocuments,
  { set, documents, corrections }: Writing,
) {
  const parties = set.documents.flatMap((document) => [
    present(base.business_of[document.from], 'who issues'),
    present(base.business_of[document.to], 'who receives'),
  ])
  const printed = await printedAs(context, issued, parties)
  return documents.map(({ id, human_id, type, parent_invoice_id }, i) => {
    const document = present(set.documents[i], 'a document of the correction')
    const parent = corrections[i]?.parent ?? null
    const from_business_id = present(base.business_of[document.from], 'who issues')
    const to_business_id = present(base.business_of[document.to], 'who receives')
    return {
      id,
      human_id,
      template_id: (
        parent ??
        issued.find((one) => one.type === type) ??
        present(issued[0], 'a document of the set')
      ).id,
      parent_invoice_id,
      type,
      from_business_id,
      to_business_id,
      from_invoice_entity_id: parent?.from_invoice_entity_id ?? printed(from_business_id),
      to_invoice_entity_id: parent?.to_invoice_entity_id ?? printed(to_business_id),
      is_self_billed: document.is_self_billed,
      is_vat_invoice: document.is_vat_invoice,
      is_debit: document.is_debit,
      is_credit_note: document.is_credit_note,
      tax_type: document.tax_type,
      amount: formatMoney(document.amount),
      tax_amount: formatMoney(document.tax_amount),
      total_amount: formatMoney(document.total_amount),
      release_condition: document.release_condition,
      funding_status: parent === null && !document.is_debit ? 'pending' : 'not_applicable',
    }
  })
}

async function insertDocuments(
  context: VerbContext,
  from: BaseDocuments,
  writing: Writing,
  { reason, refinement_id, of }: Why,
): Promise<void> {
  const { tx, clock } = context
  const rows = await documentRows(context, from, writing)
  const params: unknown[] = [
    writing.set_id,
    reason,
    refinement_id,
    clock.today(),
    clock.now(),
    of?.timesheet_id ?? null,
    from.base.id,
  ]
  const from_rows = unnestSql(invoice_columns, rows, params, 'r')
  await tx.run(
    `${insertSelectSql(invoice, {
      ...fromSource('r', ['id', 'human_id', 'type', 'from_business_id', 'to_business_id']),
      ...fromSource('r', [
        'from_invoice_entity_id',
        'to_invoice_entity_id',
        'is_self_billed',
        'is_vat_invoice',
      ]),
      ...fromSource('r', ['amount', 'tax_amount', 'total_amount', 'release_condition', 'is_debit']),
      ...fromSource('r', ['is_credit_note', 'parent_invoice_id']),
      ...fromSource('p', ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id']),
      ...fromSource('p', [
        'generation_type',
        'funding_type',
        'contract_id',
        'expense_id',
        'transaction_type',
      ]),
      ...fromSource('p', ['payment_company_id', 'payment_company_type', 'currency_id', 'po_number']),
      ...fromSource('p', ['period_start', 'period_end']),
      invoice_set_id: '$1',
      status: "'open'",
      timesheet_id: 'coalesce($6::uuid, p.timesheet_id)',
      transaction_id: 'coalesce($6::uuid, p.transaction_id)',
      outstanding_balance: 'r.total_amount',
      business_tax_id: 'x.id',
      raised_date: '$4',
      tax_point: '$4',
      due_date: '$4',
      payment_terms: '0',
      assigned_to_id: 'null',
      ...not_yet,
      funding_status:
        "case when r.funding_status = 'pending' and h.reason is not null then 'held' else r.funding_status end",
      funding_hold_reason: "case when r.funding_status = 'pending' then h.reason end",
      credit_reason: '$2',
      refinement_id: '$3',
      payable_bank_account_id: `(select a.payable_bank_account_id from transaction.invoice a
        where a.invoice_set_id = $7 and a.type = r.type and a.payable_bank_account_id is not null order by a.id limit 1)`,
      created_at: '$5',
      updated_at: '$5',
    })}
     from ${from_rows}
     join transaction.invoice p on p.id = r.template_id
     join config.business_tax x on x.type = r.tax_type
     -- The work of a held document stays held when its credit is reversed.
     left join lateral (select c.funding_hold_reason as reason from transaction.invoice c
       where c.invoice_set_id = $7 and c.funding_status = 'held' and c.type in ('provider-client', 'agency-client', 'funder-client')
       order by c.id limit 1) h on true`,
    params,
  )
}
