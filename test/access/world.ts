/**
 * A world for the access matrix: two providers, three agencies, a client that two of them share, and of every entity
 * a row in every class (own, of a sibling with a shared client, unrelated, deleted, draft, of another type). Rows are
 * written raw, since the matrix asks what may be read, not how rows come about.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Category, Role, Viewer } from '#entity/access.ts'

export type Row = Readonly<Record<string, unknown>>

/** A uuid that is the same for the same name, so that a failure can say which row it is about. */
export function uid(name: string): string {
  const h = createHash('sha256').update(name).digest('hex')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-7${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`
}

export const gbp = '00000000-0000-7000-8000-000000000826'

/** Rows by table, kept in the order in which tables were first named: parents first. */
export class World {
  readonly tables = new Map<string, Row[]>(
    ['business.address', 'business.company', 'business.individual'].map((table) => [table, []]),
  )
  /** What a row is called, by `table` and id, for messages. */
  readonly names = new Map<string, string>()

  put(table: string, name: string, row: Row): string {
    const id = typeof row.id === 'string' ? row.id : uid(`${table} ${name}`)
    if (this.names.has(`${table} ${id}`)) throw new Error(`${table} ${name} is in the world already`)
    const rows = this.tables.get(table) ?? []
    this.tables.set(table, rows)
    rows.push(row.id === undefined ? { id, ...row } : row)
    this.names.set(`${table} ${id}`, name)
    return id
  }

  /** A row of a table that has no id. */
  putBare(table: string, row: Row): void {
    const rows = this.tables.get(table) ?? []
    this.tables.set(table, rows)
    rows.push(row)
  }

  has(table: string, name: string): boolean {
    return this.names.has(`${table} ${uid(`${table} ${name}`)}`)
  }

  nameOf(table: string, id: string): string {
    return this.names.get(`${table} ${id}`) ?? id
  }

  async write(owner: pg.Pool): Promise<void> {
    for (const [table, rows] of this.tables) await insertRows(owner, table, rows)
    // Without statistics the planner guesses, and thousands of questions take minutes.
    await owner.query('analyze')
  }
}

/** One statement a table, so that rows may name each other. */
async function insertRows(owner: pg.Pool, table: string, rows: readonly Row[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const params: unknown[] = []
  const values = rows.map((row) => {
    const list = columns.map((column) => {
      if (!Object.hasOwn(row, column)) return 'default'
      const value = row[column]
      const isJson = typeof value === 'object' && value !== null && !Array.isArray(value)
      params.push(isJson ? JSON.stringify(value) : value)
      return `$${params.length}`
    })
    return `(${list.join(', ')})`
  })
  const identity = table === 'log.audit' ? 'overriding system value' : ''
  const names = columns.map((column) => `"${column}"`).join(', ')
  const [schema, name] = table.split('.')
  try {
    await owner.query(
      `insert into "${schema}"."${name}" (${names}) ${identity} values ${values.join(', ')}`,
      params,
    )
  } catch (error) {
    throw new Error(`${table}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** The parties of one piece of business. `funder` may be missing. */
export interface Deal {
  readonly name: string
  readonly provider: string
  readonly agency: string
  readonly client: string
  readonly contractor: string
  readonly funder: string | null
  readonly company: string
}

export const deals: readonly Deal[] = [
  // A1 and A2 share the client L1 and the contractor C5; A3 is another provider's.
  { name: 'D1', provider: 'P1', agency: 'A1', client: 'L1', contractor: 'C1', funder: 'F1', company: 'M1' },
  { name: 'D2', provider: 'P1', agency: 'A2', client: 'L1', contractor: 'C2', funder: 'F2', company: 'U1' },
  { name: 'D3', provider: 'P2', agency: 'A3', client: 'L4', contractor: 'C4', funder: 'F3', company: 'S1' },
  { name: 'D4', provider: 'P1', agency: 'A1', client: 'L2', contractor: 'C3', funder: null, company: 'C3' },
  { name: 'D5', provider: 'P1', agency: 'A2', client: 'L3', contractor: 'C5', funder: 'F1', company: 'U1' },
  { name: 'D6', provider: 'P1', agency: 'A1', client: 'L1', contractor: 'C5', funder: null, company: 'U1' },
]

export const businessId = (name: string | null): string | null =>
  name === null ? null : uid(`business.business ${name}`)

/** The five party columns of a row of this deal. */
export function partiesOf(deal: Deal): Row {
  return {
    provider_id: businessId(deal.provider),
    agency_id: businessId(deal.agency),
    client_id: businessId(deal.client),
    contractor_id: businessId(deal.contractor),
    funder_id: businessId(deal.funder),
  }
}

export interface Looking {
  readonly label: string
  readonly business: string
  readonly category: Category
  readonly roles: readonly Role[]
}

const looking = (business: string, category: Category, ...roles: Role[]): Looking => ({
  label: `${business} ${roles.join('+') || 'without a role'}`,
  business,
  category,
  roles,
})

/** Own, sibling that shares a client or a contractor, stranger; each role, several roles, none, and a wrong one. */
export const lookers: readonly Looking[] = [
  looking('A1', 'agency', 'agency_admin'),
  looking('A1', 'agency', 'agency_read_only'),
  looking('A1', 'agency', 'primary_staff_user'),
  looking('A1', 'agency', 'agency_relationship_manager'),
  looking('A1', 'agency', 'agency_user'),
  looking('A1', 'agency', 'agency_consultant'),
  looking('A1', 'agency', 'agency_consultant', 'agency_read_only'),
  looking('A1', 'agency'),
  looking('A1', 'agency', 'provider_admin'),
  looking('A2', 'agency', 'agency_admin'),
  looking('A3', 'agency', 'agency_admin'),
  looking('L1', 'client', 'hiring_manager'),
  looking('L1', 'client', 'invoice_contact'),
  looking('L1', 'client', 'timesheet_approver'),
  looking('L1', 'client', 'hiring_manager', 'timesheet_approver'),
  looking('L1', 'client'),
  looking('L2', 'client', 'invoice_contact'),
  looking('L4', 'client', 'invoice_contact'),
  looking('C1', 'contractor', 'contractor'),
  looking('C1', 'contractor'),
  looking('C3', 'contractor', 'contractor'),
  looking('C4', 'contractor', 'contractor'),
  looking('C5', 'contractor', 'contractor'),
  looking('F1', 'funder', 'funder_admin'),
  looking('F1', 'funder', 'funder_analyst'),
  looking('F2', 'funder', 'funder_analyst'),
  looking('F3', 'funder', 'funder_admin'),
  looking('P1', 'provider', 'provider_admin'),
  looking('P1', 'provider', 'provider_operations'),
  looking('P1', 'provider', 'provider_approver'),
  looking('P2', 'provider', 'provider_admin'),
]

/** One user a business stands for all its roles; the roles are those of the session. */
export const userOf = (business: string): string => `user-${business}`
export const emailOf = (business: string): string => `${business.toLowerCase()}@example.com`

const types = {
  A: 'agency',
  L: 'client',
  C: 'contractor',
  F: 'funder',
  P: 'provider',
  M: 'limited',
  U: 'umbrella',
  S: 'selfemployed',
  Y: 'payer',
  K: 'creditor',
} as const
export const typeOf = (business: string): string => types[business.charAt(0) as keyof typeof types]

export const providerOf = (business: string): string =>
  /^(P2|A3|L4|C4|S1|F3|Y2|K2)$/.test(business) ? 'P2' : 'P1'

export function viewerOf({ business, category, roles }: Looking): Viewer {
  return {
    category,
    roles,
    user_id: userOf(business),
    user_name: `User of ${business}`,
    email: emailOf(business),
    business_id: uid(`business.business ${business}`),
    business_name: business,
    business_type: typeOf(business),
    business_contact_id: uid(`business.business_contact ${business}`),
    provider_id: uid(`business.business ${providerOf(business)}`),
    features: [],
    session_id: 'session',
    impersonator_user_id: null,
    impersonator_business_id: null,
    token: null,
    same_person_ids: [],
  }
}
