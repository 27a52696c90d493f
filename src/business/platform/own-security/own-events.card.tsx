/** Events of the security log about the person signed in. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import type { OwnEvent } from '#entity/session-facts.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { call } from '#web/core/call.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { security_event } from '../security-events/security-event.entity.ts'

const PAGE = 20
const { kind: kinds, outcome: outcomes } = security_event.fields

export function OwnEvents() {
  const [shown, setShown] = useState(PAGE)
  const query = useQuery({
    queryKey: ['own_events', shown],
    // Reads one more than it shows, to know whether there are older ones.
    queryFn: ({ signal }) => call<OwnEvent[]>(`/api/auth/events?shown=${shown + 1}`, undefined, signal),
    placeholderData: (before) => before,
  })
  const events = query.data ?? []
  return (
    <Card title="Security events of the last 90 days" flush>
      {query.isPending && <Skeleton className="m-3 h-20" />}
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {query.data && events.length === 0 && <p className="px-3 py-2 text-n11">None yet</p>}
      <ul aria-label="Security events, newest first">
        {events.slice(0, shown).map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {events.length > shown && (
        <div className="px-3 py-2">
          <Button size="sm" onClick={() => setShown(shown + PAGE)}>
            Show older
          </Button>
        </div>
      )}
    </Card>
  )
}

function EventRow({ event }: { event: OwnEvent }) {
  const { at, kind, outcome, count, by_other, says, device, ip } = event
  const times = count > 1 ? `${count} times` : ''
  const parts = [instantText(at), times, device, ip, by_other ? 'by another person' : says]
  return (
    <li className="border-b px-3 py-2 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-medium">{labelIn(kinds.choices, kind)}</span>
        {outcome !== 'ok' && <Badge tone="attention">{labelIn(outcomes.choices, outcome)}</Badge>}
      </p>
      <p className="text-12 text-n11 wrap-anywhere">{parts.filter((part) => part !== '').join(', ')}</p>
    </li>
  )
}
