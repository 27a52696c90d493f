/** The worker of a typed placement: the payment type, and the birth date for readers with the right to it. */
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { isDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { minimumWageFaults, readsBirth } from '../../rates/minimum-wage.rules.ts'
import type { TypedRate } from './placement-rates.form.tsx'

const document = gql(`query placement_worker($id: uuid!) {
  worker: business_contractor_by_pk(id: $id) { id payment_type }
}`)

const with_birth = gql(`query placement_worker_birth($id: uuid!) {
  worker: business_contractor_by_pk(id: $id) { id payment_type individual { id date_of_birth } }
}`)

type Worker = {
  readonly payment_type: string | null
  /** Null also for readers of no birth dates. */
  readonly born: string | null
}

const keyOf = (contractor_id: string) => ['placement_worker', contractor_id]

export function usePlacementWorker(contractor_id: string) {
  const session = useSession()
  return useQuery({
    queryKey: keyOf(contractor_id),
    queryFn: async ({ signal }): Promise<Worker | null> => {
      if (readsBirth(session)) {
        const { worker } = await graphql(with_birth, { id: contractor_id }, signal)
        return worker && { payment_type: worker.payment_type, born: worker.individual?.date_of_birth ?? null }
      }
      const { worker } = await graphql(document, { id: contractor_id }, signal)
      return worker && { payment_type: worker.payment_type, born: null }
    },
    enabled: contractor_id !== '',
  })
}

type Typed = {
  readonly contractor_id: string
  readonly currency: string
  readonly start_date: string
  readonly unit_type: string
  readonly rates: readonly TypedRate[]
}

/** Rates below the minimum wage of the worker as read. */
export function typedWageFaults(
  queries: QueryClient,
  { contractor_id, currency, start_date, unit_type, rates }: Typed,
): FieldErrors {
  const worker = queries.getQueryData<Worker | null>(keyOf(contractor_id))
  if (!worker) return {}
  const { payment_type, born } = worker
  return minimumWageFaults(
    { start_date, unit_type, rates },
    {
      payment_type,
      born: born !== null && isDay(born) ? born : null,
      currency,
    },
  )
}
