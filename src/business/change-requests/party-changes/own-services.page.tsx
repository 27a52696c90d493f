/** The services of a client or contractor with its agencies, each with the way to change it. */
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePartyChanges } from './party-changes.hook.ts'

export function OwnServicesPage() {
  const { category, business } = useSession()
  const query = usePartyChanges({ business_id: business.id })
  const services = query.data?.services ?? []
  return (
    <>
      <PageHeader
        title="Change a service"
        back={{
          to: pathOf({ category, path: 'request/service_change_request' }),
          label: 'Service Change Requests',
        }}
      />
      <div className="max-w-200 px-4 pb-6">
        {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
        {query.isPending && <Skeleton className="h-24 w-full" />}
        {query.data && (
          <Card title="Services">
            {services.length === 0 && <p className="text-n11">No agency works with you yet.</p>}
            <ul className="flex flex-col gap-2">
              {services.map(({ id, name, status }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-2">
                  <span>
                    {name}: {status.toLowerCase()}
                  </span>
                  <Link
                    to={pathOf({ category, path: 'request/new_service_change', id })}
                    className={buttonClass()}
                  >
                    Change the service
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  )
}
