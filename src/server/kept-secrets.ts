import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Secrets = { database_password: string; session_secret: string }

/** The installation's own secrets, made at its first start and readable only to its user. */
export function keptSecrets(home: string): Secrets {
  const file = join(home, 'secrets.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets // Written below, by us.
  const secrets = {
    database_password: randomBytes(24).toString('hex'),
    session_secret: randomBytes(32).toString('hex'),
  }
  mkdirSync(home, { recursive: true })
  writeFileSync(file, `${JSON.stringify(secrets)}\n`, { mode: 0o600, flag: 'wx' })
  return secrets
}
