/** The address while the product starts: a page with its progress, and a 503 for every call. */
import { createServer } from 'node:http'

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stint is starting</title>
<noscript><meta http-equiv="refresh" content="3"></noscript>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center }
main { width: min(28rem, 100vw - 2rem) }
h1 { font-size: 1.5rem; margin: 0 0 .5rem }
progress { width: 100%; height: .75rem; accent-color: #3e63dd }
p { margin: .5rem 0 }
</style>
<main>
<h1>Stint is starting</h1>
<p>This page opens the product when it is ready. The first start takes about a minute.</p>
<progress id="done" max="1" aria-labelledby="step"></progress>
<p id="step" role="status"></p>
</main>
<script>
const bar = document.getElementById('done')
const step = document.getElementById('step')
async function look() {
  const answer = await fetch('/api/health')
  if (answer.ok) return location.reload()
  const { progress } = await answer.json()
  if (progress === null) return
  if (step.textContent !== progress.step) step.textContent = progress.step
  if (progress.done === undefined) bar.removeAttribute('value')
  else bar.value = progress.done
}
setInterval(() => look().catch(() => {}), 1000)
look().catch(() => {})
</script>
</html>
`

export type Progress = {
  /** A sentence about the step under way. */
  readonly step: string
  /** The part of the step that is done, from 0 to 1; absent where it is not known. */
  readonly done?: number
}

export type Starting = {
  readonly show: (progress: Progress) => void
  readonly close: () => Promise<void>
}

/** Answers at the address until it is closed. */
export async function serveStarting(host: string, port: number): Promise<Starting> {
  let progress: Progress | null = null
  const server = createServer((request, response) => {
    const isPage = request.headers.accept?.includes('text/html') ?? false
    response.writeHead(503, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '2',
      connection: 'close',
    })
    response.end(isPage ? page : waiting(progress))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    show: (next) => {
      progress = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const waiting = (progress: Progress | null) =>
  JSON.stringify({
    success: false,
    code: 'unavailable',
    message: 'Stint is starting. Please wait.',
    progress,
  })

/** The address of a listening host and port; a wildcard is reached as localhost. */
export function addressOf(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
