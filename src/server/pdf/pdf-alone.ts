/**
 * Renders one large document in its own process, which ends with it: thousands of rows take hundreds of megabytes in
 * layout, and other documents should not wait. One at a time.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { precondition } from '#kernel/errors.ts'
import { missingCompiler, type PdfMade, type PdfOrder } from './pdf-typst.ts'
import type { PdfAnswer, PdfQuestion } from './pdf-worker.ts'

/** The largest list takes a fraction of it. */
const longest_ms = 180_000
let last: Promise<unknown> = Promise.resolve()

/**
 * @param signal ends the process, and with it the document
 * @throws Error when the template cannot be compiled, the process died, or the signal came; precondition on a machine
 * without compiler
 */
export async function renderAlone(order: PdfOrder, signal: AbortSignal): Promise<PdfMade> {
  const missing = missingCompiler()
  if (missing !== null) throw precondition(missing)
  const mine = last.then(() => compile(order, signal))
  last = mine.catch(() => {})
  return mine
}

function compile(order: PdfOrder, signal: AbortSignal): Promise<PdfMade> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('PDF: nobody wants it any more'))
    const child: ChildProcess = fork(fileURLToPath(new URL('./pdf-worker.ts', import.meta.url)), {
      serialization: 'advanced',
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(longest_ms)]),
      killSignal: 'SIGKILL',
    })
    child.on('message', (answer: PdfAnswer) => {
      if ('made' in answer) resolve(answer.made)
      else reject(new Error(`PDF: ${answer.fault}`))
      child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('exit', (code, killed) =>
      reject(new Error(`PDF: the compiling process ended with ${code ?? killed}`)),
    )
    child.send({ no: 1, order } satisfies PdfQuestion, (error) => {
      if (error) reject(error)
    })
  })
}
