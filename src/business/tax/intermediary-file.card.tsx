/** The employment intermediaries report of a quarter, with its gaps, before it is saved. */

import { useState } from 'react'
import { countText } from '#kernel/count-text.ts'
import { day } from '#kernel/day.ts'
import { saveFile } from '#web/core/save-file.ts'
import { useSession } from '#web/core/session.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { dayText } from '#web/kinds/time.tsx'
import type { Asked } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { listAgreement } from '../ledger/agreement.card.tsx'
import { type IntermediaryFile, quartersBefore } from './intermediary-file.rules.ts'

const Agrees = listAgreement({
  root: 'get_contractor_payments_agreement',
  days: { path: 'post_date', args: 'paid' },
  args: { without_paye: true },
  covers: 'All payments on these days',
})

/** Above the rows: the file of a quarter, and the agreement of the rows with the ledger. */
export function IntermediaryAbove({ asked }: { asked: Asked }) {
  return (
    <>
      <div className="px-4 pb-3">
        <QuarterFile />
      </div>
      <Agrees asked={asked} />
    </>
  )
}

function QuarterFile() {
  const { today } = useSession()
  const quarters = quartersBefore(day(today), 8)
  // The newest quarter that is over is the one to report.
  const newest = quarters[1]?.start ?? ''
  const [made, setMade] = useState<IntermediaryFile | null>(null)
  return (
    <Card title="Report to HMRC">
      <VerbForm
        bare
        action_id="report.intermediary.make"
        initial={{ quarter_start: newest }}
        fields={[
          {
            kind: 'choice',
            name: 'quarter_start',
            label: 'Quarter',
            options: quarters.map((one) => ({
              value: one.start,
              label: `${dayText(one.start)} – ${dayText(one.end)}, due on ${dayText(one.due)}`,
            })),
          },
        ]}
        submit="Create file"
        success={false}
        onDone={setMade}
        onChange={() => setMade(null)}
      />
      {made && <Made file={made} />}
    </Card>
  )
}

function Made({ file }: { file: IntermediaryFile }) {
  const rows = countText(file.worker_rows, 'row')
  return (
    <div className="mt-3 flex flex-col gap-3">
      <p>
        {file.worker_rows === 0
          ? 'No payments without PAYE in this quarter. The file reports no workers.'
          : file.faults.length === 0
            ? `${rows}, nothing missing.`
            : `${rows}, ${file.faults.length} with missing or wrong details. HMRC accepts the file but may charge a penalty.`}
      </p>
      {file.faults.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard.
        <section className="scroll-quiet max-h-64 overflow-auto" aria-label="Missing details" tabIndex={0}>
          <Table heads={[{ numeric: 'Row' }, 'Worker', 'Missing or wrong']}>
            {file.faults.map((fault) => (
              <tr key={fault.row}>
                <Td numeric className="align-top">
                  {fault.row}
                </Td>
                <Td className="align-top whitespace-nowrap">{fault.worker}</Td>
                <Td>
                  {fault.errors.map((error) => (
                    <span key={error} className="block">
                      {error}
                    </span>
                  ))}
                </Td>
              </tr>
            ))}
          </Table>
        </section>
      )}
      <div>
        <Button tone="primary" onClick={() => save(file)}>
          Download the file
        </Button>
        <p className="mt-1 text-12 break-all text-n11">{file.file_name}</p>
      </div>
    </div>
  )
}

const save = ({ file_name, content }: IntermediaryFile) =>
  saveFile(file_name, new Blob([content], { type: 'text/csv;charset=utf-8' }))
