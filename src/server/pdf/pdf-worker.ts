/**
 * The process that compiles PDF files: 30 ms of CPU for a document never hold up a request, a fault in native code ends
 * this process and not the server, and it is given no secrets of the server's environment.
 */
import type { PdfMade, PdfOrder } from './pdf-typst.ts'
import { createPdfCompiler } from './pdf-typst.ts'

export type PdfQuestion = { readonly no: number; readonly order: PdfOrder }
export type PdfAnswer =
  | { readonly no: number; readonly made: PdfMade }
  | { readonly no: number; readonly fault: string }

/** A place where no file is: templates reach nothing of the machine. */
const compiler = createPdfCompiler('/stint-pdf')

function answer({ no, order }: PdfQuestion): PdfAnswer {
  try {
    return { no, made: compiler.compile(order) }
  } catch (error) {
    return { no, fault: String(error) }
  }
}

process.on('message', (question: PdfQuestion) => {
  // An answer that nobody waits for any more is no fault.
  process.send?.(answer(question), undefined, undefined, () => undefined)
})
// Its server is gone.
process.on('disconnect', () => process.exit())
