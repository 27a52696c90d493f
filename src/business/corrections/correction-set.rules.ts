/** A correction before it is numbered: a set of its own that shares out the credited amount (decision 0014). */
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { isNegative } from '#kernel/money.ts'
import { unitsFromScaled } from '#kernel/rate.ts'
import type { RaisedDocument, RaisedLine, RaisedSet } from '../invoices/raised-set.rules.ts'
import { assertIdentities, setTotals } from '../invoices/raised-set.rules.ts'
import { totalsOf } from '../invoices/vat.rules.ts'
import type {
  FundingModel,
  FundingType,
  GenerationType,
  InvoiceType,
  PartyRole,
  ReleaseCondition,
} from '../shared/invoice-types.rules.ts'
import { isClientFacing, legOf } from '../shared/invoice-types.rules.ts'
import { isEarnings, isSingle } from './correction.rules.ts'

type Issued = Pick<RaisedDocument, 'type' | 'is_self_billed' | 'is_vat_invoice'>

/** The corrected set, with its issued documents. */
type CorrectedSet = {
  readonly base: {
    readonly generated_for: string
    readonly generation_type: GenerationType
    readonly funding_model: FundingModel
    readonly funding_type: FundingType
    readonly currency: CurrencyCode
    readonly principal: 'provider' | 'funder'
  }
  readonly documents: readonly Issued[]
}

/** One document of the correction: of its parent's type, or agency earnings that follow from others. */
type Correcting = {
  readonly type: InvoiceType
  readonly parent: Omit<Issued, 'type'> | null
  readonly lines: readonly RaisedLine[]
}

/** Issued by the first, payable by the second. */
function rolesOf(type: InvoiceType, principal: 'provider' | 'funder'): { from: PartyRole; to: PartyRole } {
  if (type === 'platform_fee') return { from: 'provider', to: 'agency' }
  if (!type.includes('-')) return { from: principal, to: 'agency' }
  const [from, to] = type.split('-')
  return { from: from as PartyRole, to: to as PartyRole } // Types with a dash are made of two roles.
}

/**
 * The documents of a correction in the order of `corrections`, dated `today`: a credit of a parent is a credit note
 * and set off, a new debt of the agency is a debit.
 * @throws assertion when they do not share out the client's credit to the penny (money.md §1.4)
 */
export function correctionSet(
  { base, documents: issued }: CorrectedSet,
  corrections: readonly Correcting[],
  today: Day,
): RaisedSet {
  // Without a paying client nothing waits for a receipt.
  const is_funded = base.funding_type === 'funded' || !issued.some((one) => isClientFacing(one.type))
  const documents = corrections.map(({ type, parent, lines }): RaisedDocument => {
    const totals = totalsOf(base.currency, lines)
    const alike = issued.find((one) => one.type === type)
    const is_debit = parent === null && isNegative(totals.total_amount)
    const extra = releaseOf(type, is_funded)
    return {
      type,
      ...rolesOf(type, base.principal),
      ...totals,
      lines,
      is_self_billed: (parent ?? alike)?.is_self_billed ?? false,
      is_vat_invoice: (parent ?? alike)?.is_vat_invoice ?? false,
      assigned_to: null,
      is_debit,
      is_credit_note: parent !== null,
      tax_type: present(lines[0], 'a line of the correction').tax_type,
      due_date: today,
      payment_terms: 0,
      release_condition: parent !== null || is_debit ? 'set_off' : extra,
    }
  })
  const set: RaisedSet = {
    currency: base.currency,
    generation_type: base.generation_type,
    funding_model: base.funding_model,
    funding_type: base.funding_type,
    principal: base.principal,
    raised_date: today,
    total_units: unitsFromScaled(0),
    ...setTotals(base.currency, documents),
    is_contractor_leg_funded_by_agency: false,
    documents,
  }
  if (!isSingle(base.generated_for) || issued.some(isEarnings)) assertIdentities(set)
  return set
}

/** The release of an addition: like its original (money.md §1.6). */
function releaseOf(type: InvoiceType, is_funded: boolean): ReleaseCondition {
  if (isClientFacing(type)) return 'none'
  if (legOf(type) === 'fee') return 'set_off'
  // A reversed credit owes the worker again, and pay waits for nothing.
  if (legOf(type) === 'contractor') return 'due_date'
  return is_funded ? 'run_date' : 'client_receipt'
}
