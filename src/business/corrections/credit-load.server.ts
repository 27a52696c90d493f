/** A set for a correction: locked, with its documents, their lines and credited amounts. */
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { currency, neg, parseMoney, sum, zero } from '#kernel/money.ts'
import { percent, rate, units } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import type { invoice, invoice_line } from '../invoices/invoice.entity.ts'
import type { invoice_set } from '../invoices/invoice-set.entity.ts'
import type { TaxType } from '../invoices/vat.rules.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { lockSets } from '../settlement/load-cash.server.ts'
import type { PartyRole } from '../shared/invoice-types.rules.ts'
import type { CreditableLine } from './credit.rules.ts'
import { leftToCredit } from './credit.rules.ts'

export type BaseSet = ReadRow<
  typeof invoice_set,
  | 'id status generated_for generation_type funding_model funding_type timesheet_id'
  | 'expense_id contract_id currency_id provider_id agency_id'
> & {
  readonly currency: CurrencyCode
  readonly principal: 'provider' | 'funder'
  readonly principal_id: string
  readonly business_of: Readonly<Record<PartyRole, string | null>>
}

export type CreditableDocument = CashDocument &
  ReadRow<
    typeof invoice,
    'parent_invoice_id from_invoice_entity_id to_invoice_entity_id is_self_billed is_vat_invoice'
  > & {
    readonly lines: readonly CreditableLine[]
    /** The amount not yet credited, with VAT. */
    readonly left: Money
  }

export type BaseDocuments = { readonly base: BaseSet; readonly documents: readonly CreditableDocument[] }

/** The set together with the set it corrects; every document locked. */
export async function lockBase(tx: Tx, set_id: string): Promise<BaseDocuments> {
  const documents = await lockSets(tx, [set_id])
  return readBase(tx, set_id, documents)
}

async function readBase(tx: Tx, set_id: string, cash: readonly CashDocument[]): Promise<BaseDocuments> {
  const base = await baseSet(tx, set_id)
  const ids = cash.map((document) => document.id)
  const printed = await tx.rows<Printed>(
    `select id, parent_invoice_id, from_invoice_entity_id, to_invoice_entity_id, is_self_billed, is_vat_invoice
     from transaction.invoice where id = any ($1)`,
    [ids],
  )
  const by_id = new Map(printed.map((row) => [row.id, row]))
  const lines = Map.groupBy(await linesOf(tx, ids, base.currency), (line) => line.invoice_id)
  const parent_of = (id: string) => by_id.get(id)?.parent_invoice_id ?? null
  // In the order of their numbers: ids that were made in one moment have none, and corrections are numbered in this one.
  const numbered = [...cash].sort((a, b) => (a.type + a.human_id < b.type + b.human_id ? -1 : 1))
  const documents = numbered.map((document): CreditableDocument => {
    const credits = cash
      .filter((note) => parent_of(note.id) === document.id)
      .flatMap((note) => lines.get(note.id) ?? [])
    const creditable = (lines.get(document.id) ?? []).map(({ invoice_id: _, ...line }): CreditableLine => {
      const taken = credits.filter((credit) => credit.position === line.position)
      const total = (of: 'amount' | 'tax_amount') =>
        neg(
          sum(
            base.currency,
            taken.map((credit) => credit[of]),
          ),
        )
      return { ...line, credited_amount: total('amount'), credited_tax: total('tax_amount') }
    })
    return {
      ...document,
      ...present(by_id.get(document.id), 'the document as printed'),
      lines: creditable,
      left: leftToCredit(base.currency, creditable),
    }
  })
  return { base, documents }
}

type Printed = Pick<
  CreditableDocument,
  | 'id'
  | 'parent_invoice_id'
  | 'from_invoice_entity_id'
  | 'to_invoice_entity_id'
  | 'is_self_billed'
  | 'is_vat_invoice'
>

type SetRow = Omit<BaseSet, 'principal' | 'principal_id' | 'business_of' | 'currency'> & {
  readonly currency: string
  readonly client_id: string | null
  readonly funder_id: string | null
  readonly contractor_payment_id: string | null
}

/** The original of a credit set, or the set itself. */
async function baseSet(tx: Tx, set_id: string): Promise<BaseSet> {
  const row = present(
    await tx.row<SetRow>(
      `select s.id, s.status, s.generated_for, s.generation_type, s.funding_model, s.funding_type, s.timesheet_id, s.expense_id,
         s.contract_id, s.currency_id, y.alpha_code as currency, s.provider_id, s.agency_id, s.client_id, s.funder_id,
         s.contractor_payment_id
       from transaction.invoice_set s join platform.currency y on y.id = s.currency_id
       where s.id = (select coalesce(corrects_set_id, id) from transaction.invoice_set where id = $1)`,
      [set_id],
    ),
    'an invoice set',
  )
  const { client_id, funder_id, contractor_payment_id, ...facts } = row
  const principal = row.funding_model === 'indirect' ? 'funder' : 'provider'
  return {
    ...facts,
    currency: currency(row.currency),
    principal,
    principal_id: principal === 'funder' ? present(funder_id, 'the funder') : row.provider_id,
    business_of: {
      contractor: contractor_payment_id,
      agency: row.agency_id,
      provider: row.provider_id,
      client: client_id,
      funder: funder_id,
    },
  }
}

type LineRow = ReadRow<
  typeof invoice_line,
  'invoice_id position description rate_name unit_type units rate amount tax_rate tax_amount' | 'total_amount'
> & {
  readonly tax_type: TaxType
}

async function linesOf(tx: Tx, ids: readonly string[], code: CurrencyCode) {
  const rows = await tx.rows<LineRow>(
    `select invoice_id, position, description, rate_name, unit_type, units, rate, amount, tax_type, tax_rate, tax_amount, total_amount
     from transaction.invoice_line where invoice_id = any ($1) order by invoice_id, position`,
    [ids],
  )
  return rows.map((row) => ({
    ...row,
    units: units(row.units),
    rate: rate(row.rate),
    amount: parseMoney(row.amount, code),
    tax_rate: percent(row.tax_rate),
    tax_amount: parseMoney(row.tax_amount, code),
    total_amount: parseMoney(row.total_amount, code),
    credited_amount: zero(code),
    credited_tax: zero(code),
  }))
}
