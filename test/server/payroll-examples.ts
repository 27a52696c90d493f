/** Examples of verbs of payroll data. */
import type { Viewer } from '#entity/access.ts'
import { act } from '../fixtures/world.ts'
import { admin, type Example, type Stage } from './example-parts.ts'

const categories = ['agency', 'provider'] as const

let made = 0

/** References that no other scheme has. */
const scheme = () => {
  made += 1
  return {
    employer_reference: `123/AB${made}`,
    accounts_office_reference: '123PA00012345',
    corporation_tax_reference: '1123456789',
    payment_frequency: 'monthly',
    levy_charge: 'none',
    associated_group: 'Northern',
  }
}

async function schemeOf(stage: Stage, viewer: Viewer): Promise<string> {
  const input = { business_id: stage.agency.id, ...scheme() }
  return (await act<{ id: string }>(stage, viewer, 'business.paye_scheme.create', input)).id
}

export const payroll_examples: Readonly<Record<string, Example>> = {
  'business.paye_scheme.create': {
    by: admin,
    categories,
    input: async (stage) => ({ business_id: stage.agency.id, ...scheme() }),
  },
  'business.paye_scheme.update': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({ id: await schemeOf(stage, viewer), ...scheme() }),
  },
  'business.paye_scheme_year.set': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      paye_scheme_id: await schemeOf(stage, viewer),
      tax_year: '2026-27',
      is_small_employer: true,
      claims_employment_allowance: true,
      allowance_declared_by: 'Ada Byron',
      levy_allowance: '9000.00',
    }),
  },
}
