/** Sends a text through the gateway of SMS_URL. */
import { UnavailableError } from '../failure.ts'
import type { SmsGateway } from '../settings/settings-sms.ts'
import { tracedCall } from '../trace/traced-call.ts'

const TIMEOUT_MS = 5_000

/** The gateway refused the text, or did not answer in time. */
export class SmsNotSent extends UnavailableError {
  override name = 'SmsNotSent'
  override readonly retry_after_seconds = 30
  constructor(options?: ErrorOptions) {
    super('The code could not be sent. Please try again in 30 seconds.', options)
  }
}

/**
 * @param reference of this text, for the gateway's own log
 * @throws SmsNotSent after an answer other than 2xx, and after five seconds
 */
export async function sendSms(
  { url, token }: NonNullable<SmsGateway>,
  text: { readonly to: string; readonly text: string; readonly reference: string },
  timeout_ms = TIMEOUT_MS,
): Promise<void> {
  await tracedCall('send text', url, async (trace) => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...trace },
        body: JSON.stringify(text),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout_ms),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`status ${answer.status}`)
    } catch (error) {
      throw new SmsNotSent({ cause: error })
    }
  })
}
