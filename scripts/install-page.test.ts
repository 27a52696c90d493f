import { expect, test } from 'vitest'
import { freePort } from '#server/embedded/embedded-process.ts'

type Page = { readonly address: string; readonly close: () => Promise<void> } | null
type Module = { serveInstalling: (env: object) => Promise<Page> }

test('while packages are installed the address shows the starting page; a taken one is left alone', async () => {
  const name: string = './install-page.mjs'
  // Plain JavaScript, which has no types.
  const { serveInstalling } = (await import(/* @vite-ignore */ name)) as Module
  const PORT = String(await freePort(0, '127.0.0.1'))
  const page = await serveInstalling({ PORT })
  const html = await fetch(`http://127.0.0.1:${PORT}/`, { headers: { accept: 'text/html' } })
  expect([html.status, html.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(await html.text()).toContain('Stint is starting')
  const call = await fetch(`http://127.0.0.1:${PORT}/api/health`)
  expect(await call.json()).toMatchObject({ code: 'unavailable', progress: { step: 'Installing packages.' } })
  expect(await serveInstalling({ PORT })).toBeNull()
  await page?.close()
  await expect(fetch(`http://127.0.0.1:${PORT}/`)).rejects.toThrow('fetch failed')
})
