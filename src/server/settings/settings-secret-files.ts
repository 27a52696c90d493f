/** Secrets from files: `SMTP_URL_FILE` names a file that holds SMTP_URL, as containers mount them. */
import { readFileSync } from 'node:fs'

/** Settings that are secrets or hold one. METRICS_TOKEN, BOOKS_KEY and ANCHOR_KEY are files alone. */
const SECRETS = [
  'DATABASE_URL',
  'READ_DATABASE_URL',
  'ROLE_SECRET',
  'SESSION_SECRET',
  'DATA_KEY',
  'DATA_KEY_OLD',
  'SMTP_URL',
  'LOG_TOKEN',
  'PUBLIC_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_ID',
  'MICROSOFT_CLIENT_SECRET',
  'COMPANIES_HOUSE_KEY',
  'HMRC_VAT_CLIENT_ID',
  'HMRC_VAT_CLIENT_SECRET',
  'SMS_URL',
  'SMS_TOKEN',
  'MESSAGING_URL',
  'MESSAGING_TOKEN',
  'SIGNING_P12_PASSWORD',
  'DOCUMENSO_TOKEN',
  'DOCUMENSO_WEBHOOK_SECRET',
] as const

function textIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

/** The variables that are not empty, with secrets read from their files. Adds faults in words. */
export function withSecretFiles(
  variables: Readonly<Record<string, string | undefined>>,
  faults: string[],
): Record<string, string | undefined> {
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  for (const name of SECRETS) {
    const file = present[`${name}_FILE`]
    if (file === undefined) continue
    if (present[name] !== undefined) faults.push(`${name} and ${name}_FILE are both set; keep one of the two`)
    const text = textIn(file)
    if (!text) faults.push(`${name}_FILE names no file with a text: ${file}`)
    else present[name] = text
  }
  return present
}
