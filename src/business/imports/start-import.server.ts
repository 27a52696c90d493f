import { z } from 'zod'
import { notFound } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { requireOneOf } from '../shared/who-may.rules.ts'
import { import_file } from './import.entity.ts'
import { importers, shapeOfAction } from './import-shape.rules.ts'
import { import_jobs, startImportJob } from './load-import.server.ts'

const input = z.strictObject({
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
export const startImport = verb({
  action_id: 'platform.import.start',
  since: '0.1.0',
  summary: 'Starts the check of an uploaded import file',
  machine: 'allowed',
  impersonator: 'allowed',
  who: importers,
  input,
  output: z.strictObject({ id: z.uuid(), job_id: z.uuid() }),
  run: async (context, { action_id, ...file }) => {
    const { tx, viewer, clock } = context
    const shape = shapeOfAction(action_id)
    if (!shape) throw notFound('Action')
    requireOneOf(viewer, shape.who)
    const id = newUuid(clock)
    await insertRow(tx, import_file, {
      id,
      template: shape.template.name,
      action_id,
      file_name: file.file_name,
      file_url: file.file_url,
      sha256: file.sha256,
      size_bytes: file.size_bytes,
      business_id: viewer.business_id,
      user_id: viewer.user_id,
      encoding: null,
      delimiter: null,
      mode: null,
      message: null,
      job_id: null,
      applied_at: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    const job_id = await startImportJob(context, { id, ...file }, import_jobs.check, 'checking', 0)
    context.audit({
      entity: 'platform.import',
      entity_id: id,
      new_values: { template: shape.template.name, action_id, ...file },
    })
    return { id, job_id }
  },
})
