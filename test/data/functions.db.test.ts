import { describe, expect, it } from 'vitest'
import { openYard } from './endpoint.ts'
import { viewers } from './world.ts'

const { ask } = await openYard()

describe('function-backed tables', () => {
  const closed = { status: 'closed', amount: 250.5, late: 0, firm: { name: 'Acme' } }
  it('give rows with relations, and take filter, order and limit as tables do', async () => {
    expect(
      await ask(`{ get_status_totals(order_by: [{amount: desc}], limit: 2, where: {amount: {_gt: 200}}) { status amount late firm { name } }
        get_status_totals_aggregate { aggregate { count sum { amount } } } }`),
    ).toEqual({
      data: {
        get_status_totals: [{ status: 'open', amount: 1012.34, late: 1, firm: { name: 'Bolt' } }, closed],
        get_status_totals_aggregate: { aggregate: { count: 3, sum: { amount: 1438.09 } } },
      },
    })
  })
  it('take arguments, of literals and of variables', async () => {
    expect(await ask('{ get_status_totals(args: {amount_min: 1000}) { amount } }')).toEqual({
      data: { get_status_totals: [{ amount: 1012.34 }] },
    })
    const query =
      'query($a: get_status_totals_args) { get_status_totals(args: $a) { status amount late firm { name } } }'
    expect(await ask(query, { a: { statuses: ['closed', 'x'] } })).toEqual({
      data: { get_status_totals: [closed] },
    })
    expect((await ask(query, { a: null })).data?.get_status_totals).toHaveLength(3)
  })
  it('are scoped to the viewer, who cannot say otherwise', async () => {
    expect(await ask('{ get_status_totals { amount } }', {}, viewers.south)).toEqual({
      data: { get_status_totals: [{ amount: 5 }] },
    })
    for (const name of ['agency_id', 'today']) {
      expect((await ask(`{ get_status_totals(args: {${name}: "x"}) { amount } }`)).errors?.[0]?.message).toBe(
        `field '${name}' not found in type: 'get_status_totals_args'`,
      )
    }
  })
  it('exist for the roles that may call them, and have no key', async () => {
    for (const viewer of [viewers.north_user, viewers.acme, viewers.provider]) {
      expect((await ask('{ get_status_totals { amount } }', {}, viewer)).errors?.[0]?.message).toBe(
        "field 'get_status_totals' not found in type: 'query_root'",
      )
    }
    expect((await ask('{ get_status_totals_by_pk { amount } }')).errors).toHaveLength(1)
  })
})
