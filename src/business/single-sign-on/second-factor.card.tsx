/** Whether all people of the business need a second factor. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { category_roles, hasMoneyRole } from '#entity/roles.ts'
import { systemClock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { NOTICE_HOURS } from './identity-provider.rules.ts'
import { second_factor_keepers, shared_text } from './second-factor.rules.ts'

interface Rule {
  readonly second_factor_from: Instant | null
  readonly people: number
  readonly without_factor: number
  readonly is_shared: boolean
}

interface Asked {
  readonly id: string
  readonly name: string
}

/** Of a client or a contractor, for the people who decide it there. */
export function SecondFactorOf({ business }: { business: Asked }) {
  const session = useSession()
  return isOneOf(session, second_factor_keepers) && <SecondFactorCard of={business} />
}

/** `of`: another business than the viewer's. */
export function SecondFactorCard({ of }: { of?: Asked }) {
  const session = useSession()
  const business = of ?? session.business
  const query = useQuery({
    queryKey: ['security_rule', business.id],
    queryFn: () =>
      action<Rule>('business.security_rule.read', { business_id: business.id }, crypto.randomUUID()),
  })
  return (
    <Card title="Second factor for everybody">
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-14" />}
      {query.data && <RuleParts rule={query.data} business={business} is_own={of === undefined} />}
    </Card>
  )
}

function badgeOf(from: Instant | null) {
  if (from === null) return <Badge tone="neutral">Off</Badge>
  return from > systemClock.now() ? (
    <Badge tone="progress">Announced</Badge>
  ) : (
    <Badge tone="positive">Required</Badge>
  )
}

function RuleParts({
  rule: { second_factor_from: from, people, without_factor, is_shared },
  business,
  is_own,
}: {
  rule: Rule
  business: Asked
  is_own: boolean
}) {
  const { category } = useSession()
  const whose = is_own ? 'your' : 'its'
  const has_money = is_own && hasMoneyRole(category_roles[category])
  const [asks, setAsks] = useState(false)
  const is_on = from !== null
  const label = is_on ? 'Stop requiring' : 'Require'
  const set = useAction('business.security_rule.set_second_factor', {
    success: is_on ? 'No longer required' : 'The people have a mail',
  })
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-start gap-x-3">
        {badgeOf(from)}
        {is_on
          ? `From ${instantText(from)} nobody acts for ${business.name} with a password alone.`
          : has_money
            ? 'Roles that can release money always need one.'
            : 'People who added a second factor are asked for it. A password alone lets the others in.'}
      </p>
      <p className="text-n11">
        {people === 0
          ? `None of ${whose} people signs in yet.`
          : without_factor === 0
            ? `All of ${whose} people have one.`
            : `${without_factor} of ${whose} ${people} people have none yet.`}
      </p>
      <Button
        className="self-end"
        disabledReason={is_shared ? shared_text : null}
        verb="business.security_rule.set_second_factor"
        onClick={() => setAsks(true)}
      >
        {label}
      </Button>
      <ConfirmAction
        open={asks}
        onClose={() => setAsks(false)}
        label={label}
        description={
          is_on
            ? has_money
              ? 'Roles that can release money go on needing one.'
              : 'A password alone is enough again.'
            : `All people of ${business.name} get a mail now. ${NOTICE_HOURS} hours later those signed in without a second factor are signed out, and set one up.`
        }
        onConfirm={async () =>
          (await set.run({ business_id: business.id, second_factor: !is_on })) !== undefined
        }
      />
    </div>
  )
}
