import type { MenuEntry } from '#entity/screen-facts.ts'
import { useSession } from '#web/core/session.ts'
import { Link } from '#web/ui/Link.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { fullMenu, group_labels, iconOf } from './menu.ts'

/** The whole menu, on a phone and from a rail. */
export function MoreSheet({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const menu = fullMenu(session)
  const groups = [...new Set(menu.map((entry) => entry.group))]
  return (
    <Modal open onClose={onClose} title="Menu">
      {groups.map((group) => (
        <div key={group}>
          {group_labels[group] && <p className="px-2 pt-3 pb-1 text-12 text-n11">{group_labels[group]}</p>}
          <ul className="grid grid-cols-1 sideways:grid-cols-2">
            {menu
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <li key={entry.key}>
                  <SheetLink entry={entry} onClose={onClose} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </Modal>
  )
}

function SheetLink({ entry, onClose }: { entry: MenuEntry; onClose: () => void }) {
  const Icon = iconOf(entry.key)
  return (
    <Link
      plain
      to={entry.path}
      onClick={onClose}
      className="flex h-12 items-center gap-3 rounded px-2 text-14 hover:bg-n4"
    >
      <Icon size={18} strokeWidth={1.8} aria-hidden className="shrink-0 text-n10" />
      <span className="min-w-0 flex-1 truncate">{entry.label}</span>
    </Link>
  )
}
