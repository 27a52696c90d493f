/** Reads and keeps the standing of companies at Companies House (decision 0143). */
import type { RegisterAnswer } from '#entity/register-answer.ts'
import { invalid } from '#kernel/errors.ts'
import { type Instant, toMs } from '#kernel/instant.ts'
import { reasonOf, requireCan } from '#kernel/refusal.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { company } from '../company.entity.ts'
import {
  afterNoAnswer,
  canTakeOn,
  isRegistered,
  type RegisterStanding,
  type Standing,
  standingOf,
} from '../company-status.rules.ts'

/** Debt of clients that was held for their standing is judged again (judge-decided.job.ts in funding). */
export const DECIDED_TOPIC = 'company_standing_decided'

const bad = `('insolvent', 'closed')`

/** The flag of a party with a standing that no person has accepted; its facts are those of `statusFacts`. @param b the business's name */
export const open_status_sql = (b: string): string =>
  `exists (select from business.company k where k.id = ${b}.company_id and k.register_standing in ${bad} and k.deleted_at is null
     and not exists (select from business.risk_flag f where f.entity = 'business.business' and f.entity_id = ${b}.id
       and f.rule = 'company_status' and f.facts = ${b}.name || ' is ' || k.register_words || ' at Companies House'))`

/** Numbers of the United Kingdom alone (`isRegistered`). @param c the company's name */
export const registered_sql = (c: string): string =>
  `${c}.brn is not null and coalesce((select a.country_code from business.address a where a.id = ${c}.address_id), 'GB') = 'GB'`

export type CompanyRow = {
  readonly id: string
  readonly name: string
  readonly brn: string
  readonly provider_id: string
  readonly register_standing: RegisterStanding
  readonly register_words: string | null
  readonly register_changed_at: Instant | null
}

/** Undefined without a number that Companies House knows by its form. */
export const readCompany = (
  tx: Tx,
  company_id: string,
  lock: '' | 'for update of c' = '',
): Promise<CompanyRow | undefined> =>
  tx.row<CompanyRow>(
    `select c.id, c.name, c.brn, c.register_standing, c.register_words, c.register_changed_at,
       (select coalesce(b.provider_id, b.id) from business.business b where b.company_id = c.id order by b.id limit 1) as provider_id
     from business.company c where c.id = $1 and ${registered_sql('c')} and c.deleted_at is null ${lock}`,
    [company_id],
  )

type Keeping = Pick<VerbContext, 'tx' | 'clock' | 'audit' | 'enqueue'>

/** Keeps an answer on its locked company. Audits another standing, on each business of the company. */
export async function keepStanding(
  { tx, clock, audit, enqueue }: Keeping,
  row: CompanyRow,
  { standing, words }: Standing,
): Promise<void> {
  const now = clock.now()
  const before = row.register_standing
  const is_silence = standing === 'unavailable'
  const after = is_silence ? afterNoAnswer(before) : standing
  // An earlier answer keeps the day that it is from: it is old, and the next night asks again.
  if (is_silence && after === before && before !== 'unavailable') return
  const is_changed = after !== before || (!is_silence && words !== row.register_words)
  await updateRow(tx, company, row.id, {
    register_standing: after,
    register_words: words,
    register_checked_at: now,
    register_changed_at: is_changed ? now : row.register_changed_at,
    updated_at: now,
  })
  // Without an answer the company keeps its standing.
  if (!is_changed || is_silence) return
  const parties = await tx.rows<{ id: string; type: string }>(
    'select id, type from business.business where company_id = $1 and deleted_at is null order by id',
    [row.id],
  )
  for (const { id, type } of parties) {
    audit({
      entity: 'business.business',
      entity_id: id,
      old_values: { register_standing: before, register_words: row.register_words },
      new_values: { register_standing: after, register_words: words },
    })
    if (type === 'client') tellDecided(enqueue, id, now)
  }
}

/** Delivered after the transaction. */
export function tellDecided(enqueue: VerbContext['enqueue'], client_id: string, at: Instant): void {
  enqueue(DECIDED_TOPIC, `${DECIDED_TOPIC}:${client_id}:${toMs(at)}`, { client_id })
}

type TypedCompany = {
  readonly name: string
  readonly brn?: string | undefined
  readonly address: { readonly country_code: string }
}

/**
 * The answer about the company of a submission; null without a registered number. A register that does not answer stops no submission.
 * @param field the company's place in the input
 * @throws invalid on its number for a closed company
 */
export async function askBeforeSubmission(
  { registerAnswer }: Pick<VerbContext, 'registerAnswer'>,
  field: string,
  { name, brn, address }: TypedCompany,
): Promise<Standing | null> {
  const typed = { brn, country_code: address.country_code }
  if (!isRegistered(typed)) return null
  const answer = await registerAnswer(typed.brn)
  if (answer === 'not_set_up') return null
  const standing = standingOf(answer)
  const reason = reasonOf(canTakeOn(name, standing))
  if (reason !== null) throw invalid({ [`${field}.brn`]: reason })
  return standing
}

/** The company of a party as it is now: asked again, else as it was kept. */
type Asked = { readonly row: CompanyRow; readonly standing: Standing; readonly answer: RegisterAnswer }

export async function askAgain(
  { tx, registerAnswer }: Pick<VerbContext, 'tx' | 'registerAnswer'>,
  company_id: string,
): Promise<Asked | null> {
  const row = await readCompany(tx, company_id, 'for update of c')
  if (!row) return null
  const answer = await registerAnswer(row.brn)
  const kept = { standing: row.register_standing, words: row.register_words }
  const isSilent = answer === 'not_set_up' || answer === 'unavailable'
  return { row, answer, standing: isSilent ? kept : standingOf(answer) }
}

/**
 * A party is taken on with the standing of this moment: a company may be dissolved between submission and approval.
 * @throws precondition for a closed company
 */
export async function requireStanding(context: VerbContext, company_id: string | null): Promise<void> {
  const asked = company_id === null ? null : await askAgain(context, company_id)
  if (asked === null) return
  requireCan(canTakeOn(asked.row.name, asked.standing))
  if (asked.answer !== 'not_set_up') await keepStanding(context, asked.row, standingOf(asked.answer))
}
