/** The next steps for one client: the coming letter, pauses, and the agency's plan (experience.md, page 8). */
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, FileText, Mail, Pause, Phone, Play } from 'lucide-react'
import { useState } from 'react'
import { action, graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { reason_field } from '../shared/form-choices.view.ts'
import { CallForm, type ClientFormProps } from './call.form.tsx'
import { ChasePlanForm, type Plan, plan_fields } from './chase-plan.form.tsx'
import { type ChasePreview, stepWords } from './chase-plan.rules.ts'
import { ClientDisputes, open_dispute } from './client-disputes.card.tsx'
import { ClientTimeline, promise_fields } from './client-timeline.card.tsx'
import { filled, type LetterNames } from './credit-mail.rules.ts'
import { LetterView } from './letter.card.tsx'
import { StatementSchedule } from './statement-schedule.form.tsx'

const document = gql(
  `query credit_control($client_id: uuid!) {
  ...chase_plan
  pauses: business_chase_pause(where: { client_id: { _eq: $client_id } }) { until reason user_name }
  letters: transaction_chase(
    where: { client_id: { _eq: $client_id } }, order_by: [{ on_date: desc }, { created_at: desc }], limit: 50
  ) { id kind on_date subject body invoice_count recipients user_name }
  promises: transaction_payment_promise(
    where: { client_id: { _eq: $client_id } }, order_by: { updated_at: desc }, limit: 50
  ) { ...client_promise }
  disputes: transaction_dispute(
    where: { client_id: { _eq: $client_id }, status: { _eq: "open" } }, order_by: { raised_on: asc }, limit: 50
  ) { ...open_dispute }
}`,
  plan_fields,
  promise_fields,
  open_dispute,
)

export function CreditControl({ client_id, client }: { client_id: string; client: string }) {
  const { roles, business } = useSession()
  // The page is its agency's own.
  const names = { client, agency: business.name }
  const isAdmin = roles.includes('agency_admin')
  const isWriter = !roles.includes('agency_read_only')
  const [open, setOpen] = useState<'plan' | 'pause' | 'statement' | 'letter' | 'call' | null>(null)
  const standing = useQuery({
    queryKey: ['credit_control', client_id],
    queryFn: ({ signal }) => graphql(document, { client_id }, signal),
  })
  const next = useQuery({
    queryKey: ['chase_preview', client_id],
    queryFn: () => action<ChasePreview>('business.chase_plan.preview', { client_id }, crypto.randomUUID()),
  })
  const send = useAction<{ to: readonly string[] }>('report.client_statement.send', {
    success: (data) => `The statement is on its way to ${data.to.join(', ')}`,
  })
  const resume = useAction('business.chase_pause.end', { success: `${client} gets reminders again` })
  const close = () => setOpen(null)
  if (!standing.data) return <Skeleton className="h-32 w-full" />
  const { pauses } = standing.data
  const [pause] = pauses
  return (
    <Card
      title="Credit control"
      actions={
        // One group, so that no button wraps alone below the others.
        <div className="flex flex-wrap items-center gap-2">
          <a href={`/api/pdf/client_statement/${client_id}?download=1`} className={buttonClass()}>
            <FileText size={15} aria-hidden /> Statement PDF
          </a>
          {isAdmin && (
            <Button icon={Mail} busy={send.busy} onClick={() => setOpen('statement')}>
              Send statement
            </Button>
          )}
          {isWriter && (
            <Button icon={Phone} onClick={() => setOpen('call')}>
              Note a call
            </Button>
          )}
          {!isWriter ? null : pause ? (
            <Button icon={Play} busy={resume.busy} onClick={() => void resume.run({ client_id })}>
              Resume
            </Button>
          ) : (
            <Button icon={Pause} onClick={() => setOpen('pause')}>
              Pause
            </Button>
          )}
          {isAdmin && (
            <Button icon={CalendarClock} onClick={() => setOpen('plan')}>
              Plan
            </Button>
          )}
        </div>
      }
    >
      <NextLetter preview={next.data} onRead={() => setOpen('letter')} />
      <PlanSteps steps={standing.data.steps} names={names} />
      {pause && (
        <p className="mt-2">
          <Badge tone="attention">Paused until {dayText(pause.until)}</Badge>{' '}
          <span className="text-n11">
            {pause.reason}, {pause.user_name}
          </span>
        </p>
      )}
      <StatementSchedule client_id={client_id} client={client} />
      <ClientDisputes disputes={standing.data.disputes} />
      <ClientTimeline letters={standing.data.letters} promises={standing.data.promises} names={names} />
      {open === 'plan' && <ChasePlanForm plan={standing.data} onClose={close} />}
      {open === 'pause' && <PauseForm client_id={client_id} client={client} onClose={close} />}
      {open === 'call' && <CallForm client_id={client_id} client={client} onClose={close} />}
      {open === 'letter' && next.data && (
        <LetterView letter={next.data} description={`To ${next.data.to.join(', ')}`} onClose={close} />
      )}
      <ConfirmAction
        open={open === 'statement'}
        onClose={close}
        label="Send"
        description={`Send ${client} a statement of all open invoices?`}
        onConfirm={async () => (await send.run({ client_id })) !== undefined}
      />
    </Card>
  )
}

/** The agency's plan, read-only: each letter by its days from the due date. */
function PlanSteps({ steps, names }: { steps: Plan['steps']; names: LetterNames }) {
  const [read, setRead] = useState<Plan['steps'][number] | null>(null)
  if (steps.length === 0) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <strong className="font-medium">Plan:</strong>
      <ol aria-label="Letters of the plan" className="contents">
        {steps.map((step) => (
          <li key={step.days}>
            <button
              type="button"
              className="text-a11 underline-offset-2 hover:underline"
              onClick={() => setRead(step)}
            >
              {stepWords(step.days)}
            </button>
          </li>
        ))}
      </ol>
      {read && (
        <LetterView
          letter={{ subject: filled(read.subject, names), body_text: filled(read.body, names) }}
          description={`Sent ${stepWords(read.days)}, followed by the invoices`}
          onClose={() => setRead(null)}
        />
      )}
    </div>
  )
}

function NextLetter({ preview, onRead }: { preview: ChasePreview | undefined; onRead: () => void }) {
  if (!preview) return <Skeleton className="h-6 w-60" />
  if (preview.next_date === null) {
    const reasons = [...new Set(preview.documents.map((one) => one.why_not).filter(Boolean))]
    return (
      <p className="text-n11">
        No letter is planned{reasons.length > 0 ? `: ${reasons.join('; ').toLowerCase()}` : ''}.
      </p>
    )
  }
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span>
        Next letter on <strong className="font-semibold">{dayText(preview.next_date)}</strong>
        {preview.to.length > 0 ? ` to ${preview.to.join(', ')}` : ', but no recipient is set'}
      </span>
      <Button size="sm" onClick={onRead}>
        Read it
      </Button>
    </p>
  )
}

function PauseForm({ client_id, client, onClose }: ClientFormProps) {
  const { today } = useSession()
  return (
    <VerbModal
      title={`Pause chasing ${client}`}
      action_id="business.chase_pause.set"
      fixed={{ client_id }}
      initial={{ until: today }}
      fields={[
        { kind: 'day', name: 'until', label: 'Until', min: today, required: true },
        { ...reason_field, max: 4000, rows: 3 },
      ]}
      submit="Pause"
      success={`No reminders to ${client} until the chosen day`}
      onClose={onClose}
    />
  )
}
