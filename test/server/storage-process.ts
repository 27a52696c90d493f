/** Stores a file of the size given, in the folder given, and says how it went. */
import { folderFiles } from '#server/storage.server.ts'

const [folder = '', size = '0'] = process.argv.slice(2)
try {
  await folderFiles(folder).put(Buffer.alloc(Number(size), 'x'))
  process.stdout.write('stored')
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : String(error))
}
