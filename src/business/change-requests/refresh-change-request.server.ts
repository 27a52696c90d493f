import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { conflict, precondition } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { openTarget } from './change-target.server.ts'
import { lockOpenRequests } from './load-request.server.ts'
import { change_request } from './request/change-request.entity.ts'
import { who } from './request/change-request.rules.ts'
import { isPartySubject } from './request/party-change.rules.ts'
import { sendRequestNotice } from './request/request-notice.server.ts'
import { askNext, recordRequestStep, shownValues } from './request/write-request.server.ts'

const input = z.strictObject({ id: z.uuid() })

/** Compares a request with facts that have changed since, and asks every side again. */
export const refreshChangeRequest = verb({
  action_id: 'request.change_request.refresh',
  since: '0.1.0',
  summary: 'Compares a change request with the facts of today and asks every side again',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.refresh,
  input,
  output: z.strictObject({ id: z.uuid(), waits_for: z.string() }),
  run: async (context, { id }) => {
    const { tx, clock } = context
    const [row] = await lockOpenRequests(context, 'refresh', [id])
    const { human_id, parties, waits_for, target, subject } = present(row, 'the request')
    const { moved, rebased } = await openTarget(context, target)
    if (moved.length === 0) throw conflict(`Nothing has changed since request ${human_id}`)
    if (rebased.changes.length === 0)
      throw precondition(`What request ${human_id} asks for stands by now: cancel it`)
    const { old_values, new_values } = shownValues(rebased)
    await updateRow(tx, change_request, id, {
      data: rebased,
      old_values,
      new_values,
      updated_at: clock.now(),
    })
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
      // The values of a party are in the request alone, since fewer people read it.
      new_values: isPartySubject(subject)
        ? { changed: rebased.changes.map(({ field }) => field) }
        : { ...rebased },
    })
    await sendRequestNotice(context, id, 'asked')
    return { id, waits_for: next }
  },
})
