/** The issuers of the mail server's certificate. */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { test_ca, test_certificate, test_certificate_key } from '#test/fixtures/tls.ts'
import { SmtpServer } from '#test/server/smtp.ts'
import { openMail } from './mail-transport.server.ts'

const smtp = new SmtpServer()
let behind = 0
const tls = createServer({ cert: test_certificate, key: test_certificate_key }, (socket) => {
  const inside = connect(behind, '127.0.0.1')
  socket.pipe(inside).pipe(socket)
  for (const end of [socket, inside]) end.on('error', () => socket.destroy())
})
let url = ''
beforeAll(async () => {
  behind = Number(new URL(await smtp.listen()).port)
  tls.listen(0, '127.0.0.1')
  await once(tls, 'listening')
  url = `smtps://localhost:${(tls.address() as AddressInfo).port}` // It listens on a port.
})
afterAll(async () => {
  tls.close()
  await smtp.close()
})

test.each([
  ['the named issuer signed it', test_ca, true],
  ['another issuer is named', test_certificate, false],
  ['Node.js does not know its issuer', null, false],
])('a mail server whose certificate is of an own authority, and %s', async (_, ca, is_sent) => {
  const transport = openMail(url, ca)
  const before = smtp.mails.length
  await transport
    .sendMail({ from: 'stint@example.org', to: 'ada@example.org', subject: 'Hello', text: 'Hello' })
    .catch(() => undefined)
  transport.close()
  expect(smtp.mails.length > before).toBe(is_sent)
})
