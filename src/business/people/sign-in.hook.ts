import { useQuery } from '@tanstack/react-query'
import { call } from '#web/core/call.ts'
import type { PersonOfBusiness } from './person-state.rules.ts'

/** The sign-in of a contact. The provider's administrators alone may read it. */
export const useSignIn = (business_id: string, business_contact_id: string, isEnabled = true) =>
  useQuery({
    queryKey: ['people_of', business_id, business_contact_id],
    queryFn: ({ signal }) =>
      call<readonly PersonOfBusiness[]>(
        '/api/permission/people',
        { business_id, business_contact_id },
        signal,
      ),
    select: ([person]) => person ?? null,
    enabled: isEnabled,
  })
