/** The dashboard: to do, money now, trend (experience.md, page 1). */
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CircleCheck } from 'lucide-react'
import { commission_roles } from '#entity/roles.ts'
import { day } from '#kernel/day.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { builtQuery } from '#web/core/built-query.ts'
import { useEntities } from '#web/core/entities-context.ts'
import { pathOf } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'
import { hasRole, useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { numberText } from '#web/kinds/number.tsx'
import type { Tone } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { addressOf } from '../reports/report-list.card.tsx'
import { WaitingApprovals } from '../timesheets/waiting-approvals.card.tsx'
import type { Figure } from './dashboard.rules.ts'
import { figuresOf, figuresRequest, isFor } from './dashboard.rules.ts'
import { DashboardEarnings } from './dashboard-earnings.card.tsx'
import type { Part, Tile } from './dashboard-tiles.view.ts'
import { tiles } from './dashboard-tiles.view.ts'
import { DashboardTrends } from './dashboard-trend-chart.card.tsx'
import { EndingPlacements } from './ending-placements.card.tsx'
import { LastPayslip } from './last-payslip.card.tsx'
import { WhereIsMyMoney } from './where-is-my-money.card.tsx'

interface Entry {
  readonly tile: Tile
  readonly figure: Figure | undefined
}

/** One request for all tiles; sums are of the business's own currency, which the tile says. */
function useFigures(session: Session, mine: readonly Tile[]) {
  const entities = useEntities()
  return useQuery({
    queryKey: ['dashboard', session.business_contact_id, session.today],
    queryFn: async ({ signal }) => {
      // An approver has cards instead of numbers.
      if (mine.length === 0) return []
      const asking = { entities, today: day(session.today), currency: session.business.currency_code }
      const { query, variables } = figuresRequest(asking, mine)
      return figuresOf(mine, await builtQuery(query, variables, signal))
    },
  })
}

export function DashboardPage() {
  const session = useSession()
  const { category, roles } = session
  const mine = tiles[category].filter((tile) => isFor(tile, roles))
  const figures = useFigures(session, mine)
  if (figures.error) return <CouldNotLoad onRetry={() => void figures.refetch()} />
  const part = (name: Part): readonly Entry[] =>
    mine.flatMap((tile, at) => (tile.part === name ? [{ tile, figure: figures.data?.[at] }] : []))
  return (
    <>
      <PageHeader title="Dashboard" meta={<span>{session.business.name}</span>} />
      <div className="flex flex-col gap-6 px-4 pb-6">
        {category === 'client' && roles.includes('timesheet_approver') && <WaitingApprovals />}
        <Needs entries={part('needs')} />
        {category === 'contractor' && (
          <>
            <WhereIsMyMoney />
            <LastPayslip />
          </>
        )}
        <Flow entries={part('flow')} />
        <Strip title="Money now" entries={part('money')} />
        <Strip title="Work now" entries={part('work')} />
        {category === 'client' && hasRole(session, ['hiring_manager', 'invoice_contact']) && (
          <EndingPlacements />
        )}
        <Strip title="People" entries={part('people')} />
        {category === 'agency' && hasRole(session, commission_roles) && <DashboardEarnings />}
        <DashboardTrends />
      </div>
    </>
  )
}

/** Tiles of the rows that wait. The first four hold the place until the counts are read. */
function Needs({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return null
  const isRead = entries.every(({ figure }) => figure !== undefined)
  const live = isRead ? entries.filter(({ figure }) => figure && figure.count > 0) : entries.slice(0, 4)
  return (
    <section aria-label="To do">
      <h2 className="mb-2 text-14 font-semibold">To do</h2>
      {live.length > 0 ? (
        <Tiles entries={live} />
      ) : (
        <p className="flex items-center gap-1.5 text-n11">
          <CircleCheck size={14} aria-hidden className="shrink-0 text-green9" />
          Nothing to do
        </p>
      )}
    </section>
  )
}

/** The list behind a tile, with the very filter it was counted by. */
function useAddress({ path, tab, filter }: Tile): string {
  const { category } = useSession()
  return addressOf(pathOf({ category, path, tab: tab ?? null }), filter)
}

function Strip({ title, entries }: { title: string; entries: readonly Entry[] }) {
  if (entries.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-14 font-semibold">{title}</h2>
      <Tiles entries={entries} />
    </section>
  )
}

function Tiles({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="grid gap-3 sideways:grid-cols-2 desktop:grid-cols-3 wide:grid-cols-4 super:grid-cols-5">
      {entries.map(({ tile, figure }) => (
        <li key={tile.id}>
          <TileCard tile={tile} figure={figure} />
        </li>
      ))}
    </ul>
  )
}

/** The steps from work to cash. */
function Flow({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return null
  return (
    <section aria-label="Work to cash">
      <h2 className="mb-2 text-14 font-semibold">
        Work to cash<span className="font-normal text-n11">, last 60 days</span>
      </h2>
      <ol className="grid rounded-lg border bg-surface desktop:grid-cols-5">
        {entries.map(({ tile, figure }, at) => (
          <li
            key={tile.id}
            className="relative border-n6 not-last:border-b desktop:not-last:border-r desktop:not-last:border-b-0"
          >
            <FlowStep tile={tile} figure={figure} />
            {at < entries.length - 1 && (
              <span
                aria-hidden
                className="absolute top-1/2 -right-2 hidden size-4 -translate-y-1/2 place-items-center rounded-full border bg-surface text-n10 desktop:grid"
              >
                <ArrowRight size={10} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function FlowStep({ tile, figure }: Entry) {
  return (
    <Link
      plain
      to={useAddress(tile)}
      className="flex h-full flex-wrap items-baseline justify-between gap-x-3 p-3 hover:bg-n2 tablet:max-desktop:grid tablet:max-desktop:grid-cols-[minmax(0,1fr)_10rem_14rem] tablet:max-desktop:*:not-first:text-right desktop:flex-col desktop:justify-start"
    >
      <span className="text-n11">{tile.label}</span>
      <FigureText tile={tile} figure={figure} />
    </Link>
  )
}

/** The count and the sum; the sum first where money matters more. */
function FigureText({ tile, figure }: Entry) {
  const { business } = useSession()
  if (figure === undefined) return <Skeleton className="mt-1 h-6 w-16" />
  const count = numberText(figure.count)
  if (figure.sum === null) return <span className="numeric text-20 font-semibold">{count}</span>
  const sum = <Amount value={figure.sum} currency={business.currency_code} />
  const others = `${numberText(figure.others)} in other currencies`
  if (tile.part === 'needs')
    return (
      <>
        <span className="numeric text-20 font-semibold">{count}</span>
        <span className="text-12 text-n11">
          {/* Nothing in the business's own currency is not money: of such only the others are said. */}
          {figure.others < figure.count && sum}
          {figure.others > 0 && (figure.others < figure.count ? ` + ${others}` : others)}
        </span>
      </>
    )
  const { label, plural } = tile.entity
  return (
    <>
      <span className="text-20 font-semibold">{sum}</span>
      <span className="numeric text-12 text-n11">
        {count} {(figure.count === 1 ? label : plural).toLowerCase()}
        {figure.others > 0 && `, ${others}`}
      </span>
    </>
  )
}

const marks: Record<Tone, string> = {
  neutral: 'bg-n8',
  progress: 'bg-sky9',
  attention: 'bg-amber9',
  positive: 'bg-green9',
  critical: 'bg-red9',
}

function TileCard({ tile, figure }: Entry) {
  const live = figure !== undefined && figure.count > 0
  return (
    <Link
      plain
      to={useAddress(tile)}
      className="flex h-full items-stretch overflow-hidden rounded-lg border bg-surface hover:border-n8"
    >
      <span aria-hidden className={cx('w-1', live ? marks[tile.tone] : 'bg-transparent')} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 p-3">
        <span className="text-n11">{tile.label}</span>
        <FigureText tile={tile} figure={figure} />
      </span>
    </Link>
  )
}
