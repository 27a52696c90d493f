import { labelOf } from '#entity/choices.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { setTheme, type Theme, useTheme } from '#web/ui/theme.ts'
import { ReachCard } from '../mails/reach.card.tsx'
import { OwnProfileCard } from './own-profile.card.tsx'

/** Always open (spec §2): the signed-in user, their businesses and roles. */
export function ProfilePage() {
  const session = useSession()
  return (
    <div className="flex max-w-220 flex-col">
      <PageHeader title="Profile" />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <OwnProfileCard />
        <ReachCard
          contact_id={session.business_contact_id}
          may
          hint={`For ${session.business.name}. Mails of tasks follow your choice under Notifications.`}
        />
        {session.category === 'client' && (
          <Card title="Your company">
            <Link
              to={pathOf({ category: session.category, path: 'business/client', id: session.business.id })}
              className="inline-flex min-h-6 items-center text-a11 underline"
            >
              Phone, website and people of {session.business.name}
            </Link>
          </Card>
        )}
        <Card title="Sign-in">
          <Link
            to={pathOf({ category: session.category, path: 'profile/security' })}
            className="inline-flex min-h-6 items-center text-a11 underline"
          >
            Password, second factors, open sessions and security events
          </Link>
        </Card>
        <Card title="Notifications">
          <Link
            to={pathOf({ category: session.category, path: 'profile/notifications' })}
            className="inline-flex min-h-6 items-center text-a11 underline"
          >
            Mails of tasks and notices
          </Link>
        </Card>
        <Card title="Away">
          <Link
            to={pathOf({ category: session.category, path: 'profile/away' })}
            className="inline-flex min-h-6 items-center text-a11 underline"
          >
            Hand over to a colleague
          </Link>
        </Card>
        <ThemeCard />
        <Card title="Your businesses" flush>
          <ul>
            {session.businesses.map((one) => (
              <li
                key={one.business_contact_id}
                className="flex flex-wrap gap-x-3 border-b px-3 py-2 last:border-b-0"
              >
                <span className="font-medium">{one.business_name}</span>
                {/* A contractor's role is their category. */}
                <span className="text-n11">
                  {[...new Set([one.category, ...one.roles].map(labelOf))].join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  )
}

const themes = [
  { value: 'system', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies readonly { readonly value: Theme; readonly label: string }[]

function ThemeCard() {
  const theme = useTheme()
  return (
    <Card title="Theme">
      <Select
        label="Colours on this device"
        value={theme}
        options={themes}
        onChange={(chosen) => {
          const found = themes.find(({ value }) => value === chosen)
          if (found) setTheme(found.value)
        }}
      />
    </Card>
  )
}
