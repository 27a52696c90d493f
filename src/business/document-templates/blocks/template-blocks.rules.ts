/** The blocks of a template, and their faults. Pure: the builder and the server ask the same. */
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { printedTextFault } from '#kernel/printed-text.ts'
import { type AskedField, FIELDS_MAX, LABEL_MAX } from '../../platform/signature-fields.rules.ts'
import { hasRates, kindOfTemplate, type TemplateKind, type TemplateParty } from './template-kinds.rules.ts'
import { unknownValues } from './template-values.rules.ts'

export const BLOCKS_MAX = 200
export const TEXT_MAX = 4000
export const ITEMS_MAX = 50

export type Block =
  | { readonly type: 'heading'; readonly text: string; readonly level: 1 | 2 }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'clause'; readonly text: string; readonly level: 1 | 2 }
  | { readonly type: 'list'; readonly items: readonly string[] }
  | { readonly type: 'rates'; readonly side: 'client' | 'contractor' }
  | { readonly type: 'parties' }
  | {
      readonly type: 'signature'
      readonly parties: readonly TemplateParty[]
      /** Asked of each signer of these parties. */
      readonly fields?: readonly AskedField[] | undefined
    }
  | { readonly type: 'page_break' }
export type BlockType = Block['type']

export const block_labels = {
  heading: 'Heading',
  paragraph: 'Paragraph',
  clause: 'Numbered clause',
  list: 'List',
  rates: 'Table of rates',
  parties: 'Parties',
  signature: 'Signatures',
  page_break: 'Page break',
} as const satisfies Record<BlockType, string>
const block_types = Object.keys(block_labels) as BlockType[] // Its keys.

/** A block as it is added. */
export function emptyBlock(type: BlockType, kind: TemplateKind): Block {
  const blocks = {
    heading: { type: 'heading', text: '', level: 1 },
    paragraph: { type: 'paragraph', text: '' },
    clause: { type: 'clause', text: '', level: 1 },
    list: { type: 'list', items: [''] },
    rates: { type: 'rates', side: 'contractor' },
    parties: { type: 'parties' },
    signature: { type: 'signature', parties: kindOfTemplate(kind).parties },
    page_break: { type: 'page_break' },
  } as const satisfies Record<BlockType, Block>
  return blocks[type]
}

/** Blocks that a kind has. */
export const blocksOfKind = (kind: TemplateKind): BlockType[] =>
  block_types.filter((type) => type !== 'rates' || hasRates(kind))

/** The texts of a block by the field that holds them. */
export function textsOf(block: Block): readonly (readonly [field: string, text: string])[] {
  if (block.type === 'list') return block.items.map((item, at) => [`items.${at}`, item] as const)
  return 'text' in block ? [['text', block.text]] : []
}

function textFault(kind: TemplateKind, text: string): string | null {
  if (text.trim() === '') return validationText.required
  if (text.length > TEXT_MAX) return validationText.max_length(TEXT_MAX)
  const [unknown] = unknownValues(kind, text)
  if (unknown !== undefined) return `${validationText.matches}: ${unknown === '' ? '{{}}' : unknown}`
  return printedTextFault(text)
}

/** Questions of a signature: each has its own words. */
function fieldFaults(fields: readonly AskedField[]): FieldErrors {
  const faults: Record<string, string> = {}
  const labels = fields.map(({ label }) => label.trim().toLowerCase())
  for (const [at, { label }] of fields.entries()) {
    const own = label.trim()
    const fault =
      own === ''
        ? validationText.required
        : own.length > LABEL_MAX
          ? validationText.max_length(LABEL_MAX)
          : null
    if (fault !== null) faults[`fields.${at}.label`] = fault
    else if (labels.indexOf(own.toLowerCase()) < at)
      faults[`fields.${at}.label`] = validationText.duplicate_value
  }
  if (fields.length > FIELDS_MAX) faults.fields = validationText.max
  return faults
}

function blockFaults(kind: TemplateKind, block: Block): FieldErrors {
  const faults: Record<string, string> = {}
  for (const [field, text] of textsOf(block)) {
    const fault = textFault(kind, text)
    if (fault !== null) faults[field] = fault
  }
  if (block.type === 'list' && block.items.length === 0) faults.items = validationText.required
  if (block.type === 'rates' && !hasRates(kind)) faults.type = validationText.matches
  if (block.type === 'signature') {
    const { parties } = kindOfTemplate(kind)
    if (block.parties.length === 0) faults.parties = validationText.required
    else if (block.parties.some((party) => !parties.includes(party))) faults.parties = validationText.matches
    Object.assign(faults, fieldFaults(block.fields ?? []))
  }
  return faults
}

/** Parties that never see the rates of a side. */
const strangers_to = { contractor: ['client'], client: ['contractor', 'payment_company'] } as const

/** Client and contractor never see each other's rates, so they do not sign a document that prints them. */
function rateFaults(block: Block, blocks: readonly Block[]): FieldErrors {
  if (block.type !== 'signature') return {}
  const side = blocks
    .flatMap((one) => (one.type === 'rates' ? [one.side] : []))
    .find((of) => strangers_to[of].some((party) => block.parties.includes(party)))
  if (side === undefined) return {}
  return {
    parties:
      side === 'client'
        ? 'The contractor does not see the rates of the client'
        : 'The client does not see the rates of the contractor',
  }
}

/** Every fault under its own key: `blocks.3.text`. */
export function templateFaults(kind: TemplateKind, blocks: readonly Block[]): FieldErrors {
  if (blocks.length === 0) return { blocks: validationText.required }
  return Object.fromEntries(
    blocks.flatMap((block, at) =>
      Object.entries({ ...rateFaults(block, blocks), ...blockFaults(kind, block) }).map(([field, fault]) => [
        `blocks.${at}.${field}`,
        fault,
      ]),
    ),
  )
}
