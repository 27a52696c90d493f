/** What the first load of a list page sends, by kind, compressed as the server compresses it for gzip. */
import { request } from 'node:http'
import { inWindow, LIST, type Look } from './look.ts'

export interface Bytes {
  readonly script: number
  readonly style: number
  readonly font: number
  /** Answers of our own calls. */
  readonly data: number
}

type Kind = keyof Bytes

function kindOf(path: string): Kind | null {
  if (path.endsWith('.js')) return 'script'
  if (path.endsWith('.css')) return 'style'
  return path.endsWith('.woff2') ? 'font' : null
}

/** Bytes on the wire of one file. */
function sent(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${answer.statusCode}`)),
      )
    })
    call.on('error', reject)
    call.end()
  })
}

export function firstLoad(look: Look): Promise<Bytes> {
  return inWindow(look, async (page) => {
    const asked = new Set<string>()
    let data = 0
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url())
      if (kindOf(pathname)) asked.add(answer.url())
      else if (answer.request().resourceType() === 'fetch')
        data += Number(answer.headers()['content-length'] ?? 0)
    })
    await page.goto(LIST)
    await page.locator('tbody tr[data-row]').first().waitFor()
    // What comes by itself after the rows belongs to the load, too.
    await page.waitForLoadState('networkidle')
    const bytes = { script: 0, style: 0, font: 0, data }
    for (const url of asked) {
      const kind = kindOf(new URL(url).pathname)
      if (kind) bytes[kind] += await sent(url)
    }
    return bytes
  })
}
