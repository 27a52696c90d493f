/** Returns that are sent to HMRC: acknowledged and decided, lost and found, rejected and corrected, never sent twice. */
import { createServer } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import { openEngine } from '#server/hmrc/transaction-engine.server.ts'
import { rotateKey } from '#server/security/rotate-key.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { deliverReturns, hmrcSettings } from '#test/fixtures/sent-returns.ts'
import { act } from '#test/fixtures/world.ts'
import { makeStage } from '#test/server/example-parts.ts'
import { checkedRun, employerOf } from '#test/server/pay-run-examples.ts'
import { TEST_DATA_KEY } from '#test/server/sample.ts'
import { TransactionEngineStub } from '#test/server/transaction-engine.ts'
import { openSender } from '../sender/open-sender.job.ts'
import { queueDueReturns, returnTopic } from './send-return.job.ts'

const database = await freshDatabase()
const stage = await makeStage(database)
const { sql } = database
const { clock } = stage
const { agency } = await employerOf(stage)
const { operations, admin: provider_admin } = stage.agency.provider
const engine = new TransactionEngineStub()
await engine.listen()
const settings = hmrcSettings(engine.url)
afterAll(() => engine.close())
beforeEach(() => {
  engine.submits = 'taken'
  engine.decides = 'working'
  engine.endpoint = null
  engine.mark = null
  engine.asked.length = 0
  engine.raw.length = 0
})

type Built = { id: string; human_id: string; status: string }
type Row = {
  status: string
  receipt: string | null
  receipt_mark: string
  filer: string | null
  answer: string | null
  unknown_since: string | null
  poll_after: string | null
  transaction_id: string | null
  errors: { number: string; text: string; name: string; location: string }[]
  may_send_again: boolean
}

const operate = <T>(verb: string, input: object, by = operations) => act<T>(stage, by, verb, input)
const send = (id: string) => operate<object>('transaction.rti_submission.send', { id })
const deliver = () => deliverReturns(database, clock.now(), engine.url)
const rowOf = async (id: string): Promise<Row> =>
  present((await sql<Row>('select * from transaction.rti_submission where id = $1', id))[0], 'the return')

/** Time goes on, and the server looks for what is due. */
async function later(seconds: number): Promise<void> {
  clock.set(instantFromMs(toMs(clock.now()) + seconds * 1000))
  await queueDueReturns({ database, clock, settings })
  await deliver()
}

let made = 0

/** A scheme with credentials, and its summary of a month without pay. */
async function ready({ credentials = engine.sender } = {}): Promise<Built & { scheme: string }> {
  made += 1
  const { id: scheme } = await operate<{ id: string }>(
    'business.paye_scheme.create',
    {
      employer_reference: `789/S${made}`,
      accounts_office_reference: '123PA00012345',
      payment_frequency: 'monthly',
      levy_charge: 'none',
    },
    agency.admin,
  )
  await setSender(scheme, credentials)
  const input = { paye_scheme_id: scheme, tax_year: '2025-26', tax_month: 1, no_payment: true }
  return { ...(await operate<Built>('transaction.rti_submission.build_eps', input)), scheme }
}

const setSender = (id: string, { id: sender_id, password: sender_password }: typeof engine.sender) =>
  operate('business.paye_scheme.set_sender', { id, sender_id, sender_password }, agency.admin)

test('a return is acknowledged, polled at its interval, accepted with its mark, and deleted at HMRC', async () => {
  const { id, human_id } = await ready()
  await send(id)
  expect((await refusalOf(send(id))).message).toBe(`Return ${human_id} is on its way to HMRC`)
  await deliver()
  expect(await rowOf(id)).toMatchObject({ status: 'acknowledged', receipt: null })
  await later(5)
  expect(engine.asked).toEqual(['request submit'])
  await later(10)
  expect(await rowOf(id)).toMatchObject({ status: 'acknowledged' })
  engine.decides = 'accepted'
  await later(10)
  const row = await rowOf(id)
  expect(row).toMatchObject({
    status: 'accepted',
    receipt: row.receipt_mark,
    filer: operations.user_name,
    answer: 'HMRC has received the HMRC-PAYE-RTI-EPS document. Thank you for your submission',
    poll_after: null,
  })
  expect(engine.asked).toEqual(['request submit', 'poll submit', 'poll submit', 'request delete'])
  expect(engine.kept).toEqual([])
  await expect(sql('update transaction.rti_submission set receipt = null where id = $1', id)).rejects.toThrow(
    'a filed return is kept',
  )
  const says = await sql<{ status: string }>(
    `select new_values ->> 'status' as status from log.audit where entity_id = $1 order by id`,
    id,
  )
  expect(says.map(({ status }) => status)).toEqual(['validated', 'sent', 'acknowledged', 'accepted'])
})

test('credentials are in the message alone: in no row of a return, audit, delivery or answer', async () => {
  const { id, scheme } = await ready()
  await send(id)
  await deliver()
  expect(engine.raw[0]).toContain('testing1 &amp; &lt;more&gt;')
  expect(engine.raw[0]).toContain('<URI>1234</URI>')
  for (const table of ['transaction.rti_submission', 'log.audit', 'platform.outbox', 'business.paye_scheme'])
    for (const secret of ['testing1', engine.sender.id])
      expect(await sql(`select 1 from ${table} t where to_jsonb(t)::text like '%${secret}%'`)).toEqual([])
  const [kept] = await sql<{ sender_enc: string }>(
    'select sender_enc from business.paye_scheme where id = $1',
    scheme,
  )
  const { sender_enc } = present(kept, 'the scheme')
  expect(openSender(settings, sender_enc)).toEqual(engine.sender)
  const newer = { dataKey: '6b'.repeat(32), dataKeyOld: TEST_DATA_KEY }
  await rotateKey(database, clock, newer)
  const [turned] = await sql<{ sender_enc: string }>(
    'select sender_enc from business.paye_scheme where id = $1',
    scheme,
  )
  expect(openSender(newer, present(turned, 'the scheme').sender_enc)).toEqual(engine.sender)
  await rotateKey(database, clock, { dataKey: TEST_DATA_KEY, dataKeyOld: newer.dataKey })
  engine.decides = 'accepted'
  await later(10)
})

test('the administrator of the employer keeps and removes credentials; nobody else does', async () => {
  const { id, scheme } = await ready()
  const input = { id: scheme, sender_id: 'X', sender_password: 'Y' }
  expect((await refusalOf(operate('business.paye_scheme.set_sender', input, provider_admin))).message).toBe(
    'The employer enters its own credentials',
  )
  expect((await refusalOf(operate('business.paye_scheme.set_sender', input))).code).toBe('not_allowed')
  await operate('business.paye_scheme.remove_sender', { id: scheme }, agency.admin)
  expect((await refusalOf(send(id))).message).toMatch(/^PAYE scheme 789\/S\d+ has no credentials of HMRC/)
})

test('without the setting nothing is sent', async () => {
  const { id } = await ready()
  const off = { ...stage, settings: { ...present(stage.settings, 'settings'), hmrc: null } }
  expect((await refusalOf(act(off, operations, 'transaction.rti_submission.send', { id }))).message).toMatch(
    /^This installation does not send returns/,
  )
})

test('wrong credentials: rejected with error 1046, and the same file goes out once they are right', async () => {
  const { id, scheme } = await ready({ credentials: { id: 'ISV635', password: 'wrong' } })
  await send(id)
  await deliver()
  const rejected = await rowOf(id)
  expect(rejected).toMatchObject({ status: 'rejected', may_send_again: true })
  expect(rejected.errors).toEqual([
    {
      number: '1046',
      text: 'Authentication Failure. The supplied user credentials failed.',
      location: '',
      name: '',
    },
  ])
  await setSender(scheme, engine.sender)
  await send(id)
  await deliver()
  engine.decides = 'accepted'
  await later(10)
  expect(await rowOf(id)).toMatchObject({ status: 'accepted', errors: [] })
})

test('a lost acknowledgement is found in HMRC’s list, and nothing is sent twice', async () => {
  const { id } = await ready()
  engine.submits = 'lost'
  await send(id)
  await deliver()
  expect(await rowOf(id)).toMatchObject({ status: 'sent', answer: 'The connection to HMRC broke off' })
  engine.decides = 'accepted'
  await later(60)
  expect(await rowOf(id)).toMatchObject({ status: 'acknowledged' })
  await later(10)
  expect(await rowOf(id)).toMatchObject({ status: 'accepted' })
  expect(engine.submissions).toBe(1)
})

test('a worker that dies after the message left: its successor looks for it, and nothing is sent twice', async () => {
  const { id } = await ready()
  await send(id)
  const { transaction_id } = await rowOf(id)
  const dying = {
    database,
    clock,
    settings,
    files: {} as never,
    fact_key: '',
    payload: { id, transaction_id },
  }
  await present(returnTopic.send, 'a topic that leaves the machine')(dying) // Its outcome is never recorded.
  expect(engine.submissions).toBe(1)
  await deliver()
  expect(await rowOf(id)).toMatchObject({ status: 'sent' })
  engine.decides = 'accepted'
  await later(300)
  await later(10)
  expect(await rowOf(id)).toMatchObject({ status: 'accepted' })
  expect(engine.submissions).toBe(1)
})

test('a copy that is restored later looks for a return before it sends it', async () => {
  const { id } = await ready()
  await send(id)
  clock.set(instantFromMs(toMs(clock.now()) + 3_600_000))
  await deliver()
  expect(engine.asked).toEqual(['request list'])
  expect(await rowOf(id)).toMatchObject({
    answer: 'HMRC’s list of messages does not name this return',
    poll_after: null,
  })
  await sql(
    `update platform.outbox set is_held = true where topic like 'hmrc_%' and payload ->> 'id' = $1`,
    id,
  )
  await sql(
    'update transaction.rti_submission set unknown_since = null, poll_after = sent_at where id = $1',
    id,
  )
  await later(60)
  expect(engine.asked).toEqual(['request list'])
  await sql('update platform.outbox set is_held = false where is_held')
  await sql(
    'update transaction.rti_submission set unknown_since = sent_at, poll_after = null where id = $1',
    id,
  )
})

test('a message that HMRC never names is for a person: taken back, it is sent again', async () => {
  const { id, human_id } = await ready()
  engine.submits = 'late'
  await send(id)
  await deliver()
  await later(60)
  const takeBack = () =>
    operate('transaction.rti_submission.take_back', { id, reason: 'HMRC says that it has none' })
  expect((await refusalOf(takeBack())).message).toBe(
    `Return ${human_id} is on its way: HMRC is asked for its answer`,
  )
  await later(1800)
  expect(await rowOf(id)).toMatchObject({
    status: 'sent',
    poll_after: null,
    answer: 'HMRC’s list of messages does not name this return',
  })
  await later(86_400)
  expect(engine.submissions).toBe(1)
  await takeBack()
  expect(await rowOf(id)).toMatchObject({ status: 'validated', transaction_id: null, unknown_since: null })
  engine.submits = 'taken'
  await send(id)
  await deliver()
  expect(await rowOf(id)).toMatchObject({ status: 'acknowledged' })
  expect(engine.submissions).toBe(2)
  engine.decides = 'accepted'
  await later(10)
})

test('while HMRC’s server is away the return waits, and a status without an answer counts as perhaps taken', async () => {
  const { id } = await ready()
  await send(id)
  await deliverReturns(database, clock.now())
  expect(await rowOf(id)).toMatchObject({ status: 'sent', answer: 'HMRC’s server cannot be reached' })
  engine.submits = 'down'
  await later(300)
  expect(await rowOf(id)).toMatchObject({ answer: 'HMRC’s server answered with status 503' })
  engine.submits = 'taken'
  await later(60)
  expect(engine.asked).toEqual(['request submit', 'request list'])
  await later(1800)
  expect((await rowOf(id)).unknown_since).not.toBeNull()
  await operate('transaction.rti_submission.file_outside', { id, receipt: 'By telephone' })
  expect(await rowOf(id)).toMatchObject({ status: 'filed_outside', unknown_since: null })
})

test('another host in the acknowledgement is not called; the receipt of another file is not taken', async () => {
  const { id } = await ready()
  engine.endpoint = 'http://127.0.0.2:9/poll'
  engine.mark = 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='
  await send(id)
  await deliver()
  engine.decides = 'accepted'
  await later(10)
  expect(engine.asked).toEqual(['request submit', 'poll submit'])
  expect(await rowOf(id)).toMatchObject({
    status: 'acknowledged',
    answer: 'HMRC’s receipt shows the mark of another file',
  })
  expect((await rowOf(id)).unknown_since).not.toBeNull()
})

test('the engine calls the host of the setting alone, and waits no longer than it may', async () => {
  const call = openEngine({ url: engine.url, vendor_id: '1234' }, 200)
  await expect(call.post('http://127.0.0.2:9/poll', '<a/>')).rejects.toThrow('The address is not HMRC’s')
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve)
  })
  const { port } = silent.address() as { port: number } // It listens on a port.
  await expect(
    openEngine({ url: `http://127.0.0.1:${port}/submission`, vendor_id: '1234' }, 200).post(null, '<a/>'),
  ).rejects.toMatchObject({ message: 'HMRC did not answer in time', never_left: false })
  silent.closeAllConnections()
  silent.close()
})

test('errors of workers stand beside their names; the run stays approved, and a corrected return is another one', async () => {
  const run = await checkedRun(stage)
  await act(stage, stage.agency.provider.approver, 'transaction.pay_run.approve', run)
  await sql(
    `with made as (insert into business.address (id, line_1, city, zipcode, country, country_code, created_at, updated_at)
       values (gen_random_uuid(), '1 High Street', 'Leeds', 'LS1 4AP', 'United Kingdom', 'GB', now(), now()) returning id)
     update business.individual set gender = 'F', ni_number = 'AB123456A', address_id = (select id from made) where id in
       (select b.individual_id from business.business b join transaction.pay_run_payslip s on s.contractor_id = b.id
        where s.pay_run_id = $1)`,
    run.id,
  )
  const build = () => operate<Built>('transaction.rti_submission.build_fps', { pay_run_id: run.id })
  const first = await build()
  expect(first.status).toBe('validated')
  const [scheme] = await sql<{ paye_scheme_id: string }>(
    'select paye_scheme_id from transaction.pay_run where id = $1',
    run.id,
  )
  await setSender(present(scheme, 'the run').paye_scheme_id, engine.sender)
  await send(first.id)
  await deliver()
  const location = '/hd:GovTalkMessage[1]/hd:Body[1]/r:IRenvelope[1]/r:FullPaymentSubmission[1]/r:Employee[1]'
  engine.decides = [{ number: '7907', type: 'business', text: 'The date of birth is wrong', location }]
  await later(10)
  const rejected = await rowOf(first.id)
  expect(rejected).toMatchObject({ status: 'rejected', may_send_again: false })
  const [error] = rejected.errors
  expect(error).toMatchObject({ number: '7907', text: 'The date of birth is wrong', location })
  expect(error?.name).toMatch(/^\w+ Worker$/)
  expect(await sql('select status from transaction.pay_run where id = $1', run.id)).toEqual([
    { status: 'approved' },
  ])

  expect((await refusalOf(send(first.id))).message).toMatch(/put it right and build it again$/)
  expect((await refusalOf(build())).message).toBe(`Return ${first.human_id} says the same already`)
  await sql(
    `update business.individual set date_of_birth = '1991-05-01' where id in
       (select b.individual_id from business.business b join transaction.pay_run_payslip s on s.contractor_id = b.id
        where s.pay_run_id = $1)`,
    run.id,
  )
  const second = await build()
  expect(second.id).not.toBe(first.id)
  await send(second.id)
  await deliver()
  engine.decides = 'accepted'
  await later(10)
  expect(await rowOf(second.id)).toMatchObject({ status: 'accepted' })
  expect((await refusalOf(build())).message).toBe(`Return ${second.human_id} is filed already`)
  await expect(
    inTransaction(database, (tx) =>
      tx.run(`update transaction.rti_submission set content = '<a/>' where id = $1`, [first.id]),
    ),
  ).rejects.toThrow('a return that was sent keeps its content')
})
