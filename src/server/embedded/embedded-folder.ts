import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
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

/** Root's database folder where the account cannot enter the installation's own. */
export const SYSTEM_FOLDER = '/var/lib/stint'
/** A record beside such a database that names the home linked to it. */
const HOME_RECORD = 'home'

const home_faults: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'there is no permission to write there',
  EPERM: 'there is no permission to write there',
  EROFS: 'it is on a disk that is read only',
  ENOSPC: 'the disk is full',
}

/** Makes the installation's folder. @throws Error whose message is a sentence for the user */
export function openHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true })
    accessSync(home, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException // node:fs throws this type.
    const fault = home_faults[code] ?? message
    throw new Error(`The folder ${home} cannot be used: ${fault}. Set STINT_HOME to another one.`, {
      cause: error,
    })
  }
}

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

/** Removes databases whose temporary home is gone. Homes elsewhere may be on an unmounted disk and are kept. */
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
