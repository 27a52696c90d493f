/** The currencies of new work, switched on and off by administrators of the provider. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useAction } from '#web/core/use-action.ts'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'

const document = gql(`query currencies_of_new_work {
  currencies: platform_currency(order_by: [{ name: asc }], limit: 50) { id name alpha_code is_active }
}`)

export function Currencies() {
  const queries = useQueryClient()
  const queryKey = ['currencies_of_new_work']
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await graphql(document, {}, signal)).currencies,
  })
  const refusal = useVerbRefusal()('platform.currency.set')
  const set = useAction<{ is_active: boolean }>('platform.currency.set', {
    success: ({ is_active }) => (is_active ? 'The currency is on' : 'The currency is off'),
  })
  return (
    <Card title="Currencies">
      <p className="text-n11">
        {refusal ??
          'A currency that is off takes no new businesses, placements, limits, fees and bank accounts.'}
      </p>
      {query.isPending && <Skeleton className="h-16" />}
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {query.data?.map(({ id, name, alpha_code, is_active }) => (
        <Checkbox
          key={id}
          label={`${name} (${alpha_code})`}
          checked={is_active}
          disabled={set.busy || refusal !== null || alpha_code === 'GBP'}
          onChange={async (next) => {
            await set.run({ alpha_code, is_active: next })
            await queries.invalidateQueries({ queryKey })
            await queries.invalidateQueries({ queryKey: ['currencies_to_choose'] })
          }}
        />
      ))}
    </Card>
  )
}
