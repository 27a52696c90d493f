import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { freePort } from '../embedded/embedded-process.ts'
import { addressOf, serveStarting } from './http-starting.ts'

test('starting: the address answers with a page for people and a 503 for calls, and is free again after', async () => {
  const port = await freePort(0)
  const starting = await serveStarting('127.0.0.1', port)
  const at = addressOf('127.0.0.1', port)
  try {
    const page = await fetch(`${at}/agency/invoice`, { headers: { accept: 'text/html' } })
    const text = await page.text()
    expect([page.status, text]).toEqual([503, expect.stringContaining('Stint is starting')])
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    // The policy of the page names its own script and style, and nothing else.
    for (const part of ['script', 'style']) {
      const [, inside = ''] = text.match(new RegExp(`<${part}>(.*?)</${part}>`, 's')) ?? []
      expect(text).toContain(`${part}-src 'sha256-${createHash('sha256').update(inside).digest('base64')}'`)
    }
    const call = await fetch(`${at}/api/health`)
    expect([call.status, await call.json()]).toEqual([
      503,
      { success: false, code: 'unavailable', message: 'Stint is starting. Please wait.', progress: null },
    ])
    const progress = { step: 'The demo world has traded 13 of 52 weeks.', done: 0.25 }
    starting.show(progress)
    expect(await (await fetch(`${at}/api/health`)).json()).toMatchObject({ progress })
  } finally {
    await starting.close()
  }
  expect(await freePort(port)).toBe(port)
})

test.each([
  ['127.0.0.1', 'http://localhost:80'],
  ['::1', 'http://localhost:80'],
  ['[::1]', 'http://localhost:80'],
  ['localhost', 'http://localhost:80'],
  ['0.0.0.0', 'http://localhost:80'],
  ['192.0.2.7', 'http://192.0.2.7:80'],
  ['2001:db8::7', 'http://[2001:db8::7]:80'],
])('address of %s', (host, address) => expect(addressOf(host, 80)).toBe(address))
