/**
 * Whose company an agency may name as its worker's: with it come the company's address and account, which the agency reads
 * and its admins change. Another agency's reads as nobody's, by id and by number; a shared one's account is the provider's.
 */
import { beforeAll, expect, test } from 'vitest'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import {
  act,
  companyInput,
  type SeededAgency,
  seedAgency,
  seedContractor,
  seedProvider,
} from '../fixtures/world.ts'
import { csv, importing } from '../imports/run.ts'

const { database, world } = await freshWorld()
const imports = importing(world)
let mine: SeededAgency
let theirs: SeededAgency

beforeAll(async () => {
  const provider = await seedProvider(world)
  mine = await seedAgency(world, provider)
  theirs = await seedAgency(world, provider)
})

const worker = (payment_type: string, payment_company_id: string, more: object = {}) => ({
  individual: { first_name: 'Ada', last_name: 'Byron', address: { line_1: '1 Mill Lane', city: 'York' } },
  payment_type,
  payment_company_id,
  ...more,
})
const engage = (viewer: Viewer, input: object) =>
  act<{ id: string }>(world, viewer, 'business.contractor.create', input)
const enterCompany = (viewer: Viewer, type: string) =>
  act<{ id: string; human_id: string }>(world, viewer, 'business.payment_company.create', {
    type,
    company: companyInput('Company'),
  })

async function numberOf(id: string): Promise<string> {
  const { rows } = await database.owner.query<{ human_id: string }>(
    'select human_id from business.business where id = $1',
    [id],
  )
  return rows[0]?.human_id ?? ''
}

async function accountsSeen(viewer: Viewer, business_id: string): Promise<number> {
  const { rows } = await database.owner.query<{ id: string }>(
    'select id from business.bank_account where business_id = $1',
    [business_id],
  )
  const seen = rows.map(({ id }) =>
    inTransaction(database, (tx) => loadVisible(tx, viewer, 'business.bank_account', [id])).then(
      () => 1,
      () => 0,
    ),
  )
  return (await Promise.all(seen)).reduce<number>((sum, one) => sum + one, 0)
}

const account = {
  bank_name: 'Bank of York',
  account_holder_name: 'Eve',
  account_number: '87654321',
  sort_code: '001000',
}

test.each(['limited', 'selfemployed'] as const)(
  'a %s company of another agency’s worker is nobody’s, by its id and by its number',
  async (payment_type) => {
    const { payment_company_id } = await seedContractor(world, theirs, { payment_type })
    const entered = await enterCompany(theirs.admin, payment_type)
    for (const id of [payment_company_id, payment_company_id.toUpperCase(), entered.id]) {
      const refusal = await refusalOf(engage(mine.admin, worker(payment_type, id)))
      expect(refusal.errors).toEqual({ payment_company_id: 'Please enter a valid Input' })
    }
    const file = csv(
      ['First Name', 'Last Name', 'Payment Type', 'Payment Company Id'],
      ['Ada', 'Byron', payment_type, await numberOf(payment_company_id)],
      ['Ada', 'Byron', payment_type, entered.human_id.toLowerCase()],
      ['Ada', 'Byron', payment_type, 'LIM999999'],
    )
    const { id } = await imports.check(mine.admin, 'business.contractor.create', file)
    const unknown = { 'payment_company.human_id': 'Payment Company not found' }
    expect(await imports.errors(id)).toEqual({ 2: unknown, 3: unknown, 4: unknown })
    expect(await accountsSeen(mine.admin, payment_company_id)).toBe(0)
    expect(await accountsSeen(theirs.admin, payment_company_id)).toBe(1)
  },
)

test('what an agency entered, what its people have, and umbrellas it may name', async () => {
  const entered = await enterCompany(mine.user, 'limited')
  const first = await engage(mine.user, worker('limited', entered.id))
  const second = await engage(mine.user, worker('limited', entered.id))
  const umbrella = await seedContractor(world, theirs, { payment_type: 'umbrella' })
  const third = await engage(mine.user, worker('umbrella', umbrella.payment_company_id))
  expect(new Set([first.id, second.id, third.id]).size).toBe(3)
})

test('where the provider makes a company two agencies’, neither changes its account', async () => {
  const { payment_company_id } = await seedContractor(world, theirs)
  const agency_id = mine.id
  await engage(mine.provider.operations, worker('limited', payment_company_id, { agency_id }))
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from business.bank_account where business_id = $1 and status = 'confirmed'`,
    [payment_company_id],
  )
  for (const { admin } of [mine, theirs]) {
    const id = rows[0]?.id
    const changed = await refusalOf(act(world, admin, 'business.bank_account.update', { id, ...account }))
    expect(changed.code).toBe('not_allowed')
    const made = { business_id: payment_company_id, ...account, purpose: 'payout', currency: 'EUR' }
    const added = await refusalOf(act(world, admin, 'business.bank_account.create', made))
    expect(added.code).toBe('not_allowed')
  }
  const by_staff = { id: rows[0]?.id, ...account }
  await act(world, mine.provider.operations, 'business.bank_account.update', by_staff)
})
