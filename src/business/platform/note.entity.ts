import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** A note belongs to the business that wrote it; another party of the same row never sees it. */
export const note = entity({
  module: 'platform',
  name: 'note',
  label: 'Note',
  plural: 'Notes',
  fields: {
    id: f.uuid('Id'),
    text: f.searchable(f.text('Note')),
    user_name: f.text('User'),
    user_id: f.code('User Id'),
    parent_entity: f.code('Belongs To'),
    parent_id: f.uuid('Belongs To Id'),
    business_id: f.uuid('Business'),
    ...f.stamps,
  },
})

/** A list's URL under a name. */
export const saved_view = entity({
  module: 'platform',
  name: 'saved_view',
  label: 'Saved View',
  plural: 'Saved Views',
  fields: {
    id: f.uuid('Id'),
    list: f.code('List'),
    name: f.text('Name'),
    search: f.text('Search'),
    business_id: f.uuid('Business'),
    user_id: f.code('User'),
    ...f.stamps,
  },
})

/** Long work and how far it is. */
export const job = entity({
  module: 'platform',
  name: 'job',
  label: 'Job',
  plural: 'Jobs',
  fields: {
    id: f.uuid('Id'),
    kind: f.code('Kind'),
    action_id: f.nullable(f.code('Action')),
    status: f.defaulted(f.choice('Status', ['queued', 'running', 'completed', 'failed', 'cancelled'])),
    total: f.integer('Total'),
    done: f.defaulted(f.integer('Done')),
    failed: f.defaulted(f.integer('Failed')),
    problems: f.defaulted(f.json('Problems')),
    message: f.nullable(f.text('Message')),
    label: f.nullable(f.searchable(f.text('List'))),
    file_name: f.nullable(f.searchable(f.text('File'))),
    file_size: f.nullable(f.integer('Size')),
    has_file: f.defaulted(f.boolean('Downloadable')),
    file_expires_at: f.nullable(f.instant('Kept Until')),
    business_id: f.nullable(f.uuid('Business')),
    user_id: f.code('User'),
    finished_at: f.nullable(f.instant('Finished At')),
    ...f.stamps,
  },
  // The job's input, its viewer, whether it waits for a person after a restore, and where it waits for its turn.
  unread: {
    input: f.json('Input'),
    viewer: f.json('Viewer'),
    is_held: f.defaulted(f.boolean('Held')),
    lane: f.choice('Lane', ['quick', 'long']),
    input_hash: f.nullable(f.code('Input Hash')),
    lease_node: f.nullable(f.uuid('Lease Node')),
    lease_until: f.nullable(f.instant('Lease Until')),
    not_before: f.nullable(f.instant('Not Before')),
    traceparent: f.nullable(f.code('Trace')),
    tries: f.defaulted(f.integer('Tries')),
    max_tries: f.defaulted(f.integer('Most Tries')),
  },
})
