/** `GET /.well-known/signing-certificate.pem`: the certificates that readers of sealed documents trust, or not. */
import type { FastifyInstance } from 'fastify'
import type { HttpContext } from '../http/http-context.ts'
import { openSigningKey } from './signing-key.ts'

export function signingCertificateRoutes(
  app: FastifyInstance,
  { settings, clock }: Pick<HttpContext, 'settings' | 'clock'>,
): void {
  app.get('/.well-known/signing-certificate.pem', async (_request, reply) => {
    const { public_chain } = await openSigningKey(settings.signing, clock.now())
    return reply
      .type('application/x-pem-file')
      .header('cache-control', 'public, max-age=3600')
      .send(public_chain)
  })
}
