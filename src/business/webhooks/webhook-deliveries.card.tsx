/** The latest deliveries of a webhook, each with its body and the answer. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { countText } from '#kernel/count-text.ts'
import { formatInstant, instant } from '#kernel/instant.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useAction } from '#web/core/use-action.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { canSendAgain } from './webhook.rules.ts'
import { eventLabel } from './webhook-events.rules.ts'

const webhook_deliveries = gql(
  `query webhook_deliveries($webhook_id: uuid!, $shown: Int!) {
  rows: platform_webhook_delivery(where: { webhook_id: { _eq: $webhook_id } }, order_by: [{ created_at: desc }, { id: desc }], limit: $shown) {
    id event payload state attempts next_attempt_at last_attempt_at status_code error response duration_ms created_at
  }
}`,
)
type Delivery = Answer<typeof webhook_deliveries>['rows'][number]

const PAGE = 25
const tones: Readonly<Record<string, Tone>> = {
  delivered: 'positive',
  failed: 'critical',
  pending: 'attention',
}

/** Waiting deliveries change by themselves. */
const LOOK_MS = 3000

export function WebhookDeliveries({ webhook_id, state }: { webhook_id: string; state: string }) {
  const [shown, setShown] = useState(PAGE)
  const query = useQuery({
    queryKey: ['webhook_deliveries', webhook_id, shown],
    queryFn: ({ signal }) => graphql(webhook_deliveries, { webhook_id, shown }, signal),
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) =>
      data?.rows.some((row) => row.state === 'pending') ? LOOK_MS : false,
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { rows } = query.data
  if (rows.length === 0) return <p className="px-3 py-2 text-12 text-n11">No deliveries yet</p>
  return (
    <div>
      <ul>
        {rows.map((row) => (
          <DeliveryItem key={row.id} row={row} webhook_state={state} />
        ))}
      </ul>
      {rows.length === shown && (
        <div className="px-3 py-2">
          <Button size="sm" onClick={() => setShown(shown + PAGE)}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

/** The last try in words. */
function triedOf({
  attempts,
  status_code,
  duration_ms,
  error,
  next_attempt_at,
  last_attempt_at,
}: Delivery): string {
  const parts = [
    countText(attempts, 'try', 'tries'),
    last_attempt_at === null ? null : `last ${formatInstant(instant(last_attempt_at))}`,
    status_code === null ? null : `answer ${status_code} after ${duration_ms ?? 0} ms`,
    error,
    next_attempt_at === null || attempts === 0 ? null : `next ${formatInstant(instant(next_attempt_at))}`,
  ]
  return parts.filter((part) => part !== null && part !== '').join(' · ')
}

function DeliveryItem({ row, webhook_state }: { row: Delivery; webhook_state: string }) {
  const [isOpen, setOpen] = useState(false)
  const again = useAction('platform.webhook_delivery.send_again', { success: 'Delivery is sent again' })
  const can_again = canSendAgain(row, webhook_state)
  return (
    <li className="border-t px-3 py-2 first:border-t-0">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-3">
            <span>{eventLabel(row.event)}</span>
            <Badge tone={tones[row.state] ?? 'neutral'}>{labelOf(row.state)}</Badge>
            <span className="text-12 text-n11">{formatInstant(instant(row.created_at))}</span>
          </p>
          <p className="text-12 text-n11 wrap-anywhere">{triedOf(row)}</p>
        </div>
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
        <Button
          size="sm"
          verb="platform.webhook_delivery.send_again"
          busy={again.busy}
          disabledReason={reasonOf(can_again)}
          onClick={() => void again.run({ id: row.id })}
        >
          Send again
        </Button>
      </div>
      {isOpen && (
        <dl className="mt-2 flex flex-col gap-2 text-12">
          <Text title="Body" text={row.payload} />
          <Text title="Answer" text={row.response ?? ''} />
        </dl>
      )}
    </li>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt className="font-semibold">{title}</dt>
      <dd>
        {text === '' ? (
          <span className="text-n11">Empty</span>
        ) : (
          <code className="block rounded border bg-n2 p-2 wrap-anywhere">{text}</code>
        )}
      </dd>
    </div>
  )
}
