/** Placements that end soon, each with its notice class (experience.md, page 1; spec §4). */
import { useQuery } from '@tanstack/react-query'
import type { Day } from '#kernel/day.ts'
import { addDays, day } from '#kernel/day.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { dayText } from '#web/kinds/time.tsx'
import type { Tone } from '#web/ui/Badge.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { type NoticeAtEnd, notice_said, noticeAtEnd } from '../placements/notice/notice-period.rules.ts'

/** Notice given today against the last day of the placement (spec §4). */
const tones: Record<NoticeAtEnd, Tone> = {
  before: 'attention',
  on: 'attention',
  after: 'neutral',
  immediate: 'neutral',
  not_agreed: 'neutral',
}

const days_ahead = 60
const shown_max = 8
const document = gql(`query ending_placements($today: date!, $until: date!, $shown: Int!) {
  rows: contract_temp_placement(
    where: { status: { _eq: "active" }, end_date: { _gte: $today, _lte: $until } }
    order_by: [{ end_date: asc }, { human_id: asc }] limit: $shown
  ) {
    id human_id title start_date end_date notice_type notice_period notice_period_unit notice_initial
    notice_initial_unit notice_duration notice_duration_unit no_right_to_serve_notice contractor { name }
  }
}`)

type Row = Answer<typeof document>['rows'][number]
type Ending = Row & { readonly end_date: Day }

const isEnding = (row: Row): row is Ending => row.end_date !== null

export function EndingPlacements() {
  const { category, business_contact_id, ...session } = useSession()
  const today = day(session.today)
  const until = addDays(today, days_ahead)
  const query = useQuery({
    queryKey: ['ending_placements', business_contact_id, today],
    queryFn: async ({ signal }) =>
      (await graphql(document, { today, until, shown: shown_max }, signal)).rows.filter(isEnding),
  })
  if (!query.data || query.data.length === 0) return null
  return (
    <Card title={`Placements ending in ${days_ahead} days`} flush>
      <ul>
        {query.data.map((one) => {
          const at_end = noticeAtEnd({ ...one, today })
          return (
            <li
              key={one.id}
              className="grid gap-x-4 gap-y-1 border-b border-n6 p-3 last:border-b-0 tablet:grid-cols-[minmax(0,1fr)_auto_auto] tablet:items-center"
            >
              <div className="min-w-0">
                <Link to={pathOf({ category, path: 'contract/temp_placement', id: one.id })}>
                  {one.human_id}
                </Link>{' '}
                <span className="font-medium">{one.contractor?.name}</span>
                <p className="truncate text-12 text-n11">{one.title}</p>
              </div>
              <span className="numeric">{dayText(one.end_date)}</span>
              <span>
                <Badge tone={tones[at_end]}>{notice_said[at_end]}</Badge>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
