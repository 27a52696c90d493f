/** The file that the bank is given: made once a batch, and taken by those who release payments. */
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { hasRole, useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText, instantText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { Select, TextInput } from '#web/ui/inputs.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { payment_file } from '../ledger/payment-file.entity.ts'
import { batch_checkers } from './payment-batch.rules.ts'
import type { Batch, BatchFile } from './payment-batch-data.page.tsx'

export function PaymentFileCard({ batch }: { batch: Batch }) {
  const file = batch.files[0]
  return (
    <Card title="Payment file" className="self-start">
      {file ? <MadeFile batch={batch} file={file} /> : <MakeFile batch={batch} />}
    </Card>
  )
}

/** Saves what the verb answered: the bytes are the ones whose hash stands on the page. */
function save(file_name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: file_name })
  link.click()
  URL.revokeObjectURL(url)
}

function MadeFile({ batch, file }: { batch: Batch; file: BatchFile }) {
  const session = useSession()
  const download = useAction<{ file_name: string; content: string }>('payment.payment_file.download', {
    success: (made) => `${made.file_name} is saved`,
    onDone: (made) => save(made.file_name, made.content),
  })
  return (
    <>
      <PropertiesTable
        columns={1}
        items={[
          { label: 'Format', value: labelIn(payment_file.fields.format.choices, file.format) },
          { label: 'File', value: file.file_name },
          {
            label: 'Amount',
            value: <Amount value={file.amount} currency={batch.currency?.alpha_code} strong />,
          },
          { label: 'Payments', value: String(file.payment_count) },
          { label: 'Processing day', value: dayText(file.processing_day) },
          { label: 'Made', value: instantText(file.created_at) },
          { label: 'SHA-256', value: <span className="break-all text-12">{file.sha256}</span> },
        ]}
      />
      <Button
        className="mt-3"
        busy={download.busy}
        disabledReason={
          hasRole(session, batch_checkers) ? null : 'Only those who release payments take the file'
        }
        onClick={() => void download.run({ id: file.id })}
      >
        Download
      </Button>
    </>
  )
}

function MakeFile({ batch }: { batch: Batch }) {
  const session = useSession()
  const is_sterling = batch.currency?.alpha_code === 'GBP'
  const [format, setFormat] = useState(is_sterling ? 'bacs' : 'pain_001')
  const [day, setDay] = useState('')
  const [user_number, setUserNumber] = useState('')
  const make = useAction<{ file_name: string }>('payment.payment_batch.make_file', {
    success: (file) => `${file.file_name} is made`,
  })
  if (batch.status !== 'completed')
    return <p className="text-n11">The file is made of the payments of a completed batch.</p>
  if (!hasRole(session, batch_checkers))
    return <p className="text-n11">No file is made yet. Those who release payments make it.</p>
  const formats = payment_file.fields.format.choices.filter((one) => is_sterling || one.value !== 'bacs')
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void make.run({
          id: batch.id,
          format,
          ...(day === '' ? {} : { processing_day: day }),
          ...(format === 'bacs' ? { service_user_number: user_number } : {}),
        })
      }}
    >
      <p className="text-n11">Made once: a second file of the same payments would pay them twice.</p>
      <Select
        label="Format"
        value={format}
        onChange={setFormat}
        options={formats}
        error={make.errors.format}
      />
      <DayPicker
        label="Processing day"
        value={day}
        onChange={setDay}
        error={make.errors.processing_day}
        hint="The next bank day unless said."
      />
      {format === 'bacs' && (
        <TextInput
          label="Service user number"
          required
          inputMode="numeric"
          maxLength={6}
          value={user_number}
          onChange={setUserNumber}
          error={make.errors.service_user_number}
        />
      )}
      <Button type="submit" tone="primary" busy={make.busy} className="self-end">
        Make the file
      </Button>
    </form>
  )
}
