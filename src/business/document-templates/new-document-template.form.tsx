/** A new template: its kind and name; the sample wording of the kind comes with it. */
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { kind_choices } from './blocks/template-kinds.rules.ts'
import { NAME_MAX } from './document-template.rules.ts'

export function NewDocumentTemplatePage() {
  const { category } = useSession()
  const go = useGo()
  const path = 'config/document_template'
  return (
    <>
      <PageHeader
        title="New document template"
        back={{ to: pathOf({ category, path }), label: 'Document Templates' }}
      />
      <div className="max-w-200 px-4 pb-6">
        <VerbForm<string, object, { id: string }>
          action_id="config.document_template.create"
          fields={[
            {
              kind: 'choice',
              name: 'kind',
              label: 'Kind',
              required: true,
              placeholder: 'Choose a kind',
              options: [...kind_choices],
            },
            { kind: 'text', name: 'name', label: 'Name', required: true, max: NAME_MAX },
          ]}
          initial={{}}
          intro="It begins with sample wording of its kind. Have that checked by your solicitor before you publish it."
          submit="Create"
          success="Template created"
          onDone={({ id }) => go.replace(pathOf({ category, path, id }))}
        />
      </div>
    </>
  )
}
