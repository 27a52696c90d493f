/** What importers of clients and contractors share: the verb's input out of columns, and a business taken back. */

import { visibleSql } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { countryOf } from './country.rules.ts'
import type { Values } from './import-cells.rules.ts'
import { type ImportShape, shapeOfTemplate } from './import-shape.rules.ts'
import type { TakenBack, UnitInput, Watched } from './importer.server.ts'

export const shapeNamed = (name: string): ImportShape =>
  present(shapeOfTemplate(name), `the shape of ${name}`)

/** The verb's input by dotted path, out of the columns that are filled. */
export function inputOfColumns(
  values: Values,
  fields: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [path, field] of Object.entries(fields)) {
    const value = values[field]
    if (value !== undefined) put(input, path.split('.'), value)
  }
  return input
}

function put(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path
  if (rest.length === 0) into[first] = value
  else {
    into[first] ??= {}
    put(into[first] as Record<string, unknown>, rest, value) // Made right above, by nothing but this.
  }
}

/** The column of an error of the verb's input, or of what stands below it. */
export function columnOf(fields: Readonly<Record<string, string>>, key: string): string | null {
  const paths = Object.keys(fields)
  // Steps of a verb name what they refuse by its own name: `brn`, not `company.brn`.
  const path = paths.find((one) => one === key || one.startsWith(`${key}.`) || one.endsWith(`.${key}`))
  return path === undefined ? null : (fields[path] ?? null)
}

/** Country and its code out of one column, or of two. @returns a message where the name is no country's */
export function readCountry(
  name: string | undefined,
  code: string | undefined,
): { readonly country?: string; readonly country_code?: string } | { readonly message: string } {
  if (name === undefined && code === undefined) return {}
  const found = countryOf(code ?? name ?? '')
  if (!found) return { message: validationText.matches }
  return { country: name === undefined || name.length === 2 ? found.name : name, country_code: found.code }
}

/**
 * An id in a file that makes records is the id of one that is there already, or of none that the viewer may know of:
 * another tenant's reads as nobody's.
 */
export async function idFault(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  type: 'client' | 'contractor',
  human_id: string,
): Promise<string> {
  const params: unknown[] = [human_id, type]
  const visible = visibleSql('business.business', viewer, 't', params)
  const found = await tx.row(
    `select t.id from business.business t where t.human_id = $1 and t.type = $2 and ${visible}`,
    params,
  )
  return found
    ? validationText.unique_existing
    : errorText.not_found(type === 'client' ? 'Client' : 'Contractor')
}

export const rowErrors = (errors: Record<string, string>): UnitInput => ({ errors: new Map([[0, errors]]) })

/** A new business and what came with it; people, placements and accounts are built upon it. */
export const watched_business = [
  { table: 'business.business', where: 'r.id = $1', reason: 'has been changed since' },
  {
    table: 'business.service',
    where: '(r.from_business_id = $1 or r.to_business_id = $1) and r.deleted_at is null',
    reason: 'has been changed since',
  },
  {
    table: 'config.configuration',
    // Each side by its own index, however much is configured.
    where: `r.id = any (array(
        select c.id from config.configuration c where c.business_id = $1 and c.deleted_at is null
        union select c.id from config.configuration c where c.deleted_at is null
          and c.transaction_id = any (array(select s.id from business.service s where s.from_business_id = $1))))`,
    reason: 'has been changed since',
  },
  {
    table: 'business.company',
    where: 'r.id = (select company_id from business.business where id = $1)',
    reason: 'has been changed since',
  },
  {
    table: 'business.individual',
    where: 'r.id = (select individual_id from business.business where id = $1)',
    reason: 'has been changed since',
  },
  {
    table: 'business.business_contact',
    where: 'r.business_id = $1 and r.deleted_at is null',
    reason: 'has people',
  },
  {
    table: 'business.bank_account',
    where: 'r.business_id = $1 and r.deleted_at is null',
    reason: 'has bank accounts',
  },
  {
    table: 'business.credit_limit',
    where: 'r.client_id = $1 and r.deleted_at is null',
    reason: 'has a credit limit',
  },
  {
    table: 'contract.contract',
    where: '(r.client_id = $1 or r.contractor_id = $1) and r.deleted_at is null',
    reason: 'has placements',
  },
  {
    table: 'platform.attachment',
    where: `r.parent_entity in ('business.client', 'business.contractor') and r.parent_id = $1 and r.deleted_at is null`,
    reason: 'has files',
  },
] as const satisfies readonly Watched[]

/** Takes a business out with its services, its company or person and their address. */
export async function removeBusiness(context: VerbContext, { id, human_id }: TakenBack): Promise<void> {
  const { tx, clock } = context
  const gone = async (table: string, where: string) => {
    await tx.run(`update ${table} r set deleted_at = $2 where ${where} and r.deleted_at is null`, [
      id,
      clock.now(),
    ])
  }
  await gone(
    'business.address',
    `r.id in (select c.address_id from business.company c join business.business b on b.company_id = c.id where b.id = $1
       union select i.address_id from business.individual i join business.business b on b.individual_id = i.id where b.id = $1)`,
  )
  await gone('business.company', 'r.id = (select company_id from business.business where id = $1)')
  await gone('business.individual', 'r.id = (select individual_id from business.business where id = $1)')
  // Terms are kept by the service that they hold for, and written with it.
  await gone(
    'config.configuration',
    'r.transaction_id = any (array(select s.id from business.service s where s.from_business_id = $1))',
  )
  await gone('business.service', 'r.from_business_id = $1')
  await gone('business.business', 'r.id = $1')
  context.audit({
    entity: 'business.business',
    entity_id: id,
    old_values: { human_id },
    new_values: { deleted_at: clock.now() },
  })
}
