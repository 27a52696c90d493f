import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apply_batch, check_batch } from '#business/imports/import-run.job.ts'
import { present } from '#kernel/assert.ts'
import { verifyAudit } from '#server/audit-verify.server.ts'
import { inTransaction } from '#server/tx.ts'
import { type BundledProgram, bundleProgram } from '#test/bundle-program.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedContact, seedWeek } from '#test/fixtures/world.ts'
import { killed_process } from '#test/killed-work.ts'
import { csv, dump, importing } from './run.ts'

const { database, world } = await freshWorld()
const imports = importing(world)
const { sql } = imports

const placed = await seedWeek(world)
const { agency } = placed
const stranger = await seedWeek(world, { provider: agency.provider })
const { admin } = agency
const create = 'business.client.create'
const header = [
  'Name',
  'Registration Number',
  'Address Line 1',
  'City',
  'Country',
  'Currency',
  'Temp Payment Terms',
]
/** Rows of two batches of applying, of three, and of two of checking. */
const two = apply_batch + 2
const several = 2 * apply_batch + 10
const checked = check_batch + 10

let serial = 0
const client = (name: string, change: Record<number, string> = {}): string[] => {
  serial += 1
  const row = [
    name,
    String(70_000_000 + serial),
    `${serial} High Street`,
    'Leeds',
    'United Kingdom',
    'GBP',
    '30',
  ]
  return row.map((cell, at) => change[at] ?? cell)
}
const clients = (from: number, count: number, name: string) =>
  Array.from({ length: count }, (_, i) => client(`${name} ${from + i}`))
const named = (pattern: string) =>
  sql<{ id: string; human_id: string; name: string }>(
    `select b.id, b.human_id, b.name from business.business b join business.service s on s.from_business_id = b.id
     where s.to_business_id = $1 and b.name like $2 and b.deleted_at is null and s.deleted_at is null order by b.human_id`,
    agency.id,
    pattern,
  )

describe('clients', () => {
  test('are made as by hand, and undone they leave nothing', async () => {
    const before = await dump(database)
    const file = csv(
      [...header, 'VAT Registration Number', 'Perm Payment Terms', 'Reference'],
      [...client('Äcme "Tools", Ltd'), 'GB123456782', '45', "'+44"],
      [...client('Baile Átha Cliath', { 4: 'Ireland', 5: 'EUR' }), '', '', ''],
    )
    const { id, ...checked } = await imports.check(admin, create, file)
    expect(checked).toMatchObject({ status: 'checked', row_count: 2, faulty_count: 0 })
    expect(await dump(database)).toEqual(before)
    expect(await imports.apply(admin, id, 'all')).toMatchObject({ status: 'applied', applied_count: 2 })
    const made = await sql(
      `select b.name, c.is_vat_registered, c.vat_registration_no, a.country, a.country_code, y.alpha_code,
         s.temp_payment_terms, s.perm_payment_terms, s.reference
       from platform.import_row r join business.business b on b.id = r.entity_id
       join business.company c on c.id = b.company_id join business.address a on a.id = c.address_id
       join business.service s on s.from_business_id = b.id join platform.currency y on y.id = s.currency_id
       where r.import_id = $1 order by r.row_no`,
      id,
    )
    expect(made).toEqual([
      {
        name: 'Äcme "Tools", Ltd',
        is_vat_registered: true,
        vat_registration_no: '123456782',
        country: 'United Kingdom',
        country_code: 'GB',
        alpha_code: 'GBP',
        temp_payment_terms: 30,
        perm_payment_terms: 45,
        reference: '+44',
      },
      {
        name: 'Baile Átha Cliath',
        is_vat_registered: false,
        vat_registration_no: null,
        country: 'Ireland',
        country_code: 'IE',
        alpha_code: 'EUR',
        temp_payment_terms: 30,
        perm_payment_terms: null,
        reference: null,
      },
    ])
    expect(await imports.undo(admin, id)).toMatchObject({ status: 'undone', applied_count: 0 })
    expect(await dump(database)).toEqual(before)
    expect(await inTransaction(database, verifyAudit)).toEqual([])
  })

  test('faults: by row and column, also against existing records', async () => {
    const own = present((await named('Client %'))[0], 'a client')
    const [foreign] = await sql<{ human_id: string }>(
      'select human_id from business.business where id = $1',
      stranger.client.id,
    )
    const [known] = await sql<{ brn: string }>(
      'select c.brn from business.company c join business.business b on b.company_id = c.id where b.id = $1',
      stranger.client.id,
    )
    const file = csv(
      ['Client Id', ...header],
      ['', ...client('Fine')],
      ['', ...client('')],
      ['', ...client('Twice')],
      ['', ...client('twice')],
      ['', ...client('Number', { 1: '12' })],
      ['', ...client('Taken', { 1: present(known, 'a company').brn })],
      ['', ...client('Nowhere', { 4: 'Atlantis' })],
      ['', ...client('Money', { 5: 'ZZZ' })],
      ['', ...client('Terms', { 6: '7.5' })],
      ['', ...client('Long', { 6: '400' })],
      ['', ...client('Minus', { 6: '-1' })],
      ['', ...client('Words', { 1: '34', 6: 'soon' })],
      ['', ...client(own.name)],
      [own.human_id, ...client('There')],
      [present(foreign, 'a client').human_id, ...client('Theirs')],
      ['CLI999999', ...client('Nobodys')],
      ['', ...client('x'.repeat(201))],
    )
    const { id } = await imports.check(admin, create, file)
    const name = 'from_party.name'
    expect(await imports.errors(id)).toEqual({
      3: { [name]: 'Mandatory' },
      5: { [name]: 'Duplicate Value' },
      6: { 'from_business.company.brn': 'Please enter a valid number' },
      7: { 'from_business.company.brn': 'Registration Number already exists' },
      8: { 'from_business.company.address.country': 'Please enter a valid Input' },
      9: { 'currency.alpha_code': 'Please enter a valid Input' },
      10: { temp_payment_terms: 'Only Integers' },
      11: { temp_payment_terms: 'Max number is reached' },
      12: { temp_payment_terms: 'Needs Positive Number' },
      // All that is wrong with a row at once: its own cells, and what the action says.
      13: {
        'from_business.company.brn': 'Please enter a valid number',
        temp_payment_terms: 'Please enter a valid number',
      },
      14: { [name]: 'Already Existing' },
      15: { 'from_party.human_id': 'Already Existing' },
      // Another tenant's client reads as nobody's.
      16: { 'from_party.human_id': 'Client not found' },
      17: { 'from_party.human_id': 'Client not found' },
      18: { [name]: 'Max character length is 200' },
    })
    expect(await imports.apply(admin, id)).toMatchObject({ applied_count: 2, faulty_count: 15 })
  })

  test('names: unique by their exact text within the agency', async () => {
    const words = [
      '100% Beds_and',
      '100 Beds and',
      '100% BEDS_AND',
      'ÅNGSTRÖM & Söhne',
      'ångström & söhne',
      'Back\\slash',
    ]
    const first = await imports.check(
      admin,
      create,
      csv(header, client(words[0] ?? ''), client(words[3] ?? '')),
    )
    await imports.apply(admin, first.id)
    const theirs = await imports.check(stranger.agency.admin, create, csv(header, client(words[5] ?? '')))
    await imports.apply(stranger.agency.admin, theirs.id)
    const again = await imports.check(admin, create, csv(header, ...words.map((word) => client(word))))
    const twice = { 'from_party.name': 'Already Existing' }
    expect(await imports.errors(again.id)).toEqual({
      2: twice,
      4: { 'from_party.name': expect.any(String) },
      5: twice,
      6: { 'from_party.name': expect.any(String) },
    })
    expect(again.faulty_count).toBe(4)
    await imports.undo(admin, first.id)
    await imports.undo(stranger.agency.admin, theirs.id)
  })

  test.each([
    ['people', (id: string) => seedContact(world, admin, id, 'Paula', 'invoice_contact')],
    [
      'a credit limit',
      (id: string) =>
        act(world, agency.provider.admin, 'business.credit_limit.set', {
          client_id: id,
          currency: 'GBP',
          amount: '1000.00',
          effective_from: '2025-06-15',
        }),
    ],
    [
      'placements',
      (id: string) =>
        act(
          world,
          admin,
          'contract.temp_placement.create',
          placementInput({ client: { id }, contractor: placed.contractor }),
        ),
    ],
  ])('with %s since are not undone, and none of the others is', async (what, build) => {
    const { id } = await imports.check(admin, create, csv(header, ...clients(1, 3, `With ${what}`)))
    await imports.apply(admin, id)
    const made = present((await named(`With ${what} 2`))[0], 'the second')
    await build(made.id)
    const before = await dump(database)
    expect(await imports.undo(admin, id)).toMatchObject({
      status: 'applied',
      applied_count: 3,
      message: `Row 3: ${made.human_id} has ${what}. Nothing was undone.`,
    })
    expect(await dump(database)).toEqual(before)
  })

  test('a second click applies once, a third undoes nothing twice', async () => {
    const { id } = await imports.check(admin, create, csv(header, ...clients(1, 2, 'Click')))
    await act(world, admin, 'platform.import.apply', { id, mode: 'valid' })
    const again = await refusalOf(act(world, admin, 'platform.import.apply', { id, mode: 'valid' }))
    expect(again.message).toBe('This import is still at work')
    await imports.run(id)
    await imports.run(id)
    expect(await named('Click %')).toHaveLength(2)
    expect((await refusalOf(act(world, admin, 'platform.import.apply', { id, mode: 'valid' }))).message).toBe(
      'This import is done already',
    )
    await imports.undo(admin, id)
    expect((await refusalOf(act(world, admin, 'platform.import.undo', { id }))).message).toBe(
      'This import is undone already',
    )
  })

  test('three workers at one import do each row once', async () => {
    const { id } = await imports.check(admin, create, csv(header, ...clients(1, several, 'Race')))
    await act(world, admin, 'platform.import.apply', { id, mode: 'valid' })
    await Promise.all([imports.run(id), imports.run(id), imports.run(id)])
    expect(await imports.look(id)).toMatchObject({ status: 'applied', applied_count: several })
    expect(await named('Race %')).toHaveLength(several)
  })

  test('cancelled after a batch: continues with the rest, and all is undone', async () => {
    const before = await dump(database)
    const { id } = await imports.check(admin, create, csv(header, ...clients(1, several, 'Cancel')))
    await act(world, admin, 'platform.import.apply', { id, mode: 'valid' })
    const { job_id } = await imports.look(id)
    let batches = 0
    const isStopping = () => {
      batches += 1
      return batches > 1
    }
    await imports.run(id, { isStopping })
    const half = await imports.look(id)
    expect(half.applied_count).toBe(apply_batch)
    await act(world, admin, 'platform.job.cancel', { id: job_id })
    await imports.run(id)
    expect(await named('Cancel %')).toHaveLength(apply_batch)
    expect(await imports.apply(admin, id)).toMatchObject({ status: 'applied', applied_count: several })
    expect(await named('Cancel %')).toHaveLength(several)
    await imports.undo(admin, id)
    expect(await dump(database)).toEqual(before)
  })

  test('removed role: stops the import', async () => {
    const leaver = await seedContact(world, agency.provider.admin, agency.id, 'Lea', 'agency_user')
    const { id } = await imports.check(leaver, create, csv(header, ...clients(1, 3, 'Leaver')))
    await act(world, leaver, 'platform.import.apply', { id, mode: 'valid' })
    await sql(
      `update business.business_contact set roles = '{agency_read_only}' where id = $1`,
      leaver.business_contact_id,
    )
    expect(await imports.run(id)).toMatchObject({ message: 'You do not have permission to do this' })
    expect(await named('Leaver %')).toEqual([])
    const reader = await refusalOf(
      imports.upload(agency.reader, create, csv(header, ...clients(1, 1, 'Read'))),
    )
    expect(reader.code).toBe('not_allowed')
  })

  test('an import is its person’s own', async () => {
    const { id } = await imports.check(admin, create, csv(header, ...clients(1, 1, 'Mine')))
    for (const by of [agency.user, stranger.agency.admin, agency.provider.admin])
      for (const [verb, input] of [
        ['apply', { id, mode: 'valid' }],
        ['undo', { id }],
        ['map', { id, mapping: [] }],
      ] as const)
        expect((await refusalOf(act(world, by, `platform.import.${verb}`, input))).code).toBe('not_found')
  })
})

describe('a worker that is killed', () => {
  let before: Record<string, string[]>
  const undoing: string[] = []
  let program: BundledProgram
  const killed = (id: string, die: string) => imports.killed(id, die, program.file)
  beforeAll(async () => {
    before = await dump(database)
    program = await bundleProgram(killed_process)
  })
  afterAll(() => program.remove())

  test.each(['before', 'after'])(
    '%s any commit while applying leaves what the next one finishes, each row once',
    async (moment) => {
      for (let at = 1; ; at += 1) {
        const name = `Killed ${moment} ${at}`
        const { id } = await imports.check(admin, create, csv(header, ...clients(1, two, name)))
        await act(world, admin, 'platform.import.apply', { id, mode: 'valid' })
        const died = await killed(id, `${moment} ${at}`)
        expect(await imports.run(id), name).toMatchObject({
          status: 'applied',
          applied_count: two,
          failed_count: 0,
        })
        expect(await named(`${name} %`), name).toHaveLength(two)
        if (died) await imports.undo(admin, id)
        else {
          undoing.push(id)
          break
        }
      }
      expect(await inTransaction(database, verifyAudit)).toEqual([])
    },
    180_000,
  )

  test('while undoing leaves all or nothing, and the next one undoes it', async () => {
    expect(undoing).toHaveLength(2)
    for (const [at, id] of undoing.entries()) {
      await act(world, admin, 'platform.import.undo', { id })
      for (const die of at === 0 ? ['after 2', 'before 3'] : []) {
        await killed(id, die)
        expect([0, two]).toContain((await imports.look(id)).applied_count)
      }
      expect(await imports.run(id)).toMatchObject({ status: 'undone', applied_count: 0 })
    }
    expect(await dump(database)).toEqual(before)
  }, 180_000)

  test('a kill while checking: the file is read again', async () => {
    for (const die of ['before 2', 'after 3', 'after 4']) {
      const id = await imports.upload(admin, create, csv(header, ...clients(1, checked, `Check ${die}`)))
      await killed(id, die)
      expect(await imports.run(id), die).toMatchObject({
        status: 'checked',
        row_count: checked,
        faulty_count: 0,
      })
      expect((await imports.rows(id)).map((row) => row.row_no)).toEqual(
        Array.from({ length: checked }, (_, i) => i + 2),
      )
    }
    expect(await dump(database)).toEqual(before)
  }, 180_000)

  test('in the middle of all or nothing leaves nothing', async () => {
    const { id } = await imports.check(admin, create, csv(header, ...clients(1, several, 'Whole')))
    await act(world, admin, 'platform.import.apply', { id, mode: 'all' })
    expect(await killed(id, 'after 3')).toBe(true)
    expect(await named('Whole %')).toEqual([])
    expect(await imports.run(id)).toMatchObject({ status: 'applied', applied_count: several })
    expect(await named('Whole %')).toHaveLength(several)
  })
})

describe('contractors', () => {
  const columns = [
    'First Name',
    'Last Name',
    'Payment Type',
    'Payment Company Id',
    'NI Number',
    'Date of Birth',
    'Self-billing From',
  ]

  test('are made as by hand, paid by payroll or through a company, and undone they leave nothing', async () => {
    const [company] = await sql<{ human_id: string }>(
      'select human_id from business.business where id = $1',
      placed.contractor.payment_company_id,
    )
    const company_id = present(company, 'a company').human_id
    const before = await dump(database)
    const file = csv(
      columns,
      ['Ada', 'Byron', 'PAYE', '', 'AB123456C', '1985-12-10', ''],
      ['Grace', 'Hopper', 'limited', company_id, 'AB123457C', '09/12/1976', '01/06/2025'],
      ['Alan', 'Turing', 'umbrella', company_id, '', '', ''],
      ['Kurt', 'Gödel', 'limited', '', '', '', ''],
      ['Emmy', 'Noether', 'limited', 'LIM999999', '', '', ''],
      ['Ada', 'King', 'PAYE', '', 'AB123456C', '', ''],
      ['', 'Nobody', 'cash', '', '', '1815-13-10', ''],
    )
    const { id } = await imports.check(admin, 'business.contractor.create', file)
    expect(await imports.errors(id)).toEqual({
      4: { 'payment_company.human_id': 'Please enter a valid Input' },
      5: { 'payment_company.human_id': 'Mandatory' },
      6: { 'payment_company.human_id': 'Payment Company not found' },
      7: { 'individual.ni_number': 'Duplicate Value' },
      8: {
        'individual.first_name': 'Mandatory',
        payment_type: 'Please enter a valid Input',
        'individual.date_of_birth': 'Please enter a valid Input',
      },
    })
    await imports.apply(admin, id)
    const made = await sql(
      `select b.name, b.payment_type, i.date_of_birth::text, s.self_billing_from::text, p.human_id as company
       from platform.import_row r join business.business b on b.id = r.entity_id
       join business.individual i on i.id = b.individual_id
       join business.service s on s.from_business_id = b.id and s.type = 'contractor-agency'
       left join business.business p on p.id = b.payment_company_id where r.import_id = $1 order by r.row_no`,
      id,
    )
    expect(made).toEqual([
      {
        name: 'Ada Byron',
        payment_type: 'paye',
        date_of_birth: '1985-12-10',
        self_billing_from: null,
        company: null,
      },
      {
        name: 'Grace Hopper',
        payment_type: 'limited',
        date_of_birth: '1976-12-09',
        self_billing_from: '2025-06-01',
        company: company_id,
      },
    ])
    await imports.undo(admin, id)
    expect(await dump(database)).toEqual(before)
  })
})
