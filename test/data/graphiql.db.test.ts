/** GraphiQL at GET /graphql, as a browser with a session sees it. */
import type { AddressInfo } from 'node:net'
import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '#test/browser.ts'
import { freshDatabase } from '#test/database.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import { type Sample, sampleBusinesses, samplePerson, testClock } from '#test/server/sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
const browser = new Browser(app)
let sample: Sample
let address = ''

beforeAll(async () => {
  sample = await sampleBusinesses(database)
  await browser.login((await samplePerson(database, clock, sample.agency_id, ['agency_admin'])).email)
  await app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` // It listens on a port, not on a path.
})

const html = { accept: 'text/html,application/xhtml+xml' }

describe('GET /graphql', () => {
  it('shows the page to who is signed in', async () => {
    const { status, raw } = await browser.send({ method: 'GET', url: '/graphql', headers: html })
    expect(status).toBe(200)
    expect(raw.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(raw.headers['cache-control']).toBe('no-store')
    expect(raw.headers['content-security-policy']).not.toContain('unsafe')
    for (const [, name] of raw.body.matchAll(/"\/graphql\/files\/([^"]+)"/g)) {
      const file = await browser.get(`/graphql/files/${name}`)
      expect(file.status, name).toBe(200)
      expect(file.raw.body.length, name).toBeGreaterThan(10)
    }
  })
  it('sends everybody else to the sign-in page', async () => {
    const { status, raw } = await new Browser(app).send({ method: 'GET', url: '/graphql', headers: html })
    expect(status).toBe(302)
    expect(raw.headers.location).toBe('/auth/login')
  })
  it('is no way to ask: neither for a program nor with a query in the address', async () => {
    const { status, body, raw } = await browser.get('/graphql?query={__typename}')
    expect(status).toBe(405)
    expect(raw.headers.allow).toBe('POST')
    expect(body.errors).toMatchObject([{ extensions: { code: 'bad-request' } }])
  })
  it.each(['..%2f..%2fpackage.json', 'package.json', '__proto__', ''])('has no file %s', async (name) => {
    expect((await browser.get(`/graphql/files/${name}`)).status).toBe(404)
  })
})

describe('in the browser', () => {
  let chromium: Chromium
  let page: Page
  const complaints: string[] = []
  beforeAll(async () => {
    chromium = await launchBrowser()
    const window = await chromium.newContext()
    const [name = '', value = ''] = browser.cookie.split(/=(.*)/s)
    await window.addCookies([{ name, value, url: address }])
    page = await window.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
  }, 120_000)
  afterAll(async () => {
    await chromium.close()
  })

  /** Writes a document as a person would, and runs it. */
  async function run(document: string): Promise<void> {
    const editor = page.locator('.graphiql-query-editor .CodeMirror')
    await editor.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(document)
    await page.keyboard.press('Control+Enter')
  }
  const shows = (text: string) =>
    page
      .locator('.result-window .CodeMirror')
      .filter({ hasText: text })
      .waitFor({ state: 'visible', timeout: 30_000 })

  it('runs queries and live queries, and shows the schema of who is signed in', async () => {
    await page.goto(`${address}/graphql`)
    await page.locator('.graphiql-query-editor .CodeMirror').waitFor({ state: 'visible', timeout: 60_000 })
    await run(`{ business_business(where: {id: {_eq: "${sample.agency_id}"}}) { type } }`)
    await shows('"type": "agency"')
    await run('{ nothing }')
    await shows("field 'nothing' not found in type: 'query_root'")
    await run('subscription { platform_note { text } }')
    await shows('"platform_note": []')
    await browser.post('/graphql', {
      query: 'mutation($o: platform_note_insert_input!) { insert_platform_note_one(object: $o) { id } }',
      variables: {
        o: { text: 'from elsewhere', parent_entity: 'business.business', parent_id: sample.agency_id },
      },
    })
    await shows('from elsewhere')
    expect(complaints).toEqual([])
  }, 180_000)
})
