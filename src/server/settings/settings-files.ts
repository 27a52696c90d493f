/** Settings of the store of attachments and documents. */
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { webUrl } from './settings-kinds.ts'

/** The store of attachments and documents: a folder, or any S3-compatible store. */
export type FileStore =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3'
      endpoint: string
      region: string
      bucket: string
      accessKeyId: string
      secretAccessKey: string
    }

export const filesEnvironment = {
  FILES_DIR: z.string().optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
}
type Environment = z.infer<z.ZodObject<typeof filesEnvironment>>

/** @param home folder of the installation */
export function fileStore(env: Environment, home: string, faults: string[]): FileStore {
  const folder: FileStore = {
    kind: 'folder',
    folder: env.FILES_DIR ? resolve(env.FILES_DIR) : join(home, 'files'),
  }
  const s3 = {
    S3_ENDPOINT: env.S3_ENDPOINT,
    S3_BUCKET: env.S3_BUCKET,
    S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY,
  }
  const given = Object.values(s3).filter((value) => value !== undefined)
  if (given.length === 0) return folder
  if (env.FILES_DIR !== undefined) faults.push('FILES_DIR and S3_* are both set; keep one of the two')
  const absent = Object.entries(s3).filter(([, value]) => value === undefined)
  for (const [name] of absent) faults.push(`${name} is missing; the other S3 settings need it`)
  return {
    kind: 's3',
    endpoint: env.S3_ENDPOINT ?? '',
    region: env.S3_REGION,
    bucket: env.S3_BUCKET ?? '',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  }
}
