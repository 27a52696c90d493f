/** Secrets and signatures after Standard Webhooks 1.0.0. */
import { createHmac, randomBytes } from 'node:crypto'

const MARK = 'whsec_'
const SECRET_BYTES = 32

export const newWebhookSecret = (): string => `${MARK}${randomBytes(SECRET_BYTES).toString('base64')}`

/** The column of the cipher. */
export const SECRET_PLACE = 'platform.webhook.secret_enc'

const signature = (secret: string, text: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(MARK.length), 'base64'))
    .update(text)
    .digest('base64')}`

export type Signed = {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** @param secrets the present one, and the one before while it still counts */
export function signedHeaders(
  secrets: readonly string[],
  message: { readonly message_id: string; readonly at_seconds: number; readonly body: string },
): Signed {
  const id = `msg_${message.message_id}`
  const text = `${id}.${message.at_seconds}.${message.body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(message.at_seconds),
    'webhook-signature': secrets.map((secret) => signature(secret, text)).join(' '),
  }
}
