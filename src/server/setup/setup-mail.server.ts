/** The step of addresses and mail: a code sent to the support address proves that mail arrives there. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { emailInput } from '#business/parties/party-input.server.ts'
import { invalid, precondition, tooMany } from '#kernel/errors.ts'
import { instantFromMs, toMs } from '#kernel/instant.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { codeDigits } from '#kernel/typed-text.ts'
import { parseInput } from '../http/input-errors.ts'
import { DEFAULT_MAIL_FROM, keepSetting } from '../kept-settings.server.ts'
import type { Settings } from '../settings.ts'
import { holdSteps, keepSteps, type MailStep } from './setup-state.server.ts'
import type { Within } from './setup-steps.server.ts'

const CODE_SECONDS = 10 * 60
const TRIES_MAX = 5

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'supportEmail'>

/** Addresses of the documentation reach nobody. */
const realEmail = emailInput.refine((email) => !/[@.]example\.(org|com|net)$/.test(email), {
  error: validationText.email,
})
const mailInput = z.strictObject({ support_email: realEmail.optional(), mail_from: realEmail.optional() })
const codeInput = z.strictObject({ code: z.string().trim().max(20) })

const hashOf = (secret: string, code: string): string =>
  createHmac('sha256', secret).update(`set-up code ${code}`).digest('hex')

/** The addresses in force: the environment's, else the typed ones. */
function addressesOf(settings: MailSettings, raw: unknown) {
  const typed = parseInput(mailInput, raw)
  return {
    support_email: settings.supportEmail ?? typed.support_email ?? null,
    mail_from: settings.mailFrom ?? typed.mail_from ?? null,
  }
}

export type CodeMail = { readonly from: string; readonly to: string; readonly code: string }

/** Begins the step. @returns the mail that carries the code */
export async function beginMail(
  { tx, clock }: Within,
  settings: MailSettings,
  secret: string,
  raw: unknown,
): Promise<CodeMail> {
  const { support_email, mail_from } = addressesOf(settings, raw)
  if (support_email === null) throw invalid({ support_email: validationText.required })
  if (settings.smtpUrl === null) throw precondition('SMTP_URL is not set, so no mail can be sent')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const mail: MailStep = {
    state: 'code_sent',
    support_email,
    mail_from,
    code_hash: hashOf(secret, code),
    expires_at: instantFromMs(toMs(clock.now()) + CODE_SECONDS * 1000),
    tries: 0,
  }
  await keepSteps(tx, { ...(await holdSteps(tx)), mail })
  return { from: mail_from ?? DEFAULT_MAIL_FROM, to: support_email, code }
}

/**
 * Judges the code.
 * @param user_id of the administrator; left out during the set-up, where it is the first user
 * @returns null when the code is right, else the refusal: the try must stay counted
 */
export async function confirmMail(
  within: Within,
  settings: MailSettings,
  secret: string,
  raw: unknown,
  user_id?: string,
): Promise<Error | null> {
  const { tx, clock } = within
  const { code } = parseInput(codeInput, raw)
  const steps = await holdSteps(tx)
  const { mail } = steps
  const wrong = invalid({ code: errorText.wrong_code })
  if (mail?.state !== 'code_sent' || mail.code_hash === null) return wrong
  if (mail.tries >= TRIES_MAX) return tooMany('Too many attempts. Please send a new code', 1)
  const is_right = timingSafeEqual(
    Buffer.from(hashOf(secret, codeDigits(code)), 'hex'),
    Buffer.from(mail.code_hash, 'hex'),
  )
  const is_late = mail.expires_at === null || toMs(mail.expires_at) <= toMs(clock.now())
  if (!is_right || is_late) {
    await keepSteps(tx, { ...steps, mail: { ...mail, tries: mail.tries + 1 } })
    return wrong
  }
  await keepAddresses(within, settings, mail, user_id ?? steps.you?.user_id ?? null)
  await keepSteps(tx, { ...steps, mail: { ...mail, state: 'done', code_hash: null, expires_at: null } })
  return null
}

/** Without SMTP nothing can be proven: the addresses are kept as they are typed. */
export async function skipMail(
  within: Within,
  settings: MailSettings,
  raw: unknown,
  user_id?: string,
): Promise<void> {
  if (settings.smtpUrl !== null) throw precondition('SMTP_URL is set: please enter the code from the mail')
  const steps = await holdSteps(within.tx)
  const addresses = addressesOf(settings, raw)
  await keepAddresses(within, settings, addresses, user_id ?? steps.you?.user_id ?? null)
  const mail: MailStep = { state: 'skipped', ...addresses, code_hash: null, expires_at: null, tries: 0 }
  await keepSteps(within.tx, { ...steps, mail })
}

async function keepAddresses(
  within: Within,
  settings: MailSettings,
  { support_email, mail_from }: Pick<MailStep, 'support_email' | 'mail_from'>,
  user_id: string | null,
): Promise<void> {
  if (settings.supportEmail === null && support_email !== null)
    await keepSetting(within, 'support_email', support_email, user_id)
  if (settings.mailFrom === null && mail_from !== null)
    await keepSetting(within, 'mail_from', mail_from, user_id)
}
