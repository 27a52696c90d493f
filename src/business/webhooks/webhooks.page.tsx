/** The webhooks of the viewer's business: entered, tried, paused, and their deliveries. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { formatInstant, instant } from '#kernel/instant.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useAction } from '#web/core/use-action.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { EmptyMessage } from '#web/ui/EmptyMessage.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { type MadeSecret, SendFailedForm, WebhookForm } from './webhook.form.tsx'
import { canTest } from './webhook.rules.ts'
import { WebhookDeliveries } from './webhook-deliveries.card.tsx'
import { eventLabel } from './webhook-events.rules.ts'

const webhooks = gql(
  `query webhooks {
  rows: platform_webhook(order_by: [{ created_at: desc }, { id: asc }]) {
    id url events state reason failing_since old_secret_until created_by_name created_at
  }
}`,
)
type Hook = Answer<typeof webhooks>['rows'][number]

const tones: Readonly<Record<string, Tone>> = {
  active: 'positive',
  paused: 'attention',
  disabled: 'critical',
}

export function WebhooksPage() {
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => graphql(webhooks, {}, signal),
  })
  const [isNew, setNew] = useState(false)
  const [made, setMade] = useState<MadeSecret | null>(null)
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { rows } = query.data
  const add = (
    <Button tone="primary" verb="platform.webhook.create" onClick={() => setNew(true)}>
      New webhook
    </Button>
  )
  return (
    <div className="flex max-w-220 flex-col">
      <PageHeader title="Webhooks" actions={rows.length > 0 && add} />
      <div className="flex flex-col gap-4 px-4 pb-6">
        {rows.length === 0 && (
          <Card flush>
            <EmptyMessage title="No Records Found" action={add}>
              Your programs are told at once about approvals, invoices and payments.
            </EmptyMessage>
          </Card>
        )}
        {rows.map((row) => (
          <HookCard key={row.id} hook={row} onSecret={setMade} />
        ))}
        <a href="/developers#events" className="self-start text-a11 underline">
          Events and signatures
        </a>
      </div>
      {isNew && <WebhookForm webhook={null} onClose={() => setNew(false)} onDone={setMade} />}
      <SecretDialog made={made} onClose={() => setMade(null)} />
    </div>
  )
}

function SecretDialog({ made, onClose }: { made: MadeSecret | null; onClose: () => void }) {
  return (
    <Modal
      open={made !== null}
      onClose={onClose}
      title="The secret"
      description="Copy it into your program now: it verifies each message. It is shown only once."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex items-center gap-2">
        <code className="min-w-0 wrap-anywhere">{made?.secret}</code>
        <CopyButton text={made?.secret ?? ''} label="Copy the secret" />
      </div>
    </Modal>
  )
}

type Asked = 'change' | 'rotate' | 'failed' | 'delete' | null

function HookCard({ hook, onSecret }: { hook: Hook; onSecret: (made: MadeSecret) => void }) {
  const { id, url, events, reason, failing_since, old_secret_until, created_by_name } = hook
  const [asked, setAsked] = useState<Asked>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setAsked(null)
  const said = [
    reason,
    failing_since === null ? null : `Failing since ${formatInstant(instant(failing_since))}`,
    old_secret_until === null
      ? null
      : `The old secret signs until ${formatInstant(instant(old_secret_until))}`,
    `Made by ${created_by_name}`,
  ]
  return (
    <Card flush>
      <div className="flex flex-col gap-2 px-3 py-2">
        <p className="flex flex-wrap items-center gap-x-3">
          <code className="min-w-0 font-medium wrap-anywhere">{url}</code>
          <Badge tone={tones[hook.state] ?? 'neutral'}>{labelOf(hook.state)}</Badge>
        </p>
        <p className="text-12 text-n11">{events.map(eventLabel).join(', ')}</p>
        <p className="text-12 text-n11 wrap-anywhere">{said.filter((part) => part !== null).join('. ')}.</p>
        <HookButtons hook={hook} isOpen={isOpen} onOpen={() => setOpen(!isOpen)} onAsk={setAsked} />
      </div>
      {isOpen && (
        <div className="border-t">
          <WebhookDeliveries webhook_id={id} state={hook.state} />
        </div>
      )}
      {asked === 'change' && <WebhookForm webhook={hook} onClose={close} onDone={() => undefined} />}
      {asked === 'failed' && <SendFailedForm id={id} onClose={close} />}
      <Confirmations hook={hook} asked={asked} onClose={close} onSecret={onSecret} />
    </Card>
  )
}

interface HookButtonsProps {
  readonly hook: Hook
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onAsk: (asked: Asked) => void
}

function HookButtons({ hook, isOpen, onOpen, onAsk }: HookButtonsProps) {
  const { id, state } = hook
  const test = useAction('platform.webhook.send_test', { success: 'Test is sent' })
  const pause = useAction('platform.webhook.pause', { success: 'Webhook paused' })
  const resume = useAction('platform.webhook.resume', { success: 'Webhook resumed' })
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-expanded={isOpen} onClick={onOpen}>
        {isOpen ? 'Hide deliveries' : 'Deliveries'}
      </Button>
      <Button
        size="sm"
        verb="platform.webhook.send_test"
        busy={test.busy}
        disabledReason={reasonOf(canTest({ status: state }))}
        onClick={() => void test.run({ id })}
      >
        Send test
      </Button>
      {state === 'active' ? (
        <Button
          size="sm"
          verb="platform.webhook.pause"
          busy={pause.busy}
          onClick={() => void pause.run({ id })}
        >
          Pause
        </Button>
      ) : (
        <Button
          size="sm"
          verb="platform.webhook.resume"
          busy={resume.busy}
          onClick={() => void resume.run({ id })}
        >
          Resume
        </Button>
      )}
      <Button size="sm" verb="platform.webhook.send_failed" onClick={() => onAsk('failed')}>
        Send failed again
      </Button>
      <Button size="sm" verb="platform.webhook.update" onClick={() => onAsk('change')}>
        Change
      </Button>
      <Button size="sm" verb="platform.webhook.rotate_secret" onClick={() => onAsk('rotate')}>
        New secret
      </Button>
      <Button size="sm" tone="danger" verb="platform.webhook.delete" onClick={() => onAsk('delete')}>
        Delete
      </Button>
    </div>
  )
}

interface ConfirmationsProps {
  readonly hook: Hook
  readonly asked: Asked
  readonly onClose: () => void
  readonly onSecret: (made: MadeSecret) => void
}

function Confirmations({ hook: { id, url }, asked, onClose, onSecret }: ConfirmationsProps) {
  const rotate = useAction<MadeSecret>('platform.webhook.rotate_secret', { success: false, onDone: onSecret })
  const remove = useAction('platform.webhook.delete', { success: 'Webhook deleted' })
  return (
    <>
      <ConfirmAction
        open={asked === 'rotate'}
        onClose={onClose}
        label="New secret"
        description="The old secret signs too for 24 hours."
        onConfirm={async () => (await rotate.run({ id })) !== undefined}
      />
      <ConfirmAction
        open={asked === 'delete'}
        onClose={onClose}
        label="Delete"
        tone="danger"
        description={`${url} gets no more messages, and what waits is not sent.`}
        onConfirm={async () => (await remove.run({ id })) !== undefined}
      />
    </>
  )
}
