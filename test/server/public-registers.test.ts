/** The registers of a story answer about its own companies, by the published definitions. */
import { expect, test } from 'vitest'
import { systemClock } from '#kernel/clock.ts'
import { openRegister } from '#server/lookups/companies-house.server.ts'
import { openVatRegister } from '#server/lookups/vat-register.server.ts'
import { parseSettings } from '#server/settings.ts'
import { publicRegisters } from '../fixtures/public-registers.ts'

const larch = {
  number: '00445790',
  name: 'Larch Talent Ltd',
  street: '4 Canal Street',
  city: 'Leeds',
  postcode: 'LS1 4PA',
}

test('a company and a trader of a story, each by its own number', async () => {
  const variables = await publicRegisters([larch], [{ vat_number: '340804329', name: 'Larch Talent Ltd' }])
  const { companiesHouse, vatRegister } = parseSettings(variables)
  if (!companiesHouse || !vatRegister) throw new Error('both registers are set up')
  expect(await openRegister(companiesHouse, systemClock).byNumber('00445790')).toMatchObject([
    {
      number: '00445790',
      name: 'Larch Talent Ltd',
      status: 'active',
      address: { city: 'Leeds' },
      officers: [],
    },
  ])
  expect(await openVatRegister(vatRegister, systemClock).trader('340804329', null)).toMatchObject({
    number: '340804329',
    name: 'Larch Talent Ltd',
  })
})
