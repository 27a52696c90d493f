import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { test_certificate, test_certificate_key } from '#test/fixtures/tls.ts'
import { keptSecrets } from './kept-secrets.ts'
import { parseSettings, SettingsError, setting_names } from './settings.ts'

function faultsOf(variables: Record<string, string>): readonly string[] {
  try {
    parseSettings(variables)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.faults
    throw error
  }
}

/** The names in the first cell of each row of the table of settings. */
function documentedNames(): string[] {
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const table = page.split('## Settings')[1]?.split('\n## ')[0] ?? ''
  const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
}

describe('settings', () => {
  test('documents: docs/operations.md has each setting once', () => {
    expect(documentedNames().sort()).toEqual([...setting_names].sort())
  })

  test('nothing set is a demo on the embedded database, on this machine alone', () => {
    const settings = parseSettings({})
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 0,
      databaseUrl: null,
      demo: true,
      smtpUrl: null,
    })
    expect(settings.files).toEqual({ kind: 'folder', folder: join(settings.home, 'files') })
  })

  test('Google and Microsoft: off, or with id, secret and a closed way', () => {
    expect(parseSettings({}).outside).toEqual({ google: null, microsoft: null })
    const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    expect(parseSettings(GOOGLE).outside.google).toEqual({
      client_id: 'id',
      client_secret: 'secret',
      issuer: 'https://accounts.google.com',
    })
    expect(faultsOf({ MICROSOFT_CLIENT_ID: 'id' })).toEqual([
      'MICROSOFT_CLIENT_SECRET is missing; the other one needs it',
    ])
    expect(faultsOf({ ...GOOGLE, GOOGLE_ISSUER: 'http://login.example.org' })).toEqual([
      'GOOGLE_ISSUER is not https; write it like https://login.example.org',
    ])
    expect(faultsOf({ ...GOOGLE, GOOGLE_ISSUER: 'http://127.0.0.1:4000' })).toEqual([])
  })

  test('signing with Documenso: off, or with address, token and the secret of its webhooks', () => {
    expect(parseSettings({}).signing).toMatchObject({ provider: 'stint', documenso: null })
    const DOCUMENSO = {
      DOCUMENSO_URL: 'https://sign.example.org/',
      DOCUMENSO_TOKEN: 'token',
      DOCUMENSO_WEBHOOK_SECRET: 'a secret of sixteen',
    }
    const documenso = {
      url: 'https://sign.example.org',
      token: 'token',
      webhook_secret: DOCUMENSO.DOCUMENSO_WEBHOOK_SECRET,
    }
    // Documents on their way are followed after the provider was set back.
    expect(parseSettings(DOCUMENSO).signing).toMatchObject({ provider: 'stint', documenso })
    expect(faultsOf({ SIGNING_PROVIDER: 'documenso', DOCUMENSO_TOKEN: 'token' })).toEqual([
      'DOCUMENSO_URL is missing; signing with Documenso needs it',
      'DOCUMENSO_WEBHOOK_SECRET is missing; signing with Documenso needs it',
    ])
  })

  test('sending to HMRC: off, or with a vendor id, to https alone', () => {
    expect(parseSettings({}).hmrc).toBeNull()
    expect(parseSettings({ HMRC_VENDOR_ID: '1234' }).hmrc).toBeNull()
    expect(parseSettings({ HMRC_RTI: 'on', HMRC_VENDOR_ID: '1234' }).hmrc).toEqual({
      url: 'https://transaction-engine.tax.service.gov.uk/submission',
      vendor_id: '1234',
    })
    expect(faultsOf({ HMRC_RTI: 'on' })).toEqual(['HMRC_VENDOR_ID is missing; HMRC_RTI=on needs it'])
    expect(faultsOf({ HMRC_VENDOR_ID: '12' })).toEqual([
      'HMRC_VENDOR_ID is no vendor id; write the four digits that HMRC gave',
    ])
    expect(faultsOf({ HMRC_URL: 'http://hmrc.example/submission' })).toEqual([
      'HMRC_URL is not https; write it like https://transaction-engine.tax.service.gov.uk/submission',
    ])
    expect(faultsOf({ HMRC_URL: 'https://user:word@hmrc.example/submission' })).toEqual([
      'HMRC_URL has more than a host and a path; leave the rest out',
    ])
    expect(faultsOf({ HMRC_URL: 'http://127.0.0.1:4000/submission' })).toEqual([])
  })

  test('checks of VAT numbers: off, or with both credentials, to https alone', () => {
    expect(parseSettings({}).vatRegister).toBeNull()
    const credentials = { HMRC_VAT_CLIENT_ID: 'id', HMRC_VAT_CLIENT_SECRET: 'secret' }
    expect(parseSettings(credentials).vatRegister).toEqual({
      url: 'https://api.service.hmrc.gov.uk',
      client_id: 'id',
      client_secret: 'secret',
    })
    expect(faultsOf({ HMRC_VAT_CLIENT_ID: 'id' })).toEqual([
      'HMRC_VAT_CLIENT_SECRET is missing; HMRC_VAT_CLIENT_ID needs it',
    ])
    expect(faultsOf({ HMRC_VAT_CLIENT_SECRET: 'secret' })).toEqual([
      'HMRC_VAT_CLIENT_ID is missing; HMRC_VAT_CLIENT_SECRET needs it',
    ])
    expect(faultsOf({ ...credentials, HMRC_VAT_URL: 'http://hmrc.example' })).toEqual([
      'HMRC_VAT_URL is not https; write it like https://api.service.hmrc.gov.uk',
    ])
  })

  test('breached passwords: not looked up unless asked, and over https', () => {
    expect(parseSettings({}).pwnedPasswords).toBeNull()
    expect(parseSettings({ PWNED_PASSWORDS: 'on' }).pwnedPasswords).toEqual({
      url: 'https://api.pwnedpasswords.com',
    })
    const own = { PWNED_PASSWORDS: 'on', PWNED_PASSWORDS_URL: 'http://127.0.0.1:4000/' }
    expect(parseSettings(own).pwnedPasswords).toEqual({ url: 'http://127.0.0.1:4000' })
    expect(faultsOf({ PWNED_PASSWORDS_URL: 'http://ranges.example' })).toEqual([
      'PWNED_PASSWORDS_URL is not https; write it like https://api.pwnedpasswords.com',
    ])
  })

  test('work of password hashes: at least that of ASVS beyond this machine', () => {
    expect(parseSettings({}).passwordWork).toBe(15)
    expect(parseSettings({ PASSWORD_WORK: '17' }).passwordWork).toBe(17)
    expect(parseSettings({ PASSWORD_WORK: '10' }).passwordWork).toBe(10)
    expect(faultsOf({ PASSWORD_WORK: '18' })).toEqual([
      'PASSWORD_WORK must be from 10 to 17; write one like 15',
    ])
    const beyond = { HOST: '0.0.0.0', PUBLIC_URL: 'https://stint.example.org' }
    expect(faultsOf({ ...beyond, PASSWORD_WORK: '14' })).toEqual([
      'PASSWORD_WORK is 14 and HOST is 0.0.0.0; hashes of less than 15 are for tests of this machine. Leave it out',
    ])
    expect(faultsOf({ ...beyond, PASSWORD_WORK: '15' })).toEqual([])
  })

  test('codes by SMS: off, or with address, token and countries', () => {
    expect(parseSettings({}).sms).toBeNull()
    const SMS = { SMS_URL: 'https://sms.example.org/send', SMS_TOKEN: 'token' }
    const countries = ['GB', 'IE']
    expect(parseSettings(SMS).sms).toEqual({ url: SMS.SMS_URL, token: 'token', countries })
    expect(parseSettings({ ...SMS, SMS_COUNTRIES: 'gb, fr' }).sms?.countries).toEqual(['GB', 'FR'])
    expect(faultsOf({ SMS_URL: SMS.SMS_URL })).toEqual(['SMS_TOKEN is missing; SMS_URL needs it'])
    expect(faultsOf({ SMS_TOKEN: 'token' })).toEqual(['SMS_URL is missing; SMS_TOKEN needs it'])
    expect(faultsOf({ ...SMS, SMS_COUNTRIES: 'GBR' })).toEqual([
      'SMS_COUNTRIES is no list of countries; write it like GB,IE',
    ])
  })

  test('backups: to a folder and a key, or off', () => {
    const BACKUP_RECIPIENT = 'age1kvln7k34lhuwzzymtcarzwsq4h3a674fynhndh3rx4veapy46ejq5ded4w'
    expect(parseSettings({ BACKUP_RECIPIENT }).backup).toBeNull()
    expect(parseSettings({ BACKUP_TARGET: '/mnt/safe', BACKUP_RECIPIENT }).backup).toMatchObject({
      folder: '/mnt/safe',
      recipients: [BACKUP_RECIPIENT],
      keep_days: 7,
    })
    const DATABASE_URL = 'postgres://me:secret@db.example.org:5432/stint?sslmode=verify-full'
    // Of files and facts: pgBackRest has the database.
    expect(
      parseSettings({ BACKUP_TARGET: '/mnt/safe', BACKUP_RECIPIENT, DATABASE_URL }).backup,
    ).not.toBeNull()
    expect(faultsOf({ BACKUP_TARGET: './safe' })).toEqual([
      'BACKUP_RECIPIENT is missing; run npm run backup -- --new-key',
    ])
    expect(faultsOf({ BACKUP_TARGET: 'ftp://safe', BACKUP_RECIPIENT: 'age1', BACKUP_AT: '25:00' })).toEqual([
      'BACKUP_TARGET is neither a folder, s3://bucket nor off',
      'BACKUP_RECIPIENT is no public key of age; run npm run backup -- --new-key',
      'BACKUP_AT is no time of day; write it like 02:15',
    ])
    expect(faultsOf({ BACKUP_TARGET: 's3://bucket', BACKUP_RECIPIENT })[0]).toContain('in a folder only')
  })

  test('secrets: read from the file of NAME_FILE', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stint-secrets-'))
    const file = join(folder, 'smtp')
    writeFileSync(file, 'smtp://user:secret@host:587\n')
    expect(parseSettings({ SMTP_URL_FILE: file }).smtpUrl).toBe('smtp://user:secret@host:587')
    expect(faultsOf({ SMTP_URL_FILE: join(folder, 'none') })).toEqual([
      `SMTP_URL_FILE names no file with a text: ${join(folder, 'none')}`,
    ])
    expect(faultsOf({ SMTP_URL_FILE: file, SMTP_URL: 'smtp://host' })).toEqual([
      'SMTP_URL and SMTP_URL_FILE are both set; keep one of the two',
    ])
    // The text of a file is checked like a variable.
    expect(faultsOf({ SESSION_SECRET_FILE: file })[0]).toContain('SESSION_SECRET is too short')
    rmSync(folder, { recursive: true })
  })

  test('metrics and mail: certificates by their files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stint-tls-'))
    const [cert, key, token] = ['cert.pem', 'key.pem', 'token'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ] // Three names.
    writeFileSync(cert, test_certificate)
    writeFileSync(key, test_certificate_key)
    writeFileSync(token, 'a long text of this test')
    const away = { METRICS_ADDRESS: '0.0.0.0:9464', METRICS_TOKEN_FILE: token }
    expect(faultsOf(away)).toEqual([
      'METRICS_ADDRESS is reachable from other machines without TLS; set METRICS_CERT_FILE and METRICS_KEY_FILE, or METRICS_INSECURE=on in a network of its own',
    ])
    const tls = { METRICS_CERT_FILE: cert, METRICS_KEY_FILE: key }
    expect(parseSettings({ ...away, ...tls }).metrics?.tls).toEqual({
      cert: test_certificate,
      key: test_certificate_key,
    })
    expect(parseSettings({ ...away, METRICS_INSECURE: 'on' }).metrics?.tls).toBeNull()
    expect(faultsOf({ METRICS_CERT_FILE: cert })).toEqual([
      'METRICS_CERT_FILE and METRICS_KEY_FILE belong together; set both',
    ])
    expect(faultsOf({ METRICS_CERT_FILE: key, METRICS_KEY_FILE: key })).toEqual([
      `METRICS_CERT_FILE names no PEM file with a certificate: ${key}`,
    ])
    expect(parseSettings({ SMTP_CA_FILE: cert }).smtpCa).toBe(test_certificate)
    expect(faultsOf({ SMTP_CA_FILE: token })).toEqual([
      `SMTP_CA_FILE names no PEM file with a certificate: ${token}`,
    ])
    rmSync(folder, { recursive: true })
  })

  test('support address: invented for a demo alone', () => {
    expect(parseSettings({}).supportEmail).toBe('support@example.org')
    expect(parseSettings({ STINT_DEMO: 'off' }).supportEmail).toBeNull()
  })

  test('foreign server: never filled with a demo unasked', () => {
    const DATABASE_URL = 'postgres://me:secret@db.example.org:5432/stint?sslmode=verify-full'
    expect(parseSettings({ DATABASE_URL }).demo).toBe(false)
    expect(parseSettings({ DATABASE_URL, STINT_DEMO: 'on' }).demo).toBe(true)
    expect(parseSettings({ STINT_DEMO: 'off' }).demo).toBe(false)
  })

  test.each([
    [{ HOST: '0.0.0.0', HTTP_INSECURE: 'on' }, 'HOST is 0.0.0.0', 'HOST=127.0.0.1'],
    [{ HOST: '192.0.2.7', HTTP_INSECURE: 'on' }, 'HOST is 192.0.2.7', 'HOST=127.0.0.1'],
    [
      { PUBLIC_URL: 'https://stint.example.org' },
      'PUBLIC_URL is https://stint.example.org',
      'leave PUBLIC_URL out',
    ],
  ])('a demo is for this machine alone: not with %o', (variables, setting, way) => {
    expect(parseSettings(variables).demo).toBe(false)
    expect(faultsOf({ ...variables, STINT_DEMO: 'on' })).toEqual([
      `STINT_DEMO is on and ${setting}; a demo has published passwords and is served on this machine alone. Set STINT_DEMO=off, or ${way}`,
    ])
  })

  test.each([
    [{}],
    [{ HOST: 'localhost' }],
    [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:8080' }],
    [{ PUBLIC_URL: 'http://localhost:8080' }],
  ])('a demo runs with %o', (variables) => {
    expect(parseSettings({ ...variables, STINT_DEMO: 'on' })).toMatchObject({ demo: true, demoAsked: true })
    expect(parseSettings(variables)).toMatchObject({ demo: true, demoAsked: false })
  })

  test('other machines reach it by https alone, unless somebody says otherwise', () => {
    const fault =
      'HOST is 0.0.0.0 and no PUBLIC_URL is https, so sign-ins would travel open. Set PUBLIC_URL to the https address of a proxy in front, or HTTP_INSECURE=on'
    const open = { HOST: '0.0.0.0' }
    expect(faultsOf(open)).toEqual([fault])
    expect(faultsOf({ ...open, PUBLIC_URL: 'http://stint.example.org' })).toEqual([fault])
    expect(faultsOf({ ...open, PUBLIC_URL: 'https://stint.example.org' })).toEqual([])
    expect(faultsOf({ ...open, HTTP_INSECURE: 'on' })).toEqual([])
    expect(faultsOf({ HOST: '::1' })).toEqual([])
  })

  test.each([
    ['postgres://me:secret@localhost/stint', null],
    ['postgres://me:secret@%2Fvar%2Frun%2Fpostgresql/stint', null],
    ['postgres://me:secret@localhost/stint?host=/var/run/postgresql', null],
    ['postgres://me:secret@db.example.org/stint?sslmode=verify-full', null],
    ['postgres://me:secret@db.example.org/stint?sslmode=disable', null],
    ['postgres://me:secret@db.example.org/stint', 'db.example.org'],
    ['postgres://me:secret@localhost/stint?host=10.0.0.7', '10.0.0.7'],
  ])('a database at %s is reached by TLS, unless somebody says otherwise', (url, open_host) => {
    const faults = (setting: string) =>
      open_host === null
        ? []
        : [
            `${setting} reaches ${open_host} without TLS; add ?sslmode=verify-full to it, or ?sslmode=disable where nobody else is on the network between`,
          ]
    expect(faultsOf({ DATABASE_URL: url })).toEqual(faults('DATABASE_URL'))
    const READ_DATABASE_URL = url
    expect(faultsOf({ DATABASE_URL: 'postgres://me:secret@localhost/stint', READ_DATABASE_URL })).toEqual(
      faults('READ_DATABASE_URL'),
    )
  })

  test('trusted proxies are a list of networks', () => {
    expect(parseSettings({}).trustedProxies).toEqual([])
    expect(parseSettings({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '::1',
    ])
    expect(faultsOf({ TRUSTED_PROXIES: 'proxy' })).toEqual([
      'TRUSTED_PROXIES is no list of networks; write it like 10.0.0.0/8, 192.0.2.7',
    ])
  })

  test('an empty variable is one that is not set', () => {
    expect(parseSettings({ DATABASE_URL: '', PORT: ' ' })).toMatchObject({ databaseUrl: null, port: 0 })
  })

  test('all faults come together, each with its fix', () => {
    const faults = faultsOf({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://x',
      PUBLIC_URL: 'stint',
      SESSION_SECRET: 'short',
      STINT_DEMO: 'maybe',
      SUPPORT_EMAIL: 'nobody',
      HELP_URL: 'javascript:alert(1)',
    })
    expect(faults).toEqual([
      'PORT is not a whole number; write one from 0 to 65535, like 8080',
      'PUBLIC_URL is not such an address; write it like https://stint.example.org',
      'DATABASE_URL is not such an address; write it like postgres://user:password@host:5432/database',
      'STINT_DEMO is neither on nor off; write on or off',
      'SUPPORT_EMAIL is no mail address; write one like help@example.org',
      'HELP_URL is not such an address; write it like https://help.example.org',
      'SESSION_SECRET is too short; write at least 32 characters that nobody can guess',
    ])
  })

  test.each([
    [{ PORT: '65536' }, 'PORT must be from 0 to 65535'],
    [{ DATABASE_URL: 'postgres://me@host/db' }, 'DATABASE_URL holds no password'],
    [{ READ_DATABASE_URL: 'postgres://me:x@host/db' }, 'READ_DATABASE_URL is set without DATABASE_URL'],
    [{ S3_BUCKET: 'files', S3_ENDPOINT: 'https://s3.example.org' }, 'S3_ACCESS_KEY_ID is missing'],
    [{ ROLE_PREFIX: 'Stint-1' }, 'ROLE_PREFIX is no name for a role'],
  ])('%o: %s', (variables, fault) => {
    expect(faultsOf(variables)).toContainEqual(expect.stringContaining(fault))
  })

  test('files go to S3 when all of its settings are there, and to one place only', () => {
    const s3 = {
      S3_ENDPOINT: 'https://s3.example.org',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    }
    expect(parseSettings(s3).files).toMatchObject({ kind: 's3', bucket: 'files', region: 'us-east-1' })
    expect(faultsOf({ ...s3, FILES_DIR: 'files' })).toEqual([
      'FILES_DIR and S3_* are both set; keep one of the two',
    ])
  })

  test('a public address has no slash at its end', () => {
    expect(parseSettings({ PUBLIC_URL: 'https://stint.example.org/' }).publicUrl).toBe(
      'https://stint.example.org',
    )
  })
})

test("an installation's secrets are made once and readable to its user alone", () => {
  const home = mkdtempSync(join(tmpdir(), 'stint-secrets-'))
  try {
    const first = keptSecrets(home)
    expect(first.database_password).toMatch(/^[0-9a-f]{48}$/)
    expect(first.session_secret).toMatch(/^[0-9a-f]{64}$/)
    expect(keptSecrets(home)).toEqual(first)
    expect(statSync(join(home, 'secrets.json')).mode & 0o777).toBe(0o600)
    const { data_key, ...earlier } = first
    writeFileSync(join(home, 'secrets.json'), JSON.stringify(earlier))
    const completed = keptSecrets(home)
    expect(completed).toEqual({ ...first, data_key: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(completed.data_key).not.toBe(data_key)
    expect(keptSecrets(home)).toEqual(completed)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
