/** Cash matching without a receipt: the next step is a bank statement. */
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyMessage } from '#web/ui/EmptyMessage.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { isOneOf, provider_staff } from '../shared/who-may.rules.ts'

export function NothingToMatch() {
  const go = useGo()
  const session = useSession()
  const toImport = pathOf({ category: 'provider', path: 'transaction/import_statement' })
  return (
    <EmptyMessage
      title="No receipt waits to be matched"
      action={
        isOneOf(session, { provider: provider_staff }) && (
          <Button onClick={() => go.to(toImport)}>Import statement</Button>
        )
      }
    >
      Receipts come here from bank lines.
    </EmptyMessage>
  )
}
