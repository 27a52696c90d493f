/** The API tokens of the viewer's business: made, shown once, revoked. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { formatInstant, instant } from '#kernel/instant.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
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
import { type MadeToken, NewApiToken } from './api-token.form.tsx'
import { canKeep } from './api-token.rules.ts'

const api_tokens = gql(
  `query api_tokens {
  tokens: platform_api_token(order_by: [{ created_at: desc }, { id: asc }]) {
    id name prefix state roles actions is_read_only ip_allow expires_at last_used_at last_used_ip created_by_name revoked_at review_asked_at
  }
}`,
)
type Token = Answer<typeof api_tokens>['tokens'][number]

const tones: Readonly<Record<string, Tone>> = { active: 'positive', expired: 'attention' }

export function ApiTokensPage() {
  const query = useQuery({
    queryKey: ['api_tokens'],
    queryFn: ({ signal }) => graphql(api_tokens, {}, signal),
  })
  const [isNew, setNew] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { tokens } = query.data
  const add = (
    <Button tone="primary" verb="platform.api_token.create" onClick={() => setNew(true)}>
      New token
    </Button>
  )
  return (
    <div className="flex max-w-220 flex-col">
      <PageHeader title="API Tokens" actions={tokens.length > 0 && add} />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <Card title="Tokens of the business" flush>
          {tokens.length === 0 ? (
            <EmptyMessage title="No Records Found" action={add}>
              Programs of your business call the API with a token.
            </EmptyMessage>
          ) : (
            <ul>
              {tokens.map((token) => (
                <TokenItem key={token.id} token={token} />
              ))}
            </ul>
          )}
        </Card>
        <a href="/developers" className="self-start text-a11 underline">
          Reference of the API
        </a>
      </div>
      {isNew && <NewApiToken onClose={() => setNew(false)} onDone={setMade} />}
      <Modal
        open={made !== null}
        onClose={() => setMade(null)}
        title="The new token"
        description={`Copy it into ${made?.name ?? 'the program'} now. It is shown only once.`}
        footer={<Button onClick={() => setMade(null)}>Close</Button>}
      >
        <div className="flex items-center gap-2">
          <code className="min-w-0 wrap-anywhere">{made?.token}</code>
          <CopyButton text={made?.token ?? ''} label="Copy the token" />
        </div>
      </Modal>
    </div>
  )
}

/** Its scope in words. */
function scopeOf({ is_read_only, actions, ip_allow }: Token): string {
  const may = [
    is_read_only ? 'Reads only' : 'Reads and changes',
    actions.length === 0 ? null : actions.join(', '),
    ip_allow.length === 0 ? 'from any address' : `from ${ip_allow.join(', ')}`,
  ]
  return may.filter((part) => part !== null).join(' · ')
}

function TokenItem({ token }: { token: Token }) {
  const { id, name, prefix, state, roles, expires_at, last_used_at, last_used_ip, created_by_name } = token
  const session = useSession()
  const [asks, setAsks] = useState(false)
  const keep = useAction('platform.api_token.keep', { success: 'Token kept' })
  const isAsked = canKeep(token, session) === true
  const revoke = useAction('platform.api_token.revoke', { success: 'Token revoked' })
  const used =
    last_used_at === null
      ? 'Not used yet'
      : `Last used ${formatInstant(instant(last_used_at))} from ${last_used_ip ?? ''}`
  return (
    <li className="flex flex-wrap items-start gap-3 border-b px-3 py-2 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium">{name}</span>
          <code className="text-12 text-n11">{prefix}…</code>
          <Badge tone={tones[state ?? ''] ?? 'neutral'}>{labelOf(state ?? '')}</Badge>
        </p>
        <p className="text-12 text-n11">{roles.map(labelOf).join(', ')}</p>
        <p className="text-12 text-n11 wrap-anywhere">{scopeOf(token)}</p>
        <p className="text-12 text-n11">
          {used}. Expires {formatInstant(instant(expires_at))}. Made by {created_by_name}.
        </p>
        {isAsked && (
          <p className="text-12 font-medium">{created_by_name} has left. Keep the token or revoke it.</p>
        )}
      </div>
      {isAsked && (
        <Button
          size="sm"
          aria-label={`Keep ${name}`}
          verb="platform.api_token.keep"
          busy={keep.busy}
          onClick={() => void keep.run({ id })}
        >
          Keep
        </Button>
      )}
      {state !== 'revoked' && (
        <Button
          size="sm"
          tone="danger"
          aria-label={`Revoke ${name}`}
          verb="platform.api_token.revoke"
          busy={revoke.busy}
          onClick={() => setAsks(true)}
        >
          Revoke
        </Button>
      )}
      <ConfirmAction
        open={asks}
        onClose={() => setAsks(false)}
        label="Revoke"
        tone="danger"
        description={`${name} stops working at once.`}
        onConfirm={async () => (await revoke.run({ id })) !== undefined}
      />
    </li>
  )
}
