/** The worker of a typed placement: the payees, and the birth date for readers with the right to it. */
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { isDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { minimumWageFaults, readsBirth } from '../../rates/minimum-wage.rules.ts'
import type { TypedRate } from './placement-rates.form.tsx'

const document = gql(`query placement_worker($id: uuid!) {
  worker: business_contractor_by_pk(id: $id) {
    id name payment_type payment_company { id human_id name }
    payees(order_by: [{ effective_from: asc }, { id: asc }], limit: 100) {
      id agency_id payment_type payment_company_id effective_from effective_to payment_company { id human_id name }
    }
  }
}`)

const birth = gql(`query placement_worker_birth($id: uuid!) {
  worker: business_contractor_by_pk(id: $id) { id individual { id date_of_birth } }
}`)

export type Worker = NonNullable<Answer<typeof document>['worker']> & {
  /** Null also for readers of no birth dates. */
  readonly born: string | null
}

const keyOf = (contractor_id: string) => ['placement_worker', contractor_id]

export function usePlacementWorker(contractor_id: string) {
  const session = useSession()
  return useQuery({
    queryKey: keyOf(contractor_id),
    queryFn: async ({ signal }): Promise<Worker | null> => {
      const { worker } = await graphql(document, { id: contractor_id }, signal)
      if (!worker || !readsBirth(session)) return worker && { ...worker, born: null }
      const found = await graphql(birth, { id: contractor_id }, signal)
      return { ...worker, born: found.worker?.individual?.date_of_birth ?? null }
    },
    enabled: contractor_id !== '',
  })
}

/** The way in which the typed placement pays: that of the chosen payee, else the contractor's. */
export const paidWay = (worker: Worker, company_id: string): string | null =>
  worker.payees.find(({ payment_company_id }) => payment_company_id === company_id)?.payment_type ??
  worker.payment_type

type Typed = {
  readonly contractor_id: string
  readonly payment_company_id: string
  readonly currency: string
  readonly start_date: string
  readonly unit_type: string
  readonly rates: readonly TypedRate[]
}

/** Rates below the minimum wage of the worker as read. */
export function typedWageFaults(
  queries: QueryClient,
  { contractor_id, payment_company_id, currency, start_date, unit_type, rates }: Typed,
): FieldErrors {
  const worker = queries.getQueryData<Worker | null>(keyOf(contractor_id))
  if (!worker) return {}
  const { born } = worker
  return minimumWageFaults(
    { start_date, unit_type, rates },
    {
      payment_type: paidWay(worker, payment_company_id),
      born: born !== null && isDay(born) ? born : null,
      currency,
    },
  )
}
