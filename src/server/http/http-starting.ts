/** The address while the product starts: a page that looks again by itself, and a 503 for every call. */
import { createServer } from 'node:http'

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Stint is starting</title>
<noscript><meta http-equiv="refresh" content="3"></noscript>
<h1>Stint is starting</h1>
<p>This page reloads when it is ready. The first start takes about 90 seconds.</p>
<script>
setInterval(() => fetch('/api/health').then((answer) => answer.ok && location.reload(), () => {}), 1000)
</script>
</html>
`
const body = JSON.stringify({
  success: false,
  code: 'unavailable',
  message: 'Stint is starting. Please wait.',
})

export type Starting = { readonly close: () => Promise<void> }

/** Answers at the address until it is closed. */
export async function serveStarting(host: string, port: number): Promise<Starting> {
  const server = createServer((request, response) => {
    const isPage = request.headers.accept?.includes('text/html') ?? false
    response.writeHead(503, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '2',
      connection: 'close',
    })
    response.end(isPage ? page : body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The address of a listening host and port; a wildcard is reached as localhost. */
export function addressOf(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
