/** The provider of accounts at which people of the viewer's business sign in. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { systemClock } from '#kernel/clock.ts'
import { formatInstant, type Instant, instant } from '#kernel/instant.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { leaveForCompany, outsideFault } from '#web/core/outside.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { notify } from '#web/ui/Toast.tsx'
import {
  canRequire,
  NOTICE_HOURS,
  type ProviderState,
  stateOf,
  verifyText,
} from './identity-provider.rules.ts'
import { usePeople } from './people.hook.ts'
import { ChangeForm, CopyLine, callbackAddress, SetUpForm } from './single-sign-on.form.tsx'

const identity_providers = gql(
  `query identity_providers {
  rows: business_identity_provider {
    id type name issuer tenant_id hosted_domain application_id verify_token domains proven_domains required required_from
    provider_mfa exempt_contact_ids tested_at
  }
}`,
)
type Provider = Answer<typeof identity_providers>['rows'][number]

const states = {
  set_up: { tone: 'attention', words: 'A domain is to be proven' },
  proven: { tone: 'attention', words: 'Sign-in is to be tested' },
  tested: { tone: 'positive', words: 'Ready' },
  announced: { tone: 'progress', words: 'Announced' },
  required: { tone: 'positive', words: 'Required' },
} as const satisfies Record<ProviderState, { tone: Tone; words: string }>

export function SingleSignOnCard() {
  const [isNew, setNew] = useState(false)
  const query = useQuery({
    queryKey: ['identity_providers'],
    queryFn: ({ signal }) => graphql(identity_providers, {}, signal),
  })
  const [row] = query.data?.rows ?? []
  const [fault] = useState(() => outsideFault(location.search))
  useEffect(() => {
    if (new URLSearchParams(location.search).get('outside') === 'linked') notify.success('The sign-in works')
    // Read once: a reload says it no more.
    if (location.search !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  return (
    <Card title="Single sign-on">
      {fault !== null && (
        <p role="alert" className="mb-3 rounded border border-red6 bg-red3 px-3 py-2 text-red11">
          {fault}
        </p>
      )}
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-20" />}
      {query.data && !row && (
        <div className="flex flex-col gap-3">
          <p>
            People can sign in with their company’s own account, at Microsoft, Google or another provider.
          </p>
          <Button
            tone="primary"
            className="self-end"
            verb="business.identity_provider.create"
            onClick={() => setNew(true)}
          >
            Set up
          </Button>
        </div>
      )}
      {row && <ProviderParts provider={row} />}
      {isNew && <SetUpForm onClose={() => setNew(false)} />}
    </Card>
  )
}

/** The facts that the rules read; moments come as text. */
const factsOf = ({ name, proven_domains, required, required_from, tested_at }: Provider) => ({
  name,
  proven_domains,
  required,
  required_from: momentOf(required_from),
  tested_at: momentOf(tested_at),
})
const momentOf = (text: string | null): Instant | null => (text === null ? null : instant(text))

function ProviderParts({ provider }: { readonly provider: Provider }) {
  const { business } = useSession()
  const people = usePeople(business.id)
  const facts = factsOf(provider)
  const { required_from, tested_at } = facts
  const { tone, words } = states[stateOf(facts, systemClock.now())]
  const exempt = (people.data ?? [])
    .filter(({ id }) => provider.exempt_contact_ids.includes(id))
    .map((one) => `${one.first_name} ${one.last_name}`)
  const said = [
    required_from === null ? 'Nobody has to use it.' : `Required from ${formatInstant(required_from)}.`,
    tested_at === null ? null : `Last tested ${formatInstant(tested_at)}.`,
    provider.provider_mfa === 'trusted'
      ? 'The provider’s second factor is enough.'
      : 'Our second factor is asked where a role needs it.',
    exempt.length > 0 ? `Exempt with a passkey: ${exempt.join(', ')}.` : null,
  ]
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium">{provider.name}</span>
          <Badge tone={tone}>{words}</Badge>
        </p>
        <p className="wrap-anywhere text-n11">{said.filter((part) => part !== null).join(' ')}</p>
        <p className="text-12 wrap-anywhere text-n11">
          {labelOf(provider.type)}, {provider.tenant_id ?? provider.hosted_domain ?? provider.issuer}, client{' '}
          {provider.application_id}
        </p>
      </div>
      <CopyLine label="Callback address" text={callbackAddress(business.id)} />
      <Domains provider={provider} />
      <ProviderButtons provider={provider} />
    </div>
  )
}

function Domains({
  provider: { id, domains, proven_domains, verify_token },
}: {
  readonly provider: Provider
}) {
  const prove = useAction('business.identity_provider.prove_domain', { success: 'Domain proven' })
  const open = domains.filter((domain) => !proven_domains.includes(domain))
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-12 font-medium text-n11">Domains</h3>
      {domains.length === 0 && <p>None yet. Press Change and add those of your people’s addresses.</p>}
      <ul className="flex flex-col gap-2">
        {domains.map((domain) => (
          <li key={domain} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere">{domain}</span>
            {open.includes(domain) ? (
              <>
                <Badge tone="attention">To prove</Badge>
                <Button
                  size="sm"
                  aria-label={`Check ${domain}`}
                  verb="business.identity_provider.prove_domain"
                  busy={prove.busy}
                  onClick={() => void prove.run({ id, domain })}
                >
                  Check
                </Button>
              </>
            ) : (
              <Badge tone="positive">Proven</Badge>
            )}
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <>
          <p>Add this TXT record to the DNS of each domain to prove, then press Check.</p>
          <CopyLine label="TXT record" text={verifyText(verify_token)} />
        </>
      )}
    </div>
  )
}

type Asked = 'change' | 'require' | 'stop' | 'remove' | null

function ProviderButtons({ provider }: { readonly provider: Provider }) {
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const { required } = provider
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <TestButton name={provider.name} />
      <Button verb="business.identity_provider.update" onClick={() => setAsked('change')}>
        Change
      </Button>
      {required ? (
        <Button verb="business.identity_provider.stop_requiring" onClick={() => setAsked('stop')}>
          Stop requiring
        </Button>
      ) : (
        <Button
          disabledReason={reasonOf(canRequire(factsOf(provider), true))}
          verb="business.identity_provider.require"
          onClick={() => setAsked('require')}
        >
          Require
        </Button>
      )}
      <Button tone="danger" verb="business.identity_provider.remove" onClick={() => setAsked('remove')}>
        Remove
      </Button>
      {asked === 'change' && <ChangeForm provider={provider} onClose={close} />}
      <Confirmations provider={provider} asked={asked} onClose={close} />
    </div>
  )
}

/** Signs the administrator in at the provider, and links their account. */
function TestButton({ name }: { readonly name: string }) {
  const { business_contact_id } = useSession()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    await leaveForCompany({ business_contact_id, return_to: location.pathname }).catch((error: Error) => {
      notify.error(error.message)
      setBusy(false)
    })
  }
  return (
    <Button busy={busy} aria-label={`Test sign-in with ${name}`} onClick={() => void leave()}>
      Test sign-in
    </Button>
  )
}

interface ConfirmationsProps {
  readonly provider: Provider
  readonly asked: Asked
  readonly onClose: () => void
}

function Confirmations({ provider: { id, name }, asked, onClose }: ConfirmationsProps) {
  const require = useAction('business.identity_provider.require', { success: 'Your people have a mail' })
  const stop = useAction('business.identity_provider.stop_requiring', { success: 'No longer required' })
  const remove = useAction('business.identity_provider.remove', { success: 'Single sign-on removed' })
  return (
    <>
      <ConfirmAction
        open={asked === 'require'}
        onClose={onClose}
        label="Require"
        description={`All people of your business get a mail now. ${NOTICE_HOURS} hours later they can act for it only after a sign-in with ${name}.`}
        onConfirm={async () => (await require.run({ id })) !== undefined}
      />
      <ConfirmAction
        open={asked === 'stop'}
        onClose={onClose}
        label="Stop requiring"
        description="The other ways to sign in are open again at once."
        onConfirm={async () => (await stop.run({ id })) !== undefined}
      />
      <ConfirmAction
        open={asked === 'remove'}
        onClose={onClose}
        label="Remove"
        tone="danger"
        description={`Links to accounts at ${name} go, and people who came through it alone are signed out.`}
        onConfirm={async () => (await remove.run({ id })) !== undefined}
      />
    </>
  )
}
