/** The dashboard: what needs me, money now, and for a contractor where his money is (experience.md, page 1). */
import { useQuery } from '@tanstack/react-query'
import { rootName } from '#entity/entity.ts'
import { allOf, filterWhere } from '#entity/filter.ts'
import { encodeListState } from '#entity/url-codec.ts'
import { day } from '#kernel/day.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { useEntities } from '#web/core/entities.ts'
import { pathOf } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'
import { hasRole, useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import type { Tone } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { WaitingApprovals } from '../timesheets/waiting-approvals.page.tsx'
import type { Tile } from './dashboard-tiles.page.tsx'
import { tiles } from './dashboard-tiles.page.tsx'
import { WhereIsMyMoney } from './where-is-my-money.page.tsx'

interface Figure {
  readonly count: number
  readonly sum: number | null
  /** How many of them are in another currency than the sum. */
  readonly others: number
}

/** One request for all tiles; sums are of the business's own currency, which the tile says. */
function useFigures(session: Session, mine: readonly Tile[]) {
  const entities = useEntities()
  return useQuery({
    queryKey: ['dashboard', session.business_contact_id, session.today],
    queryFn: async ({ signal }) => {
      const variables: Record<string, unknown> = {}
      const heads: string[] = []
      const roots = mine.map((tile, at) => {
        const root = rootName(tile.entity)
        const where = filterWhere(entities, tile.entity, tile.filter, day(session.today))
        variables[`w${at}`] = allOf(where)
        heads.push(`$w${at}: ${root}_bool_exp!`)
        const count = `c${at}: ${root}_aggregate(where: $w${at}) { aggregate { count } }`
        if (!tile.sum) return count
        variables[`s${at}`] = allOf([
          ...where,
          { currency: { alpha_code: { _eq: session.business.currency_code } } },
        ])
        heads.push(`$s${at}: ${root}_bool_exp!`)
        return `${count} s${at}: ${root}_aggregate(where: $s${at}) { aggregate { count sum { ${tile.sum} } } }`
      })
      const answer = await graphql<Answer>(
        `query dashboard(${heads.join(', ')}) { ${roots.join(' ')} }`,
        variables,
        signal,
      )
      return mine.map((tile, at): Figure => {
        const sum = tile.sum ? answer[`s${at}`]?.aggregate.sum?.[tile.sum] : null
        const count = answer[`c${at}`]?.aggregate.count ?? 0
        const summed = tile.sum ? (answer[`s${at}`]?.aggregate.count ?? 0) : count
        return { count, sum: tile.sum ? (sum ?? 0) : null, others: count - summed }
      })
    },
  })
}

type Answer = Readonly<
  Record<
    string,
    { readonly aggregate: { readonly count?: number; readonly sum?: Readonly<Record<string, number>> } }
  >
>

export function DashboardPage() {
  const session = useSession()
  const mine = tiles[session.category].filter((tile) => !tile.roles || hasRole(session, tile.roles))
  const figures = useFigures(session, mine)
  if (figures.error) return <CouldNotLoad onRetry={() => void figures.refetch()} />
  const part = (name: Tile['part']) =>
    mine.flatMap((tile, at) => (tile.part === name ? [{ tile, figure: figures.data?.[at] }] : []))
  return (
    <>
      <PageHeader title="Dashboard" meta={<span>{session.business.name}</span>} />
      <div className="flex flex-col gap-6 px-4 pb-6">
        {session.category === 'client' && session.roles.includes('timesheet_approver') && (
          <WaitingApprovals />
        )}
        <Strip
          title={session.category === 'contractor' ? 'Your timesheets' : 'What needs you'}
          entries={part('needs')}
        />
        {session.category === 'contractor' && <WhereIsMyMoney />}
        <Strip title="Money now" entries={part('money')} />
      </div>
    </>
  )
}

function Strip({
  title,
  entries,
}: {
  title: string
  entries: readonly { tile: Tile; figure: Figure | undefined }[]
}) {
  if (entries.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-14 font-semibold">{title}</h2>
      <ul className="grid gap-3 sideways:grid-cols-2 desktop:grid-cols-3 wide:grid-cols-4 super:grid-cols-5">
        {entries.map(({ tile, figure }) => (
          <li key={tile.id}>
            <TileCard tile={tile} figure={figure} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const marks: Record<Tone, string> = {
  neutral: 'bg-n8',
  progress: 'bg-sky9',
  attention: 'bg-amber9',
  positive: 'bg-green9',
  critical: 'bg-red9',
}

function TileCard({ tile, figure }: { tile: Tile; figure: Figure | undefined }) {
  const { category, business } = useSession()
  const search = new URLSearchParams(
    encodeListState({ group_by: null, filter_by: tile.filter, sort_by: null, search: '' }) as Record<
      string,
      string
    >,
  )
  const live = figure !== undefined && figure.count > 0
  return (
    <Link
      plain
      to={`${pathOf({ category, path: tile.path })}?${search.toString()}`}
      className="flex h-full items-stretch overflow-hidden rounded-lg border bg-surface hover:border-n8"
    >
      <span aria-hidden className={cx('w-1', live ? marks[tile.tone] : 'bg-transparent')} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 p-3">
        <span className="text-n11">{tile.label}</span>
        {figure === undefined ? (
          <Skeleton className="mt-1 h-6 w-16" />
        ) : (
          <>
            <span className="numeric text-20 font-semibold">{figure.count.toLocaleString('en-GB')}</span>
            {figure.sum !== null && (
              <span className="text-12 text-n11">
                <Amount value={figure.sum} currency={business.currency_code} />
                {figure.others > 0 && ` and ${figure.others.toLocaleString('en-GB')} in other currencies`}
              </span>
            )}
          </>
        )}
      </span>
    </Link>
  )
}
