import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, canEnter } from './embedded-account.ts'
import { endLeftover } from './embedded-process.ts'

/** Where root keeps a database whose account cannot enter the installation's own folder. */
export const SYSTEM_FOLDER = '/var/lib/stint'
/** Beside such a database: the folder whose link leads to it. */
const HOME_RECORD = 'home'

/** The data folder. Where the account cannot reach the home, a link in it leads to a system folder. */
export function dataFolder(home: string, account: Account | null): string {
  const link = join(home, 'database')
  if (existsSync(link)) return realpathSync(link)
  if (account === null || canEnter(account, home)) return link
  const folder = join(SYSTEM_FOLDER, randomBytes(6).toString('hex'))
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  writeFileSync(join(folder, HOME_RECORD), home, { mode: 0o600 })
  rmSync(link, { force: true })
  symlinkSync(join(folder, 'database'), link)
  return join(folder, 'database')
}

/**
 * Removes databases of homes that were made for a while and are gone: only those below the folder for
 * temporary files, since any other home may be on a disk that is not mounted now.
 */
export async function sweepAbandoned(): Promise<void> {
  if (!existsSync(SYSTEM_FOLDER)) return
  for (const name of readdirSync(SYSTEM_FOLDER)) {
    const folder = join(SYSTEM_FOLDER, name)
    const record = join(folder, HOME_RECORD)
    if (!existsSync(record)) continue
    const home = readFileSync(record, 'utf8')
    if (!home.startsWith(join(tmpdir(), '/')) || existsSync(home)) continue
    await endLeftover(join(folder, 'database'))
    rmSync(folder, { recursive: true, force: true })
  }
}
