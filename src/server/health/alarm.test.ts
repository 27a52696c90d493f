import { expect, test } from 'vitest'
import { type AlarmFacts, type AlarmName, alarmsNow } from './alarm.rules.ts'

const backed_up = { full_s: 3600, is_archiving: true, archive_s: 60 } as const

const well: AlarmFacts = {
  broken: [],
  unchecked_s: 60,
  running_s: 100_000,
  disk_free_ratio: 0.5,
  outbox_oldest_s: 0,
  backup: backed_up,
  certificate_days: 60,
}

test.each<[string, Partial<AlarmFacts>, AlarmName[]]>([
  ['all is well: none', {}, []],
  ['a broken row is told at once', { broken: ['I1: a posting is missing'] }, ['InvariantBroken']],
  ['checks later than 15 minutes are told', { unchecked_s: 901 }, ['CheckStopped']],
  ['a process that just started waits for its first check', { unchecked_s: 90_000, running_s: 60 }, []],
  [
    'a process without any check for 15 minutes is told',
    { unchecked_s: null, running_s: 901 },
    ['CheckStopped'],
  ],
  ['a disk under a tenth is told', { disk_free_ratio: 0.09 }, ['DiskLow']],
  ['a message older than 15 minutes is told', { outbox_oldest_s: 901 }, ['OutboxStuck']],
  ['backups that are off are not late', { backup: null }, []],
  ['a full backup of yesterday is not late', { backup: { ...backed_up, full_s: 26 * 3600 } }, []],
  ['a full backup older than 26 hours is told', { backup: { ...backed_up, full_s: 93_601 } }, ['BackupLate']],
  [
    'no full backup a day after the start is told',
    { backup: { ...backed_up, full_s: null } },
    ['BackupLate'],
  ],
  [
    'no full backup yet is not told',
    { backup: { ...backed_up, full_s: null, archive_s: null }, running_s: 60 },
    [],
  ],
  [
    'a log shipped more than ten minutes ago is told',
    { backup: { ...backed_up, archive_s: 601 } },
    ['BackupLate'],
  ],
  [
    'a log that another program ships is not ours to tell of',
    { backup: { full_s: 60, is_archiving: false, archive_s: null } },
    [],
  ],
  ['a certificate of two weeks is not told', { certificate_days: 14 }, []],
  ['a certificate that ends in 13 days is told', { certificate_days: 13 }, ['CertificateSoon']],
  ['a certificate that has ended is told', { certificate_days: -1 }, ['CertificateSoon']],
  ['no certificate is not told', { certificate_days: null }, []],
])('alarms: %s', (_what, change, names) => {
  expect([...alarmsNow({ ...well, ...change }).keys()]).toEqual(names)
})
