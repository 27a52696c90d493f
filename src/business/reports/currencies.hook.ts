import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { ownFirst } from '../shared/form-choices.view.ts'

const currencies = gql(
  `query currencies { rows: platform_currency(order_by: { name: asc }) { id name alpha_code fallback_rate } }`,
)

export type Currency = Answer<typeof currencies>['rows'][number]

/** Currencies of the product, Pound Sterling first (spec §9, default currency). */
export function useCurrencies(): readonly Currency[] | undefined {
  const query = useQuery({
    queryKey: ['currencies'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { rows } = await graphql(currencies, {}, signal)
      return ownFirst(rows, 'GBP')
    },
  })
  return query.data
}
