/** A client's promise to pay an invoice, and its outcome. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { payment_promise } from './credit.entity.ts'

const tones: Readonly<Record<Promised['status'], Tone>> = {
  open: 'progress',
  kept: 'positive',
  broken: 'critical',
  withdrawn: 'neutral',
}

const document = gql(`query promises($invoice_id: uuid!) {
  promises: transaction_payment_promise(where: { invoice_id: { _eq: $invoice_id } }, order_by: { created_at: desc }) {
    id amount promised_date status note user_name
  }
}`)

type Promised = Answer<typeof document>['promises'][number]

export function Promises({
  invoice,
}: {
  invoice: {
    readonly id: string
    readonly human_id: string
    readonly outstanding_balance: string
    readonly currency: string
  }
}) {
  const { roles } = useSession()
  const [isAsking, setAsking] = useState(false)
  const query = useQuery({
    queryKey: ['promises', invoice.id],
    queryFn: async ({ signal }) => (await graphql(document, { invoice_id: invoice.id }, signal)).promises,
  })
  const withdraw = useAction('transaction.payment_promise.withdraw')
  const promises = query.data ?? []
  const isOpen = promises.some((one) => one.status === 'open')
  const writes = !roles.includes('agency_read_only') && !roles.includes('provider_approver')
  return (
    <Card
      title="Promises to pay"
      actions={writes && !isOpen && <Button onClick={() => setAsking(true)}>Promise to pay</Button>}
    >
      {promises.length === 0 && <p className="text-n11">No promises. Automatic reminders are on.</p>}
      <ul className="flex flex-col gap-1">
        {promises.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-2">
            <Amount value={one.amount} currency={invoice.currency} />
            <span className="numeric">by {dayText(one.promised_date)}</span>
            <Badge tone={tones[one.status]}>
              {labelIn(payment_promise.fields.status.choices, one.status)}
            </Badge>
            <span className="text-n11">{[one.note, one.user_name].filter(Boolean).join(', ')}</span>
            {one.status === 'open' && writes && (
              <Button size="sm" busy={withdraw.busy} onClick={() => void withdraw.run({ id: one.id })}>
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isAsking && <PromiseForm invoice={invoice} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function PromiseForm({
  invoice,
  onClose,
}: {
  invoice: Parameters<typeof Promises>[0]['invoice']
  onClose: () => void
}) {
  const { today } = useSession()
  return (
    <VerbModal
      title={`Promise to pay ${invoice.human_id}`}
      action_id="transaction.payment_promise.record"
      fixed={{ invoice_id: invoice.id }}
      initial={{ amount: invoice.outstanding_balance, promised_date: today }}
      fields={[
        { kind: 'money', name: 'amount', label: 'Amount', currency: invoice.currency, required: true },
        { kind: 'day', name: 'promised_date', label: 'Promised for', min: today, required: true },
        { kind: 'text', name: 'note', label: 'Note' },
      ]}
      submit="Record"
      success={`No reminders for ${invoice.human_id} until the promised day`}
      onClose={onClose}
    />
  )
}
