/** One row of the inbox, and the buttons of its steps. */
import { countText } from '#kernel/count-text.ts'
import { daysBetween } from '#kernel/day.ts'
import { instant, londonDay } from '#kernel/instant.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Button, type ButtonSize } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import type { InboxItem } from './inbox.hook.ts'
import { can } from './inbox.rules.ts'
import { answersOf, factsOf, markRead, type Step, verbOf } from './inbox-steps.hook.ts'

const amber_days = 7
const red_days = 14

/** How long it waits, in days; late ones are marked, always with the number. */
export function Age({ item }: { item: InboxItem }) {
  const { today } = useSession()
  if (item.state === 'snoozed') return <>until {instantText(item.snoozed_until)}</>
  const days = daysBetween(londonDay(instant(item.created_at)), londonDay(instant(`${today}T12:00:00Z`)))
  const isTask = item.class === 'task' && item.state === 'open'
  return (
    <span
      className={cx(
        'numeric shrink-0 text-12',
        isTask && days >= red_days
          ? 'text-red11'
          : isTask && days >= amber_days
            ? 'text-amber11'
            : 'text-n11',
      )}
    >
      {days <= 0 ? 'today' : countText(days, 'day')}
    </span>
  )
}

type RowProps = {
  item: InboxItem
  isSelected: boolean
  hasButtons: boolean
  onFocus: () => void
  onStep: (step: Step) => void
}

export function InboxRow({ item, isSelected, hasButtons, onFocus, onStep }: RowProps) {
  const { category } = useSession()
  const isNew = item.state === 'open' && (item.class === 'task' || item.read_at === null)
  const words = (
    <>
      <span
        aria-hidden
        className={cx('mt-1.5 size-2 shrink-0 rounded-full', isNew ? 'bg-a9' : 'border border-n8')}
      />
      <span className="min-w-0 flex-1">
        <span className={cx('block break-words', isNew && 'font-medium')}>{item.title}</span>
        <span className="block break-words text-n11">{item.message}</span>
        {item.assigned_from && <span className="block text-12 text-n11">Assigned to you</span>}
      </span>
      <Age item={item} />
    </>
  )
  const look = 'flex min-h-12 items-start gap-2.5 px-4 py-2'
  return (
    <li className={cx('border-b', isSelected ? 'bg-a3' : 'hover:bg-n3')}>
      {item.link ? (
        <Link
          id={`inbox-${item.id}`}
          plain
          to={pathOf({ category, path: item.link })}
          onFocus={onFocus}
          onClick={() => markRead(item)}
          className={look}
        >
          {words}
        </Link>
      ) : (
        <button
          id={`inbox-${item.id}`}
          type="button"
          onFocus={onFocus}
          onClick={onFocus}
          className={cx(look, 'w-full text-left')}
        >
          {words}
        </button>
      )}
      {hasButtons && (
        <div className="px-4 pb-2">
          <StepButtons item={item} size="lg" onStep={onStep} />
        </div>
      )}
    </li>
  )
}

/** The steps that the kind and the state of the row have. */
export function StepButtons({
  item,
  size,
  onStep,
}: {
  item: InboxItem
  size: ButtonSize
  onStep: (step: Step) => void
}) {
  const session = useSession()
  const facts = factsOf(item)
  const button = (step: Step, label: string, shortcut: string, tone?: 'primary') => (
    <Button
      size={size}
      shortcut={shortcut}
      verb={verbOf(item, step)}
      {...(tone ? { tone } : {})}
      onClick={() => onStep(step)}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-2">
      {answersOf(item) !== null && button('approve', 'Approve', 'a', 'primary')}
      {answersOf(item) !== null && button('reject', 'Reject', 'r')}
      {can.done(facts, session) === true && button('done', 'Done', 'e')}
      {facts.status === 'open' && button('snooze', 'Snooze', 'h')}
      {facts.status === 'snoozed' && button('wake', 'Back to the inbox', 'h')}
      {can.assign(facts, session) === true && button('assign', 'Assign', 's')}
    </div>
  )
}
