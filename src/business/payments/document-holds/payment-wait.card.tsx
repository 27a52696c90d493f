import { useQuery } from '@tanstack/react-query'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'

/** Why the payment of a contractor's document waits, for the agency and the provider. */
export function PaymentWait({ document }: { document: { id: string; type: string; status: string } }) {
  const { category } = useSession()
  const { id, type, status } = document
  const query = useQuery({
    queryKey: ['payment-wait', id],
    enabled:
      (category === 'agency' || category === 'provider') && type === 'contractor-agency' && status === 'open',
    queryFn: () =>
      action<{ reason: string | null }>('transaction.invoice.read_payment_wait', { id }, crypto.randomUUID()),
  })
  const reason = query.data?.reason
  return reason ? (
    <Card title="Payment">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="critical">Payment waits</Badge>
        <span>{reason}</span>
      </p>
    </Card>
  ) : null
}
