import { z } from 'zod'
import { findField } from '#entity/path.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { EXPORT_KIND, startJob } from '#server/job.server.ts'
import { verb } from '#server/verb.ts'
import { entities, findEntity } from '../entities.ts'

/** A list with every filter, group, tag and search set needs a tenth of it. */
const where_letters_max = 50_000
const columns_max = 100

const condition = z.record(z.string(), z.unknown())

const input = z.object({
  /** `transaction.invoice` */
  entity: z.string().max(100),
  format: z.enum(['csv', 'excel']),
  /** The list's own condition, its tab's, filters, group and search, as the list asks with them. */
  where: condition
    .default({})
    .refine((where) => JSON.stringify(where).length <= where_letters_max, { error: validationText.max }),
  order_by: z.array(condition).max(10, { error: validationText.max }).default([]),
  /** In the order of the file. */
  columns: z
    .array(z.object({ field: z.string().max(200), label: z.string().trim().min(1).max(100) }))
    .min(1, { error: validationText.required })
    .max(columns_max, { error: validationText.max }),
})

/**
 * Exports every matching row of a list as a file of the viewer's own, as a job. What he may read is decided where the
 * list itself is read, when the job asks for it.
 */
export const startExport = verb<z.infer<typeof input>, { job_id: string }>({
  action_id: 'platform.export.start',
  input,
  run: async (context, { entity: address, format, where, order_by, columns }) => {
    const entity = findEntity(address)
    if (!entity) throw invalid({ entity: validationText.matches })
    const unknown = columns.findIndex(({ field }) => findField(entities, entity, field) === null)
    if (unknown >= 0) throw invalid({ [`columns.${unknown}.field`]: validationText.matches })
    const job_id = await startJob(context, {
      kind: EXPORT_KIND,
      action_id: context.action_id,
      input: { entity: address, format, where, order_by, columns },
      total: 0,
    })
    context.audit({
      entity: 'platform.job',
      entity_id: job_id,
      new_values: { kind: EXPORT_KIND, entity: address, format, fields: columns.map(({ field }) => field) },
    })
    return { job_id }
  },
})
