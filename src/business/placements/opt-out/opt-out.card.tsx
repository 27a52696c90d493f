/** On a placement's page: the worker's opt-out of the Conduct Regulations, and the consequence of none for their pay. */
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { dayText } from '#web/kinds/time.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { paid_on_time } from '../../parties/papers/opt-out.rules.ts'

type OptOut = {
  readonly may_opt_out: boolean
  readonly is_opted_out: boolean
  readonly given_on: string | null
  readonly ended_on: string | null
  readonly told_on: string | null
  readonly gap: string | null
}

/** Shows nothing where neither a notice nor money depends on the opt-out. */
export function PlacementOptOut({ row }: { row: ListRow }) {
  const { category } = useSession()
  const query = useQuery({
    queryKey: ['opt-out', row.id, row.status],
    queryFn: () =>
      action<OptOut>('contract.temp_placement.read_opt_out', { contract_id: row.id }, crypto.randomUUID()),
    enabled: category === 'agency' || category === 'contractor' || category === 'provider',
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const found = query.data
  if (found === undefined || !found.may_opt_out) return null
  const waits = row.funding_type_today === 'paid_when_paid'
  if (found.given_on === null && !found.is_opted_out && !waits) return null
  return (
    <Card
      title="Conduct Regulations"
      actions={
        <Badge tone={found.is_opted_out ? 'positive' : 'neutral'}>
          {found.is_opted_out ? 'Opted out' : 'They apply'}
        </Badge>
      }
    >
      <p>{noticeWords(found)}</p>
      {found.gap !== null && <p className="text-n11">{found.gap}.</p>}
      {found.gap !== null && waits && category !== 'contractor' && (
        <p className="mt-1 flex items-start gap-2 text-amber11">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span>{paid_on_time}.</span>
        </p>
      )}
    </Card>
  )
}

function noticeWords({ given_on, ended_on, told_on }: OptOut): string {
  return [
    given_on === null ? 'No notice' : `Notice of ${dayText(given_on)}`,
    ended_on === null ? '' : `ended on ${dayText(ended_on)}`,
    told_on === null ? '' : `client told on ${dayText(told_on)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
