import { useSession } from '#web/core/session.ts'
import { Link } from '#web/ui/Link.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { fullMenu, group_labels, iconOf } from './menu.ts'

/** The whole menu, on a phone. */
export function MoreSheet({ onClose }: { onClose: () => void }) {
  const session = useSession()
  return (
    <Modal open onClose={onClose} title="Menu">
      <ul className="grid grid-cols-1 sideways:grid-cols-2">
        {fullMenu(session).map((entry) => {
          const Icon = iconOf(entry.key)
          return (
            <li key={entry.key}>
              <Link
                plain
                to={entry.path}
                onClick={onClose}
                className="flex h-11 items-center gap-3 rounded px-2 text-14 hover:bg-n4"
              >
                <Icon size={18} strokeWidth={1.8} aria-hidden className="text-n10" />
                <span className="min-w-0 flex-1 truncate">{entry.label}</span>
                <span className="text-12 text-n10">
                  {entry.built ? group_labels[entry.group] : 'Not yet'}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
