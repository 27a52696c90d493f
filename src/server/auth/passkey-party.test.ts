import { expect, test } from 'vitest'
import { passkeyParty } from './passkey-party.ts'

const party = (publicUrl: string | null, host: string) =>
  passkeyParty({ publicUrl }, { protocol: 'http', host })

test('passkeys belong to the host of PUBLIC_URL', () => {
  expect(party('https://stint.example.org:8443', 'elsewhere')).toEqual({
    rp_id: 'stint.example.org',
    origin: 'https://stint.example.org:8443',
  })
})

test('without one they belong to localhost alone', () => {
  expect(party(null, 'localhost:8080')).toEqual({ rp_id: 'localhost', origin: 'http://localhost:8080' })
  expect(party(null, 'stint.internal:8080')).toBeNull()
})

test.each(['127.0.0.1:8080', '[::1]:8080'])('an address of numbers has none: %s', (host) => {
  expect(party(null, host)).toBeNull()
  expect(party(`http://${host}`, host)).toBeNull()
})
