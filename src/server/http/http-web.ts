/** The web pages: built files as they are, and the application for every other address a browser asks for. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { PageAnswer } from './http-errors.ts'

const YEAR = 31_536_000

/** Pages of mailed links. Their address is a secret, and scanners of mails open them without asking for a page. */
const mailed_page = /^\/(m|join|details|reset|sign|address|address-undo|keep-factors|unsubscribe)\//

/** @returns the answer for a page address that is no file */
export async function serveWeb(app: FastifyInstance, webFolder: string): Promise<PageAnswer> {
  if (!existsSync(join(webFolder, 'index.html')))
    return (_request, reply) => {
      void reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('The web pages are not built. Run: npm start')
    }
  await app.register(serveStatic, {
    root: webFolder,
    cacheControl: false,
    // As the build wrote them; of other files there is no such copy, and they are compressed as they are sent.
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Names of built assets hold their hash; everything else is revalidated.
      const kept = path.includes('/assets/') ? `public, max-age=${YEAR}, immutable` : 'no-cache'
      void reply.header('cache-control', kept)
      if (path.endsWith('.svg')) void reply.header('content-type', 'image/svg+xml; charset=utf-8')
    },
  })
  return (request, reply) => {
    const isMailed = mailed_page.test(request.url)
    const wantsPage = isMailed || (request.headers.accept?.includes('text/html') ?? false)
    if (!wantsPage) {
      void reply.code(404).type('text/plain; charset=utf-8').send('Not found')
      return
    }
    if (isMailed) void reply.header('referrer-policy', 'no-referrer')
    void reply.sendFile('index.html')
  }
}
