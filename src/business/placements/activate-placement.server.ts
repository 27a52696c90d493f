import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { generateTimesheets } from '../timesheets/generate-timesheets.server.ts'
import { contract } from './contract.entity.ts'
import { can } from './placement.rules.ts'

const input = z.strictObject({ id: z.uuid() })
type Row = { id: string; human_id: string; status: string }

/**
 * Activates a placement and makes the timesheets of its weeks so far; later ones come day by day
 * (server/daily.server.ts).
 */
export const activatePlacement = verb<z.infer<typeof input>, { id: string; status: string }>({
  action_id: 'contract.temp_placement.activate',
  input,
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'contract.temp_placement', [id], { lock: true })
    requireCan(can.activate(row as Row, viewer)) // loadVisible gives every id or throws.
    await updateRow(tx, contract, id, { status: 'active', updated_at: clock.now() })
    context.audit({
      entity: 'contract.contract',
      entity_id: id,
      old_values: { status: row?.status },
      new_values: { status: 'active' },
    })
    for (const { id: entity_id, human_id } of await generateTimesheets(context, { contract_id: id })) {
      context.audit({ entity: 'transaction.timesheet', entity_id, new_values: { human_id, status: 'draft' } })
    }
    return { id, status: 'active' }
  },
})
