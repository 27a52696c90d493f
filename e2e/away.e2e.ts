/** An approver goes away; their colleague approves in their own name, for them. */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { axeFaults } from './axe-faults.ts'
import { field, see, toast } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()
const patient = { timeout: 120_000 }

test('hands over, and the colleague approves for the person who is away', async () => {
  const amelia = await signIn(browser, stint, 'timesheet_approver')
  const { business_contact_id, business } = await amelia.session()
  const [sheet] = await stint.sql<{ id: string; contract_id: string }>(
    `select t.id, t.contract_id from transaction.timesheet t where t.client_id = $1 and t.status = 'submitted'
     order by t.human_id limit 1`,
    business.id,
  )
  const { id, contract_id } = present(sheet, 'a submitted timesheet')
  const [other] = await stint.sql<{ id: string; name: string; persona: string }>(
    `select c.id, c.name, c.preferences ->> 'persona' as persona from business.business_contact c
     where c.business_id = $1 and c.id <> $2 and c.preferences ->> 'persona' is not null and c.joined_at is not null
     order by c.name limit 1`,
    business.id,
    business_contact_id,
  )
  const colleague = present(other, 'a colleague')
  await stint.sql(
    `update business.business_contact set roles = array_append(array_remove(roles, 'timesheet_approver'), 'timesheet_approver')
     where id = $1`,
    colleague.id,
  )
  await stint.sql(
    `delete from contract.contract_contact where contract_id = $1 and type = 'timesheet_approver'`,
    contract_id,
  )
  await stint.sql(
    `insert into contract.contract_contact (id, contract_id, business_contact_id, type, provider_id, agency_id, client_id, contractor_id)
     select gen_random_uuid(), c.id, $2, 'timesheet_approver', c.provider_id, c.agency_id, c.client_id, c.contractor_id
     from contract.contract c where c.id = $1`,
    contract_id,
    business_contact_id,
  )
  const { page } = amelia
  await amelia.open('/client/profile')
  await page.getByRole('link', { name: 'Hand over to a colleague' }).click()
  await page.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over' })
  await field(dialog, 'Colleague').selectOption({ label: colleague.name })
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await see(dialog.getByText('Mandatory').first())
  const { today } = await amelia.session()
  await field(dialog, 'Last day').fill(today.split('-').reverse().join('/'))
  await field(dialog, 'Reason').fill('Holiday')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await see(toast(page, 'Handed over'), page.getByRole('button', { name: `End: ${colleague.name}` }))
  expect(await axeFaults(page)).toEqual([])

  const person = await signIn(browser, stint, colleague.persona)
  await person.open(`/client/transaction/timesheet/${id}`)
  await person.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await see(person.page.getByRole('button', { name: /^Undo: Approved TMS/ }))
  await expect
    .poll(
      () =>
        stint.sql(
          `select message, user_name from transaction.timesheet_activity where timesheet_id = $1 and new_status = 'approved'`,
          id,
        ),
      patient,
    )
    .toEqual([{ message: 'Approved for Amelia Stanton', user_name: colleague.name }])
  await page.getByRole('button', { name: `End: ${colleague.name}` }).click()
  await see(page.getByText('Nothing is handed over.'))
  await person.context.close()
  await amelia.context.close()
})
