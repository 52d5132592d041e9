export const invoiceLimits = {
  invoicePageRows: 5_000,
  invoiceLinesPrinted: 500,
} as const
