import { extractText, getDocumentProxy } from 'unpdf'

/** The text of a PDF file as a reader of it sees it, its pages joined, runs of white space made one. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  // The reader takes the buffer over, so it gets a copy.
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(document, { mergePages: true })
  // Zero-width spaces let long words break.
  return text.replaceAll('\u200b', '').replace(/\s+/g, ' ')
}

export async function pdfMetadata(bytes: Uint8Array): Promise<{ title: unknown; pages: number }> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { info } = await document.getMetadata()
  return { title: (info as Record<string, unknown>).Title, pages: document.numPages }
}
