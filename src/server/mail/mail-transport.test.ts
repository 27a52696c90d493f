import { afterAll, beforeAll, expect, test } from 'vitest'
import { SmtpServer } from '#test/server/smtp.ts'
import { openMail } from './mail-transport.server.ts'

const smtp = new SmtpServer()
let port = ''
beforeAll(async () => {
  port = new URL(await smtp.listen()).port
})
afterAll(() => smtp.close())

async function sent(smtp_url: string): Promise<boolean> {
  const transport = openMail(smtp_url)
  const before = smtp.mails.length
  await transport
    .sendMail({ from: 'stint@example.org', to: 'ada@example.org', subject: 'Hello', text: 'Hello' })
    .catch(() => undefined)
  transport.close()
  return smtp.mails.length > before
}

// The server of the test knows no TLS. 0.0.0.0 is this machine, by a name that is not known as its own.
test.each([
  ['127.0.0.1', '', true],
  ['0.0.0.0', '', false],
  ['0.0.0.0', '?ignoreTLS=true', true],
])('a mail server at %s%s without TLS gets the mail: %s', async (host, query, is_sent) => {
  expect(await sent(`smtp://${host}:${port}/${query}`)).toBe(is_sent)
})
