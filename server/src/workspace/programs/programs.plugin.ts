import type { App, ServiceDeps } from '../../core/http/service.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { programLimits } from './limits.ts'
import { registerManageApiKeys } from './manage-api-keys.route.ts'
import { registerManageCommissionPolicies } from './manage-commission-policies.route.ts'
import { registerManagePrograms } from './manage-programs.route.ts'

export function registerPrograms(app: App, service: ServiceDeps): void {
  registerManagePrograms(app, service)
  registerManageApiKeys(app, service)
  registerManageCommissionPolicies(app, service)
}

/** Returns the job that saves when keys were last used. They are also saved on shutdown. */
export function keyUsageJob(app: App, keyUses: readonly { save(): Promise<void> }[]): Job {
  const save = () => Promise.all(keyUses.map((uses) => uses.save()))
  app.addHook('onClose', async () => {
    await save().catch((error: unknown) => app.log.error({ err: error }, 'key uses were not saved'))
  })
  return { name: 'save_key_uses', everyMs: programLimits.keyUsesSavedMs, run: save }
}
