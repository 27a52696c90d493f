import { Bell, CircleHelp, Keyboard, Search } from 'lucide-react'
import { useSession } from '#web/core/session.ts'
import { useInboxCount } from '#web/core/use-inbox-count.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Keys } from '#web/ui/Keys.tsx'
import { useIsPhone } from '#web/ui/media.ts'
import { useMessages } from '#web/ui/recent-messages.ts'
import { BusinessMenu } from './BusinessMenu.tsx'
import { ownHelp } from './help-page.ts'
import { RecentMessages } from './RecentMessages.tsx'
import { UserMenu } from './UserMenu.tsx'
import { usePlaceOrNull } from './use-place-or-null.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function TopBar({ onPalette, onSheet }: { onPalette: () => void; onSheet: () => void }) {
  const session = useSession()
  const isPhone = useIsPhone()
  return (
    <header
      data-shell=""
      className="flex h-(--shell-bar) shrink-0 items-center gap-1 border-b bg-n1 px-2 tablet:px-4"
    >
      <BusinessMenu />
      {session.is_demo && !isPhone && (
        <span className="rounded border border-amber6 bg-amber3 px-1.5 text-12 leading-[18px] text-amber11">
          Demo
        </span>
      )}
      <span className="flex-1" />
      {isPhone ? (
        <IconButton icon={Search} label="Search and commands" onClick={onPalette} />
      ) : (
        <button
          type="button"
          onClick={onPalette}
          className="finger flex h-8 w-56 items-center gap-2 rounded border border-n7 bg-surface px-2 text-n11 shadow-1 hover:border-n8 pointer-coarse:h-10 wide:w-72"
        >
          <Search size={15} aria-hidden />
          <span className="flex-1 text-left">Find or go to…</span>
          {/* Touch has no keyboard. */}
          <span className="pointer-coarse:hidden">
            <Keys keys={isMac ? '⌘ K' : 'Ctrl K'} />
          </span>
        </button>
      )}
      {!isPhone && <IconButton icon={Keyboard} label="Keyboard shortcuts" shortcut="?" onClick={onSheet} />}
      {!isPhone && <HelpLink />}
      <InboxBell />
      <UserMenu />
    </header>
  )
}

/** Opens in a window beside the page that it explains, so that nothing typed is lost. */
function HelpLink() {
  const { category } = useSession()
  const place = usePlaceOrNull() ?? { category, path: 'dashboard' }
  return (
    <a
      href={ownHelp(place)}
      target="_blank"
      rel="noopener"
      aria-label="Help with this page"
      title="Help with this page"
      className="grid size-8 place-items-center rounded text-n11 hover:bg-n4 hover:text-n12 pointer-coarse:size-12"
    >
      <CircleHelp size={16} strokeWidth={1.9} aria-hidden />
    </a>
  )
}

function InboxBell() {
  const waiting = useInboxCount()
  return <RecentMessages trigger={<BellButton total={waiting.total} />} waiting={waiting} />
}

function BellButton({ total, ...props }: { total: number }) {
  const { unseen } = useMessages()
  const said = [
    ...(total > 0 ? [`${total} in the inbox`] : []),
    ...(unseen > 0 ? [`${unseen} new messages`] : []),
  ]
  return (
    <button
      type="button"
      {...props}
      aria-label={['Inbox', ...said].join(', ')}
      className="relative grid size-8 place-items-center rounded text-n11 hover:bg-n4 hover:text-n12 pointer-coarse:size-12"
    >
      <Bell size={16} strokeWidth={1.9} aria-hidden />
      {total > 0 ? (
        <span
          aria-hidden
          className="numeric absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-a9 px-1 text-center text-[10px] leading-4 font-semibold text-on-accent pointer-coarse:top-1.5 pointer-coarse:right-1.5"
        >
          {total > 99 ? '99+' : total}
        </span>
      ) : (
        unseen > 0 && (
          <span aria-hidden className="absolute top-1.5 right-1.5 size-2 rounded-full bg-a9 ring-2 ring-n1" />
        )
      )}
    </button>
  )
}
