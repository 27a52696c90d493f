/** An installation that was set up for one administrator, with a mail server. Nothing of the demo. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, vi } from 'vitest'
import { present } from '#kernel/assert.ts'
import { systemClock } from '#kernel/clock.ts'
import { totpCode } from '#server/auth/auth-totp.ts'
import { end, type Running, runProgram, startProgram } from '#test/program.ts'
import { SmtpServer } from '#test/server/smtp.ts'
import { openWindow } from './people.ts'

export const PASSWORD = 'copper-kettle-94-lagoon'

export const codeOf = (key: string): string => totpCode(key, systemClock.now())

/** Each sign-in takes one: a code of the app works once, and the next comes half a minute later. */
export type Person = { readonly email: string; password?: string; readonly recovery_codes: string[] }

export type EmptyInstallation = {
  readonly running: Running
  /** Waits for a mail to an address with such words. @returns the last such mail as text */
  readonly mail: (email: string, words: string) => Promise<string>
  /** The link of such a mail. */
  readonly link: (email: string, words: string) => Promise<string>
  readonly admin: Person
  /** `npm run admin` on this machine. @returns the words that it says */
  readonly operate: (...args: readonly string[]) => Promise<string>
  /** `npm run verify` on this machine. @returns the words that it says @throws where a check is broken */
  readonly verify: () => Promise<string>
}

const headers = { 'x-stint-csrf': '1' }

async function post<D>(request: APIRequestContext, path: string, data: object): Promise<D> {
  const response = await request.post(path, { data, headers })
  const answer = (await response.json()) as { success: boolean; data: D; message?: string } // Our own envelope.
  if (!answer.success) throw new Error(`${path}: ${answer.message}`)
  return answer.data
}

const plain = (mail: string) =>
  mail
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Without its headers, which hold the link that switches such mails off. */
const bodyOf = (mail: string) => mail.slice(mail.search(/\r?\n\r?\n/))

export async function emptyInstallation(
  browser: Browser,
  variables: Readonly<Record<string, string>> = {},
): Promise<EmptyInstallation> {
  const home = mkdtempSync(join(tmpdir(), 'stint-empty-'))
  const smtp = new SmtpServer()
  const running = await startProgram({
    STINT_HOME: home,
    PORT: '0',
    LOG_LEVEL: 'warn',
    STINT_DEMO: 'off',
    METRICS_ADDRESS: 'off',
    SMTP_URL: await smtp.listen(),
    ...variables,
  })
  afterAll(async () => {
    await end(running.child)
    await smtp.close()
    rmSync(home, { recursive: true, force: true })
  })
  const find = (email: string, words: string) =>
    smtp.mails.map(plain).findLast((one) => one.includes(`To: ${email}`) && one.includes(words))
  const mail = async (email: string, words: string) =>
    present(await vi.waitUntil(() => find(email, words), { timeout: 60_000 }), 'the mail')
  const link = async (email: string, words: string) =>
    present(/http:\/\/\S+/.exec(bodyOf(await mail(email, words)))?.[0], 'a link in the mail')
  const admin = await setUp(browser, running, mail)
  const operate = (...args: readonly string[]) => runProgram({ STINT_HOME: home }, 'admin', ...args)
  const verify = () => runProgram({ STINT_HOME: home }, 'verify')
  return { running, mail, link, admin, operate, verify }
}

async function setUp(
  browser: Browser,
  running: Running,
  mail: EmptyInstallation['mail'],
): Promise<EmptyInstallation['admin']> {
  await vi.waitUntil(() => running.said().includes('(valid 60 minutes)'), { timeout: 60_000 })
  const token = /\/setup\/(\S+)/.exec(running.said())?.[1] ?? ''
  const context = await openWindow(browser, running)
  const call = <D>(path: string, data: object = {}) => post<D>(context.request, `/api/setup/${path}`, data)
  const email = 'nora@tideway.test'
  await call('begin', { token })
  await call('you', { first_name: 'Nora', last_name: 'Whitfield', email, password: PASSWORD })
  const { id, secret } = await call<{ id: string; secret: string }>('you/totp')
  const app = await call<{ recovery_codes: string[] }>('you/totp/confirm', { id, code: codeOf(secret) })
  await call('business', { name: 'Tideway Finance Ltd', address: { line_1: '1 Bond Court', city: 'Leeds' } })
  await call('mail', { support_email: 'help@tideway.test', mail_from: 'stint@tideway.test' })
  const code = /Your code is (\d{6})/.exec(await mail('help@tideway.test', 'Your code is'))?.[1] ?? ''
  await call('mail/confirm', { code })
  await call('address', { origin: running.url, skip: true })
  await call('finish')
  await context.close()
  return { email, recovery_codes: app.recovery_codes }
}

/** A window of a signed-in person. */
export async function enter(
  browser: Browser,
  { running }: EmptyInstallation,
  { email, password = PASSWORD, recovery_codes }: Person,
  options: BrowserContextOptions = {},
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await openWindow(browser, running, options)
  const step = await post<{ challenge?: string }>(context.request, '/api/auth/login', { email, password })
  if (step.challenge !== undefined) {
    const code = present(recovery_codes.pop(), 'a recovery code')
    await post(context.request, '/api/auth/verify', {
      challenge: step.challenge,
      method: 'recovery_code',
      code,
    })
  }
  return { context, page: await context.newPage() }
}

/** Joins by the mailed invitation, with an app. */
export async function joinByMail(
  browser: Browser,
  { running, link }: EmptyInstallation,
  [email, first_name, last_name]: readonly [string, string, string],
): Promise<Person> {
  const token = new URL(await link(email, 'Open this link to join')).pathname.split('/').at(-1)
  const context = await openWindow(browser, running)
  const call = <D>(path: string, data: object) => post<D>(context.request, `/api/auth/${path}`, data)
  const person = { token, first_name, last_name, password: PASSWORD }
  const { challenge } = await call<{ challenge: string }>('invitation/accept', person)
  const { id, otpauth_uri } = await call<{ id: string; otpauth_uri: string }>('factors/totp', { challenge })
  const code = codeOf(new URL(otpauth_uri).searchParams.get('secret') ?? '')
  const { recovery_codes } = await call<Pick<Person, 'recovery_codes'>>('factors/totp/confirm', {
    challenge,
    id,
    code,
  })
  await context.close()
  return { email, recovery_codes }
}
