/** The cases of tasks that follow a setting of the installation: how one opens, its readers, and the ways in which it closes. */
import { present } from '#kernel/assert.ts'
import { act, seedClient, seedContractor } from '../fixtures/world.ts'
import type { Stage } from './example-parts.ts'

type Step = (id: string) => Promise<unknown>
type Parts = {
  readonly stage: () => Stage
  readonly night: () => Promise<unknown>
  readonly nightAfter: (text: string) => Step
}

export const settingTasks = ({ stage, night, nightAfter }: Parts) => ({
  company_status_changed: {
    open: async () => {
      const { database, agency } = stage()
      const { id } = await seedClient(stage(), agency)
      await database.sql(
        `update business.company c set register_standing = 'insolvent', register_words = 'in liquidation', register_checked_at = now(),
           register_changed_at = now() from business.business b where b.company_id = c.id and b.id = $1`,
        id,
      )
      await night()
      return id
    },
    people: () => {
      const { provider, user, admin } = stage().agency
      return [provider.admin, provider.operations, provider.approver, user, admin]
    },
    ends: {
      'the provider accepts it': async (id: string) => {
        const record = { entity: 'business.business', entity_id: id }
        const { operations } = stage().agency.provider
        const read = await act<{ flags: { rule: string; facts: string }[] }>(
          stage(),
          operations,
          'funding.risk_flag.read',
          record,
        )
        for (const { rule, facts } of read.flags.filter((one) => one.rule === 'company_status'))
          await act(stage(), operations, 'funding.risk_flag.accept', {
            ...record,
            rule,
            facts,
            comment: 'Known',
          })
      },
      'it is in order again': nightAfter(
        `update business.company c set register_standing = 'in_order', register_words = 'active' from business.business b
         where b.company_id = c.id and b.id = $1`,
      ),
    },
  },
  signing_certificate_ends: {
    open: async () => {
      const { database, agency, clock } = stage()
      await database.sql(
        `insert into platform.setting (key, value, updated_at)
         values ('signing_certificate_ends', to_jsonb(($1::date + 60)::text), now())
         on conflict (key) do update set value = excluded.value`,
        clock.today(),
      )
      await night()
      return agency.provider.id
    },
    people: () => [stage().agency.provider.admin],
    ends: {
      'the certificate of another year': nightAfter(
        `update platform.setting set value = '"2040-01-01"' where key = 'signing_certificate_ends' and $1::uuid is not null`,
      ),
    },
  },
  vat_number_unconfirmed: {
    open: async () => {
      const { database, agency } = stage()
      const { payment_company_id } = await seedContractor(stage(), agency)
      await database.sql(
        `insert into platform.setting (key, value, updated_at) values ('vat_checks', '"on"', now()) on conflict (key) do nothing`,
      )
      const [row] = await database.sql<{ id: string }>(
        `update business.company c set vat_check_status = 'not_found', vat_checked_at = now() from business.business b
         where b.company_id = c.id and b.id = $1 returning c.id`,
        payment_company_id,
      )
      await night()
      return present(row, 'the company of the worker').id
    },
    people: () => {
      const { provider, user, admin } = stage().agency
      return [provider.admin, provider.operations, provider.approver, user, admin]
    },
    ends: {
      'the number is found': nightAfter(
        `update business.company set vat_check_status = 'valid' where id = $1`,
      ),
      // Last: other self-bills would wait for HMRC.
      'numbers are checked no more': nightAfter(
        `delete from platform.setting where key = 'vat_checks' and $1::uuid is not null`,
      ),
    },
  },
})
