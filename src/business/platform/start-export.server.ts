import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import { allOf, type Where } from '#entity/filter.ts'
import { findField } from '#entity/path.ts'
import { isOfferedTo, knowsSuspense, type Template } from '#entity/template.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { EXPORT_KIND, startJob } from '#server/job.server.ts'
import { HALF_AN_HOUR, verb } from '#server/verb.ts'
import { entities, findEntity } from '../entities.ts'
import { anybody } from '../shared/who-may.rules.ts'
import { findTemplate } from '../templates.ts'
import { jsonLinesOf } from './json-lines.rules.ts'
import { isPersonal } from './personal-data.rules.ts'

/** A list with every filter, group, tag and search set needs a tenth of it. */
const where_letters_max = 50_000
const columns_max = 100
const chosen_max = 9999
const facts_max = 60

const condition = z.record(z.string(), z.unknown())
const line = (letters: number) => z.string().trim().max(letters)

/** The requested list of an export; scheduled reports store the same. */
export const list_input = {
  /** The list's own condition, its tab's, filters, group and search, as the list asks with them. */
  where: condition
    .default({})
    .refine((where) => JSON.stringify(where).length <= where_letters_max, { error: validationText.max }),
  /** The same in words, for files that say it. */
  facts: z
    .array(z.strictObject({ label: line(100), value: line(500) }))
    .max(facts_max, { error: validationText.max })
    .default([]),
  order_by: z.array(condition).max(10, { error: validationText.max }).default([]),
  /** In the order of the file. */
  columns: z
    .array(z.strictObject({ field: z.string().max(200), label: z.string().trim().min(1).max(100) }))
    .max(columns_max, { error: validationText.max })
    .default([]),
}

const input = z.strictObject({
  /** `transaction.invoice` */
  entity: z.string().max(100),
  /** JSON lines are of the security log alone, with fields of their own. */
  format: z.enum(['csv', 'excel', 'pdf', 'json_lines']),
  /** A CSV template by its name: its columns instead of the list's (spec §2). */
  template: z.string().max(100).optional(),
  /** The list's title on screen. */
  title: line(100).optional(),
  ...list_input,
  /** Rows that were chosen, when not all that match are wanted: as many as a list shows (spec §9). */
  ids: z.array(z.uuid()).max(chosen_max, { error: validationText.max }).optional(),
})
type Input = z.infer<typeof input>

const format_names = { csv: 'CSV', excel: 'Excel', pdf: 'PDF', json_lines: 'JSON lines' } as const

/**
 * Exports every matching row of a list, or the selected ones, as a job with a file for the viewer alone. The job
 * reads with the viewer's rights at that time.
 */
export const startExport = verb({
  action_id: 'platform.export.start',
  since: '0.1.0',
  summary: 'Starts an export of a list as a job',
  machine: 'refused',
  impersonator: 'refused',
  who: anybody,
  input,
  output: z.strictObject({ job_id: z.uuid() }),
  step_up: ({ entity, columns, template }) => {
    const fields = (template ? findTemplate(template)?.columns : columns) ?? []
    return isPersonal(
      entity,
      fields.map(({ field }) => field),
    )
      ? HALF_AN_HOUR
      : null
  },
  run: async (context, asked) => {
    const { entity: address, format } = asked
    const entity = findEntity(address)
    if (!entity) throw invalid({ entity: validationText.matches })
    const template = templateOf(context.viewer, asked)
    const columns = columnsOf(entity, asked, template)
    const title = template?.title ?? (asked.title || entity.plural)
    const where = asked.ids ? allOf([asked.where, { id: { _in: asked.ids } }]) : asked.where
    const job_id = await startJob(context, {
      kind: EXPORT_KIND,
      action_id: context.action_id,
      label: template ? `${title} template` : `${title} as ${format_names[format]}`,
      input: {
        entity: address,
        format,
        title,
        facts: asked.facts,
        where: template ? withoutSuspense(entity, where) : where,
        order_by: asked.order_by,
        columns,
        ...(template ? { template: template.name } : {}),
      },
      total: 0,
    })
    context.audit({
      entity: 'platform.job',
      entity_id: job_id,
      new_values: {
        kind: EXPORT_KIND,
        entity: address,
        format,
        template: template?.name ?? null,
        fields: columns.map(({ field }) => field),
      },
    })
    return { job_id }
  },
})

/** @throws invalid for a missing template, a foreign one, one of another list, or any format but CSV */
function templateOf(viewer: Viewer, { template: name, entity, format }: Input): Template | null {
  if (name === undefined) return null
  const template = findTemplate(name)
  if (!template || template.entity !== entity || !isOfferedTo(template, viewer))
    throw invalid({ template: validationText.matches })
  if (format !== 'csv') throw invalid({ format: validationText.matches })
  return template
}

/** @throws invalid for columns that the entity lacks, and for JSON lines of a list that does not leave so */
function columnsOf(
  entity: Entity,
  { entity: address, columns, format }: Input,
  template: Template | null,
): Input['columns'] {
  if (format === 'json_lines') {
    const fields = jsonLinesOf(address)
    if (fields === null) throw invalid({ format: validationText.matches })
    return fields.map((field) => ({ field, label: field }))
  }
  if (template) return template.columns.map(({ field, header }) => ({ field, label: header }))
  return knownColumns(entity, columns)
}

/** @throws invalid, under the input `at`, where there are none, or one is no field of the entity */
export function knownColumns<C extends { readonly field: string }>(
  entity: Entity,
  columns: readonly C[],
  at = 'columns',
): C[] {
  if (columns.length === 0) throw invalid({ [at]: validationText.required })
  const unknown = columns.findIndex(({ field }) => findField(entities, entity, field) === null)
  if (unknown >= 0) throw invalid({ [`${at}.${unknown}.field`]: validationText.matches })
  return [...columns]
}

/** Spec §2: rows with status suspense are left out of template exports. */
function withoutSuspense(entity: Entity, where: Where): Where {
  return knowsSuspense(entities, entity) ? { _and: [where, { status: { _neq: 'suspense' } }] } : where
}
