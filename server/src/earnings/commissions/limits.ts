export const commissionLimits = {
  commissionsPerCall: 500,
  commissionChanges: 500,
  approvalBatchRows: 500,
  approvalEveryMs: 60_000,
} as const
