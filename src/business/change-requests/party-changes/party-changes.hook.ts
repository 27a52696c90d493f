import { useQuery } from '@tanstack/react-query'
import { action } from '#web/core/call.ts'
import type { PartyChangesRead } from '../request/party-change.rules.ts'

export type Asked = { readonly business_id: string } | { readonly service_id: string }

/** The changes of a party or service that the reader may ask for, and those that wait. */
export const usePartyChanges = (asked: Asked) =>
  useQuery({
    queryKey: ['party_changes', asked],
    queryFn: () => action<PartyChangesRead>('request.change_request.read_party', asked, crypto.randomUUID()),
  })
