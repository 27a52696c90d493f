import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { conflict, precondition } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { change_request } from './change-request.entity.ts'
import type { RequestedChanges } from './change-request.rules.ts'
import { who } from './change-request.rules.ts'
import { lockOpenRequests } from './load-request.server.ts'
import { sendRequestNotice } from './request-notice.server.ts'
import { loadStanding, movedSince, standsAt } from './standing-placement.server.ts'
import { askNext, recordRequestStep, shownValues } from './write-request.server.ts'

const input = z.strictObject({ id: z.uuid() })

/** Compares a request with a placement that has changed since, and asks every side again. */
export const refreshChangeRequest = verb({
  action_id: 'request.change_request.refresh',
  since: '0.1.0',
  summary: 'Compares a change request with the placement of today and asks every side again',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.refresh,
  input,
  output: z.strictObject({ id: z.uuid(), waits_for: z.string() }),
  run: async (context, { id }) => {
    const { tx, clock } = context
    const [row] = await lockOpenRequests(context, 'refresh', [id])
    const { human_id, contract_id, parties, waits_for, asked } = present(row, 'the request')
    const standing = present(await loadStanding(tx, contract_id, { lock: true }), 'the placement')
    if (movedSince(standing, asked).length === 0)
      throw conflict(`Nothing has changed since request ${human_id}`)
    const changes = asked.changes.flatMap((change) => {
      const old = standsAt(standing, change, asked.effective_from)
      return old === change.new ? [] : [{ ...change, old }]
    })
    if (changes.length === 0) throw precondition(`What request ${human_id} asks for stands by now: cancel it`)
    const again: RequestedChanges = { ...asked, changes }
    const { old_values, new_values } = shownValues(again)
    await updateRow(tx, change_request, id, { data: again, old_values, new_values, updated_at: clock.now() })
    await tx.run(
      'update request.flow_approval set is_most_recent = false, updated_at = $2 where change_request_id = $1 and is_most_recent',
      [id, clock.now()],
    )
    const next = present(await askNext(context, id), 'somebody to ask')
    await recordRequestStep(context, {
      id,
      parties,
      old_status: `pending_approval_${waits_for}`,
      new_status: `pending_approval_${next}`,
      comment: null,
      new_values: { ...again },
    })
    await sendRequestNotice(context, id, 'asked')
    return { id, waits_for: next }
  },
})
