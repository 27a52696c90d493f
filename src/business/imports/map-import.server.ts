import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { import_file } from './import.entity.ts'
import { can } from './import.rules.ts'
import { mappingFault, missingColumns, missingText } from './import-columns.rules.ts'
import { importers } from './import-shape.rules.ts'
import { import_jobs, lockImport, startImportJob } from './load-import.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  /** For each column of the file the field that it fills; null: none. */
  mapping: z.array(z.string().max(200).nullable()).max(500, { error: validationText.max }),
})

/** Sets the column map and checks the file again. Files with the same headers use it the next time. */
export const mapImport = verb({
  action_id: 'platform.import.map',
  since: '0.1.0',
  summary: 'Sets the columns of an import and checks its file again',
  machine: 'allowed',
  impersonator: 'allowed',
  who: importers,
  input,
  output: z.strictObject({ id: z.uuid(), job_id: z.uuid() }),
  run: async (context, { id, mapping }) => {
    const row = await lockImport(context, id)
    requireCan(can.map(row, context.viewer))
    const fault = mappingFault(row.shape, row.columns.length, mapping)
    if (fault !== null) throw invalid({ mapping: fault })
    const missing = missingColumns(row.shape, mapping)
    if (missing.length > 0) throw invalid({ mapping: missingText(missing.map(({ header }) => header)) })
    await updateRow(context.tx, import_file, id, { mapping, row_count: 0, faulty_count: 0 })
    const job_id = await startImportJob(context, row, import_jobs.check, 'checking', 0)
    context.audit({
      entity: 'platform.import',
      entity_id: id,
      old_values: { mapping: row.mapping },
      new_values: { mapping },
    })
    return { id, job_id }
  },
})
