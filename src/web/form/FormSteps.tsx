/** The sections of a long form as steps: each says how many of its fields have a fault, and leads there. */
import { countText } from '#kernel/count-text.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { type FormStep, headingId } from './form-steps.ts'

function goTo(name: string) {
  const heading = document.getElementById(headingId(name))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

export function FormSteps({ steps }: { steps: readonly FormStep[] }) {
  return (
    <nav aria-label="Steps" className="sticky top-0 z-10 -mx-1 overflow-x-auto bg-surface py-1">
      <ol className="flex gap-1 px-1">
        {steps.map(({ name, label, faults }, i) => (
          <li key={name} className="shrink-0">
            <button
              type="button"
              className={cx(
                'flex min-h-11 items-center gap-2 rounded-lg border px-3 text-13 hover:bg-n3',
                faults > 0 && 'border-red7',
              )}
              onClick={() => goTo(name)}
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
