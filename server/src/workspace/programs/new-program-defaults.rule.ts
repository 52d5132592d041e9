/**
 * Returns the settings that a new program starts with (D27, D28, D31).
 * @param platformFeeBps the installation's platform fee
 */
export function newProgramDefaults(platformFeeBps: number) {
  return {
    timeZone: 'UTC',
    leadAuthPolicy: 'server_verified',
    paymentTrackingMode: 'processor_connect',
    attributionWindowDays: 60,
    cookieWindowDays: 60,
    holdPeriodDays: 30,
    platformFeeBps,
    commissionApproval: 'automatic',
    commissionBase: 'amount',
    couponPrecedence: 'code',
    policy: { type: 'percent', rateBps: 2000, duration: 'lifetime' },
  } as const
}
