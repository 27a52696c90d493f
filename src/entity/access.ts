/**
 * Who may see what (spec §6): one declaration per entity, in `x.access.ts`. It is compiled into every statement that
 * reads for a viewer and into the column grants of the database; nothing else decides.
 */
import type { Entity, FieldName } from './entity.ts';

export const CATEGORIES = ['agency', 'client', 'contractor', 'funder', 'provider'] as const;
export type Category = (typeof CATEGORIES)[number];

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
] as const;
export type Role = (typeof ROLES)[number];

/** The claims of a signed-in session (spec §6), read once per request. */
export interface Viewer {
  readonly category: Category;
  readonly roles: readonly Role[];
  readonly user_id: string;
  readonly user_name: string;
  readonly email: string;
  readonly business_id: string;
  readonly business_name: string;
  readonly business_type: string;
  readonly business_contact_id: string;
  readonly provider_id: string;
  readonly features: readonly string[];
  readonly session_id: string;
  readonly impersonator_user_id: string | null;
  readonly impersonator_business_id: string | null;
}

/** A claim standing in a row rule where a value would. */
export interface Claim {
  readonly claim: 'business_id' | 'user_id' | 'business_contact_id' | 'email' | 'provider_id';
}
export const viewer = {
  business_id: { claim: 'business_id' },
  user_id: { claim: 'user_id' },
  business_contact_id: { claim: 'business_contact_id' },
  email: { claim: 'email' },
  provider_id: { claim: 'provider_id' },
} as const satisfies Record<string, Claim>;

export type RuleValue = string | boolean | number | Claim;
export interface RuleOps {
  readonly _eq?: RuleValue;
  readonly _neq?: RuleValue;
  readonly _in?: readonly RuleValue[];
  readonly _is_null?: boolean;
}
/** A row condition in the dialect's own shape; a nested object under a relation's name means "some related row". */
export type RowRule = {
  readonly [field: string]: RuleOps | RowRule | readonly RowRule[] | undefined;
} & { readonly _and?: readonly RowRule[]; readonly _or?: readonly RowRule[]; readonly _not?: RowRule };

export interface WriteRule<E extends Entity> {
  readonly roles?: readonly Role[];
  readonly fields: readonly FieldName<E>[];
  /** Forced values, whatever the caller sends. */
  readonly presets?: Readonly<Partial<Record<FieldName<E>, RuleValue>>>;
  /** Rows that may be written, and that the written row must still meet. */
  readonly rows: RowRule;
}

export interface CategoryAccess<E extends Entity> {
  /** `'all'` means every row of the entity (public facts such as currencies). */
  readonly rows: RowRule | 'all';
  readonly fields: 'all' | readonly FieldName<E>[] | { readonly except: readonly FieldName<E>[] };
  /** Roles of the category that may read the entity at all; every role when absent. */
  readonly roles?: readonly Role[];
  /** Fields that only some roles may read, e.g. earnings (spec §6, commission). */
  readonly fields_by_role?: Readonly<Partial<Record<FieldName<E>, readonly Role[]>>>;
  /** False refuses X_aggregate beyond count. */
  readonly aggregates?: boolean;
  readonly insert?: WriteRule<E>;
  readonly update?: WriteRule<E>;
  readonly delete?: Omit<WriteRule<E>, 'fields' | 'presets'>;
}

/** Forgetting a category does not compile; `null` says: nothing at all. */
export type Access<E extends Entity> = { readonly [C in Category]: CategoryAccess<E> | null };

export interface EntityWithAccess {
  readonly entity: Entity;
  readonly access: Access<Entity>;
}
