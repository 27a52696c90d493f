import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { can } from './import.rules.ts'
import { importers } from './import-shape.rules.ts'
import { import_jobs, lockImport, startImportJob } from './load-import.server.ts'

const input = z.strictObject({ id: z.uuid() })

/** Undoes a whole import as a job, or nothing where something was built upon it since. */
export const undoImport = verb({
  action_id: 'platform.import.undo',
  since: '0.1.0',
  summary: 'Undoes a whole import as a job',
  machine: 'allowed',
  impersonator: 'allowed',
  who: importers,
  input,
  output: z.strictObject({ id: z.uuid(), job_id: z.uuid() }),
  run: async (context, { id }) => {
    const row = await lockImport(context, id)
    requireCan(can.undo(row, context.viewer))
    const job_id = await startImportJob(context, row, import_jobs.undo, 'undoing', row.applied_count)
    context.audit({
      entity: 'platform.import',
      entity_id: id,
      old_values: { status: row.status },
      new_values: { status: 'undoing', rows: row.applied_count },
    })
    return { id, job_id }
  },
})
