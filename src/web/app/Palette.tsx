import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { CornerDownLeft, Moon, Search, Sun } from 'lucide-react'
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { MenuEntry } from '#entity/screen-facts.ts'
import { countText } from '#kernel/count-text.ts'
import { pathOf } from '#web/core/place.ts'
import { useQuickActions } from '#web/core/quick-actions.ts'
import { useSession } from '#web/core/session.ts'
import { useAnnounce } from '#web/ui/announce.ts'
import { cx } from '#web/ui/class-names.ts'
import { Keys } from '#web/ui/Keys.tsx'
import { pressedFor, useRegistered } from '#web/ui/shortcuts.ts'
import { currentTheme, setTheme } from '#web/ui/theme.ts'
import { useGo } from '#web/ui/use-go.ts'
import { findRecords } from './find-records.ts'
import { fullMenu, goLetter, iconOf } from './menu.ts'

interface Command {
  readonly id: string
  readonly label: string
  readonly group: string
  readonly icon?: LucideIcon
  readonly detail?: string
  readonly keys?: string
  readonly run: () => void
}

function focused(): HTMLElement | null {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
}

/** Ctrl/Cmd K: go anywhere, find a record by id or name, run an action of this page. */
export function Palette({ onClose, typed }: { onClose: () => void; typed: RefObject<string> }) {
  const [text, setText] = useState(() => typed.current)
  const [at, setAt] = useState(0)
  // Noted before the text field takes the focus, so that closing gives it back.
  const [opener] = useState(() => ({ current: focused() }))
  const list = useRef<HTMLDivElement>(null)
  const commands = useCommands(text)
  useAnnounce(text.trim() === '' ? null : countText(commands.length, 'result'))
  const current = Math.min(at, Math.max(0, commands.length - 1))

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const move = (to: number) => {
    setAt((to + commands.length) % Math.max(1, commands.length))
    requestAnimationFrame(() =>
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
    )
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-modal) bg-overlay" />
        <Dialog.Popup
          aria-label="Search and commands"
          finalFocus={opener}
          className="fixed top-[10vh] left-1/2 z-(--z-modal) flex max-h-[70vh] w-150 max-w-[calc(100vw-24px)] -translate-x-1/2 flex-col overflow-hidden rounded-lg border bg-surface shadow-3 outline-none"
        >
          <div className="flex items-center gap-2 border-b px-3">
            <Search size={16} aria-hidden className="text-n10" />
            <input
              // biome-ignore lint/a11y/noAutofocus: opened to type in.
              autoFocus
              role="combobox"
              aria-expanded
              aria-controls="palette-list"
              aria-activedescendant={commands[current] ? `palette-${current}` : undefined}
              aria-label="Search and commands"
              placeholder="Find a record by id or name, or go to…"
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setAt(0)
              }}
              onKeyDown={(event) => {
                if (event.key === 'ArrowDown') move(current + 1)
                else if (event.key === 'ArrowUp') move(current - 1)
                else if (event.key === 'Enter') run(commands[current])
                else return
                event.preventDefault()
              }}
              className="h-12 w-full bg-transparent text-14 outline-none"
            />
          </div>
          <div
            ref={list}
            id="palette-list"
            role="listbox"
            aria-label="Results"
            className="scroll-quiet min-h-0 flex-1 overflow-y-auto p-1.5"
          >
            {commands.length === 0 && <p className="px-3 py-6 text-center text-n11">Nothing found</p>}
            {commands.map((command, index) => {
              const Icon = command.icon ?? CornerDownLeft
              const isFirst = commands[index - 1]?.group !== command.group
              return (
                // biome-ignore lint/a11y: the input moves the selection and Enter runs it.
                <div
                  key={command.id}
                  role="option"
                  id={`palette-${index}`}
                  aria-selected={index === current}
                  onClick={() => run(command)}
                  onPointerMove={() => setAt(index)}
                  className="cursor-pointer"
                >
                  {isFirst && <p className="px-2 pt-2 pb-1 text-12 text-n11">{command.group}</p>}
                  <span
                    className={cx(
                      'flex h-9 items-center gap-2.5 rounded px-2',
                      index === current && 'bg-a3 text-a11',
                    )}
                  >
                    <Icon size={16} strokeWidth={1.8} aria-hidden className="shrink-0 opacity-80" />
                    <span className="min-w-0 truncate">{command.label}</span>
                    {command.detail && (
                      <span className="min-w-0 flex-1 truncate text-12 text-n11">{command.detail}</span>
                    )}
                    {command.keys && (
                      <span className="ml-auto pointer-coarse:hidden">
                        <Keys keys={command.keys} />
                      </span>
                    )}
                  </span>
                </div>
              )
            })}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function goKeys(entry: MenuEntry): { readonly keys?: string } {
  const letter = goLetter(entry)
  return letter ? { keys: pressedFor(`g ${letter}`) } : {}
}

function useCommands(text: string): readonly Command[] {
  const go = useGo()
  const session = useSession()
  const registered = useRegistered()
  const quick = useQuickActions()
  const wanted = useDeferredValue(text.trim())
  const found = useQuery({
    queryKey: ['find', session.business_contact_id, wanted],
    enabled: wanted.length >= 2,
    queryFn: ({ signal }) => findRecords(session, wanted, signal),
  })
  const places: Command[] = fullMenu(session).map((entry) => ({
    id: `go:${entry.key}`,
    label: entry.label,
    group: 'Go to',
    icon: iconOf(entry.key),
    ...goKeys(entry),
    run: () => go.to(entry.path),
  }))
  const pageActions: Command[] = quick.map((one) => ({
    id: `do:${one.label}`,
    group: 'On this page',
    ...one,
  }))
  const keys: Command[] = registered
    .filter((one) => one.group !== 'Go' && one.group !== 'Everywhere' && one.group !== 'List')
    .map((one) => ({
      id: `key:${one.keys}`,
      label: one.label,
      group: 'On this page',
      keys: pressedFor(one.keys),
      run: () => one.run(new KeyboardEvent('keydown')),
    }))
  const dark = currentTheme() === 'dark'
  const others: Command[] = [
    {
      id: 'theme',
      label: dark ? 'Light theme' : 'Dark theme',
      group: 'Other',
      icon: dark ? Sun : Moon,
      run: () => setTheme(dark ? 'light' : 'dark'),
    },
    {
      id: 'profile',
      label: 'Profile',
      group: 'Other',
      run: () => go.to(pathOf({ category: session.category, path: 'profile' })),
    },
  ]
  const records: Command[] = (found.data ?? []).map((one) => ({
    id: one.to,
    label: one.label,
    detail: one.detail,
    group: 'Records',
    icon: iconOf(one.path),
    run: () => go.to(one.to),
  }))
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (command: Command) => words.every((word) => command.label.toLowerCase().includes(word))
  return [...records, ...[...pageActions, ...keys, ...places, ...others].filter(fits)]
}
