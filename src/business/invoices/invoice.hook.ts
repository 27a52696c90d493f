/** What the invoice page reads; each category asks only for what its access declaration lets it read. */
import { useQuery } from '@tanstack/react-query'
import type { Category } from '#entity/access.ts'
import { graphql } from '#web/core/call.ts'
import type { Session } from '#web/core/session.ts'
import type { DisallowedReason } from '../funding/disallow.rules.ts'

export interface PrintedParty {
  readonly business_name: string
  readonly invoicing_address: string
  readonly email: string | null
  readonly registration_number: string | null
  readonly vat_number: string | null
}

export interface PayableAccount {
  readonly bank_name: string
  readonly account_holder_name: string
  readonly account_number: string | null
  readonly sort_code: string | null
  readonly iban: string | null
  readonly swift_code: string | null
}

interface Linked {
  readonly id: string
  readonly human_id: string
}

export interface InvoiceMatch {
  readonly id: string
  readonly amount: number
  readonly post_date: string
  readonly reversal_date: string | null
  readonly reversal_reason: string | null
  readonly payment_type: string
  readonly payment_receipt_summary: (Linked & { readonly reference: string; readonly type: string }) | null
}

export interface InvoiceLine {
  readonly id: string
  readonly position: number
  readonly description: string
  readonly units: number
  readonly rate: number
  readonly amount: number
  readonly tax_rate: number
  readonly tax_amount: number
  readonly total_amount: number
}

export interface InvoiceData extends Linked {
  readonly type: string
  readonly generation_type: string
  readonly status: 'draft' | 'generated' | 'open' | 'closed' | 'cancelled'
  readonly finance_status: 'initiated' | 'paid' | 'overdue' | null
  readonly funding_type?: string
  readonly funding_status?: string
  readonly disallowed_status?: DisallowedReason | null
  readonly disallowed_amount?: number
  readonly raised_date: string
  readonly tax_point: string
  readonly due_date: string
  readonly days_overdue: number
  readonly payment_terms: number
  readonly amount: number
  readonly tax_amount: number
  readonly total_amount: number
  /** Null where they are withheld: a sale settled in part. */
  readonly outstanding_balance: number | null
  readonly paid_amount: number | null
  readonly last_payment_date: string | null
  readonly po_number: string | null
  readonly period_start: string | null
  readonly period_end: string | null
  readonly is_self_billed: boolean
  readonly is_vat_invoice: boolean
  readonly is_disputed: boolean
  readonly dispute_reason: string | null
  readonly is_credit_note: boolean
  readonly from_business_id: string
  readonly client_id: string | null
  readonly agency_id: string
  readonly currency: { readonly alpha_code: string; readonly symbol: string } | null
  readonly business_tax: { readonly name: string } | null
  readonly from_invoice_entity: PrintedParty | null
  readonly to_invoice_entity: PrintedParty | null
  readonly payable_bank_account: PayableAccount | null
  readonly contract: (Linked & { readonly title: string; readonly type: string }) | null
  readonly timesheet: Linked | null
  readonly expense: Linked | null
  readonly consolidated_invoice?: Linked | null
  readonly refinement: Linked | null
  readonly parent_invoice: Linked | null
  readonly reverses_invoice: Linked | null
  readonly credit_notes: readonly (Linked & { readonly total_amount: number; readonly raised_date: string })[]
  readonly lines: readonly InvoiceLine[]
  readonly payment_receipt_details: readonly InvoiceMatch[]
  readonly invoice_set?: {
    readonly invoices: readonly (Linked & {
      readonly type: string
      readonly status: string
      readonly due_date: string
      readonly total_amount: number
      readonly outstanding_balance: number | null
    })[]
  } | null
}

const funding = 'funding_type funding_status disallowed_status disallowed_amount'
const consolidated = 'consolidated_invoice { id human_id }'

/** Fields beyond those that every party to a document reads. */
const extra: Record<Category, string> = {
  agency: `${funding} ${consolidated}`,
  provider: `${funding} ${consolidated}`,
  funder: `${funding} ${consolidated}`,
  client: consolidated,
  contractor: '',
}

const party = 'business_name invoicing_address email registration_number vat_number'

function document(category: Category): string {
  const ofSet =
    category === 'agency' || category === 'provider'
      ? `invoice_set { invoices(order_by: { human_id: asc }) {
           id human_id type status due_date total_amount outstanding_balance } }`
      : ''
  return `query invoice($id: uuid!) {
    invoice: transaction_invoice_by_pk(id: $id) {
      id human_id type generation_type status finance_status raised_date tax_point due_date days_overdue payment_terms
      amount tax_amount total_amount outstanding_balance paid_amount last_payment_date po_number
      period_start period_end is_self_billed is_vat_invoice is_disputed dispute_reason is_credit_note
      from_business_id client_id agency_id ${extra[category]}
      currency { alpha_code symbol } business_tax { name }
      from_invoice_entity { ${party} } to_invoice_entity { ${party} }
      payable_bank_account { bank_name account_holder_name account_number sort_code iban swift_code }
      contract { id human_id title type } timesheet { id human_id } expense { id human_id } refinement { id human_id }
      parent_invoice { id human_id } reverses_invoice { id human_id }
      credit_notes(order_by: { human_id: asc }) { id human_id total_amount raised_date }
      lines(order_by: { position: asc }) {
        id position description units rate amount tax_rate tax_amount total_amount
      }
      payment_receipt_details(order_by: { created_at: asc }) {
        id amount post_date reversal_date reversal_reason payment_type
        payment_receipt_summary { id human_id reference type }
      }
      ${ofSet}
    }
  }`
}

/** Null when there is no such document, or none of the viewer's. */
export function useInvoice(session: Session, id: string) {
  return useQuery({
    queryKey: ['invoice', session.business_contact_id, id],
    queryFn: async ({ signal }) =>
      (await graphql<{ invoice: InvoiceData | null }>(document(session.category), { id }, signal)).invoice,
  })
}
