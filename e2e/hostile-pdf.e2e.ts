/** PDF files of strangers in our viewer: nothing in them runs, and the page stays usable. */
import { expect, test } from 'vitest'
import { hostile_pdfs } from '#test/fixtures/hostile-pdfs.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

test('hostile PDF files: shown without their scripts, cut to what a browser holds, or refused', async () => {
  const { page, context, open, session } = await signIn(browser, stint, 'agency_admin')
  const { business } = await session()
  const [document] = await stint.sql<{ id: string }>(
    `select id from transaction.invoice where agency_id = $1 and type = 'provider-client' order by id limit 1`,
    business.id,
  )
  expect(document).toBeDefined()
  const asked: string[] = []
  let said = ''
  page.on('dialog', (dialog) => {
    said = dialog.message()
    void dialog.dismiss()
  })
  page.on('request', (request) => asked.push(new URL(request.url()).hostname))
  const found: string[] = []
  for (const { name, bytes, shows } of hostile_pdfs) {
    await page.unrouteAll()
    await page.route('**/api/pdf/invoice/**', (route) =>
      route.fulfill({ contentType: 'application/pdf', body: bytes() }),
    )
    await open(`/agency/transaction/invoice/${document?.id}`)
    const text = page.getByText(shows, { exact: true }).first()
    if (
      !(await text.waitFor({ timeout: 20_000 }).then(
        () => true,
        () => false,
      ))
    ) {
      found.push(`${name}: not "${shows}"`)
      continue
    }
    const sections = await page.locator('[data-pdf-page]').count()
    if (sections > 1_000) found.push(`${name}: ${sections} pages`)
    const links = await page.locator('[data-pdf-page] a').count()
    if (links > 0) found.push(`${name}: ${links} links`)
    // The page still answers.
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await page.keyboard.press('Escape')
  }
  expect(found).toEqual([])
  expect(said).toBe('')
  expect(asked).not.toContain('example.com')
  await context.close()
})
