/** Papers of an agency that asks for them: verified, about to end, rejected, to verify, and missing. */
import type { PaperType } from '#business/parties/compliance/compliance.rules.ts'
import { present } from '#kernel/assert.ts'
import { addDays } from '#kernel/day.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { onePage } from '../one-page.ts'
import { businessId, onStage, type World } from '../stage.ts'
import { attachFile } from './attach-file.ts'
import type { Store } from './store.ts'

type Shown = {
  readonly contractor: string
  readonly type: PaperType
  /** Days until it ends; absent: it has no end. */
  readonly days?: number
  readonly ends: 'verified' | 'rejected' | 'waits'
}

const shown: readonly Shown[] = [
  { contractor: 'keith_barraclough', type: 'right_to_work', ends: 'verified' },
  { contractor: 'keith_barraclough', type: 'identity', ends: 'verified' },
  { contractor: 'keith_barraclough', type: 'contract_for_services', ends: 'verified' },
  { contractor: 'agnieszka_wojcik', type: 'right_to_work', days: 14, ends: 'verified' },
  { contractor: 'agnieszka_wojcik', type: 'identity', days: 400, ends: 'rejected' },
  { contractor: 'dean_lockwood', type: 'right_to_work', days: 300, ends: 'waits' },
]

/** Only for a started demo, not for tests: files live in the installation's own store. */
export async function makePapers(world: World, store: Store): Promise<void> {
  const { clock } = world
  const agency_id = businessId(world, 'copperbeech')
  await onStage(world, (stage) =>
    stage.act('provider_admin', 'business.business_feature.set', {
      agency_id,
      feature_code: 'compliance_documents',
      is_on: true,
    }),
  )
  for (const one of shown) {
    const service_id = await inTransaction(store.database, (tx) =>
      linkOf(tx, businessId(world, one.contractor), agency_id),
    )
    const { id } = await onStage(world, (stage) =>
      stage.act<{ id: string }>('copperbeech_consultant', 'platform.compliance.upload', {
        type: one.type,
        service_id,
        ...(one.type === 'contract_for_services'
          ? {}
          : { method: one.days ? 'manual_list_b' : 'manual_list_a' }),
        ...(one.days ? { valid_to: addDays(clock.today(), one.days) } : {}),
      }),
    )
    await attachFile(
      { world, store },
      'copperbeech_consultant',
      { parent_entity: 'platform.document', parent_id: id },
      { file_name: `${one.type.replaceAll('_', '-')}.pdf`, content: onePage(one.type) },
    )
    if (one.ends === 'verified')
      await onStage(world, (stage) => stage.act('copperbeech_admin', 'platform.compliance.verify', { id }))
    if (one.ends === 'rejected')
      await onStage(world, (stage) =>
        stage.act('copperbeech_admin', 'platform.compliance.reject', {
          id,
          comment: 'The photograph is cut off',
        }),
      )
  }
}

async function linkOf(tx: Tx, contractor: string, agency: string): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `select id from business.service where type = 'contractor-agency' and from_business_id = $1 and to_business_id = $2`,
    [contractor, agency],
  )
  return present(row, 'the link of contractor and agency').id
}
