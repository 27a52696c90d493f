import { Compass } from 'lucide-react'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyMessage } from '#web/ui/EmptyMessage.tsx'
import { Link } from '#web/ui/Link.tsx'

/** Missing pages and pages without access read the same. */
export function NotFound({ what = 'Page' }: { what?: string }) {
  const { category } = useSession()
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyMessage
        isPage
        icon={Compass}
        title={`${what} not found`}
        action={
          <Link plain to={pathOf({ category, path: 'dashboard' })} className={buttonClass()}>
            Go to the dashboard
          </Link>
        }
      >
        This page doesn't exist, or you don't have access.
      </EmptyMessage>
    </div>
  )
}
