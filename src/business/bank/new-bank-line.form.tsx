/** Enters one line of a bank statement by hand. */
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { accountName, useOwnAccounts } from './own-accounts.hook.ts'

export function NewBankLinePage() {
  const { today } = useSession()
  const go = useGo()
  const query = useOwnAccounts()
  const accounts = query.data ?? []
  const currencyOf = (id: string) => accounts.find((one) => one.id === id)?.currency?.alpha_code
  return (
    <>
      <PageHeader
        title="New bank line"
        back={{ to: pathOf({ category: 'provider', path: 'transaction/bank_line' }), label: 'Bank lines' }}
      />
      <div className="max-w-140 px-4 pb-6">
        {!query.isPending && (
          <VerbForm
            columns={1}
            action_id="transaction.bank_line.record"
            initial={{ bank_account_id: accounts[0]?.id ?? '', transaction_date: today }}
            fields={[
              {
                kind: 'choice',
                name: 'bank_account_id',
                label: 'Bank account',
                options: accounts.map((one) => ({ value: one.id, label: accountName(one) })),
                required: true,
              },
              {
                kind: 'day',
                name: 'transaction_date',
                label: 'Transaction date',
                max: today,
                required: true,
              },
              {
                kind: 'money',
                name: 'amount',
                label: 'Amount',
                hint: 'Negative for money that went out.',
                currency: (values) => currencyOf(values.bank_account_id),
                required: true,
              },
              { kind: 'text', name: 'reference', label: 'Reference', max: 140 },
              { kind: 'text', name: 'counterparty', label: 'Counterparty', max: 140 },
            ]}
            submit="Record"
            success="The bank line is recorded"
            onDone={({ id }: { id: string }) =>
              go.replace(pathOf({ category: 'provider', path: 'transaction/bank_line', id }))
            }
          />
        )}
      </div>
    </>
  )
}
