/** The measure of cut text: what it finds in a page that has it, and what it leaves alone. */
import { expect, test } from 'vitest'
import { openBrowser } from './people.ts'
import { cutText } from './reach-faults.ts'

const browser = await openBrowser()

test.each([
  [
    'marks that stack over other lines',
    `<p>a${'\u0301'.repeat(12)}bc</p>`,
    ['stacks marks over other lines'],
  ],
  ['marks of a language', '<p>Nguyễn, Zoe\u0308, ภาษาไทยน้ำ, हिन्दी</p>', []],
  [
    'text over text',
    '<div style="position:relative"><p>One line</p><p style="position:absolute;top:0;margin:0">Two</p></div>',
    ['lies over'],
  ],
  [
    'text that a box cuts',
    '<div style="width:40px;overflow:hidden;white-space:nowrap">A long line of text</div>',
    ['is cut off'],
  ],
])('%s', async (_, html, says) => {
  const page = await browser.newPage()
  await page.setContent(html)
  const found = await cutText(page)
  expect(found).toHaveLength(says.length)
  for (const [at, one] of says.entries()) expect(found[at]).toContain(one)
  await page.context().close()
})
