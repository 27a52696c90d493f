/** Features of an agency, which the provider switches on and off (spec §6). */
import { useQuery } from '@tanstack/react-query'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'
import { isOneOf, provider_staff } from '../../shared/who-may.rules.ts'
import { features } from '../features/features.rules.ts'

const document = gql(`query agency_features($id: uuid!) {
  features: business_business_feature(where: { business_id: { _eq: $id } }, order_by: [{ feature_code: asc }]) { feature_code }
}`)

export function AgencyFeatures({ agency_id }: { agency_id: string }) {
  const session = useSession()
  const query = useQuery({
    queryKey: ['agency_features', agency_id],
    queryFn: async ({ signal }) =>
      (await graphql(document, { id: agency_id }, signal)).features.map((one) => one.feature_code),
  })
  const refusal = useVerbRefusal()('business.business_feature.set')
  const set = useAction<{ is_on: boolean }>('business.business_feature.set', {
    success: ({ is_on }) => (is_on ? 'The feature is on' : 'The feature is off'),
  })
  if (!isOneOf(session, { provider: provider_staff })) return null
  return (
    <Card title="Features">
      {refusal !== null && <p className="text-n11">{refusal}</p>}
      {query.isPending && <Skeleton className="h-16" />}
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {query.data &&
        features.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={query.data.includes(value)}
            disabled={set.busy || refusal !== null}
            onChange={(is_on) => void set.run({ agency_id, feature_code: value, is_on })}
          />
        ))}
    </Card>
  )
}
