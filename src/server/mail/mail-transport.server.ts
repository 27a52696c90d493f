/** The way to the mail server: encrypted outside this machine. */
import { createTransport } from 'nodemailer'
import { LOOPBACK } from '../settings/settings-kinds.ts'

/** A silent server must not keep a worker for long. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const

/** STARTTLS is asked for, so that nobody between can leave it out. An address with `ignoreTLS=true` says that it is open. */
function needsTls(smtp_url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtp_url)
  return protocol === 'smtp:' && !LOOPBACK.includes(hostname) && searchParams.get('ignoreTLS') !== 'true'
}

/** @param ca issuers of the server's certificate (PEM); null = those that Node.js trusts */
export const openMail = (smtp_url: string, ca: string | null = null) =>
  createTransport({
    url: smtp_url,
    ...patience,
    ...(needsTls(smtp_url) ? { requireTLS: true } : {}),
    ...(ca === null ? {} : { tls: { ca } }),
  })
