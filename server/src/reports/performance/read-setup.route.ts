import Type from 'typebox'
import { dataSchema } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { readSetupData } from './read-setup.sql.ts'
import { setupSteps } from './setup-steps.rule.ts'

const Step = (description: string) => Type.Enum(['complete', 'pending'], { type: 'string', description })

const ProgramSetup = namedObject('ProgramSetup', {
  steps: Type.Object({
    site: Step('Whether the program has a `siteUrl`.'),
    commission: Step(
      'Whether the default commission policy was saved at least once, further policies were added, or a sale was recorded.',
    ),
    click: Step(
      'Whether a click arrived from the tracker, even if it wasn’t counted, for example because of an unknown code or a bot.',
    ),
    partner: Step('Whether at least one partner is approved.'),
    sale: Step('Whether a sale was recorded.'),
  }),
})

/**
 * Registers `GET /api/programs/:programId/setup`, which returns a program's setup progress, derived from its records.
 */
export function registerReadSetup(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/setup',
    operationId: 'readProgramSetup',
    summary: 'Retrieve a program’s setup progress',
    description: 'Test events don’t count. The dashboard’s checklist shows these steps.',
    permission: 'tracking:read',
    response: dataSchema(ProgramSetup),
    handle: async ({ program }) => {
      const data = await readSetupData(deps.database.kysely, program.id)
      return { data: { steps: setupSteps({ siteUrl: program.site_url, ...data }) } }
    },
  })
}
