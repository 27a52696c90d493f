/** The steps of a long form. Pure. */
import type { FieldErrors } from '#kernel/errors.ts'
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

/** The next step with a fault after this one, else an earlier one; null where no other step has any. Pure. */
export function nextFaulty(steps: readonly FormStep[], current: string | null): string | null {
  const at = steps.findIndex(({ name }) => name === current)
  const others = [...steps.slice(at + 1), ...steps.slice(0, Math.max(at, 0))]
  return others.find(({ faults }) => faults > 0)?.name ?? null
}
