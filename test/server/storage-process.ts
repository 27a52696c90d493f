/** Stores a file of the size given, in the folder given, and says how it went. */
import { type Files, folderFiles } from '#server/storage.server.ts'

const [folder = '', size = '0', how = 'put'] = process.argv.slice(2)
try {
  const files = folderFiles(folder)
  if (how === 'put') await files.put(Buffer.alloc(Number(size), 'x'))
  else await inPieces(files, Number(size))
  process.stdout.write('stored')
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : String(error))
}

async function inPieces(files: Files, size: number): Promise<void> {
  const draft = await files.draft()
  try {
    for (let at = 0; at < size; at += 1000) await draft.write(Buffer.alloc(1000, 'x'))
    await draft.keep()
  } finally {
    await draft.discard()
  }
}
