import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { act, seedSubmittedTimesheet, seedWeek, worldOn } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const world = worldOn(database)

type Document = {
  type: string
  amount: string
  tax_amount: string
  total_amount: string
  due_date: string
  status: string
}

function documentsOf(timesheet_id: string): Promise<Document[]> {
  return database.owner
    .query(
      `select type, amount, tax_amount, total_amount, due_date, status from transaction.invoice where timesheet_id = $1 order by type`,
      [timesheet_id],
    )
    .then(({ rows }) => rows)
}

test("the issue's week to the penny: 937.50 + 187.50, 750.00 + 150.00, 28.13 + 5.63, and the agency has the rest", async () => {
  const placement = await seedWeek(world)
  const sheet = await seedSubmittedTimesheet(world, placement)
  const answer = await act(world, placement.client.approver, 'transaction.timesheet.approve', {
    ids: [sheet.id],
  })
  expect(answer).toEqual({ timesheets: [{ id: sheet.id, human_id: sheet.human_id, status: 'approved' }] })
  expect(await documentsOf(sheet.id)).toMatchInlineSnapshot(`
    [
      {
        "amount": "937.50",
        "due_date": "2025-06-18",
        "status": "open",
        "tax_amount": "187.50",
        "total_amount": "1125.00",
        "type": "agency-provider",
      },
      {
        "amount": "191.24",
        "due_date": "2025-06-18",
        "status": "open",
        "tax_amount": "0.00",
        "total_amount": "191.24",
        "type": "agency_earnings",
      },
      {
        "amount": "750.00",
        "due_date": "2025-06-22",
        "status": "open",
        "tax_amount": "150.00",
        "total_amount": "900.00",
        "type": "contractor-agency",
      },
      {
        "amount": "28.13",
        "due_date": "2025-06-15",
        "status": "open",
        "tax_amount": "5.63",
        "total_amount": "33.76",
        "type": "provider-agency",
      },
      {
        "amount": "937.50",
        "due_date": "2025-07-15",
        "status": "open",
        "tax_amount": "187.50",
        "total_amount": "1125.00",
        "type": "provider-client",
      },
    ]
  `)
})
