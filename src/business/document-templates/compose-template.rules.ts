/** A template with its values, as the page prints it: texts that are ready, and numbers of clauses. Pure. */
import type { Block } from './blocks/template-blocks.rules.ts'
import { kindOfTemplate, party_words, type TemplateKind } from './blocks/template-kinds.rules.ts'
import { fillText, labelOfValue, type Values } from './blocks/template-values.rules.ts'

export interface PrintedRate {
  readonly side: 'client' | 'contractor'
  readonly name: string
  readonly rate: string
  readonly unit: string
  readonly from: string
  readonly to: string
}

export interface TemplateFacts {
  readonly kind: TemplateKind
  readonly name: string
  readonly version: number
  readonly blocks: readonly Block[]
}

interface PrintedParty {
  readonly word: string
  readonly name: string
  readonly rows: readonly string[]
}

type PrintedBlock =
  | { readonly type: 'heading'; readonly text: string; readonly level: 1 | 2 }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'clause'; readonly text: string; readonly level: 1 | 2; readonly number: string }
  | { readonly type: 'list'; readonly items: readonly string[] }
  | { readonly type: 'rates'; readonly rows: readonly (readonly string[])[] }
  | { readonly type: 'parties'; readonly parties: readonly PrintedParty[] }
  | {
      readonly type: 'signature'
      readonly parties: readonly PrintedParty[]
      /** Questions with room for an answer on paper. */
      readonly fields?: readonly string[]
    }
  | { readonly type: 'page_break' }

export interface TemplatePage {
  readonly title: string
  readonly issuer: string
  readonly note: string
  readonly blocks: readonly PrintedBlock[]
}

export interface Composed {
  readonly page: TemplatePage
  /** Names without a value, each once. */
  readonly missing: readonly string[]
  /** Names that the document uses, each once. */
  readonly used: readonly string[]
}

/** A record without a rate prints nothing to agree on. */
export const missing_rates = 'placement.rates'

/** Fills and numbers the blocks. */
export function composeTemplate(
  { kind, name, version, blocks }: TemplateFacts,
  values: Values,
  rates: readonly PrintedRate[],
): Composed {
  const missing = new Set<string>()
  const used = new Set<string>()
  const fill = (text: string): string => {
    for (const one of fillText(kind, text, {}).missing) used.add(one)
    const filled = fillText(kind, text, values)
    for (const one of filled.missing) missing.add(one)
    return filled.text
  }
  const party = (one: keyof typeof party_words): PrintedParty => ({
    word: party_words[one],
    name: fill(`{{${one}.name}}`),
    rows: partyRows(one, values),
  })
  const next = clauseNumbers()
  const printed = blocks.map((block): PrintedBlock => {
    if (block.type === 'heading' || block.type === 'paragraph') return { ...block, text: fill(block.text) }
    if (block.type === 'clause') return { ...block, text: fill(block.text), number: next(block.level) }
    if (block.type === 'list') return { type: 'list', items: block.items.map(fill) }
    if (block.type === 'parties') return { type: 'parties', parties: kindOfTemplate(kind).parties.map(party) }
    if (block.type === 'signature') {
      const fields = (block.fields ?? []).map(({ label }) => label)
      return {
        type: 'signature',
        parties: block.parties.map(party),
        ...(fields.length > 0 ? { fields } : {}),
      }
    }
    if (block.type === 'page_break') return block
    const rows = rates.filter(({ side }) => side === block.side)
    if (rows.length === 0) missing.add(missing_rates)
    return {
      type: 'rates',
      rows: rows.map((row) => [row.name, row.rate, row.unit, row.from, row.to]),
    }
  })
  const issuer = values[`${kind === 'agency_terms' ? 'provider' : 'agency'}.name`] ?? ''
  return {
    page: { title: name, issuer, note: `${name}, version ${version}`, blocks: printed },
    missing: [...missing],
    used: [...used],
  }
}

/** Lines below the name that identify a party, as far as they are known. */
function partyRows(party: keyof typeof party_words, values: Values): string[] {
  const number = values[`${party}.company_number`]
  const address = values[`${party}.address`]
  return [number ? `Registered number ${number}` : '', address ?? ''].filter((row) => row !== '')
}

function clauseNumbers(): (level: 1 | 2) => string {
  let [first, second] = [0, 0]
  return (level) => {
    if (level === 1 || first === 0) {
      first += 1
      second = 0
      return `${first}.`
    }
    second += 1
    return `${first}.${second}`
  }
}

export const missingLabel = (kind: TemplateKind, name: string): string =>
  name === missing_rates ? 'Rates of the placement' : labelOfValue(kind, name)
