/** `renderPdf`: sends documents to the compiling process, which starts at first use and again after its death. */
import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { precondition } from '#kernel/errors.ts'
import { pdf_seconds } from '../health/metrics.ts'
import { TURN_CLASSES } from '../turns/turn-classes.ts'
import { Turns } from '../turns/turns.ts'
import { missingCompiler, type PdfMade, type PdfOrder } from './pdf-typst.ts'
import type { PdfAnswer, PdfQuestion } from './pdf-worker.ts'

type Waiting = { resolve: (made: PdfMade) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

/** A slower document is abandoned and the process replaced; our slowest takes a second. */
const longest_ms = 30_000
/** The compiler leaks some 130 kB a document: after this many a fresh process takes over. */
const documents_max = 2000
const PROCESS_PRIORITY = 10

let worker: ChildProcess | null = null
let made_by_worker = 0
let last_no = 0
const waiting = new Map<number, Waiting>()

function settle(no: number, end: (one: Waiting) => void): void {
  const one = waiting.get(no)
  if (!one) return
  waiting.delete(no)
  clearTimeout(one.timer)
  end(one)
  if (waiting.size > 0) return
  worker?.channel?.unref()
  if (made_by_worker >= documents_max) void stopPdf()
}

function lose(lost: ChildProcess, error: Error): void {
  if (worker !== lost) return
  worker = null
  for (const no of [...waiting.keys()]) settle(no, (one) => one.reject(error))
}

function started(): ChildProcess {
  if (worker) return worker
  const fresh = fork(fileURLToPath(new URL('./pdf-worker.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  fresh.on('message', (answer: PdfAnswer) => {
    settle(answer.no, (one) => {
      if ('made' in answer) one.resolve(answer.made)
      else one.reject(new Error(`PDF: ${answer.fault}`))
    })
  })
  fresh.on('error', (error) => lose(fresh, error))
  fresh.on('exit', (code, signal) =>
    lose(fresh, new Error(`PDF: the compiling process ended with ${code ?? signal}`)),
  )
  // Requests come first.
  if (fresh.pid !== undefined) setPriority(fresh.pid, PROCESS_PRIORITY)
  // The process does not keep its server alive; a document under way does, through the channel.
  fresh.unref()
  worker = fresh
  made_by_worker = 0
  return fresh
}

/** Requests for documents take turns, from reading their data to their bytes. */
export const pdf_turns = new Turns(TURN_CLASSES.pdf)

/** The process compiles one document at a time: that of a request, or one of our own, like that of a mail. */
const compiling = new Turns({ ...TURN_CLASSES.pdf, session: 1, business: 1 })
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
    const end = pdf_seconds.startTimer()
    try {
      return await compile(order)
    } finally {
      end()
    }
  }
  return compiling.take(use.for_request ? for_requests : null, measured)
}

async function compile(order: PdfOrder): Promise<PdfMade> {
  const missing = missingCompiler()
  if (missing !== null) throw precondition(missing)
  const child = started()
  child.channel?.ref()
  last_no += 1
  made_by_worker += 1
  const no = last_no
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      lose(child, new Error('PDF: the document took too long'))
      child.kill('SIGKILL')
    }, longest_ms)
    waiting.set(no, { resolve, reject, timer })
    child.send({ no, order } satisfies PdfQuestion, (error) => {
      if (error) lose(child, error)
    })
  })
}

/** Ends the process and its present document: for a process that grew, the server's stop, and tests. */
export async function stopPdf(): Promise<void> {
  const last = worker
  if (!last) return
  lose(last, new Error('PDF: the compiling process was stopped'))
  if (last.exitCode !== null || last.signalCode !== null) return
  const ended = new Promise((resolve) => last.once('exit', resolve))
  if (last.connected) last.disconnect()
  await ended
}
