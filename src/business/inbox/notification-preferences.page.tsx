/** The mails that the person wants, by kind, in the business they act for. */
import { useQuery } from '@tanstack/react-query'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'

type Preference = {
  readonly kind: string
  readonly label: string
  readonly mail: string
  readonly fixed: string | null
}

const times = [
  { value: 'now', label: 'At once' },
  { value: 'daily', label: 'Daily at 07:30' },
  { value: 'off', label: 'Off' },
] as const

export function NotificationPreferencesPage() {
  const { category, business, business_contact_id } = useSession()
  const query = useQuery({
    queryKey: ['notification_preferences', business_contact_id],
    queryFn: () =>
      action<{ kinds: readonly Preference[] }>(
        'platform.notification_preference.read',
        {},
        crypto.randomUUID(),
      ),
  })
  return (
    <div className="flex max-w-180 flex-col">
      <PageHeader
        title="Notifications"
        back={{ to: pathOf({ category, path: 'profile' }), label: 'Profile' }}
      />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <Card title={`Mails of ${business.name}`} flush>
          {query.isPending && <Skeleton className="m-3 h-40" />}
          {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
          <ul>
            {query.data?.kinds.map((one) => (
              <PreferenceRow key={one.kind} one={one} />
            ))}
          </ul>
        </Card>
      </div>
    </div>
  )
}

function PreferenceRow({ one }: { one: Preference }) {
  const fixed = useVerbRefusal()('platform.notification_preference.set') ?? one.fixed
  const set = useAction('platform.notification_preference.set', { success: `Saved: ${one.label}` })
  return (
    <li className="grid items-center gap-x-4 gap-y-1 border-b px-3 py-2 last:border-b-0 tablet:grid-cols-[minmax(0,1fr)_12rem]">
      <Select
        label={one.label}
        value={one.mail}
        options={times}
        disabled={fixed !== null}
        hint={fixed ?? undefined}
        onChange={(mail) => void set.run({ kind: one.kind, mail })}
      />
    </li>
  )
}
