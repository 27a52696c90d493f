/** Companies at Companies House, by number or by words of their name. */
import type { z } from 'zod'
import type { RegisterAnswer } from '#entity/register-answer.ts'
import type { Clock } from '#kernel/clock.ts'
import { toMs } from '#kernel/instant.ts'
import type { CompaniesHouse } from '../settings/settings-lookups.ts'
import {
  companyOf,
  type FoundCompany,
  hitsOf,
  officersInput,
  profileInput,
  searchInput,
} from './companies-house.rules.ts'
import { askRegister, RegisterDown, readRegister } from './register-call.server.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
const KEPT_MAX = 1000
/** The time of a try that a person waits for. */
const STATUS_TIMEOUT_MS = 3_000

const companyPath = (number: string) => `/company/${encodeURIComponent(number)}`

export type Register = {
  /** @throws RegisterDown */
  readonly byNumber: (number: string) => Promise<FoundCompany[]>
  /** @throws RegisterDown */
  readonly byWords: (words: string) => Promise<FoundCompany[]>
  /**
   * The status of a number now, by one try: a person waits for it.
   * @returns null for an unknown number
   * @throws RegisterDown
   */
  readonly statusOf: (number: string) => Promise<{ status: string; status_detail: string } | null>
  /** The kept answer of less than 24 hours ago: it asks nobody. */
  readonly kept: (number: string) => FoundCompany[] | undefined
}

export function openRegister({ url, key }: NonNullable<CompaniesHouse>, clock: Clock): Register {
  const answers = new Map<string, { readonly at: number; readonly found: FoundCompany[] }>()
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`

  const send = (path: string, timeout_ms?: number): Promise<Response> =>
    askRegister(`${url}${path}`, { headers: { authorization, accept: 'application/json' } }, timeout_ms)

  /** One more try where the register itself failed. @returns null for an unknown company */
  async function read<S extends z.ZodType>(path: string, shape: S): Promise<z.infer<S> | null> {
    let answer = await send(path)
    if (answer.status >= 500) answer = await send(path)
    return readAnswer(answer, shape)
  }

  async function readAnswer<S extends z.ZodType>(answer: Response, shape: S): Promise<z.infer<S> | null> {
    if (answer.status === 404) return null
    if (answer.status !== 200) throw new RegisterDown(`status ${answer.status}`)
    return readRegister(answer, shape)
  }

  const kept = (number: string) => {
    const answer = answers.get(number)
    return answer && toMs(clock.now()) - answer.at < KEPT_MS ? answer.found : undefined
  }

  return {
    kept,
    byNumber: async (number) => {
      const known = kept(number)
      if (known) return known
      const path = companyPath(number)
      const profile = await read(path, profileInput)
      const officers = profile && (await read(`${path}/officers`, officersInput))
      const found = profile ? [companyOf(profile, officers ?? { items: [] })] : []
      const oldest = answers.size < KEPT_MAX ? undefined : answers.keys().next().value
      if (oldest !== undefined) answers.delete(oldest)
      answers.set(number, { at: toMs(clock.now()), found })
      return found
    },
    statusOf: async (number) => {
      const profile = await readAnswer(await send(companyPath(number), STATUS_TIMEOUT_MS), profileInput)
      return (
        profile && {
          status: profile.company_status ?? '',
          status_detail: profile.company_status_detail ?? '',
        }
      )
    },
    byWords: async (words) => {
      const path = `/search/companies?q=${encodeURIComponent(words)}&items_per_page=10`
      return hitsOf((await read(path, searchInput)) ?? { items: [] })
    },
  }
}

const opened = new WeakMap<NonNullable<CompaniesHouse>, Register>()

/** The one register of a process: requests and verbs share its answers. */
export function companiesHouseOf(settings: NonNullable<CompaniesHouse>, clock: Clock): Register {
  const known = opened.get(settings) ?? openRegister(settings, clock)
  opened.set(settings, known)
  return known
}

/** The status of a number at Companies House; "unavailable" is a status, too. */
export async function registerAnswer(
  settings: CompaniesHouse,
  clock: Clock,
  number: string,
): Promise<RegisterAnswer> {
  if (settings === null) return 'not_set_up'
  try {
    return (await companiesHouseOf(settings, clock).statusOf(number)) ?? 'not_found'
  } catch (error) {
    if (error instanceof RegisterDown) return 'unavailable'
    throw error
  }
}
