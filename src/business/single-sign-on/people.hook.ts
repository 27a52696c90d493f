import { useQuery } from '@tanstack/react-query'
import { call } from '#web/core/call.ts'
import type { PersonOfBusiness } from '../people/person-state.rules.ts'

/** The people of the viewer's business. */
export const usePeople = (business_id: string) =>
  useQuery({
    queryKey: ['people_of', business_id],
    queryFn: ({ signal }) =>
      call<readonly PersonOfBusiness[]>('/api/permission/people', { business_id }, signal),
  })
