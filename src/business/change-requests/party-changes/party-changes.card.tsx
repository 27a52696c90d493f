import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { requestPath } from '../request/request-path.view.ts'
import { usePartyChanges } from './party-changes.hook.ts'

/** Empty for readers without a part in changes. */
export function PartyChangesCard({ business_id }: { business_id: string }) {
  const { category } = useSession()
  const query = usePartyChanges({ business_id })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const read = query.data
  if (!read || (read.open.length === 0 && !read.is_asker && read.services.length === 0)) return null
  return (
    <Card
      title="Changes"
      actions={
        read.is_asker &&
        (read.refusal === null ? (
          <>
            <Link
              to={pathOf({ category, path: 'request/new_party_change', id: business_id })}
              className={buttonClass()}
            >
              Request a change
            </Link>
            {read.subject === 'contractor' && (
              <Link
                to={pathOf({ category, path: 'request/new_payment_change', id: business_id })}
                className={buttonClass()}
              >
                Change the payment
              </Link>
            )}
            {read.subject === 'contractor' && category === 'agency' && (
              <Link
                to={pathOf({ category, path: 'request/new_limited_company', id: business_id })}
                className={buttonClass()}
              >
                Ask for a limited company
              </Link>
            )}
          </>
        ) : (
          <Button disabledReason={read.refusal}>Request a change</Button>
        ))
      }
    >
      {read.open.length === 0 ? (
        <p className="text-n11">No change waits for approval.</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {read.open.map(({ id, human_id, waits_for }) => (
            <li key={id}>
              <Link to={requestPath(id, read.subject, category)}>{human_id}</Link> waits for the {waits_for}.
            </li>
          ))}
        </ul>
      )}
      {read.services.map((service) => (
        <p key={service.id} className="mt-2 flex flex-wrap items-center gap-2">
          <span>
            Service with {service.name}: {service.status.toLowerCase()}
          </span>
          <Link
            to={pathOf({ category, path: 'request/new_service_change', id: service.id })}
            className={buttonClass()}
          >
            Change the service
          </Link>
        </p>
      ))}
    </Card>
  )
}
