/** The opt-out of a placement: its facts, the mail to the client, and the last check at the activation. */
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { activationGap, type OptOutFacts, optOutGap } from '../../parties/papers/opt-out.rules.ts'
import { readOptOut } from '../../parties/papers/read-opt-out.server.ts'
import { isFurtherSql } from '../../shared/further-payees-sql.server.ts'
import { knownContactSql } from '../../shared/known-contact.server.ts'
import { contract } from '../contract.entity.ts'
import { client_told_topic, clientWords } from './client-told.rules.ts'

type Placed = {
  readonly contractor_id: string
  readonly agency_id: string
  readonly payment_type: string | null
  readonly start_date: Day
  readonly is_vulnerable_work: boolean
  readonly is_further: boolean
}

export type PlacementOptOut = {
  readonly facts: OptOutFacts
  readonly told_on: Day | null
  /** As the placement has it: work in force keeps the agreed terms. */
  readonly is_opted_out: boolean
}

/** Of a temp placement that the caller may see. */
export async function placementOptOut(tx: Tx, contract_id: string): Promise<PlacementOptOut> {
  const { told_on, is_opted_out, ...placed } = present(
    await tx.row<Placed & Pick<PlacementOptOut, 'told_on' | 'is_opted_out'>>(
      `select c.contractor_id, c.agency_id, c.start_date, c.is_vulnerable_work, c.opt_out_told_on as told_on, c.conduct_regs_opt_out as is_opted_out,
         case p.type when 'contractor' then 'paye' else p.type end as payment_type, ${isFurtherSql('c', 'c.start_date')} as is_further
       from contract.contract c join business.business p on p.id = c.payment_company_id where c.id = $1`,
      [contract_id],
    ),
    'the placement',
  )
  return { facts: await readOptOut(tx, placed), told_on, is_opted_out }
}

type Row = {
  readonly id: string
  readonly human_id: string
  readonly client_id: string
  readonly provider_id: string | null
  readonly agency_id: string
}

/** Settles the opt-out before the client is asked, and tells the client in writing. */
export async function tellClient(context: VerbContext, row: Row): Promise<void> {
  const { tx, clock } = context
  const { facts } = await placementOptOut(tx, row.id)
  if (!facts.asks_for_papers) return
  const is_opted_out = optOutGap(facts) === null
  const told = is_opted_out ? await mailClient(context, row) : false
  await updateRow(tx, contract, row.id, {
    conduct_regs_opt_out: is_opted_out,
    opt_out_told_on: told ? clock.today() : null,
  })
}

/** @returns false where no person of the client has an address */
async function mailClient(context: VerbContext, row: Row): Promise<boolean> {
  const { title, worker } = present(
    await context.tx.row<{ title: string; worker: string }>(
      `select c.title, w.name as worker from contract.contract c join business.business w on w.id = c.contractor_id where c.id = $1`,
      [row.id],
    ),
    'the placement',
  )
  const people = await context.tx.rows<{ email: string }>(
    `select distinct lower(email) as email from business.business_contact
     where business_id = $1 and ${knownContactSql()} and roles && '{hiring_manager,invoice_contact}' and email <> ''`,
    [row.client_id],
  )
  for (const { email: to } of people)
    context.enqueue(client_told_topic, `client-told:${row.id}:${context.clock.now()}:${to}`, {
      contract_id: row.id,
      to,
      ...clientWords({ human_id: row.human_id, title, worker, agency: context.viewer.business_name }),
      provider_id: row.provider_id,
      agency_id: row.agency_id,
    })
  return people.length > 0
}

/** At the activation: without the notice or the client's knowledge the regulations apply, and pay does not wait. */
export async function settleOptOut(context: VerbContext, contract_id: string): Promise<void> {
  const { facts, told_on, is_opted_out } = await placementOptOut(context.tx, contract_id)
  if (!is_opted_out || !facts.asks_for_papers) return
  const gap = activationGap(facts, told_on)
  if (gap === null) return
  await updateRow(context.tx, contract, contract_id, { conduct_regs_opt_out: false })
  context.audit({
    entity: 'contract.contract',
    entity_id: contract_id,
    old_values: { conduct_regs_opt_out: true },
    new_values: { conduct_regs_opt_out: false, why: gap },
  })
}
