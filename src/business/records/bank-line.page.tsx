/** One bank line, and the receipt that is recorded from it. */

import { useQuery } from '@tanstack/react-query'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { SuggestedReturns } from '../payments/payment-return.form.tsx'
import { useReturns } from '../payments/payment-return.hook.ts'
import { RecordState } from '../shared/record-state.card.tsx'

const document = gql(`query bank_line($id: uuid!) {
  line: transaction_bank_line_by_pk(id: $id) {
    id transaction_date amount reference counterparty currency { alpha_code }
    bank_account { bank_name account_number } receipts { id human_id }
    returns { id human_id reversal_reason payment_batch { id human_id } }
  }
}`)

type BankLine = NonNullable<Answer<typeof document>['line']>

export function BankLinePage() {
  const { id } = usePlace()
  const query = useQuery({
    queryKey: ['bank_line', id],
    queryFn: async ({ signal }) => (await graphql(document, { id: id ?? '' }, signal)).line,
  })
  return (
    <RecordState query={query} what="Bank line">
      {(line) => <LineView key={line.id} line={line} />}
    </RecordState>
  )
}

function LineView({ line }: { line: BankLine }) {
  const receipt = line.receipts[0]
  const returned = line.returns[0]
  const query = useReturns(null, line.amount > 0 && !receipt && !returned)
  return (
    <>
      <RecordHeader
        title={line.reference || line.counterparty || 'Bank line'}
        meta={<span>{dayText(line.transaction_date)}</span>}
      />
      <div className="grid max-w-280 gap-4 px-4 pb-6 tablet:grid-cols-2">
        <Card title="Bank line" className="self-start">
          <PropertiesTable
            columns={1}
            items={[
              {
                label: 'Amount',
                value: <Amount value={line.amount} currency={line.currency?.alpha_code} strong />,
              },
              { label: 'Transaction date', value: dayText(line.transaction_date) },
              { label: 'Reference', value: line.reference },
              { label: 'Counterparty', value: line.counterparty },
              {
                label: 'Account',
                value: `${line.bank_account?.bank_name ?? ''} ${line.bank_account?.account_number ?? ''}`,
              },
            ]}
          />
        </Card>
        {receipt ? (
          <Card title="Receipt" className="self-start">
            Recorded as{' '}
            <Link to={pathOf({ category: 'provider', path: 'transaction/receipts', id: receipt.id })}>
              {receipt.human_id}
            </Link>
          </Card>
        ) : returned ? (
          <Card title="Returned payment" className="self-start">
            {returned.human_id}, {returned.reversal_reason}
            {returned.payment_batch && (
              <>
                , of batch{' '}
                <Link
                  to={pathOf({
                    category: 'provider',
                    path: 'payment/payment_batch',
                    id: returned.payment_batch.id,
                  })}
                >
                  {returned.payment_batch.human_id}
                </Link>
              </>
            )}
          </Card>
        ) : line.amount > 0 ? (
          <div className="grid content-start gap-4">
            <SuggestedReturns returns={(query.data ?? []).filter((one) => one.bank_line_id === line.id)} />
            <RecordReceipt line={line} />
          </div>
        ) : (
          <Card title="Receipt" className="self-start">
            <p className="text-n11">Money out. No receipt to record.</p>
          </Card>
        )}
      </div>
    </>
  )
}

/** Takes the payer; the bank line has the rest. */
function RecordReceipt({ line }: { line: BankLine }) {
  const go = useGo()
  return (
    <VerbForm
      title="Record receipt"
      columns={1}
      action_id="transaction.payment_receipt.record"
      fixed={{ bank_line_id: line.id }}
      fields={[
        {
          kind: 'pick',
          name: 'for_business_id',
          label: 'Paid by',
          entity: 'business.client',
          shows: 'name',
          required: true,
        },
      ]}
      submit="Record receipt"
      success={(receipt: Made) => `${receipt.human_id} is recorded`}
      onDone={({ id }: Made) => go.to(pathOf({ category: 'provider', path: 'transaction/receipts', id }))}
    />
  )
}
