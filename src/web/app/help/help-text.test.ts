import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { setups } from '#business/dashboard/setup-steps.view.ts'
import { screens } from '#business/screens.ts'
import { CATEGORIES, type Category } from '#entity/access.ts'
import { helpText, sectionFor } from './help-text.ts'
import { help_texts } from './help-texts.ts'

test('help: headings with their screens, paragraphs and lists, bold words', () => {
  const text = helpText(
    '# Help\n\nOf all.\n\n## First, one\n\n<!-- pages: a b/c -->\n\nPress **Save**\nnow.\n\n1. One\n2. Two\n\n![A form](figures/a-form-1280.webp)\n',
  )
  expect(text).toEqual({
    title: 'Help',
    intro: 'Of all.',
    sections: [
      {
        id: 'first-one',
        title: 'First, one',
        pages: ['a', 'b/c'],
        figure: { name: 'a-form', alt: 'A form' },
        blocks: [
          { kind: 'text', lines: [['Press ', 'Save', ' now.']] },
          { kind: 'steps', lines: [['One'], ['Two']] },
        ],
      },
    ],
  })
})

/** The headings of the go-live path, by the category that does the step. */
const go_live: Readonly<Record<Exclude<Category, 'funder'>, readonly string[]>> = {
  provider: [
    'Open the set-up link and join',
    'Enter your company and its accounts',
    'Invite a second person',
    'Take on an agency',
    'Approve a client and set its limit',
    'Approve a contractor’s company and account',
    'Activate a placement',
    'Verify the first client and release its invoices',
  ],
  agency: [
    'Join and find your way',
    'Enter your logo, bank account and colleagues',
    'Add a client',
    'Invite a contractor',
    'Check and approve a contractor',
    'Create a placement',
    'Open the first invoice',
  ],
  client: ['Join and see who does what', 'Sign the terms', 'Approve a placement', 'Approve a week'],
  contractor: ['Enter your details', 'Approve a placement', 'Submit a week'],
}
const plain = (title: string) => title.replaceAll('’', "'")

const known = new Set(
  screens.flatMap(({ path, sub_pages, menu, open, record }) => [
    ...(menu || open || record ? [path] : []),
    ...Object.keys(sub_pages ?? {}),
  ]),
)

describe.each(CATEGORIES)('help of the category %s', (category) => {
  const text = help_texts[category]
  const pages = text.sections.flatMap((section) => section.pages)

  test('every heading names screens that are there, each once', () => {
    expect(
      text.sections.filter((section) => section.pages.length === 0 || section.blocks.length === 0),
    ).toEqual([])
    expect(pages.filter((page) => !known.has(page))).toEqual([])
    expect(pages.filter((page, at) => pages.indexOf(page) !== at)).toEqual([])
  })

  test('first steps and steps of the go-live path have a heading', () => {
    expect(setups[category].steps.map(({ path }) => path).filter((path) => !pages.includes(path))).toEqual([])
    const titles = text.sections.map(({ title }) => plain(title))
    const wanted = category === 'funder' ? [] : go_live[category]
    expect(wanted.map(plain).filter((title) => !titles.includes(title))).toEqual([])
  })

  test('a screen without a heading opens the first one', () => {
    expect(sectionFor(text, pages.at(-1) ?? '')?.id).toBe(text.sections.at(-1)?.id)
    expect(sectionFor(text, 'no/screen')?.id).toBe(text.sections[0]?.id)
  })
})

const figures = fileURLToPath(new URL('../../../../docs/help/figures/', import.meta.url))

test('figures: each has its two small files, and none is left over', () => {
  const promised = CATEGORIES.flatMap((category) =>
    help_texts[category].sections.flatMap(({ figure }) => (figure ? [figure.name] : [])),
  )
  const wanted = promised.flatMap((name) => [`${name}-1280.webp`, `${name}-390.webp`])
  expect(readdirSync(figures).sort()).toEqual(wanted.sort())
  expect(wanted.filter((name) => statSync(figures + name).size >= 40_000)).toEqual([])
})
