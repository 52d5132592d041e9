import { limits } from '../platform/config.ts'
import type { Job } from '../platform/jobs.ts'
import { assignDueDays } from './assign-days.flow.ts'

export const ASSIGN_DAYS: Job = {
  name: 'assign_days',
  everyMs: limits.daysAssignedEveryMs,
  run: assignDueDays,
}
