import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The operating-system account that runs the embedded database. */
export type Account = { name: string; uid: number; gid: number }

/** Accounts we may borrow as root, in order of preference. `nobody` exists on every Linux. */
const BORROWED = ['stint', 'postgres', 'nobody']

/** The accounts of a passwd file, by name. */
export function parsePasswd(text: string): Map<string, Account> {
  const lines = text.split('\n').map((line) => line.split(':'))
  return new Map(
    lines
      .filter((part) => /^\d+$/.test(part[2] ?? '') && /^\d+$/.test(part[3] ?? ''))
      .map(([name = '', , uid, gid]) => [name, { name, uid: Number(uid), gid: Number(gid) }]),
  )
}

/**
 * PostgreSQL refuses to run as root, so root uses an ordinary account: the owner of existing data, else the first of
 * our list.
 * @returns null for an ordinary user
 */
export function databaseAccount(data: string): Account | null {
  if (process.getuid?.() !== 0) return null
  if (existsSync(data)) {
    const { uid, gid } = statSync(data)
    if (uid !== 0) return { name: `user ${uid}`, uid, gid }
  }
  const accounts = parsePasswd(readFileSync('/etc/passwd', 'utf8'))
  for (const name of BORROWED) {
    const account = accounts.get(name)
    if (account && account.uid !== 0) return account
  }
  throw new Error(
    `PostgreSQL does not run as root, and this machine has none of the accounts ${BORROWED.join(', ')}: start Stint as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Can the account enter every folder on the way? */
export function canEnter(account: Account, folder: string): boolean {
  let at = existsSync(folder) ? realpathSync(folder) : folder
  for (;;) {
    if (existsSync(at)) {
      const { mode, uid, gid } = statSync(at)
      const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
      if ((mode & bit) === 0) return false
    }
    const up = dirname(at)
    if (up === at) return true
    at = up
  }
}
