/** Hands own approvals and tasks over to a colleague while away (people: away). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { day } from '#kernel/day.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DELEGATION_DAYS_MAX, periodText } from './delegation.rules.ts'

type Period = { readonly name: string; readonly from_day: string; readonly to_day: string }
type Own = Period & { readonly id: string; readonly reason: string }
type Delegations = {
  readonly may_hand_over: boolean
  readonly own: readonly Own[]
  readonly for_me: readonly Period[]
  readonly colleagues: readonly { readonly business_contact_id: string; readonly name: string }[]
}

export function AwayPage() {
  const { category, business_contact_id } = useSession()
  const query = useQuery({
    queryKey: ['delegations', business_contact_id],
    queryFn: () => action<Delegations>('platform.delegation.read', {}, crypto.randomUUID()),
  })
  return (
    <div className="flex max-w-180 flex-col">
      <PageHeader title="Away" back={{ to: pathOf({ category, path: 'profile' }), label: 'Profile' }} />
      <div className="flex flex-col gap-4 px-4 pb-6">
        {query.isPending && <Skeleton className="h-40" />}
        {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
        {query.data && <HandedOver {...query.data} />}
      </div>
    </div>
  )
}

const textOf = ({ from_day, to_day }: Period) => periodText(day(from_day), day(to_day))

function HandedOver({ may_hand_over, own, for_me, colleagues }: Delegations) {
  const { business } = useSession()
  const [isOpen, setOpen] = useState(false)
  const reason = may_hand_over
    ? colleagues.length === 0
      ? `Nobody else at ${business.name} can stand in for you`
      : null
    : 'Your roles have nothing to hand over'
  return (
    <>
      <Card
        title={`While you are away from ${business.name}`}
        actions={
          <Button verb="platform.delegation.set" disabledReason={reason} onClick={() => setOpen(true)}>
            Hand over
          </Button>
        }
        flush={own.length > 0}
      >
        {own.length === 0 ? (
          <p className="text-n11">{reason ?? 'Nothing is handed over.'}</p>
        ) : (
          <ul>
            {own.map((one) => (
              <OwnRow key={one.id} one={one} />
            ))}
          </ul>
        )}
      </Card>
      {for_me.length > 0 && (
        <Card title="You stand in" flush>
          <ul>
            {for_me.map((one) => (
              <li key={`${one.name} ${one.from_day}`} className="border-b px-3 py-2 last:border-b-0">
                <span className="font-medium">{one.name}</span>{' '}
                <span className="text-n11">{textOf(one)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {isOpen && <HandOver colleagues={colleagues} onClose={() => setOpen(false)} />}
    </>
  )
}

function OwnRow({ one }: { one: Own }) {
  const end = useAction('platform.delegation.end', { success: `${one.name} no longer stands in for you` })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-2 last:border-b-0">
      <span className="min-w-0 flex-auto break-words">
        <span className="font-medium">{one.name}</span> <span className="text-n11">{textOf(one)}</span>
        <span className="block text-n11">{one.reason}</span>
      </span>
      <Button
        aria-label={`End: ${one.name}`}
        verb="platform.delegation.end"
        busy={end.busy}
        onClick={() => void end.run({ id: one.id })}
      >
        End
      </Button>
    </li>
  )
}

function HandOver({ colleagues, onClose }: { colleagues: Delegations['colleagues']; onClose: () => void }) {
  const { today } = useSession()
  return (
    <VerbModal
      title="Hand over"
      description="Approvals and tasks go to both of you on these days. Your colleague decides in their own name."
      action_id="platform.delegation.set"
      initial={{ from_day: today }}
      fields={[
        {
          kind: 'choice',
          name: 'to_contact_id',
          label: 'Colleague',
          required: true,
          placeholder: 'Choose',
          options: colleagues.map(({ business_contact_id, name }) => ({
            value: business_contact_id,
            label: name,
          })),
        },
        { kind: 'day', name: 'from_day', label: 'First day', required: true, min: today },
        {
          kind: 'day',
          name: 'to_day',
          label: 'Last day',
          required: true,
          min: today,
          hint: `At most ${DELEGATION_DAYS_MAX} days.`,
        },
        { kind: 'text', name: 'reason', label: 'Reason', required: true },
      ]}
      submit="Hand over"
      success="Handed over"
      onClose={onClose}
    />
  )
}
