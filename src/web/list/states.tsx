import { CloudOff, Inbox, SearchX } from 'lucide-react'
import { errorText } from '#kernel/messages.ts'
import { useSession } from '#web/core/session.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyMessage } from '#web/ui/EmptyMessage.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { List } from './model/list.ts'
import { isFor } from './model/list.ts'
import type { ListData } from './model/use-list.ts'

/** The empty state: failed, no match, or no row yet, each with a next step. */
export function EmptyState({
  list,
  status,
  isFiltered,
  onClear,
  onRetry,
}: {
  list: List
  status: ListData['status']
  isFiltered: boolean
  onClear: () => void
  onRetry: () => void
}) {
  const session = useSession()
  if (status === 'failed')
    return (
      <EmptyMessage icon={CloudOff} title="Could not load" action={<Button onClick={onRetry}>Retry</Button>}>
        The {list.title.toLowerCase()} could not be read. This does not mean that there are none.
      </EmptyMessage>
    )
  if (isFiltered)
    return (
      <EmptyMessage
        icon={SearchX}
        title={errorText.no_records}
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    )
  const create = list.create && isFor(list.create, session) ? list.create : null
  const begin = session.menu.find(({ key }) => key === list.begins_at)
  return (
    <EmptyMessage
      icon={Inbox}
      title={errorText.no_records}
      action={
        create ? (
          <Link plain to={create.to(session.category)} className={buttonClass('primary')}>
            {create.label}
          </Link>
        ) : (
          begin && (
            <Link plain to={begin.path} className={buttonClass()}>
              Go to {begin.label}
            </Link>
          )
        )
      }
    >
      {list.first_run}
    </EmptyMessage>
  )
}

/** Rows arrived but their module did not: no connection, or a new version was deployed. */
export function RowsFailed() {
  return (
    <EmptyMessage
      icon={CloudOff}
      title="Could not load"
      action={<Button onClick={() => location.reload()}>Reload</Button>}
    >
      The rows could not be shown.
    </EmptyMessage>
  )
}
