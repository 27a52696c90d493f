/** Account ▸ Mail Templates: the words that mails begin with, as the business wants them. */
import { useQuery } from '@tanstack/react-query'
import { labelOf } from '#entity/choices.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { automatic_mails, automaticMail, isAutomatic } from './automatic-mail.rules.ts'
import { mail_templates, subject_letters_max, text_letters_max } from './communication.rules.ts'
import { EarlierWords } from './earlier-words.card.tsx'
import { MailPreview } from './mail-preview.card.tsx'
import { mailFaults, standardOf, unchangedReason, valuesOf, type WordedMail } from './mail-template.rules.ts'

// The published words first: many earlier versions cut none of them off.
const own = gql(`query own_mail_templates {
  rows: config_mail_template(order_by: [{ status: desc }, { version: desc }, { id: asc }], limit: 200) {
    id template version status subject text created_at updated_at
  }
}`)
type OwnWords = Answer<typeof own>['rows'][number]

export function MailTemplatesPage() {
  const { category, business } = useSession()
  const query = useQuery({
    queryKey: ['mail_templates', business.id],
    queryFn: ({ signal }) => graphql(own, {}, signal),
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { rows } = query.data
  const cards = (mails: readonly WordedMail[]) =>
    mails.map((mail) => {
      const versions = rows.filter(({ template }) => template === mail)
      // Another version: the form begins with its words.
      const key = `${mail} ${versions.map(({ version, status }) => `${version}${status}`).join(' ')}`
      return <WordsCard key={key} mail={mail} versions={versions} />
    })
  return (
    <div className="flex max-w-200 flex-col">
      <PageHeader
        title="Mail Templates"
        back={{ to: pathOf({ category, path: 'admin' }), label: 'Account' }}
      />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <h2 className="text-16 font-medium">Mails that your people write</h2>
        {cards(mail_templates)}
        <h2 className="text-16 font-medium">Automatic mails</h2>
        {cards(automatic_mails)}
      </div>
    </div>
  )
}

const titleOf = (mail: WordedMail): string => (isAutomatic(mail) ? automaticMail(mail).label : labelOf(mail))

function WordsCard({ mail, versions }: { mail: WordedMail; versions: readonly OwnWords[] }) {
  const { business } = useSession()
  const reset = useAction('config.mail_template.reset', { success: 'The standard words are back' })
  const published = versions.find(({ status }) => status === 'published')
  const { subject, text } = published ?? standardOf(mail)
  const title = titleOf(mail)
  return (
    <Card
      title={title}
      actions={
        <>
          {published && (
            <Badge tone="progress">
              Version {published.version} since {dayText(published.created_at)}
            </Badge>
          )}
          <Button
            size="sm"
            verb="config.mail_template.reset"
            busy={reset.busy}
            aria-label={`Reset ${title}`}
            disabledReason={published ? null : 'These are the standard words'}
            onClick={() => void reset.run({ template: mail })}
          >
            Reset
          </Button>
        </>
      }
    >
      <VerbForm<'subject' | 'text', object, { to?: string }>
        bare
        columns={1}
        {...(isAutomatic(mail) ? { intro: `${automaticMail(mail).says}.` } : {})}
        action_id="config.mail_template.save"
        fixed={{ template: mail }}
        initial={{ subject, text }}
        fields={[
          { kind: 'text', name: 'subject', label: 'Subject', required: true, max: subject_letters_max },
          {
            kind: 'area',
            name: 'text',
            label: isAutomatic(mail) ? 'Opening' : 'Text',
            required: true,
            rows: isAutomatic(mail) ? 4 : 8,
            max: text_letters_max,
          },
        ]}
        check={(values) => mailFaults(mail, values)}
        blocked={(values) => unchangedReason(values, { subject, text })}
        aside={({ values, set }) => (
          <div className="flex flex-col gap-3">
            <p className="text-n11 wrap-anywhere">
              Values:{' '}
              {valuesOf(mail)
                .map(({ name, label }) => `{{${name}}} ${label.toLowerCase()}`)
                .join(', ')}
            </p>
            {isAutomatic(mail) && <MailPreview mail={mail} words={values} business_name={business.name} />}
            <EarlierWords mail={mail} versions={versions} onUse={set} />
          </div>
        )}
        also={{
          action_id: 'config.mail_template.test',
          label: 'Send me a test',
          fixed: { template: mail },
          success: ({ to }) => `A test goes to ${to ?? 'you'}`,
        }}
        submit="Publish"
        success="The words apply from the next mail on"
      />
    </Card>
  )
}
