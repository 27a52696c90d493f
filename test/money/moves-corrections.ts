/** Corrections, credit, risk and single documents, as steps of a walk (every-move.db.test.ts). */
import { present } from '#kernel/assert.ts'
import { seedPerm } from '../fixtures/documents.ts'
import { act, weekdays } from '../fixtures/world.ts'
import {
  type Asked,
  by,
  choose,
  clients,
  doing,
  type Move,
  notes,
  nothing,
  on,
  one,
  open_debt,
  part,
  receipts,
  type Stage,
  sheets,
  staff,
} from './moves-stage.ts'

const refine =
  (mode: 'full' | 'difference'): Move =>
  async (within, { a, size }) => {
    const found = await one(within, sheets, a)
    if (!found) return nothing
    const placement = present(
      within.placements.find(({ id }) => id === found.other),
      'its placement',
    )
    const { rows } = await within.database.owner.query<{ start_date: string; end_date: string }>(
      'select start_date, end_date from transaction.timesheet where id = $1',
      [found.id],
    )
    const period = present(rows[0], 'its days')
    return doing(within, by(within).user, 'transaction.timesheet.refine', {
      id: found.id,
      mode,
      details: weekdays(
        { id: found.id, human_id: '', ...period },
        placement.group_id,
        String(Math.max(1, size / 10)),
      ),
      reason: 'Hours corrected',
      re_approval: size % 5 === 0,
    })
  }
const single = { title: 'Once', description: 'Once', amount: '0.00' }
export const correction_moves = {
  credit: on(
    `select id, total_amount as amount, '' as other from transaction.invoice where provider_id = $1 and not is_credit_note
       and total_amount > 0 and (${clients} or type = 'provider-agency') order by created_at, human_id`,
    (within, { id, amount }, { size, b }) =>
      doing(within, b % 4 === 0 ? staff(within).operations : within.biller, 'transaction.invoice.credit', {
        id,
        reason: 'Agreed',
        amount: part(amount, size),
      }),
  ),
  reverse_credit: on(notes, (within, { id }) =>
    doing(within, within.biller, 'transaction.invoice.reverse_credit', { id, reason: 'Wrong' }),
  ),
  use_credit: on(notes, async (within, { id, amount }, { b, size }) => {
    const debt = await one(within, open_debt, b)
    if (!debt) return nothing
    const asked = { id, invoice_id: debt.id, amount: part(amount, size) }
    return doing(within, staff(within).operations, 'transaction.invoice.allocate_credit', asked)
  }),
  refine: refine('full'),
  difference: refine('difference'),
  approve: on(
    `select id, '0' as amount, client_id as other from transaction.timesheet where provider_id = $1 and status = 'submitted' order by human_id`,
    (within, { id, other }) => {
      const placement = present(
        within.placements.find(({ client }) => client.id === other),
        'its client',
      )
      return doing(within, placement.client.approver, 'transaction.timesheet.approve', { ids: [id] })
    },
  ),
  limit: (within: Stage, { a, size }: Asked) =>
    doing(within, within.principal.admin, 'business.credit_limit.set', {
      client_id: choose(within.placements, a).client.id,
      currency: 'GBP',
      amount: (size * 30).toFixed(2),
      effective_from: within.world.clock.today(),
      reason: 'Its rating fell',
    }),
  rule: (within: Stage, { a, b, size }: Asked) =>
    doing(within, within.principal.admin, 'business.funding_rule.set', {
      age_days: 1 + size,
      age_basis: choose(['raised_date', 'due_date'], a),
      part_paid_days: b % 20,
      advance_percent: '85',
      holds_payments: b % 2 === 0,
      ...(a % 2 === 0 ? { reassign_days: 1 + (b % 30) } : {}),
      effective_from: within.world.clock.today(),
    }),
  reassign: on(open_debt, (within, { id }) =>
    doing(within, within.principal.admin, 'transaction.invoice.reassign', { id, reason: 'Insolvent' }),
  ),
  take_back: on(
    `select id, outstanding_balance as amount, '' as other from transaction.invoice where provider_id = $1 and reassigned_on is not null
     order by created_at, human_id`,
    (within, { id }) =>
      doing(within, within.principal.admin, 'transaction.invoice.take_back', { id, reason: 'Solvent again' }),
  ),
  retention: (within: Stage, { size }: Asked) =>
    doing(within, within.principal.admin, 'business.funding_retention.set', {
      agency_id: within.agency_id,
      amount: (size * 1.23).toFixed(2),
      reason: 'New',
      effective_from: within.world.clock.today(),
    }),
  note: (within: Stage, { size }: Asked) =>
    doing(within, staff(within).operations, 'transaction.collection_note.create', {
      agency_id: within.agency_id,
      amount: (size * 0.57).toFixed(2),
      reason: 'Charges',
    }),
  cancel_note: on(
    `select id, amount, '' as other from transaction.collection_note where provider_id = $1 order by created_at, id`,
    (within, { id }) =>
      doing(within, staff(within).operations, 'transaction.collection_note.cancel', { id, reason: 'No' }),
  ),
  consolidate: async (within: Stage, { a, b }: Asked) => {
    const { consolidated_invoices: made } = await act<{ consolidated_invoices: { id: string }[] }>(
      within.world,
      by(within).user,
      'transaction.consolidated_invoice.create',
      {
        client_id: choose(within.placements, a).client.id,
        period_start: '2025-06-01',
        period_end: '2025-12-31',
      },
    )
    for (const { id } of made) {
      if (b % 3 > 0) await doing(within, by(within).user, 'transaction.consolidated_invoice.generate', { id })
      if (b % 3 === 2)
        await doing(within, by(within).user, 'transaction.consolidated_invoice.cancel', {
          id,
          reason: 'Apart',
        })
    }
    return `${made.length} made`
  },
  match_whole: on(receipts, async (within, { id }, { b }) => {
    const found = await one(
      within,
      `select id, total_amount as amount, '' as other from transaction.consolidated_invoice where provider_id = $1
         and status in ('generated', 'open') order by created_at, human_id`,
      b,
    )
    if (!found) return nothing
    const asked = { id, consolidated_invoice_id: found.id }
    return doing(within, staff(within).operations, 'transaction.payment_receipt.match_consolidated', asked)
  }),
  fee: async (within: Stage, { size }: Asked) => {
    const asked = { ...single, amount: (size * 1.01).toFixed(2), agency_id: within.agency_id }
    const { id } = await doing(within, staff(within).operations, 'contract.adhoc_fee.create', asked)
    return doing(within, staff(within).operations, 'contract.adhoc_fee.raise', { id })
  },
  sale: async (within: Stage, { a, size }: Asked) => {
    const { client } = choose(within.placements, a)
    const asked = { ...single, amount: (size * 3.33).toFixed(2), client_id: client.id, payment_terms: 7 }
    const { id } = await doing(within, by(within).admin, 'contract.sales_invoice.create', asked)
    return doing(within, by(within).admin, 'contract.sales_invoice.raise', { id })
  },
  bill: async (within: Stage, { a, size }: Asked) => {
    const { contractor } = choose(within.placements.slice(0, 2), a)
    const asked = { ...single, amount: (size * 2.22).toFixed(2), supplier_id: contractor.payment_company_id }
    const reference = crypto.randomUUID()
    const bill = { ...asked, reference, payment_terms: 7 }
    const { id } = await doing(within, by(within).admin, 'contract.purchase_ledger.create', bill)
    return doing(within, staff(within).operations, 'contract.purchase_ledger.raise', { id })
  },
  dispute: on(open_debt, (within, { id }) =>
    doing(within, by(within).admin, 'transaction.invoice.dispute', { id, reason: 'Hours' }),
  ),
  resolve: on(
    `select id, total_amount as amount, '' as other from transaction.invoice where provider_id = $1 and is_disputed order by created_at, human_id`,
    (within, { id }) =>
      doing(within, by(within).admin, 'transaction.invoice.resolve_dispute', { id, resolution: 'Agreed' }),
  ),
  perm: async (within: Stage, { a }: Asked) => {
    const { client } = choose(within.placements, a)
    const start = { contract_start_date: within.world.clock.today() }
    const perm = await seedPerm(within.world, { agency: by(within), client }, start)
    await doing(within, by(within).admin, 'contract.perm_placement.submit', { id: perm.id })
    await doing(within, client.manager, 'contract.perm_placement.approve', { id: perm.id })
    await doing(within, staff(within).operations, 'contract.perm_placement.activate', { id: perm.id })
    return doing(within, by(within).admin, 'contract.perm_placement.raise', { ids: [perm.id] })
  },
  rebate: on(
    `select id, '' as amount, '' as other from contract.contract where provider_id = $1 and type = 'perm_placement' order by human_id`,
    (within, { id }, { size }) =>
      doing(within, staff(within).operations, 'contract.perm_placement.rebate', {
        id,
        left_date: within.world.clock.today(),
        amount: (size * 17.77).toFixed(2),
        comment: 'Left',
      }),
  ),
} satisfies Record<string, Move>
