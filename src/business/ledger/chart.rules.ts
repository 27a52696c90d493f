/**
 * The principal's chart of accounts: the provider's, or the funder's in the indirect model.
 * Debit is positive, credit negative. An account is a kind and, where the kind is kept apart by
 * counterparty, the business it is kept for; currency is the posting's own.
 */
export type AccountKind =
  | 'client_receivable'
  | 'sales'
  | 'output_vat'
  | 'purchases'
  | 'input_vat'
  | 'agency_control'
  | 'fee_income'
  | 'contractor_payable'
  | 'oncost_payable'
  | 'agency_earnings_payable'
  | 'platform_fee_payable'
  | 'bank'
  | 'unallocated_receipt'
  | 'agency_recourse'
  | 'refund_payable'
  | 'net_pay_payable'
  | 'hmrc_payable'
  | 'pension_payable'
  | 'attachment_payable'
  | 'relief_payable'
  | 'holiday_fund'
  | 'worker_overpayment'

type AccountRule = {
  readonly class: 'asset' | 'liability' | 'income' | 'expense'
  /** The party of the account; null for one account in all. */
  readonly per: 'client' | 'agency' | 'contractor' | 'provider' | 'payer' | 'employer' | 'creditor' | null
  readonly label: string
}

export const chart = {
  client_receivable: { class: 'asset', per: 'client', label: 'Client receivable' },
  sales: { class: 'income', per: null, label: 'Sales' },
  output_vat: { class: 'liability', per: null, label: 'Output VAT' },
  purchases: { class: 'expense', per: null, label: 'Purchases' },
  input_vat: { class: 'asset', per: null, label: 'Input VAT' },
  // Treated by the agency as a bank account (money.md §1.1): every set nets to zero here.
  agency_control: { class: 'liability', per: 'agency', label: 'Agency control' },
  fee_income: { class: 'income', per: null, label: 'Fee income' },
  contractor_payable: { class: 'liability', per: 'contractor', label: 'Contractor payable' },
  oncost_payable: { class: 'liability', per: 'agency', label: 'On-costs payable' },
  agency_earnings_payable: { class: 'liability', per: 'agency', label: 'Agency earnings payable' },
  platform_fee_payable: { class: 'liability', per: 'provider', label: 'Platform fee payable' },
  bank: { class: 'asset', per: null, label: 'Bank' },
  unallocated_receipt: { class: 'liability', per: 'payer', label: 'Unallocated receipts' },
  agency_recourse: { class: 'asset', per: 'agency', label: 'Agency recourse' },
  refund_payable: { class: 'liability', per: 'payer', label: 'Refunds payable' },
  // Owed by payslips, each paid on its own day (decision 0071).
  net_pay_payable: { class: 'liability', per: 'contractor', label: 'Net pay payable' },
  hmrc_payable: { class: 'liability', per: 'employer', label: 'HMRC payable' },
  pension_payable: { class: 'liability', per: 'creditor', label: 'Pension payable' },
  attachment_payable: { class: 'liability', per: 'creditor', label: 'Attachments payable' },
  // The employer's relief of closed tax months (decision 0074).
  relief_payable: { class: 'liability', per: 'employer', label: 'Payroll relief payable' },
  // Retained from the agency until its workers take their holiday (decision 0075).
  holiday_fund: { class: 'liability', per: 'contractor', label: 'Holiday fund' },
  // Owed by workers of pay that was too much, until later pay takes it back (decision 0191).
  worker_overpayment: { class: 'asset', per: 'contractor', label: 'Overpaid workers' },
} as const satisfies Record<AccountKind, AccountRule>
