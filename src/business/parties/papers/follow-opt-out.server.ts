/** The link of worker and agency says whether a notice holds: lists and new placements read it there. */
import { present } from '#kernel/assert.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { service } from '../service.entity.ts'

/** After a step of an opt-out notice. */
export async function followOptOut({ tx, clock }: VerbContext, service_id: string): Promise<void> {
  const { holds } = present(
    await tx.row<{ holds: boolean }>(
      `select exists (select from platform.document d where d.type = 'conduct_opt_out' and d.service_id = $1
         and d.status = 'completed' and d.valid_to is null and d.deleted_at is null) as holds`,
      [service_id],
    ),
    'the answer on the notices',
  )
  await updateRow(tx, service, service_id, { conduct_regs_opt_out: holds, updated_at: clock.now() })
}
