/** Enters, raises and cancels a single document; its three kinds differ only in their parties. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { invalid, isStintError } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { Money } from '#kernel/money.ts'
import { currency, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { readStandardRate } from '../invoices/read-tax-rate.server.ts'
import type { Party } from '../invoices/read-work.server.ts'
import { readParties } from '../invoices/read-work.server.ts'
import { taxOn } from '../invoices/vat.rules.ts'
import { currencyId } from '../parties/insert-party.server.ts'
import { currencyInput, mandatory, optionalText } from '../parties/party-input.server.ts'
import type { PartyRow } from '../parties/visible-business.server.ts'
import type { ContractStatus } from '../placements/contract.entity.ts'
import { contract } from '../placements/contract.entity.ts'
import { adhoc_fee, purchase_ledger, sales_invoice } from '../placements/contract-kinds.entity.ts'
import { recordContractSteps } from '../placements/record-contract-step.server.ts'
import type { SingleContract } from '../raising/issue-single.server.ts'
import { issueSingle } from '../raising/issue-single.server.ts'
import type { SingleInput } from '../raising/raise-single.rules.ts'
import { singleRefusal, singleTax } from '../raising/raise-single.rules.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import type { SingleKind } from '../shared/invoice-types.rules.ts'
import { can } from './single-document.rules.ts'

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
}

type Content = {
  readonly title: string
  readonly description: string
  readonly amount: string
  readonly tax_type?: SingleInput['tax_type'] | undefined
  readonly currency: string
  readonly reference?: string | undefined
  readonly po_number?: string | undefined
}

export type NewSingle = {
  readonly kind: SingleKind
  readonly agency: PartyRow
  readonly client_id: string | null
  readonly supplier_id: string | null
  readonly payment_terms: number
  readonly content: Content
}

const prefixes = { sales_invoice: 'SLI', purchase_ledger: 'PRL', adhoc_fee: 'ADH' } as const

/** Enters the document as a draft. @throws invalid under the form's fields */
export async function insertSingle(
  context: VerbContext,
  single: NewSingle,
): Promise<{ id: string; human_id: string; status: 'draft' }> {
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
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, prefixes[kind])
  const row = {
    id,
    provider_id: viewer.provider_id,
    agency_id: agency.id,
    client_id,
    contractor_id: null,
    funder_id: null,
  }
  const document = {
    ...row,
    human_id,
    status: 'draft' as const,
    title: content.title,
    description: content.description,
    amount: formatMoney(amount),
    tax_amount: formatMoney(taxOn(amount, own_tax)),
    tax_type: own_tax.tax_type,
    payment_terms,
    reference: content.reference ?? null,
    po_number: content.po_number ?? null,
    // Nobody finances it: the agency's account with the provider takes it (decision 0020).
    funding_type: 'paid_when_paid' as const,
    funding_model: 'agency_billed' as const,
    currency_id: await currencyId(context, content.currency),
    base_currency_id: agency.base_currency_id,
    start_date: null,
    end_date: null,
    consultant_contact_id: null,
    change_request_id: null,
    refinement_id: null,
    created_by: viewer.user_id,
    created_at: clock.now(),
    updated_at: clock.now(),
  }
  if (kind === 'purchase_ledger')
    await insertRow(tx, purchase_ledger, { ...document, payment_company_id: supplier_id })
  else await insertRow(tx, kind === 'sales_invoice' ? sales_invoice : adhoc_fee, document)
  await recordContractSteps(context, 'create', [
    { row, old_status: null, new_status: 'draft', message: 'Entered', new_values: { human_id, type: kind } },
  ])
  return { id, human_id, status: 'draft' }
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
  { kind, client_id, payment_terms, content }: NewSingle,
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

export const actInput = z.strictObject({ id: z.uuid() })
export const cancelInput = z.strictObject({ id: z.uuid(), comment: reasonInput })
export const raisedAnswer = z.strictObject({
  id: z.uuid(),
  status: z.literal('active'),
  invoice_id: z.uuid(),
  invoice_human_id: z.string(),
})

type Row = SingleContract & { human_id: string; status: ContractStatus; funder_id: string | null }

async function lockSingle({ tx, viewer }: VerbContext, kind: SingleKind, id: string): Promise<Row> {
  await loadVisible<{ id: string }>(tx, viewer, `contract.${kind}`, [id], { lock: true, columns: 't.id' })
  const row = await tx.row<Row>(
    `select c.id, c.human_id, c.status, c.type, c.provider_id, c.agency_id, c.client_id, c.contractor_id, c.funder_id,
       c.payment_company_id, y.alpha_code as currency, c.currency_id, c.amount, c.tax_type, c.title, c.description,
       coalesce(c.payment_terms, 0) as payment_terms
     from contract.contract c join platform.currency y on y.id = c.currency_id where c.id = $1`,
    [id],
  )
  return present(row, 'the document')
}

/** Issues the document: numbered, posted, dated today. */
export async function raiseSingleDocument(
  context: VerbContext,
  kind: SingleKind,
  id: string,
): Promise<{ id: string; status: 'active'; invoice_id: string; invoice_human_id: string }> {
  const row = await lockSingle(context, kind, id)
  requireCan(can.raise(row, context.viewer))
  const issued = await issueSingle(context, row)
  await updateRow(context.tx, contract, id, { status: 'active', updated_at: context.clock.now() })
  await recordContractSteps(context, 'raise', [
    {
      row,
      old_status: row.status,
      new_status: 'active',
      message: `Raised as ${issued.human_id}`,
      new_values: { invoice_set_id: issued.invoice_set_id },
    },
  ])
  return { id, status: 'active', invoice_id: issued.invoice_id, invoice_human_id: issued.human_id }
}

/** Cancels a draft, with a reason. Issued documents are corrected by a credit note. */
export async function cancelSingleDocument(
  context: VerbContext,
  kind: SingleKind,
  { id, comment }: z.infer<typeof cancelInput>,
): Promise<{ id: string; status: 'cancelled' }> {
  const row = await lockSingle(context, kind, id)
  requireCan(can.cancel(row, context.viewer))
  await updateRow(context.tx, contract, id, { status: 'cancelled', updated_at: context.clock.now() })
  await recordContractSteps(context, 'cancel', [
    { row, old_status: row.status, new_status: 'cancelled', message: 'Cancelled', comment },
  ])
  return { id, status: 'cancelled' }
}
