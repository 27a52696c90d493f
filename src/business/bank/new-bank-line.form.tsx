/** Enters one line of a bank statement by hand. */
import { useState } from 'react'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { useFirstFault } from '#web/form/use-first-fault.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { MoneyInput, Select, TextInput } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { accountName, useOwnAccounts } from './own-accounts.hook.ts'

export function NewBankLinePage() {
  const session = useSession()
  const go = useGo()
  const query = useOwnAccounts()
  const choices = query.data ?? []
  const [account, setAccount] = useState('')
  const [fields, setFields] = useState({
    transaction_date: session.today,
    amount: '',
    reference: '',
    counterparty: '',
  })
  const unsaved = useUnsaved()
  const record = useAction<{ id: string }>('transaction.bank_line.record', {
    success: 'The bank line is recorded',
    onDone: ({ id }) => {
      unsaved.clear()
      go.replace(pathOf({ category: 'provider', path: 'transaction/bank_line', id }))
    },
  })
  const form = useFirstFault(record.errors)
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
        ref={form}
        onInput={unsaved.mark}
        className="max-w-140 px-4 pb-6"
        onSubmit={(event) => {
          event.preventDefault()
          void record.run({ bank_account_id: chosen, ...fields })
        }}
      >
        {unsaved.guard}
        <Card>
          <div className="flex flex-col gap-3">
            <Select
              label="Bank account"
              required
              value={chosen}
              onChange={setAccount}
              error={record.errors.bank_account_id}
              options={choices.map((one) => ({ value: one.id, label: accountName(one) }))}
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
