/** The sign-in of the person signed in: password, second factors, linked accounts and open sessions. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import { errorText } from '#kernel/messages.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { PasskeyEnrol } from '#web/blocks/PasskeyEnrol.tsx'
import { RecoveryCodes, TotpEnrol, type TotpStart } from '#web/blocks/TotpEnrol.tsx'
import { call } from '#web/core/call.ts'
import { canUsePasskeys } from '#web/core/passkey.ts'
import { useSession } from '#web/core/session.ts'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { ActedAsMe } from './acted-as-me.card.tsx'
import { AddressCard } from './address.card.tsx'
import { LinkedAccounts } from './linked-accounts.card.tsx'
import { OwnEvents } from './own-events.card.tsx'
import { PasswordCard } from './password.card.tsx'
import { PhoneEnrol } from './phone-factor.card.tsx'
import { Sessions } from './sessions.card.tsx'

interface Factors {
  readonly factors: readonly {
    readonly id: string
    readonly type: 'totp' | 'passkey' | 'sms'
    readonly label: string
    readonly phone: string | null
    readonly last_used_at: Instant | null
  }[]
  readonly recovery_codes_left: number
  readonly is_required: boolean
  /** The business that asks, where no role does. */
  readonly asked_by: string | null
  readonly has_password: boolean
  /** The address can have passkeys. */
  readonly offers_passkey: boolean
  /** Codes by SMS are set up, and enough for the person's roles. */
  readonly offers_sms: boolean
  /** The factor asked for first. */
  readonly preferred: string | null
}

type Doing =
  | { readonly what: 'add' }
  | { readonly what: 'phone' }
  | { readonly what: 'prefer'; readonly type: string; readonly label: string }
  | { readonly what: 'enrol'; readonly start: TotpStart }
  | { readonly what: 'remove'; readonly id: string; readonly label: string }
  | { readonly what: 'renew' }
  | { readonly what: 'codes'; readonly codes: readonly string[] }

export function SecurityPage() {
  const { impersonator_user_id } = useSession()
  if (impersonator_user_id === null) return <OwnSecurity />
  return (
    <div className="flex max-w-220 flex-col">
      <PageHeader title="Security" />
      <p className="px-4">{errorText.impersonating}</p>
    </div>
  )
}

function OwnSecurity() {
  const query = useQuery({
    queryKey: ['factors'],
    queryFn: ({ signal }) => call<Factors>('/api/auth/factors', undefined, signal),
  })
  const [doing, setDoing] = useState<Doing | null>(null)
  const end = () => {
    setDoing(null)
    void query.refetch()
  }
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const facts = query.data
  return (
    <div className="flex max-w-220 flex-col">
      <PageHeader title="Security" />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <AddressCard />
        <PasswordCard hasPassword={facts.has_password} />
        <Card title="Second factors">
          {doing ? (
            <Step doing={doing} onDoing={setDoing} onEnd={end} />
          ) : (
            <FactorList facts={facts} onDoing={setDoing} onEnd={end} />
          )}
        </Card>
        <LinkedAccounts />
        <Sessions />
        <OwnEvents />
        <ActedAsMe />
      </div>
    </div>
  )
}

function FactorList({
  facts,
  onDoing,
  onEnd,
}: {
  facts: Factors
  onDoing: (doing: Doing) => void
  onEnd: () => void
}) {
  const { factors, recovery_codes_left: left, is_required, asked_by, preferred } = facts
  const isPhoneEnough = !is_required || asked_by !== null
  const isChoice = new Set(factors.map(({ type }) => type)).size > 1
  const hasPhone = factors.some(({ type }) => type === 'sms')
  return (
    <div className="flex flex-col gap-3">
      {factors.length === 0 && (
        <p>
          Without a second factor a password alone opens your account.
          {is_required && ` ${asked_by ?? 'Your role'} needs one at the next sign-in.`}
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {factors.map(({ id, type, label, phone, last_used_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{phone === null ? label : `${label} ${phone}`}</span>
              <span className="block text-12 text-n11">
                {last_used_at === null ? 'Not used yet' : `Last used ${formatInstant(last_used_at)}`}
                {isChoice && type === preferred && '. Asked for first'}
                {type === 'sms' && !isPhoneEnough && '. Not enough for your role'}
              </span>
            </span>
            {isChoice && type !== preferred && !(type === 'sms' && !isPhoneEnough) && (
              <Button size="sm" onClick={() => onDoing({ what: 'prefer', type, label })}>
                Ask for it first
              </Button>
            )}
            <Button size="sm" onClick={() => onDoing({ what: 'remove', id, label })}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {factors.length > 0 && (
        <p>{left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}</p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {factors.length > 0 && <Button onClick={() => onDoing({ what: 'renew' })}>New recovery codes</Button>}
        {facts.offers_passkey && canUsePasskeys() && (
          <PasskeyEnrol onDone={(codes) => (codes ? onDoing({ what: 'codes', codes }) : onEnd())} />
        )}
        {facts.offers_sms && (
          <Button onClick={() => onDoing({ what: 'phone' })}>
            {hasPhone ? 'Change the phone' : 'Add a phone'}
          </Button>
        )}
        <Button tone="primary" onClick={() => onDoing({ what: 'add' })}>
          Add an authenticator app
        </Button>
      </div>
    </div>
  )
}

function Step({
  doing,
  onDoing,
  onEnd,
}: {
  doing: Doing
  onDoing: (doing: Doing) => void
  onEnd: () => void
}) {
  if (doing.what === 'enrol')
    return (
      <TotpEnrol
        start={doing.start}
        confirmPath="/api/auth/factors/totp/confirm"
        doneLabel="Done"
        onDone={onEnd}
      />
    )
  if (doing.what === 'codes') return <RecoveryCodes codes={doing.codes} doneLabel="Done" onDone={onEnd} />
  if (doing.what === 'phone') return <PhoneEnrol onEnd={onEnd} />
  const form = { fields: [], buttons: () => <Button onClick={onEnd}>Cancel</Button> }
  if (doing.what === 'add')
    return (
      <div className="flex flex-col gap-3">
        <p>Have an authenticator app ready on your phone.</p>
        <PlainForm<TotpStart>
          {...form}
          path="/api/auth/factors/totp"
          submit="Continue"
          onDone={(start) => onDoing({ what: 'enrol', start })}
        />
      </div>
    )
  if (doing.what === 'prefer')
    return (
      <div className="flex flex-col gap-3">
        <p>Sign-ins will ask for this first: {doing.label}.</p>
        <PlainForm
          {...form}
          path="/api/permission/updateMFAPreference"
          fixed={{ preference: doing.type }}
          submit="Ask for it first"
          onDone={onEnd}
        />
      </div>
    )
  if (doing.what === 'renew')
    return (
      <div className="flex flex-col gap-3">
        <p>The old recovery codes will work no more.</p>
        <PlainForm<{ readonly recovery_codes: readonly string[] }>
          {...form}
          path="/api/auth/recovery-codes"
          submit="Make new codes"
          onDone={({ recovery_codes: codes }) => onDoing({ what: 'codes', codes })}
        />
      </div>
    )
  return (
    <div className="flex flex-col gap-3">
      <p>{doing.label} will no longer sign you in.</p>
      <PlainForm
        {...form}
        path="/api/auth/factors/remove"
        fixed={{ id: doing.id }}
        submit="Remove"
        onDone={onEnd}
      />
    </div>
  )
}
