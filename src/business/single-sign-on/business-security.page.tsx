/** Security settings that the administrators of a business decide. */
import { useSession } from '#web/core/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { support_access_deciders } from '../impersonation/impersonation.rules.ts'
import { SupportAccessCard } from '../impersonation/support-access.card.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { sso_admins } from './identity-provider.rules.ts'
import { SecondFactorCard } from './second-factor.card.tsx'
import { SingleSignOnCard } from './single-sign-on.card.tsx'

export function BusinessSecurityPage() {
  const session = useSession()
  return (
    <div className="flex max-w-220 flex-col">
      <PageHeader title="Business Security" />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <SecondFactorCard />
        {isOneOf(session, sso_admins) && <SingleSignOnCard />}
        {isOneOf(session, support_access_deciders) && <SupportAccessCard />}
      </div>
    </div>
  )
}
