/** Terms of business made from a template within the form of a new party (onboarding §2.2). */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, companyInput, type SeededAgency, seedAgency, seedProvider } from '#test/fixtures/world.ts'
import { Browser, testApp } from '#test/server/harness.ts'
import { sampleSignIn } from '#test/server/sample.ts'

const { database, world } = await freshWorld()
const { app } = await testApp(database, world.clock)
let agency: SeededAgency
beforeAll(async () => {
  agency = await seedAgency(world, await seedProvider(world))
})

async function published(by: Viewer, kind: string): Promise<string> {
  const { id } = await act<{ id: string }>(world, by, 'config.document_template.create', { kind, name: kind })
  await act(world, by, 'config.document_template.publish', { id })
  return id
}

async function signedIn({ user_id, email }: Viewer): Promise<Browser> {
  await inTransaction(database, (tx) => sampleSignIn({ tx, clock: world.clock }, user_id))
  const browser = new Browser(app)
  await browser.login(email)
  return browser
}

const draftOf = (by: Viewer, kind: string, values: object) =>
  act<{ id: string }>(world, by, 'business.party.save_draft', { kind, version: 0, values })
const typed = { name: 'Larch Ltd', line_1: '1 High Street', city: 'Leeds', temp_payment_terms: '30' }
const make = (browser: Browser, template_id: string, id: string) =>
  browser.post('/api/permission/pdfGen', { template_id, module: 'request', entity: 'draft_request', id })

test('terms of a draft: made of what is typed, a file of the draft, and the document of the submitted client', async () => {
  const template_id = await published(agency.admin, 'business_terms')
  const browser = await signedIn(agency.admin)
  const empty = await draftOf(agency.admin, 'client', { name: 'Larch Ltd' })
  const refused = await make(browser, template_id, empty.id)
  expect(refused.body.errors).toEqual({
    template_id: 'Missing in this form: Client payment terms, temp',
  })
  const { id: draft_id } = await draftOf(agency.admin, 'client', typed)
  const made = await make(browser, template_id, draft_id)
  expect(made.status).toBe(200)
  const { attachment_id } = made.body.data as { attachment_id: string }
  const { id } = await act<{ id: string }>(world, agency.admin, 'business.party.submit', {
    kind: 'client',
    draft_id,
    company: companyInput('Client'),
    currency: 'GBP',
    legal_form: 'limited_company',
    temp_payment_terms: 30,
    papers: [{ type: 'terms_of_business', file_id: attachment_id }],
  })
  expect(
    await database.sql(
      `select d.type, d.status, f.file_name from platform.document d join platform.attachment f on f.parent_id = d.id
       where d.business_id = $1 and f.deleted_at is null`,
      id,
    ),
  ).toEqual([{ type: 'terms_of_business', status: 'inprogress', file_name: 'Larch Ltd business_terms.pdf' }])
})

test('terms of a draft: a template of another kind of party, and a stranger’s draft, are refused', async () => {
  const template_id = await published(agency.admin, 'business_terms')
  const { provider } = agency
  const own = await signedIn(agency.admin)
  const { id } = await draftOf(provider.admin, 'agency', typed)
  expect((await make(own, template_id, id)).status).toBe(404)
  const agreement = await published(provider.admin, 'agency_terms')
  const { id: client_id } = await draftOf(agency.admin, 'client', typed)
  expect((await make(own, agreement, client_id)).body.errors).toEqual({
    template_id: 'Please enter a valid Input',
  })
})

test('documents of a new agency: its agreement, made from the provider’s template, is checked by another person', async () => {
  const { provider } = agency
  const template_id = await published(provider.admin, 'agency_terms')
  const browser = await signedIn(provider.admin)
  const { id: draft_id } = await draftOf(provider.admin, 'agency', typed)
  const made = await make(browser, template_id, draft_id)
  expect(made.body.errors).toBeUndefined()
  const { attachment_id } = made.body.data as { attachment_id: string }
  const { id } = await act<{ id: string }>(world, provider.admin, 'business.party.submit', {
    kind: 'agency',
    draft_id,
    company: companyInput('Agency'),
    funding_model: 'direct',
    funding_models: ['direct'],
    compliance_documents: true,
    party_approval: true,
    papers: [{ type: 'terms_of_business', file_id: attachment_id }],
  })
  expect(
    await database.sql(
      `select d.type, d.status, s.type as link from platform.document d join business.service s on s.id = d.service_id
       where d.business_id = $1`,
      id,
    ),
  ).toEqual([{ type: 'terms_of_business', status: 'inprogress', link: 'agency-provider' }])
})
