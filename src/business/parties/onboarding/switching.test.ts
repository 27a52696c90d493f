import { expect, test } from 'vitest'
import { can, offeredSwitch, type SwitchFacts } from './switching.rules.ts'

const facts: SwitchFacts = {
  kind: 'client',
  human_id: 'CLI000012',
  status: 'on',
  placements: 0,
  open: [],
  is_shared: false,
}
const provider = { category: 'provider', roles: ['provider_admin'] } as const
const agency = { category: 'agency', roles: ['agency_admin'] } as const

test.each([
  [{ placements: 3, open: ['£80,797.06'] }, 'Client CLI000012 has 3 live placements and £80,797.06 open'],
  [{ placements: 1 }, 'Client CLI000012 has 1 live placement'],
  [{ status: 'off' }, 'Client CLI000012 is already switched off'],
  [{ status: 'submitted' }, 'Client CLI000012 is submitted and cannot be switched off'],
] as const)('switching off is refused for %j: %s', (change, message) => {
  expect(can.deactivate({ ...facts, ...change }, provider)).toMatchObject({ message })
})

test('the provider switches all, an agency the contractors that work for it alone', () => {
  const contractor = { ...facts, kind: 'contractor' } as const
  expect([
    offeredSwitch(facts, provider),
    offeredSwitch({ ...facts, placements: 2 }, provider),
    offeredSwitch({ ...facts, status: 'off' }, provider),
    offeredSwitch(facts, agency),
    offeredSwitch(contractor, agency),
    offeredSwitch({ ...contractor, is_shared: true }, agency),
    offeredSwitch(contractor, { category: 'agency', roles: ['agency_user'] }),
  ]).toEqual(['deactivate', 'deactivate', 'reactivate', null, 'deactivate', null, null])
})
