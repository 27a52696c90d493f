/** `renderPdf`: sends documents to the compiling processes, which start at first use and again after their death. */
import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { precondition } from '#kernel/errors.ts'
import { traced } from '#kernel/tracing.ts'
import { pdf_seconds } from '../health/metrics.ts'
import { PDF_PROCESSES, TURN_CLASSES } from '../turns/turn-classes.ts'
import { Turns } from '../turns/turns.ts'
import { missingCompiler, type PdfMade, type PdfOrder } from './pdf-typst.ts'
import type { PdfAnswer, PdfQuestion } from './pdf-worker.ts'

/** A slower document is abandoned and the process replaced; our slowest takes a second. */
const longest_ms = 30_000
/** The compiler leaks some 130 kB a document: after this many a fresh process takes over. */
const documents_max = 2000
const PROCESS_PRIORITY = 10

type Waiting = { resolve: (made: PdfMade) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

/** One compiling process. It makes one document at a time. */
class PdfProcess {
  readonly #child: ChildProcess
  #waiting: Waiting | null = null
  #orders = 0
  /** Ended or ending. */
  isLost = false

  constructor() {
    const child = fork(fileURLToPath(new URL('./pdf-worker.ts', import.meta.url)), {
      serialization: 'advanced',
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('message', (answer: PdfAnswer) => {
      if (answer.no !== this.#orders) return
      this.#settle((one) => {
        if ('made' in answer) one.resolve(answer.made)
        else one.reject(new Error(`PDF: ${answer.fault}`))
      })
    })
    child.on('error', (error) => this.#lose(error))
    child.on('exit', (code, signal) =>
      this.#lose(new Error(`PDF: the compiling process ended with ${code ?? signal}`)),
    )
    // Lower priority than the server's requests.
    if (child.pid !== undefined) setPriority(child.pid, PROCESS_PRIORITY)
    // The process does not keep its server alive; a document under way does, through the channel.
    child.unref()
    child.channel?.unref()
    this.#child = child
  }

  get isFree(): boolean {
    return !this.isLost && this.#waiting === null
  }

  make(order: PdfOrder): Promise<PdfMade> {
    const child = this.#child
    child.channel?.ref()
    this.#orders += 1
    const no = this.#orders
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#lose(new Error('PDF: the document took too long'))
        child.kill('SIGKILL')
      }, longest_ms)
      this.#waiting = { resolve, reject, timer }
      child.send({ no, order } satisfies PdfQuestion, (error) => {
        if (error) this.#lose(error)
      })
    })
  }

  async stop(): Promise<void> {
    this.#lose(new Error('PDF: the compiling process was stopped'))
    const child = this.#child
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.connected) child.disconnect()
    await ended
  }

  #settle(end: (one: Waiting) => void): void {
    const one = this.#waiting
    if (!one) return
    this.#waiting = null
    clearTimeout(one.timer)
    end(one)
    this.#child.channel?.unref()
    if (this.#orders >= documents_max) void this.stop()
  }

  #lose(error: Error): void {
    this.isLost = true
    this.#settle((one) => one.reject(error))
  }
}

let processes: PdfProcess[] = []

/** A process without a document; there are as many as turns. */
function freeProcess(): PdfProcess {
  processes = processes.filter(({ isLost }) => !isLost)
  const free = processes.find(({ isFree }) => isFree)
  if (free) return free
  const fresh = new PdfProcess()
  processes.push(fresh)
  return fresh
}

/** Limits the documents that requests wait for, of each session and business. */
export const pdf_turns = new Turns(TURN_CLASSES.pdf)

/** Limits the documents at the processes, those of mails included. */
const process_turns = new Turns({ ...TURN_CLASSES.pdf, session: PDF_PROCESSES, business: PDF_PROCESSES })
const for_requests = { session_id: 'requests', business_id: 'requests', category: '' }

/** Whether a request waits for the document, in a turn of `pdf_turns`. */
export type PdfUse = { readonly for_request: boolean }

/**
 * One document as a tagged PDF/A-2a file; the same order gives the same bytes.
 * @throws Error when the template cannot be compiled or the process died: nothing a user can mend, so it is a bug;
 * precondition on a machine without compiler
 */
export function renderPdf(order: PdfOrder, use: PdfUse = { for_request: false }): Promise<PdfMade> {
  const measured = async () => {
    const missing = missingCompiler()
    if (missing !== null) throw precondition(missing)
    const end = pdf_seconds.startTimer()
    try {
      return await traced('pdf', {}, () => freeProcess().make(order))
    } finally {
      end()
    }
  }
  return process_turns.take(use.for_request ? for_requests : null, measured)
}

/** Ends the processes and their present documents: for the server's stop, and tests. */
export async function stopPdf(): Promise<void> {
  const all = processes
  processes = []
  await Promise.all(all.map((one) => one.stop()))
}
