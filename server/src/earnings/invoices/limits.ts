/** Limits. Each name ends with its unit. */
export const invoiceLimits = {
  invoicePageRows: 5_000,
  invoiceLinesPrinted: 500,
} as const
