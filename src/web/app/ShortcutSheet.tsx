import { useEffect, useState } from 'react'
import { usePreference } from '#web/core/preferences.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Keys } from '#web/ui/Keys.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import type { Shortcut } from '#web/ui/shortcuts.ts'
import { keysFrom, pressedFor, setKeyMap, setLetters, useRegistered } from '#web/ui/shortcuts.ts'
import { readShortcuts, shortcuts_preference } from './shortcut-preference.ts'

const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
/** Combinations with Ctrl and native browser keys cannot be changed. */
const changeable = /^(Shift )?\S$|^g \S$/

/**
 * Lists the registered shortcuts. Single letters can be switched off and changed (WCAG 2.1.4); both settings follow
 * the user to every device.
 */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const shortcuts = useRegistered()
  const [kept, change] = usePreference(shortcuts_preference, readShortcuts)
  const [asked, setAsked] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const groups = [...new Set(shortcuts.map((one) => one.group))]
  const keep = (next: { off: boolean; keys: Readonly<Record<string, string>> }) => {
    setLetters(!next.off)
    setKeyMap(next.keys)
    change(() => (next.off || Object.keys(next.keys).length > 0 ? next : null))
  }
  const put = (shortcut: Shortcut, pressed: string) => {
    setAsked(null)
    const taken = shortcuts.find((one) => {
      const now = pressedFor(one.keys)
      // `g` is taken because `g c` begins with it.
      return one.keys !== shortcut.keys && (now === pressed || now.startsWith(`${pressed} `))
    })
    setRefused(taken ? `“${taken.label}” already uses ${pressed}.` : null)
    if (taken) return
    const { [shortcut.keys]: _before, ...others } = kept.keys
    keep({ ...kept, keys: pressed === shortcut.keys ? others : { ...others, [shortcut.keys]: pressed } })
  }
  return (
    <Modal
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Press a key in the list to change it."
      size="md"
    >
      <div className="gap-x-8 tablet:columns-2">
        {groups.map((group) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-12 font-medium text-n11">{group}</h3>
            <ul>
              {shortcuts
                .filter((one) => one.group === group)
                .map((one) => (
                  <Line
                    key={one.keys}
                    shortcut={one}
                    isAsked={asked === one.keys}
                    onAsk={(on) => {
                      setRefused(null)
                      setAsked(on ? one.keys : null)
                    }}
                    onPut={(pressed) => put(one, pressed)}
                  />
                ))}
            </ul>
          </section>
        ))}
      </div>
      <p role="status" className="min-h-5 text-red11">
        {refused}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Checkbox
          label="Single-letter keys are on"
          checked={!kept.off}
          onChange={(on) => keep({ ...kept, off: !on })}
        />
        <Button
          size="sm"
          tone="quiet"
          disabledReason={Object.keys(kept.keys).length > 0 ? null : 'No key has been changed'}
          onClick={() => keep({ ...kept, keys: {} })}
        >
          Reset keys
        </Button>
      </div>
    </Modal>
  )
}

function Line({
  shortcut,
  isAsked,
  onAsk,
  onPut,
}: {
  shortcut: Shortcut
  isAsked: boolean
  onAsk: (on: boolean) => void
  onPut: (pressed: string) => void
}) {
  useEffect(() => {
    if (!isAsked) return undefined
    const take = (event: KeyboardEvent) => {
      if (event.key === 'Tab' || event.key === 'Shift') return
      event.preventDefault()
      event.stopPropagation()
      const pressed = keysFrom(event)
      if (pressed) onPut(pressed)
      else onAsk(false)
    }
    document.addEventListener('keydown', take, true)
    return () => document.removeEventListener('keydown', take, true)
  }, [isAsked, onPut, onAsk])
  const pressed = pressedFor(shortcut.keys).replace('Mod', mod).replace('Escape', 'Esc')
  return (
    <li className="flex min-h-7 items-center justify-between gap-3">
      <span className="truncate">{shortcut.label}</span>
      {changeable.test(shortcut.keys) && !shortcut.native ? (
        <button
          type="button"
          aria-label={`${shortcut.label}: ${pressed}. Change`}
          aria-pressed={isAsked}
          onClick={() => onAsk(!isAsked)}
          className={cx('shrink-0 rounded px-1 py-0.5 hover:bg-n4', isAsked && 'bg-a3 text-a11')}
        >
          {isAsked ? 'Press a key…' : <Keys keys={pressed} />}
        </button>
      ) : (
        <span className="shrink-0 px-1">
          <Keys keys={pressed} />
        </span>
      )}
    </li>
  )
}
