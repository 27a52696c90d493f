/** Files of the demo's people: imports applied, undone and pending, and an export. */

import { importJobKind } from '#business/imports/import-parts.job.ts'
import { runImport } from '#business/imports/import-run.job.ts'
import { startImport } from '#business/imports/start-import.server.ts'
import { verbs } from '#business/verbs.ts'
import { present } from '#kernel/assert.ts'
import { csvLine } from '#kernel/csv-line.ts'
import { perform } from '#server/perform.server.ts'
import { inTransaction } from '#server/tx.ts'
import { onStage, viewerOf, type World } from '../stage.ts'
import type { Store } from './store.ts'

type Brought = {
  readonly by: string
  readonly file_name: string
  readonly rows: readonly (readonly string[])[]
  readonly ends: 'applied' | 'undone' | 'checked'
}

const header = [
  'Name',
  'Registration Number',
  'Address Line 1',
  'City',
  'Zipcode',
  'Currency',
  'Temp Payment Terms',
  'Reference',
]

const imports: readonly Brought[] = [
  {
    by: 'meridian_admin',
    file_name: 'clients-from-crm.csv',
    rows: [
      [
        'Hartwell Robotics Limited',
        '09382716',
        '5 Milton Park',
        'Abingdon',
        'OX14 4RY',
        'GBP',
        '30',
        'MER-HART',
      ],
      [
        'Silverdale Underwriting Limited',
        '04471928',
        '30 St Mary Axe',
        'London',
        'EC3A 8EP',
        'GBP',
        '45',
        'MER-SILV',
      ],
    ],
    ends: 'applied',
  },
  {
    by: 'agency_admin',
    file_name: 'prospects.csv',
    rows: [
      [
        'Pendle Textiles Limited',
        '02918374',
        '12 Mill Street',
        'Burnley',
        'BB11 1RJ',
        'GBP',
        '30',
        'LAR-PEND',
      ],
      [
        'Wessex Instruments Limited',
        '07382910',
        '4 Canal Walk',
        'Newbury',
        'RG14 1AA',
        'GBP',
        '30',
        'LAR-WESS',
      ],
      ['Old Quay Breweries Limited', '03382914', '1 Old Quay', 'Exeter', 'EX2 4AN', 'GBP', '60', 'LAR-OLDQ'],
    ],
    ends: 'undone',
  },
  {
    by: 'copperbeech_admin',
    file_name: 'new-clients.csv',
    rows: [
      [
        'Calder Precision Castings Limited',
        '05829104',
        'Bridge Mill',
        'Halifax',
        'HX1 5AD',
        'GBP',
        '30',
        'COP-CALD',
      ],
      [
        'Airedale Cold Stores Limited',
        '08819203',
        'Dock Lane',
        'Shipley',
        'BD17 7AA',
        'GBP',
        'thirty',
        'COP-AIRE',
      ],
    ],
    ends: 'checked',
  },
]

/** Only for a started demo, not for tests: files live in the installation's own store. */
export async function makeFiles(world: World, store: Store): Promise<void> {
  for (const one of imports) await bringIn(world, store, one)
  await onStage(world, (stage) =>
    stage.act('agency_admin', 'platform.export.start', {
      entity: 'transaction.invoice',
      format: 'excel',
      title: 'Open invoices',
      where: { type: { _eq: 'provider-client' }, status: { _eq: 'open' } },
      order_by: [{ due_date: 'asc' }],
      columns: [
        { field: 'human_id', label: 'Invoice Id' },
        { field: 'client.name', label: 'Client' },
        { field: 'due_date', label: 'Due Date' },
        { field: 'outstanding_balance', label: 'Outstanding Balance' },
      ],
    }),
  )
}

async function bringIn(world: World, { database, files }: Store, brought: Brought): Promise<void> {
  const { clock } = world
  const by = await inTransaction(database, (tx) => viewerOf(world, tx, brought.by))
  const act = (action_id: string, input: object) =>
    perform(
      { database, clock, verbs: new Map([...verbs, [startImport.action_id, startImport]]) },
      by,
      action_id,
      input,
      null,
    )
  const stored = await files.put(Buffer.from([header, ...brought.rows].map(csvLine).join('')))
  const { id } = (await act(startImport.action_id, {
    action_id: 'business.client.create',
    file_name: brought.file_name,
    ...stored,
  })) as { id: string } // The answer of startImport.
  const work = async () => {
    const row = await inTransaction(database, (tx) =>
      tx.row<{ job_id: string }>('select job_id from platform.import where id = $1', [id]),
    )
    const { job_id } = present(row, 'the import')
    const kind = present(await importJobKind(database, job_id), 'work on an import')
    await runImport({ database, clock, files }, kind, job_id)
    clock.advance({ seconds: 20 })
  }
  await work()
  if (brought.ends === 'checked') return
  await act('platform.import.apply', { id, mode: 'all' })
  await work()
  if (brought.ends === 'applied') return
  await act('platform.import.undo', { id })
  await work()
}
