/** What the law and a second person check: statements on IR35, equal treatment, an added role, an account of two payees. */

import { onePage } from '../one-page.ts'
import { businessId, contactId, onStage, placementIn, type World } from '../stage.ts'
import { attachFile } from './attach-file.ts'
import type { Store } from './store.ts'

type Statement = {
  readonly contractor: string
  readonly decision: 'inside' | 'outside'
  readonly reasons: string
  readonly is_verified: boolean
  readonly disagreement?: string
}

const statements: readonly Statement[] = [
  {
    contractor: 'contractor',
    decision: 'outside',
    reasons: 'The company may send another engineer and uses its own equipment',
    is_verified: true,
  },
  {
    contractor: 'yusuf_rahman',
    decision: 'inside',
    reasons: 'The client decides how and when the work is done',
    is_verified: true,
    disagreement: 'My company sent another engineer in May, and the client agreed',
  },
  {
    contractor: 'hannah_prentice',
    decision: 'outside',
    reasons: 'The company works for three clients and corrects faults at its own cost',
    is_verified: false,
  },
]

/** Only for a started demo, as its other files. */
export async function makeChecks(world: World, store: Store): Promise<void> {
  for (const statement of statements) await makeStatement(world, store, statement)
  await makeFlag(world)
  await onStage(world, async ({ act }) => {
    await act('agency_admin', 'business.business_contact.update', {
      id: contactId(world, 'timesheet_approver'),
      first_name: 'Amelia',
      last_name: 'Stanton',
      email: 'amelia.stanton@brightwater.example',
      roles: ['timesheet_approver', 'hiring_manager'],
      is_active: true,
    })
    const id = placementIn(world, 'contractor_umbrella')
    if (id)
      await act('agency_admin', 'contract.temp_placement.set_comparable_rate', {
        id,
        awr_comparable_rate: '15.50',
      })
  })
}

async function makeStatement(world: World, store: Store, one: Statement): Promise<void> {
  const contract_id = placementIn(world, one.contractor)
  if (!contract_id) return
  const { id } = await onStage(world, ({ act }) =>
    act<{ id: string }>('hiring_manager', 'contract.status_determination.add', {
      contract_id,
      decision: one.decision,
      reasons: one.reasons,
      determined_by: 'Joanne Pryce',
      determined_on: world.clock.today(),
    }),
  )
  await attachFile(
    { world, store },
    'hiring_manager',
    { parent_entity: 'contract.status_determination', parent_id: id },
    { file_name: 'Status determination.pdf', content: onePage('Status determination') },
  )
  if (!one.is_verified) return
  await onStage(world, async ({ act }) => {
    await act('agency_admin', 'contract.status_determination.verify', { id })
    const { disagreement } = one
    if (disagreement)
      await act(one.contractor, 'contract.status_determination.disagree', { id, disagreement })
  })
}

/** A client's account with the number of a payee's: payments to the payee wait until the provider accepts the flag. */
async function makeFlag(world: World): Promise<void> {
  await onStage(world, async ({ tx, act }) => {
    const account = await tx.row<{ account_number: string; sort_code: string; business_id: string }>(
      `select a.account_number, a.sort_code, c.client_id as business_id
       from contract.contract c join business.bank_account a on a.business_id = c.payment_company_id
       where c.agency_id = $1 and c.status = 'active' and a.status = 'confirmed' and a.purpose = 'payout'
         and a.sort_code is not null and a.deleted_at is null
         and exists (select from business.business p where p.id = c.payment_company_id and p.type = 'limited')
         and not exists (select from business.bank_account o where o.business_id = c.client_id)
       order by c.human_id limit 1`,
      [businessId(world, 'meridian')],
    )
    if (!account) return
    await act('provider_operations', 'business.bank_account.create', {
      ...account,
      bank_name: 'Severn Mutual Bank',
      account_holder_name: 'Accounts payable',
      purpose: 'payout',
      currency: 'GBP',
    })
  })
}
