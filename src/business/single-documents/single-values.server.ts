/** The typed values of a single document, and the columns that they make. */
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { invalid, isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { Money } from '#kernel/money.ts'
import { currency, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import type { VerbContext } from '#server/verb.ts'
import { readStandardRate } from '../invoices/read-tax-rate.server.ts'
import type { Party } from '../invoices/read-work.server.ts'
import { readParties } from '../invoices/read-work.server.ts'
import { taxOn } from '../invoices/vat.rules.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { currencyInput, mandatory, optionalText } from '../parties/party-input.server.ts'
import type { SingleInput } from '../raising/raise-single.rules.ts'
import { singleRefusal, singleTax } from '../raising/raise-single.rules.ts'
import type { SingleKind } from '../shared/invoice-types.rules.ts'

/** Input common to all three kinds. */
export const singleInput = {
  agency_id: z.uuid().optional(),
  title: mandatory,
  description: mandatory,
  /** Net of VAT, decimal text. */
  amount: z.string().min(1).max(15, { error: validationText.currency }),
  /** Derived from the parties by default. */
  tax_type: z.enum(['standard', 'zero', 'exempt', 'outside_scope', 'none']).optional(),
  currency: currencyInput,
  /** The number the other side knows it by. */
  reference: optionalText,
  po_number: optionalText,
  /** A funder of the agency that reads the document once it is in force; nobody finances it (decision 0144). */
  funder_id: z.uuid().optional(),
}

type Content = {
  readonly title: string
  readonly description: string
  readonly amount: string
  readonly tax_type?: SingleInput['tax_type'] | undefined
  readonly currency: string
  readonly reference?: string | undefined
  readonly po_number?: string | undefined
  readonly funder_id?: string | undefined
}

/** A typed document of an agency; its currency is that of its books unless given. */
export type TypedSingle = {
  readonly kind: SingleKind
  readonly agency: { readonly id: string; readonly base_currency_id: string }
  readonly client_id: string | null
  readonly supplier_id: string | null
  readonly payment_terms: number
  readonly content: Content
}

/** The columns of a typed document. @throws invalid under the form's fields */
export async function valuesOf(context: VerbContext, single: TypedSingle) {
  const { tx, viewer, clock } = context
  const { kind, agency, client_id, supplier_id, payment_terms, content } = single
  const amount = amountOf(content)
  const issuer_id = { sales_invoice: agency.id, purchase_ledger: supplier_id, adhoc_fee: viewer.provider_id }[
    kind
  ]
  const parties = await readParties(
    tx,
    [issuer_id, client_id].filter((id) => id !== null),
  )
  const facts = factsOf(single, amount, present(parties.get(issuer_id ?? ''), 'the issuer'), parties, {
    raised_date: clock.today(),
    standard_rate: await readStandardRate(tx, clock.today()),
  })
  const refusal = singleRefusal(facts)
  if (refusal !== null) throw invalid({ tax_type: refusal })
  const own_tax = singleTax(facts)
  return {
    client_id,
    funder_id: await funderOf(context, agency.id, content.funder_id),
    title: content.title,
    description: content.description,
    amount: formatMoney(amount),
    tax_amount: formatMoney(taxOn(amount, own_tax)),
    tax_type: own_tax.tax_type,
    payment_terms,
    reference: content.reference ?? null,
    po_number: content.po_number ?? null,
    currency_id: await currencyId(context, content.currency),
    updated_at: clock.now(),
  }
}

/** @throws invalid for a business that does not fund the agency */
async function funderOf({ tx }: VerbContext, agency_id: string, id?: string): Promise<string | null> {
  if (id === undefined) return null
  const found = await tx.row(
    `select 1 as one from business.service where type = 'agency-funder' and from_business_id = $1 and to_business_id = $2
       and status = 'active' and deleted_at is null`,
    [agency_id, id],
  )
  if (!found) throw invalid({ funder_id: 'Funder not found' })
  return id
}

function amountOf(content: Content): Money {
  try {
    const amount = parseMoney(content.amount, currency(content.currency), 'amount')
    const fault = amountFault(amount, 'single_document')
    if (fault !== null) throw invalid({ amount: fault })
    return amount
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    throw invalid(refusal.errors ?? { amount: refusal.message })
  }
}

function factsOf(
  { kind, client_id, payment_terms, content }: TypedSingle,
  amount: Money,
  issuer: Party,
  parties: ReadonlyMap<string, Party>,
  on: Pick<SingleInput, 'raised_date' | 'standard_rate'>,
): SingleInput {
  return {
    kind,
    currency: amount.currency,
    description: content.description,
    amount,
    tax_type: content.tax_type ?? null,
    issuer: { name: issuer.business_name, is_vat_registered: issuer.is_vat_registered },
    client_country_code: parties.get(client_id ?? '')?.country_code ?? 'GB',
    client: parties.get(client_id ?? '') ?? null,
    payment_terms,
    ...on,
  }
}
