import type { FastifyInstance } from 'fastify'
import { storageRoutes } from './api-storage.ts'
import { zipRoutes } from './api-zip.ts'
import type { HttpContext } from './http-context.ts'
import { uploadRoutes } from './upload-http.ts'

/** Files of records: reading one, several as an archive, writing. */
export async function fileRoutes(app: FastifyInstance, context: HttpContext): Promise<void> {
  storageRoutes(app, context)
  zipRoutes(app, context)
  await uploadRoutes(app, context)
}
