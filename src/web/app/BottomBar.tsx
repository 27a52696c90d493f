import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { bottomMenu, iconOf, shortLabel } from './menu.ts'
import { usePlaceOrNull } from './use-place-or-null.ts'

const MoreSheet = lazyPart(() => import('./MoreSheet.tsx').then((m) => m.MoreSheet))
const item = 'flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded text-[11px] leading-4'

/** Up to 767 px: four entries and More. */
export function BottomBar() {
  const session = useSession()
  const place = usePlaceOrNull()
  const [isMore, setMore] = useState(false)
  const entries = bottomMenu(session)
  const isElsewhere = place !== null && !entries.some((entry) => entry.key === place.path)
  return (
    <nav
      aria-label="Main"
      className="flex h-(--shell-bottom) shrink-0 border-t bg-n1 px-1 pb-[env(safe-area-inset-bottom)]"
    >
      {entries.map((entry) => {
        const Icon = iconOf(entry.key)
        const on = place?.path === entry.key
        return (
          <Link
            key={entry.key}
            plain
            to={entry.path}
            aria-current={on ? 'page' : undefined}
            className={cx(item, on ? 'font-medium text-a11' : 'text-n11')}
          >
            <Icon size={20} strokeWidth={on ? 2.1 : 1.7} aria-hidden />
            <span className="max-w-full truncate px-0.5 max-[359px]:px-0 max-[359px]:text-[11px] max-[359px]:tracking-[-0.03em]">
              {shortLabel(entry)}
            </span>
          </Link>
        )
      })}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setMore(true)}
        className={cx(item, isElsewhere ? 'font-medium text-a11' : 'text-n11')}
      >
        <MenuIcon size={20} strokeWidth={1.7} aria-hidden />
        More
      </button>
      {isMore && <MoreSheet onClose={() => setMore(false)} />}
    </nav>
  )
}
