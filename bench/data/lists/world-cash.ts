/** Cash and the ledger of the documents. */
import { DAY, MOMENT, OF_AGENCY, OF_ALL, one, PROVIDER, type Sized, STAMPS } from './world-parts.ts'
import { GBP, idOf, type Rows, spread } from './world-rows.ts'

const summary =
  (type: 'receipt' | 'payment', kind: string, code: string) =>
  ({ invoices, cash, from }: Sized): Rows => ({
    table: 'transaction.payment_receipt_summary',
    from: from(cash),
    columns: {
      id: idOf(kind, 'n'),
      human_id: `'${code}' || n`,
      type: `'${type}'`,
      status:
        type === 'payment'
          ? `'matched'`
          : one(['matched', 'matched', 'matched', 'partially_matched', 'allocated', 'reversed'], 21),
      for_business_id: type === 'receipt' ? 'p.client_id' : 'p.company_id',
      principal_id: PROVIDER,
      ...OF_ALL,
      ...(type === 'receipt'
        ? { bank_line_id: idOf('1b', 'n') }
        : { payment_batch_id: idOf('1c', `1 + n % ${Math.max(10, Math.floor(cash / 50))}`) }),
      currency_id: GBP,
      amount: `1000 + n % 9000`,
      matched_amount: `case when n % 3 = 0 then 0 else 1000 + n % 9000 end`,
      transaction_date: DAY,
      reference: `'INV' || (1 + ${spread('n', 22)} % ${invoices}) || ' ' || ${one(['RENT', 'WEEKLY', 'FEES', 'BACS'], 23)}`,
      created_by: `'bench'`,
      ...STAMPS,
    },
  })

const bankLine = ({ invoices, cash, from }: Sized): Rows => ({
  table: 'transaction.bank_line',
  from: from(cash),
  columns: {
    id: idOf('1b', 'n'),
    bank_account_id: idOf('1a', '1'),
    provider_id: PROVIDER,
    transaction_date: DAY,
    amount: `case when n % 5 = 0 then -1 else 1 end * (1000 + n % 9000)`,
    currency_id: GBP,
    reference: `'INV' || (1 + ${spread('n', 22)} % ${invoices})`,
    counterparty: `'NORTHERN RAIL ' || n`,
    dedupe_key: 'n::text',
    ...STAMPS,
  },
})

const match = ({ invoices, cash }: Sized): Rows => ({
  table: 'transaction.payment_receipt_detail',
  from: `transaction.invoice i join (select generate_series(1, ${invoices}) as n) g on i.id = ${idOf('f', 'g.n')} where i.status = 'closed'`,
  columns: {
    payment_receipt_summary_id: `case when i.type = 'provider-client' then ${idOf('1d', `1 + n % ${cash}`)} else ${idOf('1e', `1 + n % ${cash}`)} end`,
    invoice_id: 'i.id',
    amount: 'i.total_amount',
    currency_id: GBP,
    post_date: 'i.last_payment_date',
    provider_id: 'i.provider_id',
    agency_id: 'i.agency_id',
    client_id: 'i.client_id',
    contractor_id: 'i.contractor_id',
    funder_id: 'i.funder_id',
    created_by: `'bench'`,
    created_at: 'i.updated_at',
    updated_at: 'i.updated_at',
  },
})

const batch = ({ cash }: Sized): Rows => ({
  table: 'payment.payment_batch',
  from: `generate_series(1, ${Math.max(10, Math.floor(cash / 50))}) n`,
  columns: {
    id: idOf('1c', 'n'),
    human_id: `'PAB' || n`,
    status: `'completed'`,
    principal_id: PROVIDER,
    provider_id: PROVIDER,
    currency_id: GBP,
    run_date: DAY,
    amount: '50000 + n',
    item_count: '50',
    made_by: `'bench'`,
    ...STAMPS,
  },
})

const bankAccount = ({ placements }: Sized): Rows => ({
  table: 'business.bank_account',
  from: `(select n, ${idOf('b', 'n')} as owner_id from generate_series(1, 50) n union all select n, ${idOf('c', 'n')} from generate_series(1, ${placements}) n) b`,
  columns: {
    business_id: 'owner_id',
    bank_name: `'Bank'`,
    account_holder_name: `'Holder ' || n`,
    account_number: `lpad(n::text, 8, '0')`,
    sort_code: `'112233'`,
    currency_id: GBP,
    purpose: `'payout'`,
    status: `'confirmed'`,
    ...STAMPS,
  },
})

const posted = ({ sheets, from }: Sized): Rows => ({
  table: 'ledger.transaction',
  from: from(sheets),
  columns: {
    id: idOf('2a', 'n'),
    kind: `'invoice_set'`,
    source_entity: `'transaction.invoice_set'`,
    source_id: idOf('e', 'n'),
    principal_id: PROVIDER,
    ...OF_AGENCY,
    fact_key: `'invoice_set ' || n`,
    post_date: DAY,
    created_at: MOMENT,
  },
})

const account = (): Rows => ({
  table: 'ledger.account',
  from: `(values (1, 'client_receivable'), (2, 'sales'), (3, 'output_vat'), (4, 'agency_control')) a(n, kind)`,
  columns: { id: idOf('2b', 'n'), principal_id: PROVIDER, kind: 'kind', currency_id: GBP },
})

const posting = ({ invoices }: Sized): Rows => ({
  table: 'ledger.posting',
  from: `transaction.invoice i join (select generate_series(1, ${invoices}) as n) g on i.id = ${idOf('f', 'g.n')}, (values (1, 1), (2, -1)) side(account, sign)`,
  columns: {
    transaction_id: idOf('2a', '1 + (n - 1) / 5'),
    account_id: idOf('2b', 'account'),
    invoice_id: 'i.id',
    agency_id: 'i.agency_id',
    currency_id: GBP,
    amount: 'sign * i.total_amount',
    post_date: 'i.raised_date',
  },
})

export const cash_rows = [
  bankLine,
  summary('receipt', '1d', 'REC'),
  summary('payment', '1e', 'PAY'),
  match,
  batch,
  bankAccount,
  posted,
  account,
  posting,
] as const
