import { z } from 'zod'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { import_file } from './import.entity.ts'
import { can } from './import.rules.ts'
import { importers } from './import-shape.rules.ts'
import { import_jobs, lockImport, startImportJob } from './load-import.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  /** The rows that can be done, or all of them or none. */
  mode: z.enum(['valid', 'all']),
})

/** Applies a checked import as a job. A cancelled or killed one continues with its open rows. */
export const applyImport = verb({
  action_id: 'platform.import.apply',
  since: '0.1.0',
  summary: 'Applies a checked import as a job',
  machine: 'allowed',
  impersonator: 'allowed',
  who: importers,
  input,
  output: z.strictObject({ id: z.uuid(), job_id: z.uuid() }),
  run: async (context, { id, mode }) => {
    const row = await lockImport(context, id)
    requireCan(can.apply({ ...row, mode, only_whole: row.shape.only_whole }, context.viewer))
    await updateRow(context.tx, import_file, id, { mode })
    const total = row.row_count - row.faulty_count - row.applied_count
    const job_id = await startImportJob(context, row, import_jobs.apply, 'applying', total)
    context.audit({
      entity: 'platform.import',
      entity_id: id,
      old_values: { status: row.status },
      new_values: { status: 'applying', mode, rows: total },
    })
    return { id, job_id }
  },
})
