/** Settings of texts to people: codes by SMS, and messages on records. */
import { z } from 'zod'
import type { HmrcSettings } from './settings-hmrc.ts'
import { url, webUrl } from './settings-kinds.ts'

/** The gateway that sends messages; null: no SMS is offered. */
export type SmsGateway = {
  readonly url: string
  readonly token: string
  /** Numbers of these countries alone get a code, like `GB`. */
  readonly countries: readonly string[]
} | null

const smsEnvironment = {
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

function smsGateway(
  { SMS_URL, SMS_TOKEN, SMS_COUNTRIES }: z.infer<z.ZodObject<typeof smsEnvironment>>,
  faults: string[],
): SmsGateway {
  if (SMS_URL === undefined && SMS_TOKEN === undefined) return null
  if (SMS_URL === undefined) faults.push('SMS_URL is missing; SMS_TOKEN needs it')
  if (SMS_TOKEN === undefined) faults.push('SMS_TOKEN is missing; SMS_URL needs it')
  return { url: SMS_URL ?? '', token: SMS_TOKEN ?? '', countries: SMS_COUNTRIES }
}

export type Messaging = { readonly url: string; readonly token: string }

/** Services that get something from us. Without messaging no message is sent, and none is offered. */
export type GatewaySettings = HmrcSettings & {
  readonly sms: SmsGateway
  readonly messaging: Messaging | null
}

const messagingEnvironment = {
  /** The token goes there, so it needs https. */
  MESSAGING_URL: url(['https:'], 'https://messages.example.org/send').optional(),
  MESSAGING_TOKEN: z.string().trim().min(1).max(1000).optional(),
}

function messagingOf(
  { MESSAGING_URL, MESSAGING_TOKEN }: z.infer<z.ZodObject<typeof messagingEnvironment>>,
  faults: string[],
): Messaging | null {
  if (MESSAGING_URL === undefined && MESSAGING_TOKEN === undefined) return null
  if (MESSAGING_URL === undefined) faults.push('MESSAGING_URL is missing; MESSAGING_TOKEN needs it')
  if (MESSAGING_TOKEN === undefined) faults.push('MESSAGING_TOKEN is missing; MESSAGING_URL needs it')
  return { url: MESSAGING_URL ?? '', token: MESSAGING_TOKEN ?? '' }
}

export const textsEnvironment = { ...smsEnvironment, ...messagingEnvironment }

export const textGatewaysOf = (env: z.infer<z.ZodObject<typeof textsEnvironment>>, faults: string[]) => ({
  sms: smsGateway(env, faults),
  messaging: messagingOf(env, faults),
})
