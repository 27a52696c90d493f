/** Templates as printed pages: with examples for the builder, with the values of a record for a document. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Day } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { londonDay } from '#kernel/instant.ts'
import { validationText } from '#kernel/messages.ts'
import { type PdfPage, pdfPage } from '#server/pdf/pdf-file.ts'
import type { Tx } from '#server/verb.ts'
import { optionalAmount, penceOf } from '../payroll/employment/employment-input.server.ts'
import { agency_side, requireOneOf } from '../shared/who-may.rules.ts'
import { isMadeOf, type TemplateRecord, template_records } from './blocks/template-kinds.rules.ts'
import { exampleValues } from './blocks/template-values.rules.ts'
import { composeTemplate, missingLabel, type PrintedRate } from './compose-template.rules.ts'
import { loadTemplate, type TemplateRow } from './load-template.server.ts'
import { payExample } from './pay-example.rules.ts'
import { readDraft, readValues } from './read-values.server.ts'
import { blocksInput, kindInput, nameInput, requireBlocks } from './template-input.server.ts'

const layout = readFileSync(new URL('./document-template.typ', import.meta.url), 'utf8')

export const previewInput = z.strictObject({
  kind: kindInput,
  name: nameInput,
  version: z.number().int().min(1).max(10_000),
  blocks: blocksInput,
})

const example_rates: readonly PrintedRate[] = [
  { side: 'contractor', name: 'Standard', rate: '£20.00', unit: 'Hour', from: '01/12/2026', to: 'open' },
  { side: 'contractor', name: 'Overtime', rate: '£30.00', unit: 'Hour', from: '01/12/2026', to: 'open' },
  { side: 'client', name: 'Standard', rate: '£25.00', unit: 'Hour', from: '01/12/2026', to: 'open' },
  { side: 'client', name: 'Overtime', rate: '£37.50', unit: 'Hour', from: '01/12/2026', to: 'open' },
]

/** The typed blocks of the builder, with examples for values. @throws invalid, not_allowed */
export function previewPage(viewer: Viewer, typed: z.infer<typeof previewInput>): PdfPage {
  requireOneOf(viewer, agency_side)
  requireBlocks(typed.kind, typed.blocks)
  const { page } = composeTemplate(typed, exampleValues(typed.kind), example_rates)
  return pdfPage(layout, page, typed.name)
}

const record_text = z.string().regex(/^[a-z_]{1,50}$/, { error: validationText.matches })
export const makeInput = {
  /** `contract` */
  module: record_text,
  /** `temp_placement` */
  entity: record_text,
  id: z.uuid(),
  /** The umbrella company's margin a week, for its key information document. */
  umbrella_margin: optionalAmount,
}

export interface MadePage {
  readonly template: TemplateRow
  readonly record: TemplateRecord
  readonly human_id: string
  readonly page: PdfPage
  readonly fields: readonly { readonly name: string; readonly label: string; readonly value: string | null }[]
  readonly missing: readonly { readonly name: string; readonly label: string }[]
}

interface Reader {
  readonly tx: Tx
  readonly viewer: Viewer
  readonly clock: Clock
}

/**
 * A published template with the values of a record.
 * @throws not_found for a template or record that the viewer does not see; invalid for a record of another kind
 */
export async function makePage(
  reader: Reader,
  asked: {
    readonly template_id: string
    readonly module: string
    readonly entity: string
    readonly id: string
    readonly umbrella_margin?: string | undefined
    /** The page states the rates of this day; absent: today. */
    readonly on?: Day | undefined
  },
): Promise<MadePage> {
  requireOneOf(reader.viewer, agency_side)
  const template = await loadTemplate(reader, asked.template_id)
  if (template.status !== 'published')
    throw precondition(`Document Template ${template.name} is ${template.status} and cannot be used`)
  const path = `${asked.module}.${asked.entity}`
  const record = template_records.find((one) => one === path)
  if (record === undefined || !isMadeOf(template.kind, record))
    throw invalid({ template_id: 'This template is not for such a record' })
  const on = asked.on ?? londonDay(reader.clock.now())
  const {
    values: known,
    rates,
    pay,
    human_id,
  } = record === 'request.draft_request'
    ? await readDraft(reader, asked.id, template.kind)
    : await readValues({ ...reader, on }, record, asked.id)
  const margin = asked.umbrella_margin ? penceOf(asked.umbrella_margin) : null
  const values = {
    ...known,
    ...(pay === null ? {} : payExample(template.kind, pay, margin, on)),
  }
  const { page, missing, used } = composeTemplate(template, values, rates)
  const named = (name: string) => ({ name, label: missingLabel(template.kind, name) })
  return {
    template,
    record,
    human_id,
    page: pdfPage(layout, page, `${human_id} ${template.name}`),
    fields: used.map((name) => ({ ...named(name), value: values[name] ?? null })),
    missing: missing.map(named),
  }
}
