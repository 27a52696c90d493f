/** The contractors of the demo world, one placement each, and the umbrella companies that pay some of them. */
import type { CastContractor } from './cast-contractor.ts'
import { copperbeech_contractors } from './cast-contractors-copperbeech.ts'
import { larkfield_contractors } from './cast-contractors-larkfield.ts'
import { meridian_contractors } from './cast-contractors-meridian.ts'
import { payroll_contractors } from './cast-contractors-payroll.ts'
import type { CastCompany } from './cast-types.ts'

export const contractors: readonly CastContractor[] = [
  ...larkfield_contractors,
  ...copperbeech_contractors,
  ...meridian_contractors,
  ...payroll_contractors,
]

/** Each pays people of several agencies. */
export const umbrellas: readonly CastCompany[] = [
  {
    key: 'canopy',
    name: 'Canopy Pay Umbrella Limited',
    domain: 'canopypay.example',
    brn: '06172839',
    vat_no: 5208361,
    phone: '+441614960301',
    industries: ['Umbrella employment'],
    address: { line_1: '60 Spring Gardens', city: 'Manchester', zipcode: 'M2 2BQ' },
    people: [],
  },
  {
    key: 'fernleaf',
    name: 'Fernleaf Contractor Services Limited',
    domain: 'fernleafcs.example',
    brn: '08827361',
    vat_no: 6739284,
    phone: '+441244960302',
    industries: ['Umbrella employment'],
    address: { line_1: 'Chester Business Park', city: 'Chester', zipcode: 'CH4 9QP' },
    people: [],
  },
]
