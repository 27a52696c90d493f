/** Shared by the importers of clients and contractors: the verb's input from columns, and the undo of a business. */

import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { countryOf } from '#kernel/country.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import type { AnyVerb, VerbContext } from '#server/verb.ts'
import type { Values } from './import-cells.rules.ts'
import type { ImportShape } from './import-kind.rules.ts'
import { filledColumns, shapeOfTemplate } from './import-shape.rules.ts'
import type { BlameOf, Importer, TakenBack, UnitInput, Watched } from './importer.server.ts'

export const shapeNamed = (name: string): ImportShape =>
  present(shapeOfTemplate(name), `the shape of ${name}`)

/**
 * The column of each field of the verb's input, by dotted path: the column's own path, unless `renamed`; null leaves the
 * column to the importer.
 * @throws when a column fills no field of the input, so that its cells would be lost
 */
export function columnsByInput(
  shape: ImportShape,
  { action_id, input }: Pick<AnyVerb, 'action_id' | 'input'>,
  renamed: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const pairs = filledColumns(shape).flatMap(({ field }): [string, string][] => {
    const path = renamed[field] === undefined ? field.replace(/^from_business\./, '') : renamed[field]
    return path === null ? [] : [[path, field]]
  })
  const lost = pairs.filter(([path]) => !hasField(input, path.split('.')))
  if (lost.length > 0)
    throw new Error(`${action_id} has no field for the columns ${lost.map(([, field]) => field).join(', ')}.`)
  return Object.fromEntries(pairs)
}

function hasField(schema: unknown, [first = '', ...rest]: readonly string[]): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return hasField(schema.unwrap(), [first, ...rest])
  // An address; its country is read after its parts.
  if (schema instanceof z.ZodPipe) return hasField(schema.in, [first, ...rest])
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, first)) return false
  return rest.length === 0 || hasField(schema.shape[first], rest)
}

/** Columns by input, but for inputs that the importer looks up itself. */
export const without = (
  columns: Readonly<Record<string, string>>,
  ...inputs: readonly string[]
): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).filter(([input]) => !inputs.includes(input)))

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

/** The column of an error of the verb's input. */
function columnOf(fields: Readonly<Record<string, string>>, key: string): string | null {
  const paths = Object.keys(fields)
  // Steps of a verb name a field by its last part: `brn`, not `company.brn`.
  const path = paths.find((one) => one === key || one.startsWith(`${key}.`) || one.endsWith(`.${key}`))
  return path === undefined ? null : (fields[path] ?? null)
}

/** The cell of an error, for rows that each make a record of their own. */
export const cellOf =
  (columns: Readonly<Record<string, string>>): BlameOf =>
  (key) => {
    const field = columnOf(columns, key)
    return field === null ? null : { row: 0, field }
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
 * An id in a file of new records is that of an existing one, or unknown to the viewer: another tenant's reads as
 * unknown.
 */
async function idFault(
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

/** The fault of a row's own id, under its column. */
export async function idErrors(
  context: Pick<VerbContext, 'tx' | 'viewer'>,
  type: 'client' | 'contractor',
  values: Values,
  column: string,
): Promise<Record<string, string>> {
  const id = values[column]
  return id === undefined ? {} : { [column]: await idFault(context, type, id) }
}

export const rowErrors = (errors: Record<string, string>): UnitInput => ({ errors: new Map([[0, errors]]) })

/** Rows of a new business; people, placements and accounts are built upon it. */
const watched_business = [
  { table: 'business.business', where: 'r.id = $1', reason: 'has been changed since' },
  {
    table: 'business.service',
    // A range, since a party of all rows would else count as one that every row may have: then all of them are read.
    where: '(r.from_business_id = $1 or r.to_business_id between $1 and $1) and r.deleted_at is null',
    reason: 'has been changed since',
  },
  {
    table: 'config.configuration',
    // Each side by its own index, whatever the statistics say.
    where: `r.id = any (array(
        select c.id from config.configuration c where c.business_id = $1 and c.deleted_at is null
        union select c.id from business.service s
          cross join lateral (select id from config.configuration where transaction_id = s.id and deleted_at is null offset 0) c
          where s.from_business_id = $1))`,
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
    where: '(r.client_id between $1 and $1 or r.contractor_id between $1 and $1) and r.deleted_at is null',
    reason: 'has placements',
  },
  {
    table: 'platform.attachment',
    where: `r.parent_entity in ('business.client', 'business.contractor') and r.parent_id = $1 and r.deleted_at is null`,
    reason: 'has files',
  },
] as const satisfies readonly Watched[]

/** Takes businesses out with their services, their companies or persons and the addresses of those. */
async function removeBusinesses(context: VerbContext, made: readonly TakenBack[]): Promise<void> {
  const { tx, clock } = context
  const at = clock.now()
  const ids = made.map(({ id }) => id)
  const gone = (table: string, of: readonly (string | null)[]) =>
    tx.run(`update ${table} set deleted_at = $2 where id = any ($1::uuid[]) and deleted_at is null`, [
      of.filter((id) => id !== null),
      at,
    ])
  const parts = await tx.rows<{
    company_id: string | null
    individual_id: string | null
    address_id: string | null
  }>(
    `select b.company_id, b.individual_id, coalesce(
       (select c.address_id from business.company c where c.id = b.company_id),
       (select i.address_id from business.individual i where i.id = b.individual_id)) as address_id
     from business.business b where b.id = any ($1::uuid[])`,
    [ids],
  )
  const services = await tx.rows<{ id: string }>(
    'select id from business.service where from_business_id = any ($1::uuid[])',
    [ids],
  )
  const service_ids = services.map(({ id }) => id)
  await gone(
    'business.address',
    parts.map(({ address_id }) => address_id),
  )
  await gone(
    'business.company',
    parts.map(({ company_id }) => company_id),
  )
  await gone(
    'business.individual',
    parts.map(({ individual_id }) => individual_id),
  )
  // Terms are kept by the service that they hold for, and written with it.
  await tx.run(
    'update config.configuration set deleted_at = $2 where transaction_id = any ($1::uuid[]) and deleted_at is null',
    [service_ids, at],
  )
  await gone('business.service', service_ids)
  await gone('business.business', ids)
  for (const { id, human_id } of made)
    context.audit({
      entity: 'business.business',
      entity_id: id,
      old_values: { human_id },
      new_values: { deleted_at: at },
    })
}

/** The part of an importer that undoes new businesses. */
export const made_businesses: Pick<Importer, 'before' | 'watched' | 'takeBack'> = {
  before: async () => null,
  watched: watched_business,
  takeBack: removeBusinesses,
}
