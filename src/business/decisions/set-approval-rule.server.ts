/** How a client's people approve: the limit of mailed links, and the hours of reminders. */
import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency, formatMoney, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { FIVE_MINUTES, verb } from '#server/verb.ts'
import { insertNamed } from '#server/write-row.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { amountInput } from '../shared/cash-input.server.ts'
import { readApprovalRule } from './approval-rule.server.ts'
import {
  type ApprovalRule,
  approval_rule_editors,
  approval_rule_readers,
  mail_limit_editors,
} from './mailed-decision.rules.ts'

const GBP = currency('GBP')
const hours = z.number().int().min(1, { error: validationText.min }).max(400, { error: validationText.max })

const ruleAnswer = z.strictObject({
  approve_by_mail_limit: moneyText,
  reminder_hours: z.number(),
  others_hours: z.number(),
  agency_hours: z.number(),
})

const readInput = z.strictObject({ client_id: z.uuid() })

export const readRule = verb({
  action_id: 'business.approval_rule.read',
  since: '0.1.0',
  summary: 'Reads how the people of a client approve',
  machine: 'allowed',
  impersonator: 'allowed',
  who: approval_rule_readers,
  is_reading: true,
  input: readInput,
  output: ruleAnswer,
  run: async (context, { client_id }) => {
    const client = await visibleBusiness(context, client_id, 'client')
    return readApprovalRule(context.tx, client.id)
  },
})

async function keepRule(
  context: VerbContext,
  client_id: string,
  change: Partial<ApprovalRule>,
): Promise<ApprovalRule> {
  const { tx, clock } = context
  const client = await visibleBusiness(context, client_id, 'client')
  await lockClient(tx, client.id)
  const before = await readApprovalRule(tx, client.id)
  const rule = { ...before, ...change }
  const now = clock.now()
  await insertNamed(
    tx,
    'business.approval_rule',
    { ...rule, business_id: client.id, created_at: now, updated_at: now },
    `on conflict (business_id) do update set approve_by_mail_limit = excluded.approve_by_mail_limit,
       reminder_hours = excluded.reminder_hours, others_hours = excluded.others_hours, agency_hours = excluded.agency_hours,
       updated_at = excluded.updated_at`,
  )
  context.audit({
    entity: 'business.business',
    entity_id: client.id,
    old_values: { approval_rule: before },
    new_values: { approval_rule: rule },
  })
  return rule
}

/** Of two changes at once the second reads the first. */
const lockClient = (tx: Tx, id: string) =>
  tx.row('select id from business.business where id = $1 for update', [id])

const limitInput = z.strictObject({ client_id: z.uuid(), approve_by_mail_limit: amountInput })

export const setMailLimit = verb({
  action_id: 'business.approval_rule.set_limit',
  since: '0.1.0',
  summary: 'Sets the highest charge that a mailed link approves for a client',
  machine: 'refused',
  impersonator: 'refused',
  who: mail_limit_editors,
  input: limitInput,
  output: ruleAnswer,
  step_up: FIVE_MINUTES,
  run: async (context, { client_id, approve_by_mail_limit }) => {
    const limit = parseMoney(approve_by_mail_limit, GBP, 'approve_by_mail_limit')
    const fault = amountFault(limit, 'mail_limit')
    if (fault !== null) throw invalid({ approve_by_mail_limit: fault })
    return keepRule(context, client_id, { approve_by_mail_limit: formatMoney(limit) })
  },
})

const hoursInput = z.strictObject({
  client_id: z.uuid(),
  reminder_hours: hours,
  others_hours: hours,
  agency_hours: hours,
})

export const setReminderHours = verb({
  action_id: 'business.approval_rule.set_hours',
  since: '0.1.0',
  summary: 'Sets the working hours after which a client is reminded of undecided work',
  machine: 'refused',
  impersonator: 'refused',
  who: approval_rule_editors,
  input: hoursInput,
  output: ruleAnswer,
  run: async (context, { client_id, ...rule }) => {
    if (rule.others_hours <= rule.reminder_hours) throw invalid({ others_hours: validationText.min })
    if (rule.agency_hours <= rule.others_hours) throw invalid({ agency_hours: validationText.min })
    return keepRule(context, client_id, rule)
  },
})
