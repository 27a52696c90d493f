import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { cx } from './class-names.ts'
import type { MenuAction, MenuEntry } from './menu-entry.ts'

export interface MenuProps {
  trigger: ReactElement<object>
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
}

/** The open menu, loaded by `Menu.tsx` on first use. */
export function MenuPopup({ trigger, entries, align = 'end' }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      {/* A landmark, so that landmark navigation finds the menu. */}
      <Base.Portal role="region" aria-label="Menu">
        <Base.Positioner align={align} sideOffset={4} className="z-(--z-modal-popover)">
          <Base.Popup className="popup scroll-quiet max-h-[70vh] min-w-48 max-w-80 overflow-y-auto p-1">
            {entries.map((entry, at) => {
              // biome-ignore lint/suspicious/noArrayIndexKey: entries of a menu do not move while it is open.
              if (entry === 'line') return <Base.Separator key={at} className="my-1 h-px bg-n6" />
              if ('heading' in entry)
                return (
                  <div key={entry.heading} className="px-2 pt-2 pb-1 text-12 text-n11">
                    {entry.heading}
                  </div>
                )
              return <Entry key={entry.label} entry={entry} />
            })}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ entry }: { entry: MenuAction }) {
  const Icon = entry.icon
  const off = Boolean(entry.disabledReason)
  return (
    <Base.Item
      disabled={off}
      onClick={entry.run}
      aria-current={entry.checked || undefined}
      className={cx(
        'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded px-2 py-1 text-left outline-none select-none pointer-coarse:min-h-12',
        'data-highlighted:bg-n4 data-disabled:cursor-not-allowed',
        entry.tone === 'danger' ? 'text-red11' : 'text-n12',
        off && 'text-n11',
      )}
    >
      {Icon && <Icon size={15} strokeWidth={1.8} aria-hidden className="shrink-0 text-n10" />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{entry.label}</span>
        {off && <span className="block text-12 text-n11">{entry.disabledReason}</span>}
      </span>
      {entry.checked && <span aria-hidden className="size-1.5 rounded-full bg-a9" />}
      {entry.hint}
    </Base.Item>
  )
}
