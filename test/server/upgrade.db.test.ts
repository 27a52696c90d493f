/** A database of an earlier schema with rows in it becomes the one that a fresh installation has (operations.md). */
import type pg from 'pg'
import { expect, test } from 'vitest'
import { prepareDatabase } from '#server/commands/command-prepare.ts'
import { ensureRoles } from '#server/database-roles.ts'
import { migrate, readMigrations, releaseBefore } from '#server/migrate.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { emptyDatabase, freshDatabase } from '../database.ts'

const fresh = await freshDatabase()

/** The last file of the earlier schema. */
const earlier = ['0027_report_agreement.sql', '0053_more_seals.sql'] as const

/** Every schema had these tables. */
const rows = [
  `insert into business.business (human_id, name, type) values ('PRV1', 'Provider', 'provider')`,
  `insert into business.business (human_id, name, type, provider_id, funding_model)
   select 'AGN1', 'Agency', 'agency', id, 'direct' from business.business where type = 'provider'`,
  `insert into business.business (human_id, name, type, provider_id)
   select 'CLT1', 'Client', 'client', id from business.business where type = 'provider'`,
  `insert into business.service (type, from_business_id, to_business_id, provider_id, agency_id, onboarding_date)
   select 'client-agency', c.id, a.id, a.provider_id, a.id, '2026-01-05'
   from business.business c, business.business a where c.type = 'client' and a.type = 'agency'`,
  `insert into auth."user" (id, name, email) values ('user-1', 'Robin Vale', 'robin@example.org')`,
  `insert into platform."user" (id, email, first_name, last_name, is_confirmed)
   values ('user-1', 'robin@example.org', 'Robin', 'Vale', true)`,
  `insert into business.business_contact (business_id, user_id, first_name, last_name, email, roles)
   select id, 'user-1', 'Robin', 'Vale', 'robin@example.org', '{agency_admin}' from business.business where type = 'agency'`,
  `insert into platform.note (business_id, parent_entity, parent_id, text, user_id, user_name)
   select id, 'business.business', id, 'A note of before.', 'user-1', 'Robin Vale' from business.business where type = 'agency'`,
]

const ours = `not like all (array['pg\\_%', 'information_schema', 'graphile_worker'])`

/** Columns, constraints, indexes, triggers, functions and rights, in words. */
async function catalogue(owner: pg.Pool): Promise<string[]> {
  const { rows: parts } = await owner.query<{ part: string }>(`
    with tables as (select c.oid, n.nspname || '.' || c.relname as name, c.relkind, c.relacl
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname ${ours})
    select 'column ' || t.name || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
        || coalesce(' ' || array_to_string(a.attacl, ' '), '') as part
      from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum where t.relkind in ('r', 'v', 'm', 'p')
    union all select 'constraint ' || t.name || ' ' || pg_get_constraintdef(c.oid)
      from tables t join pg_constraint c on c.conrelid = t.oid
    union all select 'index ' || pg_get_indexdef(t.oid) from tables t where t.relkind = 'i'
    union all select 'trigger ' || pg_get_triggerdef(g.oid) from tables t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal
    union all select 'view ' || t.name || ' ' || pg_get_viewdef(t.oid) from tables t where t.relkind in ('v', 'm')
    union all select 'function ' || pg_get_functiondef(p.oid) || coalesce(array_to_string(p.proacl, ' '), '')
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname ${ours} and p.prokind in ('f', 'p')
    union all select 'rights ' || t.name || ' ' || (select string_agg(acl::text, ' ' order by acl::text) from unnest(t.relacl) acl)
      from tables t where t.relacl is not null
    union all select 'sealed ' || name || ' ' || key from log.sealed_table`)
  return parts.map(({ part }) => part).sort()
}

test.each(earlier)(
  'upgrade from the schema of %s: the catalogue of a fresh database, every check holds',
  async (last) => {
    const old = await emptyDatabase()
    const { owner, role_prefix: rolePrefix, role_secret: roleSecret } = old
    const files = readMigrations()
    const place = files.findIndex(({ name }) => name === last)
    await ensureRoles(owner, rolePrefix, roleSecret)
    await migrate({ owner, rolePrefix, files: files.slice(0, place + 1) })
    for (const row of rows) await owner.query(row)
    expect(await releaseBefore(owner)).toMatch(/^\d+\.\d+\.\d+$/)

    const applied = await prepareDatabase({ owner, rolePrefix, roleSecret, booksKeys: old.booksKeys })
    expect(applied).toEqual(files.slice(place + 1).map(({ name }) => name))
    expect(await releaseBefore(owner)).toBeNull()
    expect(await catalogue(owner)).toEqual(await catalogue(fresh.owner))
    const broken = (await verifyDatabase(old)).filter((one) => one.broken.length > 0)
    expect(broken).toEqual([])
    const { rows: kept } = await owner.query('select text from platform.note')
    expect(kept).toEqual([{ text: 'A note of before.' }])
  },
)
