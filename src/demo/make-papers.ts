/** Papers of an agency that asks for them: verified, about to end, rejected, to verify, and missing. */
import type { PaperType } from '#business/parties/compliance/compliance.rules.ts'
import { createAttachment } from '#business/platform/create-attachment.server.ts'
import { verbs } from '#business/verbs.ts'
import { present } from '#kernel/assert.ts'
import { addDays } from '#kernel/day.ts'
import { perform } from '#server/perform.server.ts'
import { inTransaction } from '#server/tx.ts'
import { businessId, onStage, viewerOf, type World } from './stage.ts'
import type { Store } from './store.ts'

type Shown = {
  readonly contractor: string
  readonly type: PaperType
  /** Days that it still holds; absent: without end. */
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

/** One page; its text is enough to see that a file opens. */
const scan = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

/** Only for a started demo, not for tests: files live in the installation's own store. */
export async function makePapers(world: World, { database, files }: Store): Promise<void> {
  const { clock } = world
  const agency_id = businessId(world, 'copperbeech')
  await onStage(world, (stage) =>
    stage.act('provider_admin', 'business.business_feature.set', {
      agency_id,
      feature_code: 'compliance_documents',
      is_on: true,
    }),
  )
  const adder = await inTransaction(database, (tx) => viewerOf(world, tx, 'copperbeech_consultant'))
  const stored = await files.put(scan)
  for (const one of shown) {
    const service_id = await inTransaction(database, (tx) =>
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
    await perform(
      { database, clock, verbs: new Map([...verbs, [createAttachment.action_id, createAttachment]]) },
      adder,
      createAttachment.action_id,
      {
        parent_entity: 'platform.document',
        parent_id: id,
        file_name: `${one.type.replaceAll('_', '-')}.pdf`,
        content_type: 'application/pdf',
        ...stored,
      },
      null,
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

async function linkOf(
  tx: Parameters<typeof viewerOf>[1],
  contractor: string,
  agency: string,
): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `select id from business.service where type = 'contractor-agency' and from_business_id = $1 and to_business_id = $2`,
    [contractor, agency],
  )
  return present(row, 'the link of contractor and agency').id
}
