/** Enters one line of a bank statement by hand; importing a file comes with a later version. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { MoneyInput, Select, TextInput } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'

interface Account {
  readonly id: string
  readonly bank_name: string
  readonly account_number: string | null
  readonly iban: string | null
  readonly currency: { readonly alpha_code: string } | null
  readonly business: { readonly id: string; readonly name: string } | null
}

const accounts = `query own_accounts {
  accounts: business_bank_account(
    where: { purpose: { _in: ["trust", "receipt"] }, status: { _eq: "confirmed" } }
    order_by: { bank_name: asc }
  ) { id bank_name account_number iban currency { alpha_code } business { id name } }
}`

function nameOf(account: Account): string {
  const number = account.account_number ?? account.iban ?? ''
  return `${account.business?.name ?? ''}, ${account.bank_name} ${number} (${account.currency?.alpha_code ?? ''})`
}

export function NewBankLinePage() {
  const session = useSession()
  const go = useGo()
  const query = useQuery({
    queryKey: ['own_accounts'],
    queryFn: async ({ signal }) => (await graphql<{ accounts: Account[] }>(accounts, {}, signal)).accounts,
  })
  const rank = (one: Account) =>
    (one.business?.id === session.business.id ? 0 : 2) + (one.currency?.alpha_code === 'GBP' ? 0 : 1)
  // The provider's own account in pounds comes first: a line entered on somebody else's is a line to correct.
  const choices = [...(query.data ?? [])].sort((a, b) => rank(a) - rank(b))
  const [account, setAccount] = useState('')
  const [fields, setFields] = useState({
    transaction_date: session.today,
    amount: '',
    reference: '',
    counterparty: '',
  })
  const record = useAction<{ id: string }>('transaction.bank_line.record', {
    success: 'The bank line is recorded',
    onDone: ({ id }) => go.replace(pathOf({ category: 'provider', path: 'transaction/bank_line', id })),
  })
  const chosen = account || (choices[0]?.id ?? '')
  const currency = query.data?.find((one) => one.id === chosen)?.currency?.alpha_code
  const set = (name: keyof typeof fields) => (value: string) =>
    setFields((now) => ({ ...now, [name]: value }))
  return (
    <>
      <PageHeader
        title="New bank line"
        back={{ to: pathOf({ category: 'provider', path: 'transaction/bank_line' }), label: 'Bank lines' }}
      />
      <form
        className="max-w-140 px-4 pb-6"
        onSubmit={(event) => {
          event.preventDefault()
          void record.run({ bank_account_id: chosen, ...fields })
        }}
      >
        <Card>
          <div className="flex flex-col gap-3">
            <Select
              label="Bank account"
              required
              value={chosen}
              onChange={setAccount}
              error={record.errors.bank_account_id}
              options={choices.map((one) => ({ value: one.id, label: nameOf(one) }))}
            />
            <DayPicker
              label="Transaction date"
              required
              max={session.today}
              value={fields.transaction_date}
              onChange={set('transaction_date')}
              error={record.errors.transaction_date}
            />
            <MoneyInput
              label="Amount"
              required
              currency={currency}
              value={fields.amount}
              onChange={set('amount')}
              error={record.errors.amount}
              hint="Negative for money that went out."
            />
            <TextInput
              label="Reference"
              maxLength={140}
              value={fields.reference}
              onChange={set('reference')}
              error={record.errors.reference}
            />
            <TextInput
              label="Counterparty"
              maxLength={140}
              value={fields.counterparty}
              onChange={set('counterparty')}
              error={record.errors.counterparty}
            />
            <Button type="submit" tone="primary" busy={record.busy} className="self-end">
              Record
            </Button>
          </div>
        </Card>
      </form>
    </>
  )
}
