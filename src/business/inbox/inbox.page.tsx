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
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'
import { HeldBars } from '../approvable-work/held-bars.card.tsx'
import type { HeldDecision } from '../approvable-work/held-decisions.hook.ts'
import { type InboxItem, type InboxTab, inbox_tabs, useInbox } from './inbox.hook.ts'
import { can } from './inbox.rules.ts'
import { InboxDialog } from './inbox-dialogs.card.tsx'
import { InboxPreview } from './inbox-preview.card.tsx'
import { InboxRow } from './inbox-row.card.tsx'
import {
  answersOf,
  factsOf,
  holdsDecision,
  markRead,
  type Step,
  useInboxSteps,
  verbOf,
} from './inbox-steps.hook.ts'

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
  const steps = useInboxSteps()
  const { bars, isHeld } = heldOf(steps.held, data?.rows ?? [])
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
            Choose mails
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
      {data && <Rows key={tab} tab={tab} rows={data.rows} isHeld={isHeld} bars={bars} steps={steps} />}
    </div>
  )
}

/** The bars to show, and the rows that wait for them. */
function heldOf(held: readonly HeldDecision[], rows: readonly InboxItem[]) {
  const waits = new Set(rows.filter(({ state }) => state !== 'done').map(({ entity_id }) => entity_id))
  const bars = held.filter(({ left, ids }) => left > 0 || ids.some((id) => waits.has(id)))
  const decided = new Set<string | null | undefined>(bars.flatMap(({ ids }) => ids))
  return { bars, isHeld: ({ state, entity_id }: InboxItem) => state !== 'done' && decided.has(entity_id) }
}

/** The focus follows the selection, so that Enter opens the row and a screen reader says it. */
const focusRow = (id: string): void => document.getElementById(`inbox-${id}`)?.focus()

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
    focusRow(row.id)
  }
  const selected_id = selected?.id
  useEffect(() => {
    if (!isMoved.current || selected_id === undefined) return
    isMoved.current = false
    focusRow(selected_id)
  }, [selected_id])
  return {
    selected,
    choose,
    move: (by: number) => choose(at + by),
    /** A row that leaves hands its place to the next. */
    stay: () => {
      if (selected) setChosen({ id: selected.id, at })
      isMoved.current = true
    },
    /** Selects a row that is about to come back. */
    await: (id: string) => {
      setChosen({ id, at })
      isMoved.current = true
    },
    onFocus: (id: string) => setChosen({ id, at: rows.findIndex((row) => row.id === id) }),
  }
}

type KeysProps = {
  selected: InboxItem | undefined
  move: (by: number) => void
  begin: (item: InboxItem, step: Step) => void
  undo: () => void
}

function useInboxKeys({ selected, move, begin, undo }: KeysProps) {
  const go = useGo()
  const session = useSession()
  const refusal = useVerbRefusal()
  const { category } = session
  const key = (keys: string, label: string, step: Step, isOffered: (item: InboxItem) => boolean) => ({
    keys,
    label,
    group: 'Inbox',
    run: () =>
      selected && isOffered(selected) && refusal(verbOf(selected, step)) === null && begin(selected, step),
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
    { keys: 'u', label: 'Undo', group: 'Inbox', run: () => undo() },
  ])
}

type RowsProps = {
  tab: InboxTab
  rows: readonly InboxItem[]
  isHeld: (item: InboxItem) => boolean
  bars: readonly HeldDecision[]
  steps: ReturnType<typeof useInboxSteps>
}

function Rows({ tab, rows: all, isHeld, bars, steps }: RowsProps) {
  const rows = all.filter((item) => !isHeld(item))
  const isWide = useMedia('(min-width: 1280px)')
  const selection = useSelected(rows)
  const { selected, stay, onFocus } = selection
  const [asked, setAsked] = useState<{ item: InboxItem; step: Step } | null>(null)
  const begin = (item: InboxItem, step: Step) => {
    onFocus(item.id)
    if (step === 'done') {
      stay()
      void steps.done(item)
    } else if (step === 'wake') {
      stay()
      void steps.wake(item)
    } else if (step === 'approve' && holdsDecision(item)) {
      stay()
      void steps.decide(item, step)
    } else setAsked({ item, step })
  }
  const undoHeld = (one: HeldDecision) => {
    const row = all.find(({ entity_id }) => entity_id && one.ids.includes(entity_id))
    if (row) selection.await(row.id)
    steps.undoHeld(one)
  }
  const undo = () => {
    const last = bars.findLast(({ left }) => left > 0)
    if (steps.undone) void steps.undo()
    else if (last) undoHeld(last)
  }
  useInboxKeys({ selected, move: selection.move, begin, undo })
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
        {bars.length > 0 && (
          <div className="sticky bottom-0 px-4 pt-2">
            <HeldBars held={bars} onUndo={undoHeld} shortcut="u" />
          </div>
        )}
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
          onDecide={async (item, step, comment) => {
            stay()
            return steps.decide(item, step, comment)
          }}
          onDecided={stay}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
