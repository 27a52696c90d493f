/** Lets a contractor enter their own details by a mailed link, and shows how far they are. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { instantText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { LINK_DAYS } from './party-link.rules.ts'

type LinkRead = {
  readonly email: string
  readonly state: 'open' | 'expired' | 'stopped' | 'used'
  readonly expires_at: string
  readonly progress: string | null
  readonly saved_at: string | null
} | null

/** @param draft_id absent: nothing of the contractor is kept yet */
export function PartyLinkCard({ draft_id }: { draft_id: string | undefined }) {
  const { category } = useSession()
  const go = useGo()
  const [asking, setAsking] = useState(false)
  const query = useQuery({
    queryKey: ['party_link', draft_id],
    queryFn: () => action<LinkRead>('business.party.read_link', { draft_id }, crypto.randomUUID()),
    enabled: draft_id !== undefined && category === 'agency',
  })
  const stop = useAction('business.party.stop_link', { success: 'The link is stopped' })
  if (category !== 'agency') return null
  const link = draft_id === undefined ? null : query.data
  const isOpen = link?.state === 'open'
  return (
    <Card
      title="Details from the contractor"
      actions={
        <>
          {isOpen && (
            <Button busy={stop.busy} onClick={() => void stop.run({ draft_id })}>
              Stop the link
            </Button>
          )}
          <Button onClick={() => setAsking(true)}>{link ? 'Send again' : 'Send a link'}</Button>
        </>
      }
      className="mb-3"
    >
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      <p>{link ? textOf(link) : 'They can enter their details themselves, by a link in a mail.'}</p>
      {link?.progress && link.saved_at && (
        <p className="text-n11">
          {link.progress}, {instantText(link.saved_at)}
        </p>
      )}
      {asking && (
        <VerbModal
          title="Send a link"
          description={`The contractor enters their details without an account. The link works for ${LINK_DAYS} days.`}
          action_id="business.party.send_link"
          {...(draft_id === undefined ? {} : { fixed: { draft_id } })}
          initial={{ email: link?.email ?? '' }}
          draft={false}
          fields={[
            draft_id === undefined && {
              kind: 'text',
              name: 'first_name',
              label: 'First name',
              required: true,
            },
            draft_id === undefined && { kind: 'text', name: 'last_name', label: 'Last name', required: true },
            { kind: 'text', name: 'email', label: 'Email', required: true },
          ]}
          submit="Send"
          success={({ email }: { email: string; draft_id: string }) => `The link is on its way to ${email}`}
          onDone={(made) => {
            if (draft_id === undefined)
              go.replace(pathOf({ category, path: 'request/draft_request', id: made.draft_id }))
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}

function textOf({ email, state, expires_at }: NonNullable<LinkRead>): string {
  if (state === 'open') return `A link went to ${email}. It works until ${instantText(expires_at)}.`
  if (state === 'used') return `${email} has sent their details.`
  return state === 'stopped' ? `The link to ${email} is stopped.` : `The link to ${email} is over.`
}
