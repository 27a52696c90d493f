/** The texts and figures of docs/help, as the bundler brings them. */
import { CATEGORIES, type Category } from '#entity/access.ts'
import { type HelpText, helpText } from './help-text.ts'

const texts: Readonly<Record<string, string>> = import.meta.glob('../../../../docs/help/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const textOf = (category: Category): HelpText => helpText(texts[`../../../../docs/help/${category}.md`] ?? '')

export const help_texts = Object.fromEntries(
  CATEGORIES.map((category) => [category, textOf(category)]),
) as Readonly<Record<Category, HelpText>> // Its keys are the categories.

/** Addresses of the figures by the name of their file. */
const files: Readonly<Record<string, string>> = import.meta.glob('../../../../docs/help/figures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})
export const figureAddress = (name: string, width: 1280 | 390): string | undefined =>
  files[`../../../../docs/help/figures/${name}-${width}.webp`]
