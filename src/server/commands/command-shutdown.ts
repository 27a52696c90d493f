type Closer = () => Promise<void>

/** A person who presses Ctrl-C again after this long means it. */
const PATIENCE_MS = 2000

/**
 * Runs what was opened backwards when the process is asked to end, however it is asked: by a signal, by its
 * launcher going away, or by `end`. Ctrl-C reaches us twice (from the terminal and from the launcher), so a
 * second signal counts only after a while.
 */
export class Shutdown {
  readonly #closers: Closer[] = []
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

  /** What must be closed; the last one opened is closed first. */
  add(closer: Closer): void {
    this.#closers.push(closer)
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
    this.end().then(
      () => process.exit(process.exitCode ?? 0),
      () => process.exit(1),
    )
  }
}
