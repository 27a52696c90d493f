/** The recipes of CONTRIBUTING.md as edits, each with the check that names a file when it is left out. */

/** Text of a new file, or a change to the file that is there. */
type Edit = string | ((text: string) => string)
export type Check = 'types' | 'guards' | 'database'

export interface Step {
  readonly path: string
  readonly edit: Edit
  /** The check that fails without this file, and its words; absent: the start of the recipe. */
  readonly named_by?: { readonly check: Check; readonly says: RegExp }
  /** Shown at night only: another file of the recipe hides it. */
  readonly is_hidden?: boolean
}

export interface Recipe {
  readonly title: string
  readonly steps: readonly Step[]
}

const after = (anchor: string, added: string) => (text: string) => {
  if (!text.includes(anchor)) throw new Error(`The recipe does not find "${anchor}".`)
  return text.replace(anchor, `${anchor}${added}`)
}

const field: Recipe = {
  title: 'Add a field',
  steps: [
    {
      path: 'src/business/parties/company.entity.ts',
      edit: (text) =>
        after(
          "'website'",
          ", 'colour'",
        )(
          after(
            "website: f.nullable(f.url('Website')),",
            "\n    colour: f.nullable(f.text('Colour')),",
          )(text),
        ),
    },
    {
      path: 'src/business/parties/company.access.ts',
      edit: after('email phone website', ' colour'),
      named_by: { check: 'types', says: /company\.access\.ts[\s\S]*?"colour"/ },
    },
    {
      path: 'src/business/parties/company-profile/company.form.tsx',
      edit: after('email phone website', ' colour'),
      named_by: { check: 'types', says: /company\.form\.tsx[\s\S]*?colour/ },
    },
    {
      path: 'src/business/parties/lists/client.list.tsx',
      edit: after("{ field: 'reference', width: 140 },", "\n    { field: 'from_business.company.colour' },"),
      named_by: { check: 'guards', says: /from_business\.company\.colour/ },
    },
    {
      path: 'migrations/0054_colour_of_a_company.sql',
      edit: '-- Why: a test of the recipe.\nalter table business.company add column colour text;\n',
      named_by: { check: 'database', says: /business\.company has no colour/ },
    },
  ],
}

const verb: Recipe = {
  title: 'Add a verb',
  steps: [
    {
      path: 'src/business/fees/waive-fee.server.ts',
      edit: `import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { provider_staff } from '../shared/who-may.rules.ts'

const input = z.object({ id: z.uuid() })

/** A test of the recipe. */
export const waiveFee = verb<z.infer<typeof input>, { id: string }>({
  action_id: 'contract.service_charge.waive',
  since: '0.1.0',
  summary: 'Waives a fee rule',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  run: async (_context, { id }) => ({ id }),
})
`,
    },
    {
      path: 'src/business/verbs.ts',
      edit: after(
        "import { endServiceCharge } from './fees/end-service-charge.server.ts'",
        "\nimport { waiveFee } from './fees/waive-fee.server.ts'",
      ),
      named_by: { check: 'guards', says: /waive-fee\.server\.ts is not in src\/business\/verbs\.ts/ },
    },
  ],
}

const list: Recipe = {
  title: 'Add a list',
  steps: [
    {
      path: 'src/business/fees/waiver.list.tsx',
      edit: `import { list } from '#web/list/model/list.ts'
import { service_charge } from '../rates/rate.entity.ts'

export const waiver_list = list({
  entity: service_charge,
  title: 'Waivers',
  columns: [{ field: 'fee_type' }, { field: 'updated_at' }],
  filters: [{ field: 'fee_type' }],
  sort: { id: 'updated_at', desc: true },
  card: { title: 'fee_type' },
  first_run: 'Waivers appear here.',
})
`,
    },
    {
      path: 'src/business/fees/fees.screens.ts',
      edit: after(
        'readonly Screen[] = [',
        `
  {
    path: 'contract/waiver',
    label: 'Waivers',
    menu: { provider: { more: 99 } },
    list: () => import('./waiver.list.tsx').then((m) => m.waiver_list),
  },`,
      ),
      named_by: { check: 'guards', says: /waiver\.list\.tsx is not in the \.screens\.ts of its room/ },
    },
  ],
}

const noun: Recipe = {
  title: 'Add a noun',
  steps: [
    {
      path: 'src/business/fees/discount.entity.ts',
      edit: `import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

export const discount = entity({
  module: 'contract',
  name: 'discount',
  label: 'Discount',
  plural: 'Discounts',
  fields: { id: f.uuid('Id'), ...f.stamps },
})
`,
    },
    {
      path: 'src/business/entities.ts',
      edit: (text) =>
        after(
          "  'contract.adhoc_fee': adhoc_fee,",
          "\n  'contract.discount': discount,",
        )(
          after(
            "import type { Entity } from '#entity/entity.ts'",
            "\nimport { discount } from './fees/discount.entity.ts'",
          )(text),
        ),
      named_by: { check: 'guards', says: /discount\.entity\.ts is not in src\/business\/entities\.ts/ },
    },
    {
      path: 'src/business/access.ts',
      edit: (text) =>
        after(
          "  'contract.rate': rates.rate_access,",
          "\n  'contract.discount': discount_access,",
        )(
          after(
            "import type { EntityWithAccess } from '#entity/access.ts'",
            "\nimport { discount_access } from './fees/discount.access.ts'",
          )(text),
        ),
      named_by: { check: 'types', says: /business\/access\.ts[\s\S]*?contract\.discount/ },
    },
    {
      path: 'src/business/fees/discount.access.ts',
      edit: `import type { Access } from '#entity/access.ts'
import { own } from '../shared/own-rows.access.ts'
import type { discount } from './discount.entity.ts'

export const discount_access: Access<typeof discount> = {
  agency: null,
  client: null,
  contractor: null,
  funder: null,
  provider: { rows: own.provider, fields: 'all' },
}
`,
      named_by: { check: 'types', says: /discount\.access\.ts/ },
      is_hidden: true,
    },
  ],
}

const migration: Recipe = {
  title: 'Add a migration',
  steps: [
    {
      path: 'migrations/0054_without_a_reason.sql',
      edit: 'alter table business.company add column shade text;\n',
      named_by: { check: 'guards', says: /0054_without_a_reason\.sql does not open with/ },
    },
    {
      path: 'migrations/frozen.json',
      edit: (text) => text,
      named_by: { check: 'guards', says: /0054_without_a_reason\.sql is not in migrations\/frozen\.json/ },
    },
  ],
}

export const recipes: readonly Recipe[] = [field, verb, list, noun, migration]
