/** The thread that compiles PDF files, so that 30 ms of CPU for a document never hold up a request. */
import { parentPort, workerData } from 'node:worker_threads'
import type { PdfMade, PdfOrder } from './pdf-typst.ts'
import { createPdfCompiler } from './pdf-typst.ts'

export type PdfQuestion = { readonly no: number; readonly order: PdfOrder }
export type PdfAnswer =
  | { readonly no: number; readonly made: PdfMade }
  | { readonly no: number; readonly fault: string }

const { workspace } = workerData as { workspace: string } // Given by pdf-render.ts.
const compiler = createPdfCompiler(workspace)

parentPort?.on('message', ({ no, order }: PdfQuestion) => {
  try {
    parentPort?.postMessage({ no, made: compiler.compile(order) } satisfies PdfAnswer)
  } catch (error) {
    parentPort?.postMessage({ no, fault: String(error) } satisfies PdfAnswer)
  }
})
