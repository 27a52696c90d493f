/** The places where a person is signed in, each with its end. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Instant } from '#kernel/instant.ts'
import { call } from '#web/core/call.ts'
import { tellFailure } from '#web/core/tell-failure.ts'
import { instantText } from '#web/kinds/time.tsx'
import { countText } from '#web/ui/announce.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { notify } from '#web/ui/Toast.tsx'

type OpenSession = {
  readonly id: string
  readonly device: string
  readonly ip: string
  readonly created_at: Instant
  readonly last_seen_at: Instant
  readonly business_name: string
  readonly is_current: boolean
}

const key = ['own_sessions']

export function Sessions() {
  const client = useQueryClient()
  const sessions = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<OpenSession[]>('/api/auth/sessions', undefined, signal),
  })
  const end = useMutation({
    mutationFn: (which: { ids: string[] } | { others: true }) =>
      call<{ ended: number }>('/api/auth/sessions/end', which),
    onSuccess: ({ ended }) => {
      notify.success(`${countText(ended, 'session')} ended`)
      return client.invalidateQueries({ queryKey: key })
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
      <Table heads={['Device', 'Address', 'Acting for', 'Signed in', 'Last seen', { hidden: 'Actions' }]}>
        {all.map((one) => (
          <tr key={one.id}>
            <Td>{one.device}</Td>
            <Td>{one.ip}</Td>
            <Td>{one.business_name}</Td>
            <Td>{instantText(one.created_at)}</Td>
            <Td>{instantText(one.last_seen_at)}</Td>
            <Td>
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
            </Td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
