/** The sections of a long form as steps: each says how many of its fields have a fault, and leads there. */
import type { FieldErrors } from '#kernel/errors.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import type { FormField } from './fields.ts'

type AnyField = Pick<FormField<string, never>, 'name' | 'label'> & { readonly heading?: boolean }

export interface FormStep {
  readonly name: string
  readonly label: string
  readonly faults: number
}

/** A fault belongs to the section above its field. Pure. */
export function stepsOf(fields: readonly AnyField[], errors: FieldErrors): FormStep[] {
  const faulty = Object.keys(errors).map((path) => path.split('.')[0] ?? '')
  const steps: { name: string; label: string; faults: number }[] = []
  for (const field of fields) {
    if (field.heading) steps.push({ name: field.name, label: field.label, faults: 0 })
    const step = steps.at(-1)
    if (step) step.faults += faulty.filter((name) => name === field.name).length
  }
  return steps
}

export const headingId = (name: string) => `step-${name}`

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
              {faults > 0 && <Badge tone="critical">{faults === 1 ? '1 fault' : `${faults} faults`}</Badge>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
