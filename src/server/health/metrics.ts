/**
 * The counts of this process, for Prometheus. Labels come from closed sets: routes, actions, kinds; never a
 * user, a business, an id or a text.
 */
import { Counter, Gauge, Histogram, Registry, Summary } from 'prom-client'

export const registry = new Registry()

const registers = [registry]
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export const http_requests = new Counter({
  name: 'stint_http_requests_total',
  help: 'Answered requests',
  labelNames: ['route', 'method', 'status'],
  registers,
})

export const http_seconds = new Histogram({
  name: 'stint_http_seconds',
  help: 'Time from request to answer',
  labelNames: ['route'],
  buckets: REQUEST_SECONDS,
  registers,
})

/** Count and sum alone: buckets of every action would be thousands of series. */
export const verb_seconds = new Summary({
  name: 'stint_verb_seconds',
  help: 'Time of actions',
  labelNames: ['action', 'outcome'],
  percentiles: [],
  registers,
})

export const sign_ins = new Counter({
  name: 'stint_signin_total',
  help: 'Tries to sign in',
  labelNames: ['outcome'],
  registers,
})

export const pdf_seconds = new Histogram({
  name: 'stint_pdf_seconds',
  help: 'Time to print a document, without its wait',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
})

export const job_seconds = new Summary({
  name: 'stint_job_seconds',
  help: 'Time of one run of a job',
  labelNames: ['kind'],
  percentiles: [],
  registers,
})

export const failed_deliveries = new Counter({
  name: 'stint_outbox_failed_total',
  help: 'Failed tries to deliver a message',
  labelNames: ['topic'],
  registers,
})

/** Gauges of the moment: `measure-metrics.server.ts` sets them before each answer. */
export const gauges = {
  pool: new Gauge({
    name: 'stint_pool_connections',
    help: 'Database connections',
    labelNames: ['pool', 'state'],
    registers,
  }),
  loop: new Gauge({
    name: 'stint_event_loop_seconds',
    help: 'Delay of the event loop',
    labelNames: ['quantile'],
    registers,
  }),
  shed_level: new Gauge({
    name: 'stint_shed_level',
    help: 'What is shed: 0 nothing, 1 exports, imports, documents and live queries, 2 also costly reads and strangers',
    registers,
  }),
  jobs: new Gauge({ name: 'stint_jobs', help: 'Unfinished jobs', labelNames: ['status'], registers }),
  job_oldest: new Gauge({
    name: 'stint_job_oldest_seconds',
    help: 'Age of the oldest waiting job',
    registers,
  }),
  outbox_oldest: new Gauge({
    name: 'stint_outbox_oldest_seconds',
    help: 'Age of the oldest message that is not delivered',
    labelNames: ['topic'],
    registers,
  }),
  broken_checks: new Gauge({
    name: 'stint_invariant_mismatches',
    help: 'Rows found broken, at most three a check',
    labelNames: ['check'],
    registers,
  }),
  checked_at: new Gauge({
    name: 'stint_invariant_last_run_timestamp',
    help: 'When the oldest of the checks ran last',
    registers,
  }),
  changes_checked_at: new Gauge({
    name: 'stint_invariant_changes_timestamp',
    help: 'Changes of the books are checked up to this moment',
    registers,
  }),
  disk_free: new Gauge({
    name: 'stint_disk_free_ratio',
    help: 'Free part of the fullest disk in use',
    registers,
  }),
  backup_full: new Gauge({
    name: 'stint_backup_last_full_timestamp',
    help: 'When the newest full backup was complete',
    registers,
  }),
  backup_archive: new Gauge({
    name: 'stint_backup_archive_timestamp',
    help: 'When the log of the database was shipped last',
    registers,
  }),
  certificate_end: new Gauge({
    name: 'stint_certificate_end_timestamp',
    help: 'Last moment of the certificate of the public address',
    registers,
  }),
  build: new Gauge({ name: 'stint_build_info', help: 'The release', labelNames: ['version'], registers }),
}
