import { ChevronRight, Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import type { MenuEntry } from '#entity/screen-facts.ts'
import { useSession } from '#web/core/session.ts'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useMedia, widths_max } from '#web/ui/media.ts'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { group_labels, iconOf } from './menu.ts'
import { usePlaceOrNull } from './use-place-or-null.ts'

const MoreSheet = lazyPart(() => import('./MoreSheet.tsx').then((m) => m.MoreSheet))

/** Full menu from 1024 px; from 768 px a rail of icons. */
export function SideNav({ menu }: { menu: readonly MenuEntry[] }) {
  const isRail = useMedia(`(max-width: ${widths_max.tablet}px)`)
  const groups = [...new Set(menu.map((entry) => entry.group))]
  return (
    <nav
      aria-label="Main"
      className={cx(
        'z-(--z-nav) flex shrink-0 flex-col border-r bg-n1',
        isRail ? 'w-(--shell-rail)' : 'w-(--shell-nav)',
      )}
    >
      <Brand isRail={isRail} />
      {isRail && <WholeMenu />}
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {groups.map((group) => {
          const entries = menu.filter((entry) => entry.group === group)
          if (group === 'more' && isRail) return null
          return group === 'more' ? (
            <MoreLists key={group} entries={entries} />
          ) : (
            <div key={group} className="mt-2">
              {group_labels[group] &&
                (isRail ? (
                  <div className="mx-2 my-2 h-px bg-n6" />
                ) : (
                  <p className="px-2 pt-2 pb-1 text-12 text-n11">{group_labels[group]}</p>
                ))}
              <NavList entries={entries} isRail={isRail} />
            </div>
          )
        })}
      </div>
    </nav>
  )
}

function NavList({ entries, isRail }: { entries: readonly MenuEntry[]; isRail: boolean }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.key}>
          <NavLink entry={entry} isRail={isRail} />
        </li>
      ))}
    </ul>
  )
}

/** Lists outside the menus of the specification, folded until one is open. The rail has them in the whole menu. */
function MoreLists({ entries }: { entries: readonly MenuEntry[] }) {
  const place = usePlaceOrNull()
  const holds = entries.some((entry) => entry.key === place?.path)
  return (
    <details className="group mt-2" open={holds}>
      <summary className="flex cursor-pointer list-none items-center gap-1 rounded px-2 py-1.5 text-12 text-n11 hover:bg-n4 hover:text-n12 pointer-coarse:min-h-12">
        <span className="flex-1">{group_labels.more}</span>
        <ChevronRight size={14} aria-hidden className="group-open:rotate-90" />
      </summary>
      <NavList entries={entries} isRail={false} />
    </details>
  )
}

/** The menu with labels: a rail has no room for them and touch shows no tooltips. */
function WholeMenu() {
  const place = usePlaceOrNull()
  const { menu } = useSession()
  const [isOpen, setOpen] = useState(false)
  const holds = menu.some((entry) => entry.group === 'more' && entry.key === place?.path)
  return (
    <div className="border-b px-2 pb-1">
      <Tooltip text="Menu">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label="Menu"
          onClick={() => setOpen(true)}
          className={cx(
            'flex h-10 w-full items-center justify-center rounded pointer-coarse:h-12',
            holds ? 'bg-a3 text-a11' : 'text-n11 hover:bg-n4 hover:text-n12',
          )}
        >
          <MenuIcon size={18} aria-hidden />
        </button>
      </Tooltip>
      {isOpen && <MoreSheet onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Spec §2: the logo is at most 48 wide and 32 high. */
function Brand({ isRail }: { isRail: boolean }) {
  const { business } = useSession()
  return (
    <div
      className={cx('flex h-(--shell-bar) shrink-0 items-center gap-2', isRail ? 'justify-center' : 'px-4')}
    >
      {business.logo_url ? (
        <img src={business.logo_url} alt="" className="max-h-8 max-w-12 object-contain" />
      ) : (
        <img src="/favicon.svg" alt="" width={24} height={24} />
      )}
      {!isRail && <span className="text-16 font-semibold tracking-[-0.02em]">Stint</span>}
    </div>
  )
}

function NavLink({ entry, isRail }: { entry: MenuEntry; isRail: boolean }) {
  const place = usePlaceOrNull()
  const on = place?.path === entry.key
  const Icon = iconOf(entry.key)
  const link = (
    <Link
      plain
      to={entry.path}
      aria-current={on ? 'page' : undefined}
      aria-label={isRail ? entry.label : undefined}
      className={cx(
        'flex min-h-8 items-center gap-2.5 rounded py-0.5 pointer-coarse:min-h-12',
        isRail ? 'mb-0.5 h-10 justify-center pointer-coarse:h-12' : 'px-2',
        on ? 'bg-a3 font-medium text-a11' : 'text-n11 hover:bg-n4 hover:text-n12',
      )}
    >
      <Icon size={isRail ? 18 : 16} strokeWidth={1.8} aria-hidden className="shrink-0" />
      {!isRail && <span className="line-clamp-2 leading-[15px]">{entry.label}</span>}
    </Link>
  )
  return isRail ? <Tooltip text={entry.label}>{link}</Tooltip> : link
}
