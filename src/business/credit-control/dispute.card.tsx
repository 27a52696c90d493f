/** The disputes of an invoice: reason, owner and history. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
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

const settles = ({ category }: Session) => category === 'agency' || category === 'provider'

/** Only agency and provider read the steps and the owner's id. */
const disputes_of = gql(`query disputes($id: uuid!, $isInside: Boolean!) {
  disputes: transaction_dispute(where: { invoice_id: { _eq: $id } }, order_by: [{ created_at: desc }, { id: desc }]) {
    id status reason raised_by raised_on owner_id @include(if: $isInside) owner_name owner_business { name }
    settled_by settled_on resolution
  }
  steps: transaction_dispute_step(
    where: { dispute: { invoice_id: { _eq: $id } } }, order_by: [{ created_at: asc }, { id: asc }], limit: 200
  ) @include(if: $isInside) { id dispute_id action owner_name comment user_name on_date }
}`)

type Dispute = Answer<typeof disputes_of>['disputes'][number]
type Step = NonNullable<Answer<typeof disputes_of>['steps']>[number]

export function DisputeCard({ document }: { document: InvoiceData }) {
  const session = useSession()
  const [isAssigning, setAssigning] = useState(false)
  const reads = session.category !== 'contractor' && isClientFacing(document.type as InvoiceType) // As the entity declares it.
  const query = useQuery({
    queryKey: ['disputes', session.business_contact_id, document.id],
    enabled: reads,
    queryFn: ({ signal }) => graphql(disputes_of, { id: document.id, isInside: settles(session) }, signal),
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
  if (owner_name === null) return 'No owner yet'
  return [owner_name, owner_business?.name].filter(Boolean).join(', ')
}

/** Changes of owner; the facts above show beginning and end. */
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
