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
import type { NoticeClass } from '../placements/notice-period.rules.ts'
import { classifyNotice } from '../placements/notice-period.rules.ts'

/** Spec §4, in words: notice given today against the last day of the placement. */
const said: Record<NoticeClass, { readonly label: string; readonly tone: Tone }> = {
  before: { label: 'Ends before notice runs out', tone: 'attention' },
  on: { label: 'Ends on the day notice runs out', tone: 'attention' },
  after: { label: 'Ends after notice runs out', tone: 'neutral' },
  immediate: { label: 'No notice needed', tone: 'neutral' },
}

const days_ahead = 60
const shown_max = 8
const document = gql(`query ending_placements($today: date!, $until: date!, $shown: Int!) {
  rows: contract_temp_placement(
    where: { status: { _eq: "active" }, end_date: { _gte: $today, _lte: $until } }
    order_by: [{ end_date: asc }, { human_id: asc }] limit: $shown
  ) {
    id human_id title start_date end_date notice_period notice_period_unit no_right_to_serve_notice contractor { name }
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
          const { label, tone } = said[noticeOf(one, today)]
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
                <Badge tone={tone}>{label}</Badge>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const noticeOf = (one: Ending, today: Day): NoticeClass =>
  classifyNotice({
    today,
    start_date: one.start_date,
    end_date: one.end_date,
    notice: { count: one.notice_period ?? 0, unit: one.notice_period_unit ?? 'day' },
    no_right_to_serve_notice: one.no_right_to_serve_notice,
  })
