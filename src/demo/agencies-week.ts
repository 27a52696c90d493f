/**
 * Expenses and placements of the agencies that bill themselves or have a funder, and of Larkfield's other workers.
 */
import { addDays, type Day } from '#kernel/day.ts'
import { agreePermFees } from './perm-fees.ts'
import { businessId, onStage, placementIn, type Stage, type World } from './stage.ts'

type Made = { readonly id: string }

/** The person who acts for each agency, and the client that takes its permanent placements. */
const agencies = {
  larkfield: { admin: 'agency_admin', client: 'brightwater', manager: 'hiring_manager' },
  copperbeech: { admin: 'copperbeech_admin', client: 'ashdown', manager: 'ashdown_hiring_manager' },
  meridian: { admin: 'meridian_admin', client: 'cathedral', manager: 'cathedral_hiring_manager' },
} as const
type Agency = keyof typeof agencies

/**
 * Expenses of the other workers: each agency's funding, in pounds and euro, claimed by the worker or entered for
 * them.
 */
export function claimMore(world: World, day: Day, repeats: number): Promise<void> {
  const item = (type: string, description: string, amount: string, tax_amount: string) => ({
    from_date: addDays(day, -2),
    type,
    description,
    amount,
    tax_amount,
  })
  type Claim = {
    readonly who: string
    readonly by: string
    readonly approver: string
    readonly items: object[]
  }
  const claims: Record<number, Claim> = {
    6: {
      who: 'fergus_adair',
      by: 'fergus_adair',
      approver: 'cloverhill_timesheet_approver',
      items: [
        item('travel', 'Flight to Dublin', '146.00', '0.00'),
        item('accommodation', 'Hotel, one night', '118.00', '0.00'),
      ],
    },
    5: {
      who: 'jonathan_ferris',
      by: 'jonathan_ferris',
      approver: 'cathedral_timesheet_approver',
      items: [item('training', 'Course on reserving standards', '420.00', '84.00')],
    },
    3: {
      who: 'agnieszka_wojcik',
      by: 'copperbeech_consultant',
      approver: 'penninelogistics_timesheet_approver',
      items: [item('equipment', 'Safety boots', '64.00', '0.00')],
    },
    1: {
      who: 'clara_weston',
      by: 'clara_weston',
      approver: '',
      items: [item('travel', 'Train to Düsseldorf', '97.50', '0.00')],
    },
  }
  // All year, one worker travels to the client's other site.
  const regular: Claim = {
    who: 'yusuf_rahman',
    by: 'yusuf_rahman',
    approver: 'timesheet_approver',
    items: [item('travel', 'Train to the data centre in Newport', '28.40', '0.00')],
  }
  const claim = repeats > 6 && repeats % 8 === 4 ? regular : claims[repeats]
  return onStage(world, async (stage) => {
    const contract_id = claim && placementIn(world, claim.who)
    if (!claim || !contract_id) return
    const { id } = await stage.act<Made>(claim.by, 'transaction.expense.create', {
      contract_id,
      details: claim.items,
    })
    await stage.act(claim.by, 'transaction.expense.submit', { id })
    if (claim.approver !== '') await stage.act(claim.approver, 'transaction.expense.approve', { ids: [id] })
  })
}

/** Permanent placements of the other agencies: invoiced, rebated, refused by the client, withdrawn, a draft. */
export function placeMore(world: World, day: Day, repeats: number): Promise<void> {
  return onStage(world, async (stage) => {
    const place = async (
      agency: Agency,
      candidate_name: string,
      title: string,
      starts: Day,
      more: object = {},
    ) => {
      await agreePermFees(world, stage, agency, day)
      const { admin, client } = agencies[agency]
      const made = await stage.act<Made>(admin, 'contract.perm_placement.create', {
        client_id: businessId(world, client),
        title,
        candidate_name,
        contract_start_date: starts,
        placement_fee: '7200.00',
        funding_type: 'funded',
        client_payment_terms: 30,
        guarantee_period: 90,
        ...more,
      })
      return made.id
    }
    const ask = (agency: Agency, id: string) =>
      stage.act(agencies[agency].admin, 'contract.perm_placement.submit', { id })
    const answer = (agency: Agency, how: string, id: string, comment?: string) =>
      stage.act(agencies[agency].manager, `contract.perm_placement.${how}`, { id, comment })
    const inForce = (id: string) =>
      stage.act('provider_operations', 'contract.perm_placement.activate', { id })
    if (repeats === 6) {
      const id = await place('copperbeech', 'Oyelaran Adeyemi', 'Site engineer', addDays(day, 3), {
        funding_type: 'partly_funded',
      })
      await ask('copperbeech', id)
      await answer('copperbeech', 'approve', id)
      await inForce(id)
    }
    if (repeats === 5) {
      const funder_id = businessId(world, 'harbourline')
      const id = await place('meridian', 'Philippa Strand', 'Head of pricing', addDays(day, 3), {
        placement_fee: '18500.00',
        funder_id,
      })
      await ask('meridian', id)
      await answer('meridian', 'approve', id)
      await inForce(id)
      const signed = await place('larkfield', 'Callum Reyes', 'Support analyst', addDays(day, 3), {
        placement_fee: '4200.00',
      })
      await ask('larkfield', signed)
      await answer('larkfield', 'approve', signed)
      await inForce(signed)
    }
    if (repeats === 2) {
      await rebate(world, stage, day)
      const id = await place('larkfield', 'Teodora Ilić', 'Delivery manager', addDays(day, 40))
      await ask('larkfield', id)
      await answer('larkfield', 'reject', id, 'We have filled the post from within')
      const twice = await place('copperbeech', 'Wilfred Nkemelu', 'Quality manager', addDays(day, 30))
      await stage.act('copperbeech_admin', 'contract.perm_placement.cancel', {
        id: twice,
        comment: 'The candidate has taken another offer',
      })
    }
    if (repeats === 0) await place('larkfield', 'Ines Carvalho', 'Product owner', addDays(day, 45))
  })
}

/** The candidate left within the guarantee: the client gets a part of the fee back. */
async function rebate(world: World, stage: Stage, day: Day): Promise<void> {
  const left = await stage.tx.row<Made>(
    `select c.id from contract.contract c where c.type = 'perm_placement' and c.status = 'active' and c.candidate_name = 'Callum Reyes'
       and c.agency_id = $1 and exists (select from transaction.invoice_set s where s.contract_id = c.id)`,
    [businessId(world, 'larkfield')],
  )
  if (!left) return
  await stage.act('provider_operations', 'contract.perm_placement.rebate', {
    id: left.id,
    left_date: addDays(day, -1),
    amount: '2520.00',
    comment: 'Left in the third week: half of the fee by the terms agreed',
  })
}
