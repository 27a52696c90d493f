/** Makes a payment batch of documents due and released on a day (money.md §1.6). */

import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { ownFirst } from '../shared/form-choices.view.ts'
import { itemsText } from './payment-batch.rules.ts'

const choices = gql(`query batch_choices {
  currencies: platform_currency(where: { is_active: { _eq: true } }, order_by: { name: asc }) { id name alpha_code }
  principals: business_business(where: { type: { _in: ["provider", "funder"] }, status: { _eq: "onboarded" } }, order_by: { name: asc }) { id name }
}`)

interface MadeBatch extends Made {
  readonly item_count: number
}

export function NewBatchPage() {
  const session = useSession()
  const go = useGo()
  const query = useQuery({
    queryKey: ['batch_choices'],
    queryFn: ({ signal }) => graphql(choices, {}, signal),
  })
  const currencies = ownFirst(query.data?.currencies ?? [], 'GBP')
  return (
    <>
      <PageHeader
        title="New payment batch"
        back={{
          to: pathOf({ category: 'provider', path: 'payment/payment_batch' }),
          label: 'Payment Batches',
        }}
      />
      <div className="max-w-140 px-4 pb-6">
        {!query.isPending && (
          <VerbForm
            columns={1}
            intro="Includes every contractor payment and agency earning due by the run date and released for payment. Payees without a confirmed account are held."
            action_id="payment.payment_batch.create"
            initial={{
              run_date: session.today,
              currency_id: currencies.find((one) => one.alpha_code === 'GBP')?.id ?? '',
              principal_id: session.business.id,
            }}
            fields={[
              { kind: 'day', name: 'run_date', label: 'Run date', required: true },
              {
                kind: 'choice',
                name: 'currency_id',
                label: 'Currency',
                options: currencies.map((one) => ({ value: one.id, label: one.name })),
              },
              {
                kind: 'choice',
                name: 'principal_id',
                label: 'Paid by',
                options: (query.data?.principals ?? []).map((one) => ({ value: one.id, label: one.name })),
              },
            ]}
            submit="Create batch"
            success={(batch: MadeBatch) => `${batch.human_id} has ${itemsText(batch.item_count)}`}
            onDone={({ id }: MadeBatch) =>
              go.replace(pathOf({ category: 'provider', path: 'payment/payment_batch', id }))
            }
          />
        )}
      </div>
    </>
  )
}
