/**
 * nginx with docs/nginx.conf in front of the product: TLS, callers, sockets, calls in the clear. Needs Debian's nginx
 * (package nginx-light), which `.ci/run` installs where it can.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect as http2Connect } from 'node:http2'
import { get, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '#server/embedded/embedded-process.ts'
import { freshDatabase } from '../database.ts'
import { test_ca, test_certificate, test_certificate_key } from '../fixtures/tls.ts'
import { Browser, testApp } from './harness.ts'
import { sampleBusinesses, samplePerson, testClock } from './sample.ts'

const NGINX = '/usr/sbin/nginx'
const installed = spawnSync(NGINX, ['-v']).error === undefined
/** A name of the certificate of the tests. */
const NAME = 'hooks.example.org'
const MB = 1024 * 1024

/** The file as an operator changes it: name, certificate and ports. */
function configured(folder: string, ports: { http: number; https: number; product: number }): string {
  const file = readFileSync(fileURLToPath(new URL('../../docs/nginx.conf', import.meta.url)), 'utf8')
  return file
    .replaceAll('/etc/letsencrypt/live/stint.example.org/fullchain.pem', join(folder, 'chain.pem'))
    .replaceAll('/etc/letsencrypt/live/stint.example.org/privkey.pem', join(folder, 'key.pem'))
    .replaceAll('stint.example.org', NAME)
    .replaceAll('listen [::]', '# listen [::]')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace('127.0.0.1:8080', `127.0.0.1:${ports.product}`)
}

/** The rest of a configuration, for nginx as any user in a folder of its own. */
const around = (folder: string): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/stint.conf;
}
`

describe.skipIf(!installed && process.env.REQUIRE_TOOLS !== '1')(
  'behind nginx (needs nginx-light)',
  async () => {
    const database = await freshDatabase()
    const clock = testClock()
    const { app } = await testApp(database, clock, {
      PUBLIC_URL: `https://${NAME}`,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    const folder = mkdtempSync(join(tmpdir(), 'stint-nginx-'))
    const ports = { http: 0, https: 0, product: 0 }
    const toNginx = (): ConnectionOptions => ({
      host: '127.0.0.1',
      port: ports.https,
      servername: NAME,
      ca: test_ca,
    })
    let stop = async (): Promise<void> => undefined

    beforeAll(async () => {
      await app.listen({ port: 0, host: '127.0.0.1' })
      ports.product = (app.server.address() as AddressInfo).port // It listens on a port, not on a path.
      ports.http = await freePort(0)
      ports.https = await freePort(0)
      writeFileSync(join(folder, 'chain.pem'), `${test_certificate}\n${test_ca}\n`)
      writeFileSync(join(folder, 'key.pem'), test_certificate_key)
      writeFileSync(join(folder, 'stint.conf'), configured(folder, ports))
      writeFileSync(join(folder, 'nginx.conf'), around(folder))
      const checked = spawnSync(NGINX, ['-t', '-c', join(folder, 'nginx.conf'), '-p', folder])
      expect(checked.status, String(checked.stderr)).toBe(0)
      const nginx = spawn(NGINX, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
      const ended = once(nginx, 'exit')
      stop = async () => {
        nginx.kill('SIGTERM')
        await ended
      }
      await vi.waitFor(async () => expect(await statusInTheClear('/')).toBe(301), { timeout: 30_000 })
    })
    afterAll(async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    })

    async function statusInTheClear(path: string): Promise<number> {
      const answer = await fetch(`http://127.0.0.1:${ports.http}${path}`, {
        headers: { host: NAME },
        redirect: 'manual',
      }).catch(() => null)
      return answer?.status ?? 0
    }

    /** The protocol and the suite that nginx agrees to, or the refusal. */
    async function agreed(offer: ConnectionOptions): Promise<string> {
      const socket = connect({ ...toNginx(), ...offer })
      try {
        await once(socket, 'secureConnect')
        return `${socket.getProtocol()} ${socket.getCipher().standardName}`
      } catch {
        return 'refused'
      } finally {
        socket.destroy()
      }
    }

    test('TLS 1.2 and 1.3 with authenticated encryption are agreed, older ones are refused', async () => {
      expect(await agreed({})).toMatch(/^TLSv1\.3 /)
      expect(await agreed({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 TLS_ECDHE_ECDSA_WITH_AES_\d+_GCM_/)
      const block_mode = 'ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES256-SHA384:ECDHE-ECDSA-AES128-SHA'
      expect(await agreed({ maxVersion: 'TLSv1.2', ciphers: block_mode })).toBe('refused')
      const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } as const
      expect(await agreed(old)).toBe('refused')
    })

    test('a page in the clear leads to https, and a call in the clear is refused', async () => {
      expect(await statusInTheClear('/client/dashboard')).toBe(301)
      for (const path of ['/api/auth/session', '/graphql', '/v1/graphql', '/api/v1/actions'])
        expect(await statusInTheClear(path), path).toBe(403)
    })

    test('answers come by HTTP/2, with HSTS and without the version of nginx', async () => {
      const session = http2Connect(`https://${NAME}:${ports.https}`, {
        createConnection: () => connect({ ...toNginx(), ALPNProtocols: ['h2'] }),
      })
      const [headers] = await once(
        session.request({ ':path': '/api/auth/session', ':authority': NAME }),
        'response',
      )
      session.close()
      expect(headers).toMatchObject({ ':status': 401, server: 'nginx' })
      expect(headers['strict-transport-security']).toContain('max-age=31536000')
    })

    test('the product reads the caller from nginx, and a name that the caller claims is dropped', async () => {
      const { agency_id } = await sampleBusinesses(database)
      const { email } = await samplePerson(database, clock, agency_id, ['agency_user'])
      const body = JSON.stringify({ email, password: 'not this one' })
      const call = request({
        ...toNginx(),
        path: '/api/auth/login',
        method: 'POST',
        headers: {
          host: NAME,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-stint-csrf': '1',
          'x-forwarded-for': '192.0.2.7',
        },
      }).end(body)
      const [answer] = await once(call, 'response')
      answer.resume()
      expect(answer.statusCode).toBe(401)
      const { rows } = await database.owner.query(
        "select distinct ip from log.security_event where kind = 'sign_in' and outcome <> 'ok'",
      )
      expect(rows).toEqual([{ ip: '127.0.0.1' }])
    })

    test('a socket passes, and a foreign name is refused', async () => {
      const { agency_id } = await sampleBusinesses(database)
      const { email } = await samplePerson(database, clock, agency_id, ['agency_user'])
      const person = new Browser(app, '127.0.0.1', NAME)
      expect((await person.login(email)).status).toBe(200)
      const socket = new WebSocket(`wss://127.0.0.1:${ports.https}/graphql`, 'graphql-transport-ws', {
        ...toNginx(),
        headers: { host: NAME, cookie: person.cookie, origin: `https://${NAME}` },
      })
      await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'connection_init' }))
      const [said] = await once(socket, 'message')
      expect(JSON.parse(String(said))).toMatchObject({ type: 'connection_ack' })
      socket.terminate()
      const foreign = get({ ...toNginx(), path: '/auth/login', headers: { host: 'evil.example.org' } })
      const [answer] = await once(foreign, 'response')
      answer.resume()
      expect(answer.statusCode).toBe(421)
    })

    test('an upload of 50 MB passes nginx, and a larger one does not', async () => {
      const status = async (bytes: number): Promise<number> => {
        const call = request({
          ...toNginx(),
          path: '/api/storage/upload',
          method: 'POST',
          headers: { host: NAME, 'content-length': bytes, 'x-stint-csrf': '1' },
        })
        call.on('error', () => undefined) // nginx closes a connection whose body it does not read.
        call.flushHeaders()
        if (bytes <= 64 * MB) call.end(Buffer.alloc(bytes))
        const [answer] = await once(call, 'response')
        answer.resume()
        call.destroy()
        return answer.statusCode
      }
      expect(await status(65 * MB)).toBe(413)
      // The product's own refusal: nobody is signed in.
      expect(await status(50 * MB)).toBe(401)
    })
  },
)
