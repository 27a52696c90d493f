/** The data of the invoice page; each category asks only for readable fields. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import type { Session } from '#web/core/session.ts'

const party = gql(`fragment printed_party on transaction_invoice_entity {
  business_name invoicing_address email registration_number vat_number
}`)

const document = gql(
  `query invoice($id: uuid!, $reads_funding: Boolean!, $reads_consolidated: Boolean!, $reads_set: Boolean!) {
  invoice: transaction_invoice_by_pk(id: $id) {
    id human_id type generation_type status finance_status raised_date tax_point due_date days_overdue payment_terms
    amount tax_amount total_amount outstanding_balance paid_amount last_payment_date po_number
    period_start period_end is_self_billed is_vat_invoice is_disputed dispute_reason is_credit_note
    from_business_id client_id agency_id
    ... @include(if: $reads_funding) { funding_type funding_status funding_hold_reason disallowed_status disallowed_amount }
    consolidated_invoice @include(if: $reads_consolidated) { id human_id }
    currency { alpha_code symbol } business_tax { name }
    from_invoice_entity { ...printed_party } to_invoice_entity { ...printed_party }
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
    invoice_set @include(if: $reads_set) {
      invoices(order_by: { human_id: asc }) { id human_id type status due_date total_amount outstanding_balance }
    }
  }
}`,
  party,
)

export type InvoiceData = NonNullable<Answer<typeof document>['invoice']>
export type InvoiceMatch = InvoiceData['payment_receipt_details'][number]
export type PrintedParty = Answer<typeof party>

/** Null when there is no such document, or none of the viewer's. */
export function useInvoice(session: Session, id: string) {
  return useQuery({
    queryKey: ['invoice', session.business_contact_id, id],
    queryFn: async ({ signal }) => {
      const { category } = session
      const reads_set = category === 'agency' || category === 'provider'
      const reads_consolidated = category !== 'contractor'
      const reads_funding = reads_set || category === 'funder'
      return (await graphql(document, { id, reads_funding, reads_consolidated, reads_set }, signal)).invoice
    },
  })
}
