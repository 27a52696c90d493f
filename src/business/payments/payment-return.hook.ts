import { useQuery } from '@tanstack/react-query'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import type { SuggestedReturn } from '../bank/payment-return.rules.ts'
import { isOneOf, provider_staff } from '../shared/who-may.rules.ts'

/** May the viewer record a returned payment? */
export function useRecordsReturns(): boolean {
  const session = useSession()
  return isOneOf(session, { provider: provider_staff })
}

/** Lines that look like payments coming back: of one batch, or all. */
export function useReturns(payment_batch_id: string | null, enabled: boolean) {
  return useQuery({
    queryKey: ['suggested_returns', payment_batch_id],
    enabled,
    queryFn: async () =>
      (
        await action<{ returns: SuggestedReturn[] }>(
          'transaction.bank_line.returns',
          payment_batch_id === null ? {} : { payment_batch_id },
          crypto.randomUUID(),
        )
      ).returns,
  })
}
