/** Settings of the log server. */
import { z } from 'zod'
import { closedUrl } from './settings-kinds.ts'

export type LogServer = { readonly url: string; readonly token: string | null }

export const logsEnvironment = {
  LOG_URL: closedUrl('https://logs.example.org/stint').optional(),
  LOG_TOKEN: z.string().min(16, { error: 'is too short; write at least 16 characters' }).optional(),
}

/** null = lines go to standard output alone. */
export function logServerOf(
  { LOG_URL, LOG_TOKEN }: z.infer<z.ZodObject<typeof logsEnvironment>>,
  faults: string[],
): LogServer | null {
  if (LOG_URL === undefined && LOG_TOKEN !== undefined) faults.push('LOG_URL is missing; LOG_TOKEN needs it')
  return LOG_URL === undefined ? null : { url: LOG_URL, token: LOG_TOKEN ?? null }
}
