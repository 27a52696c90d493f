/** No axe violation on any screen of any menu, wide and light as well as narrow and dark (quality U1). */
import { AxeBuilder } from '@axe-core/playwright'
import { describe, expect, test } from 'vitest'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const personas = [
  'agency_admin',
  'invoice_contact',
  'hiring_manager',
  'timesheet_approver',
  'contractor',
  'funder_admin',
  'provider_admin',
]
const looks = [
  { name: 'wide and light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'narrow and dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const

describe.each(personas)('%s', (persona) => {
  test.each(looks)('$name', async ({ viewport, colorScheme }) => {
    const { page, context } = await signIn(browser, stint, persona, { viewport, colorScheme })
    const answer = await (await context.request.get('/api/auth/session')).json()
    const { menu, category } = answer.data as { menu: { path: string; built: boolean }[]; category: string } // Our own session call.
    const paths = menu.filter((entry) => entry.built).map((entry) => entry.path)
    const found: string[] = []
    for (const path of [
      ...paths,
      `/${category}/dashboard`,
      `/${category}/profile`,
      `/${category}/log/mail`,
    ]) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { level: 1 }).waitFor()
      const { violations } = await new AxeBuilder({ page }).analyze()
      for (const { id, nodes } of violations)
        found.push(`${path}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
    }
    expect(found).toEqual([])
    await context.close()
  })
})
