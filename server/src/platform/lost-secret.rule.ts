/** What an installation loses that goes on with another APP_SECRET than its data was made with. */
export const LOST_WITHOUT_SECRET =
  'everybody signs in again, second factors are set up anew, payout details and the accounts that programs pay from are entered anew, known e-mails and the orders of erased persons are not recognised any more, and webhooks need new secrets'
