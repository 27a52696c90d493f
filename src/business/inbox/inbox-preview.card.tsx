/** The record beside the inbox on wide screens: its facts, its days and its last events. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { formatUnits, units } from '#kernel/rate.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { dayText, instantText } from '#web/kinds/time.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ChangedData } from '../change-requests/changed-data.card.tsx'
import { kindFacts } from '../platform/notification-kinds.rules.ts'
import { compareRateNames } from '../rates/rate-version.rules.ts'
import type { InboxItem } from './inbox.hook.ts'
import { Age, StepButtons } from './inbox-row.card.tsx'
import type { Step } from './inbox-steps.hook.ts'

/** Moving through rows by keys loads only the row that one stays on. */
const rest_ms = 120

type PreviewProps = {
  item: InboxItem
  onStep: (step: Step) => void
  onShown: (item: InboxItem) => void
}

export function InboxPreview({ item, onStep, onShown }: PreviewProps) {
  const { category } = useSession()
  const [isShown, setShown] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each row; a read row must not be read again.
  useEffect(() => {
    const timer = setTimeout(() => {
      setShown(true)
      onShown(item)
    }, rest_ms)
    return () => clearTimeout(timer)
  }, [item.id])
  return (
    <aside
      aria-label="Preview"
      className="scroll-quiet flex w-100 shrink-0 flex-col gap-3 overflow-y-auto border-l bg-surface p-4"
    >
      <header>
        <h2 className="text-14 font-semibold break-words">{item.title}</h2>
        <p className="break-words text-n11">{item.message}</p>
        <p className="text-12 text-n11">
          {kindFacts(item.kind)?.label}, <Age item={item} />
        </p>
      </header>
      <StepButtons item={item} size="md" onStep={onStep} />
      {isShown && <RecordOf item={item} />}
      {item.link && (
        <Link plain to={pathOf({ category, path: item.link })} className={buttonClass('secondary')}>
          Open
          <ArrowUpRight size={15} aria-hidden />
        </Link>
      )}
    </aside>
  )
}

function RecordOf({ item: { entity, entity_id: id, state } }: { item: InboxItem }) {
  if (id === null || id === undefined) return null
  if (entity === 'transaction.timesheet') return <Sheet id={id} />
  if (entity === 'transaction.expense') return <Spent id={id} />
  if (entity === 'request.change_request')
    return (
      <ChangedData id={id} status={state === 'done' ? 'done' : 'pending'}>
        {null}
      </ChangedData>
    )
  return null
}

const sheet_document = gql(`query inbox_timesheet($id: uuid!) {
  record: transaction_timesheet_by_pk(id: $id) {
    id human_id status start_date end_date total_units comment contract { title }
    details(order_by: { date: asc }) { date rate_name units }
    activities(order_by: { created_at: desc }, limit: 3) { id message comment user_name created_at }
  }
}`)

const spent_document = gql(`query inbox_expense($id: uuid!) {
  record: transaction_expense_by_pk(id: $id) {
    id human_id status submitted_date comment contract { title }
    activities(order_by: { created_at: desc }, limit: 3) { id message comment user_name created_at }
  }
}`)

type Worked = { readonly date: string; readonly rate_name: string }
const byDayAndRate = (a: Worked, b: Worked): number =>
  a.date === b.date ? compareRateNames(a.rate_name, b.rate_name) : a.date < b.date ? -1 : 1

function Sheet({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['inbox_timesheet', id],
    queryFn: ({ signal }) => graphql(sheet_document, { id }, signal),
  })
  return (
    <Loaded query={query}>
      {(record) => (
        <>
          <Facts
            items={[
              { label: 'Timesheet', value: `${record.human_id}, ${labelOf(record.status)}` },
              { label: 'Placement', value: record.contract?.title ?? '' },
              { label: 'Period', value: `${dayText(record.start_date)} – ${dayText(record.end_date)}` },
              ...(record.comment ? [{ label: 'Comment', value: record.comment }] : []),
              ...[...record.details].sort(byDayAndRate).map(({ date, rate_name, units: worked }) => ({
                label: `${dayText(date)}, ${rate_name}`,
                value: formatUnits(units(String(worked))),
              })),
            ]}
          />
          <Events steps={record.activities} />
        </>
      )}
    </Loaded>
  )
}

function Spent({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['inbox_expense', id],
    queryFn: ({ signal }) => graphql(spent_document, { id }, signal),
  })
  return (
    <Loaded query={query}>
      {(record) => (
        <>
          <Facts
            items={[
              { label: 'Expense', value: `${record.human_id}, ${labelOf(record.status)}` },
              { label: 'Placement', value: record.contract?.title ?? '' },
              ...(record.comment ? [{ label: 'Comment', value: record.comment }] : []),
            ]}
          />
          <Events steps={record.activities} />
        </>
      )}
    </Loaded>
  )
}

/** The record of a query once it is read; nothing where the person may not see it. */
function Loaded<R>({
  query,
  children,
}: {
  query: UseQueryResult<{ record?: R | null }>
  children: (record: R) => ReactNode
}) {
  if (query.isPending) return <Skeleton className="h-40" />
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const { record } = query.data
  return record ? children(record) : null
}

type Event = { id: string; message: string; comment?: string | null; user_name: string; created_at: string }

function Events({ steps }: { steps: readonly Event[] }) {
  return (
    <ol aria-label="Last events" className="flex flex-col gap-1.5 text-12">
      {steps.map(({ id, message, comment, user_name, created_at }) => (
        <li key={id}>
          <span className="font-medium">{message}</span>
          {comment && <span>: {comment}</span>}
          <span className="block text-n11">
            {user_name}, {instantText(created_at)}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** One column: the preview is narrow. */
function Facts({ items }: { items: readonly { readonly label: string; readonly value: string }[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      {items.map(({ label, value }) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid border-b py-1.5 last:border-b-0">
          <dt className="text-n11">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
