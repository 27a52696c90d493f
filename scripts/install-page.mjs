// The address of `npm start` while packages are installed: the starting page, and a 503 for every call. Plain JavaScript
// on the machine's own Node, as scripts/launch.mjs.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const USUAL_PORT = 8080
const answer = JSON.stringify({
  success: false,
  code: 'unavailable',
  message: 'Stint is starting. Please wait.',
  progress: { step: 'Installing packages.' },
})

/**
 * Answers until it is closed. Null where the address is not free or not named by plain settings: the start says so itself.
 * @param {Record<string, string | undefined>} env
 */
export function serveInstalling(env) {
  const host = env.HOST || '127.0.0.1'
  const port = Number(env.PORT || 0) || USUAL_PORT
  const page = readFileSync(new URL('../src/server/http/starting-page.html', import.meta.url), 'utf8')
  const server = createServer((request, response) => {
    const isPage = request.headers.accept?.includes('text/html') ?? false
    response.writeHead(503, {
      'content-type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'retry-after': '2',
      connection: 'close',
    })
    response.end(isPage ? page : answer)
  })
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    // As src/server/http/http-starting.ts names this machine: browsers offer passkeys under a name alone.
    const name = ['127.0.0.1', '::1', '[::1]', '0.0.0.0', '::'].includes(host) ? 'localhost' : host
    server.listen(port, host, () => resolve({ address: `http://${name}:${port}`, close }))
  })
}
