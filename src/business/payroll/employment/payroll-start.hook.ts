/** The facts that the forms of employments and pay runs begin with. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import type { Option } from '#web/ui/inputs.tsx'

const document = gql(`query payroll_start($workers: [uuid!]!, $sources: [String!]!) {
  workers: business_contractor(where: { id: { _in: $workers } _or: [{ payment_type: { _in: ["paye", "limited"] } }, { payees: { payment_type: { _in: ["paye", "limited"] } } }] }, limit: 1) { id name }
  schemes: business_paye_scheme(where: { source: { _in: $sources } }, limit: 2) { id employer_reference }
}`)

export interface PayrollStart {
  readonly worker: Option | null
  /** The only scheme; null where there is a choice, or none. */
  readonly scheme: Option | null
  readonly has_scheme: boolean
}

/**
 * @param worker_id of the page that the form was opened from
 * @param sources of the schemes that the form takes
 */
export function usePayrollStart(worker_id: string | null, sources: readonly ('engine' | 'bureau')[]) {
  return useQuery({
    queryKey: ['payroll_start', worker_id, sources],
    queryFn: async ({ signal }): Promise<PayrollStart> => {
      const variables = { workers: worker_id === null ? [] : [worker_id], sources: [...sources] }
      const { workers, schemes } = await graphql(document, variables, signal)
      const [worker] = workers
      const [scheme, second] = schemes
      return {
        worker: worker ? { value: worker.id, label: worker.name } : null,
        scheme: scheme && !second ? { value: scheme.id, label: scheme.employer_reference } : null,
        has_scheme: scheme !== undefined,
      }
    },
  })
}
