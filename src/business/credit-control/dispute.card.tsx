/** On an invoice: what its client finds or found wrong with it, who settles it, and what has happened to each dispute. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { type Session, useSession } from '#web/core/session.ts'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import type { InvoiceData } from '../invoices/invoice.hook.ts'
import { type InvoiceType, isClientFacing } from '../shared/invoice-types.rules.ts'
import { dispute } from './dispute.entity.ts'
import { DisputeOwnerForm } from './dispute.form.tsx'
import { can } from './dispute.rules.ts'

interface Dispute {
  readonly id: string
  readonly status: 'open' | 'settled'
  readonly reason: string
  readonly raised_by: string
  readonly raised_on: string
  readonly owner_id?: string | null
  readonly owner_name: string | null
  readonly owner_business: { readonly name: string } | null
  readonly settled_by: string | null
  readonly settled_on: string | null
  readonly resolution: string | null
}

interface Step {
  readonly id: string
  readonly dispute_id: string
  readonly action: 'raised' | 'assigned' | 'settled'
  readonly owner_name: string | null
  readonly comment: string | null
  readonly user_name: string
  readonly on_date: string
}

interface Answer {
  readonly disputes: readonly Dispute[]
  readonly steps?: readonly Step[]
}

const settles = ({ category }: Session) => category === 'agency' || category === 'provider'

/** What agency and provider say to each other, and who of them it is, only they read. */
const questionOf = (isInside: boolean) => `query disputes($id: uuid!) {
  disputes: transaction_dispute(where: { invoice_id: { _eq: $id } }, order_by: [{ created_at: desc }, { id: desc }]) {
    id status reason raised_by raised_on ${isInside ? 'owner_id' : ''} owner_name owner_business { name }
    settled_by settled_on resolution
  }
  ${
    isInside
      ? `steps: transaction_dispute_step(
           where: { dispute: { invoice_id: { _eq: $id } } }, order_by: [{ created_at: asc }, { id: asc }], limit: 200
         ) { id dispute_id action owner_name comment user_name on_date }`
      : ''
  }
}`

export function DisputeCard({ document }: { document: InvoiceData }) {
  const session = useSession()
  const [isAssigning, setAssigning] = useState(false)
  const reads = session.category !== 'contractor' && isClientFacing(document.type as InvoiceType) // As the entity declares it.
  const query = useQuery({
    queryKey: ['disputes', session.business_contact_id, document.id],
    enabled: reads,
    queryFn: ({ signal }) => graphql<Answer>(questionOf(settles(session)), { id: document.id }, signal),
  })
  const disputes = query.data?.disputes ?? []
  if (disputes.length === 0) return null
  const open = disputes.find(({ status }) => status === 'open')
  return (
    <Card
      title="Dispute"
      actions={
        open &&
        can.assign(document, session) === true && (
          <Button onClick={() => setAssigning(true)}>
            {open.owner_name === null ? 'Assign' : 'Change owner'}
          </Button>
        )
      }
    >
      <ul className="flex flex-col gap-3">
        {disputes.map((one) => (
          <li key={one.id} className="flex flex-col gap-1">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={one.status === 'open' ? 'critical' : 'positive'}>
                {labelIn(dispute.fields.status.choices, one.status)}
              </Badge>
              <span>{ownerWords(one)}</span>
              <span className="text-n11">
                raised {dayText(one.raised_on)} by {one.raised_by}
              </span>
            </p>
            <p className="break-words whitespace-pre-line">{one.reason}</p>
            {one.settled_on && (
              <p className="break-words text-n11">
                Settled {dayText(one.settled_on)} by {one.settled_by}
                {one.resolution ? `: ${one.resolution}` : ''}
              </p>
            )}
            <Steps steps={(query.data?.steps ?? []).filter((step) => step.dispute_id === one.id)} />
          </li>
        ))}
      </ul>
      {isAssigning && open && (
        <DisputeOwnerForm
          invoice={document}
          owner={open.owner_id ?? null}
          onClose={() => setAssigning(false)}
        />
      )}
    </Card>
  )
}

function ownerWords({ owner_name, owner_business }: Dispute): string {
  if (owner_name === null) return 'Nobody settles it yet'
  return [owner_name, owner_business?.name].filter(Boolean).join(', ')
}

/** From hand to hand; how it began and ended stands above. */
function Steps({ steps }: { steps: readonly Step[] }) {
  const given = steps.filter(({ action }) => action === 'assigned')
  if (given.length === 0) return null
  return (
    <ol className="flex flex-col gap-1 border-l pl-3 text-n11" aria-label="Owners, oldest first">
      {given.map((step) => (
        <li key={step.id} className="break-words">
          <span className="numeric">{dayText(step.on_date)}</span>{' '}
          {step.owner_name === step.user_name
            ? `${step.user_name} took it`
            : `${step.user_name} gave it to ${step.owner_name}`}
          {step.comment ? `: ${step.comment}` : ''}
        </li>
      ))}
    </ol>
  )
}
