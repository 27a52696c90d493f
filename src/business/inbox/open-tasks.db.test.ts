/** Each kind of task opens once and closes with its record, however that was decided. */

import { describe, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { addDays, day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { newRecoveryCodes } from '#server/auth/auth-recovery.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '#test/database.ts'
import {
  act,
  join,
  type SeededPlacement,
  seedContact,
  seedSubmittedTimesheet,
  seedTimesheets,
  viewerOf,
} from '#test/fixtures/world.ts'
import { determinationTasks } from '#test/server/determination-tasks.ts'
import {
  admin,
  again,
  approver,
  batch,
  checker,
  makeStage,
  operations,
  provider,
  reviewed,
  submitted,
  worker,
} from '#test/server/example-parts.ts'
import { askedToWork, submittedParty } from '#test/server/onboarding-examples.ts'
import { addedPaper } from '#test/server/paper-examples.ts'
import { payrollTasks } from '#test/server/payroll-tasks.ts'
import { placementWaits } from '#test/server/placement-waits.ts'
import { sampleSignIn, test_data_keys } from '#test/server/sample.ts'
import { settingTasks } from '#test/server/setting-tasks.ts'
import { signingTasks } from '#test/server/signing-tasks.ts'
import { termsTasks } from '#test/server/terms-tasks.ts'
import { examples } from '#test/server/verb-examples.ts'
import { kind_names, notification_kinds } from '../platform/notification-kinds.rules.ts'
import { disableWebhook } from '../webhooks/disable-webhook.job.ts'
import { followNewKinds } from './follow-kinds.job.ts'
import { followAll } from './open-tasks.server.ts'
import { followRecoveryCodes } from './recovery-tasks.server.ts'

const database = await freshDatabase()
const stage = await makeStage(database)

type Step = (id: string) => Promise<unknown>
type Case = {
  /** Makes a record that waits. @returns its id */
  readonly open: () => Promise<string>
  readonly people: () => readonly Viewer[]
  /** The ways in which its wait ends. */
  readonly ends: Readonly<Record<string, Step>>
}

const waitingInput = (action_id: string): Promise<Readonly<Record<string, unknown>>> => {
  const example = present(examples[action_id], action_id)
  return example.input(stage, example.by(stage))
}

/** The record of a verb's example input, where it waits for that verb. */
const waiting = async (action_id: string): Promise<string> => {
  const { id, ids } = await waitingInput(action_id)
  return String(Array.isArray(ids) ? ids[0] : id)
}
const doing =
  (by: () => Viewer, action_id: string, more: object = {}): Step =>
  (id) =>
    act(stage, by(), action_id, { ids: [id], ...more })
const doingOne =
  (by: () => Viewer, action_id: string, more: object = {}): Step =>
  (id) =>
    act(stage, by(), action_id, { id, ...more })

const { sql } = database
const night = () => inTransaction(database, (tx) => followAll(tx, stage.clock.now()))
const nightAfter =
  (text: string): Step =>
  async (id) => {
    await sql(text, id)
    await night()
  }

const comment = 'Wrong day'
const { client } = { client: () => stage.placed.client }
const payer = () => client().invoice_contact

const workCases = (noun: 'timesheet' | 'expense') => {
  const entity = `transaction.${noun}`
  const waits =
    noun === 'timesheet'
      ? async () => String((await submitted(stage)).ids[0])
      : () => waiting(`${entity}.approve`)
  const reject = doing(() => approver(stage), `${entity}.reject`, { comment })
  return {
    [`${noun}_to_approve`]: {
      open: waits,
      people: () => [approver(stage)],
      ends: { approve: doing(() => approver(stage), `${entity}.approve`), reject },
    },
    [`${noun}_rejected`]: {
      open: async () => {
        const id = await waits()
        await reject(id)
        return id
      },
      people: () => [worker(stage)],
      ends: {
        submit: doingOne(() => worker(stage), `${entity}.submit`),
        cancel: doing(() => (noun === 'timesheet' ? admin(stage) : worker(stage)), `${entity}.cancel`, {
          comment,
        }),
      },
    },
    [`${noun}_undecided`]: {
      open: async () => {
        const id = await waits()
        await sql(
          `insert into request.escalation (entity, entity_id, submitted_at, step, updated_at)
           select $1, id, submitted_date, 'agency', submitted_date from ${entity} where id = $2`,
          entity,
          id,
        )
        await night()
        return id
      },
      people: () => [admin(stage)],
      ends: { approve: doing(() => approver(stage), `${entity}.approve`), reject },
    },
    [`${noun}_in_suspense`]: {
      open: () => waiting(`${entity}.raise`),
      people: () => [admin(stage)],
      ends: { raise: doing(() => admin(stage), `${entity}.raise`) },
    },
  } as Record<string, Case>
}

let missed: SeededPlacement
const cases: Record<string, Case> = {
  // First: other cases give the agency more people.
  ...settingTasks({ stage: () => stage, night, nightAfter }),
  ...signingTasks({ stage: () => stage, night, doingOne }),
  ...termsTasks({ stage: () => stage, night, waiting, doingOne }),
  ...workCases('timesheet'),
  ...workCases('expense'),
  timesheet_missing: {
    open: async () => {
      missed = await again(stage)
      const { id, end_date } = present((await seedTimesheets(stage, missed)).at(-1), 'the week of today')
      // Not on the last day of its period.
      await inTransaction(database, (tx) => followAll(tx, instant(`${end_date}T20:00:00Z`)))
      expect(await openOf('timesheet_missing', id)).toEqual([])
      await inTransaction(database, (tx) => followAll(tx, instant(`${addDays(day(end_date), 1)}T01:00:00Z`)))
      return id
    },
    people: () => [worker(stage)],
    ends: {
      submit: async (id) => {
        const [of] = (await seedTimesheets(stage, missed)).filter((one) => one.id === id)
        await seedSubmittedTimesheet(stage, missed, of)
      },
      cancel: doing(() => admin(stage), 'transaction.timesheet.cancel', { comment }),
    },
  },
  change_request_to_answer: {
    open: () => waiting('request.change_request.approve'),
    // The change is of a client rate: the hiring manager reads none.
    people: () => [payer()],
    ends: {
      approve: doing(payer, 'request.change_request.approve', { comment }),
      reject: doing(payer, 'request.change_request.reject', { comment }),
      cancel: doing(() => admin(stage), 'request.change_request.cancel', { comment }),
    },
  },
  credit_limit_to_decide: {
    open: () => waiting('business.credit_limit.decide'),
    people: () => [provider(stage), operations(stage)],
    ends: {
      approve: doingOne(() => operations(stage), 'business.credit_limit.decide', { outcome: 'approved' }),
      reject: doingOne(() => provider(stage), 'business.credit_limit.decide', {
        outcome: 'rejected',
        comment,
      }),
      withdraw: doingOne(() => admin(stage), 'business.credit_limit.withdraw', { comment }),
    },
  },
  credit_limit_rejected: {
    open: async () => {
      const id = await waiting('business.credit_limit.decide')
      await act(stage, provider(stage), 'business.credit_limit.decide', { id, outcome: 'rejected', comment })
      return id
    },
    people: () => [admin(stage)],
    ends: {
      'asked again': async (id) => {
        const [one] = await sql<{ client_id: string }>(
          'select client_id from request.change_request where id = $1',
          id,
        )
        stage.clock.advance({ minutes: 1 })
        await act(stage, admin(stage), 'business.credit_limit.request', {
          ...present(one, 'the request'),
          amount: '9000.00',
          reason: 'Its accounts are filed now',
          valid_from: '2025-07-01',
        })
      },
    },
  },
  party_to_approve: {
    open: async () => (await submittedParty(stage)).id,
    people: () => [provider(stage), operations(stage), checker(stage)],
    ends: {
      approve: doingOne(() => operations(stage), 'business.party.approve'),
      reject: doingOne(() => provider(stage), 'business.party.reject', { comment }),
      withdraw: async (id) => {
        const [draft] = await sql<{ draft_id: string }>(
          'select id as draft_id from request.draft_request where entity_id = $1',
          id,
        )
        await act(stage, admin(stage), 'business.party.withdraw', { ...present(draft, 'the draft'), comment })
      },
    },
  },
  party_rejected: {
    open: async () => {
      const { id } = await submittedParty(stage)
      await act(stage, provider(stage), 'business.party.reject', { id, comment })
      return id
    },
    people: () => [stage.agency.user],
    ends: {
      discard: async (id) => {
        const [draft] = await sql<{ draft_id: string }>(
          'select id as draft_id from request.draft_request where entity_id = $1',
          id,
        )
        await act(stage, stage.agency.user, 'business.party.delete_draft', present(draft, 'the draft'))
      },
    },
  },
  contractor_asks: {
    open: async () => (await askedToWork(stage)).draft_id,
    people: () => [admin(stage)],
    ends: {
      approve: (draft_id) => act(stage, admin(stage), 'business.party.approve_known', { draft_id }),
      decline: (draft_id) => act(stage, admin(stage), 'business.party.decline_known', { draft_id, comment }),
    },
  },
  contact_to_check: {
    open: () => waiting('business.business_contact.check'),
    people: () => [provider(stage), operations(stage)],
    ends: { check: doingOne(() => operations(stage), 'business.business_contact.check', { comment }) },
  },
  document_to_verify: {
    open: () => addedPaper(stage, stage.agency.user),
    people: () => [admin(stage)],
    ends: {
      verify: doingOne(() => admin(stage), 'platform.compliance.verify'),
      reject: doingOne(() => admin(stage), 'platform.compliance.reject', { comment }),
    },
  },
  document_rejected: {
    open: async () => {
      const id = await addedPaper(stage, stage.agency.user)
      await act(stage, admin(stage), 'platform.compliance.reject', { id, comment })
      return id
    },
    people: () => [stage.agency.user],
    ends: { 'next one': () => addedPaper(stage, stage.agency.user) },
  },
  bank_account_to_confirm: {
    open: () => waiting('business.bank_account.confirm'),
    people: () => [provider(stage), operations(stage), checker(stage)],
    ends: {
      confirm: doingOne(() => checker(stage), 'business.bank_account.confirm'),
      reject: doingOne(() => operations(stage), 'business.bank_account.reject', { reason: comment }),
    },
  },
  batch_to_review: {
    open: async () => {
      const { id } = await batch(stage)
      await act(stage, operations(stage), 'payment.payment_batch.submit', { id })
      return id
    },
    // The administrator set the client's limit within the days of decision 0190.
    people: () => [checker(stage)],
    ends: {
      review: doingOne(() => checker(stage), 'payment.payment_batch.review'),
      cancel: doingOne(() => operations(stage), 'payment.payment_batch.cancel', { reason: comment }),
    },
  },
  batch_to_complete: {
    open: async () => (await reviewed(stage)).id,
    people: () => [checker(stage)],
    ends: {
      complete: doingOne(() => checker(stage), 'payment.payment_batch.complete'),
      cancel: doingOne(() => operations(stage), 'payment.payment_batch.cancel', { reason: comment }),
    },
  },
  ...payrollTasks({ stage: () => stage, waiting, doingOne }),
  ...determinationTasks({ stage: () => stage, waiting, doingOne }),
  dispute_to_settle: {
    open: async () => {
      const example = present(examples['transaction.invoice.assign_dispute'], 'the example')
      const input = await example.input(stage, example.by(stage))
      await act(stage, operations(stage), 'transaction.invoice.assign_dispute', input)
      return String(input.id)
    },
    people: () => [admin(stage)],
    ends: {
      settle: doingOne(() => admin(stage), 'transaction.invoice.resolve_dispute'),
      'give on': doingOne(() => admin(stage), 'transaction.invoice.assign_dispute', {
        get owner_id() {
          return stage.agency.user.business_contact_id
        },
      }),
    },
  },
  placement_to_approve: {
    open: () => waiting('contract.temp_placement.approve'),
    people: () => [client().manager, payer()],
    ends: {
      approve: doingOne(() => client().manager, 'contract.temp_placement.approve'),
      reject: doingOne(() => client().manager, 'contract.temp_placement.reject', { comment }),
      recall: doingOne(() => admin(stage), 'contract.temp_placement.recall', { comment }),
    },
  },
  placement_to_activate: {
    open: () => waiting('contract.temp_placement.activate'),
    people: () => [provider(stage), operations(stage), checker(stage)],
    ends: {
      activate: doingOne(() => checker(stage), 'contract.temp_placement.activate'),
      return: doingOne(() => checker(stage), 'contract.temp_placement.return', { comment }),
    },
  },
  placement_rejected: {
    open: async () => {
      const id = await waiting('contract.temp_placement.approve')
      await act(stage, client().manager, 'contract.temp_placement.reject', { id, comment })
      return id
    },
    people: () => [admin(stage), stage.agency.user],
    ends: {
      submit: doingOne(() => admin(stage), 'contract.temp_placement.submit'),
      cancel: doingOne(() => admin(stage), 'contract.temp_placement.cancel', { comment }),
    },
  },
  ...placementWaits({
    stage: () => stage,
    again: () => again(stage),
    sql,
    night,
    nightAfter,
    people: () => [admin(stage)],
    enter: doingOne(() => admin(stage), 'contract.temp_placement.set_comparable_rate', {
      awr_comparable_rate: '21.50',
    }),
  }),
  api_token_expires: {
    open: async () => {
      const id = await waiting('platform.api_token.revoke')
      await sql(`update platform.api_token set expires_at = '2025-06-20T00:00:00Z' where id = $1`, id)
      await night()
      return id
    },
    people: () => [admin(stage)],
    ends: {
      revoke: doingOne(() => admin(stage), 'platform.api_token.revoke'),
      expire: nightAfter(`update platform.api_token set expires_at = '2025-06-15T00:00:00Z' where id = $1`),
    },
  },
  api_token_review: {
    open: async () => {
      const id = await waiting('platform.api_token.revoke')
      const { user_id } = await waitingInput('platform.user.deactivate')
      await sql('update platform.api_token set created_by = $2 where id = $1', id, user_id)
      await act(stage, provider(stage), 'platform.user.deactivate', { user_id, reason: 'Left the agency' })
      return id
    },
    people: () => [admin(stage)],
    ends: {
      keep: doingOne(() => admin(stage), 'platform.api_token.keep'),
      revoke: doingOne(() => admin(stage), 'platform.api_token.revoke'),
      expire: nightAfter(`update platform.api_token set expires_at = '2025-06-15T00:00:00Z' where id = $1`),
    },
  },
  webhook_disabled: {
    open: async () => {
      const id = await waiting('platform.webhook.pause')
      const hook = { id, business_id: admin(stage).business_id, url: 'https://hooks.example.org/stint' }
      await inTransaction(database, (tx) => disableWebhook({ tx, clock: stage.clock }, hook, 'It is gone'))
      return id
    },
    people: () => [admin(stage)],
    ends: {
      resume: doingOne(() => admin(stage), 'platform.webhook.resume'),
      delete: doingOne(() => admin(stage), 'platform.webhook.delete'),
    },
  },
  recovery_codes_few: {
    open: async () => {
      const { user_id, business_contact_id } = admin(stage)
      await sql('delete from auth.factor where user_id = $1', user_id)
      // Each case has the same record: the contact.
      await sql(`delete from log.notification_log where kind = 'recovery_codes_few'`)
      stage.clock.advance({ minutes: 1 })
      await inTransaction(database, (tx) => sampleSignIn({ tx, clock: stage.clock }, user_id))
      await night()
      return business_contact_id
    },
    people: () => [admin(stage)],
    ends: {
      'new codes': () =>
        inTransaction(database, async (tx) => {
          const within = { tx, clock: stage.clock }
          await newRecoveryCodes(within, test_data_keys, admin(stage).user_id)
          await followRecoveryCodes(within, admin(stage).user_id)
          await tx.run('delete from auth.recovery_code')
        }),
      'no factor': nightAfter(
        'delete from auth.factor f using business.business_contact c where c.user_id = f.user_id and c.id = $1',
      ),
    },
  },
  role_change_to_decide: {
    open: async () => {
      const id = await waiting('request.role_change.approve')
      await night()
      return id
    },
    people: () => [admin(stage)],
    ends: {
      reject: doingOne(() => admin(stage), 'request.role_change.reject', { comment }),
      withdraw: doingOne(() => provider(stage), 'request.role_change.withdraw', { comment }),
      // Last: the agency has a second administrator then.
      approve: doingOne(() => admin(stage), 'request.role_change.approve'),
    },
  },
}

type Row = { contact: string; state: string; title: string; message: string; link: string }
const tasksOf = (kind: string, id: string) =>
  sql<Row>(
    `select business_contact_id as contact, state, title, message, link from log.notification_log
     where kind = $1 and entity_id = $2 order by created_at, id`,
    kind,
    id,
  )
const openOf = async (kind: string, id: string) =>
  (await tasksOf(kind, id)).filter(({ state }) => state === 'open').map(({ contact }) => contact)

describe.each(Object.entries(cases))('task %s', (kind, { open, people, ends }) => {
  test.each(Object.entries(ends))('opens once for each person and closes by: %s', async (_way, end) => {
    const id = await open()
    const wanted = people().map(({ business_contact_id }) => business_contact_id)
    expect((await openOf(kind, id)).sort()).toEqual(wanted.sort())
    await night()
    expect(await tasksOf(kind, id)).toHaveLength(wanted.length)
    await end(id)
    expect((await openOf(kind, id)).filter((contact) => wanted.includes(contact))).toEqual([])
  })
})

test('tasks: the table has every kind that waits for a record', () => {
  const waits = kind_names.filter(
    (kind) => notification_kinds[kind].class === 'task' && kind !== 'job_problems',
  )
  expect(Object.keys(cases).sort()).toEqual([...waits].sort())
})

test('task: says who worked and how much, and names no amount', async () => {
  const id = String((await submitted(stage)).ids[0])
  expect(await tasksOf('timesheet_to_approve', id)).toMatchObject([
    {
      title: 'Approve 37.5 h',
      message: expect.stringMatching(/^Carla Worker\d+, week to \d\d Jun 2025$/) as string,
      link: `transaction/timesheet/${id}`,
    },
  ])
})

test('task: names the purpose of the account to confirm', async () => {
  const id = await waiting('business.bank_account.confirm')
  const [task] = await tasksOf('bank_account_to_confirm', id)
  expect(task?.message).toMatch(/^.+, (payout|receipt|trust) account$/)
})

test('task: opens again after a second round', async () => {
  const placement = await again(stage)
  const sheet = await seedSubmittedTimesheet(stage, placement)
  await act(stage, approver(stage), 'transaction.timesheet.reject', { ids: [sheet.id], comment })
  stage.clock.advance({ hours: 1 })
  await act(stage, worker(stage), 'transaction.timesheet.submit', { id: sheet.id })
  expect((await tasksOf('timesheet_to_approve', sheet.id)).map(({ state }) => state)).toEqual([
    'done',
    'open',
  ])
})

test('tasks: follow the rights of a contact', async () => {
  const id = String((await submitted(stage)).ids[0])
  const second = await seedContact(stage, admin(stage), client().id, 'Tess', 'hiring_manager')
  const contact = second.business_contact_id
  expect(await openOf('timesheet_to_approve', id)).not.toContain(contact)
  const update = (change: object) =>
    act(stage, operations(stage), 'business.business_contact.update', {
      id: contact,
      first_name: 'Tess',
      last_name: 'Ames',
      email: second.email,
      is_active: true,
      ...change,
    })
  await update({ roles: ['timesheet_approver'] })
  expect(await openOf('timesheet_to_approve', id)).toContain(contact)
  await update({ roles: ['timesheet_approver'], is_active: false })
  expect(await openOf('timesheet_to_approve', id)).not.toContain(contact)
})

test('tasks: the placement’s named approvers alone', async () => {
  const second = await seedContact(stage, admin(stage), client().id, 'Nils', 'timesheet_approver')
  const placement = await again(stage)
  await sql(
    `insert into contract.contract_contact (contract_id, business_contact_id, type, provider_id, agency_id, client_id, contractor_id)
     select id, $2, 'timesheet_approver', provider_id, agency_id, client_id, contractor_id from contract.contract where id = $1`,
    placement.id,
    second.business_contact_id,
  )
  const sheet = await seedSubmittedTimesheet(stage, placement)
  expect(await openOf('timesheet_to_approve', sheet.id)).toEqual([second.business_contact_id])
})

test('tasks: none for a contact who has not joined', async () => {
  const { id: contact } = await act<{ id: string }>(
    stage,
    provider(stage),
    'business.business_contact.create',
    {
      business_id: client().id,
      first_name: 'Una',
      last_name: 'Later',
      email: 'una.later@example.org',
      roles: ['timesheet_approver'],
    },
  )
  const id = String((await submitted(stage)).ids[0])
  expect(await openOf('timesheet_to_approve', id)).not.toContain(contact)
  await join(stage, contact)
  await viewerOf(stage, contact)
  await night()
  expect(await openOf('timesheet_to_approve', id)).toContain(contact)
})

test('notices: the contractor reads that work was approved, issued and paid, once each', async () => {
  const { id } = await reviewed(stage)
  await act(stage, checker(stage), 'payment.payment_batch.complete', { id })
  const rows = await sql<{ kind: string; are_theirs: boolean[] }>(
    `with paid as (select i.contractor_id, c.id from payment.payment_batch_item m join transaction.invoice i on i.id = m.invoice_id
       join business.business_contact c on c.business_id = i.contractor_id where m.payment_batch_id = $1 and m.status = 'paid' limit 1)
     select kind, array_agg(l.business_contact_id = paid.id) as are_theirs from log.notification_log l, paid
     where class = 'notice' and l.business_contact_id is not null and exists (select from payment.payment_batch_item m
       join transaction.invoice i on i.id = m.invoice_id and i.contractor_id = paid.contractor_id
       where m.payment_batch_id = $1 and entity_id in (i.id, i.timesheet_id)) group by 1 order by 1`,
    id,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['document_issued', 'work_approved', 'work_paid'])
  expect(rows.flatMap(({ are_theirs }) => are_theirs)).toEqual([true, true, true])
})

test('kinds that come with an upgrade open their tasks at once, by one of all processes', async () => {
  await seedSubmittedTimesheet(stage, stage.placed)
  const open = () =>
    sql<{ id: string }>(
      `select id from log.notification_log where kind = 'timesheet_to_approve' and state = 'open'`,
    )
  const before = await open()
  expect(before).not.toEqual([])
  await sql(`delete from log.notification_log where kind = 'timesheet_to_approve' and state = 'open'`)
  const follow = (kinds?: readonly string[]) => followNewKinds(stage, kinds)
  const did = await Promise.all([follow(), follow(), follow()])
  expect(did.filter(Boolean)).toHaveLength(1)
  expect(await open()).toHaveLength(before.length)
  expect(await follow()).toBe(false)
  expect(await follow([...kind_names, 'a new kind'])).toBe(true)
  expect(await open()).toHaveLength(before.length)
})
