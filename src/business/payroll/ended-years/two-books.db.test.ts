/** A worker with pay from the books of two funders: the books with most of the debt owe the correction of the letter. */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { example_4_rates } from '#test/fixtures/documents.ts'
import { makeReportable, payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { act, seedFunder, seedLimit, seedPlacement } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, client, paye_scheme_id, sql, ...steps } = await payRunsOn(database, {
  funding_model: 'indirect',
})
/** The fixture writes addresses by itself. */
const by_hand = 'R12'
const operate = <T>(verb: string, input: object) => act<T>(world, provider.operations, verb, input)

test('each funder’s books owe their week; the correction is in one of them, and the P32 agrees with both', async () => {
  const worker = await steps.employed()
  await makeReportable(sql, worker.contractor_id)
  const funder = await seedFunder(world, provider)
  await act(world, provider.admin, 'business.service.link_funder', {
    agency_id: agency.id,
    funder_id: funder.id,
  })
  await act(world, provider.admin, 'contract.service_charge.create', {
    ...{ agency_id: agency.id, funder_id: funder.id, fee_type: 'funder_fee' },
    ...{ type: 'percent', value: '2', effective_from: '2020-01-01' },
  })
  const by_other = { ...agency, funder }
  await seedLimit(world, by_other, client.id)
  const other = await seedPlacement(
    world,
    { agency: by_other, client, contractor: worker.placement.contractor },
    { rates: example_4_rates },
  )
  await steps.week(worker.placement, weeks.first)
  await steps.week(other, weeks.second.slice(0, 4))
  const { id } = await steps.open('2025-06-20')
  await steps.calculate(id)
  await steps.answerAll(id)
  const { payslips } = await steps.approve(id, (await steps.check(id)).content_hash)
  const built = await operate<{ id: string }>('transaction.rti_submission.build_fps', { pay_run_id: id })
  await operate('transaction.rti_submission.file_outside', { id: built.id, receipt: 'Receipt 1' })
  world.clock.set(instant('2025-06-20T12:00:00.000Z'))
  await operate('transaction.payslip.confirm_paid', { ids: payslips.map((slip) => slip.id) })
  const owed = () =>
    sql<{ principal_id: string; owed: string }>(
      `select a.principal_id, (-sum(g.amount))::numeric(15,2)::text as owed from ledger.posting g
       join ledger.account a on a.id = g.account_id where a.kind = 'hmrc_payable' group by 1 order by sum(g.amount)`,
    )
  const before = await owed()
  const [most, least] = before.map(({ principal_id }) => principal_id)
  expect([most, least].toSorted()).toEqual([agency.funder?.id, funder.id].toSorted())

  world.clock.set(instant('2026-04-20T09:00:00.000Z'))
  for (const tax_month of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    await operate('transaction.tax_month.close', { paye_scheme_id, tax_year: '2025-26', tax_month })
  const closed = await owed()
  const made = await operate<{ employer_ni: string }>('transaction.year_correction.enter', {
    ...{ employment_id: worker.employment_id, tax_year: '2025-26', letter: 'M', from_pay_day: '2025-06-20' },
    reason: 'The birth date was wrong',
  })
  expect(Number(made.employer_ni)).toBeLessThan(0)
  const after = await owed()
  const of = (rows: typeof after, id: string | undefined) =>
    Number(rows.find(({ principal_id }) => principal_id === id)?.owed)
  expect(of(after, most)).toBeCloseTo(of(closed, most) + Number(made.employer_ni), 2)
  expect(of(after, least)).toBe(of(closed, least))
  expect(await operate('transaction.tax_month.p32', { paye_scheme_id, tax_year: '2025-26' })).toMatchObject({
    not_in_books: '0.00',
  })
  expect(
    (await verifyDatabase(database)).filter(({ id, broken }) => id !== by_hand && broken.length > 0),
  ).toEqual([])
})
