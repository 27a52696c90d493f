/** A PDF file in the page, in our own viewer: the same in every browser, also on phones. */
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PdfFailed, type PdfProps, PdfWaits } from './PdfStates.tsx'

export const PdfViewer = lazyPart<PdfProps>(
  async () => (await import('./PdfReader.tsx')).PdfReader,
  PdfWaits,
  PdfFailed,
)
