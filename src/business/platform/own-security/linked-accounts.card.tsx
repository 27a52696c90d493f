/** Accounts at Google, Microsoft and the providers of businesses that sign this person in. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import { OutsideButtons } from '#web/blocks/OutsideButtons.tsx'
import { call } from '#web/core/call.ts'
import { type OutsideKind, outsideFault } from '#web/core/outside.ts'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { notify } from '#web/ui/Toast.tsx'

interface Linked {
  readonly id: string
  /** Of the provider. */
  readonly name: string
  readonly label: string
  readonly last_used_at: Instant | null
}

const identities_key = ['identities']
const nameOf = ({ name, label }: Linked) => (label === '' ? name : `${name}, ${label}`)

export function LinkedAccounts() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: identities_key,
    queryFn: ({ signal }) =>
      call<{ identities: readonly Linked[]; providers: readonly OutsideKind[] }>(
        '/api/auth/identities',
        undefined,
        signal,
      ),
  })
  const [removing, setRemoving] = useState<Linked | null>(null)
  const [fault] = useState(() => outsideFault(location.search))
  useEffect(() => {
    if (new URLSearchParams(location.search).get('outside') === 'linked') notify.success('Account linked')
    // Read once: a reload says it no more.
    if (location.search !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  const end = () => {
    setRemoving(null)
    void client.invalidateQueries({ queryKey: identities_key })
  }
  const { identities = [], providers = [] } = query.data ?? {}
  if (identities.length === 0 && providers.length === 0 && fault === null) return null
  if (removing !== null)
    return (
      <Card title="Linked accounts">
        <div className="flex flex-col gap-3">
          <p className="wrap-anywhere">{nameOf(removing)} will no longer sign you in.</p>
          <PlainForm
            fields={[]}
            path="/api/auth/identities/remove"
            fixed={{ id: removing.id }}
            submit="Unlink"
            onDone={end}
            buttons={() => <Button onClick={() => setRemoving(null)}>Cancel</Button>}
          />
        </div>
      </Card>
    )
  return (
    <Card title="Linked accounts">
      <div className="flex flex-col gap-3">
        {fault !== null && (
          <p role="alert" className="rounded border border-red6 bg-red3 px-3 py-2 text-red11">
            {fault}
          </p>
        )}
        {identities.length === 0 && <p>Sign in with an account that you have elsewhere.</p>}
        <ul className="flex flex-col gap-2">
          {identities.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-3">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="block font-medium">{nameOf(one)}</span>
                <span className="block text-12 text-n11">
                  {one.last_used_at === null
                    ? 'Not used yet'
                    : `Last used ${formatInstant(one.last_used_at)}`}
                </span>
              </span>
              <Button size="sm" aria-label={`Unlink ${nameOf(one)}`} onClick={() => setRemoving(one)}>
                Unlink
              </Button>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <OutsideButtons
            asked={{ link: true, return_to: location.pathname }}
            label={(name) => `Link ${name}`}
          />
        </div>
      </div>
    </Card>
  )
}
