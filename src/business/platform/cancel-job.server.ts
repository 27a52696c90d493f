import { z } from 'zod'
import { notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { anybody } from '../shared/who-may.rules.ts'
import { can } from './job.rules.ts'

const input = z.strictObject({ id: z.uuid() })

/** Stops the viewer's own job after the present batch; finished work stays. An export leaves nothing. */
export const cancelJob = verb({
  action_id: 'platform.job.cancel',
  since: '0.1.0',
  summary: 'Cancels a job of the viewer',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.literal('cancelled') }),
  run: async ({ tx, viewer, audit }, { id }) => {
    const job = await tx.row<{ status: string }>(
      'select status from platform.job where id = $1 and user_id = $2 and business_id = $3 and deleted_at is null for update',
      [id, viewer.user_id, viewer.business_id],
    )
    if (!job) throw notFound('Job')
    requireCan(can.cancel(job, viewer))
    await tx.run(
      `update platform.job set status = 'cancelled', finished_at = now(), updated_at = now() where id = $1`,
      [id],
    )
    audit({
      entity: 'platform.job',
      entity_id: id,
      old_values: { status: job.status },
      new_values: { status: 'cancelled' },
    })
    return { id, status: 'cancelled' }
  },
})
