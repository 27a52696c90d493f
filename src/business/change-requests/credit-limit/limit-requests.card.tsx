/** Requests for a client's limit, each with the buttons of the reader. */
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { validationText } from '#kernel/messages.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { amountText } from '#web/kinds/amount.tsx'
import { toneOf } from '#web/kinds/choice.tsx'
import { dayText, instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { requestPath } from '../request/request-path.view.ts'
import { OwesMore } from './credit-limit.form.tsx'
import { who } from './limit-request.rules.ts'
import type { ReviewedLimit, ReviewedRequest } from './limit-review.view.ts'

type Asking = { readonly request: ReviewedRequest; readonly step: 'approve' | 'reject' | 'withdraw' }

export function LimitRequests({
  requests,
  limits,
  client,
}: {
  requests: readonly ReviewedRequest[]
  limits: readonly ReviewedLimit[]
  client: { readonly name: string }
}) {
  const session = useSession()
  const [asking, setAsking] = useState<Asking | null>(null)
  const step = useAction(`business.credit_limit.${asking?.step === 'withdraw' ? 'withdraw' : 'decide'}`, {
    shows: ['comment'],
    success: `The request is ${asking?.step === 'withdraw' ? 'withdrawn' : 'rejected'}`,
  })
  if (requests.length === 0) return null
  const onClose = () => setAsking(null)
  const confirm = async (comment: string) => {
    if (!asking) return false
    const { id } = asking.request
    const input = asking.step === 'withdraw' ? { id, comment } : { id, outcome: 'rejected', comment }
    return (await step.run(input)) !== undefined
  }
  return (
    <section aria-label="Requests" className="flex flex-col gap-2">
      <h3 className="font-medium">Requests</h3>
      <ul className="flex flex-col divide-y divide-n5">
        {requests.map((request) => (
          <li key={request.id} className="flex flex-col gap-2 py-2">
            <RequestFacts request={request} />
            {request.status === 'pending' && (
              <div className="flex flex-wrap gap-2">
                {isOneOf(session, who.withdraw) && (
                  <Button
                    verb="business.credit_limit.withdraw"
                    onClick={() => setAsking({ request, step: 'withdraw' })}
                  >
                    Withdraw
                  </Button>
                )}
                {isOneOf(session, who.decide) && (
                  <>
                    <Button
                      verb="business.credit_limit.decide"
                      disabledReason={request.decide_refusal}
                      onClick={() => setAsking({ request, step: 'reject' })}
                    >
                      Reject
                    </Button>
                    <Button
                      tone="primary"
                      verb="business.credit_limit.decide"
                      disabledReason={request.decide_refusal}
                      onClick={() => setAsking({ request, step: 'approve' })}
                    >
                      Approve
                    </Button>
                  </>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {asking?.step === 'approve' && (
        <ApproveForm {...{ request: asking.request, limits, client, onClose }} />
      )}
      <ConfirmAction
        open={asking !== null && asking.step !== 'approve'}
        onClose={onClose}
        label={asking?.step === 'withdraw' ? 'Withdraw' : 'Reject'}
        description={
          asking
            ? `${asking.request.human_id}: ${amountText(asking.request.amount, asking.request.currency)}.`
            : ''
        }
        withComment="required"
        error={step.errors.comment}
        onConfirm={confirm}
      />
    </section>
  )
}

function RequestFacts({ request }: { request: ReviewedRequest }) {
  const { category } = useSession()
  const { amount, decided_amount, currency } = request
  const is_changed = decided_amount !== null && decided_amount !== amount
  const until = request.valid_to === null ? '' : ` to ${dayText(request.valid_to)}`
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={requestPath(request.id, null, category)}>{request.human_id}</Link>
        <span className="numeric font-medium">{amountText(amount, currency)}</span>
        <Badge tone={toneOf(request.status)}>{labelOf(request.status)}</Badge>
        {is_changed && <span>as {amountText(decided_amount, currency)}</span>}
      </p>
      <p className="text-n11">
        {category === 'agency' ? `Asked of ${request.limiter}` : `Asked by ${request.agency}`}
        {request.requested_by_name && `, ${request.requested_by_name}`}, from {dayText(request.valid_from)}
        {until}. {request.reason}
      </p>
      {request.decided_at && (
        <p className="text-n11">
          {request.decided_by_name}, {instantText(request.decided_at)}
          {request.comment && `: ${request.comment}`}
        </p>
      )}
    </div>
  )
}

function ApproveForm({
  request,
  limits,
  client,
  onClose,
}: {
  request: ReviewedRequest
  limits: readonly ReviewedLimit[]
  client: { readonly name: string }
  onClose: () => void
}) {
  const { currency } = request
  const limit = limits.find((one) => one.limiter_id === request.limiter_id && one.currency === currency)
  return (
    <VerbModal
      title={`Approve ${request.human_id}`}
      description={`${request.agency} asks for ${amountText(request.amount, currency)} of ${client.name}.`}
      action_id="business.credit_limit.decide"
      fixed={{ id: request.id, outcome: 'approved' }}
      initial={{
        amount: request.amount,
        valid_from: request.valid_from,
        valid_to: request.valid_to ?? '',
        part: false,
      }}
      fields={[
        { kind: 'money', name: 'amount', label: 'Credit limit', currency, required: true },
        { kind: 'day', name: 'valid_from', label: 'From', required: true },
        { kind: 'day', name: 'valid_to', label: 'Until' },
        limit?.whole != null && {
          kind: 'check',
          name: 'part',
          label: `Only for ${request.agency}, within the whole limit`,
        },
        { kind: 'text', name: 'reference', label: 'Reference' },
        { kind: 'area', name: 'comment', label: 'Comment', max: 2000 },
      ]}
      input={({ part, ...sent }) => ({ ...sent, ...(part ? { agency_id: request.agency_id } : {}) })}
      aside={({ values }) => (
        <>
          {limit?.whole && (
            <p className="text-n11">
              The limit is {amountText(limit.whole.amount, currency)}, of which{' '}
              {amountText(limit.allocated, currency)} is allocated.
            </p>
          )}
          <OwesMore owed={limit?.owed} amount={values.amount} currency={currency} />
        </>
      )}
      check={(values) =>
        values.amount.trim() === '' ? { amount: validationText.required } : ({} as Record<string, string>)
      }
      submit="Approve"
      success={`Credit limit of ${client.name} set`}
      onClose={onClose}
    />
  )
}
