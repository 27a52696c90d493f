import { CircleHelp, Download, LogOut, Mail, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { pathOf } from '#web/core/place.ts'
import { type Session, useSession } from '#web/core/session.ts'
import { deviceOf } from '#web/drafts/device.ts'
import { unsentOfAll } from '#web/drafts/unsent.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { setTheme, useTheme } from '#web/ui/theme.ts'
import { useGo } from '#web/ui/use-go.ts'
import { helpPage, ownHelp } from './help-page.ts'
import { signOut } from './queries.ts'
import { SignOutDialog } from './SignOutDialog.tsx'
import { usePlaceOrNull } from './use-place-or-null.ts'

export function UserMenu() {
  const session = useSession()
  const { help_url } = session
  const theme = useTheme()
  const go = useGo()
  const place = usePlaceOrNull()
  const [left, setLeft] = useState<readonly string[]>([])
  const leave = async () => {
    const found = await unsentOf(session).catch(() => [])
    if (found.length > 0) setLeft(found)
    else await signOut()
  }
  const open = (path: string) => () => go.to(pathOf({ category: session.category, path }))
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`${session.user.name}: account`}
            className="group grid size-8 place-items-center rounded-full pointer-coarse:size-12"
          >
            <span className="grid size-8 place-items-center rounded-full bg-a4 text-12 font-semibold text-a11 group-hover:bg-a6 group-hover:text-n12">
              {initials(session.user.name)}
            </span>
          </button>
        }
        entries={[
          { heading: `${session.user.name} · ${session.roles.map(labelOf).join(', ')}` },
          { label: 'Profile', icon: UserRound, run: open('profile') },
          { label: 'Exports', icon: Download, run: open('exports') },
          { label: 'Mail log', icon: Mail, run: open('log/mail') },
          {
            label: 'Help with this page',
            icon: CircleHelp,
            run: () =>
              void window.open(
                ownHelp(place ?? { category: session.category, path: 'dashboard' }),
                '_blank',
                'noopener',
              ),
          },
          ...(help_url === null
            ? []
            : [
                {
                  label: 'Help centre',
                  icon: CircleHelp,
                  run: () => void window.open(helpPage(help_url, place), '_blank', 'noopener'),
                },
              ]),
          'line',
          { heading: 'Theme' },
          { label: 'System', icon: Monitor, checked: theme === 'system', run: () => setTheme('system') },
          { label: 'Light', icon: Sun, checked: theme === 'light', run: () => setTheme('light') },
          { label: 'Dark', icon: Moon, checked: theme === 'dark', run: () => setTheme('dark') },
          'line',
          { label: 'Sign out', icon: LogOut, run: () => void leave() },
        ]}
      />
      {left.length > 0 && <SignOutDialog unsent={left} onClose={() => setLeft([])} />}
    </>
  )
}

async function unsentOf({ user, business, businesses, device_key }: Session): Promise<readonly string[]> {
  if (device_key === null) return []
  const names = new Map(
    [business, ...businesses.map((one) => ({ id: one.business_id, name: one.business_name }))].map(
      ({ id, name }) => [id, name],
    ),
  )
  return unsentOfAll(
    business.id,
    [...names].map(([id, name]) => ({
      id,
      name,
      device: deviceOf({ user_id: user.id, business_id: id, device_key }),
    })),
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}
