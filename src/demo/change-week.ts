/** Requested changes of one week: placements, payment terms, fees, bank accounts, people. */
import { present } from '#kernel/assert.ts'
import { addDays, type Day, weekday } from '#kernel/day.ts'
import { attempt } from './attempt.ts'
import { payoutAccount } from './make-accounts.ts'
import { businessId, onStage, placementIn, type Stage, type World } from './stage.ts'

type Made = { readonly id: string }

/** Rates and terms are asked for only where an invoice contact of the client has joined. */
const invoiceContactsJoin = ({ tx }: Stage): Promise<unknown> =>
  tx.run(
    `update business.business_contact set joined_at = created_at
     where user_id is not null and joined_at is null and 'invoice_contact' = any (roles)`,
  )

/** Change requests of placements, one in each state. */
export function changePlacements(world: World, day: Day, repeats: number): Promise<void> {
  return onStage(world, async (stage) => {
    await invoiceContactsJoin(stage)
    const monday = (weeks: number) => addDays(day, 7 * weeks + 1 - weekday(day))
    const ask = async (by: string, contractor: string, comment: string, change: object) => {
      const contract_id = placementIn(world, contractor)
      if (!contract_id) return null
      return attempt<Made>(stage, by, 'request.change_request.create', { contract_id, comment, ...change })
    }
    const rates = (contractor: string, contractor_rate: string, client_rate: string) => ({
      effective_from: monday(2),
      rates: [
        {
          group_id: present(world.placements.get(placementIn(world, contractor) ?? ''), 'a placement')
            .standard_group,
          contractor_rate,
          client_rate,
        },
      ],
    })
    const decide = (by: string, how: string, one: Made | null, comment: string) =>
      one && stage.act(by, `request.change_request.${how}`, { ids: [one.id], comment })
    if (repeats === 5 && placementIn(world, 'hannah_prentice')) {
      const rise = await ask(
        'agency_consultant',
        'hannah_prentice',
        'Agreed with the client for the second year',
        rates('hannah_prentice', '46.00', '57.50'),
      )
      await decide('invoice_contact', 'approve', rise, 'As we agreed')
      await decide('hannah_prentice', 'approve', rise, 'Thank you')
    }
    if (repeats === 4) {
      const place = await ask('agency_consultant', 'leo_okonkwo', 'The team moves', {
        work_location: 'Cardiff',
      })
      await decide('hiring_manager', 'reject', place, 'The team stays in Bristol until summer')
    }
    if (repeats === 3) {
      const title = await ask('agency_admin', 'simone_delacroix', 'New role from next month', {
        title: 'Lead systems engineer',
      })
      await decide('agency_admin', 'cancel', title, 'The client has changed its mind before it answered')
    }
    if (repeats === 1 && placementIn(world, 'yusuf_rahman')) {
      await ask(
        'agency_consultant',
        'yusuf_rahman',
        'Rate of the third year',
        rates('yusuf_rahman', '54.00', '66.00'),
      )
      await ask('copperbeech_consultant', 'grace_mensah', 'New order number of the client', {
        po_number: 'PO-ASHD-5120',
      })
    }
    if (repeats === 0) {
      const end = await ask(
        'meridian_consultant',
        'anika_sharma',
        'The programme is closed at the end of next month',
        {
          end_date: addDays(day, 50),
        },
      )
      await decide('cathedral_hiring_manager', 'approve', end, 'Confirmed')
    }
  })
}

/** Payment terms agreed, pending and withdrawn; a fee that changes next month. */
export function changeTerms(world: World, day: Day, repeats: number): Promise<void> {
  return onStage(world, async (stage) => {
    await invoiceContactsJoin(stage)
    const ask = (by: string, client: string, placement_type: string, payment_terms: number) =>
      stage.act<Made>(by, 'config.payment_terms.create', {
        client_id: businessId(world, client),
        placement_type,
        payment_terms,
        effective_from: day,
      })
    if (repeats === 5) {
      const { id } = await ask('agency_admin', 'brightwater', 'perm_placement', 30)
      await stage.act('invoice_contact', 'config.payment_terms.approve', { id })
    }
    if (repeats === 3) {
      const { id } = await ask('copperbeech_admin', 'millrace', 'temp_placement', 21)
      await stage.act('copperbeech_admin', 'config.payment_terms.withdraw', { id })
    }
    if (repeats === 1) await ask('agency_admin', 'kestrel', 'temp_placement', 21)
    if (repeats === 2) {
      const fee = await stage.tx.row<Made>(
        `select id from contract.service_charge where agency_id = $1 and fee_type = 'platform_fee'
           and service_type = 'temp_placement' and effective_to is null`,
        [businessId(world, 'meridian')],
      )
      await stage.act('provider_admin', 'contract.service_charge.supersede', {
        id: present(fee, 'the platform fee').id,
        value: '0.45',
        effective_from: addDays(day, 30),
      })
    }
  })
}

/** Credit limits that agencies asked for: approved for less, rejected, and one that waits. */
export function askLimits(world: World, day: Day, repeats: number): Promise<void> {
  return onStage(world, async (stage) => {
    const ask = (by: string, client: string, amount: string, reason: string) =>
      attempt<Made>(stage, by, 'business.credit_limit.request', {
        client_id: businessId(world, client),
        amount,
        reason,
        valid_from: day,
        valid_to: addDays(day, 365),
      })
    const decide = (one: Made | null, more: object) =>
      one && attempt(stage, 'provider_admin', 'business.credit_limit.decide', { id: one.id, ...more })
    if (repeats === 3)
      await decide(await ask('copperbeech_admin', 'millrace', '400000.00', 'Two more sites from spring'), {
        outcome: 'rejected',
        comment: 'Its last accounts are not filed yet',
      })
    if (repeats === 2)
      await decide(await ask('agency_admin', 'kestrel', '500000.00', 'Twelve engineers for the new plant'), {
        outcome: 'approved',
        amount: '360000.00',
        comment: 'As far as the insurer goes',
      })
    if (repeats === 0)
      await ask('agency_consultant', 'brightwater', '320000.00', 'Four analysts start next month')
  })
}

/** Accounts that wait for a second person, and one that the payee denied on the telephone. */
export function changeAccounts(world: World, repeats: number): Promise<void> {
  return onStage(world, async (stage) => {
    const change = async (by: string, contractor: string) => {
      const old = await accountOf(world, stage, contractor)
      if (!old) return null
      const { currency: _, ...details } = payoutAccount(`${old.account_holder_name} new`, 'GBP')
      return attempt<Made>(stage, by, 'business.bank_account.update', {
        ...details,
        id: old.id,
        account_holder_name: old.account_holder_name,
      })
    }
    if (repeats === 3) {
      const wrong = await change('agency_admin', 'dominic_savage')
      if (wrong)
        await stage.act('provider_approver', 'business.bank_account.reject', {
          id: wrong.id,
          reason: 'The payee says on the telephone that they have not changed it',
        })
    }
    if (repeats === 0) {
      await change('agency_admin', 'simone_delacroix')
      await change('copperbeech_admin', 'keith_barraclough')
    }
  })
}

function accountOf(world: World, stage: Stage, contractor: string) {
  const id = world.businesses.get(contractor)
  return stage.tx.row<Made & { readonly account_holder_name: string }>(
    `select a.id, a.account_holder_name from contract.contract c
     join business.bank_account a on a.business_id = c.payment_company_id
     where c.contractor_id = $1 and a.status = 'confirmed' and a.held_at is null and a.deleted_at is null limit 1`,
    [id ?? null],
  )
}
