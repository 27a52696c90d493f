/** The agency's plan: a letter so many days before or after the due date, in its own words; and the day of statements. */

import { Trash2 } from 'lucide-react'
import { type Answer, gql } from '#web/core/query.ts'
import { isListOf } from '#web/drafts/form-draft.ts'
import { AddRow, isLastBlank } from '#web/form/AddRow.tsx'
import { type FormPart, numberTyped } from '#web/form/fields.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { NumberInput, TextArea, TextInput } from '#web/ui/inputs.tsx'
import { standard_plan } from './chase-plan.rules.ts'

export const plan_fields = gql(`fragment chase_plan on query_root {
  steps: business_chase_step(order_by: { days: asc }) { days subject body }
  schedules: business_statement_schedule { day_of_month }
}`)

export type Plan = Answer<typeof plan_fields>

type Step = { readonly key: string; readonly days: string; readonly subject: string; readonly body: string }

const asTyped = (steps: Plan['steps']): Step[] =>
  steps.map((step) => ({ ...step, key: crypto.randomUUID(), days: String(step.days) }))

const blank = (): Step => ({ key: crypto.randomUUID(), days: '', subject: '', body: '' })

export function ChasePlanForm({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const number = (text: string) => (text.trim() === '' ? null : numberTyped(text))
  return (
    <VerbModal
      size="lg"
      title="Chasing plan"
      description="One letter a day to a client. Skips disputed and promised invoices and paused clients."
      action_id="business.chase_plan.set"
      initial={{
        steps: asTyped(plan.steps.length > 0 ? plan.steps : standard_plan),
        statement_day: String(plan.schedules[0]?.day_of_month ?? ''),
      }}
      fields={[
        {
          kind: 'custom',
          name: 'steps',
          label: 'Letters',
          kept: { steps: isListOf(blank()) },
          render: (part) => <Letters {...part} />,
        },
        {
          kind: 'whole',
          name: 'statement_day',
          label: 'Statements on day of month',
          hint: 'Leave empty to send none',
        },
      ]}
      input={(_, { steps, statement_day }) => ({
        steps: steps.map(({ days, subject, body }) => ({ days: number(days), subject, body })),
        statement_day: number(statement_day),
      })}
      submit="Set the plan"
      success={(set: { steps: number }) =>
        set.steps === 0 ? 'No automatic reminders' : `The plan has ${set.steps} letters`
      }
      onClose={onClose}
    />
  )
}

function Letters({ values: { steps }, set, errors }: FormPart<{ steps: readonly Step[] }>) {
  const put = (key: string, change: Partial<Step>) =>
    set({ steps: steps.map((step) => (step.key === key ? { ...step, ...change } : step)) })
  return (
    <>
      <ol className="flex flex-col gap-4">
        {steps.map((step, n) => (
          <li key={step.key} className="grid gap-2 border-b pb-4 tablet:grid-cols-[150px_1fr_auto]">
            <NumberInput
              label="Days from due date"
              hint="Before it: -3"
              value={step.days}
              onChange={(days) => put(step.key, { days })}
              error={errors[`steps.${n}.days`]}
            />
            <div className="flex flex-col gap-2">
              <TextInput
                label="Subject"
                value={step.subject}
                onChange={(subject) => put(step.key, { subject })}
                error={errors[`steps.${n}.subject`]}
              />
              <TextArea
                label="Text"
                value={step.body}
                onChange={(body) => put(step.key, { body })}
                error={errors[`steps.${n}.body`]}
                hint="Use {client} and {agency} for the names."
              />
            </div>
            <IconButton
              icon={Trash2}
              label={`Remove letter ${n + 1}`}
              onClick={() => set({ steps: steps.filter((one) => one.key !== step.key) })}
            />
          </li>
        ))}
      </ol>
      <div className="mt-3">
        <AddRow
          label="Add a letter"
          isLastBlank={isLastBlank(steps, 'days', 'subject', 'body')}
          onAdd={() => set({ steps: [...steps, blank()] })}
        />
      </div>
    </>
  )
}
