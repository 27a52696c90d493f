/** Whether support may act as people of the business. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pathOf } from '#web/core/place.ts'
import { session_key, useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'

export function SupportAccessCard() {
  const { business, category } = useSession()
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  const is_on = business.support_access
  const label = is_on ? 'Switch off support access' : 'Switch on support access'
  const set = useAction('business.support_access.set', {
    success: is_on ? 'Support access is off' : 'Support access is on',
    onDone: () => void client.invalidateQueries({ queryKey: session_key }),
  })
  return (
    <>
      <Card title="Support access">
        <div className="flex flex-col gap-3">
          <p className="flex flex-wrap items-center gap-x-3">
            <Badge tone={is_on ? 'positive' : 'neutral'}>{is_on ? 'On' : 'Off'}</Badge>
            {is_on
              ? `Administrators of the provider may act as people of ${business.name}, with a reason and for at most an hour.`
              : `Nobody may act as people of ${business.name}.`}
          </p>
          <div className="flex flex-wrap items-center justify-end gap-3">
            <Link to={pathOf({ category, path: 'log/impersonation' })}>Impersonation Log</Link>
            <Button verb="business.support_access.set" busy={set.busy} onClick={() => setAsks(true)}>
              {label}
            </Button>
          </div>
        </div>
      </Card>
      <ConfirmAction
        open={asks}
        onClose={() => setAsks(false)}
        label={label}
        description={
          is_on
            ? 'Support that acts as somebody is signed out at once.'
            : 'Support may act as your people again.'
        }
        onConfirm={async () => (await set.run({ is_on: !is_on })) !== undefined}
      />
    </>
  )
}
