/** Settings of codes by SMS. */
import { z } from 'zod'
import { webUrl } from './settings-kinds.ts'

/** The gateway that sends messages; null: no SMS is offered. */
export type SmsGateway = {
  readonly url: string
  readonly token: string
  /** Numbers of these countries alone get a code, like `GB`. */
  readonly countries: readonly string[]
} | null

export const smsEnvironment = {
  SMS_URL: webUrl.optional(),
  SMS_TOKEN: z.string().trim().min(1).max(1000).optional(),
  SMS_COUNTRIES: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim().toUpperCase()))
    .refine((parts) => parts.every((part) => /^[A-Z]{2}$/.test(part)), {
      error: 'is no list of countries; write it like GB,IE',
    })
    .default(['GB', 'IE']),
}

export function smsGateway(
  { SMS_URL, SMS_TOKEN, SMS_COUNTRIES }: z.infer<z.ZodObject<typeof smsEnvironment>>,
  faults: string[],
): SmsGateway {
  if (SMS_URL === undefined && SMS_TOKEN === undefined) return null
  if (SMS_URL === undefined) faults.push('SMS_URL is missing; SMS_TOKEN needs it')
  if (SMS_TOKEN === undefined) faults.push('SMS_TOKEN is missing; SMS_URL needs it')
  return { url: SMS_URL ?? '', token: SMS_TOKEN ?? '', countries: SMS_COUNTRIES }
}
