/** Makes a payment batch of what is due and released on a day (money.md §1.6). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { useFirstFault } from '#web/form/use-first-fault.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { itemsText } from './payment-batch.rules.ts'

interface Choices {
  readonly currencies: readonly { readonly id: string; readonly name: string; readonly alpha_code: string }[]
  readonly principals: readonly { readonly id: string; readonly name: string }[]
}

const choices = `query batch_choices {
  currencies: platform_currency(where: { is_active: { _eq: true } }, order_by: { name: asc }) { id name alpha_code }
  principals: business_business(where: { type: { _in: ["provider", "funder"] } }, order_by: { name: asc }) { id name }
}`

export function NewBatchPage() {
  const session = useSession()
  const go = useGo()
  const query = useQuery({
    queryKey: ['batch_choices'],
    queryFn: ({ signal }) => graphql<Choices>(choices, {}, signal),
  })
  const [run_date, setRunDate] = useState(session.today)
  const [currency, setCurrency] = useState('')
  const [principal, setPrincipal] = useState(session.business.id)
  const unsaved = useUnsaved()
  const create = useAction<{ id: string; human_id: string; item_count: number }>(
    'payment.payment_batch.create',
    {
      success: (batch) => `${batch.human_id} has ${itemsText(batch.item_count)}`,
      onDone: (batch) => {
        unsaved.clear()
        go.replace(pathOf({ category: 'provider', path: 'payment/payment_batch', id: batch.id }))
      },
    },
  )
  const form = useFirstFault(create.errors)
  const currencies = query.data?.currencies ?? []
  const chosen = currency || (currencies.find((one) => one.alpha_code === 'GBP')?.id ?? '')
  return (
    <>
      <PageHeader
        title="New payment batch"
        back={{
          to: pathOf({ category: 'provider', path: 'payment/payment_batch' }),
          label: 'Payment batches',
        }}
      />
      <form
        ref={form}
        onInput={unsaved.mark}
        className="max-w-140 px-4 pb-6"
        onSubmit={(event) => {
          event.preventDefault()
          void create.run({ run_date, currency_id: chosen, principal_id: principal })
        }}
      >
        {unsaved.guard}
        <Card>
          <div className="flex flex-col gap-3">
            <p className="text-n11">
              Takes every contractor document and agency earning that is due by the run date and released by
              its funding type. What has no confirmed bank account is held.
            </p>
            <DayPicker
              label="Run date"
              required
              value={run_date}
              onChange={(date) => {
                unsaved.mark()
                setRunDate(date)
              }}
              error={create.errors.run_date}
            />
            <Select
              label="Currency"
              value={chosen}
              onChange={setCurrency}
              error={create.errors.currency_id}
              options={currencies.map((one) => ({ value: one.id, label: one.name }))}
            />
            <Select
              label="Paid by"
              value={principal}
              onChange={setPrincipal}
              error={create.errors.principal_id}
              options={(query.data?.principals ?? []).map((one) => ({ value: one.id, label: one.name }))}
            />
            <Button type="submit" tone="primary" busy={create.busy} className="self-end">
              Make the batch
            </Button>
          </div>
        </Card>
      </form>
    </>
  )
}
