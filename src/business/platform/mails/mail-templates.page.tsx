/** Account ▸ Mail: the words that mails on records begin with, as the business wants them. */
import { useQuery } from '@tanstack/react-query'
import { labelOf } from '#entity/choices.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import {
  type MailTemplate,
  type MailWords,
  mail_templates,
  standard_words,
  subject_letters_max,
  text_letters_max,
} from './communication.rules.ts'
import { mail_values, mailFaults } from './mail-template.rules.ts'

const own = gql(`query own_mail_templates {
  rows: config_mail_template(order_by: [{ template: asc }, { id: asc }], limit: 20) { id template subject text updated_at }
}`)

export function MailTemplatesPage() {
  const { category, business } = useSession()
  const query = useQuery({
    queryKey: ['mail_templates', business.id],
    queryFn: ({ signal }) => graphql(own, {}, signal),
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { rows } = query.data
  return (
    <div className="flex max-w-200 flex-col">
      <PageHeader title="Mail" back={{ to: pathOf({ category, path: 'admin' }), label: 'Account' }} />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <p className="text-n11">
          Mails that your people write on records begin with these words. Values:{' '}
          {mail_values.map(({ name, label }) => `{{${name}}} ${label.toLowerCase()}`).join(', ')}.
        </p>
        {mail_templates.map((template) => {
          const row = rows.find((one) => one.template === template)
          return (
            <WordsCard
              key={`${template} ${row?.updated_at ?? ''}`}
              template={template}
              words={row ?? standard_words[template]}
              isOwn={row !== undefined}
            />
          )
        })}
      </div>
    </div>
  )
}

function WordsCard({
  template,
  words: { subject, text },
  isOwn,
}: {
  template: MailTemplate
  words: MailWords
  isOwn: boolean
}) {
  const reset = useAction('config.mail_template.reset', { success: 'The standard words are back' })
  return (
    <Card
      title={labelOf(template)}
      actions={
        <>
          {isOwn && <Badge tone="progress">Own words</Badge>}
          <Button
            size="sm"
            verb="config.mail_template.reset"
            busy={reset.busy}
            aria-label={`Reset ${labelOf(template)}`}
            disabledReason={isOwn ? null : 'These are the standard words'}
            onClick={() => void reset.run({ template })}
          >
            Reset
          </Button>
        </>
      }
    >
      <VerbForm<'subject' | 'text', object, { to?: string }>
        bare
        columns={1}
        action_id="config.mail_template.save"
        fixed={{ template }}
        initial={{ subject, text }}
        fields={[
          { kind: 'text', name: 'subject', label: 'Subject', required: true, max: subject_letters_max },
          { kind: 'area', name: 'text', label: 'Text', required: true, rows: 8, max: text_letters_max },
        ]}
        check={(values) => mailFaults(values)}
        also={{
          action_id: 'config.mail_template.test',
          label: 'Send me a test',
          fixed: { template },
          success: ({ to }) => `A test goes to ${to ?? 'you'}`,
        }}
        submit="Save"
        success="Words saved"
      />
    </Card>
  )
}
