/**
 * Random sequences of what people do with cash, through the verbs, and after every step what must hold: the books
 * balance, documents say what their lines say, nobody is paid beyond what is released, the agency owes what it kept.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStintError } from '#kernel/errors.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { expectSound, type Receipt, seedReceipt, sterling } from '#test/fixtures/cash.ts'
import {
  act,
  type SeededPlacement,
  type SeededProvider,
  seedAgency,
  seedApprovedTimesheets,
  seedClient,
  seedContractor,
  seedPlacement,
  seedProvider,
  type World,
  worldOn,
} from '#test/fixtures/world.ts'

const database = await freshDatabase()

type Step = { readonly kind: string; readonly a: number; readonly b: number; readonly pennies: number }
const kinds = [
  'receive',
  'match',
  'match',
  'match',
  'unmatch',
  'reverse',
  'make',
  'pay',
  'pay',
  'hold',
  'cancel',
  'day',
]
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    a: fc.nat(20),
    b: fc.nat(20),
    // Now and then more than anything is worth.
    pennies: fc.oneof(fc.integer({ min: 1, max: 130_000 }), fc.constant(112_500)),
  }),
  { minLength: 20, maxLength: 45 },
)

/** One provider, one agency, a placement of each funding type with two approved weeks. */
class Cash {
  readonly receipts: Receipt[] = []
  readonly world: World
  readonly provider: SeededProvider
  readonly placements: readonly SeededPlacement[]
  constructor(world: World, provider: SeededProvider, placements: readonly SeededPlacement[]) {
    this.world = world
    this.provider = provider
    this.placements = placements
  }

  /** A refusal is an answer; anything else is a fault. */
  async tryTo(action_id: string, input: object, viewer = this.provider.operations): Promise<void> {
    try {
      await act(this.world, viewer, action_id, input)
    } catch (error) {
      if (!isStintError(error)) throw error
    }
  }

  async pick<R extends { id: string }>(sql: string, at: number): Promise<R | undefined> {
    const { rows } = await database.owner.query<R>(sql, [this.provider.id])
    return rows.length === 0 ? undefined : rows[at % rows.length]
  }

  async take({ kind, a, b, pennies }: Step): Promise<void> {
    const amount = (pennies / 100).toFixed(2)
    if (kind === 'receive') {
      const placement = this.placements[a % this.placements.length]
      if (placement) this.receipts.push(await seedReceipt(this.world, placement, amount))
    } else if (kind === 'match') {
      const receipt = this.receipts[a % Math.max(1, this.receipts.length)]
      const bill = await this.pick(
        `select id from transaction.invoice where provider_id = $1 and type = 'provider-client' order by id`,
        b,
      )
      if (!receipt || !bill) return
      const left = await database.owner.query(
        `select least($2::numeric, s.unmatched_amount, i.outstanding_balance)::text as amount
         from transaction.payment_receipt_summary s, transaction.invoice i where s.id = $1 and i.id = $3`,
        [receipt.id, amount, bill.id],
      )
      // Half of the tries fit; the others ask for too much and are refused.
      const asked = pennies % 2 === 0 ? left.rows[0].amount : amount
      await this.tryTo('transaction.payment_receipt.match', {
        id: receipt.id,
        matches: [{ invoice_id: bill.id, amount: asked }],
      })
    } else if (kind === 'unmatch') {
      const line = await this.pick(
        `select d.id from transaction.payment_receipt_detail d join transaction.payment_receipt_summary s
           on s.id = d.payment_receipt_summary_id where s.provider_id = $1 and s.type = 'receipt' order by d.id`,
        a,
      )
      if (line)
        await this.tryTo('transaction.payment_receipt.unmatch', { detail_id: line.id, reason: 'Model' })
    } else if (kind === 'reverse') {
      const receipt = this.receipts[a % Math.max(1, this.receipts.length)]
      if (receipt)
        await this.tryTo('transaction.payment_receipt.reverse', { id: receipt.id, reason: 'Model' })
    } else if (kind === 'day') {
      this.world.clock.advance({ days: 1 + (a % 4) })
    } else {
      await this.batchStep(kind, a)
    }
  }

  async batchStep(kind: string, at: number): Promise<void> {
    if (kind === 'make' || kind === 'pay') {
      await this.tryTo('payment.payment_batch.create', {
        run_date: this.world.clock.today(),
        currency_id: sterling,
      })
    }
    const batch = await this.pick(
      `select id from payment.payment_batch where provider_id = $1 and status not in ('completed', 'cancelled') order by id`,
      at,
    )
    if (!batch || kind === 'make') return
    if (kind === 'cancel')
      return this.tryTo('payment.payment_batch.cancel', { id: batch.id, reason: 'The run date is wrong' })
    if (kind === 'hold') {
      const item = await this.pick(
        `select id from payment.payment_batch_item where provider_id = $1 and status = 'included' order by id`,
        at,
      )
      if (item) await this.tryTo('payment.payment_batch.hold_item', { item_id: item.id, reason: 'Model' })
      return
    }
    // Each of the three steps by a person who may take it; steps taken before are refused.
    await this.tryTo('payment.payment_batch.submit', { id: batch.id })
    if (at % 3 === 0) return
    await this.tryTo('payment.payment_batch.review', { id: batch.id }, this.provider.approver)
    await this.tryTo('payment.payment_batch.complete', { id: batch.id }, this.provider.approver)
  }
}

async function newCash(): Promise<Cash> {
  const world = worldOn(database)
  const provider = await seedProvider(world)
  const agency = await seedAgency(world, provider)
  const placements: SeededPlacement[] = []
  for (const funding_type of ['funded', 'partly_funded', 'paid_when_paid']) {
    const client = await seedClient(world, agency)
    const contractor = await seedContractor(world, agency, { conduct_regs_opt_out: true })
    const placement = await seedPlacement(world, { agency, client, contractor }, { funding_type })
    await seedApprovedTimesheets(world, placement)
    placements.push(placement)
  }
  world.clock.advance({ days: 8 })
  return new Cash(world, provider, placements)
}

/** Releases, contractors' pay and batches. */
async function expectFair(cash: Cash): Promise<void> {
  const { rows } = await database.owner.query(
    `select 'earnings paid before the client paid them' as fault, e.human_id as of from transaction.invoice e
       join transaction.invoice b on b.invoice_set_id = e.invoice_set_id and b.type = 'provider-client'
       join transaction.invoice_set s on s.id = e.invoice_set_id
     where e.provider_id = $1 and e.type = 'agency_earnings' and e.release_condition = 'client_receipt'
       and e.paid_amount > greatest(b.paid_amount - s.fee_gross - s.contractor_gross, 0)
     union all
     select 'a contractor is paid twice or clawed back', i.human_id from transaction.invoice i
       join transaction.payment_receipt_detail d on d.invoice_id = i.id
     where i.provider_id = $1 and i.type = 'contractor-agency' and d.reversal_date is not null
     union all
     select 'a document is in two batches at once', t.invoice_id::text from payment.payment_batch_item t
     where t.provider_id = $1 and t.status in ('included', 'held') group by t.invoice_id having count(*) > 1
     union all
     select 'a batch does not add up', b.human_id from payment.payment_batch b
       left join payment.payment_batch_item t on t.payment_batch_id = b.id and t.status in ('included', 'paid')
     where b.provider_id = $1 and b.status <> 'cancelled'
     group by b.id having b.amount <> coalesce(sum(t.amount), 0) or b.item_count <> count(t.id)`,
    [cash.provider.id],
  )
  expect(rows).toEqual([])
}

/** `STINT_CASH_RUNS=100 STINT_CASH_SEED=…` for a longer look, or to see a failing run again. */
const runs = Number(process.env.STINT_CASH_RUNS ?? (process.env.STINT_NIGHTLY ? 200 : 8))
const seed = process.env.STINT_CASH_SEED === undefined ? {} : { seed: Number(process.env.STINT_CASH_SEED) }

test(
  'whatever is done with cash in whatever order, the books and the documents hold',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const cash = await newCash()
        for (const step of list) {
          await cash.take(step)
          await expectSound(database)
          await expectFair(cash)
        }
      }),
      { numRuns: runs, endOnFailure: true, ...seed },
    )
    expect((await verifyDatabase(database)).filter((finding) => finding.broken.length > 0)).toEqual([])
  },
  300_000 + runs * 45_000,
)
