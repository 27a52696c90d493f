import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type Tx, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { offPayrollSql } from '../shared/inside-ir35-sql.server.ts'
import { paymentTypeSql } from '../shared/payment-type.rules.ts'
import { contract } from './contract.entity.ts'
import type { temp_placement } from './contract-kinds.entity.ts'
import {
  type AgencyScheme,
  can_scheme,
  type SchemeFacts,
  scheme_setters,
  schemeFault,
} from './paye-scheme/placement-scheme.rules.ts'
import { agencySchemesSql } from './paye-scheme/placement-scheme-sql.server.ts'
import { recordContractSteps } from './record-contract-step.server.ts'

type Row = ReadRow<
  typeof temp_placement,
  'id human_id status provider_id agency_id client_id contractor_id funder_id paye_scheme_id'
> &
  SchemeFacts & {
    readonly payment_type: string | null
    readonly schemes: readonly AgencyScheme[]
  }

export const setPlacementScheme = verb({
  action_id: 'contract.temp_placement.set_paye_scheme',
  since: '0.1.0',
  summary: 'Names the PAYE scheme that pays the work of a placement, until a timesheet is approved',
  machine: 'allowed',
  impersonator: 'refused',
  who: scheme_setters.set,
  // Null: the only scheme, or that of the worker's employment.
  input: z.strictObject({ id: z.uuid(), paye_scheme_id: z.uuid().nullable() }),
  output: z.strictObject({ id: z.uuid(), paye_scheme_id: z.uuid().nullable() }),
  run: async (context, { id, paye_scheme_id }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'contract.temp_placement', [id], {
      lock: true,
      columns: `t.id, t.human_id, t.status, t.provider_id, t.agency_id, t.client_id, t.contractor_id, t.funder_id, t.paye_scheme_id,
        (select s.human_id from transaction.timesheet s where s.contract_id = t.id and s.approved_at is not null and s.deleted_at is null
         order by s.approved_at limit 1) as approved,
        ${paymentTypeSql('t')} as payment_type, ${agencySchemesSql('t.agency_id')} as schemes`,
    })
    if (!row) throw notFound('Placement')
    requireCan(can_scheme.set(row, viewer))
    const is_off_payroll = await isOffPayroll(tx, row, paye_scheme_id)
    const fault = schemeFault(paye_scheme_id, { ...row, is_off_payroll })
    if (fault !== null) throw invalid({ paye_scheme_id: fault })
    if (paye_scheme_id === row.paye_scheme_id) return { id, paye_scheme_id }
    await updateRow(tx, contract, id, { paye_scheme_id, updated_at: clock.now() })
    const named = row.schemes.find((scheme) => scheme.id === paye_scheme_id)
    await recordContractSteps(context, 'set_paye_scheme', [
      {
        row,
        old_status: row.status,
        new_status: row.status,
        message: named
          ? `Paid under PAYE scheme ${named.employer_reference}`
          : 'Paid under the PAYE scheme of the employment',
        comment: null,
        new_values: { paye_scheme_id },
      },
    ])
    return { id, paye_scheme_id }
  },
})

/** Whether payroll deducts from the fees of the worker's company, under the scheme. */
async function isOffPayroll(
  tx: Tx,
  { contractor_id, agency_id }: Pick<Row, 'contractor_id' | 'agency_id'>,
  paye_scheme_id: string | null,
): Promise<boolean> {
  const worker = { contractor: '$1::uuid', agency: '$2::uuid', scheme: '$3::uuid' }
  const found = await tx.row<{ is_off_payroll: boolean }>(
    `select ${offPayrollSql(worker, "'9999-12-31'")} as is_off_payroll`,
    [contractor_id, agency_id, paye_scheme_id],
  )
  return found?.is_off_payroll ?? false
}
