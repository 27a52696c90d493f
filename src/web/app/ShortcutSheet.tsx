import { useState } from 'react'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Keys } from '#web/ui/Keys.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { lettersAreOn, setLetters, useRegistered } from '#web/ui/shortcuts.ts'

const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Printed from the registry, so that it cannot say what is not so. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const shortcuts = useRegistered()
  const [on, setOn] = useState(lettersAreOn())
  const groups = [...new Set(shortcuts.map((one) => one.group))]
  return (
    <Modal open onClose={onClose} title="Keyboard shortcuts" size="md">
      <div className="gap-x-8 tablet:columns-2">
        {groups.map((group) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-12 font-medium text-n11">{group}</h3>
            <dl>
              {shortcuts
                .filter((one) => one.group === group)
                .map((one) => (
                  <div key={one.keys} className="flex h-7 items-center justify-between gap-3">
                    <dt className="truncate">{one.label}</dt>
                    <dd className="shrink-0">
                      <Keys keys={one.keys.replace('Mod', mod).replace('Escape', 'Esc')} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        label="Single-letter keys are on"
        checked={on}
        onChange={(next) => {
          setLetters(next)
          setOn(next)
        }}
      />
    </Modal>
  )
}
