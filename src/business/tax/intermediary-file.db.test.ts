/** The employment intermediaries report out of payments that were made: its workers, amounts and faults. */
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { seedReportWorld } from '#test/fixtures/report-world.ts'
import { act } from '#test/fixtures/world.ts'
import type { IntermediaryFile } from './intermediary-file.rules.ts'

const { database, world } = await freshWorld()

test('file: payments of the quarter to workers without PAYE, by paid date', async () => {
  const made = await seedReportWorld(world, database)
  const make = (viewer = made.direct.admin, quarter_start = '2025-04-06') =>
    act<IntermediaryFile>(world, viewer, 'report.intermediary.make', { quarter_start })
  const file = await make()
  const lines: string[][] = parse(file.content, { relax_column_count: true, skip_empty_lines: false })
  const workers = lines.filter((line) => line.length === 25 && line[0] !== 'Worker forename')
  const { rows } = await database.owner.query<{ engaged: string; amount: string }>(
    `select i.payment_company_type as engaged, sum(d.amount) as amount from transaction.payment_receipt_detail d
     join transaction.invoice i on i.id = d.invoice_id and i.type = 'contractor-agency'
     where d.agency_id = $1 and d.reversal_date is null and d.post_date between '2025-04-06' and '2025-07-05'
       and i.payment_company_type <> 'contractor' group by i.contractor_id, 1 order by 1`,
    [made.direct.id],
  )
  const told = workers
    .map((line) => ({ code: line[11], amount: line[15] }))
    .sort((a, b) => (String(a.code) < String(b.code) ? -1 : 1))
  expect(told).toEqual(
    rows.map(({ engaged, amount }) =>
      engaged === 'limited' ? { code: 'D', amount } : { code: 'F', amount: '' },
    ),
  )
  expect(told.length).toBeGreaterThan(0)
  expect(file).toMatchObject({ quarter_end: '2025-07-05', due: '2025-08-05', worker_rows: workers.length })

  // The workers of this world have no National Insurance number and no postcode.
  const fault = present(file.faults[0], 'a row with something missing')
  expect(fault.errors).toContain('Worker date of birth: is required without a National Insurance number')
  expect(fault.errors).toContain('Worker postcode: is missing')
  expect(lines[fault.row - 1]?.slice(0, 3).filter(Boolean).join(' ')).toBe(fault.worker)

  await database.owner.query(
    `update business.individual set ni_number = 'AB123456A', utr = null where id in (
       select b.individual_id from business.business b where b.type = 'contractor')`,
  )
  await database.owner.query(
    `update business.address set zipcode = 'YO1 7AA' where id in (select address_id from business.individual)`,
  )
  expect((await make()).faults).toEqual([])
  const { rows: log } = await database.owner.query(
    `select new_values ->> 'downloaded' as file_name from log.audit where action_id = 'report.intermediary.make' order by id limit 1`,
  )
  expect(log).toEqual([{ file_name: file.file_name }])

  expect((await refusalOf(make(made.direct.user))).code).toBe('not_allowed')
  expect((await refusalOf(make(made.direct.admin, '2025-05-01'))).code).toBe('invalid')
  expect((await refusalOf(make(made.direct.admin, '2030-04-06'))).code).toBe('invalid')
}, 120_000)
