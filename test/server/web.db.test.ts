import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { Browser, testApp } from './harness.ts'
import { testClock } from './sample.ts'

const database = await freshDatabase()
const home = mkdtempSync(join(tmpdir(), 'stint-web-'))
mkdirSync(join(home, 'dist/assets'), { recursive: true })
writeFileSync(join(home, 'dist/index.html'), '<!doctype html><title>Stint</title>')
writeFileSync(join(home, 'dist/assets/main-AbC123.js'), 'export {}')
writeFileSync(join(home, 'dist/assets/main-AbC123.js.br'), brotliCompressSync('export {}'))
writeFileSync(join(home, 'secrets.json'), 'a secret')
const { app } = await testApp(database, testClock(), {}, join(home, 'dist'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const browser = new Browser(app)
const page = (url: string, accept = 'text/html') => browser.send({ method: 'GET', url, headers: { accept } })

describe('the pages', () => {
  test.each(['/', '/agency/transaction/invoice', '/agency/transaction/invoice/7?group_by=status__open'])(
    '%s is the application',
    async (url) => {
      const { status, raw } = await page(url)
      expect([status, raw.body]).toEqual([200, '<!doctype html><title>Stint</title>'])
      expect(raw.headers['cache-control']).toBe('no-cache')
      expect(raw.headers['content-security-policy']).toContain("default-src 'none'")
    },
  )

  test('built files are kept for good, and missing ones are not the application', async () => {
    const { raw } = await page('/assets/main-AbC123.js', '*/*')
    expect(raw.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await page('/assets/main-gone.js', '*/*')).status).toBe(404)
  })

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    // The build of this test wrote no copy for it.
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (text: Buffer) => text],
  ])('a built file for a browser that takes %s is sent as %s', async (takes, sent, plain) => {
    const headers = { accept: '*/*', 'accept-encoding': takes }
    const { raw } = await browser.send({ method: 'GET', url: '/assets/main-AbC123.js', headers })
    expect([raw.statusCode, raw.headers['content-encoding']]).toEqual([200, sent])
    expect(plain(raw.rawPayload).toString()).toBe('export {}')
    expect(raw.headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect(raw.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(raw.headers.vary).toContain('accept-encoding')
  })

  test.each([
    '/../secrets.json',
    '/%2e%2e/secrets.json',
    '/..%2fsecrets.json',
    '/assets/..%5c..%5csecrets.json',
  ])('%s leads nowhere outside', async (url) => {
    const { raw } = await page(url)
    expect(raw.body).not.toContain('a secret')
  })

  test('a page has no more listeners than Node expects of an answer', async () => {
    const warnings: string[] = []
    const note = (warning: Error) => warnings.push(warning.message)
    process.on('warning', note)
    await page('/join/a-link-of-before')
    await new Promise(setImmediate)
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  test('calls that do not exist are never answered with a page', async () => {
    expect((await page('/api/none')).body).toMatchObject({ success: false, code: 'not_found' })
  })
})

test('repeated sign-ins: asked to wait', async () => {
  const answers = new Set<unknown>()
  const guess = { email: 'nobody@example.org', password: 'not the right password' }
  for (let i = 0; i < 8; i += 1) answers.add((await browser.post('/api/auth/login', guess)).body.code)
  expect([...answers]).toEqual(['not_allowed', 'too_many'])
})
