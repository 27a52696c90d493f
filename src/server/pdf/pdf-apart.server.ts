/** Printed files inside a transaction, though none is printed while one is open. */

import type { PdfFile, PdfPage, Printed } from './pdf-file.ts'
import { type KeptDeps, printedPdf } from './pdf-kept.server.ts'

/** Changes of the same facts meanwhile, one after the other; then the caller tries later. */
const ROUNDS_MAX = 10

class Unprinted extends Error {
  override name = 'Unprinted'
  readonly pages: readonly PdfPage[]

  constructor(pages: readonly PdfPage[]) {
    super('A document changed while it was printed, again and again.')
    this.pages = pages
  }
}

/**
 * Runs `work`, which opens one transaction. Where it lacks a file, its transaction is undone, the file is printed with
 * none open, and it runs again: by then a changed fact is another page, which is printed in its turn.
 */
export async function printingApart<T>(deps: KeptDeps, work: (printed: Printed) => Promise<T>): Promise<T> {
  const files = new Map<string, PdfFile>()
  for (let rounds = 1; ; rounds += 1) {
    try {
      return await work((pages) => {
        const made = new Map<PdfPage, PdfFile>()
        for (const page of pages) {
          const file = files.get(page.order_hash)
          if (file) made.set(page, { ...file, file_name: page.file_name })
        }
        const missing = pages.filter((page) => !made.has(page))
        if (missing.length > 0) throw new Unprinted(missing)
        return made
      })
    } catch (error) {
      if (!(error instanceof Unprinted) || rounds === ROUNDS_MAX) throw error
      for (const page of error.pages) files.set(page.order_hash, await printedPdf(deps, page))
    }
  }
}
