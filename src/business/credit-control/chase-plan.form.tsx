/** The agency's plan: a letter so many days before or after the due date, in its own words; and the day of statements. */
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '#web/core/use-action.ts'
import { numberTyped } from '#web/form/fields.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { NumberInput, TextArea, TextInput } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { standard_plan } from './chase-plan.rules.ts'

export interface Plan {
  readonly steps: readonly { readonly days: number; readonly subject: string; readonly body: string }[]
  readonly schedules: readonly { readonly day_of_month: number }[]
}

type Step = { readonly key: string; readonly days: string; readonly subject: string; readonly body: string }

const asTyped = (steps: Plan['steps']): Step[] =>
  steps.map((step) => ({ ...step, key: crypto.randomUUID(), days: String(step.days) }))

export function ChasePlanForm({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const [steps, setSteps] = useState(() => asTyped(plan.steps.length > 0 ? plan.steps : standard_plan))
  const [statement_day, setStatementDay] = useState(String(plan.schedules[0]?.day_of_month ?? ''))
  const save = useAction<{ steps: number }>('business.chase_plan.set', {
    success: (data) => (data.steps === 0 ? 'Nobody is asked by plan' : `The plan has ${data.steps} letters`),
    onDone: onClose,
  })
  const put = (key: string, part: Partial<Step>) =>
    setSteps(steps.map((step) => (step.key === key ? { ...step, ...part } : step)))
  const number = (text: string) => (text.trim() === '' ? null : numberTyped(text))
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      title="Chasing plan"
      description="One letter to a client a day, whatever the number of invoices. Disputed and promised invoices and paused clients are left out."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={save.busy}
            onClick={() =>
              void save.run({
                steps: steps.map(({ days, subject, body }) => ({ days: number(days), subject, body })),
                statement_day: number(statement_day),
              })
            }
          >
            Set the plan
          </Button>
        </>
      }
    >
      <ol className="flex flex-col gap-4">
        {steps.map((step, n) => (
          <li key={step.key} className="grid gap-2 border-b pb-4 tablet:grid-cols-[150px_1fr_auto]">
            <NumberInput
              label="Days from due date"
              hint="Before it: -3"
              value={step.days}
              onChange={(days) => put(step.key, { days })}
              error={save.errors[`steps.${n}.days`]}
            />
            <div className="flex flex-col gap-2">
              <TextInput
                label="Subject"
                value={step.subject}
                onChange={(subject) => put(step.key, { subject })}
                error={save.errors[`steps.${n}.subject`]}
              />
              <TextArea
                label="Text"
                value={step.body}
                onChange={(body) => put(step.key, { body })}
                error={save.errors[`steps.${n}.body`]}
                hint="{client} and {agency} stand for the names."
              />
            </div>
            <IconButton
              icon={Trash2}
              label={`Remove letter ${n + 1}`}
              onClick={() => setSteps(steps.filter((one) => one.key !== step.key))}
            />
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
        <Button
          icon={Plus}
          onClick={() => setSteps([...steps, { key: crypto.randomUUID(), days: '', subject: '', body: '' }])}
        >
          Add a letter
        </Button>
        <NumberInput
          label="Statements on day of month"
          hint="Empty: none are sent"
          value={statement_day}
          onChange={setStatementDay}
          error={save.errors.statement_day}
        />
      </div>
    </Modal>
  )
}
