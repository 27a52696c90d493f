/** Long words in every field of every kind of document: nothing lies over anything else, and nothing leaves the paper. */
import { afterAll, expect, test } from 'vitest'
import { renderPdf, stopPdf } from '#server/pdf/pdf-render.ts'
import { document_samples } from './document-samples.ts'
import { hostile_texts } from './hostile-texts.ts'
import { layoutFaults } from './layout.ts'

afterAll(stopPdf)

const SAMPLE = 3
const texts = process.env.STINT_NIGHTLY ? hostile_texts : hostile_texts.slice(0, SAMPLE)

const printed = (template: string, page: object) =>
  renderPdf({ template, data: JSON.stringify(page), images: [] })

const overprint = `#set page(width: 200pt, height: 100pt)
#place(dx: 5pt, dy: 9pt, [below]) #place(dx: 12pt, dy: 12pt, [above]) #place(dx: 180pt, [beyond])`

test('layout: a text over another is found, and one beyond the paper', async () => {
  const faults = await layoutFaults((await printed(overprint, {})).bytes)
  expect(faults).toEqual([
    expect.stringContaining('"beyond" leaves the paper'),
    expect.stringMatching(/"(below|above)" lies over "(below|above)"/),
  ])
})

test.each(document_samples)('$kind: hostile text stays in its place', async ({ template, page }) => {
  const faults: string[] = []
  for (const text of ['Acme Works', ...texts]) {
    const { bytes } = await printed(template, page(text))
    for (const fault of await layoutFaults(bytes))
      faults.push(`${JSON.stringify(text).slice(0, 24)}: ${fault}`)
  }
  expect(faults).toEqual([])
})
