/** An approver's decision: the next side is asked, the change is applied, or the request ends (spec §4). */
import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { reasonInput } from '../shared/chosen-input.server.ts'
import { openTarget } from './change-target.server.ts'
import { lockOpenRequests, type OpenRequest } from './load-request.server.ts'
import { change_request } from './request/change-request.entity.ts'
import { sendRequestNotice } from './request/request-notice.server.ts'
import { answerStep, askNext, recordRequestStep } from './request/write-request.server.ts'

const ids = z.array(z.uuid()).min(1).max(100)
export const decideInput = z.strictObject({ ids, comment: z.string().trim().max(4000).optional() })
export const reasonedInput = z.strictObject({ ids, comment: reasonInput })
export const decidedAnswer = z.strictObject({
  requests: z.array(
    z.strictObject({
      id: z.uuid(),
      human_id: z.string(),
      status: z.string(),
      waits_for: z.string().nullable(),
    }),
  ),
})
export type Decided = z.infer<typeof decidedAnswer>

/** All of them or none. @throws not_found, not_allowed, precondition or conflict */
export async function approveRequests(
  context: VerbContext,
  { ids: wanted, comment }: z.infer<typeof decideInput>,
): Promise<Decided> {
  const requests: Decided['requests'] = []
  for (const row of await lockOpenRequests(context, 'approve', wanted))
    requests.push(await approveOne(context, row, comment || null))
  return { requests }
}

async function approveOne(
  context: VerbContext,
  row: OpenRequest,
  comment: string | null,
): Promise<Decided['requests'][number]> {
  const { id, human_id, parties } = row
  const target = await openTarget(context, row.target)
  if (target.moved.length > 0)
    throw precondition(
      `Data changed since request ${human_id}: ${target.moved.join(', ')}. Compare it again.`,
    )
  await answerStep(context, id, 'approved', comment)
  const waits_for = await askNext(context, id)
  if (waits_for === null) await target.apply(human_id)
  const status = waits_for === null ? 'approved' : 'pending'
  if (waits_for === null)
    await updateRow(context.tx, change_request, id, {
      status: 'approved',
      asked_account: null,
      approved_at: context.clock.now(),
      updated_at: context.clock.now(),
    })
  await recordRequestStep(context, {
    id,
    parties,
    old_status: `pending_approval_${row.waits_for}`,
    new_status: waits_for === null ? 'approved' : `pending_approval_${waits_for}`,
    comment,
  })
  await sendRequestNotice(context, id, waits_for === null ? 'approved' : 'asked')
  return { id, human_id, status, waits_for }
}

/** Ends requests by a rejection or a withdrawal: nothing changes. */
export async function endRequests(
  context: VerbContext,
  action: 'reject' | 'cancel',
  { ids: wanted, comment }: z.infer<typeof reasonedInput>,
): Promise<Decided> {
  const status = action === 'reject' ? 'rejected' : 'cancelled'
  const { tx, clock } = context
  const requests: Decided['requests'] = []
  for (const { id, human_id, parties, waits_for } of await lockOpenRequests(context, action, wanted)) {
    if (action === 'reject') await answerStep(context, id, 'rejected', comment)
    // Closes the open approval steps.
    else
      await tx.run(
        `update request.flow_approval set is_most_recent = false, updated_at = $2 where change_request_id = $1 and status = 'pending'`,
        [id, clock.now()],
      )
    await updateRow(tx, change_request, id, {
      status,
      waits_for: null,
      asked_account: null,
      updated_at: clock.now(),
    })
    const old_status = `pending_approval_${waits_for}`
    await recordRequestStep(context, { id, parties, old_status, new_status: status, comment })
    await sendRequestNotice(context, id, status)
    requests.push({ id, human_id, status, waits_for: null })
  }
  return { requests }
}
