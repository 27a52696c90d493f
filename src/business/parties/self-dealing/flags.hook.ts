import { useQuery } from '@tanstack/react-query'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { type Flag, type FlaggedEntity, flag_readers } from './flag.rules.ts'

type FoundFlag = Flag & {
  readonly accepted: { readonly comment: string; readonly by: string; readonly at: string } | null
}
type Read = { readonly flags: readonly FoundFlag[]; readonly refusal: string | null }

/** The flags of a record; not read for viewers in other roles. */
export function useFlags(entity: FlaggedEntity, id: string) {
  const session = useSession()
  return useQuery({
    queryKey: ['flags', entity, id],
    queryFn: () => action<Read>('funding.risk_flag.read', { entity, entity_id: id }, crypto.randomUUID()),
    enabled: isOneOf(session, flag_readers),
  })
}

/** True only for viewers in a role that reads flags. */
export function useOpenFlags(entity: FlaggedEntity, id: string): boolean {
  return useFlags(entity, id).data?.flags.some(({ accepted }) => accepted === null) ?? false
}
