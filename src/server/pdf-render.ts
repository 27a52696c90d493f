/** `renderPdf`: hands documents to the compiling thread, which is started at first use and again when it dies. */
import { Worker } from 'node:worker_threads'
import type { PdfMade, PdfOrder } from './pdf-typst.ts'
import type { PdfAnswer, PdfQuestion } from './pdf-worker.ts'

type Waiting = { resolve: (made: PdfMade) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

/** A document that takes longer is given up and its thread replaced; the slowest of ours takes a second. */
const longest_ms = 30_000
/** A place where no file is: templates reach nothing of the machine. */
const workspace = '/stint-pdf'

let worker: Worker | null = null
let last_no = 0
const waiting = new Map<number, Waiting>()

function settle(no: number, end: (one: Waiting) => void): void {
  const one = waiting.get(no)
  if (!one) return
  waiting.delete(no)
  clearTimeout(one.timer)
  if (waiting.size === 0) worker?.unref()
  end(one)
}

function lose(lost: Worker, error: Error): void {
  if (worker !== lost) return
  worker = null
  for (const no of [...waiting.keys()]) settle(no, (one) => one.reject(error))
}

function started(): Worker {
  if (worker) return worker
  const fresh = new Worker(new URL('./pdf-worker.ts', import.meta.url), { workerData: { workspace } })
  fresh.on('message', (answer: PdfAnswer) => {
    settle(answer.no, (one) => {
      if ('made' in answer) one.resolve(answer.made)
      else one.reject(new Error(`PDF: ${answer.fault}`))
    })
  })
  fresh.on('error', (error) => lose(fresh, error instanceof Error ? error : new Error(String(error))))
  fresh.on('exit', (code) => lose(fresh, new Error(`PDF: the compiling thread ended with ${code}`)))
  worker = fresh
  return fresh
}

/**
 * One document as a tagged PDF/A-2a file; the same order gives the same bytes.
 * @throws Error when the template cannot be compiled or the thread died: nothing a user can mend, so it is a bug
 */
export function renderPdf(order: PdfOrder): Promise<PdfMade> {
  const thread = started()
  thread.ref()
  last_no += 1
  const no = last_no
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      lose(thread, new Error('PDF: the document took too long'))
      void thread.terminate()
    }, longest_ms)
    waiting.set(no, { resolve, reject, timer })
    thread.postMessage({ no, order } satisfies PdfQuestion)
  })
}

/** Ends the thread; for tests and for the server's own stop. */
export async function stopPdf(): Promise<void> {
  const last = worker
  worker = null
  await last?.terminate()
}
