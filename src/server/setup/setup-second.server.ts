/** The step of the second person: payments need two, so the first user invites another one by mail. */
import { z } from 'zod'
import { emailInput, mandatory } from '#business/parties/party-input.server.ts'
import { createContact } from '#business/people/create-contact.server.ts'
import type { Viewer } from '#entity/access.ts'
import { conflict, precondition } from '#kernel/errors.ts'
import { parseInput } from '../http/input-errors.ts'
import type { Settings } from '../settings.ts'
import type { Tx } from '../verb.ts'
import { readViewerOfContact } from '../viewer-read.server.ts'
import { holdSteps, keepSteps, type SetupSteps } from './setup-state.server.ts'
import type { Within } from './setup-steps.server.ts'

const secondInput = z.strictObject({
  first_name: mandatory,
  last_name: mandatory,
  email: emailInput,
  role: z.enum(['provider_admin', 'provider_approver']),
})

/** The address of the invited person; null before. */
export async function secondPerson(tx: Tx, { you, business }: SetupSteps): Promise<string | null> {
  const row = await tx.row<{ email: string }>(
    `select email from business.business_contact
     where business_id = $1 and user_id <> $2 and is_active and deleted_at is null order by email limit 1`,
    [business?.business_id ?? null, you?.user_id ?? null],
  )
  return row?.email ?? null
}

/** The second person as the verb takes them, invited by the first user. */
export async function secondPersonOf(
  { tx }: Within,
  { smtpUrl }: Pick<Settings, 'smtpUrl'>,
  raw: unknown,
): Promise<{ viewer: Viewer; action_id: string; input: object }> {
  const { role, ...person } = parseInput(secondInput, raw)
  const steps = await holdSteps(tx)
  const viewer = steps.business ? await readViewerOfContact(tx, steps.business.contact_id) : null
  if (!steps.business || !viewer) throw precondition('Please enter the business first')
  if (smtpUrl === null) throw precondition('A person who can release money joins by mail. Set SMTP_URL first')
  if ((await secondPerson(tx, steps)) !== null) throw conflict('The second person is invited already')
  const input = { ...person, roles: [role], business_id: steps.business.business_id }
  return { viewer, action_id: createContact.action_id, input }
}

/** Leaves the second person for later. */
export async function skipSecond({ tx }: Within): Promise<void> {
  await keepSteps(tx, { ...(await holdSteps(tx)), second: { state: 'skipped' } })
}
