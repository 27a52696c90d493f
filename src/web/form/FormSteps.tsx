/** The sections of a long form as steps: each says how many of its fields have a fault, and leads there. */
import { useRef } from 'react'
import { countText } from '#kernel/count-text.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { type FormStep, headingId, nextFaulty } from './form-steps.ts'
import { goToStep } from './go-to-step.ts'

/** The step above the focus. */
function currentStep(steps: readonly FormStep[]): string | null {
  const focus = document.activeElement
  const above = steps.filter(({ name }) => {
    const heading = document.getElementById(headingId(name))
    return (
      heading !== null &&
      focus !== null &&
      (heading === focus || heading.compareDocumentPosition(focus) & Node.DOCUMENT_POSITION_FOLLOWING)
    )
  })
  return above.at(-1)?.name ?? null
}

export function FormSteps({ steps }: { steps: readonly FormStep[] }) {
  const nav = useRef<HTMLElement>(null)
  const goOn = () => {
    if (document.querySelector('[role="dialog"]')) return
    const next = nextFaulty(steps, currentStep(steps))
    if (next === null) nav.current?.closest('form')?.requestSubmit()
    else goToStep(next)
  }
  useShortcuts([
    { keys: 'Mod Enter', label: 'Next step with a fault, or send', group: 'Form', inFields: true, run: goOn },
  ])
  return (
    <nav ref={nav} aria-label="Steps" className="sticky top-0 z-10 -mx-1 overflow-x-auto bg-surface py-1">
      <ol className="flex gap-1 px-1">
        {steps.map(({ name, label, faults }, i) => (
          <li key={name} className="shrink-0">
            <button
              type="button"
              className={cx(
                'flex min-h-11 items-center gap-2 rounded-lg border px-3 text-13 hover:bg-n3',
                faults > 0 && 'border-red7',
              )}
              onClick={() => goToStep(name)}
            >
              <span className="numeric text-n11">{i + 1}</span>
              {label}
              {faults > 0 && <Badge tone="critical">{countText(faults, 'fault')}</Badge>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
