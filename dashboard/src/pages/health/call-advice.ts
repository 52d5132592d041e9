import type { RequestOutcome } from '../../api/types.ts'

/** What it means that a call came to this, and what somebody can do about it. */
export const ADVICE: Record<RequestOutcome, string> = {
  counted: 'Each is a click of a partner.',
  settled: 'Each is a customer of a partner.',
  provisional: 'They count once your server, or a payment, confirms them.',
  with_commission: 'Each has earned its partner something.',
  no_policy:
    'Recorded without a commission: no commission policy is in the currency of the sale. Add one in the settings if partners should earn by it.',
  policy_ended: 'Recorded without a commission: the time for which the policy pays for a customer was over.',
  applied: 'The commission and the fee shrank with the sale.',
  repeat: 'It was recorded before and counts once. There is nothing to do.',
  duplicate:
    'The transaction was recorded before, so nothing is lost. Many of them say that your server tries again although it was told 409.',
  bot: 'Programs, not people. There is nothing to do.',
  unknown_link:
    'No link of this program has the code. The list shows which codes were used: correct them where they stand, or add the link under Partners.',
  inactive_link: 'The link is switched off. Activate it under Partners if it should count.',
  partner_not_approved: 'Approve the partner under Partners: clicks count from then on.',
  program_closed: 'The program is paused, archived or takes no new referrals. Its settings say which.',
  no_attribution:
    'Nothing in the call leads to a click or customer of a partner. Customers who came by themselves end here, and so do those whose customer key or click id is not the one that was sent before.',
  window_expired: 'The click was too long ago. The settings say how long the attribution window is.',
  unsupported_currency:
    'This installation does not take the currency of the sale. Whoever runs it sets CURRENCIES.',
  sale_not_found: 'No sale has this transaction id. Send the one that the sale was recorded with.',
  unauthorized:
    'The key is missing, wrong or retired. Compare the key of your server with those in the settings. Anybody can send such calls, so a few from strangers are no mistake of yours.',
  rejected: 'Something in the call is not as it must be. The list names the field of each.',
  failed:
    'The service could not record them and said so. Sent again they count once; whoever runs it finds the cause in its log.',
}
