/** Each thing that moves money, as a step of a walk (every-move.db.test.ts): about whatever the world holds by then. */
import { present } from '#kernel/assert.ts'
import { addDays, day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { runDaily } from '#server/daily.server.ts'
import type { TestDatabase } from '../database.ts'
import { seedPermFeature } from '../fixtures/documents.ts'
import {
  type SeededAgency,
  type SeededPlacement,
  seedAccount,
  seedAgency,
  seedApprovedTimesheet,
  seedClient,
  seedContractor,
  seedPlacement,
  seedProvider,
  seedTimesheets,
  worldOn,
} from '../fixtures/world.ts'
import { cash_moves, payroll } from './moves-cash.ts'
import { correction_moves } from './moves-corrections.ts'
import { expectReports, portfolioOf } from './moves-reports.ts'
import { run_moves } from './moves-runs.ts'
import { type Asked, type Model, type Move, nothing, type Stage } from './moves-stage.ts'

const table = {
  ...cash_moves,
  ...correction_moves,
  ...run_moves,
  days: async (within: Stage, { size }: Asked) => {
    within.evenings.set(within.world.clock.today(), await portfolioOf(within, null))
    const to = addDays(within.world.clock.today(), 1 + (size % 9))
    within.world.clock.set(instant(`${to}T09:00:00.000Z`))
    await within.database.owner.query(
      `delete from platform.idempotency where user_id = 'system' and key = $1`,
      [`daily:${to}`],
    )
    await runDaily(within.world)
    return to
  },
} satisfies Record<string, Move>

type Name = keyof typeof table
export type Step = Asked & { readonly move: Name }

/** What makes the rest possible comes oftener. */
export const moves: readonly Name[] = [
  ...(Object.keys(table) as Name[]), // Keys of the table above.
  ...Array.from({ length: 4 }, (): Name[] => ['work', 'pay_out', 'match', 'days']).flat(),
  ...Array.from({ length: 2 }, (): Name[] => [
    'receive',
    'pay_whole',
    'payroll',
    'payslips',
    'send_back',
    'confirm_again',
    'confirm_account',
    'pay_ahead',
    'statement',
    'record_lines',
    'take_back',
  ]).flat(),
  'batch',
  'submit',
  'review',
  'complete',
  'unmatch',
  'reverse',
  'refine',
  'credit',
]

export const describeStep = (step: Step | undefined): string =>
  step ? `${step.move} ${step.a} ${step.b} ${step.size}` : ''

export type Moves = {
  readonly take: (step: Step) => Promise<string>
  readonly expectReports: () => Promise<void>
}

export async function makeMoves(database: TestDatabase, funding_model: Model): Promise<Moves> {
  const within = await makeStage(database, funding_model)
  return {
    take: async ({ move, ...asked }) => ((await table[move](within, asked)) === nothing ? nothing : 'done'),
    expectReports: () => expectReports(within),
  }
}

/** A provider, an agency, and a placement of each funding type and one of payroll, each with a week invoiced. */
export async function makeStage(database: TestDatabase, funding_model: Model): Promise<Stage> {
  const world = worldOn(database)
  const provider = await seedProvider(world)
  const agency = await seedAgency(world, provider, { funding_model })
  await seedPermFeature(world, agency)
  const placements: SeededPlacement[] = []
  const shared = await seedClient(world, agency)
  for (const funding_type of ['funded', 'partly_funded', 'paid_when_paid', 'paye']) {
    const is_paye = funding_type === 'paye'
    const client = is_paye || funding_type === 'funded' ? shared : await seedClient(world, agency)
    if (client !== shared || !is_paye) await seedAccount(world, provider.admin, client.id, 'payout')
    const contractor = await seedContractor(world, agency, {
      conduct_regs_opt_out: true,
      ...(is_paye ? { payment_type: 'paye' as const } : {}),
    })
    const change = is_paye ? {} : { funding_type }
    placements.push(await seedPlacement(world, { agency, client, contractor }, change))
  }
  const within: Stage = {
    world,
    database,
    placements,
    provider_id: provider.id,
    agency_id: agency.id,
    biller: funding_model === 'agency_billed' ? agency.admin : provider.operations,
    principal: await principalOf(database, agency),
    evenings: new Map(),
  }
  for (const placement of placements) {
    const [sheet] = await seedTimesheets(world, placement)
    if (sheet) await seedApprovedTimesheet(world, placement, sheet)
  }
  await payroll(within)
  world.clock.set(instant(`${addDays(day('2025-06-15'), 8)}T09:00:00.000Z`))
  return within
}

async function principalOf(database: TestDatabase, agency: SeededAgency): Promise<Stage['principal']> {
  const { provider, funder } = agency
  if (funder === null)
    return { id: provider.id, admin: provider.admin, account_id: provider.trust_account_id }
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from business.bank_account where business_id = $1 and purpose = 'trust' and status = 'confirmed'`,
    [funder.id],
  )
  return { ...funder, account_id: present(rows[0], 'its account').id }
}
