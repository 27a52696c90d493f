/** Single documents in each state: invoices of the agencies, suppliers' bills, fees of the provider. */
import { attempt } from './attempt.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

const cashier = 'provider_operations'

type Single = {
  /** Weeks ago. */
  readonly repeats: number
  readonly by: string
  readonly kind: 'sales_invoice' | 'purchase_ledger' | 'adhoc_fee'
  /** The billed client, the supplier, or the agency that pays the fee. */
  readonly whom: string
  readonly title: string
  readonly description?: string
  readonly amount: string
  readonly reference?: string
  readonly ends: 'raised' | 'draft' | 'cancelled'
}

const singles: readonly Single[] = [
  {
    repeats: 6,
    by: 'copperbeech_admin',
    kind: 'sales_invoice',
    whom: 'ashdown',
    title: 'Compliance audit',
    description: 'Audit of site inductions',
    amount: '1650.00',
    ends: 'raised',
  },
  {
    repeats: 6,
    by: 'agency_admin',
    kind: 'purchase_ledger',
    whom: 'canopy',
    title: 'Payroll set-up of four workers',
    amount: '180.00',
    reference: 'CAN-20311',
    ends: 'raised',
  },
  {
    repeats: 6,
    by: cashier,
    kind: 'adhoc_fee',
    whom: 'copperbeech',
    title: 'Legal review of a client contract',
    amount: '320.00',
    ends: 'raised',
  },
  {
    repeats: 3,
    by: 'copperbeech_admin',
    kind: 'purchase_ledger',
    whom: 'fernleaf',
    title: 'Onboarding checks, eleven people',
    amount: '247.50',
    reference: 'FL-88142',
    ends: 'raised',
  },
  {
    repeats: 3,
    by: cashier,
    kind: 'adhoc_fee',
    whom: 'meridian',
    title: 'Funder due diligence',
    amount: '275.00',
    ends: 'raised',
  },
  {
    repeats: 3,
    by: 'meridian_admin',
    kind: 'sales_invoice',
    whom: 'halcyon',
    title: 'Market map',
    description: 'Market map of turbine engineers',
    amount: '2300.00',
    ends: 'raised',
  },
  {
    repeats: 1,
    by: 'agency_admin',
    kind: 'purchase_ledger',
    whom: 'fernleaf',
    title: 'Reference checks, six people',
    amount: '96.00',
    reference: 'FL-88519',
    ends: 'draft',
  },
  {
    repeats: 1,
    by: cashier,
    kind: 'adhoc_fee',
    whom: 'larkfield',
    title: 'Same-day payment, three items',
    amount: '60.00',
    ends: 'draft',
  },
  {
    repeats: 1,
    by: 'agency_admin',
    kind: 'sales_invoice',
    whom: 'orchardvale',
    title: 'Assessment day',
    description: 'Assessment day, twelve people',
    amount: '1400.00',
    ends: 'cancelled',
  },
]

const party = { sales_invoice: 'client_id', purchase_ledger: 'supplier_id', adhoc_fee: 'agency_id' } as const

export function raiseMoreSingles(world: World, repeats: number): Promise<void> {
  return onStage(world, async (stage) => {
    for (const single of singles) if (single.repeats === repeats) await make(world, stage, single)
  })
}

async function make(world: World, stage: Stage, single: Single): Promise<void> {
  const { by, kind, whom, title, description = title, amount, reference, ends } = single
  const made = await attempt<{ id: string }>(stage, by, `contract.${kind}.create`, {
    [party[kind]]: businessId(world, whom),
    title,
    description,
    amount,
    reference,
    payment_terms: kind === 'sales_invoice' ? 30 : 14,
  })
  if (!made || ends === 'draft') return
  // The payer raises a supplier's bill.
  const raiser = kind === 'sales_invoice' ? by : cashier
  if (ends === 'raised') await stage.act(raiser, `contract.${kind}.raise`, { id: made.id })
  else
    await stage.act(by, `contract.${kind}.cancel`, {
      id: made.id,
      comment: 'The client has put it off until spring',
    })
}
