/** A cost that the provider recovers from an agency by hand (money.md §1.8). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useAction } from '#web/core/use-action.ts'
import { useFirstFault } from '#web/form/use-first-fault.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { MoneyInput, Select, TextArea } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'

const choices = `query agencies {
  agencies: business_agency(order_by: { name: asc }) { id name }
  currencies: platform_currency(where: { is_active: { _eq: true } }, order_by: { name: asc }) { alpha_code name }
}`

interface Choices {
  readonly agencies: readonly { readonly id: string; readonly name: string }[]
  readonly currencies: readonly { readonly alpha_code: string; readonly name: string }[]
}

export function NewCollectionNotePage() {
  const go = useGo()
  const query = useQuery({
    queryKey: ['collection_note_choices'],
    queryFn: ({ signal }) => graphql<Choices>(choices, {}, signal),
  })
  const [agency_id, setAgency] = useState('')
  const [currency, setCurrency] = useState('GBP')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const unsaved = useUnsaved()
  const create = useAction<{ id: string; human_id: string }>('transaction.collection_note.create', {
    success: (note) => `${note.human_id} is taken from the agency's next earnings`,
    onDone: (note) => {
      unsaved.clear()
      go.replace(pathOf({ category: 'provider', path: 'transaction/collection_note', id: note.id }))
    },
  })
  const form = useFirstFault(create.errors)
  return (
    <>
      <PageHeader
        title="New collection note"
        back={{
          to: pathOf({ category: 'provider', path: 'transaction/collection_note' }),
          label: 'Collection notes',
        }}
      />
      <form
        ref={form}
        onInput={unsaved.mark}
        className="max-w-140 px-4 pb-6"
        onSubmit={(event) => {
          event.preventDefault()
          void create.run({ agency_id, currency, amount, reason })
        }}
      >
        {unsaved.guard}
        <Card>
          <div className="flex flex-col gap-3">
            <p className="text-n11">
              A cost that an agency makes good, outside the scope of VAT. It is taken from its next earnings.
            </p>
            <Select
              label="Agency"
              required
              value={agency_id}
              onChange={setAgency}
              placeholder="Choose an agency"
              error={create.errors.agency_id}
              options={(query.data?.agencies ?? []).map((one) => ({ value: one.id, label: one.name }))}
            />
            <Select
              label="Currency"
              value={currency}
              onChange={setCurrency}
              error={create.errors.currency}
              options={(query.data?.currencies ?? []).map((one) => ({
                value: one.alpha_code,
                label: one.name,
              }))}
            />
            <MoneyInput
              label="Amount"
              required
              currency={currency}
              value={amount}
              onChange={setAmount}
              error={create.errors.amount}
            />
            <TextArea
              label="Reason"
              required
              maxLength={500}
              value={reason}
              onChange={setReason}
              error={create.errors.reason}
            />
            <Button type="submit" tone="primary" busy={create.busy} className="self-end">
              Make the note
            </Button>
          </div>
        </Card>
      </form>
    </>
  )
}
