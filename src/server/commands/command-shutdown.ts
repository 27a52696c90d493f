type Closer = () => Promise<void>

/** A second Ctrl-C after this long is a person's, not the launcher's echo. */
const PATIENCE_MS = 2000
/**
 * A stop by the milliseconds since it was asked for. Supervisors kill after 30 seconds; the next start picks up
 * unfinished work.
 */
export const STOP_MS = {
  /** Behind a balancer: until then requests are answered, so that it finds other servers first. */
  drain: 3_000,
  /** Transactions in flight are undone. */
  work: 15_000,
  /** Connections of callers are closed. */
  connections: 18_000,
  exit: 24_500,
} as const

type Step = { readonly at_ms: number; readonly run: () => void }

/**
 * Closes everything in reverse order when the process is asked to end: by a signal, by the launcher's death, or by
 * `end`. Ctrl-C reaches us twice (terminal and launcher), so a second signal counts only after a while.
 */
export class Shutdown {
  readonly #closers: Closer[] = []
  readonly #steps: Step[] = []
  #askedAt_ms: number | null = null
  #ended: Promise<void> | null = null

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.#asked())
    process.once('disconnect', () => this.#asked())
    process.channel?.unref()
  }

  get isEnding(): boolean {
    return this.#ended !== null
  }

  /** Registers a closer; the last one opened is closed first. */
  add(closer: Closer): void {
    this.#closers.push(closer)
  }

  /** Registers a closer that runs together with the one before it. */
  addBeside(closer: Closer): void {
    const other = this.#closers.pop()
    this.add(async () => {
      await Promise.all([other?.(), closer()])
    })
  }

  /** Does something so long after the stop was asked for, whatever has closed by then. */
  at(at_ms: number, run: () => void): void {
    this.#steps.push({ at_ms, run })
  }

  /** Closes everything once; later calls wait for the same end. */
  end(): Promise<void> {
    this.#ended ??= this.#closeAll()
    return this.#ended
  }

  async #closeAll(): Promise<void> {
    for (;;) {
      const closer = this.#closers.pop()
      if (!closer) return
      try {
        await closer()
      } catch (error) {
        process.stderr.write(`While stopping: ${error instanceof Error ? error.message : String(error)}\n`)
        process.exitCode = 1
      }
    }
  }

  #asked(): void {
    const now_ms = performance.now()
    if (this.#askedAt_ms !== null) {
      if (now_ms - this.#askedAt_ms > PATIENCE_MS) process.exit(1)
      return
    }
    this.#askedAt_ms = now_ms
    process.stdout.write('Stopping …\n')
    for (const { at_ms, run } of this.#steps) {
      if (at_ms === 0) run()
      else setTimeout(run, at_ms).unref()
    }
    setTimeout(() => process.exit(1), STOP_MS.exit).unref()
    this.end().then(
      () => process.exit(process.exitCode ?? 0),
      () => process.exit(1),
    )
  }
}
