/** The places where a person is signed in, each with its end. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OpenSession } from '#entity/session-facts.ts'
import { countText } from '#kernel/count-text.ts'
import { call } from '#web/core/call.ts'
import { tellFailure } from '#web/core/tell-failure.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { notify } from '#web/ui/Toast.tsx'

export const own_sessions_key = ['own_sessions']

const ways: Readonly<Record<string, string>> = {
  pwd: 'password',
  mail: 'mailed link',
  totp: 'authenticator app',
  passkey: 'passkey',
  sms: 'SMS',
  recovery: 'recovery code',
  oidc: 'linked account',
  sso: 'single sign-on',
  demo: 'demo',
}

/** ` by password and passkey`; nothing for a session of an earlier version. */
function waysText(methods: readonly string[]): string {
  const words = methods.flatMap((method) => ways[method] ?? [])
  return words.length === 0 ? '' : ` by ${words.join(' and ')}`
}

export function Sessions() {
  const client = useQueryClient()
  const sessions = useQuery({
    queryKey: own_sessions_key,
    queryFn: ({ signal }) => call<OpenSession[]>('/api/auth/sessions', undefined, signal),
  })
  const end = useMutation({
    mutationFn: (which: { ids: string[] } | { others: true }) =>
      call<{ ended: number }>('/api/auth/sessions/end', which),
    onSuccess: ({ ended }) => {
      notify.success(`${countText(ended, 'session')} ended`)
      return client.invalidateQueries({ queryKey: own_sessions_key })
    },
    onError: tellFailure,
  })
  const all = sessions.data ?? []
  const hasOthers = all.some(({ is_current }) => !is_current)
  return (
    <Card
      title="Where you are signed in"
      flush
      actions={
        hasOthers && (
          <Button size="sm" busy={end.isPending} onClick={() => end.mutate({ others: true })}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <ul>
        {all.map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-b px-3 py-2 last:border-b-0">
            <div className="min-w-0 flex-auto">
              <p className="flex flex-wrap gap-x-3">
                <span className="font-medium">{one.device}</span>
                <span className="text-n11">{one.business_name}</span>
              </p>
              <p className="text-12 text-n11">
                Signed in {instantText(one.created_at)} from {one.ip}
                {waysText(one.methods)}. Last seen {instantText(one.last_seen_at)}.
              </p>
            </div>
            {one.is_current ? (
              <Badge tone="positive">This device</Badge>
            ) : (
              <Button
                size="sm"
                aria-label={`Sign out ${one.device}, ${instantText(one.created_at)}`}
                busy={end.isPending}
                onClick={() => end.mutate({ ids: [one.id] })}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
