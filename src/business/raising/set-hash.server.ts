/**
 * The hash of a raised set, without numbers and ids: a preview and its run share it, and any other change of a
 * document changes it (money.md, dry run).
 */
import { createHash } from 'node:crypto'
import { formatMoney } from '#kernel/money.ts'
import type { RaisedDocument, RaisedSet } from '../invoices/raised-set.rules.ts'
import type { PartyRole } from '../shared/invoice-types.rules.ts'

type Hashed = {
  readonly set: RaisedSet
  readonly business_of: Readonly<Record<PartyRole, string | null>>
}

function said(document: RaisedDocument, business_of: Hashed['business_of']): unknown {
  const {
    type,
    from,
    to,
    is_self_billed,
    is_vat_invoice,
    is_debit,
    assigned_to,
    due_date,
    release_condition,
  } = document
  return [
    type,
    business_of[from],
    business_of[to],
    assigned_to === null ? null : business_of[assigned_to],
    [is_self_billed, is_vat_invoice, is_debit, document.is_credit_note],
    [due_date, document.payment_terms, release_condition],
    [document.amount, document.tax_amount, document.total_amount].map(formatMoney),
    document.lines.map((line) => [
      line.position,
      line.description,
      line.rate_name,
      line.unit_type,
      line.units,
      line.rate,
      formatMoney(line.amount),
      line.tax_type,
      line.tax_rate,
      formatMoney(line.tax_amount),
    ]),
  ]
}

/** SHA-256 of everything a set says but its numbers. */
export function hashOfSet({ set, business_of }: Hashed): string {
  const { currency, generation_type, funding_model, funding_type, raised_date } = set
  const facts = [currency, generation_type, funding_model, funding_type, raised_date]
  const documents = set.documents.map((document) => said(document, business_of))
  return hashOf([facts, documents])
}

/** Of a whole run: the hashes of its sets, in the order of the work. */
export function hashOfRun(
  sets: readonly { readonly source_id: string; readonly content_hash: string }[],
): string {
  const pairs = sets.map(({ source_id, content_hash }) => `${source_id} ${content_hash}`).sort()
  return hashOf(pairs)
}

function hashOf(facts: unknown): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}
