/** Security settings that the administrators of a business decide. */
import { useSession } from '#web/core/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SupportAccessCard } from '../impersonation/support-access.card.tsx'
import { SecondFactorCard } from './second-factor.card.tsx'
import { SingleSignOnCard } from './single-sign-on.card.tsx'

export function BusinessSecurityPage() {
  const { category } = useSession()
  return (
    <div className="flex max-w-220 flex-col">
      <PageHeader title="Business Security" />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <SecondFactorCard />
        <SingleSignOnCard />
        {category !== 'provider' && <SupportAccessCard />}
      </div>
    </div>
  )
}
