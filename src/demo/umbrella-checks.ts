/** The agencies' checks of their umbrella companies, renewed before they end. */
import { createHash } from 'node:crypto'
import { umbrella_liable_from } from '#business/parties/compliance/umbrella-check.rules.ts'
import { createAttachment } from '#business/platform/create-attachment.server.ts'
import { addDays, type Day } from '#kernel/day.ts'
import type { StoredFile } from '#server/storage.server.ts'
import { consultants } from './make-contractor.ts'
import { onePage } from './one-page.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

/** A check is renewed this long before it ends. */
const renewed_days = 10

type Due = { readonly agency_id: string; readonly company_id: string }

/** Every agency checks each umbrella that it engages workers through: its consultant adds it, the provider verifies it. */
export async function checkUmbrellas(world: World, today: Day): Promise<void> {
  if (today < umbrella_liable_from) return
  const file = await reportOf(world)
  await onStage(world, async (stage) => {
    for (const due of await dueChecks(stage, today)) await checkOne(world, stage, due, file)
  })
}

function dueChecks({ tx }: Stage, today: Day): Promise<Due[]> {
  return tx.rows<Due>(
    `select c.agency_id, c.payment_company_id as company_id from contract.contract c
     join business.business a on a.id = c.agency_id
     join business.business b on b.id = c.payment_company_id and b.type = 'umbrella'
     where c.status in ('active', 'expired')
       and not exists (select from platform.document d where d.type = 'umbrella_due_diligence'
         and d.business_id = b.id and d.agency_id = c.agency_id and d.status = 'completed' and d.valid_to > $1)
     group by 1, 2 order by min(a.human_id), min(b.human_id)`,
    [addDays(today, renewed_days)],
  )
}

async function checkOne(
  world: World,
  stage: Stage,
  { agency_id, company_id }: Due,
  file: StoredFile,
): Promise<void> {
  const agency = Object.entries(consultants).find(([key]) => businessId(world, key) === agency_id)
  if (!agency) throw new Error('only agencies of the cast engage umbrellas')
  const [, consultant] = agency
  const { id } = await stage.act<{ id: string }>(consultant, 'platform.compliance.upload', {
    type: 'umbrella_due_diligence',
    business_id: company_id,
    reference: 'Accreditation, sample payslip and RTI evidence',
  })
  await stage.act(consultant, createAttachment.action_id, {
    parent_entity: 'platform.document',
    parent_id: id,
    file_name: 'umbrella-check.pdf',
    content_type: 'application/pdf',
    ...file,
  })
  await stage.act('provider_approver', 'platform.compliance.verify', { id })
}

/** One file for all, in the store if there is one. */
async function reportOf({ files }: World): Promise<StoredFile> {
  const content = onePage('Check of an umbrella company')
  if (files) return files.put(content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { file_url: `${sha256.slice(0, 2)}/${sha256}`, sha256, size_bytes: content.byteLength }
}
