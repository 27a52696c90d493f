/** The bank's file: made once a batch, for people with the right to release payments. */

import { useQuery } from '@tanstack/react-query'
import { labelIn } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { saveFile } from '#web/core/save-file.ts'
import { hasRole, useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { isText } from '#web/drafts/form-draft.ts'
import { type FormPart, numberTyped } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText, instantText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Select, TextInput } from '#web/ui/inputs.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Batch, BatchFile } from '../payments/payment-batch.hook.ts'
import { batch_checkers } from '../payments/payment-batch.rules.ts'
import { payment_file } from './payment-file.entity.ts'

export function PaymentFileCard({ batch }: { batch: Batch }) {
  const file = batch.files[0]
  return (
    <Card title="Payment file" className="self-start">
      {file ? <MadeFile batch={batch} file={file} /> : <MakeFile batch={batch} />}
    </Card>
  )
}

/** Saves the verb's answer: the bytes behind the hash on the page. */
const save = (file_name: string, content: string) =>
  saveFile(file_name, new Blob([content], { type: 'application/octet-stream' }))

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
        verb="payment.payment_file.download"
        busy={download.busy}
        disabledReason={
          hasRole(session, batch_checkers) ? null : 'Only people who release payments can download the file'
        }
        onClick={() => void download.run({ id: file.id })}
      >
        Download
      </Button>
    </>
  )
}

/** Typed header fields as text; blanks take the default. */
const empty_header = {
  service_user_number: '',
  volume_serial: '',
  owner_at: '42',
  file_number: '',
  message_version: '09',
  initiator_id: '',
  batch_booking: 'true',
}
type Header = typeof empty_header

/** The verb's input of it: the fields of the format alone. */
function headerInput(format: string, header: Header): Record<string, unknown> {
  const said = (name: keyof Header) => (header[name].trim() === '' ? {} : { [name]: header[name].trim() })
  if (format === 'bacs') {
    return {
      ...said('service_user_number'),
      ...said('volume_serial'),
      owner_at: header.owner_at,
      ...(header.file_number.trim() === '' ? {} : { file_number: numberTyped(header.file_number) }),
    }
  }
  if (format !== 'pain_001') return {}
  return {
    message_version: header.message_version,
    ...said('initiator_id'),
    batch_booking: header.batch_booking === 'true',
  }
}

/** Fields equal in every file of the account, of both formats. */
function rememberedInput(header: Header): Record<string, unknown> {
  const said = (name: 'service_user_number' | 'initiator_id') =>
    header[name].trim() === '' ? {} : { [name]: header[name].trim() }
  return {
    ...said('service_user_number'),
    owner_at: header.owner_at,
    message_version: header.message_version,
    ...said('initiator_id'),
    batch_booking: header.batch_booking === 'true',
  }
}

const setting_document = gql(`query payment_file_setting($principal_id: uuid!, $currency_id: uuid!) {
  settings: payment_payment_file_setting(
    where: { bank_account: { business_id: { _eq: $principal_id }, currency_id: { _eq: $currency_id } } }
    order_by: { updated_at: desc }, limit: 1
  ) { service_user_number owner_at message_version initiator_id batch_booking user_name updated_at }
}`)

type Setting = Answer<typeof setting_document>['settings'][number]

/** The stored settings of the paying account. */
function useSetting(batch: Batch, may: boolean) {
  const { principal_id, currency_id } = batch
  return useQuery({
    queryKey: ['payment_file_setting', principal_id, currency_id],
    enabled: may,
    queryFn: async ({ signal }) => {
      const answer = await graphql(setting_document, { principal_id, currency_id }, signal)
      return answer.settings[0] ?? null
    },
  })
}

/** The form begins with the stored settings; typed values win. */
function MakeFile({ batch }: { batch: Batch }) {
  const session = useSession()
  const setting = useSetting(batch, batch.status === 'completed' && hasRole(session, batch_checkers))
  if (setting.isLoading) return <Skeleton className="h-40 w-full" />
  return <FileForm batch={batch} setting={setting.data ?? null} />
}

const headerOf = (setting: Setting | null): Header =>
  setting === null
    ? empty_header
    : {
        ...empty_header,
        service_user_number: setting.service_user_number ?? '',
        owner_at: setting.owner_at,
        message_version: setting.message_version,
        initiator_id: setting.initiator_id ?? '',
        batch_booking: String(setting.batch_booking),
      }

function FileForm({ batch, setting }: { batch: Batch; setting: Setting | null }) {
  const session = useSession()
  const is_sterling = batch.currency?.alpha_code === 'GBP'
  if (batch.status !== 'completed') return <p className="text-n11">Available once the batch is completed.</p>
  if (!hasRole(session, batch_checkers))
    return <p className="text-n11">No file yet. People who release payments create it.</p>
  const formats = payment_file.fields.format.choices.filter((one) => is_sterling || one.value !== 'bacs')
  return (
    <VerbForm
      bare
      columns={1}
      intro="You can create this file only once, so nobody is paid twice."
      action_id="payment.payment_batch.make_file"
      fixed={{ id: batch.id }}
      initial={{ format: is_sterling ? 'bacs' : 'pain_001', ...headerOf(setting) }}
      fields={[
        { kind: 'choice', name: 'format', label: 'Format', options: formats },
        {
          kind: 'day',
          name: 'processing_day',
          label: 'Processing day',
          hint: 'Leave empty for the next working day',
        },
        {
          kind: 'text',
          name: 'service_user_number',
          label: 'Service user number',
          max: 6,
          required: true,
          when: ({ format }) => format === 'bacs',
        },
        {
          kind: 'custom',
          name: 'options',
          label: 'Bank-specific options',
          kept: {
            volume_serial: isText,
            owner_at: isText,
            file_number: isText,
            message_version: isText,
            initiator_id: isText,
            batch_booking: isText,
          },
          when: ({ format }) => format !== 'csv',
          render: (part) => <BankOptions {...part} />,
        },
      ]}
      input={(_, { format, processing_day, ...header }) => ({
        format,
        ...(processing_day === '' ? {} : { processing_day }),
        ...headerInput(format, header),
      })}
      aside={() =>
        setting && (
          <p className="text-12 text-n11">
            Saved by {setting.user_name} for this account, {instantText(setting.updated_at)}.
          </p>
        )
      }
      also={{
        action_id: 'payment.payment_file_setting.set',
        label: 'Remember for this account',
        fixed: { payment_batch_id: batch.id },
        input: (_, values) => rememberedInput(values),
        when: ({ format }) => format !== 'csv',
        success: 'Remembered for this account',
      }}
      submit="Create file"
      success={({ file_name }) => `${file_name} is created`}
      onDone={(_: { file_name: string }) => {}}
    />
  )
}

/** Labels and headers that some banks want otherwise. A refused one is not left folded. */
function BankOptions({ values, set, errors }: FormPart<Header & { format: string }>) {
  const field = (name: keyof Header) => ({
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
    error: errors[name],
  })
  const isBacs = values.format === 'bacs'
  const names: readonly (keyof Header)[] = isBacs
    ? ['volume_serial', 'owner_at', 'file_number']
    : ['message_version', 'initiator_id', 'batch_booking']
  return (
    <details open={names.some((name) => errors[name] !== undefined) || undefined}>
      <summary className="cursor-pointer text-n11">Bank-specific options</summary>
      <div className="mt-3 flex flex-col gap-3">
        {isBacs ? (
          <>
            <TextInput
              {...field('volume_serial')}
              label="Volume serial number"
              maxLength={6}
              hint="VOL1, 5 to 10: unique that day. Leave empty to use the batch’s number."
            />
            <Select
              {...field('owner_at')}
              label="Owner’s number in VOL1"
              options={[
                { value: '42', label: 'From column 42' },
                { value: '32', label: 'From column 32' },
              ]}
            />
            <TextInput
              {...field('file_number')}
              label="File number"
              inputMode="numeric"
              maxLength={3}
              hint="UHL1, 38 to 40: number of the file that day. Leave empty for 1."
            />
          </>
        ) : (
          <>
            <Select
              {...field('message_version')}
              label="Message version"
              options={[
                { value: '09', label: 'pain.001.001.09' },
                { value: '03', label: 'pain.001.001.03' },
              ]}
            />
            <TextInput
              {...field('initiator_id')}
              label="Your number at the bank"
              maxLength={35}
              hint="If the bank asks for one in the header (InitgPty)."
            />
            <Select
              {...field('batch_booking')}
              label="On the statement"
              options={[
                { value: 'true', label: 'One debit for the batch' },
                { value: 'false', label: 'One debit a payment' },
              ]}
            />
          </>
        )}
      </div>
    </details>
  )
}
