/** Blocks as callers send them; faults of their texts come from the rules that the builder asks too. */
import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { asked_field_kinds, FIELDS_MAX, LABEL_MAX } from '../platform/signature-fields.rules.ts'
import { oneLine, printed } from '../shared/printed-input.server.ts'
import {
  BLOCKS_MAX,
  type Block,
  ITEMS_MAX,
  TEXT_MAX,
  templateFaults,
} from './blocks/template-blocks.rules.ts'
import { type TemplateKind, template_kinds, template_parties } from './blocks/template-kinds.rules.ts'
import { NAME_MAX } from './document-template.rules.ts'

export const kindInput = z.enum(template_kinds)
export const nameInput = oneLine(
  printed(
    z
      .string({ error: validationText.required })
      .trim()
      .min(1, { error: validationText.required })
      .max(NAME_MAX, { error: validationText.max_length(NAME_MAX) }),
  ),
)
const text = z
  .string({ error: validationText.required })
  .trim()
  .max(TEXT_MAX, { error: validationText.max_length(TEXT_MAX) })
const level = z.union([z.literal(1), z.literal(2)], { error: validationText.matches })

export const askedFieldInput = z.strictObject({
  kind: z.enum(asked_field_kinds.map(({ value }) => value)),
  label: oneLine(
    printed(
      z
        .string()
        .trim()
        .max(LABEL_MAX, { error: validationText.max_length(LABEL_MAX) }),
    ),
  ),
  required: z.boolean(),
})

const block = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('heading'), text, level }),
    z.strictObject({ type: z.literal('paragraph'), text }),
    z.strictObject({ type: z.literal('clause'), text, level }),
    z.strictObject({ type: z.literal('list'), items: z.array(text).max(ITEMS_MAX) }),
    z.strictObject({ type: z.literal('rates'), side: z.enum(['client', 'contractor']) }),
    z.strictObject({ type: z.literal('parties') }),
    z.strictObject({
      type: z.literal('signature'),
      parties: z.array(z.enum(template_parties)).max(template_parties.length),
      fields: z.array(askedFieldInput).max(FIELDS_MAX, { error: validationText.max }).optional(),
    }),
    z.strictObject({ type: z.literal('page_break') }),
  ],
  { error: validationText.matches },
)
export const blocksInput = z.array(block).max(BLOCKS_MAX, { error: `At most ${BLOCKS_MAX} blocks` })

/** @throws invalid with every fault under its own key */
export function requireBlocks(kind: TemplateKind, blocks: readonly Block[]): void {
  const faults = templateFaults(kind, blocks)
  if (Object.keys(faults).length > 0) throw invalid(faults)
}
