/** Sends the lines of the process log to a log server, so that they outlive this machine (operations, Logs). */
import type { LogServer } from './settings/settings-logs.ts'

/** Lines that wait while the server is away; the oldest go first. */
const WAITING_MAX = 20_000
const BATCH_LINES = 500
const BETWEEN_MS = 1000
const TIMEOUT_MS = 5000

export class LogDelivery {
  readonly #to: LogServer
  readonly #tell: (sentence: string) => void
  readonly #timer: NodeJS.Timeout
  #waiting: string[] = []
  #lost = 0
  #isAway = false
  #sending: Promise<void> | null = null

  /** @param tell says once that the server is away, and once that it is back */
  constructor(to: LogServer, tell: (sentence: string) => void) {
    this.#to = to
    this.#tell = tell
    this.#timer = setInterval(() => void this.flush(), BETWEEN_MS)
    this.#timer.unref()
  }

  /** Takes a line of JSON; never waits and never throws. */
  write(line: string): void {
    this.#waiting.push(line.endsWith('\n') ? line : `${line}\n`)
    if (this.#waiting.length <= WAITING_MAX) return
    this.#waiting.shift()
    this.#lost += 1
  }

  /** Sends the lines that wait, until none is left or the server refuses. */
  flush(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    // Lines that came while a batch was on its way.
    await this.flush()
    await this.flush()
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_LINES)
      const lost = this.#lost
      const head =
        lost === 0 ? '' : `${JSON.stringify({ level: 40, msg: 'lines of the log were lost', lost })}\n`
      const reason = await this.#post(head + batch.join(''))
      if (reason !== null) {
        this.#waiting = [...batch, ...this.#waiting]
        if (!this.#isAway) this.#tell(`The log server does not take lines (${reason}); they wait.`)
        this.#isAway = true
        return
      }
      this.#lost -= lost
      if (this.#isAway) this.#tell('The log server takes lines again.')
      this.#isAway = false
    }
  }

  /** @returns the reason of a failure */
  async #post(body: string): Promise<string | null> {
    const { url, token } = this.#to
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/x-ndjson',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body,
      })
      await answer.body?.cancel()
      return answer.ok ? null : `status ${answer.status}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}
