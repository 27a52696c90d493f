/** Short words for samples of wording. Pure. */
import type { Block } from '../blocks/template-blocks.rules.ts'

/** Begins each sample until somebody takes it out. */
export const sample_mark = 'Sample – have it checked by your solicitor'

export const heading = (text: string): Block => ({ type: 'heading', text, level: 2 })
export const paragraph = (text: string): Block => ({ type: 'paragraph', text })
export const clause = (text: string): Block => ({ type: 'clause', text, level: 1 })
export const sub = (text: string): Block => ({ type: 'clause', text, level: 2 })
export const list = (...items: string[]): Block => ({ type: 'list', items })

export const opening = (title: string, words: string): Block[] => [
  paragraph(sample_mark),
  { type: 'heading', text: title, level: 1 },
  paragraph(words),
  { type: 'parties' },
]

export const law = clause(
  'The law of England and Wales applies, and its courts decide disputes. Changes of this document are made in writing.',
)
