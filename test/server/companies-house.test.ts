/** The look-up of companies against Prism as Companies House, by its published definition (onboarding, tests). */
import { beforeAll, describe, expect, test } from 'vitest'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { openRegister } from '#server/lookups/companies-house.server.ts'
import { RegisterDown } from '#server/lookups/register-call.server.ts'
import { prismMock } from '../fixtures/prism.ts'

const contract = new URL('../fixtures/companies-house.openapi.json', import.meta.url)
const clock = fixedClock(instant('2026-03-04T09:30:00.000Z'))
const KEY = 'a-key-of-companies-house'
const registerAt = (url: string) => openRegister({ url, key: KEY }, clock)

describe('by its examples', () => {
  let url = ''
  beforeAll(async () => {
    url = await prismMock(contract)
  })

  test('a company of a number with its active officers', async () => {
    expect(await registerAt(url).byNumber('00000006')).toMatchObject([
      {
        number: '00000006',
        name: 'MARINE AND GENERAL MUTUAL LIFE ASSURANCE SOCIETY',
        status: 'active',
        date_of_creation: '1862-10-25',
        address: { line_1: '20 Fenchurch Street', city: 'London', zipcode: 'EC3M 3AZ', country_code: 'GB' },
        officers: [{ name: 'BYRON, Ada', role: 'director' }],
      },
    ])
  })

  test('companies by words that an address would read otherwise', async () => {
    expect(await registerAt(url).byWords('A & B/../?q=#')).toMatchObject([
      { number: 'SC000001', name: 'A & B', status: 'dissolved' },
    ])
  })

  test('the definition refuses a call without the key, and one without its words', async () => {
    expect((await fetch(`${url}/company/00000006`)).status).toBe(401)
    const authorization = `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`
    const bare = await fetch(`${url}/search/companies`, { headers: { authorization } })
    expect(bare.ok).toBe(false)
  })
})

describe('by status', () => {
  test('404 is an unknown company', async () => {
    expect(await registerAt(await prismMock(contract, { code: 404 })).byNumber('99999999')).toEqual([])
  })

  test('401 is a register that is down; its reason is for the log and does not hold the key', async () => {
    const register = registerAt(await prismMock(contract, { code: 401 }))
    for (const asked of [register.byNumber('00000006'), register.byWords('Larch')]) {
      const reason = await asked.catch((error: unknown) => error)
      expect(reason).toBeInstanceOf(RegisterDown)
      expect(String(reason)).toBe('RegisterDown: status 401')
    }
  })
})

test('every answer that the definition allows is read', async () => {
  const register = registerAt(await prismMock(contract, { dynamic: true }))
  for (let i = 1; i <= 40; i += 1) {
    const [company] = await register.byNumber(String(i).padStart(8, '0'))
    expect(company?.number).toEqual(expect.any(String))
    for (const { name } of await register.byWords(`company ${i}`)) expect(name).toEqual(expect.any(String))
  }
})
