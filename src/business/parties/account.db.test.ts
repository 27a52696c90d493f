/** A business's own profile and logo (spec §2, Account): the people who may change it, and the documents after it. */
import { expect, test } from 'vitest'
import { createAttachment } from '#business/platform/create-attachment.server.ts'
import { deleteAttachment } from '#business/platform/delete-attachment.server.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { perform } from '#server/perform.server.ts'
import { documentsOf } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  companyInput,
  seedAgency,
  seedApprovedTimesheet,
  seedFunder,
  seedProvider,
  seedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)
const other = await seedAgency(world, provider)
const funder = await seedFunder(world, provider)

type Company = Readonly<Record<string, string | boolean | null>>
async function companyOf(business_id: string): Promise<Company> {
  const { rows } = await database.owner.query<Company>(
    `select c.name, c.brn, c.is_vat_registered, c.vat_registration_no, c.email, c.phone, c.website, c.logo_attachment_id,
       a.line_1, a.city, a.zipcode, a.country_code
     from business.company c join business.business b on b.company_id = c.id join business.address a on a.id = c.address_id
     where b.id = $1`,
    [business_id],
  )
  return present(rows[0], 'a company')
}

/** The profile as it stands, as the verb takes it, with a change. */
async function profile(business_id: string, change: object = {}): Promise<object> {
  const { name, brn, is_vat_registered, vat_registration_no } = await companyOf(business_id)
  return {
    business_id,
    name,
    brn,
    is_vat_registered,
    ...(vat_registration_no === null ? {} : { vat_registration_no }),
    address: { line_1: '2 New Street', city: 'York', zipcode: 'YO1 1AA' },
    ...change,
  }
}
const update = async (viewer: Viewer, business_id: string, change: object = {}) =>
  act(world, viewer, 'business.company.update', await profile(business_id, change))
const refused = (viewer: Viewer, business_id: string, change: object = {}) =>
  refusalOf(update(viewer, business_id, change))

test('profile: the agency’s admin changes address, e-mail and VAT facts; the audit has old and new', async () => {
  await update(agency.admin, agency.id, { phone: '+441904000000', email: 'ACCOUNTS@example.org' })
  expect(await companyOf(agency.id)).toMatchObject({
    phone: '+441904000000',
    email: 'accounts@example.org',
    line_1: '2 New Street',
    city: 'York',
    country_code: 'GB',
  })
  const { rows } = await database.owner.query(
    `select new_values from log.audit where action_id = 'business.company.update' order by id desc limit 1`,
  )
  expect(rows[0]).toMatchObject({ new_values: { phone: '+441904000000', address: { city: 'York' } } })
})

test('the registered name and number are the provider’s to change', async () => {
  const answer = await refused(agency.admin, agency.id, { name: 'Another Name', brn: '87654321' })
  expect(answer.errors).toEqual({
    name: 'Your provider changes this: it is what you were taken on with',
    brn: 'Your provider changes this: it is what you were taken on with',
  })
  await update(provider.operations, agency.id, { name: 'Another Name Limited', brn: 'sc123456' })
  expect(await companyOf(agency.id)).toMatchObject({ name: 'Another Name Limited', brn: 'SC123456' })
  const { brn } = await companyOf(other.id)
  expect((await refused(provider.operations, agency.id, { brn })).errors).toEqual({
    brn: 'Registration Number already exists',
  })
})

test('country: a code of the list alone, and each of name and code follows the other', async () => {
  const address = { line_1: '2 New Street', city: 'Leeds' }
  const country = async (change: object) => {
    await update(agency.admin, agency.id, { address: { ...address, ...change } })
    const { rows } = await database.owner.query(
      `select a.country, a.country_code from business.business b join business.company c on c.id = b.company_id
       join business.address a on a.id = c.address_id where b.id = $1`,
      [agency.id],
    )
    return rows[0]
  }
  for (const country_code of ['UK', 'XX', 'gb', 'EL'])
    expect(
      (await refused(agency.admin, agency.id, { address: { ...address, country_code } })).errors,
      country_code,
    ).toEqual({ 'address.country_code': 'Please enter a valid Input' })
  expect(
    (await refused(agency.admin, agency.id, { address: { ...address, country: 'Atlantis' } })).errors,
  ).toEqual({ 'address.country': 'Please enter a valid Input' })
  expect(await country({ country_code: 'IE' })).toEqual({ country: 'Ireland', country_code: 'IE' })
  expect(await country({ country: 'France' })).toEqual({ country: 'France', country_code: 'FR' })
  expect(await country({ country: 'UK' })).toEqual({ country: 'UK', country_code: 'GB' })
  expect(await country({})).toEqual({ country: 'United Kingdom', country_code: 'GB' })
})

test('VAT registration: needs a number', async () => {
  const answer = await refused(agency.admin, agency.id, {
    is_vat_registered: true,
    vat_registration_no: undefined,
  })
  expect(answer.errors).toEqual({ vat_registration_no: 'Mandatory' })
})

test('VAT number: a new one needs the registration; one from before its end stays', async () => {
  const number = { is_vat_registered: false, vat_registration_no: 'GB 980 7806 84' }
  const fault = { vat_registration_no: 'Tick "Registered for VAT", or leave the number empty' }
  expect((await refused(agency.admin, agency.id, number)).errors).toEqual(fault)
  const client = {
    company: { ...companyInput('Client', { is_vat_registered: false }) },
    temp_payment_terms: 30,
  }
  const typed = { company: { ...client.company, vat_registration_no: '980780684' }, temp_payment_terms: 30 }
  expect((await refusalOf(act(world, agency.admin, 'business.client.create', typed))).errors).toEqual({
    'company.vat_registration_no': fault.vat_registration_no,
  })
  await update(agency.admin, agency.id, { is_vat_registered: false })
  expect(await companyOf(agency.id)).toMatchObject({ is_vat_registered: false })
  expect((await companyOf(agency.id)).vat_registration_no).not.toBeNull()
  await update(agency.admin, agency.id, { is_vat_registered: true })
})

test('profile: refused for users, readers and other agencies; a funder’s admin changes only its own', async () => {
  expect((await refused(agency.user, agency.id)).code).toBe('not_allowed')
  expect((await refused(agency.reader, agency.id)).code).toBe('not_allowed')
  expect((await refused(other.admin, agency.id)).code).toBe('not_found')
  expect(['not_allowed', 'not_found']).toContain((await refused(funder.admin, agency.id)).code)
  await update(funder.admin, funder.id, { phone: '+441904000001' })
  expect((await companyOf(funder.id)).phone).toBe('+441904000001')
  expect((await refused(provider.operations, provider.id)).code).toBe('not_allowed')
  await update(provider.admin, provider.id, { website: 'https://example.org' })
})

/** A picture as the upload hangs it on a business. */
async function hang(viewer: Viewer, type: string, id: string, change: object = {}): Promise<string> {
  const verbs = new Map([[createAttachment.action_id, createAttachment]])
  const made = await perform(
    { ...world, verbs },
    viewer,
    createAttachment.action_id,
    {
      parent_entity: `business.${type}`,
      parent_id: id,
      file_name: 'logo.png',
      file_url: `files/${crypto.randomUUID()}`,
      content_type: 'image/png',
      sha256: 'a'.repeat(64),
      size_bytes: 900,
      ...change,
    },
    null,
  )
  return (made as { id: string }).id // The answer of the verb above.
}
const set = (viewer: Viewer, business_id: string, attachment_id: string | null) =>
  act(world, viewer, 'business.company.set_logo', { business_id, attachment_id })

test('logo: a small picture of the business’s own, printed on later documents', async () => {
  const placed = await seedWeek(world, { agency: { funding_model: 'agency_billed' } })
  const id = await hang(placed.agency.admin, 'agency', placed.agency.id)
  await set(placed.agency.admin, placed.agency.id, id)
  const [sheet] = await seedTimesheets(world, placed)
  const approved = await seedApprovedTimesheet(world, placed, present(sheet, 'a week'))
  const { 'agency-client': invoice } = await documentsOf(database, approved)
  const { rows } = await database.owner.query<{ logo: string | null }>(
    `select p.logo_attachment_id as logo from transaction.invoice i join transaction.invoice_entity p on p.id = i.from_invoice_entity_id
     where i.id = $1`,
    [present(invoice, 'an invoice').id],
  )
  expect(rows[0]?.logo).toBe(id)
  await set(placed.agency.admin, placed.agency.id, null)
  expect((await companyOf(placed.agency.id)).logo_attachment_id).toBeNull()
})

test('logo: refused for foreign, large or non-picture files; printed documents stay', async () => {
  const theirs = await hang(other.admin, 'agency', other.id)
  expect((await refusalOf(set(agency.admin, agency.id, theirs))).code).toBe('not_found')
  const large = await hang(agency.admin, 'agency', agency.id, { size_bytes: 600 * 1024 })
  expect((await refusalOf(set(agency.admin, agency.id, large))).errors).toEqual({
    file: 'A logo is at most 512 kB',
  })
  const text = await hang(agency.admin, 'agency', agency.id, { content_type: 'application/pdf' })
  expect((await refusalOf(set(agency.admin, agency.id, text))).errors).toEqual({
    file: 'A logo is a png, jpg or jpeg picture',
  })
  expect((await refusalOf(hang(agency.user, 'agency', agency.id))).code).toBe('not_allowed')
  expect((await refusalOf(hang(other.admin, 'agency', agency.id))).code).toBe('not_found')
  const verbs = new Map([[deleteAttachment.action_id, deleteAttachment]])
  const removal = perform({ ...world, verbs }, agency.admin, deleteAttachment.action_id, { id: large }, null)
  expect((await refusalOf(removal)).message).toBe('Issued documents are printed with this file: it stays')
})

test('a funder and the provider bring their own', async () => {
  await set(funder.admin, funder.id, await hang(funder.admin, 'funder', funder.id))
  await set(provider.admin, provider.id, await hang(provider.admin, 'provider', provider.id))
  expect((await companyOf(provider.id)).logo_attachment_id).not.toBeNull()
})

test('telephone and postcode: stored in one form, refused under their fields; old texts that stay are not judged', async () => {
  const address = { line_1: '2 New Street', city: 'York', zipcode: 'yo11aa' }
  await update(other.admin, other.id, { phone: '01904 000 009', address })
  expect(await companyOf(other.id)).toMatchObject({ phone: '+441904000009', zipcode: 'YO1 1AA' })
  const dublin = { line_1: '8 Quay', city: 'Dublin', zipcode: 'D02 KX38', country_code: 'IE' }
  await update(other.admin, other.id, { phone: '01 555 0204', address: dublin })
  expect(await companyOf(other.id)).toMatchObject({ phone: '+35315550204', zipcode: 'D02 KX38' })

  const wrong = { phone: 'abc', address: { ...address, zipcode: 'ZZZ' } }
  expect((await refused(other.admin, other.id, wrong)).errors).toEqual({
    phone: 'Please enter a valid number',
    'address.zipcode': 'Please enter a valid Input',
  })
  await database.owner.query(
    `with k as (update business.company set phone = 'ext. 12' where id = (select company_id from business.business where id = $1)
       returning address_id)
     update business.address set zipcode = 'ZZZ', country_code = 'GB', country = 'United Kingdom' where id = (select address_id from k)`,
    [other.id],
  )
  await update(other.admin, other.id, { phone: 'ext. 12', address: { ...address, zipcode: 'ZZZ' } })
  expect(await companyOf(other.id)).toMatchObject({ phone: 'ext. 12', zipcode: 'ZZZ' })
})

test('a stored number that no register gives stays until it is changed', async () => {
  await database.owner.query(
    `update business.company set vat_registration_no = 'NOTVAT' where id = (select company_id from business.business where id = $1)`,
    [other.id],
  )
  await update(other.admin, other.id, { phone: '+441130000009' })
  expect(await companyOf(other.id)).toMatchObject({ vat_registration_no: 'NOTVAT', phone: '+441130000009' })
  expect((await refused(other.admin, other.id, { vat_registration_no: 'NOTVATS' })).errors).toEqual({
    vat_registration_no: 'Please enter a valid Input',
  })
  expect((await refused(other.admin, other.id, { website: 'javascript:alert(1)' })).errors).toEqual({
    website: 'Please enter a valid URL',
  })
})
