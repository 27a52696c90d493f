/** The dialogs of the inbox: approve, reject, snooze until a day, assign to a colleague. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, day, formatDayLong } from '#kernel/day.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction, type ConfirmActionProps } from '#web/ui/ConfirmAction.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { InboxItem } from './inbox.hook.ts'
import { nextMonday, SNOOZE_DAYS_MAX } from './inbox.rules.ts'
import { answersOf, holdsDecision, type Step } from './inbox-steps.hook.ts'

/** False: refused. */
export type Decide = (item: InboxItem, step: 'approve' | 'reject', comment?: string) => Promise<boolean>

type DialogProps = { item: InboxItem; onDecided: () => void; onClose: () => void }

export function InboxDialog({
  step,
  onSnooze,
  onDecide,
  ...props
}: DialogProps & { step: Step; onSnooze: (until: string) => Promise<unknown>; onDecide: Decide }) {
  if (step === 'approve' || step === 'reject')
    return holdsDecision(props.item) ? (
      <Question step={step} {...props} onConfirm={(comment) => onDecide(props.item, step, comment)} />
    ) : (
      <DecideAtOnce step={step} {...props} />
    )
  if (step === 'assign') return <Assign {...props} />
  return <Snooze onSnooze={onSnooze} {...props} />
}

function DecideAtOnce({ onDecided, ...asked }: DialogProps & { step: 'approve' | 'reject' }) {
  const { item, step } = asked
  const decide = useAction(`${answersOf(item)}.${step}`, { shows: ['comment'], onDone: onDecided })
  return (
    <Question
      {...asked}
      error={decide.errors.comment}
      onConfirm={async (comment) =>
        (await decide.run({ ids: [item.entity_id], ...(step === 'reject' ? { comment } : {}) })) !== undefined
      }
    />
  )
}

type QuestionProps = Pick<ConfirmActionProps, 'error' | 'onConfirm' | 'onClose'> & {
  item: InboxItem
  step: 'approve' | 'reject'
}

const Question = ({ item, step, error, onConfirm, onClose }: QuestionProps) => (
  <ConfirmAction
    open
    onClose={onClose}
    label={step === 'approve' ? 'Approve' : 'Reject'}
    description={`${item.title}: ${item.message}`}
    error={error}
    focusesYes
    onConfirm={onConfirm}
  />
)

function Snooze({
  item,
  onSnooze,
  onDecided,
  onClose,
}: DialogProps & { onSnooze: (until: string) => Promise<unknown> }) {
  const today = day(useSession().today)
  const [isPicking, setPicking] = useState(false)
  const choose = (to: string) => {
    onClose()
    void onSnooze(to)
  }
  const tomorrow = addDays(today, 1)
  const monday = nextMonday(today)
  if (isPicking)
    return (
      <VerbModal
        title="Snooze until"
        action_id="log.notification_log.snooze"
        fixed={{ ids: [item.id] }}
        initial={{ until: tomorrow }}
        fields={[
          {
            kind: 'day',
            name: 'until',
            label: 'Day',
            required: true,
            min: tomorrow,
            max: addDays(today, SNOOZE_DAYS_MAX),
          },
        ]}
        submit="Snooze"
        success="Snoozed"
        onDone={onDecided}
        onClose={onClose}
      />
    )
  return (
    <Modal open onClose={onClose} title="Snooze until">
      <div className="flex flex-col gap-2">
        <Button size="lg" onClick={() => choose(tomorrow)}>
          Tomorrow, {formatDayLong(tomorrow)} 08:00
        </Button>
        {monday !== tomorrow && (
          <Button size="lg" onClick={() => choose(monday)}>
            Monday, {formatDayLong(monday)} 08:00
          </Button>
        )}
        <Button size="lg" onClick={() => setPicking(true)}>
          Pick a day
        </Button>
      </div>
    </Modal>
  )
}

type Colleagues = {
  readonly people: readonly { readonly business_contact_id: string; readonly name: string }[]
}

function Assign({ item, onDecided, onClose }: DialogProps) {
  const query = useQuery({
    queryKey: ['inbox_colleagues', item.id],
    queryFn: () =>
      action<Colleagues>('log.notification_log.colleagues', { id: item.id }, crypto.randomUUID()),
  })
  const assign = useAction<{ name: string }>('log.notification_log.assign', {
    success: ({ name }) => `Assigned to ${name}`,
    onDone: () => {
      onDecided()
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title="Assign to" description={`${item.title}: ${item.message}`}>
      {query.isPending && <Skeleton className="h-12 w-full" />}
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {query.data?.people.length === 0 && <p className="text-n11">No colleague can do this.</p>}
      <ul className="flex flex-col gap-2">
        {query.data?.people.map(({ business_contact_id, name }) => (
          <li key={business_contact_id}>
            <Button
              size="lg"
              verb="log.notification_log.assign"
              busy={assign.busy}
              className="w-full"
              onClick={() => void assign.run({ id: item.id, to_contact_id: business_contact_id })}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
