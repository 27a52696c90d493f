/** Steps of the set-up. Each stays when it is done; the first two can be corrected until the end. */
import { z } from 'zod'
import { createBankAccount } from '#business/bank-accounts/create-bank-account.server.ts'
import { userOf } from '#business/parties/insert-party.server.ts'
import { installProvider } from '#business/parties/install-provider.server.ts'
import { companyInput, emailInput, mandatory } from '#business/parties/party-input.server.ts'
import type { Viewer } from '#entity/access.ts'
import type { Clock } from '#kernel/clock.ts'
import { conflict, invalid, precondition } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { beginTotp, confirmTotp, factorsOf, removeFactors } from '../auth/auth-factor.server.ts'
import { setPassword } from '../auth/auth-password-set.server.ts'
import type { DataKeySettings } from '../data-key.ts'
import { parseInput } from '../http/input-errors.ts'
import { type NewPasswordDeps, requireNewPassword } from '../passwords/new-password.server.ts'
import type { Settings } from '../settings.ts'
import type { Tx } from '../verb.ts'
import { readViewerOfContact } from '../viewer-read.server.ts'
import { holdSteps, keepSteps } from './setup-state.server.ts'

export type Within = { readonly tx: Tx; readonly clock: Clock }

const youInput = z.strictObject({
  first_name: mandatory,
  last_name: mandatory,
  email: emailInput,
  password: z.string().min(1).max(200),
})

/**
 * Looks at the password before the first user is entered, outside of the transaction that holds the steps.
 * @throws invalid on `password`
 */
export async function checkYourPassword(deps: NewPasswordDeps, raw: unknown): Promise<void> {
  const { password, first_name, last_name, email } = parseInput(youInput, raw)
  await requireNewPassword(deps, password, { own: [`${first_name} ${last_name}`, email], user_id: null })
}

/** The first user. A second call corrects the first, until the set-up is over. @returns the user's id */
export async function enterYou(
  { tx, clock }: Within,
  { passwordWork }: Pick<Settings, 'passwordWork'>,
  raw: unknown,
): Promise<string> {
  const { password, ...person } = parseInput(youInput, raw)
  const steps = await holdSteps(tx)
  const known = steps.you?.user_id
  const user_id = known ?? (await userOf({ tx, clock }, { ...person, roles: ['provider_admin'] }))
  if (known !== undefined) await correctYou(tx, known, person)
  // An app that was lost with the browser is enrolled again.
  await removeFactors(tx, user_id)
  await setPassword({ tx, clock }, user_id, password, passwordWork)
  await keepSteps(tx, { ...steps, you: { user_id } })
  return user_id
}

async function correctYou(
  tx: Tx,
  user_id: string,
  { first_name, last_name, email }: { first_name: string; last_name: string; email: string },
): Promise<void> {
  await tx.run('update auth."user" set name = $2, email = $3 where id = $1', [
    user_id,
    `${first_name} ${last_name}`,
    email,
  ])
  const values = [user_id, first_name, last_name, email]
  await tx.run('update platform."user" set first_name = $2, last_name = $3, email = $4 where id = $1', values)
  await tx.run(
    'update business.business_contact set first_name = $2, last_name = $3, email = $4 where user_id = $1',
    values,
  )
}

/** The secret of the first user's app. */
export async function beginYourApp({ tx, clock }: Within, settings: DataKeySettings) {
  const { you } = await holdSteps(tx)
  const user = await tx.row<{ id: string; email: string }>(
    'select id, email from platform."user" where id = $1',
    [you?.user_id ?? null],
  )
  if (!user) throw precondition('Please enter yourself first')
  return beginTotp({ tx, clock }, settings, user)
}

const codeInput = z.strictObject({ id: z.uuid(), code: z.string().trim().min(1).max(40) })

/** The first code of the app. @returns the recovery codes, to be shown once */
export async function confirmYourApp(
  { tx, clock }: Within,
  settings: DataKeySettings,
  raw: unknown,
): Promise<{ readonly user_id: string; readonly recovery_codes: readonly string[] }> {
  const input = parseInput(codeInput, raw)
  const { you } = await holdSteps(tx)
  const done = you ? await confirmTotp({ tx, clock }, settings, you.user_id, input) : null
  if (!you || done === null) throw invalid({ code: errorText.wrong_code })
  return { user_id: you.user_id, recovery_codes: done.recovery_codes ?? [] }
}

/** Whether the first user has the second factor that their role needs. */
export async function hasYourFactor(tx: Tx, user_id: string): Promise<boolean> {
  return (await factorsOf(tx, user_id)).length > 0
}

/** The provider, with the first user as its administrator. */
export async function enterBusiness({ tx, clock }: Within, raw: unknown): Promise<void> {
  const company = parseInput(companyInput, raw)
  const steps = await holdSteps(tx)
  if (!steps.you || !(await hasYourFactor(tx, steps.you.user_id)))
    throw precondition('Please enter yourself and your second factor first')
  if (steps.business) throw conflict('The business is entered already')
  const person = await tx.row<{ first_name: string; last_name: string; email: string }>(
    'select first_name, last_name, email from platform."user" where id = $1',
    [steps.you.user_id],
  )
  if (!person) throw precondition('Please enter yourself first')
  const made = await installProvider(
    { tx, clock },
    { company, contact: { ...person, roles: ['provider_admin'] } },
  )
  await keepSteps(tx, { ...steps, business: { business_id: made.id, contact_id: made.contact_id } })
}

const originInput = z.strictObject({ origin: z.string().max(300), skip: z.boolean().default(false) })

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** The address that links in mails begin with must be the one that people use. */
export async function enterAddress(
  { tx }: Within,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  raw: unknown,
): Promise<void> {
  const { origin, skip } = parseInput(originInput, raw)
  const steps = await holdSteps(tx)
  const isEqual = publicUrl !== null && new URL(publicUrl).origin === origin
  const isLocal = URL.canParse(origin) && loopback.includes(new URL(origin).hostname)
  if (!isEqual && !(skip && isLocal)) throw invalid({ origin: addressFault(publicUrl, origin) })
  if (isEqual) await tx.run('update platform.installation set public_url_seen = $1', [origin])
  await keepSteps(tx, { ...steps, address: { state: isEqual ? 'done' : 'skipped' } })
}

const addressFault = (publicUrl: string | null, origin: string): string =>
  publicUrl === null
    ? `PUBLIC_URL is not set. Set it to ${origin} and start again.`
    : `This page is open at ${origin}, and PUBLIC_URL is ${publicUrl}. Open Stint at PUBLIC_URL, or change PUBLIC_URL and start again.`

const bankInput = z.looseObject({ purpose: z.enum(['receipt', 'trust']) })

/** The administrator's account of the provider, as the verb takes it: a second person confirms it. */
export async function bankAccountOf(
  { tx }: Within,
  raw: unknown,
): Promise<{ viewer: Viewer; action_id: string; input: object }> {
  const account = parseInput(bankInput, raw)
  const { business } = await holdSteps(tx)
  const viewer = business ? await readViewerOfContact(tx, business.contact_id) : null
  if (!business || !viewer) throw precondition('Please enter the business first')
  const input = { ...account, currency: 'GBP', business_id: business.business_id }
  return { viewer, action_id: createBankAccount.action_id, input }
}

/** Leaves the bank accounts for later. */
export async function skipBank({ tx }: Within): Promise<void> {
  await keepSteps(tx, { ...(await holdSteps(tx)), bank: { state: 'skipped' } })
}
