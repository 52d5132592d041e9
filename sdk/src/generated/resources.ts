// Generated from the API by `npm run api-types`. Do not edit.

import type { List, ListOptions } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type * as Api from './types.ts'

/** Your account and its sessions. */
export interface Accounts {
  /** Change the password. Ends all other sessions and invalidates reset links. This session continues with a new token. */
  changePassword(input: Api.ChangePasswordInput, options?: CallOptions): Promise<Api.SignedIn>

  /** Sign out everywhere. */
  endAllSessions(input?: Record<string, never>, options?: CallOptions): Promise<Api.EndAllSessionsResponse>

  /** Retrieve your account. */
  get(input?: Record<string, never>, options?: CallOptions): Promise<Api.Account>

  /** Reset the password. Ends all of the account’s sessions. A reset link works once, within one hour. */
  resetPassword(input: Api.ResetPasswordInput, options?: CallOptions): Promise<Api.ResetPasswordResponse>

  /** Sign in. Sets the session cookie and returns the token. For accounts with two-factor authentication, it only sets a cookie for `/api/auth/two-factor/verify-totp`. */
  signIn(input: Api.SignInInput, options?: CallOptions): Promise<Api.SignInResponse>

  /** Retrieve the sign-in options. If `mailSending` is `off`, an operator creates password reset links with `affiliate reset-password`. */
  signInOptions(input?: Record<string, never>, options?: CallOptions): Promise<Api.SignInOptions>

  /** Sign out. */
  signOut(input?: Record<string, never>, options?: CallOptions): Promise<Api.SignOutResponse>

  /** Create an account. Returns the same response whether or not the email address already has an account. Sign in afterwards. If sign-up is closed, an invitation secret for this email is required. */
  signUp(input: Api.SignUpInput, options?: CallOptions): Promise<Api.SignUpResponse>

  /** Update your account. Changes your name, which your workspaces show wherever you did something. */
  update(input: Api.UpdateAccountInput, options?: CallOptions): Promise<Api.UpdateAccountResponse['data']>
}

/** A program’s API keys, for tracking requests. */
export interface ApiKeys {
  /** Create an API key. Sandboxes only have keys with mode `test`. They begin with `aff_test_sandbox_` and record live events in the sandbox. */
  create(input: Api.CreateApiKeyInput, options?: CallOptions): Promise<Api.NewApiKey>

  /** Delete an API key. Requests with the key return 401 without details. Retire a key instead to return a hint to rotate it. */
  delete(input: Api.DeleteApiKeyInput, options?: CallOptions): Promise<Api.DeleteApiKeyResponse['data']>

  /** List API keys. */
  list(input?: Api.ListApiKeysInput & ListOptions, options?: CallOptions): List<Api.ApiKey>

  /** Retire an API key. The key stops working now or at the given time. Retiring a retired key has no effect. */
  retire(input: Api.RetireApiKeyInput, options?: CallOptions): Promise<Api.ApiKey>
}

/** Applications to become a partner. */
export interface Applications {
  /** Approve an application. Creates a partner with a link, or approves the existing partner with this email. The decision can be changed later. */
  approve(input: Api.ApproveApplicationInput, options?: CallOptions): Promise<Api.ApplicationDetails>

  /** Approve applications. Approves the applications that haven’t changed since you reviewed them, in one transaction, and lists the others as skipped. Repeating the request changes nothing. */
  approveMany(input: Api.ApproveApplicationsInput, options?: CallOptions): Promise<Api.DecidedApplications>

  /** Retrieve an application with its history. */
  get(input: Api.ReadApplicationInput, options?: CallOptions): Promise<Api.ApplicationDetails>

  /** List applications. */
  list(input?: Api.ListApplicationsInput & ListOptions, options?: CallOptions): List<Api.Application>

  /** Reject an application. Also rejects the existing partner with this email. The decision can be changed later. */
  reject(input: Api.RejectApplicationInput, options?: CallOptions): Promise<Api.ApplicationDetails>

  /** Reject applications. Also rejects existing partners with these emails. Skips applications that have changed since you reviewed them. */
  rejectMany(input: Api.RejectApplicationsInput, options?: CallOptions): Promise<Api.DecidedApplications>

  /** Ask the applicant a question. Emails the applicant a link to reply. If email is off, share the returned link yourself. A newer question invalidates the link. Fails with 409 if the program has no join page, because the link needs one. */
  requestInfo(input: Api.RequestApplicationInfoInput, options?: CallOptions): Promise<Api.ApplicationInfoRequest>

  /** Select all matching applications. Returns the applications that match the filter, with their versions, so that you can approve or reject them in batches. */
  select(input?: Api.SelectApplicationsInput, options?: CallOptions): Promise<Api.ApplicationSelection>
}

/** A workspace’s audit log. */
export interface AuditLog {
  /** List audit log entries. Returns all changes made by users, management keys and commands, newest first, with one entry per changed record. `before` is `null` for created records, and `after` is `null` for deleted ones. For updates, both contain the changed values by column name. Secrets are shown as "hidden". */
  list(input: Api.ListAuditLogInput & ListOptions, options?: CallOptions): List<Api.AuditEntry>
}

/** Partner balances. */
export interface Balances {
  /** List partner balances. Returns one entry per partner with commissions, newest partner first, with a balance per currency. Open payouts count as owed until they are paid. `nextPayouts` explains why each next payout is waiting. */
  list(input?: Api.ListBalancesInput & ListOptions, options?: CallOptions): List<Api.PartnerBalance>
}

/** Program branding. */
export interface Brands {
  /** Retrieve the branding. */
  get(input?: Api.ReadBrandingInput, options?: CallOptions): Promise<Api.Brand>

  /** Delete the logo. */
  removeLogo(input?: Api.RemoveLogoInput, options?: CallOptions): Promise<Api.Brand>

  /** Set the logo. The type is detected from the content: PNG, JPEG or WebP. The logo has a public URL. */
  setLogo(input: Api.SetLogoInput, options?: CallOptions): Promise<Api.Brand>

  /** Update the branding. Sets the slug, the color and the reply-to address of emails. Omitted fields stay unchanged; `null` removes a value. Without a slug the program has no join page. */
  update(input?: Api.UpdateBrandingInput, options?: CallOptions): Promise<Api.Brand>
}

/** Metrics by partner, link, page, device or product. */
export interface Breakdowns {
  /** Export a breakdown as CSV. Contains every row of the breakdown in order, with the columns in `measures`. Amounts have one column per currency, in that currency’s unit. `From` and `To` are the days of the period; a comparison isn’t included. Text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
  export(input: Api.ExportBreakdownInput, options?: CallOptions): Promise<string>

  /** Read a breakdown. `meta.measures` lists the dimension’s columns. Other columns are 0. Partners and links are complete. Other dimensions count the newest clicks or sales (see `meta.coverage`). The highest value comes first unless `direction` is `asc`. Equal values are sorted by key. */
  get(input: Api.ReadBreakdownInput & ListOptions, options?: CallOptions): List<Api.BreakdownRow>
}

/** Partners’ claims about missing sales. */
export interface Claims {
  /** Approve a claim. The order becomes the partner’s sale, with a commission under the policies in force when the order was first received, regardless of the attribution window. The hold starts now. The order must be an unattributed payment, or a sale request that was rejected because it matched no customer or was too late. */
  approve(input: Api.ApproveClaimInput, options?: CallOptions): Promise<Api.Claim>

  /** Retrieve a claim. Includes the evidence: the order’s timeline, what was received for it, why it can’t be approved, and the partner’s clicks and customers in that period. */
  get(input: Api.ReadClaimInput, options?: CallOptions): Promise<Api.ClaimDetails>

  /** List claims. */
  list(input?: Api.ListClaimsInput & ListOptions, options?: CallOptions): List<Api.Claim>

  /** Preview the approval of a claim. Returns the commission that an approval with these parameters would create, or why it would fail. Changes nothing. */
  previewApproval(input: Api.PreviewClaimApprovalInput, options?: CallOptions): Promise<Api.ClaimApproval>

  /** Reject a claim. */
  reject(input: Api.RejectClaimInput, options?: CallOptions): Promise<Api.Claim>
}

/** Commission policies. */
export interface CommissionPolicies {
  /** End a commission policy. Later sales use the next policy that applies. A program’s default policy can’t be ended. */
  end(input: Api.EndCommissionPolicyInput, options?: CallOptions): Promise<Api.CommissionPolicy>

  /** List commission policies. */
  list(input?: Api.ListCommissionPoliciesInput & ListOptions, options?: CallOptions): List<Api.CommissionPolicy>

  /** Simulate a commission policy. Computes what each partner would have earned in the last `days` days if the default policy, or the policy of a product or group, had been different. Uses the same rules as real sales and refunds. All other policies apply as they were when each sale was received. Per-lead commissions are a program setting and aren’t included. Accepts the same fields as setting a policy, and changes nothing. */
  preview(input?: Api.PreviewCommissionPolicyInput, options?: CallOptions): Promise<Api.PolicyPreview>

  /** Set a commission policy. Creates the next version of a product’s policy, a group’s policy or the default policy. Existing commissions keep their version. A flat policy matches only sales in its currency. A sale uses the first policy that exists: the group’s policy for the product, the group’s default, the program’s policy for the product, then the program’s default. */
  set(input: Api.SetCommissionPolicyInput, options?: CallOptions): Promise<Api.CommissionPolicy>
}

/** Commissions and their review. */
export interface Commissions {
  /** Approve pending commissions. Changes all commissions or none. Fails with 409 if any of them is on hold as `possible_duplicate`; use `decidePossibleDuplicate` first. */
  approve(input: Api.ApproveCommissionsInput, options?: CallOptions): Promise<Api.ReviewedCommissions>

  /** List the changes to a commission. */
  changes(input: Api.ListCommissionChangesInput, options?: CallOptions): Promise<Api.ListCommissionChangesResponse['data']>

  /** Resolve a possible duplicate. `both_real` releases the commission: it is approved when its hold period ends. `duplicate` reverses it with its sale and fee. Idempotent, but the opposite decision returns 409. */
  decideDuplicate(input: Api.DecidePossibleDuplicateInput, options?: CallOptions): Promise<Api.DecidedDuplicate>

  /** Export commissions as CSV. Streams every commission matching the list filters, newest first. Text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
  export(input?: Api.ExportCommissionsInput, options?: CallOptions): Promise<string>

  /** Retrieve a commission. */
  get(input: Api.ReadCommissionInput, options?: CallOptions): Promise<Api.Commission>

  /** List commissions. */
  list(input?: Api.ListCommissionsInput & ListOptions, options?: CallOptions): List<Api.Commission>

  /** Mark commissions as paid. Marks all commissions or none. Creates one paid payout per partner and currency. */
  markPaid(input: Api.MarkCommissionsPaidInput, options?: CallOptions): Promise<Api.MarkCommissionsPaidResponse['data']>

  /** Retrieve a possible duplicate. */
  possibleDuplicate(input: Api.ReadPossibleDuplicateInput, options?: CallOptions): Promise<Api.PossibleDuplicate>

  /** Reject unpaid commissions. */
  reject(input: Api.RejectCommissionsInput, options?: CallOptions): Promise<Api.ReviewedCommissions>

  /** Select all matching commissions. Returns the commissions that match the filter, with their amounts, so you can review them in batches. */
  select(input?: Api.SelectCommissionsInput, options?: CallOptions): Promise<Api.CommissionSelection>

  /** Get commission totals by status and currency. Accepts the same filters as the list. Combinations without commissions are omitted. */
  sum(input?: Api.SumCommissionsInput, options?: CallOptions): Promise<Api.SumCommissionsResponse['data']>

  /** Withdraw your approval of commissions. Returns commissions that you approved to pending, all or none. Fails with 409 if any of them is paid or in a payout, was approved by someone else or automatically, was on hold, or has changed since. In a program with automatic approval, a commission is approved again once its hold period has ended. */
  withdrawApproval(input: Api.WithdrawCommissionApprovalInput, options?: CallOptions): Promise<Api.ReviewedCommissions>
}

/** Coupon codes, which attribute customers to partners without a click. */
export interface CouponCodes {
  /** Archive a coupon code. The code stops attributing customers and can be given to another partner. This can’t be undone. */
  archive(input: Api.ArchiveCouponCodeInput, options?: CallOptions): Promise<Api.CouponCode>

  /** Create a coupon code. From now on, a sale or server lead with this code can attribute its customer to the partner without a click. Create the discount itself in your shop or payment processor. */
  create(input: Api.CreateCouponCodeInput, options?: CallOptions): Promise<Api.CouponCode>

  /** Export coupon codes as CSV. Accepts the same filters as the list and streams all matching codes, newest first. The file can be imported again: existing and archived codes are skipped. Amounts are in minor units, such as `4900 USD; 2000 EUR`. */
  export(input?: Api.ExportCouponCodesInput, options?: CallOptions): Promise<string>

  /** Import coupon codes. Adds all the codes with the outcome `added` in the preview, in one transaction. If any outcome has changed, the request fails with 409 and nothing is changed. Other rows are skipped, so the same file can be imported again. */
  import(input: Api.ImportCouponCodesInput, options?: CallOptions): Promise<Api.CouponImport>

  /** List coupon codes. */
  list(input?: Api.ListCouponCodesInput & ListOptions, options?: CallOptions): List<Api.CouponCode>

  /** Preview a coupon code import. Returns the outcome of each row and changes nothing. If a code occurs twice, only its first row can be added, even if that row is invalid. */
  previewImport(input: Api.PreviewCouponCodeImportInput, options?: CallOptions): Promise<Api.CouponImportPreview>

  /** Report on coupon codes. Reports on orders with a code received in the period: how many arrived without a click from the code’s partner or shortly after another partner’s click, which of them are signs of a leaked code, how many are from new customers, and what each `couponPrecedence` would have paid. The simulation applies the rule and the policies of real orders to the facts stored with each decision. */
  report(input?: Api.ReadCouponReportInput, options?: CallOptions): Promise<Api.CouponReport>

  /** Update a coupon code. Omitted fields stay unchanged. Customers already attributed through the code stay with their partner. To change the code or its partner, archive it and create another. */
  update(input: Api.UpdateCouponCodeInput, options?: CallOptions): Promise<Api.CouponCode>
}

/** Customers referred by partners. */
export interface Customers {
  /** Retrieve a customer's archived click. Reads the click of a customer from its archive, which takes up to ten seconds. `unavailable` means that the archive is missing, altered or unreachable; the service log has the reason. */
  archivedClick(input: Api.ReadArchivedClickInput, options?: CallOptions): Promise<Api.ArchivedClick>

  /** Attribute a customer to a partner. Sales received from now on are attributed to the partner; earlier sales and commissions do not change. The attribution counts like a click made today: it starts the attribution window for the first sale, and the duration of a commission policy. No click or lead is counted. Reports count the customer without a link. The partner must be approved. */
  attribute(input: Api.AttributeCustomerInput, options?: CallOptions): Promise<Api.CustomerAttribution>

  /** Count customers by status. Accepts the same filters as the list. Statuses without customers are omitted. */
  count(input?: Api.CountCustomersInput, options?: CallOptions): Promise<Api.CountCustomersResponse['data']>

  /** Export customers as CSV. Accepts the same filters as the list and streams all matching rows, newest first. Text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
  export(input?: Api.ExportCustomersInput, options?: CallOptions): Promise<string>

  /** List customers. */
  list(input?: Api.ListCustomersInput & ListOptions, options?: CallOptions): List<Api.Customer>

  /** Preview attributing a customer to a partner. Returns the changes that the attribution would make. Writes nothing. */
  previewAttribution(input: Api.PreviewCustomerAttributionInput, options?: CallOptions): Promise<Api.CustomerAttribution>
}

/** Export and erasure of a person’s data. */
export interface DataSubjects {
  /** Erase a customer’s personal data. Send either customerKey or email. Sales, refunds, commissions and fees are kept under a random pseudonym, so amounts still add up. Everything else that identifies the customer is permanently deleted. */
  erase(input?: Api.EraseDataSubjectInput, options?: CallOptions): Promise<Api.ErasedDataSubject>

  /** Export a customer’s personal data. Send either customerKey or email. Returns 409 for more than 10000 rows of one kind; the command line has no such limit. */
  export(input?: Api.ExportDataSubjectInput, options?: CallOptions): Promise<Api.DataSubject>
}

/** Clicks, leads and sales. */
export interface Events {
  /** Explain an order. Takes exactly one of transactionId, saleId, customerKey, clickId and email. Returns the timeline in order and one conclusion from a fixed set of reasons (docs/explain.md), decided by the same rules as sales. Unknown identifiers return `nothing_received` and suggest what to check. */
  explain(input?: Api.ExplainInput, options?: CallOptions): Promise<Api.Explanation>

  /** Retrieve an event. Requires a dashboard session with the `tracking:list` permission on the program. */
  get(input: Api.ReadEventInput, options?: CallOptions): Promise<Api.EventDetails>

  /** List events. Requires a dashboard session with the `tracking:list` permission on the program. Returns 50 events per page by default. */
  list(input?: Api.ListEventsInput & ListOptions, options?: CallOptions): List<Api.TrackedEvent>
}

/** Processor events for review. */
export interface EventsForReview {
  /** List processor events for review. Each event has a reason. `state=open` returns only events that haven’t been resolved. */
  list(input?: Api.ListEventsForReviewInput & ListOptions, options?: CallOptions): List<Api.EventForReview>

  /** Resolve a processor event for review. Marks the event as resolved and changes nothing else. Idempotent. */
  resolve(input: Api.ResolveEventForReviewInput, options?: CallOptions): Promise<Api.EventForReview>
}

/** Status of the integration steps. */
export interface Integration {
  /** Report on sales without a click. Sales received in the period with and without a known click, and clicks with their leads, by capture method, browser and landing page. `comparison` is `below` if the share of clicks with a lead is significantly lower than for all other clicks (one-sided two-proportion test, p < 0.001), and `too_few` below 100 clicks or 5 expected leads. */
  captureReport(input?: Api.ReadCaptureReportInput, options?: CallOptions): Promise<Api.CaptureReport>

  /** Check the integration with synthetic events. Records a click, a server lead, a sale and its refund in test mode, and creates a test link. Production data is unchanged. Synthetic events don’t pass any gates in the readiness report. To pass the gates, open the test link, sign up and buy. */
  createSyntheticEvents(input?: Api.CreateSyntheticEventsInput, options?: CallOptions): Promise<Api.SyntheticEvents>

  /** Retrieve tracking request health. Requires a dashboard session or a management key with the `tracking:read` permission on the program. Counts whole days. A request is counted within seconds of its response. */
  health(input?: Api.ReadHealthInput, options?: CallOptions): Promise<Api.RequestHealthResponse>

  /** Retrieve an integration’s readiness report. Each of five gates is passed by a live or test event from the last 30 days. For a gate that isn’t passed, the report contains the reason and the next step. */
  readiness(input?: Api.ReadReadinessInput, options?: CallOptions): Promise<Api.Readiness>

  /** Read the integration status. Requires a session or a management key with the `tracking:read` permission on the program. */
  status(input?: Api.ReadStatusInput, options?: CallOptions): Promise<Api.IntegrationStatus>
}

/** Invitations to join a workspace. */
export interface Invitations {
  /** Accept an invitation. Send the invitation secret while signed in with the email address that was invited. Each invitation can be accepted once. */
  accept(input: Api.AcceptInvitationInput, options?: CallOptions): Promise<Api.AcceptInvitationResponse['data']>

  /** Cancel an invitation. */
  cancel(input: Api.CancelInvitationInput, options?: CallOptions): Promise<Api.CancelInvitationResponse['data']>

  /** List open invitations. */
  list(input: Api.ListInvitationsInput, options?: CallOptions): List<Api.Invitation>

  /** Show an invitation. Returns what accepting the invitation with this secret would do. Changes nothing. */
  preview(input: Api.PreviewInvitationInput, options?: CallOptions): Promise<Api.InvitationPreview>
}

/** Monthly invoices for the platform fee. */
export interface Invoices {
  /** Export invoice lines as CSV. */
  exportLines(input: Api.ExportInvoiceLinesInput, options?: CallOptions): Promise<string>

  /** Retrieve an invoice. */
  get(input: Api.ReadInvoiceInput, options?: CallOptions): Promise<Api.InvoiceDetails>

  /** Issue an invoice. Charges every platform fee up to the end of the month that has not been invoiced yet, and credits invoiced fees that were reversed. An issued invoice never changes. Fees in currencies other than USD need a rate. If a rate is more than three times the last one used, less than a third of it, or outside the installation’s expected range, the request fails with 409 until `confirmRates` includes the currency. */
  issue(input: Api.IssueInvoiceInput, options?: CallOptions): Promise<Api.InvoiceDetails>

  /** List invoice lines. */
  lines(input: Api.ListInvoiceLinesInput & ListOptions, options?: CallOptions): List<Api.InvoiceLine>

  /** List invoices. */
  list(input?: Api.ListInvoicesInput & ListOptions, options?: CallOptions): List<Api.Invoice>

  /** Preview an invoice. Returns the invoice as it would be issued now, and any missing or unusual exchange rates. Changes nothing. */
  preview(input: Api.PreviewInvoiceInput, options?: CallOptions): Promise<Api.InvoicePreview>

  /** Retrieve an invoice as a printable page. */
  print(input: Api.PrintInvoiceInput, options?: CallOptions): Promise<string>

  /** Void an invoice with a credit note. Returns a credit note that reverses every line. The invoice itself is unchanged, and its month can be invoiced again. Only the latest valid invoice can be voided. */
  void(input: Api.VoidInvoiceInput, options?: CallOptions): Promise<Api.InvoiceDetails>
}

/** A program’s join page. */
export interface JoinPages {
  /** Retrieve the join page settings. */
  get(input?: Api.ReadJoinPageInput, options?: CallOptions): Promise<Api.JoinPage>

  /** Preview a join page. Each user can run one preview at a time. A second request waits for the first, and a third returns `rate_limited`. */
  preview(input: Api.PreviewJoinPageInput, options?: CallOptions): Promise<Api.JoinPagePreview>

  /** Update the join page settings. `open`: applicants are approved automatically; `approval`: the team decides; `invitation`: only invited partners can join. The page is at `/join/` followed by the slug in the program’s branding. */
  update(input: Api.UpdateJoinPageInput, options?: CallOptions): Promise<Api.JoinPage>
}

/** Partner links. */
export interface Links {
  /** Activate a link. */
  activate(input: Api.ActivateLinkInput, options?: CallOptions): Promise<Api.Link>

  /** Create a link for a partner. */
  create(input: Api.CreateLinkInput, options?: CallOptions): Promise<Api.Link>

  /** Deactivate a link. */
  deactivate(input: Api.DeactivateLinkInput, options?: CallOptions): Promise<Api.Link>

  /** List links. */
  list(input?: Api.ListLinksInput & ListOptions, options?: CallOptions): List<Api.Link>
}

/** Emails and their delivery status. */
export interface Mails {
  /** List emails. Emails to members, partners, invitees and applicants, newest first. Account emails such as password resets are not included. */
  list(input: Api.ListMailsInput & ListOptions, options?: CallOptions): List<Api.Mail>

  /** Resend an email that failed or was withdrawn. Keeps the Message-ID and previous attempts. Emails with a sign-in or invitation link can’t be resent. Send a new invitation instead. */
  resend(input: Api.ResendMailInput, options?: CallOptions): Promise<Api.Mail>

  /** Retrieve email settings and previews. */
  settings(input: Api.ReadMailSettingsInput, options?: CallOptions): Promise<Api.MailSettings>
}

/** Management keys, for all other requests. */
export interface ManagementKeys {
  /** Create a management key. For scripts and services that use the management API without a user session. The key grants the listed permissions as long as the user who created it has them. The key stops working when it expires or is revoked, when its creator leaves or is suspended, or when its program is archived. `program:create`, `member:manage` and `audit:read` apply to the whole workspace, so keys limited to a program can’t have them. */
  create(input: Api.CreateManagementKeyInput, options?: CallOptions): Promise<Api.NewManagementKey>

  /** List management keys. Returns the workspace’s keys and its programs’ keys, including keys that no longer work, newest first. */
  list(input: Api.ListManagementKeysInput & ListOptions, options?: CallOptions): List<Api.ManagementKey>

  /** Revoke a management key. Requests with the key return 401 from now on. This can’t be undone. Revoking a revoked key has no effect. */
  revoke(input: Api.RevokeManagementKeyInput, options?: CallOptions): Promise<Api.ManagementKey>
}

/** Workspace members and their roles. */
export interface Members {
  /** Invite a member. The invitee becomes a member when they accept, whether or not they already have an account with this email. The secret is sent by email if mail is set up, and you can share it yourself. Replaces any earlier invitation to the same email. */
  invite(input: Api.InviteMemberInput, options?: CallOptions): Promise<Api.NewInvitation>

  /** List members. */
  list(input: Api.ListMembersInput, options?: CallOptions): List<Api.Member>

  /** Remove a member. */
  remove(input: Api.RemoveMemberInput, options?: CallOptions): Promise<Api.RemoveMemberResponse['data']>

  /** Update a member. Changes their role, or suspends or reactivates them. Suspended members lose all permissions in the workspace immediately. */
  update(input: Api.UpdateMemberInput, options?: CallOptions): Promise<Api.Member>
}

/** Partner groups, which can have their own commission policies. */
export interface PartnerGroups {
  /** Create a partner group. The group’s policies take precedence for its partners. */
  create(input: Api.CreatePartnerGroupInput, options?: CallOptions): Promise<Api.PartnerGroup>

  /** End a partner group. Its partners are removed and its policies end, so their next sales use the program’s policies. Existing commissions do not change. */
  end(input: Api.EndPartnerGroupInput, options?: CallOptions): Promise<Api.PartnerGroup>

  /** List partner groups. */
  list(input?: Api.ListPartnerGroupsInput & ListOptions, options?: CallOptions): List<Api.PartnerGroup>

  /** Rename a partner group. */
  rename(input: Api.RenamePartnerGroupInput, options?: CallOptions): Promise<Api.PartnerGroup>
}

/** Invitations to become a partner. */
export interface PartnerInvitations {
  /** Invite a partner. Creates a link to the join page that lets one person join immediately, in any mode. It is emailed if an email is given and the installation sends email. If the program has no slug, it gets one from its name. */
  create(input?: Api.InvitePartnerInput, options?: CallOptions): Promise<Api.PartnerInvitationResult>

  /** List partner invitations. */
  list(input?: Api.ListPartnerInvitationsInput & ListOptions, options?: CallOptions): List<Api.PartnerInvitation>

  /** Revoke a partner invitation. */
  revoke(input: Api.RevokePartnerInvitationInput, options?: CallOptions): Promise<Api.PartnerInvitation>
}

/** Notes on a partner, visible only to the team. */
export interface PartnerNotes {
  /** Create a note about a partner. Only visible to the team. */
  create(input: Api.CreatePartnerNoteInput, options?: CallOptions): Promise<Api.PartnerNote>

  /** Delete a note about a partner. This can’t be undone. Members can delete their own notes. Owners and admins can delete all notes. */
  delete(input: Api.DeletePartnerNoteInput, options?: CallOptions): Promise<Api.DeletePartnerNoteResponse['data']>

  /** List notes about a partner. Newest first. */
  list(input: Api.ListPartnerNotesInput & ListOptions, options?: CallOptions): List<Api.PartnerNote>

  /** Update a note about a partner. Members can edit their own notes. Owners and admins can edit all notes. */
  update(input: Api.UpdatePartnerNoteInput, options?: CallOptions): Promise<Api.PartnerNote>
}

/** Partners in a program. */
export interface Partners {
  /** Approve a partner. Clicks and sales count only for approved partners. The decision can be changed later, unless the partner has closed their account. */
  approve(input: Api.ApprovePartnerInput, options?: CallOptions): Promise<Api.Partner>

  /** Add a partner. Adds the partner to the program with a first link. Partners are identified by their email address, so a partner who is already in another program in the workspace is reused. */
  create(input: Api.AddPartnerInput, options?: CallOptions): Promise<Api.Partner>

  /** Create a URL to embed the portal. Returns a URL for the `src` of an iframe. Create one on your server for each page view. It can be used once, within 60 seconds. The session shows this partner in this program for 60 minutes. It can read everything and create links, but can’t change anything else. Only the origins in the portal settings can embed it. If there are none, the request fails with 409. Requires `partner:manage`, and `billing:read` because it shows earnings and payouts. The session ends if its creator loses either permission. */
  createEmbedToken(input: Api.CreateEmbedTokenInput, options?: CallOptions): Promise<Api.DelegatedSession>

  /** Create a sign-in link for a partner. The link can be used once, within 15 minutes, and gives access only to this workspace’s programs. If the installation sends email, the request fails with 409, because partners can request a link themselves. */
  createSignInLink(input: Api.CreatePartnerSignInLinkInput, options?: CallOptions): Promise<Api.CopiedSignInLink>

  /** Retrieve a partner. */
  get(input: Api.ReadPartnerInput, options?: CallOptions): Promise<Api.Partner>

  /** Pause a partner’s payouts. The partner keeps earning, but payouts exclude them until you resume them. Call it again to change the reason. */
  hold(input: Api.HoldPartnerInput, options?: CallOptions): Promise<Api.Partner>

  /** View the portal as a partner. Returns a URL that opens this partner's portal for this program, read-only for 30 minutes. Any change returns a 403. The session ends if you lose the permissions, and is recorded in the audit log. Requires `partner:manage`, and `billing:read` because it shows earnings and payouts. */
  impersonate(input: Api.ImpersonatePartnerInput, options?: CallOptions): Promise<Api.DelegatedSession>

  /** Import partners. Adds every row marked `added` in the preview, each with a link, in one transaction. If an outcome has changed, the request fails with 409 and nothing is changed. Preview the file again. Other rows are skipped. A workspace sends at most 500 welcome emails a day. The response lists partners who don’t get one. */
  import(input: Api.ImportPartnersInput, options?: CallOptions): Promise<Api.PartnerImport>

  /** List partners with their links. */
  list(input?: Api.ListPartnersInput & ListOptions, options?: CallOptions): List<Api.Partner>

  /** List emails sent to a partner. Returns emails to the partner’s current address, newest first, until they are deleted. Account emails such as sign-in links are not included. */
  mails(input: Api.ListPartnerMailsInput & ListOptions, options?: CallOptions): List<Api.Mail>

  /** Read partner metrics. Returns one entry per requested ID, in that order. IDs without activity have zeros. */
  metrics(input: Api.ReadPartnerMetricsInput, options?: CallOptions): Promise<Api.ReadPartnerMetricsResponse>

  /** Preview a partner import. Returns the outcome of each row and changes nothing. If an email or code occurs twice, the first row wins. */
  previewImport(input: Api.PreviewPartnerImportInput, options?: CallOptions): Promise<Api.PartnerImportPreview>

  /** Reject a partner. Clicks and sales count only for approved partners. The decision can be changed later, unless the partner has closed their account. */
  reject(input: Api.RejectPartnerInput, options?: CallOptions): Promise<Api.Partner>

  /** Resume a partner’s payouts. */
  release(input: Api.ReleasePartnerInput, options?: CallOptions): Promise<Api.Partner>

  /** Remove a partner from their group. New sales use the program’s policies. */
  removeFromGroup(input: Api.RemovePartnerFromGroupInput, options?: CallOptions): Promise<Api.Partner>

  /** List partners with metrics. Sorted by newest partner unless `sort` is set. `direction` defaults to `desc`. Equal values are sorted by ID, so pages never skip or repeat a partner. A cursor keeps the order it was created with. */
  report(input?: Api.ListPartnerReportInput & ListOptions, options?: CallOptions): List<Api.PartnerReport>

  /** Add a partner to a group. New sales use the group’s policies. Existing commissions do not change. */
  setGroup(input: Api.SetPartnerGroupInput, options?: CallOptions): Promise<Api.Partner>

  /** Set a partner’s tags. Replaces all existing tags. Only visible to the team. */
  setTags(input: Api.SetPartnerTagsInput, options?: CallOptions): Promise<Api.Partner>

  /** List partner tags. Sorted by name. A program has at most 200 tags. Unused tags are deleted. */
  tags(input?: Api.ListPartnerTagsInput, options?: CallOptions): Promise<Api.ListPartnerTagsResponse['data']>
}

/** Partners’ payout details. */
export interface PayoutDetails {
  /** List a partner’s payout details, masked, newest first. */
  list(input: Api.ListPayoutDetailsInput, options?: CallOptions): Promise<Api.ListPayoutDetailsResponse['data']>

  /** Ask partners for payout details. Emails the partners who have no payout details, in their language, with a link to the page where they add them. Each partner receives at most one such email in 7 days. Returns 409 if the program doesn’t send email: email is off, or the program is a sandbox. */
  request(input: Api.RequestPayoutDetailsInput, options?: CallOptions): Promise<Api.RequestedPayoutDetails>

  /** Reveal a version of a partner’s payout details. Recorded in the audit log. */
  reveal(input: Api.RevealPayoutDetailsInput, options?: CallOptions): Promise<Api.RevealedPayoutDetails>
}

/** Payouts to partners. */
export interface Payouts {
  /** Cancel a payout. The next batch includes its commissions again. */
  cancel(input: Api.CancelPayoutInput, options?: CallOptions): Promise<Api.Payout>

  /** Create payouts. Creates one open payout per approved partner and currency for the full balance, including deductions. A partner gets no payout if the balance is not positive or is below `minimumCents` (by default, the program’s minimum), or if the partner is not approved, has payouts paused or lacks required payout details. `waiting` lists these balances and the reasons. */
  create(input?: Api.CreatePayoutsInput, options?: CallOptions): Promise<Api.PayoutBatch>

  /** Create a payment file. The file contains full account details, so each one is recorded in the audit log. It includes open payouts with usable details, in each payout’s version. Not available for sandbox programs. */
  createFile(input: Api.CreatePaymentFileInput, options?: CallOptions): Promise<Api.PaymentFileResult>

  /** Export payouts as CSV. Accepts the same filters as the list. The file can be filled in and imported again. Sandbox files start with a `sandbox` column and can only be imported into a sandbox. */
  export(input?: Api.ExportPayoutsInput, options?: CallOptions): Promise<string>

  /** Retrieve a payout. */
  get(input: Api.ReadPayoutInput, options?: CallOptions): Promise<Api.Payout>

  /** Mark payouts as paid from a CSV file. Send the exported file with `paid` in the `status` column and an optional `reference`. Accepts any format that spreadsheets save: commas, semicolons or tabs, in UTF-8 or UTF-16. All rows are checked first. If a row is invalid, the request fails with 400 and the row’s `line` and `field`, and nothing is changed. */
  import(input: Api.ImportPayoutsInput, options?: CallOptions): Promise<Api.ImportPayoutsResponse['data']>

  /** List payout items. The items are fixed when the payout is created. Later refunds are deducted from the next payout. */
  items(input: Api.ListPayoutItemsInput & ListOptions, options?: CallOptions): List<Api.PayoutItem>

  /** List payouts. */
  list(input?: Api.ListPayoutsInput & ListOptions, options?: CallOptions): List<Api.Payout>

  /** Mark payouts as paid. Marks all payouts or none. Payouts that are already paid don’t change. Fails with 409 if a payout is canceled, or if its partner is not approved or has payouts paused. `payouts` then lists each one’s `payoutId`, `reason` (`canceled` or the blocker), `currency` and `amountCents`. */
  markPaid(input: Api.MarkPayoutsPaidInput, options?: CallOptions): Promise<Api.MarkedPayouts>

  /** List batches with open payouts. Returns the newest 100 batches, newest first, with one entry per currency. Each payment file pays one entry. */
  openBatches(input?: Api.ListOpenPayoutBatchesInput, options?: CallOptions): Promise<Api.ListOpenPayoutBatchesResponse['data']>

  /** Mark a payout as paid. Fails with 409 and the `reason`, `currency` and `amountCents` if the partner is not approved or their payouts are paused. */
  pay(input: Api.PayPayoutInput, options?: CallOptions): Promise<Api.Payout>

  /** Preview payouts. Returns the payouts that would be created now, and the balances that would be excluded. Changes nothing. */
  preview(input?: Api.PreviewPayoutsInput, options?: CallOptions): Promise<Api.PayoutBatchPreview>

  /** Preview a payment file. Returns the payouts that the file would skip and the reasons, and the execution date for a SEPA file. */
  previewFile(input: Api.PreviewPaymentFileInput, options?: CallOptions): Promise<Api.PaymentFilePreview>

  /** Retrieve payout settings. */
  settings(input?: Api.ReadPayoutSettingsInput, options?: CallOptions): Promise<Api.PayoutSettings>

  /** Use the current payout details. Updates an open payout to the payout details that apply now. Payment files do this automatically. Returns 409 if the partner has no details that apply now. */
  updateDetails(input: Api.UpdatePayoutDetailsInput, options?: CallOptions): Promise<Api.Payout>

  /** Update payout settings. `debtor` is the account that SEPA files pay from. It is stored encrypted. With `payDay`, payouts are created automatically on that day of each month in the program’s time zone, starting with the next one. `null` stops the schedule. With `detailsRequired`, batches skip partners without payout details. Omitted fields keep their values. */
  updateSettings(input?: Api.UpdatePayoutSettingsInput, options?: CallOptions): Promise<Api.PayoutSettings>
}

/** Daily metrics for a program. */
export interface Performance {
  /** Read performance. Requires a dashboard session for an active member of the program, or a management key with `tracking:read`. Otherwise returns 403. */
  get(input?: Api.ReadPerformanceInput, options?: CallOptions): Promise<Api.Performance>
}

/** Partner portal settings, including allowed embedding sites. */
export interface PortalSettings {
  /** Retrieve the portal settings. */
  get(input?: Api.ReadPortalSettingsInput, options?: CallOptions): Promise<Api.PortalSettings>

  /** Update the portal settings. Omitted fields don’t change. `ownCouponCodes` lets partners create coupon codes within the given rules. With null, the default, they can’t. `language` is the default for the portal, the join page and emails to partners. Open frames keep working until they are reloaded or expire after an hour. */
  update(input?: Api.UpdatePortalSettingsInput, options?: CallOptions): Promise<Api.PortalSettings>
}

/** The connected payment processor. */
export interface Processor {
  /** Start connecting a processor account via OAuth. Redirect the browser to `url`. The processor redirects it back. The URL is valid for this user and program only. */
  authorize(input?: Api.AuthorizeProcessorInput, options?: CallOptions): Promise<Api.AuthorizeProcessorResponse['data']>

  /** List payment processors to connect. */
  available(input?: Api.ListProcessorsInput, options?: CallOptions): Promise<Api.ListProcessorsResponse['data']>

  /** Connect a processor account manually. First create a webhook endpoint at the processor with the `webhookUrl` and `webhookEventTypes` from this resource, then send its secret. Replaces the program’s previous account. */
  connect(input: Api.ConnectProcessorManuallyInput, options?: CallOptions): Promise<Api.ProcessorConnection>

  /** Disconnect the payment processor. Further events are rejected. Recorded events are kept. */
  disconnect(input?: Api.DisconnectProcessorInput, options?: CallOptions): Promise<Api.ProcessorConnection>

  /** List the newest payment processor events. Returns the newest 20 events since the account was connected. */
  events(input?: Api.ListProcessorEventsInput, options?: CallOptions): Promise<Api.ListProcessorEventsResponse['data']>

  /** Retrieve the payment processor connection. */
  get(input?: Api.ReadProcessorConnectionInput, options?: CallOptions): Promise<Api.ProcessorConnection>

  /** List problems with payment processor events. Returns missing event types, the commissions on hold because of them, and ignored metadata. */
  problems(input?: Api.ReadProcessorProblemsInput, options?: CallOptions): Promise<Api.ProcessorProblems>

  /** Remove the API key for reconciliation. Months are no longer compared. Earlier results are kept. */
  removeApiKey(input?: Api.RemoveProcessorApiKeyInput, options?: CallOptions): Promise<Api.ReconciliationSettings>

  /** Set the API key for reconciliation. The key is used to list the connected account’s payments and refunds. Create a read-only key (for Stripe, a restricted key). It replaces the previous key and is deleted when the account is disconnected. */
  setApiKey(input: Api.SetProcessorApiKeyInput, options?: CallOptions): Promise<Api.ReconciliationSettings>
}

/** Programs and their settings. */
export interface Programs {
  /** Advance a sandbox’s clock. All requests after the response use the new time, and commissions whose hold has ended are already approved. A clock can’t be set back. Returns 409 `not_a_sandbox` for other programs. */
  advanceClock(input: Api.AdvanceClockInput, options?: CallOptions): Promise<Api.AdvancedClock>

  /** Count waiting work. Counts the work that is waiting for a decision or payment, up to 100 each. A count is null if you lack the permission to read its list: `tracking:list` for applications, `billing:read` for money. Test events are never counted. */
  countWaitingWork(input?: Api.CountWaitingWorkInput, options?: CallOptions): Promise<Api.WaitingWork>

  /** Create a program. Omitted settings use the values of `GET /api/programs/defaults`, including a default commission policy of 20% for the customer’s lifetime. */
  create(input: Api.CreateProgramInput, options?: CallOptions): Promise<Api.Program>

  /** Retrieve the settings of new programs. Returns the settings that a new program starts with, so that you can review them before you create it. */
  defaults(input?: Record<string, never>, options?: CallOptions): Promise<Api.NewProgramDefaults>

  /** Retrieve a program. */
  get(input?: Api.ReadProgramInput, options?: CallOptions): Promise<Api.Program>

  /** List programs. Returns the programs of your workspaces. With a management key, returns the key’s program or its workspace’s programs. */
  list(input?: ListOptions, options?: CallOptions): List<Api.Program>

  /** Search a program. Returns at most 6 each of partners, customers, orders, clicks and coupon codes, exact matches first. Transaction IDs, customer keys, partner names and emails, link codes and coupon codes match by prefix. Sale IDs, payment IDs, click IDs, customer emails and the transaction IDs of rejected sales must be complete. Case-sensitive, except for partner names, emails and coupon codes. `mode` (default `live`) applies to orders and clicks. An order is a recorded sale, a payment of the connected processor without a sale (also requires `billing:read`), or a rejected sale request. */
  search(input: Api.SearchInput, options?: CallOptions): Promise<Api.SearchResults>

  /** Retrieve a program’s setup progress. Test events don’t count. The dashboard’s checklist shows these steps. */
  setup(input?: Api.ReadProgramSetupInput, options?: CallOptions): Promise<Api.ProgramSetup>

  /** Update a program. Omitted fields stay unchanged. A new `commissionBase` creates a new version of each policy in force; existing commissions stay unchanged. A new time zone recomputes all daily statistics. `perLeadCommission: null` ends the commission per lead, `siteUrl: null` removes the page, `redirectDomain: null` releases the domain, and `clickRetentionMonths: null` uses the installation’s setting. */
  update(input?: Api.UpdateProgramInput, options?: CallOptions): Promise<Api.Program>
}

/** Monthly comparisons with the payment processor. */
export interface Reconciliations {
  /** Close a reconciled month. The last run must have compared the whole month, and every open difference must have a note. If the run could not read some entries, a note is required. A closed month isn’t compared again. Idempotent. */
  close(input: Api.CloseReconciliationInput, options?: CallOptions): Promise<Api.Reconciliation>

  /** List open differences. Returns payments, refunds and disputes that aren’t recorded or have a different amount. */
  differences(input: Api.ListReconciliationDifferencesInput & ListOptions, options?: CallOptions): List<Api.ReconciliationDifference>

  /** Retrieve a reconciliation. */
  get(input: Api.ReadReconciliationInput, options?: CallOptions): Promise<Api.Reconciliation>

  /** List reconciliations. Returns the last 36 compared months, latest first. */
  list(input?: Api.ListReconciliationsInput, options?: CallOptions): Promise<Api.ListReconciliationsResponse['data']>

  /** Set a difference’s note. The note explains why the difference is accepted. Null removes it. If the difference changes, its note is removed. */
  note(input: Api.NoteReconciliationDifferenceInput, options?: CallOptions): Promise<Api.ReconciliationDifference>

  /** Record a difference. Reads the entry again from the processor. If it is missing, records it as its webhook event would. If it is a payment with a different amount, replaces the recorded amount, and updates the commission and fee of the sale that was created from it; see `remedy`. The entry counts once, even if the event arrives later or at the same time. Queues another comparison of the month. */
  record(input: Api.RecordReconciliationDifferenceInput, options?: CallOptions): Promise<Api.RecordedDifference>

  /** Reopen a closed month. The month can be compared again. Idempotent. */
  reopen(input: Api.ReopenReconciliationInput, options?: CallOptions): Promise<Api.Reconciliation>

  /** Retrieve the reconciliation settings. */
  settings(input?: Api.ReadReconciliationSettingsInput, options?: CallOptions): Promise<Api.ReconciliationSettings>

  /** Compare a month with the processor. Queues a run, which replaces the month’s previous result. Retrieve the reconciliation until its status is `done` or `failed`. If a run is in progress, nothing changes. */
  start(input: Api.StartReconciliationInput, options?: CallOptions): Promise<Api.Reconciliation>

  /** List entries without a partner. Returns payments that the last run found recorded without a partner, and refunds and disputes of unknown payments, each with its reason, newest first. The newest 10,000 of a month are kept; the reconciliation’s counts include all of them. */
  unattributed(input: Api.ListUnattributedEntriesInput & ListOptions, options?: CallOptions): List<Api.UnattributedEntry>
}

/** Tracking requests that were rejected, with reasons. */
export interface RejectedRequests {
  /** Export rejected tracking requests as CSV. Accepts the same filters as the list and streams all matching rows, newest first. Text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
  export(input?: Api.ExportRejectedRequestsInput, options?: CallOptions): Promise<string>

  /** List rejected tracking requests. Returns the newest requests. The number stored and the retention period are set per deployment. A rejected request appears within seconds of its response. */
  list(input?: Api.ListRejectedRequestsInput & ListOptions, options?: CallOptions): List<Api.RejectedRequest>
}

/** Sales, and manual refunds. */
export interface Sales {
  /** List sales. */
  list(input?: Api.ListSalesInput & ListOptions, options?: CallOptions): List<Api.Sale>

  /** Refund a sale. Records a refund that the customer has already received. No money is moved. `currency`, if sent, must be the sale’s currency. If your team or server has already reported a refund of the same amount for this sale, nothing is recorded and the response is 409, unless `isSeparate` is true. */
  refund(input: Api.RefundSaleInput, options?: CallOptions): Promise<Api.RefundSaleResponse['data']>

  /** Undo a refund entered by the team. For a refund that was entered by mistake, or that your server has reported under another ID. The sale, its commission, fee and statistics are recalculated from the remaining refunds. Amounts already paid or invoiced stay; the next payout and invoice contain the difference. Resolves the event for review about a possible duplicate. Idempotent. */
  undoRefund(input: Api.UndoRefundInput, options?: CallOptions): Promise<Api.UndoneRefund>
}

/** Service health. */
export interface Service {
  /** Check liveness. */
  health(input?: Record<string, never>, options?: CallOptions): Promise<Api.Health>

  /** Check readiness. */
  readiness(input?: Record<string, never>, options?: CallOptions): Promise<Api.Health>
}

/** Share links, which show a timeline for a day without an account. */
export interface ShareLinks {
  /** Create a share link. Takes exactly one of transactionId, customerKey, clickId and email. For 24 hours, anyone with the link can read this timeline without signing in. It is always up to date and hides emails, your team’s notes, and partners who weren’t involved in the decision. */
  create(input?: Api.ShareTimelineInput, options?: CallOptions): Promise<Api.NewShareLink>

  /** List share links. The program’s active share links, newest first, at most 100. */
  list(input?: Api.ListShareLinksInput, options?: CallOptions): Promise<Api.ListShareLinksResponse['data']>

  /** Revoke a share link. The link stops working immediately. */
  revoke(input: Api.RevokeShareLinkInput, options?: CallOptions): Promise<Api.RevokeShareLinkResponse['data']>
}

/** Two-factor authentication for your account. */
export interface TwoFactor {
  /** Turn off two-factor authentication. */
  disable(input: Api.DisableTwoFactorInput, options?: CallOptions): Promise<Api.DisableTwoFactorResponse>

  /** Set up two-factor authentication. Takes effect once the first code is verified with `/api/auth/two-factor/verify-totp`. */
  enable(input: Api.EnableTwoFactorInput, options?: CallOptions): Promise<Api.EnableTwoFactorResponse>

  /** Generate new recovery codes. */
  generateRecoveryCodes(input: Api.GenerateRecoveryCodesInput, options?: CallOptions): Promise<Api.GenerateRecoveryCodesResponse>

  /** Verify a code from an authenticator app. Completes a sign-in, using the cookie set by the sign-in. Within a session, the first code turns two-factor authentication on and ends all other sessions. The session continues with the token in `set-auth-token`. */
  verify(input: Api.VerifyTotpInput, options?: CallOptions): Promise<Api.SignedIn>

  /** Sign in with a recovery code. Each code can be used once. */
  verifyRecoveryCode(input: Api.VerifyRecoveryCodeInput, options?: CallOptions): Promise<Api.SignedIn>
}

/** Payments without a known partner. */
export interface UnattributedPayments {
  /** Attribute a payment to a customer. Creates a sale for that customer, credited to their partner under the current commission terms. The attribution window is ignored. A customer who has since been attributed to another partner is rejected; `details.customerId` is the current customer. Also applies refunds that arrived in the meantime. */
  attribute(input: Api.AttributePaymentInput, options?: CallOptions): Promise<Api.UnattributedPayment>

  /** Dismiss an unattributed payment. A dismissed payment can still be attributed. Idempotent. */
  dismiss(input: Api.DismissPaymentInput, options?: CallOptions): Promise<Api.UnattributedPayment>

  /** Retrieve an unattributed payment. */
  get(input: Api.ReadUnattributedPaymentInput, options?: CallOptions): Promise<Api.UnattributedPaymentDetails>

  /** List unattributed payments. Returns each payment with its current state. `state` selects open, dismissed or attributed payments. */
  list(input?: Api.ListUnattributedPaymentsInput & ListOptions, options?: CallOptions): List<Api.UnattributedPayment>
}

/** Receive webhook events on a development machine. */
export interface WebhookListeners {
  /** Stop listening. */
  end(input: Api.EndWebhookListenerInput, options?: CallOptions): Promise<Api.EndWebhookListenerResponse['data']>

  /** Retrieve a webhook listener. Also keeps the listener alive. You can only see your own listeners. */
  get(input: Api.ReadWebhookListenerInput, options?: CallOptions): Promise<Api.WebhookListener>

  /** Poll for webhook events. Acknowledges events and returns up to 20 unacknowledged ones, oldest first. Events are returned again until you acknowledge them. */
  poll(input: Api.PollWebhookEventsInput, options?: CallOptions): Promise<Api.WebhookListenedEvents['data']>

  /** Create a webhook listener. For development, when webhooks can’t reach your machine. Events from now on are stored until you poll them. A listener that is not polled for 5 minutes ends. */
  start(input?: Api.StartWebhookListenerInput, options?: CallOptions): Promise<Api.WebhookListener>
}

/** Webhooks and their deliveries. */
export interface Webhooks {
  /** Create a webhook. */
  create(input: Api.CreateWebhookInput, options?: CallOptions): Promise<Api.NewWebhook>

  /** Delete a webhook and its deliveries. */
  delete(input: Api.DeleteWebhookInput, options?: CallOptions): Promise<Api.DeleteWebhookResponse['data']>

  /** List webhook deliveries. Kept for 30 days. */
  deliveries(input: Api.ListWebhookDeliveriesInput & ListOptions, options?: CallOptions): List<Api.WebhookDelivery>

  /** List webhooks. */
  list(input?: Api.ListWebhooksInput & ListOptions, options?: CallOptions): List<Api.Webhook>

  /** Retry a webhook delivery. The delivery keeps its `webhook-id` and previous attempts. A delivery that is being sent is not changed. */
  redeliver(input: Api.RedeliverWebhookInput, options?: CallOptions): Promise<Api.WebhookDelivery>

  /** Rotate a webhook’s signing secret. The previous secret stays valid for `graceHours`. Any older secret stops working now. */
  rotateSecret(input: Api.RotateWebhookSecretInput, options?: CallOptions): Promise<Api.NewWebhook>

  /** Send a test event to a webhook. Sends `webhook.test` once, even if the webhook is disabled, and returns the result: see `state`, `lastStatus` and `lastError`. */
  test(input: Api.TestWebhookInput, options?: CallOptions): Promise<Api.WebhookDelivery>

  /** Update, enable or disable a webhook. While a webhook is disabled, no events are sent or stored for it. Deliveries that were already pending are sent when you enable it again. */
  update(input: Api.UpdateWebhookInput, options?: CallOptions): Promise<Api.Webhook>
}

/** Workspaces, which own programs. */
export interface Workspaces {
  /** Create a workspace. */
  create(input: Api.CreateWorkspaceInput, options?: CallOptions): Promise<Api.CreateWorkspaceResponse>

  /** Update a workspace. If `requiresTwoFactor` is set, requests by members without a second factor immediately fail with `two_factor_required`. You need a second factor yourself to require it. Not available to management keys. */
  update(input: Api.UpdateWorkspaceInput, options?: CallOptions): Promise<Api.UpdateWorkspaceResponse['data']>
}

export interface Resources {
  /** Your account and its sessions. */
  readonly accounts: Accounts
  /** A program’s API keys, for tracking requests. */
  readonly apiKeys: ApiKeys
  /** Applications to become a partner. */
  readonly applications: Applications
  /** A workspace’s audit log. */
  readonly auditLog: AuditLog
  /** Partner balances. */
  readonly balances: Balances
  /** Program branding. */
  readonly brands: Brands
  /** Metrics by partner, link, page, device or product. */
  readonly breakdowns: Breakdowns
  /** Partners’ claims about missing sales. */
  readonly claims: Claims
  /** Commission policies. */
  readonly commissionPolicies: CommissionPolicies
  /** Commissions and their review. */
  readonly commissions: Commissions
  /** Coupon codes, which attribute customers to partners without a click. */
  readonly couponCodes: CouponCodes
  /** Customers referred by partners. */
  readonly customers: Customers
  /** Export and erasure of a person’s data. */
  readonly dataSubjects: DataSubjects
  /** Clicks, leads and sales. */
  readonly events: Events
  /** Processor events for review. */
  readonly eventsForReview: EventsForReview
  /** Status of the integration steps. */
  readonly integration: Integration
  /** Invitations to join a workspace. */
  readonly invitations: Invitations
  /** Monthly invoices for the platform fee. */
  readonly invoices: Invoices
  /** A program’s join page. */
  readonly joinPages: JoinPages
  /** Partner links. */
  readonly links: Links
  /** Emails and their delivery status. */
  readonly mails: Mails
  /** Management keys, for all other requests. */
  readonly managementKeys: ManagementKeys
  /** Workspace members and their roles. */
  readonly members: Members
  /** Partner groups, which can have their own commission policies. */
  readonly partnerGroups: PartnerGroups
  /** Invitations to become a partner. */
  readonly partnerInvitations: PartnerInvitations
  /** Notes on a partner, visible only to the team. */
  readonly partnerNotes: PartnerNotes
  /** Partners in a program. */
  readonly partners: Partners
  /** Partners’ payout details. */
  readonly payoutDetails: PayoutDetails
  /** Payouts to partners. */
  readonly payouts: Payouts
  /** Daily metrics for a program. */
  readonly performance: Performance
  /** Partner portal settings, including allowed embedding sites. */
  readonly portalSettings: PortalSettings
  /** The connected payment processor. */
  readonly processor: Processor
  /** Programs and their settings. */
  readonly programs: Programs
  /** Monthly comparisons with the payment processor. */
  readonly reconciliations: Reconciliations
  /** Tracking requests that were rejected, with reasons. */
  readonly rejectedRequests: RejectedRequests
  /** Sales, and manual refunds. */
  readonly sales: Sales
  /** Service health. */
  readonly service: Service
  /** Share links, which show a timeline for a day without an account. */
  readonly shareLinks: ShareLinks
  /** Two-factor authentication for your account. */
  readonly twoFactor: TwoFactor
  /** Payments without a known partner. */
  readonly unattributedPayments: UnattributedPayments
  /** Receive webhook events on a development machine. */
  readonly webhookListeners: WebhookListeners
  /** Webhooks and their deliveries. */
  readonly webhooks: Webhooks
  /** Workspaces, which own programs. */
  readonly workspaces: Workspaces
}
