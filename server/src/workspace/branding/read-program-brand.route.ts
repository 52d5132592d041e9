import Type from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { dataSchema } from '../../core/http/management-route.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { findProgram } from '../programs/programs.sql.ts'
import { BrandedProgram, showProgramBrand } from './brand-response.http.ts'
import { findBrand, findProgramBySlug } from './brands.sql.ts'
import { isSlug } from './slug.rule.ts'

/**
 * Registers the route that returns a program's branding. It is public like the join page, so that the program's sign-in
 * page can look the same.
 */
export function registerReadProgramBrand(app: App, { database: { kysely } }: ServiceDeps): void {
  app.route<{ Params: { slug: string } }>({
    method: 'GET',
    url: '/api/partner/brands/:slug',
    schema: {
      tags: ['Partner'],
      security: [],
      operationId: 'readProgramBrand',
      summary: 'Retrieve a program’s public branding',
      params: Type.Object({ slug: Type.String() }),
      response: { 200: dataSchema(BrandedProgram), ...errorResponses([404]) },
    },
    handler: async (request, reply) => {
      readInput(request)
      const { slug } = request.params
      reply.header('cache-control', 'no-store')
      const programId = isSlug(slug) ? await findProgramBySlug(kysely, slug) : undefined
      const program = programId === undefined ? undefined : await findProgram(kysely, programId)
      if (program === undefined) throw new ApiError('not_found', 'No program has this slug.')
      return {
        data: { name: program.name, brand: showProgramBrand(await findBrand(kysely, program.id)) },
      }
    },
  })
}
