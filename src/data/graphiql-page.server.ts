/**
 * GET /graphql: GraphiQL for signed-in users. Its bundle and its React come from development packages and are served
 * unchanged; an installation without them has no such page. `overrides` in package.json leave out the bundle's own
 * sources (75 MB), because nothing loads them.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { HttpContext } from '#server/http/http-context.ts'
import { SignedOutError } from '#server/http/signed-out.ts'
import { DataFault, faultBody } from './fault.ts'

const own = (file: string) => fileURLToPath(new URL(`graphiql/${file}`, import.meta.url))

/** Files of the page by the name they are served under; null where the packages are left out. */
function filesOf(): ReadonlyMap<string, string> | null {
  const { resolve } = createRequire(import.meta.url)
  const inPackage = (name: string, file: string) => join(dirname(resolve(`${name}/package.json`)), file)
  try {
    return new Map([
      ['react.js', inPackage('graphiql-react', 'umd/react.production.min.js')],
      ['react-dom.js', inPackage('graphiql-react-dom', 'umd/react-dom.production.min.js')],
      ['graphiql.js', inPackage('graphiql', 'dist/index.umd.js')],
      ['graphiql.css', inPackage('graphiql', 'dist/style.css')],
      ['start.js', own('start.js')],
      ['page.css', own('page.css')],
    ])
  } catch {
    return null
  }
}

const at = (name: string) => `/graphql/files/${name}`

const PAGE = `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Data endpoint – Stint</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${at('graphiql.css')}" />
    <link rel="stylesheet" href="${at('page.css')}" />
    <script defer src="${at('react.js')}"></script>
    <script defer src="${at('react-dom.js')}"></script>
    <script defer src="${at('graphiql.js')}"></script>
    <script type="module" src="${at('start.js')}"></script>
  </head>
  <body>
    <div id="graphiql"></div>
  </body>
</html>
`

/** The page's fonts and pictures are part of its style sheet; beyond that it has the rights of every other page. */
function allowOwnFonts(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  void reply.header('content-security-policy', policy.replace("font-src 'self'", "font-src 'self' data:"))
}

/** GET /graphql for a browser that is signed in; any other request is answered with the advice to POST or to sign in. */
export function graphiqlRoutes(app: FastifyInstance, context: HttpContext): void {
  const files = filesOf()
  app.get('/graphql', async (request, reply) => {
    if (!(request.headers.accept ?? '').includes('text/html')) {
      const fault = new DataFault('bad-request', 'the data endpoint is asked by POST')
      return reply.code(405).header('allow', 'POST').type('application/json').send(faultBody(fault))
    }
    try {
      await context.viewerOf(request, reply)
    } catch (error) {
      if (error instanceof SignedOutError) return reply.redirect('/auth/login')
      throw error
    }
    if (!files)
      return reply.code(404).type('text/plain; charset=utf-8').send('GraphiQL is not installed here.')
    allowOwnFonts(reply)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(PAGE)
  })
  app.get<{ Params: { name: string } }>('/graphql/files/:name', (request, reply) => {
    const file = files?.get(request.params.name)
    if (!file || !existsSync(file)) return reply.callNotFound()
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript'
    return reply
      .type(`${type}; charset=utf-8`)
      .header('cache-control', 'max-age=3600')
      .send(readFileSync(file))
  })
}
