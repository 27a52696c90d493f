/**
 * Limits that stop a hostile document early (quality.md S7). The start values were depth 8 and 15 aliases; a list screen
 * asks for its rows, two counts and about thirty counts of related records, tags and groups in one request.
 */
export const LIMITS = {
  /** Nested selection sets below the root. */
  depth: 8,
  /** Introspection nests types in types; clients go 13 deep. */
  introspection_depth: 18,
  introspections: 10,
  /** New introspections of one user a minute; the same one again comes from the cache. */
  introspections_a_minute: 30,
  /** Writes of one user a minute that a unique key refuses. */
  duplicates_a_minute: 20,
  root_fields: 40,
  /** Fields under another name, in the whole document. */
  aliases: 60,
  tokens: 5_000,
  /** Brackets inside brackets of a body or a document, counted before either is parsed. */
  nesting: 100,
  /** Selections visited while fragments are opened, against fragment bombs. */
  selections: 5_000,
  list_items: 10_000,
  /** Objects inside arguments and variables. */
  input_objects: 5_000,
  input_depth: 24,
  /** Rows of one list; a list without a limit has this one. */
  rows: 10_000,
  /** Rows of one mutation's insert. */
  written_rows: 1_000,
  /** Rows times rows of their lists, estimated: an unlimited list counts 100 at the root and 10 below. */
  cost: 1_000_000,
  /** Requests of more are shed by an overloaded server. */
  shed_cost: 10_000,
  /** PostgreSQL cuts longer column names. */
  alias_length: 63,
  query_bytes: 100_000,
  /** Atoms of a regular expression, counted repetitions written out: PostgreSQL's work grows with the cube (961: 110 s). */
  pattern: 120,
  /** Characters of any pattern. */
  pattern_letters: 1_000,
  /** Plans kept, and statements a connection may hold before it is renewed. */
  plans: 250,
  documents: 250,
  prepared_statements: 600,
  body_bytes: 2_000_000,
  /** Live queries of one connection, and the total size of their requests. */
  subscriptions: 100,
  subscription_bytes: 2_000_000,
  /** Connections without a session yet, of all addresses together. */
  strangers: 200,
  /** Messages of one connection that wait to be read. */
  socket_messages: 200,
  /** Live queries of one plan in one statement, and statements at once. */
  live_batch: 100,
  live_batch_bytes: 4_000_000,
  live_runs: 4,
  /** Characters of live answers kept for new listeners. */
  live_kept: 64_000_000,
  /** Bytes waiting to be read by a slow client before its answers wait too. */
  socket_bytes: 4_000_000,
  /** Requests of one array. */
  batch: 10,
} as const
