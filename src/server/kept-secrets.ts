import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newDataKey } from './data-key.ts'

type Secrets = { database_password: string; session_secret: string; data_key: string }

/** The installation's own secrets, made at its first start and readable only to its user. */
export function keptSecrets(home: string): Secrets {
  const file = join(home, 'secrets.json')
  if (existsSync(file)) {
    const known = JSON.parse(readFileSync(file, 'utf8')) as Secrets // Written below, by us.
    return 'data_key' in known ? known : withDataKey(file, known)
  }
  const secrets = {
    database_password: randomBytes(24).toString('hex'),
    session_secret: randomBytes(32).toString('hex'),
    data_key: newDataKey(),
  }
  mkdirSync(home, { recursive: true })
  writeFileSync(file, `${JSON.stringify(secrets)}\n`, { mode: 0o600, flag: 'wx' })
  return secrets
}

/** Installations of the first release have none. */
function withDataKey(file: string, known: Omit<Secrets, 'data_key'>): Secrets {
  const secrets = { ...known, data_key: newDataKey() }
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return secrets
}
