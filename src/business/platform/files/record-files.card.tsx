/** The files of a record, with the parties that they can be shared with. */
import { useQuery } from '@tanstack/react-query'
import { Attachments, type SharedParty } from '#web/blocks/Attachments.tsx'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { attachables, type FilesFacts, takesFiles } from '../attachable.rules.ts'

export function RecordFiles({ entity, id, facts }: { entity: string; id: string; facts: FilesFacts }) {
  const session = useSession()
  const open = takesFiles(entity, facts, session)
  const can_share = Object.keys(attachables[entity]?.shares ?? {}).length > 0
  const query = useQuery({
    queryKey: ['file_parties', session.business_contact_id, entity, id],
    queryFn: async () =>
      (
        await action<{ parties: readonly SharedParty[] }>(
          'platform.attachment.parties',
          { parent_entity: entity, parent_id: id },
          crypto.randomUUID(),
        )
      ).parties,
    enabled: open && can_share,
  })
  return <Attachments title="Files" entity={entity} id={id} open={open} parties={query.data ?? []} />
}
