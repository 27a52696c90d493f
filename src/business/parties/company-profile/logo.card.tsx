/** The logo of a business (spec §2: at most 48 wide and 32 high), as on its documents. */
import { useQuery } from '@tanstack/react-query'
import { Upload } from '#web/blocks/Upload.tsx'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

const logo = gql(
  `query logo($id: uuid!) { file: platform_attachment_by_pk(id: $id) { file_name parent_id } }`,
)

export function LogoCard({
  business,
  attachment_id,
  may,
}: {
  business: { readonly id: string; readonly name: string; readonly type: string }
  attachment_id: string | null
  may: boolean
}) {
  const query = useQuery({
    queryKey: ['logo', attachment_id],
    enabled: attachment_id !== null,
    queryFn: async ({ signal }) => {
      return (await graphql(logo, { id: attachment_id ?? '' }, signal)).file
    },
  })
  const set = useAction('business.company.set_logo', { shows: ['file'], success: 'The logo was saved' })
  const file = attachment_id === null ? null : query.data
  const put = (id: string | null) => void set.run({ business_id: business.id, attachment_id: id })
  return (
    <Card title="Logo">
      <div className="flex flex-wrap items-center gap-3">
        {file ? (
          <span className="grid h-12 w-16 place-items-center rounded border bg-white p-1">
            <img
              src={`/api/storage/download?path=${encodeURIComponent(`${file.parent_id}/${file.file_name}`)}`}
              alt={`Logo of ${business.name}`}
              className="max-h-8 max-w-12 object-contain"
            />
          </span>
        ) : (
          <p className="text-n11">No logo yet. Documents show your name.</p>
        )}
        {may && file && (
          <Button size="sm" verb="business.company.set_logo" busy={set.busy} onClick={() => put(null)}>
            Remove
          </Button>
        )}
      </div>
      {may && (
        <div className="mt-3">
          <Upload<{ id: string }>
            label="New logo"
            hint="png, jpg or jpeg, up to 512 kB, shown 48 wide and 32 high. Appears on documents issued from now on."
            path="/api/storage/upload"
            fields={(chosen) => ({
              parent_entity: `business.${business.type}`,
              path: `${business.id}/${chosen.name}`,
            })}
            onDone={({ id }) => put(id)}
          />
          {set.errors.file && (
            <p role="alert" className="mt-1 text-12 text-red11">
              {set.errors.file}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}
