/** Steps 4 to 6: what the approval raises, who sees which of it, and the invoice with its PDF and its mail. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { day, formatDay, formatDayLong } from '#kernel/day.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { card, confirm, rowsOf, see } from '../look.ts'
import { signIn } from '../people.ts'
import type { Document, Week } from './story.ts'

export function documents(week: Week): void {
  test('4 · the documents are raised with the approval, to the penny, and balance', async () => {
    const raised = await week.stint.sql<
      Document & { amount: string; tax_amount: string; status: string; number: number }
    >(
      `select i.id, i.human_id, i.type, i.amount::text, i.tax_amount::text, i.total_amount::text, i.status
     from transaction.invoice i where i.timesheet_id = $1`,
      week.sheet.id,
    )
    for (const one of raised) week.documents.set(one.type, one)
    expect(
      Object.fromEntries(raised.map((one) => [one.type, [one.amount, one.tax_amount, one.status]])),
    ).toEqual({
      'provider-client': ['937.50', '187.50', 'open'],
      'agency-provider': ['937.50', '187.50', 'open'],
      'contractor-agency': ['750.00', '150.00', 'open'],
      'provider-agency': ['28.13', '5.63', 'open'],
      agency_earnings: ['191.24', '0.00', 'open'],
    })
    // Identities of money.md §1.4: 1125.00 = 900.00 + 33.76 + 0 + 191.24, and so for net and VAT.
    const [set] = await week.stint.sql(
      `select sale_gross = contractor_gross + fee_gross + on_costs + agency_gross as cash,
       sale_net = contractor_net + fee_net + on_costs + agency_net as profit,
       sale_tax = contractor_tax + fee_tax + agency_tax as vat
     from transaction.invoice_set where timesheet_id = $1`,
      week.sheet.id,
    )
    expect(set).toEqual({ cash: true, profit: true, vat: true })
    const [ledger] = await week.stint.sql<{ postings: number; sum: string; same: boolean }>(
      `select count(*)::int as postings, sum(p.amount)::text as sum, bool_and(t.created_at = s.created_at) as same
     from transaction.invoice_set s
     join ledger.transaction t on t.source_entity = 'transaction.invoice_set' and t.source_id = s.id
     join ledger.posting p on p.transaction_id = t.id where s.timesheet_id = $1`,
      week.sheet.id,
    )
    expect(ledger).toMatchObject({ sum: '0.00', same: true })
    expect(ledger?.postings).toBeGreaterThan(1)
    // The agency reads the same on its screen.
    const { page } = week.who('agency')
    await week.who('agency').open(week.sheetPath('agency'))
    const rows = await rowsOf(card(page, 'Invoices').getByRole('table'))
    expect(rows.map((row) => [row[0], row[4]]).sort()).toEqual(
      raised
        .map((one) => [
          one.human_id,
          `£${Number(one.total_amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
        ])
        .sort(),
    )
  })

  describe('5 · everybody sees their own', () => {
    const all = [
      'agency-provider',
      'agency_earnings',
      'contractor-agency',
      'provider-agency',
      'provider-client',
    ]
    const seen: readonly (readonly [persona: string, types: readonly string[]])[] = [
      ['agency_admin', all],
      ['agency_read_only', all],
      ['primary_staff_user', ['agency-provider', 'contractor-agency', 'provider-client']],
      ['agency_consultant', ['agency-provider', 'contractor-agency', 'provider-client']],
      ['invoice_contact', ['provider-client']],
      ['contractor', ['contractor-agency']],
      ['contractor_umbrella', []],
      ['provider_operations', all],
      ['provider_approver', all],
      ['funder_admin', []],
      ['funder_analyst', []],
      ['meridian_admin', []],
    ]

    test.each(seen)('%s sees his documents and no other', async (persona, types) => {
      const person = await signIn(week.browser, week.stint, persona)
      const { invoices } = await person.ask<{ invoices: { type: string }[] }>(
        `query ($id: uuid!) { invoices: transaction_invoice(where: { timesheet_id: { _eq: $id } }) { type } }`,
        { id: week.sheet.id },
      )
      expect(invoices.map((one) => one.type).sort()).toEqual([...types].sort())
      // Foreign records read as if they did not exist, on the screen too.
      const hidden = all.find((type) => !types.includes(type))
      if (hidden !== undefined) {
        const category = (await (await person.context.request.get('/api/auth/session')).json()).data
          .category as string
        await person.open(week.invoicePath(category, hidden))
        await see(person.page.getByText('Invoice not found'))
      }
      await person.context.close()
    })

    test.each(['hiring_manager', 'timesheet_approver'])('%s is given no invoice at all', async (persona) => {
      const person = await signIn(week.browser, week.stint, persona)
      expect(await person.refusal('{ transaction_invoice { id } }')).toMatch(/transaction_invoice/)
      await person.context.close()
    })

    test('a funder sees the documents of the spec of its own agencies, all of them and nothing else', async () => {
      const funder = await signIn(week.browser, week.stint, 'funder_admin')
      const { invoices } = await funder.ask<{ invoices: { id: string }[] }>(
        '{ invoices: transaction_invoice { id } }',
      )
      const his = await week.stint.sql<{ id: string }>(
        `select i.id from transaction.invoice i
       join business.business_contact c on c.business_id = i.funder_id and c.preferences ->> 'persona' = 'funder_admin'
       where i.type in ('provider-client', 'agency-funder', 'funder-agency', 'agency-client') and i.status in ('open', 'closed')`,
      )
      expect(his.length).toBeGreaterThan(0)
      expect(invoices.map((one) => one.id).sort()).toEqual(his.map((one) => one.id).sort())
      await funder.context.close()
    })

    test('rates by viewer: nobody learns the other side’s, whatever they ask', async () => {
      const contractor_side = ['contractor_amount'] as const
      const client_side = ['client_amount'] as const
      const sheets = (field: string) => `{ transaction_timesheet { ${field} } }`
      for (const field of client_side)
        expect(await week.who('contractor').refusal(sheets(field))).toContain(field)
      for (const field of contractor_side)
        expect(await week.who('approver').refusal(sheets(field))).toContain(field)
      const by = (field: string) => `{ transaction_timesheet(order_by: { ${field}: desc }) { id } }`
      expect(await week.who('contractor').refusal(by('client_amount'))).toContain('client_amount')
      expect(await week.who('approver').refusal(by('contractor_amount'))).toContain('contractor_amount')
      // On the screen: the contractor's week knows 750.00 and not 937.50, the client's the other way round.
      await week.who('contractor').open(week.sheetPath('contractor'))
      await see(
        week.who('contractor').page.getByText('£20.00 / hour'),
        card(week.who('contractor').page, 'Totals').getByText('750.00'),
      )
      const contractors_page = await week.who('contractor').page.getByRole('main').innerText()
      for (const secret of ['25.00', '937.50', '1,125.00', '28.13', '191.24'])
        expect(contractors_page).not.toContain(secret)
      const cost = await signIn(week.browser, week.stint, 'invoice_contact')
      await cost.open(week.sheetPath('client'))
      await see(cost.page.getByText('£25.00 / hour'), card(cost.page, 'Totals').getByText('937.50'))
      const clients_page = await cost.page.getByRole('main').innerText()
      for (const secret of ['20.00', '750.00', '900.00', '28.13', '191.24'])
        expect(clients_page).not.toContain(secret)
      await cost.context.close()
      // An approver approves hours, not money.
      await week.who('approver').open(week.sheetPath('client'))
      await see(card(week.who('approver').page, 'Totals'))
      expect(await week.who('approver').page.getByRole('main').innerText()).not.toMatch(/£\s*\d/)
    })
  })

  describe('6 · the invoice', () => {
    async function downloaded(page: Page): Promise<string> {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download PDF' }).click(),
      ])
      return pdfText(readFileSync(await download.path()))
    }

    test('its page and its PDF say the same, and are a VAT invoice', async () => {
      week.come('cashier', await signIn(week.browser, week.stint, 'provider_operations'))
      const { page } = week.who('cashier')
      const { id, human_id } = week.document('provider-client')
      await week.who('cashier').open(`/provider/transaction/invoice/${id}`)
      await see(page.getByRole('heading', { name: human_id }))
      const main = await page.getByRole('main').innerText()
      for (const fact of [
        '£937.50',
        '£187.50',
        '£1,125.00',
        'Open',
        'Fully funded',
        'Brightwater Analytics Limited',
      ])
        expect(main).toContain(fact)
      const text = await downloaded(page)
      for (const fact of [
        human_id,
        'Tideway Workforce Finance Limited',
        'Brightwater Analytics Limited',
        '37.5',
        '25.00',
        '20.00%',
        '937.50',
        '187.50',
        '1,125.00',
      ])
        expect(text).toContain(fact)
      expect(text).toMatch(/VAT (registration )?(no|number)/i)
      const [due] = await week.stint.sql<{ due: string }>(
        'select due_date::text as due from transaction.invoice where id = $1',
        id,
      )
      expect(main.replace(/\s+/g, ' ')).toContain(formatDayLong(day(due?.due ?? '')))
      expect(text).toContain(formatDay(day(due?.due ?? '')))
    })

    test('the PDF beside it has its words to select and to search', async () => {
      const { page } = week.who('cashier')
      const title = `PDF of ${week.document('provider-client').human_id}`
      await see(page.getByRole('region', { name: title }).getByText('VAT invoice'))
      const tools = page.getByRole('group', { name: `Tools of ${title}` })
      const box = tools.getByRole('searchbox', { name: 'Search' })
      await box.fill('no such words')
      await box.press('Enter')
      await see(tools.getByText('No matches'))
      await box.fill('1,125.00')
      await box.press('Enter')
      await see(tools.getByText(/^1 of \d+$/))
      await tools.getByRole('button', { name: 'Zoom in' }).click()
      await see(tools.getByText('125 %'), tools.getByText('Page 1 of 1'))
    })

    test('the self-billed one carries its statement', async () => {
      const { page } = week.who('contractor')
      const { id, human_id } = week.document('contractor-agency')
      await week.who('contractor').open(`/contractor/transaction/invoice/${id}`)
      await see(page.getByRole('heading', { name: human_id }), page.getByText('your output tax due to HMRC'))
      const text = await downloaded(page)
      for (const fact of ['Bell Data Engineering Limited', '750.00', '150.00', '900.00', human_id])
        expect(text).toContain(fact)
      expect(text).toMatch(/self-billing/i)
      expect(text).toContain('The VAT shown is your output tax due to HMRC')
      for (const secret of ['25.00', '937.50']) expect(text).not.toContain(secret)
    })

    test('it is mailed with its PDF, which its addressee reads in the mail log', async () => {
      const { page } = week.who('cashier')
      const { human_id, id } = week.document('provider-client')
      await week.who('cashier').open(`/provider/transaction/invoice/${id}`)
      await page.getByRole('button', { name: /^Send by mail/ }).click()
      await confirm(page)
      await see(page.getByText(`${human_id} is being sent. See the mail log`))
      const contact = await signIn(week.browser, week.stint, 'invoice_contact')
      const mails = () =>
        contact.ask<{ log_mail: { id: string; subject: string; attachments: { file_name: string }[] }[] }>(
          `query ($id: uuid!) { log_mail(where: { parent_id: { _eq: $id } }) { id subject attachments { file_name } } }`,
          { id },
        )
      await expect.poll(async () => (await mails()).log_mail.length, { timeout: 60_000 }).toBe(1)
      await contact.open('/client/log/mail')
      await contact.page
        .getByRole('link', { name: new RegExp(human_id) })
        .first()
        .click()
      await see(
        contact.page.getByRole('heading', { name: new RegExp(human_id) }),
        contact.page.getByText(`${human_id}.pdf`),
      )
      // Nobody else has it in their log.
      await week.who('agency').open('/agency/log/mail')
      await see(week.who('agency').page.getByText(/^(Total|Matched) Records/))
      expect(await week.who('agency').page.getByText(human_id).count()).toBe(0)
      await contact.context.close()
    })
  })
}
