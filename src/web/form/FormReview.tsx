/** The last section of a long form: everything that was typed, with the way back to each section. */
import { Button } from '#web/ui/Button.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { REVIEW, reviewOf } from './form-review.ts'
import { goToStep } from './go-to-step.ts'
import { section } from './section.tsx'
import type { RunningForm } from './use-verb-form.tsx'

const heading = section(REVIEW, 'Review')

export function FormReview({ form }: { form: RunningForm }) {
  const parts = reviewOf(form.fields, { values: form.part.values, picked: form.picked.current })
  return (
    <section aria-label="Review" className="flex flex-col gap-3">
      {heading.render()}
      {parts.map(({ name, label, items }) => (
        <section key={name} aria-label={`Review of ${label}`} className="rounded border p-3">
          <div className="flex items-center gap-2">
            <h3 className="min-w-0 flex-1 font-medium">{label}</h3>
            <Button size="sm" aria-label={`Change ${label}`} onClick={() => goToStep(name)}>
              Change
            </Button>
          </div>
          {items.length === 0 ? (
            <p className="text-n11">Nothing entered.</p>
          ) : (
            <PropertiesTable items={items} />
          )}
        </section>
      ))}
    </section>
  )
}
