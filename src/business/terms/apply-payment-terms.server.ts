/** Applies terms on their day: the service's own, and those of placements that follow the client's. */
import type { Clock } from '#kernel/clock.ts'
import type { Day } from '#kernel/day.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx } from '#server/verb.ts'
import { fromSource, insertSelectSql, updateRow } from '#server/write-row.server.ts'
import { configuration } from '../platform/currency.entity.ts'
import { endVersion } from '../shared/dated-versions.server.ts'
import { contract_entity } from './contract-terms.entity.ts'
import type { TermsRow } from './load-payment-terms.server.ts'

type Within = { readonly tx: Tx; readonly clock: Clock }

const column_of = {
  temp_placement: 'temp_payment_terms',
  perm_placement: 'perm_payment_terms',
} as const satisfies Record<TermsRow['placement_type'], string>

/** Makes agreed terms the service's own from today on. The service keeps their history itself (migrations/0018). */
export async function applyTerms({ tx, clock }: Within, terms: TermsRow): Promise<void> {
  const today = clock.today()
  const column = column_of[terms.placement_type]
  const before = await tx.row<{ terms: number | null }>(
    `select ${column} as terms from business.service where id = $1 for update`,
    [terms.service_id],
  )
  // The requesting row gives way to the one that the service writes.
  await updateRow(tx, configuration, terms.id, { deleted_at: clock.now(), updated_at: clock.now() })
  await tx.run(`update business.service set ${column} = $2, updated_at = $3 where id = $1`, [
    terms.service_id,
    terms.payment_terms,
    clock.now(),
  ])
  const following = await tx.rows<{ id: string; effective_from: Day; effective_to: null }>(
    `select e.id, e.effective_from, e.effective_to from contract.contract_entity e
     join contract.contract c on c.id = e.contract_id
     where c.agency_id = $1 and c.client_id = $2 and c.type = $3 and c.status = 'active' and e.type = 'client'
       and e.effective_to is null and e.deleted_at is null and e.payment_terms is not distinct from $4
     order by e.id for update of e`,
    [terms.agency_id, terms.client_id, terms.placement_type, before?.terms ?? null],
  )
  for (const row of following) {
    if (row.effective_from >= today) {
      const { payment_terms } = terms
      await updateRow(tx, contract_entity, row.id, { payment_terms, updated_at: clock.now() })
      continue
    }
    await endVersion({ tx, clock }, contract_entity, row, today)
    await tx.run(
      `${insertSelectSql(contract_entity, {
        ...fromSource('o', ['contract_id', 'business_id', 'type', 'provider_id', 'agency_id']),
        ...fromSource('o', ['client_id', 'contractor_id', 'funder_id']),
        id: '$1',
        payment_terms: '$2',
        effective_from: '$3',
        effective_to: 'null',
        created_at: '$4',
        updated_at: '$4',
      })} from contract.contract_entity o where o.id = $5`,
      [newUuid(clock), terms.payment_terms, today, clock.now(), row.id],
    )
  }
}

/** The day's work: agreed terms that begin today, or began on a missed day. */
export async function applyDueTerms(within: Within): Promise<void> {
  const due = await within.tx.rows<TermsRow>(
    `select k.id, k.transaction_id as service_id, k.business_id as client_id, k.agency_id, k.sub_type as placement_type,
       k.payment_terms, k.effective_from, k.status
     from config.configuration k join business.service s on s.id = k.transaction_id
     where k.type = 'payment_terms' and k.status = 'completed' and k.deleted_at is null and k.effective_to is null
       and k.effective_from <= $1
       and k.payment_terms is distinct from case k.sub_type when 'temp_placement' then s.temp_payment_terms else s.perm_payment_terms end
     order by k.effective_from, k.id for update of k`,
    [within.clock.today()],
  )
  for (const terms of due) await applyTerms(within, terms)
}
