/** The installation's set-up after the fact: each step with its check, for administrators of the provider. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MailFacts } from '#entity/setup-answer.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { MailAddresses } from '#web/blocks/MailAddresses.tsx'
import { call } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { notify } from '#web/ui/Toast.tsx'
import { Currencies } from './currencies.card.tsx'
import {
  accountsCheck,
  addressCheck,
  type Check,
  type InstallationFacts,
  mailCheck,
  peopleCheck,
} from './installation.rules.ts'

type Facts = InstallationFacts & { readonly business: { readonly name: string }; readonly mail: MailFacts }

const installation_key = ['installation'] as const

export function InstallationPage() {
  const { category } = useSession()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: installation_key,
    queryFn: ({ signal }) => call<Facts>('/api/installation', undefined, signal),
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const facts = query.data
  const to = (path: string) => pathOf({ category, path })
  return (
    <div className="flex max-w-220 flex-col">
      <PageHeader title="Installation" />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <Step title="Business" check={{ state: 'done', says: `${facts.business.name} is the provider.` }}>
          <Link to={to('admin')}>Account</Link>
        </Step>
        <Step title="Addresses and mail" check={mailCheck(facts.mail)}>
          <MailAddresses<Facts>
            mail={facts.mail}
            path="/api/installation/mail"
            withoutMail="Save the addresses"
            onDone={(next) => {
              queries.setQueryData(installation_key, next)
              notify.success(next.mail.state === 'code_sent' ? 'Code sent' : 'Addresses saved')
            }}
          />
        </Step>
        <Step title="Public address" check={addressCheck(facts.public_url, location.origin)} />
        <Step title="Bank accounts" check={accountsCheck(facts.accounts)}>
          <Link to={to('business/bank_account')}>Bank accounts</Link>
        </Step>
        <Currencies />
        <Step title="People who can release money" check={peopleCheck(facts.people)}>
          <Link to={to('admin/people')}>People</Link>
        </Step>
      </div>
    </div>
  )
}

function Step({ title, check, children }: { title: string; check: Check; children?: ReactNode }) {
  return (
    <Card title={title}>
      <div className="flex flex-col gap-4">
        <p className="flex items-start gap-x-3 wrap-anywhere">
          <Badge tone={check.state === 'done' ? 'positive' : 'attention'}>
            {check.state === 'done' ? 'Done' : 'Open'}
          </Badge>
          {check.says}
        </p>
        {children}
      </div>
    </Card>
  )
}
