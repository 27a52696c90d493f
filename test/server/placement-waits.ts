/** Tasks of placements in force that a day opens. */
import type { Viewer } from '#entity/access.ts'
import { seedContractor, seedPlacement } from '#test/fixtures/world.ts'
import type { Stage } from './example-parts.ts'

type Given<Step> = {
  readonly stage: () => Stage
  readonly again: () => Promise<{ readonly id: string }>
  readonly sql: (text: string, id: string) => Promise<unknown>
  readonly night: () => Promise<unknown>
  readonly nightAfter: (text: string) => Step
  readonly people: () => Viewer[]
  /** Enters the comparable rate. */
  readonly enter: Step
}

export function placementWaits<Step>({ stage, again, sql, night, nightAfter, people, enter }: Given<Step>) {
  const wait = (column: string, ends: Readonly<Record<string, Step>>) => ({
    open: async () => {
      const { id } = await again()
      await sql(`update contract.contract set ${column} = '2025-07-10' where id = $1`, id)
      await night()
      return id
    },
    people,
    ends: { ...ends, end: nightAfter(`update contract.contract set status = 'expired' where id = $1`) },
  })
  return {
    placement_ends: wait('end_date', {
      extend: nightAfter(`update contract.contract set end_date = '2026-07-10' where id = $1`),
    }),
    comparable_rate_missing: wait('awr_qualifying_date', { enter }),
    pay_below_minimum: {
      open: async () => {
        const { agency, placed } = stage()
        const contractor = await seedContractor(stage(), agency, { payment_type: 'paye' })
        const { id } = await seedPlacement(stage(), { ...placed, agency, contractor })
        await sql(
          `update contract.rate set value_numeric = 12 where contract_id = $1 and sub_type = 'contractor_rate'`,
          id,
        )
        await night()
        return id
      },
      people,
      ends: {
        raise: nightAfter(
          `update contract.rate set value_numeric = 12.21 where contract_id = $1 and sub_type = 'contractor_rate'`,
        ),
        end: nightAfter(`update contract.contract set status = 'expired' where id = $1`),
      },
    },
  }
}
