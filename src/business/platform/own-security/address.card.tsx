/** The address of the person signed in, with the form that asks for another one. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { call } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { notify } from '#web/ui/Toast.tsx'

interface OwnAddress {
  readonly open: {
    readonly new_email: string
    readonly waits_for: 'confirmation' | 'second_person'
    readonly expires_at: Instant
  } | null
  readonly sends_mail: boolean
}

const waits = {
  confirmation: 'Open the link in the mail to this address to confirm it',
  second_person: 'Another administrator decides about this address',
} as const

export function AddressCard() {
  const query = useQuery({
    queryKey: ['own_address'],
    queryFn: ({ signal }) => call<OwnAddress>('/api/auth/email', undefined, signal),
  })
  const [isOpen, setIsOpen] = useState(false)
  const changed = (says: string) => () => {
    setIsOpen(false)
    notify.success(says)
    void query.refetch()
  }
  if (query.isError)
    return (
      <Card title="Sign-in address">
        <CouldNotLoad onRetry={() => void query.refetch()} />
      </Card>
    )
  return (
    <Card title="Sign-in address">
      {!query.data ? (
        <Skeleton className="h-8" />
      ) : isOpen ? (
        <PlainForm
          path="/api/auth/email"
          fields={[
            {
              name: 'email',
              label: 'New address',
              type: 'email',
              autoComplete: 'email',
              hint: 'A link in a mail to it confirms it.',
              required: true,
              wide: true,
            },
          ]}
          submit="Change the address"
          onDone={changed('Link sent to the new address')}
          buttons={() => <Button onClick={() => setIsOpen(false)}>Cancel</Button>}
        />
      ) : (
        <Present
          facts={query.data}
          onOpen={() => setIsOpen(true)}
          onCancelled={changed('Change cancelled')}
        />
      )}
    </Card>
  )
}

function Present({
  facts: { open, sends_mail },
  onOpen,
  onCancelled,
}: {
  facts: OwnAddress
  onOpen: () => void
  onCancelled: () => void
}) {
  const { user, is_demo } = useSession()
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-64 wrap-anywhere">You sign in as {user.email}.</p>
        {open?.waits_for !== 'second_person' && (
          <Button
            disabledReason={sends_mail || is_demo ? null : 'This installation sends no mail'}
            onClick={onOpen}
          >
            Change address
          </Button>
        )}
      </div>
      {open && (
        <div className="flex flex-col gap-2">
          <div className="wrap-anywhere">
            <p className="font-medium">{open.new_email}</p>
            <p className="text-12 text-n11">
              {waits[open.waits_for]}, until {formatInstant(open.expires_at)}.
            </p>
          </div>
          <PlainForm
            path="/api/auth/email/cancel"
            fields={[]}
            submit="Cancel the change"
            onDone={onCancelled}
          />
        </div>
      )}
    </div>
  )
}
