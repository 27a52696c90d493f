/** What reports must say after a walk (every-move.db.test.ts): as the books, and of a past day as on its evening. */
import { expect } from 'vitest'
import { agreement } from '#business/ledger/agreement.entity.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { functions } from '#data/schema/functions.ts'
import { by, type Stage, staff } from './moves-stage.ts'

const figures = `client_count invoice_count net_outstanding_balance disallowed_age disallowed_part_paid disallowed_credit_limit
  eligible concentration_excess advance_percent availability funds_in_use retention_amount headroom overdue_amount
  reassigned_amount recourse_amount recourse_outstanding raised_90_days credited_90_days dso_days`

/** The agency as whoever carries its risk sees it: now, or as of a day. */
export async function portfolioOf({ database, world, principal, agency_id }: Stage, as_of: string | null) {
  const endpoint = new DataEndpoint({ database, clock: world.clock })
  const args = `args: { agency_id: "${agency_id}"${as_of === null ? '' : `, as_of: "${as_of}"`} }`
  const query = `{ agencies: get_funding_portfolio(${args}) { ${figures} } }`
  const { data, errors } = JSON.parse(await endpoint.execute(principal.admin, { query }))
  expect(errors).toBeUndefined()
  return data.agencies as unknown
}

/** Reports of whom the world is about agree with the books, and a past day reads as it did on its evening. */
export async function expectReports(within: Stage): Promise<void> {
  const endpoint = new DataEndpoint({ database: within.database, clock: within.world.clock })
  const readers = [by(within).admin, staff(within).admin, within.placements[0]?.client.invoice_contact]
  for (const viewer of readers) {
    for (const { name, who } of functions.filter(({ rows }) => rows === agreement)) {
      const roles = viewer && who[viewer.category]
      if (!viewer || !roles || (roles !== 'all' && !roles.some((role) => viewer.roles.includes(role))))
        continue
      const query = `{ lines: ${name}(where: { difference: { _neq: 0 } }) { measure on_day alpha_code reported posted } }`
      const { data, errors } = JSON.parse(await endpoint.execute(viewer, { query }))
      expect({ name, errors, lines: data?.lines }).toEqual({ name, errors: undefined, lines: [] })
    }
  }
  for (const [day, then] of within.evenings)
    expect({ day, told: await portfolioOf(within, day) }).toEqual({ day, told: then })
}
