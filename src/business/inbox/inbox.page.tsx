/** The inbox: tasks and notices of the person, one key each (experience: inbox). */
import { useRouterState } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyMessage } from '#web/ui/EmptyMessage.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useMedia } from '#web/ui/media.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { TabLinks } from '#web/ui/Tabs.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { type InboxItem, type InboxTab, inbox_tabs, useInbox } from './inbox.hook.ts'
import { can } from './inbox.rules.ts'
import { InboxDialog, type Step } from './inbox-dialogs.card.tsx'
import { InboxPreview } from './inbox-preview.card.tsx'
import { InboxRow } from './inbox-row.card.tsx'
import { answersOf, factsOf, markRead, useInboxSteps } from './inbox-steps.hook.ts'

const labels: Readonly<Record<InboxTab, string>> = {
  tasks: 'Tasks',
  notices: 'Notices',
  snoozed: 'Snoozed',
  done: 'Done',
}

const empty: Readonly<Record<InboxTab, string>> = {
  tasks: 'All done',
  notices: 'No notices',
  snoozed: 'Nothing is snoozed',
  done: 'Nothing is done yet',
}

function useTab(): InboxTab {
  const wanted = useRouterState({
    select: (state) => new URLSearchParams(state.location.searchStr).get('tab'),
  })
  return inbox_tabs.find((tab) => tab === wanted) ?? 'tasks'
}

export function InboxPage() {
  const { category } = useSession()
  const tab = useTab()
  const query = useInbox(tab)
  const path = pathOf({ category, path: 'inbox' })
  const data = query.data
  const counts = {
    tasks: data?.tasks.aggregate?.count,
    notices: data?.notices.aggregate?.count,
    snoozed: data?.snoozed.aggregate?.count,
    done: undefined,
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Inbox"
        actions={
          <Link to={pathOf({ category, path: 'profile/notifications' })} className="finger">
            Mails
          </Link>
        }
      />
      <TabLinks
        label="Inbox"
        tabs={inbox_tabs.map((one) => ({
          to: one === 'tasks' ? path : `${path}?tab=${one}`,
          label: labels[one],
          count: counts[one],
          current: one === tab,
        }))}
      />
      {query.isPending && <Skeleton className="m-4 h-40" />}
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {data && <Rows key={tab} tab={tab} rows={data.rows} />}
    </div>
  )
}

/** The selected row stays selected; where it is gone, the row in its place. */
function useSelected(rows: readonly InboxItem[]) {
  const [chosen, setChosen] = useState<{ id: string; at: number } | null>(null)
  const found = rows.findIndex(({ id }) => id === chosen?.id)
  const at = found >= 0 ? found : Math.min(chosen?.at ?? 0, rows.length - 1)
  const selected = rows[at]
  const isMoved = useRef(false)
  const choose = (to: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (row === undefined) return
    setChosen({ id: row.id, at: rows.indexOf(row) })
    isMoved.current = true
  }
  // The focus follows the selection, so that Enter opens the row and a screen reader says it.
  useEffect(() => {
    if (!isMoved.current || selected === undefined) return
    document.getElementById(`inbox-${selected.id}`)?.focus()
  }, [selected])
  return {
    selected,
    choose,
    move: (by: number) => choose(at + by),
    /** A row that leaves hands its place to the next. */
    stay: () => {
      if (selected) setChosen({ id: selected.id, at })
      isMoved.current = true
    },
    onFocus: (id: string) => setChosen({ id, at: rows.findIndex((row) => row.id === id) }),
  }
}

function Rows({ tab, rows }: { tab: InboxTab; rows: readonly InboxItem[] }) {
  const go = useGo()
  const session = useSession()
  const { category } = session
  const isWide = useMedia('(min-width: 1280px)')
  const { selected, move, stay, onFocus } = useSelected(rows)
  const steps = useInboxSteps()
  const [asked, setAsked] = useState<{ item: InboxItem; step: Step } | null>(null)
  const begin = (item: InboxItem, step: Step) => {
    onFocus(item.id)
    if (step === 'done') {
      stay()
      void steps.done(item)
    } else if (step === 'wake') {
      stay()
      void steps.wake(item)
    } else setAsked({ item, step })
  }
  const key = (keys: string, label: string, step: Step, isOffered: (item: InboxItem) => boolean) => ({
    keys,
    label,
    group: 'Inbox',
    run: () => selected && isOffered(selected) && begin(selected, step),
  })
  const isOpen = (item: InboxItem) => item.state !== 'done'
  useShortcuts([
    { keys: 'j', label: 'Next', group: 'Inbox', run: () => move(1) },
    { keys: 'k', label: 'Previous', group: 'Inbox', run: () => move(-1) },
    {
      keys: 'Enter',
      label: 'Open',
      group: 'Inbox',
      run: () => selected?.link && go.to(pathOf({ category, path: selected.link })),
    },
    key('a', 'Approve', 'approve', (item) => answersOf(item) !== null),
    key('r', 'Reject', 'reject', (item) => answersOf(item) !== null),
    key('e', 'Done', 'done', (item) => can.done(factsOf(item), session) === true),
    key('h', 'Snooze', 'snooze', isOpen),
    key('s', 'Assign', 'assign', (item) => can.assign(factsOf(item), session) === true),
    { keys: 'u', label: 'Undo', group: 'Inbox', run: () => void steps.undo() },
  ])
  return (
    <div className="flex min-h-0 flex-1">
      <div className="scroll-quiet min-w-0 flex-1 overflow-y-auto">
        {rows.length === 0 && (
          <EmptyMessage icon={Inbox} title={empty[tab]}>
            {tab === 'tasks' && 'Tasks come here when a record waits for you.'}
          </EmptyMessage>
        )}
        <ul aria-label={labels[tab]}>
          {rows.map((item) => (
            <InboxRow
              key={item.id}
              item={item}
              isSelected={item.id === selected?.id}
              hasButtons={!isWide}
              onFocus={() => onFocus(item.id)}
              onStep={(step) => begin(item, step)}
            />
          ))}
        </ul>
        {steps.undone && (
          <div
            role="status"
            className="sticky bottom-0 flex items-center justify-between gap-3 border-t bg-surface px-4 py-2 shadow-2"
          >
            <span className="min-w-0 truncate">{steps.undone.text}</span>
            <Button size="lg" shortcut="u" onClick={() => void steps.undo()}>
              Undo
            </Button>
          </div>
        )}
      </div>
      {isWide && selected && (
        <InboxPreview
          key={selected.id}
          item={selected}
          onStep={(step) => begin(selected, step)}
          onShown={markRead}
        />
      )}
      {asked && (
        <InboxDialog
          {...asked}
          onSnooze={(until) => {
            stay()
            return steps.snooze(asked.item, until)
          }}
          onDecided={stay}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
