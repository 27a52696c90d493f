import { z } from 'zod'
import { notFound } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { requireOneOf } from '../shared/who-may.rules.ts'
import { shapeOfAction } from './import-shape.rules.ts'
import { import_jobs, startImportJob } from './load-import.server.ts'

const input = z.object({
  /** The action for each row. */
  action_id: z.string().max(200),
  file_name: z.string().min(1).max(200),
  file_url: z.string(),
  sha256: z.string(),
  size_bytes: z.number().int(),
})

/**
 * Starts the check of a stored file. Reached through uploads only: naming stored files here would expose other
 * people's.
 */
export const startImport = verb<z.infer<typeof input>, { id: string; job_id: string }>({
  action_id: 'platform.import.start',
  input,
  run: async (context, { action_id, ...file }) => {
    const { tx, viewer, clock } = context
    const shape = shapeOfAction(action_id)
    if (!shape) throw notFound('Action')
    requireOneOf(viewer, shape.who)
    const id = newUuid(clock)
    await tx.run(
      `insert into platform.import (id, template, action_id, file_name, file_url, sha256, size_bytes, business_id, user_id,
         created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
      [
        id,
        shape.template.name,
        action_id,
        file.file_name,
        file.file_url,
        file.sha256,
        file.size_bytes,
        viewer.business_id,
        viewer.user_id,
        clock.now(),
      ],
    )
    const job_id = await startImportJob(context, { id, ...file }, import_jobs.check, 'checking', 0)
    context.audit({
      entity: 'platform.import',
      entity_id: id,
      new_values: { template: shape.template.name, action_id, ...file },
    })
    return { id, job_id }
  },
})
