/** One mail at once and outside of the mail log, so that the set-up shows a fault of SMTP at once. */
import { precondition } from '#kernel/errors.ts'
import type { Settings } from '../settings.ts'
import { openMail } from './mail-transport.server.ts'

type Probe = { readonly from: string; readonly to: string; readonly subject: string; readonly text: string }

/** @throws precondition with the server's reason */
export async function sendProbe(
  { smtpUrl, smtpCa }: Pick<Settings, 'smtpUrl' | 'smtpCa'>,
  mail: Probe,
): Promise<void> {
  const transport = openMail(smtpUrl ?? '', smtpCa)
  try {
    await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw precondition(`The mail could not be sent: ${reason}. Check SMTP_URL, then try again.`)
  } finally {
    transport.close()
  }
}
