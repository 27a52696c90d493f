/**
 * Visible rows and fields (spec §6): one declaration per entity, in `x.access.ts`. Every statement that reads for a viewer
 * and the column grants of the database are compiled from it.
 */
import type { Entity, FieldName } from './entity.ts'

export const CATEGORIES = ['agency', 'client', 'contractor', 'funder', 'provider'] as const
export type Category = (typeof CATEGORIES)[number]

export const ROLES = [
  'agency_admin',
  'primary_staff_user',
  'agency_read_only',
  'agency_relationship_manager',
  'agency_user',
  'agency_consultant',
  'hiring_manager',
  'invoice_contact',
  'timesheet_approver',
  'contractor',
  'funder_admin',
  'funder_analyst',
  'provider_admin',
  'provider_operations',
  'provider_approver',
] as const
export type Role = (typeof ROLES)[number]

/** Roles by category; a category that is absent may not. */
export type WhoMay = Readonly<Partial<Record<Category, readonly Role[]>>>

/** The claims of a signed-in session (spec §6), read once per request. */
export interface Viewer {
  readonly category: Category
  readonly roles: readonly Role[]
  readonly user_id: string
  readonly user_name: string
  readonly email: string
  readonly business_id: string
  readonly business_name: string
  readonly business_type: string
  readonly business_contact_id: string
  readonly provider_id: string
  readonly features: readonly string[]
  readonly session_id: string
  readonly impersonator_user_id: string | null
  readonly impersonator_business_id: string | null
  /** Of a program; null for people. */
  readonly token: TokenScope | null
  /** Users that count as the same person: a program and its maker never check each other's work. */
  readonly same_person_ids: readonly string[]
}

/** The part of its roles' rights that an API token has. */
export interface TokenScope {
  readonly id: string
  /** Action ids, or all actions of an entity: `transaction.timesheet.*`. */
  readonly actions: readonly string[]
  readonly is_read_only: boolean
}

/** A claim in place of a value in a row rule. */
export interface Claim {
  readonly claim: 'business_id' | 'user_id' | 'user_name' | 'business_contact_id' | 'email' | 'provider_id'
}
export const viewer = {
  business_id: { claim: 'business_id' },
  user_id: { claim: 'user_id' },
  user_name: { claim: 'user_name' },
  business_contact_id: { claim: 'business_contact_id' },
  email: { claim: 'email' },
  provider_id: { claim: 'provider_id' },
} as const satisfies Record<string, Claim>

export type RuleValue = string | boolean | number | Claim
export interface RuleOps {
  readonly _eq?: RuleValue
  readonly _neq?: RuleValue
  readonly _in?: readonly RuleValue[]
  readonly _is_null?: boolean
}
/**
 * A row condition in the shape of the endpoint's `where`. A nested object under a relation means "some related row that
 * is not deleted". The row rule and the fields of the related entity do not apply there.
 */
export type RowRule = {
  readonly [field: string]: RuleOps | RowRule | readonly RowRule[] | undefined
} & { readonly _and?: readonly RowRule[]; readonly _or?: readonly RowRule[]; readonly _not?: RowRule }

export interface WriteRule<E extends Entity> {
  readonly roles?: readonly Role[]
  readonly fields: readonly FieldName<E>[]
  /** Texts of many lines among them, which may be empty; other texts are one line, given where it is required. */
  readonly long_texts?: readonly FieldName<E>[]
  /** Texts among them that documents print. */
  readonly printed_texts?: readonly FieldName<E>[]
  /** Forced values. */
  readonly presets?: Readonly<Partial<Record<FieldName<E>, RuleValue>>>
  /** Further forced values for an action id (spec §7.1). */
  readonly presets_by_action?: Readonly<
    Record<string, Readonly<Partial<Record<FieldName<E>, RuleValue>>> | undefined>
  >
  /** Rows that may be written. The written row must still meet it. */
  readonly rows: RowRule
  /** Fields that name the record a new row belongs to. The writer must be able to read that record. */
  readonly parent?: { readonly entity: FieldName<E>; readonly id: FieldName<E> }
}

export interface Withheld {
  readonly column: string
  /** The column is filled in all rows. Absent: empty in some. */
  readonly is_filled?: true
  /** Viewers with another role besides read the field itself. Absent: all roles of the category. */
  readonly from?: readonly Role[]
}

/** A decision on each field. */
export interface ListedFields<F extends string = string> {
  readonly shown: readonly F[]
  readonly hidden: readonly F[]
}

export interface CategoryAccess<E extends Entity> {
  /**
   * `'all'`: every row, for public facts such as currencies. `'parent'`: no root field, but each row that a visible row
   * leads to, such as the name of a party on a document.
   */
  readonly rows: RowRule | 'all' | 'parent'
  /** The part of `rows` for each role; other roles see all. Several roles see the union (spec §6). */
  readonly rows_by_role?: Readonly<Partial<Record<Role, RowRule>>>
  /**
   * `'all'`, new fields included, only for the owner of the rows: the provider, which operates the platform; an agency
   * for rows that carry its `agency_id`; a business or a user for rows that name them as owner. Clients and contractors
   * own only rows of their user. All other fields are listed (`field_groups`), and a guard asks for a decision on each.
   */
  readonly fields: 'all' | ListedFields<FieldName<E>>
  /** Roles that may read the entity; all when absent. */
  readonly roles?: readonly Role[]
  /** Fields that only these roles may read, such as earnings (spec §6). One of the roles is enough. */
  readonly fields_by_role?: Readonly<Partial<Record<FieldName<E>, readonly Role[]>>>
  /**
   * Fields read from another column, which is empty or another value in rows with a figure that these roles may not see.
   * Filters, sorts and totals use that column too.
   */
  readonly withheld?: Readonly<Partial<Record<FieldName<E>, Withheld>>>
  /** False refuses X_aggregate beyond count. */
  readonly aggregates?: boolean
  readonly insert?: WriteRule<E>
  readonly update?: Omit<WriteRule<E>, 'parent'> & {
    /** Rows are changed for so long after the instant in this field, and then no more. */
    readonly within?: { readonly since: FieldName<E>; readonly minutes: number }
  }
  readonly delete?: Pick<WriteRule<E>, 'roles' | 'rows'>
}

/** Each category has a declaration; `null` hides the entity. */
export type Access<E extends Entity> = { readonly [C in Category]: CategoryAccess<E> | null }

export interface EntityWithAccess {
  readonly entity: Entity
  readonly access: Access<Entity>
}

type Words<S extends string, Found = never> = S extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | S
type GroupedFields<G extends FieldGroups> = Words<G[keyof G][number]>
type FieldGroups = Readonly<Record<string, readonly string[]>>
type Complete<Wrong, Reason extends string> = [Wrong] extends [never]
  ? unknown
  : Readonly<Record<Reason, Wrong>>

/**
 * Puts each field of an entity in one group, in lines of names with blanks between, and returns the decision for a
 * category: the named groups are shown, the others hidden. A field without a group does not compile.
 */
export function field_groups<const E extends Entity, const G extends FieldGroups>(
  _entity: E,
  groups: G &
    Complete<Exclude<FieldName<E>, GroupedFields<G>>, 'fields_without_group'> &
    Complete<Exclude<GroupedFields<G>, FieldName<E>>, 'names_without_field'>,
): (...shown: readonly (keyof G)[]) => ListedFields<FieldName<E>> {
  const named = (isNamed: (group: string) => boolean) =>
    Object.keys(groups)
      .filter(isNamed)
      .flatMap((group) => (groups[group] ?? []).flatMap((line) => line.split(' '))) as FieldName<E>[] // By the types above.
  return (...shown) => ({
    shown: named((group) => shown.includes(group)),
    hidden: named((group) => !shown.includes(group)),
  })
}

/** `fields_by_role` for fields of the same roles. */
export function only_for<const F extends string>(
  roles: readonly Role[],
  ...fields: readonly F[]
): Readonly<Record<F, readonly Role[]>> {
  return Object.fromEntries(fields.map((field) => [field, roles])) as Record<F, readonly Role[]> // Keys are the fields.
}

/** `rows_by_role` for roles that see the same part. */
export function each_role(roles: readonly Role[], rows: RowRule): Readonly<Partial<Record<Role, RowRule>>> {
  return Object.fromEntries(roles.map((role) => [role, rows]))
}
