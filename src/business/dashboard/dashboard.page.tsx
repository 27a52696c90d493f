/** The dashboard: to do, money now, trend (experience.md, page 1). */
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CircleCheck } from 'lucide-react'
import { Fragment } from 'react'
import { commission_roles } from '#entity/roles.ts'
import { day } from '#kernel/day.ts'
import { formatMoney } from '#kernel/money.ts'
import { sterlingTotal } from '#kernel/sterling.ts'
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
import { addressOf, useCurrencies } from '../reports/report-list.card.tsx'
import { WaitingApprovals } from '../timesheets/waiting-approvals.card.tsx'
import type { Asking, CurrencySum, Figure, OtherSum } from './dashboard.rules.ts'
import { figuresOf, figuresRequest, isFor, otherSumsOf, otherSumsRequest } from './dashboard.rules.ts'
import { DashboardEarnings } from './dashboard-earnings.card.tsx'
import type { Part, Tile } from './dashboard-tiles.view.ts'
import { tiles } from './dashboard-tiles.view.ts'
import { DashboardTrends } from './dashboard-trend-chart.card.tsx'
import { EndingPlacements } from './ending-placements.card.tsx'
import { LastPayslip } from './last-payslip.card.tsx'
import { WhereIsMyMoney } from './where-is-my-money.card.tsx'

/** With its sums in other currencies than the business's own. */
type TileFigure = Figure & { readonly other_sums: readonly CurrencySum[] }

interface Entry {
  readonly tile: Tile
  readonly figure: TileFigure | undefined
}

/** The data endpoint takes as many roots in a request. */
const roots_max = 40

async function otherSums(asking: Asking, wanted: readonly OtherSum[], signal: AbortSignal) {
  const parts: OtherSum[][] = []
  for (let from = 0; from < wanted.length; from += roots_max) parts.push(wanted.slice(from, from + roots_max))
  const answers = await Promise.all(
    parts.map(async (part) => {
      const { query, variables } = otherSumsRequest(asking, part)
      return { part, answer: await builtQuery(query, variables, signal) }
    }),
  )
  return (tile: Tile) => answers.flatMap(({ part, answer }) => otherSumsOf(part, answer, tile))
}

/** One request for all tiles; a second one for sums in other currencies, where there are any. */
function useFigures(session: Session, mine: readonly Tile[]) {
  const entities = useEntities()
  const currencies = useCurrencies()
  const code = session.business.currency_code
  return useQuery({
    queryKey: ['dashboard', session.business_contact_id, session.today],
    enabled: currencies !== undefined,
    queryFn: async ({ signal }): Promise<TileFigure[]> => {
      // An approver has cards instead of numbers.
      if (mine.length === 0) return []
      const asking = { entities, today: day(session.today), currency: code }
      const { query, variables } = figuresRequest(asking, mine)
      const figures = figuresOf(mine, await builtQuery(query, variables, signal))
      const other_codes = (currencies ?? []).flatMap((one) => (one.alpha_code === code ? [] : one.alpha_code))
      const wanted = mine.flatMap((asked, at) =>
        (figures[at]?.others ?? 0) > 0 ? other_codes.map((currency) => ({ asked, currency })) : [],
      )
      const sumsOf = await otherSums(asking, wanted, signal)
      return mine.flatMap((tile, at) => {
        const figure = figures[at]
        return figure ? [{ ...figure, other_sums: sumsOf(tile) }] : []
      })
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

/** The sum in each currency, the business's own first, and in all: "£136,398.48 + €22,464.00". */
function Sums({ figure, other }: { figure: TileFigure; other?: string }) {
  const { business } = useSession()
  const own = { currency: business.currency_code, amount: figure.sum ?? 0 }
  const sums = [...(figure.others < figure.count || figure.count === 0 ? [own] : []), ...figure.other_sums]
  return (
    <>
      {sums.map(({ currency, amount }, at) => (
        <Fragment key={currency}>
          {at > 0 && ' '}
          <span className={cx('whitespace-nowrap', at > 0 && other)}>
            {at > 0 && '+ '}
            <Amount value={amount} currency={currency} />
          </span>
        </Fragment>
      ))}
      {sums.length > 1 && <SterlingTotal sums={sums} />}
    </>
  )
}

/** At the fallback rates, so it says that it is indicative (spec §9). */
function SterlingTotal({ sums }: { sums: readonly CurrencySum[] }) {
  const rates = useCurrencies()?.flatMap(({ alpha_code, fallback_rate }) =>
    fallback_rate === null ? [] : [[alpha_code, String(fallback_rate)] as const],
  )
  const total = rates && sterlingTotal(sums, new Map(rates))
  if (!total) return null
  return (
    <span className="block text-12 font-normal text-n11">
      about <Amount value={formatMoney(total)} currency={total.currency} /> in all (indicative)
    </span>
  )
}

/** The count and the sum; the sum first where money matters more. */
function FigureText({ tile, figure }: Entry) {
  if (figure === undefined) return <Skeleton className="mt-1 h-6 w-16" />
  const count = numberText(figure.count)
  if (figure.sum === null) return <span className="numeric text-20 font-semibold">{count}</span>
  if (tile.part === 'needs')
    return (
      <>
        <span className="numeric text-20 font-semibold">{count}</span>
        <span className="text-12 text-n11">
          <Sums figure={figure} />
        </span>
      </>
    )
  const { label, plural } = tile.entity
  return (
    <>
      <span className="text-20 font-semibold">
        <Sums figure={figure} other="text-14" />
      </span>
      <span className="numeric text-12 text-n11">
        {count} {(figure.count === 1 ? label : plural).toLowerCase()}
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
