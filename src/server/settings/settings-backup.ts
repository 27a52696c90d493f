/** Settings of backups. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { wholeNumber } from './settings-kinds.ts'

/** Where backups go, to which keys, and how long they stay. */
export type BackupSettings = {
  readonly folder: string
  /** Public keys; the private ones are elsewhere. */
  readonly recipients: readonly string[]
  /** London time of the nightly full backup, `HH:mm`. */
  readonly at: string
  readonly keep_days: number
  readonly rate_bytes: number
}

/** A public key of age. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/

export const backupEnvironment = {
  BACKUP_TARGET: z
    .string()
    .refine((text) => text === 'off' || /^s3:\/\/./.test(text) || /^[./~]/.test(text), {
      error: 'is neither a folder, s3://bucket nor off',
    })
    .default('off'),
  BACKUP_RECIPIENT: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((keys) => keys.every((key) => RECIPIENT.test(key)), {
      error: 'is no public key of age; run npm run backup -- --new-key',
    })
    .default([]),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'is no time of day; write it like 02:15' })
    .default('02:15'),
  BACKUP_KEEP_DAYS: wholeNumber(1, 365, 7).default(7),
  BACKUP_RATE: wholeNumber(1, 10_000, 50).default(50),
}
type Environment = z.infer<z.ZodObject<typeof backupEnvironment>>

/** A backup needs a key that this machine does not hold. */
export function backupOf(env: Environment, faults: string[]): BackupSettings | null {
  if (env.BACKUP_TARGET === 'off') return null
  if (env.BACKUP_TARGET.startsWith('s3:'))
    faults.push(
      'BACKUP_TARGET is s3://, and this version keeps backups in a folder only; write a folder or off',
    )
  if (env.BACKUP_RECIPIENT.length === 0)
    faults.push('BACKUP_RECIPIENT is missing; run npm run backup -- --new-key')
  return {
    folder: resolve(env.BACKUP_TARGET),
    recipients: env.BACKUP_RECIPIENT,
    at: env.BACKUP_AT,
    keep_days: env.BACKUP_KEEP_DAYS,
    rate_bytes: env.BACKUP_RATE * 1e6,
  }
}
