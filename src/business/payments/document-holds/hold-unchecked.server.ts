/** Holds payments to umbrella companies without a valid check of the agency that contracts (decision 0106). */
import type { Day } from '#kernel/day.ts'
import type { Tx } from '#server/verb.ts'
import { no_umbrella_check } from '../../parties/compliance/umbrella-check.rules.ts'
import { engagedKey, uncheckedUmbrellas } from '../../parties/papers/umbrella-checks.server.ts'
import type { CashDocument } from '../../settlement/load-cash.server.ts'

const engagedOf = ({
  agency_id,
  from_business_id,
}: Pick<CashDocument, 'agency_id' | 'from_business_id'>) => ({
  agency_id,
  company_id: from_business_id,
})

/** The reason of a document on a pay date, or null. */
export async function uncheckedHolds(
  tx: Tx,
  documents: readonly CashDocument[],
  paid_on: Day,
): Promise<(document: CashDocument) => string | null> {
  const pays = documents.filter(({ type }) => type === 'contractor-agency')
  const unchecked = await uncheckedUmbrellas(tx, pays.map(engagedOf), paid_on)
  return (document) =>
    document.type === 'contractor-agency' && unchecked.has(engagedKey(engagedOf(document)))
      ? no_umbrella_check
      : null
}
