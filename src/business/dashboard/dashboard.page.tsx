/** The dashboard: to do, money now, trend (experience.md, page 1). */
import { ArrowRight, CircleCheck } from 'lucide-react'
import { commission_roles } from '#entity/roles.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { pathOf } from '#web/core/place.ts'
import { hasRole, useSession } from '#web/core/session.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { DashboardTasks } from '../inbox/dashboard-tasks.card.tsx'
import { useOpenTasks } from '../inbox/open-tasks.hook.ts'
import { WaitingApprovals } from '../timesheets/waiting-approvals.card.tsx'
import { isFor } from './dashboard.rules.ts'
import { DashboardEarnings } from './dashboard-earnings.card.tsx'
import { tiles } from './dashboard-tiles.view.ts'
import { DashboardTrends } from './dashboard-trend-chart.card.tsx'
import { ArrangeWidgets, type Widget, WidgetList } from './dashboard-widgets.card.tsx'
import { EndingPlacements } from './ending-placements.card.tsx'
import { type Entry, FigureText, Strip, Tiles } from './figure-tiles.card.tsx'
import { useFigures } from './figures.hook.ts'
import { LastPayslip } from './last-payslip.card.tsx'
import { SetupChecklist } from './setup-checklist.card.tsx'
import { useSetup } from './setup-steps.hook.ts'
import type { Part } from './tile.view.ts'
import { useTileAddress } from './tile-address.hook.ts'
import { WhereIsMyMoney } from './where-is-my-money.card.tsx'

/** An approver of the client decides these in cards of their own. */
const in_cards = ['transaction.timesheet', 'transaction.expense']

export function DashboardPage() {
  const session = useSession()
  const { category, roles } = session
  const mine = tiles[category].filter((tile) => isFor(tile, roles))
  const figures = useFigures('dashboard', mine)
  const { steps, is_hidden, hide } = useSetup()
  const part = (name: Part): readonly Entry[] =>
    mine.flatMap((tile, at) => (tile.part === name ? [{ tile, figure: figures.data?.[at] }] : []))
  const widgets = useAtWork(part)
  const isAtWork = steps === null || is_hidden
  const isApprover = category === 'client' && roles.includes('timesheet_approver')
  const tasks = useOpenTasks(isApprover ? in_cards : [])
  if (figures.error) return <CouldNotLoad onRetry={() => void figures.refetch()} />
  return (
    <>
      <PageHeader
        title="Dashboard"
        meta={<span>{session.business.name}</span>}
        actions={
          <>
            {isAtWork && <ArrangeWidgets widgets={widgets} />}
            {steps && is_hidden && <Button onClick={() => hide(false)}>First steps</Button>}
            <Link to={pathOf({ category, path: 'dashboard/overview' })} plain className={buttonClass()}>
              Overview
            </Link>
          </>
        }
      />
      <div className="flex flex-col gap-6 px-4 pb-6">
        {steps && !is_hidden && <SetupChecklist steps={steps} onHide={() => hide(true)} />}
        <DashboardTasks rows={tasks.rows} />
        {isApprover && <WaitingApprovals />}
        <Needs
          entries={part('needs')}
          isNew={steps !== null && !is_hidden}
          hasTasks={!tasks.isRead || tasks.rows.length > 0}
        />
        {isAtWork && <WidgetList widgets={widgets} />}
      </div>
    </>
  )
}

/** Figures of a business at work, below its to-dos, in the person's order. A new business has none yet. */
function useAtWork(part: (name: Part) => readonly Entry[]): Widget[] {
  const session = useSession()
  const { category } = session
  const strip = (name: Part, title: string): Widget | false =>
    part(name).length > 0 && { id: name, title, part: <Strip title={title} entries={part(name)} /> }
  const all: readonly (Widget | false)[] = [
    category === 'contractor' && { id: 'my_money', title: 'Where is my money', part: <WhereIsMyMoney /> },
    category === 'contractor' && { id: 'payslip', title: 'Last payslip', part: <LastPayslip /> },
    part('flow').length > 0 && {
      id: 'flow',
      title: 'Work to cash',
      part: <Flow entries={part('flow')} />,
    },
    category === 'contractor' ? ownMoney(part('money')) : strip('money', 'Money now'),
    strip('work', 'Work now'),
    category === 'client' &&
      hasRole(session, ['hiring_manager', 'invoice_contact']) && {
        id: 'ending',
        title: 'Placements ending',
        part: <EndingPlacements />,
      },
    strip('people', 'People'),
    category === 'agency' &&
      hasRole(session, commission_roles) && {
        id: 'earnings',
        title: 'Earnings',
        part: <DashboardEarnings />,
      },
    { id: 'trends', title: 'Trends', part: <DashboardTrends /> },
  ]
  return all.filter((one) => one !== false)
}

/** A worker is paid by invoices or by payslips: the figure of the other kind is left out. */
function ownMoney(entries: readonly Entry[]): Widget | false {
  const due = entries.filter(({ figure }) => figure && figure.count > 0)
  return (
    due.length > 0 && { id: 'money', title: 'Money now', part: <Strip title="Money now" entries={due} /> }
  )
}

/** Tiles of the rows that wait. The first four hold the place until the counts are read. */
function Needs({
  entries,
  isNew,
  hasTasks,
}: {
  entries: readonly Entry[]
  isNew: boolean
  /** Tasks show above: there is something to do. */
  hasTasks: boolean
}) {
  if (entries.length === 0) return null
  const isRead = entries.every(({ figure }) => figure !== undefined)
  const live = isRead ? entries.filter(({ figure }) => figure && figure.count > 0) : entries.slice(0, 4)
  // The first steps show in place of the to-dos.
  if ((isNew && (!isRead || live.length === 0)) || (hasTasks && live.length === 0)) return null
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
      to={useTileAddress(tile)}
      className="flex h-full flex-wrap items-baseline justify-between gap-x-3 p-3 hover:bg-n2 tablet:max-desktop:grid tablet:max-desktop:grid-cols-[minmax(0,1fr)_18rem_8rem] tablet:max-desktop:*:not-first:text-right desktop:flex-col desktop:justify-start"
    >
      <span className="text-n11">{tile.label}</span>
      <FigureText tile={tile} figure={figure} />
    </Link>
  )
}
