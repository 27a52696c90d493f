/** One PAYE scheme: its references, and its allowances year by year. */
import {
  Calculator,
  CalendarDays,
  CircleX,
  Columns3,
  FileDown,
  KeyRound,
  type LucideIcon,
  Pencil,
  Percent,
  Plus,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { useSession } from '#web/core/session.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { isOneOf, provider_staff } from '../shared/who-may.rules.ts'
import { employments_tab } from './employment/employment.list.tsx'
import { SetPensionDuties } from './pension/pension.form.tsx'
import { ChoosePensionLayout, MakePensionFile } from './pension/pension-file.form.tsx'
import {
  AddPensionScheme,
  ChangePensionScheme,
  EndPensionScheme,
  SetPensionTerms,
  UndoPensionEnd,
} from './pension/pension-scheme.form.tsx'
import { BuildEps } from './returns/eps.form.tsx'
import { returns_tab } from './returns/rti-submission.list.tsx'
import { paye_scheme } from './schemes/paye-scheme.entity.ts'
import { ChangePayeScheme, ChooseSource, EndScheme, SetYear, UndoEnd } from './schemes/paye-scheme.form.tsx'
import { mayKeepSender, payroll_keepers } from './schemes/paye-scheme.rules.ts'
import { QuarterlyBill } from './schemes/quarterly-bill.card.tsx'
import { SetSender } from './sender/paye-sender.form.tsx'

export const paye_scheme_record = record({
  entity: paye_scheme,
  what: 'PAYE scheme',
  title: 'employer_reference',
  meta: [{ field: 'business.name' }],
  cards: [
    {
      title: 'PAYE scheme',
      facts: [
        { field: 'business.name', label: 'Employer' },
        { field: 'employer_reference' },
        { field: 'accounts_office_reference' },
        { field: 'corporation_tax_reference' },
        { field: 'payment_frequency' },
        { field: 'levy_charge' },
        { field: 'associated_group' },
        { field: 'source' },
        { field: 'opens_runs_ahead' },
        { field: 'pension_duties_from' },
        { field: 're_enrolled_on' },
        { field: 'ended_on' },
        { field: 'ended_by_name' },
        { field: 'sender_set_at' },
        { field: 'sender_set_by_name' },
        { field: 'created_by_name' },
        { field: 'updated_at' },
      ],
    },
  ],
  fields: ['agency_id'],
  tabs: (id) => [employments_tab('paye_scheme_id', id), returns_tab('paye_scheme_id', id)],
  tables: [
    {
      title: 'Tax years',
      relation: 'years',
      columns: [
        { field: 'effective_from' },
        { field: 'effective_to' },
        { field: 'is_small_employer' },
        { field: 'claims_employment_allowance' },
        { field: 'allowance_declared_by' },
        { field: 'levy_allowance' },
        { field: 'created_by_name' },
        { field: 'deleted_at' },
      ],
      args: 'order_by: [{ effective_from: desc }, { created_at: desc }]',
      empty: 'No allowances entered.',
    },
    {
      title: 'Pension schemes',
      relation: 'pension_schemes',
      columns: [
        { field: 'name' },
        { field: 'provider' },
        { field: 'employer_reference' },
        { field: 'payment_day' },
        { field: 'file_layout' },
        { field: 'created_by_name' },
        { field: 'ended_from' },
        { field: 'ended_by_name' },
        { field: 'successor.name', label: 'Taken Over By' },
      ],
      args: 'order_by: [{ name: asc }]',
      empty: 'No pension scheme.',
    },
    {
      title: 'Pension terms',
      relation: 'pension_terms',
      columns: [
        { field: 'pension_scheme.name', label: 'Pension Scheme' },
        { field: 'effective_from' },
        { field: 'effective_to' },
        { field: 'relief' },
        { field: 'basis' },
        { field: 'employee_percent' },
        { field: 'employer_percent' },
        { field: 'created_by_name' },
        { field: 'deleted_at' },
      ],
      args: 'order_by: [{ pension_scheme: { name: asc } }, { effective_from: desc }, { created_at: desc }]',
      empty: 'No pension scheme.',
    },
  ],
})

export function PayeSchemePage() {
  return (
    <RecordPage
      screen={paye_scheme_record}
      actions={(row) => <Actions row={row} />}
      before={(row) => row.payment_frequency === 'quarterly' && <QuarterlyBill />}
    />
  )
}

type Dialog =
  | 'change'
  | 'year'
  | 'pension'
  | 'change_pension'
  | 'terms'
  | 'end_pension'
  | 'undo_pension'
  | 'layout'
  | 'file'
  | 'duties'
  | 'source'
  | 'eps'
  | 'sender'
  | 'end'
  | 'undo_end'

/** Whether there are pension schemes that go on, and such that end. */
function pensionsOf({ pension_schemes }: ListRow) {
  const schemes = Array.isArray(pension_schemes) ? pension_schemes : []
  const has_ended = schemes.some(({ ended_from }) => ended_from !== null)
  return {
    has_any: schemes.length > 0,
    has_open: schemes.some(({ ended_from }) => ended_from === null),
    has_ended,
  }
}

function Actions({ row }: { row: ListRow }) {
  const session = useSession()
  const [asked, setAsked] = useState<Dialog | null>(null)
  if (!isOneOf(session, payroll_keepers)) return null
  const close = () => setAsked(null)
  const keepsSender =
    session.sends_returns && mayKeepSender({ agency_id: row.agency_id as string | null }, session) === true // A uuid or null.
  const { has_any, has_open, has_ended } = pensionsOf(row)
  const isProvider = isOneOf(session, { provider: provider_staff })
  const entry = (label: string, dialog: Dialog, icon: LucideIcon) => ({
    label,
    icon,
    run: () => setAsked(dialog),
  })
  return (
    <>
      <Button onClick={() => setAsked('change')}>Change</Button>
      {isProvider && <Button onClick={() => setAsked('eps')}>Employer Payment Summary</Button>}
      <Menu
        trigger={<Button>Pension</Button>}
        entries={[
          entry('Pension scheme', 'pension', Plus),
          ...(has_open
            ? [
                entry('Change pension', 'change_pension', Pencil),
                entry('Pension terms', 'terms', Percent),
                entry('End pension', 'end_pension', CircleX),
              ]
            : []),
          ...(has_ended ? [entry('Undo end of pension', 'undo_pension', Undo2)] : []),
          ...(has_any
            ? [entry('Pension layout', 'layout', Columns3), entry('Pension file', 'file', FileDown)]
            : []),
          entry('Pension duties', 'duties', CalendarDays),
        ]}
      />
      <Menu
        align="end"
        trigger={<Button>More</Button>}
        entries={[
          ...(isProvider ? [entry('Choose pay', 'source', Calculator)] : []),
          ...(keepsSender ? [entry('HMRC credentials', 'sender', KeyRound)] : []),
          row.ended_on ? entry('Undo the end', 'undo_end', Undo2) : entry('End scheme', 'end', CircleX),
        ]}
      />
      <Button tone="primary" onClick={() => setAsked('year')}>
        Set allowances
      </Button>
      {asked === 'change' && <ChangePayeScheme row={row} onClose={close} />}
      {asked === 'pension' && <AddPensionScheme row={row} onClose={close} />}
      {asked === 'change_pension' && <ChangePensionScheme row={row} onClose={close} />}
      {asked === 'terms' && <SetPensionTerms row={row} onClose={close} />}
      {asked === 'end_pension' && <EndPensionScheme row={row} onClose={close} />}
      {asked === 'undo_pension' && <UndoPensionEnd row={row} onClose={close} />}
      {asked === 'layout' && <ChoosePensionLayout row={row} onClose={close} />}
      {asked === 'file' && <MakePensionFile row={row} onClose={close} />}
      {asked === 'duties' && <SetPensionDuties row={row} onClose={close} />}
      {asked === 'eps' && <BuildEps row={row} onClose={close} />}
      {asked === 'sender' && <SetSender row={row} onClose={close} />}
      {asked === 'source' && <ChooseSource row={row} onClose={close} />}
      {asked === 'end' && <EndScheme row={row} onClose={close} />}
      {asked === 'undo_end' && <UndoEnd row={row} onClose={close} />}
      {asked === 'year' && <SetYear row={row} onClose={close} />}
    </>
  )
}
