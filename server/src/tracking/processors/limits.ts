/** Limits of processors. Each name ends with its unit. */
export const processorLimits = {
  processorEventBytes: 1024 * 1024,
  processorEventLevels: 64,
  processorEventParts: 20_000,
  processorConnectMs: 15 * 60 * 1000,
  waitingRefundRows: 100,
  formerPrograms: 20,
  newestEventRows: 20,
  processorPurgeRows: 1_000,
  processorPurgeEveryMs: 60 * 60 * 1000,
} as const
