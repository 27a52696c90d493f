/** The installation's secrets as a tar, for its backups. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secretFiles } from '../settings.ts'
import { tarEnd, tarHeader, tarPadding } from './backup-tar.ts'

export async function* secretsTar(home: string): AsyncGenerator<Uint8Array> {
  for (const path of secretFiles.filter((file) => existsSync(join(home, file)))) {
    const bytes = await readFile(join(home, path))
    yield tarHeader({ path, mode: 0o600, size: bytes.length })
    yield bytes
    yield tarPadding(bytes.length)
  }
  yield tarEnd()
}
