// Generated from /openapi.json by `npm run api-types`. Do not edit.

export interface paths {
    "/api/account": {
        /** Retrieve your account */
        get: operations["readAccount"];
        /** Update your account */
        patch: operations["updateAccount"];
    };
    "/api/auth/change-password": {
        /** Change the password */
        post: operations["changePassword"];
    };
    "/api/auth/organization/create": {
        /** Create a workspace */
        post: operations["createWorkspace"];
    };
    "/api/auth/reset-password": {
        /** Reset the password */
        post: operations["resetPassword"];
    };
    "/api/auth/revoke-sessions": {
        /** Sign out everywhere */
        post: operations["endAllSessions"];
    };
    "/api/auth/sign-in/email": {
        /** Sign in */
        post: operations["signIn"];
    };
    "/api/auth/sign-out": {
        /** Sign out */
        post: operations["signOut"];
    };
    "/api/auth/sign-up/email": {
        /** Create an account */
        post: operations["signUp"];
    };
    "/api/auth/two-factor/disable": {
        /** Turn off two-factor authentication */
        post: operations["disableTwoFactor"];
    };
    "/api/auth/two-factor/enable": {
        /** Set up two-factor authentication */
        post: operations["enableTwoFactor"];
    };
    "/api/auth/two-factor/generate-backup-codes": {
        /** Generate new recovery codes */
        post: operations["generateRecoveryCodes"];
    };
    "/api/auth/two-factor/verify-backup-code": {
        /** Sign in with a recovery code */
        post: operations["verifyRecoveryCode"];
    };
    "/api/auth/two-factor/verify-totp": {
        /** Verify a code from an authenticator app */
        post: operations["verifyTotp"];
    };
    "/api/invitations/accept": {
        /** Accept an invitation */
        post: operations["acceptInvitation"];
    };
    "/api/invitations/preview": {
        /** Show an invitation */
        post: operations["previewInvitation"];
    };
    "/api/partner/account": {
        /** Retrieve your account */
        get: operations["readPartnerAccount"];
        /** Update your account */
        patch: operations["updatePartnerAccount"];
    };
    "/api/partner/account/close": {
        /** Close your account */
        post: operations["closePartnerAccount"];
    };
    "/api/partner/account/closing": {
        /** Preview closing your account */
        get: operations["previewAccountClosing"];
    };
    "/api/partner/account/export": {
        /** Export your data */
        get: operations["exportPartnerAccount"];
    };
    "/api/partner/brands/{slug}": {
        /** Retrieve a program’s public branding */
        get: operations["readProgramBrand"];
    };
    "/api/partner/delegated-sessions": {
        /** Start a delegated session */
        post: operations["startDelegatedSession"];
    };
    "/api/partner/passkeys": {
        /** List your passkeys, newest first */
        get: operations["listPasskeys"];
        /** Register a passkey */
        post: operations["addPasskey"];
    };
    "/api/partner/passkeys/{passkeyId}": {
        /** Remove a passkey */
        delete: operations["removePasskey"];
        /** Rename a passkey */
        patch: operations["renamePasskey"];
    };
    "/api/partner/passkeys/options": {
        /** Start passkey registration */
        post: operations["startPasskeyRegistration"];
    };
    "/api/partner/programs": {
        /** List your programs */
        get: operations["listOwnPrograms"];
    };
    "/api/partner/programs/{programId}": {
        /** Retrieve one of your programs */
        get: operations["readOwnProgram"];
    };
    "/api/partner/programs/{programId}/balance": {
        /** Read your balances */
        get: operations["readOwnBalance"];
    };
    "/api/partner/programs/{programId}/claims": {
        /** List your claims */
        get: operations["listOwnClaims"];
        /** Create a claim */
        post: operations["createOwnClaim"];
    };
    "/api/partner/programs/{programId}/claims/{claimId}/withdraw": {
        /** Withdraw a claim */
        post: operations["withdrawOwnClaim"];
    };
    "/api/partner/programs/{programId}/coupon-codes": {
        /** List your coupon codes */
        get: operations["listOwnCouponCodes"];
        /** Create a coupon code */
        post: operations["createOwnCouponCode"];
    };
    "/api/partner/programs/{programId}/earnings": {
        /** List your earnings */
        get: operations["listOwnEarnings"];
    };
    "/api/partner/programs/{programId}/earnings-totals": {
        /** Get the totals of your earnings */
        get: operations["sumOwnEarnings"];
    };
    "/api/partner/programs/{programId}/earnings.csv": {
        /** Export your earnings as CSV */
        get: operations["exportOwnEarnings"];
    };
    "/api/partner/programs/{programId}/earnings/{commissionId}": {
        /** Retrieve an earning with its reasons */
        get: operations["readOwnEarning"];
    };
    "/api/partner/programs/{programId}/inquiries": {
        /** Create an inquiry */
        post: operations["createInquiry"];
    };
    "/api/partner/programs/{programId}/links": {
        /** List your links with metrics */
        get: operations["listOwnLinks"];
        /** Create a link */
        post: operations["createOwnLink"];
    };
    "/api/partner/programs/{programId}/mail-preferences": {
        /** Read your email preferences */
        get: operations["readMailPreferences"];
        /** Update your email preferences */
        put: operations["setMailPreferences"];
    };
    "/api/partner/programs/{programId}/overview": {
        /** Read your overview */
        get: operations["readOwnOverview"];
    };
    "/api/partner/programs/{programId}/payout-details": {
        /** List your payout details */
        get: operations["listOwnPayoutDetails"];
        /** Update your payout details */
        post: operations["setOwnPayoutDetails"];
    };
    "/api/partner/programs/{programId}/payout-details/payee": {
        /** Get the payee of your payout details */
        get: operations["getOwnPayee"];
    };
    "/api/partner/programs/{programId}/payout-details/withdraw": {
        /** Cancel a pending change */
        post: operations["withdrawOwnPayoutDetails"];
    };
    "/api/partner/programs/{programId}/payouts": {
        /** List your payouts */
        get: operations["listOwnPayouts"];
    };
    "/api/partner/programs/{programId}/payouts/{payoutId}/items": {
        /** List a payout’s commissions and deductions */
        get: operations["listOwnPayoutItems"];
    };
    "/api/partner/programs/{programId}/statement.csv": {
        /** Export a statement as CSV */
        get: operations["exportOwnStatement"];
    };
    "/api/partner/programs/{programId}/statement.html": {
        /** Print a statement */
        get: operations["printOwnStatement"];
    };
    "/api/partner/programs/{programId}/statements": {
        /** List your statements */
        get: operations["listOwnStatements"];
    };
    "/api/partner/programs/{programId}/sub-ids": {
        /** Count clicks, sales and earnings by sub-ID */
        get: operations["listOwnSubIds"];
    };
    "/api/partner/programs/{programId}/terms": {
        /** Read a program’s terms */
        get: operations["readOwnTerms"];
    };
    "/api/partner/programs/{programId}/terms.html": {
        /** Print a program’s terms */
        get: operations["printOwnTerms"];
    };
    "/api/partner/sessions": {
        /** List your sessions */
        get: operations["listPartnerSessions"];
        /** Sign out everywhere */
        delete: operations["endPartnerSessions"];
    };
    "/api/partner/sessions/{sessionId}": {
        /** End one of your sessions */
        delete: operations["endPartnerSession"];
    };
    "/api/partner/sign-in": {
        /** Sign in with a link */
        post: operations["signInPartner"];
    };
    "/api/partner/sign-in-links": {
        /** Request a sign-in link by email */
        post: operations["requestPartnerSignInLink"];
    };
    "/api/partner/sign-in-links/preview": {
        /** Preview a sign-in link without using it */
        post: operations["previewPartnerSignInLink"];
    };
    "/api/partner/sign-in/passkey": {
        /** Sign in with a passkey */
        post: operations["signInByPasskey"];
    };
    "/api/partner/sign-in/passkey-options": {
        /** Start passkey sign-in */
        post: operations["startPasskeySignIn"];
    };
    "/api/partner/sign-out": {
        /** Sign out */
        post: operations["signOutPartner"];
    };
    "/api/processor/{processor}/callback": {
        /** Complete connecting a processor account via OAuth */
        get: operations["finishProcessorAuthorization"];
    };
    "/api/programs": {
        /** List programs */
        get: operations["listPrograms"];
        /** Create a program */
        post: operations["createProgram"];
    };
    "/api/programs/{programId}": {
        /** Retrieve a program */
        get: operations["readProgram"];
        /** Update a program */
        patch: operations["updateProgram"];
    };
    "/api/programs/{programId}/api-keys": {
        /** List API keys */
        get: operations["listApiKeys"];
        /** Create an API key */
        post: operations["createApiKey"];
    };
    "/api/programs/{programId}/api-keys/{keyId}": {
        /** Delete an API key */
        delete: operations["deleteApiKey"];
    };
    "/api/programs/{programId}/api-keys/{keyId}/retire": {
        /** Retire an API key */
        post: operations["retireApiKey"];
    };
    "/api/programs/{programId}/applications": {
        /** List applications */
        get: operations["listApplications"];
    };
    "/api/programs/{programId}/applications/{applicationId}": {
        /** Retrieve an application with its history */
        get: operations["readApplication"];
    };
    "/api/programs/{programId}/applications/{applicationId}/approve": {
        /** Approve an application */
        post: operations["approveApplication"];
    };
    "/api/programs/{programId}/applications/{applicationId}/reject": {
        /** Reject an application */
        post: operations["rejectApplication"];
    };
    "/api/programs/{programId}/applications/{applicationId}/request-info": {
        /** Ask the applicant a question */
        post: operations["requestApplicationInfo"];
    };
    "/api/programs/{programId}/applications/approve": {
        /** Approve applications */
        post: operations["approveApplications"];
    };
    "/api/programs/{programId}/applications/reject": {
        /** Reject applications */
        post: operations["rejectApplications"];
    };
    "/api/programs/{programId}/applications/selection": {
        /** Select all matching applications */
        get: operations["selectApplications"];
    };
    "/api/programs/{programId}/balances": {
        /** List partner balances */
        get: operations["listBalances"];
    };
    "/api/programs/{programId}/branding": {
        /** Retrieve the branding */
        get: operations["readBranding"];
        /** Update the branding */
        patch: operations["updateBranding"];
    };
    "/api/programs/{programId}/capture-report": {
        /** Report on sales without a click */
        get: operations["readCaptureReport"];
    };
    "/api/programs/{programId}/claims": {
        /** List claims */
        get: operations["listClaims"];
    };
    "/api/programs/{programId}/claims/{claimId}": {
        /** Retrieve a claim */
        get: operations["readClaim"];
    };
    "/api/programs/{programId}/claims/{claimId}/approval": {
        /** Preview the approval of a claim */
        get: operations["previewClaimApproval"];
    };
    "/api/programs/{programId}/claims/{claimId}/approve": {
        /** Approve a claim */
        post: operations["approveClaim"];
    };
    "/api/programs/{programId}/claims/{claimId}/reject": {
        /** Reject a claim */
        post: operations["rejectClaim"];
    };
    "/api/programs/{programId}/clock": {
        /** Advance a sandbox’s clock */
        post: operations["advanceClock"];
    };
    "/api/programs/{programId}/commission-policies": {
        /** List commission policies */
        get: operations["listCommissionPolicies"];
        /** Set a commission policy */
        post: operations["setCommissionPolicy"];
    };
    "/api/programs/{programId}/commission-policies/{policyId}": {
        /** End a commission policy */
        delete: operations["endCommissionPolicy"];
    };
    "/api/programs/{programId}/commission-policies/preview": {
        /** Simulate a commission policy */
        post: operations["previewCommissionPolicy"];
    };
    "/api/programs/{programId}/commissions": {
        /** List commissions */
        get: operations["listCommissions"];
    };
    "/api/programs/{programId}/commissions.csv": {
        /** Export commissions as CSV */
        get: operations["exportCommissions"];
    };
    "/api/programs/{programId}/commissions/{commissionId}": {
        /** Retrieve a commission */
        get: operations["readCommission"];
    };
    "/api/programs/{programId}/commissions/{commissionId}/changes": {
        /** List the changes to a commission */
        get: operations["listCommissionChanges"];
    };
    "/api/programs/{programId}/commissions/{commissionId}/duplicate": {
        /** Retrieve a possible duplicate */
        get: operations["readPossibleDuplicate"];
        /** Resolve a possible duplicate */
        post: operations["decidePossibleDuplicate"];
    };
    "/api/programs/{programId}/commissions/approve": {
        /** Approve pending commissions */
        post: operations["approveCommissions"];
    };
    "/api/programs/{programId}/commissions/mark-paid": {
        /** Mark commissions as paid */
        post: operations["markCommissionsPaid"];
    };
    "/api/programs/{programId}/commissions/reject": {
        /** Reject unpaid commissions */
        post: operations["rejectCommissions"];
    };
    "/api/programs/{programId}/commissions/selection": {
        /** Select all matching commissions */
        get: operations["selectCommissions"];
    };
    "/api/programs/{programId}/commissions/sums": {
        /** Get commission totals by status and currency */
        get: operations["sumCommissions"];
    };
    "/api/programs/{programId}/commissions/withdraw-approval": {
        /** Withdraw your approval of commissions */
        post: operations["withdrawCommissionApproval"];
    };
    "/api/programs/{programId}/coupon-codes": {
        /** List coupon codes */
        get: operations["listCouponCodes"];
        /** Create a coupon code */
        post: operations["createCouponCode"];
    };
    "/api/programs/{programId}/coupon-codes.csv": {
        /** Export coupon codes as CSV */
        get: operations["exportCouponCodes"];
    };
    "/api/programs/{programId}/coupon-codes/{couponId}": {
        /** Update a coupon code */
        patch: operations["updateCouponCode"];
    };
    "/api/programs/{programId}/coupon-codes/{couponId}/archive": {
        /** Archive a coupon code */
        post: operations["archiveCouponCode"];
    };
    "/api/programs/{programId}/coupon-codes/import": {
        /** Import coupon codes */
        post: operations["importCouponCodes"];
    };
    "/api/programs/{programId}/coupon-codes/import/preview": {
        /** Preview a coupon code import */
        post: operations["previewCouponCodeImport"];
    };
    "/api/programs/{programId}/coupon-report": {
        /** Report on coupon codes */
        get: operations["readCouponReport"];
    };
    "/api/programs/{programId}/customers": {
        /** List customers */
        get: operations["listCustomers"];
    };
    "/api/programs/{programId}/customers.csv": {
        /** Export customers as CSV */
        get: operations["exportCustomers"];
    };
    "/api/programs/{programId}/customers/{customerId}/archived-click": {
        /** Retrieve a customer's archived click */
        get: operations["readArchivedClick"];
    };
    "/api/programs/{programId}/customers/attribute": {
        /** Attribute a customer to a partner */
        post: operations["attributeCustomer"];
    };
    "/api/programs/{programId}/customers/attribute/preview": {
        /** Preview attributing a customer to a partner */
        post: operations["previewCustomerAttribution"];
    };
    "/api/programs/{programId}/customers/sums": {
        /** Count customers by status */
        get: operations["countCustomers"];
    };
    "/api/programs/{programId}/data-subject": {
        /** Export a customer’s personal data */
        get: operations["exportDataSubject"];
    };
    "/api/programs/{programId}/data-subject/erase": {
        /** Erase a customer’s personal data */
        post: operations["eraseDataSubject"];
    };
    "/api/programs/{programId}/events-for-review": {
        /** List processor events for review */
        get: operations["listEventsForReview"];
    };
    "/api/programs/{programId}/events-for-review/{eventForReviewId}/resolve": {
        /** Resolve a processor event for review */
        post: operations["resolveEventForReview"];
    };
    "/api/programs/{programId}/explain": {
        /** Explain an order */
        get: operations["explain"];
    };
    "/api/programs/{programId}/invoices": {
        /** List invoices */
        get: operations["listInvoices"];
        /** Issue an invoice */
        post: operations["issueInvoice"];
    };
    "/api/programs/{programId}/invoices/{invoiceId}": {
        /** Retrieve an invoice */
        get: operations["readInvoice"];
    };
    "/api/programs/{programId}/invoices/{invoiceId}.html": {
        /** Retrieve an invoice as a printable page */
        get: operations["printInvoice"];
    };
    "/api/programs/{programId}/invoices/{invoiceId}/lines": {
        /** List invoice lines */
        get: operations["listInvoiceLines"];
    };
    "/api/programs/{programId}/invoices/{invoiceId}/lines.csv": {
        /** Export invoice lines as CSV */
        get: operations["exportInvoiceLines"];
    };
    "/api/programs/{programId}/invoices/{invoiceId}/void": {
        /** Void an invoice with a credit note */
        post: operations["voidInvoice"];
    };
    "/api/programs/{programId}/invoices/preview": {
        /** Preview an invoice */
        get: operations["previewInvoice"];
    };
    "/api/programs/{programId}/join-page": {
        /** Retrieve the join page settings */
        get: operations["readJoinPage"];
        /** Update the join page settings */
        put: operations["updateJoinPage"];
    };
    "/api/programs/{programId}/join-page/preview": {
        /** Preview a join page */
        post: operations["previewJoinPage"];
    };
    "/api/programs/{programId}/links": {
        /** List links */
        get: operations["listLinks"];
        /** Create a link for a partner */
        post: operations["createLink"];
    };
    "/api/programs/{programId}/links/{linkId}/activate": {
        /** Activate a link */
        post: operations["activateLink"];
    };
    "/api/programs/{programId}/links/{linkId}/deactivate": {
        /** Deactivate a link */
        post: operations["deactivateLink"];
    };
    "/api/programs/{programId}/logo": {
        /** Set the logo */
        put: operations["setLogo"];
        /** Delete the logo */
        delete: operations["removeLogo"];
    };
    "/api/programs/{programId}/partner-groups": {
        /** List partner groups */
        get: operations["listPartnerGroups"];
        /** Create a partner group */
        post: operations["createPartnerGroup"];
    };
    "/api/programs/{programId}/partner-groups/{groupId}": {
        /** End a partner group */
        delete: operations["endPartnerGroup"];
        /** Rename a partner group */
        patch: operations["renamePartnerGroup"];
    };
    "/api/programs/{programId}/partner-invitations": {
        /** List partner invitations */
        get: operations["listPartnerInvitations"];
        /** Invite a partner */
        post: operations["invitePartner"];
    };
    "/api/programs/{programId}/partner-invitations/{invitationId}/revoke": {
        /** Revoke a partner invitation */
        post: operations["revokePartnerInvitation"];
    };
    "/api/programs/{programId}/partner-metrics": {
        /** Read partner metrics */
        get: operations["readPartnerMetrics"];
    };
    "/api/programs/{programId}/partner-report": {
        /** List partners with metrics */
        get: operations["listPartnerReport"];
    };
    "/api/programs/{programId}/partner-tags": {
        /** List partner tags */
        get: operations["listPartnerTags"];
    };
    "/api/programs/{programId}/partners": {
        /** List partners with their links */
        get: operations["listPartners"];
        /** Add a partner */
        post: operations["addPartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}": {
        /** Retrieve a partner */
        get: operations["readPartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}/approve": {
        /** Approve a partner */
        post: operations["approvePartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}/embed-token": {
        /** Create a URL to embed the portal */
        post: operations["createEmbedToken"];
    };
    "/api/programs/{programId}/partners/{partnerId}/group": {
        /** Add a partner to a group */
        put: operations["setPartnerGroup"];
        /** Remove a partner from their group */
        delete: operations["removePartnerFromGroup"];
    };
    "/api/programs/{programId}/partners/{partnerId}/hold": {
        /** Pause a partner’s payouts */
        post: operations["holdPartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}/impersonate": {
        /** View the portal as a partner */
        post: operations["impersonatePartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}/mails": {
        /** List emails sent to a partner */
        get: operations["listPartnerMails"];
    };
    "/api/programs/{programId}/partners/{partnerId}/notes": {
        /** List notes about a partner */
        get: operations["listPartnerNotes"];
        /** Create a note about a partner */
        post: operations["createPartnerNote"];
    };
    "/api/programs/{programId}/partners/{partnerId}/notes/{noteId}": {
        /** Delete a note about a partner */
        delete: operations["deletePartnerNote"];
        /** Update a note about a partner */
        patch: operations["updatePartnerNote"];
    };
    "/api/programs/{programId}/partners/{partnerId}/payout-details": {
        /** List a partner’s payout details, masked, newest first */
        get: operations["listPayoutDetails"];
    };
    "/api/programs/{programId}/partners/{partnerId}/payout-details/reveal": {
        /** Reveal a version of a partner’s payout details */
        post: operations["revealPayoutDetails"];
    };
    "/api/programs/{programId}/partners/{partnerId}/reject": {
        /** Reject a partner */
        post: operations["rejectPartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}/release": {
        /** Resume a partner’s payouts */
        post: operations["releasePartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}/sign-in-link": {
        /** Create a sign-in link for a partner */
        post: operations["createPartnerSignInLink"];
    };
    "/api/programs/{programId}/partners/{partnerId}/tags": {
        /** Set a partner’s tags */
        put: operations["setPartnerTags"];
    };
    "/api/programs/{programId}/partners/import": {
        /** Import partners */
        post: operations["importPartners"];
    };
    "/api/programs/{programId}/partners/import/preview": {
        /** Preview a partner import */
        post: operations["previewPartnerImport"];
    };
    "/api/programs/{programId}/payout-batches/open": {
        /** List batches with open payouts */
        get: operations["listOpenPayoutBatches"];
    };
    "/api/programs/{programId}/payout-details/request": {
        /** Ask partners for payout details */
        post: operations["requestPayoutDetails"];
    };
    "/api/programs/{programId}/payout-files": {
        /** Preview a payment file */
        get: operations["previewPaymentFile"];
        /** Create a payment file */
        post: operations["createPaymentFile"];
    };
    "/api/programs/{programId}/payout-settings": {
        /** Retrieve payout settings */
        get: operations["readPayoutSettings"];
        /** Update payout settings */
        patch: operations["updatePayoutSettings"];
    };
    "/api/programs/{programId}/payouts": {
        /** List payouts */
        get: operations["listPayouts"];
        /** Create payouts */
        post: operations["createPayouts"];
    };
    "/api/programs/{programId}/payouts/{payoutId}": {
        /** Retrieve a payout */
        get: operations["readPayout"];
    };
    "/api/programs/{programId}/payouts/{payoutId}/cancel": {
        /** Cancel a payout */
        post: operations["cancelPayout"];
    };
    "/api/programs/{programId}/payouts/{payoutId}/items": {
        /** List payout items */
        get: operations["listPayoutItems"];
    };
    "/api/programs/{programId}/payouts/{payoutId}/pay": {
        /** Mark a payout as paid */
        post: operations["payPayout"];
    };
    "/api/programs/{programId}/payouts/{payoutId}/update-details": {
        /** Use the current payout details */
        post: operations["updatePayoutDetails"];
    };
    "/api/programs/{programId}/payouts/export.csv": {
        /** Export payouts as CSV */
        get: operations["exportPayouts"];
    };
    "/api/programs/{programId}/payouts/import": {
        /** Mark payouts as paid from a CSV file */
        post: operations["importPayouts"];
    };
    "/api/programs/{programId}/payouts/mark-paid": {
        /** Mark payouts as paid */
        post: operations["markPayoutsPaid"];
    };
    "/api/programs/{programId}/payouts/preview": {
        /** Preview payouts */
        get: operations["previewPayouts"];
    };
    "/api/programs/{programId}/portal-settings": {
        /** Retrieve the portal settings */
        get: operations["readPortalSettings"];
        /** Update the portal settings */
        patch: operations["updatePortalSettings"];
    };
    "/api/programs/{programId}/processor": {
        /** Retrieve the payment processor connection */
        get: operations["readProcessorConnection"];
        /** Connect a processor account manually */
        put: operations["connectProcessorManually"];
        /** Disconnect the payment processor */
        delete: operations["disconnectProcessor"];
    };
    "/api/programs/{programId}/processor/api-key": {
        /** Set the API key for reconciliation */
        put: operations["setProcessorApiKey"];
        /** Remove the API key for reconciliation */
        delete: operations["removeProcessorApiKey"];
    };
    "/api/programs/{programId}/processor/authorize": {
        /** Start connecting a processor account via OAuth */
        post: operations["authorizeProcessor"];
    };
    "/api/programs/{programId}/processor/events": {
        /** List the newest payment processor events */
        get: operations["listProcessorEvents"];
    };
    "/api/programs/{programId}/processor/problems": {
        /** List problems with payment processor events */
        get: operations["readProcessorProblems"];
    };
    "/api/programs/{programId}/processors": {
        /** List payment processors to connect */
        get: operations["listProcessors"];
    };
    "/api/programs/{programId}/readiness": {
        /** Retrieve an integration’s readiness report */
        get: operations["readReadiness"];
    };
    "/api/programs/{programId}/reconciliation-settings": {
        /** Retrieve the reconciliation settings */
        get: operations["readReconciliationSettings"];
    };
    "/api/programs/{programId}/reconciliations": {
        /** List reconciliations */
        get: operations["listReconciliations"];
        /** Compare a month with the processor */
        post: operations["startReconciliation"];
    };
    "/api/programs/{programId}/reconciliations/{reconciliationId}": {
        /** Retrieve a reconciliation */
        get: operations["readReconciliation"];
    };
    "/api/programs/{programId}/reconciliations/{reconciliationId}/close": {
        /** Close a reconciled month */
        post: operations["closeReconciliation"];
    };
    "/api/programs/{programId}/reconciliations/{reconciliationId}/differences": {
        /** List open differences */
        get: operations["listReconciliationDifferences"];
    };
    "/api/programs/{programId}/reconciliations/{reconciliationId}/differences/{differenceId}": {
        /** Set a difference’s note */
        patch: operations["noteReconciliationDifference"];
    };
    "/api/programs/{programId}/reconciliations/{reconciliationId}/differences/{differenceId}/record": {
        /** Record a difference */
        post: operations["recordReconciliationDifference"];
    };
    "/api/programs/{programId}/reconciliations/{reconciliationId}/reopen": {
        /** Reopen a closed month */
        post: operations["reopenReconciliation"];
    };
    "/api/programs/{programId}/reconciliations/{reconciliationId}/unattributed": {
        /** List entries without a partner */
        get: operations["listUnattributedEntries"];
    };
    "/api/programs/{programId}/rejected-requests": {
        /** List rejected tracking requests */
        get: operations["listRejectedRequests"];
    };
    "/api/programs/{programId}/rejected-requests.csv": {
        /** Export rejected tracking requests as CSV */
        get: operations["exportRejectedRequests"];
    };
    "/api/programs/{programId}/sales": {
        /** List sales */
        get: operations["listSales"];
    };
    "/api/programs/{programId}/sales/{saleId}/refunds": {
        /** Refund a sale */
        post: operations["refundSale"];
    };
    "/api/programs/{programId}/sales/{saleId}/refunds/{refundEventId}/undo": {
        /** Undo a refund entered by the team */
        post: operations["undoRefund"];
    };
    "/api/programs/{programId}/search": {
        /** Search a program */
        get: operations["search"];
    };
    "/api/programs/{programId}/setup": {
        /** Retrieve a program’s setup progress */
        get: operations["readProgramSetup"];
    };
    "/api/programs/{programId}/share-links": {
        /** List share links */
        get: operations["listShareLinks"];
        /** Create a share link */
        post: operations["shareTimeline"];
    };
    "/api/programs/{programId}/share-links/{linkId}": {
        /** Revoke a share link */
        delete: operations["revokeShareLink"];
    };
    "/api/programs/{programId}/synthetic-events": {
        /** Check the integration with synthetic events */
        post: operations["createSyntheticEvents"];
    };
    "/api/programs/{programId}/unattributed-payments": {
        /** List unattributed payments */
        get: operations["listUnattributedPayments"];
    };
    "/api/programs/{programId}/unattributed-payments/{paymentId}": {
        /** Retrieve an unattributed payment */
        get: operations["readUnattributedPayment"];
    };
    "/api/programs/{programId}/unattributed-payments/{paymentId}/attribute": {
        /** Attribute a payment to a customer */
        post: operations["attributePayment"];
    };
    "/api/programs/{programId}/unattributed-payments/{paymentId}/dismiss": {
        /** Dismiss an unattributed payment */
        post: operations["dismissPayment"];
    };
    "/api/programs/{programId}/waiting-work": {
        /** Count waiting work */
        get: operations["countWaitingWork"];
    };
    "/api/programs/{programId}/webhook-listeners": {
        /** Create a webhook listener */
        post: operations["startWebhookListener"];
    };
    "/api/programs/{programId}/webhook-listeners/{listenerId}": {
        /** Retrieve a webhook listener */
        get: operations["readWebhookListener"];
        /** Stop listening */
        delete: operations["endWebhookListener"];
    };
    "/api/programs/{programId}/webhook-listeners/{listenerId}/poll": {
        /** Poll for webhook events */
        post: operations["pollWebhookEvents"];
    };
    "/api/programs/{programId}/webhooks": {
        /** List webhooks */
        get: operations["listWebhooks"];
        /** Create a webhook */
        post: operations["createWebhook"];
    };
    "/api/programs/{programId}/webhooks/{webhookId}": {
        /** Delete a webhook and its deliveries */
        delete: operations["deleteWebhook"];
        /** Update, enable or disable a webhook */
        patch: operations["updateWebhook"];
    };
    "/api/programs/{programId}/webhooks/{webhookId}/deliveries": {
        /** List webhook deliveries */
        get: operations["listWebhookDeliveries"];
    };
    "/api/programs/{programId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        /** Retry a webhook delivery */
        post: operations["redeliverWebhook"];
    };
    "/api/programs/{programId}/webhooks/{webhookId}/rotate-secret": {
        /** Rotate a webhook’s signing secret */
        post: operations["rotateWebhookSecret"];
    };
    "/api/programs/{programId}/webhooks/{webhookId}/test": {
        /** Send a test event to a webhook */
        post: operations["testWebhook"];
    };
    "/api/programs/defaults": {
        /** Retrieve the settings of new programs */
        get: operations["readNewProgramDefaults"];
    };
    "/api/shared-timeline": {
        /** Read a shared timeline */
        get: operations["openSharedTimeline"];
    };
    "/api/sign-in-options": {
        /** Retrieve the sign-in options */
        get: operations["readSignInOptions"];
    };
    "/api/tracking/breakdown/{programId}": {
        /** Read a breakdown */
        get: operations["readBreakdown"];
    };
    "/api/tracking/breakdown/{programId}/file.csv": {
        /** Export a breakdown as CSV */
        get: operations["exportBreakdown"];
    };
    "/api/tracking/events/{programId}": {
        /** List events */
        get: operations["listEvents"];
    };
    "/api/tracking/events/{programId}/{type}/{eventId}": {
        /** Retrieve an event */
        get: operations["readEvent"];
    };
    "/api/tracking/health/{programId}": {
        /** Retrieve tracking request health */
        get: operations["readHealth"];
    };
    "/api/tracking/performance/{programId}": {
        /** Read performance */
        get: operations["readPerformance"];
    };
    "/api/tracking/status/{programId}": {
        /** Read the integration status */
        get: operations["readStatus"];
    };
    "/api/v1/track/click": {
        /** Record a click on a partner link */
        post: operations["trackClick"];
    };
    "/api/v1/track/lead": {
        /** Record a signup */
        post: operations["trackLead"];
    };
    "/api/v1/track/refund": {
        /** Refund a sale */
        post: operations["trackRefund"];
    };
    "/api/v1/track/sale": {
        /** Record a sale */
        post: operations["trackSale"];
    };
    "/api/v1/webhooks/{processor}": {
        /** Receive a payment processor event */
        post: operations["receiveProcessorEvent"];
    };
    "/api/workspaces/{workspaceId}": {
        /** Update a workspace */
        patch: operations["updateWorkspace"];
    };
    "/api/workspaces/{workspaceId}/audit": {
        /** List audit log entries */
        get: operations["listAuditLog"];
    };
    "/api/workspaces/{workspaceId}/invitations": {
        /** List open invitations */
        get: operations["listInvitations"];
    };
    "/api/workspaces/{workspaceId}/invitations/{invitationId}": {
        /** Cancel an invitation */
        delete: operations["cancelInvitation"];
    };
    "/api/workspaces/{workspaceId}/mail-settings": {
        /** Retrieve email settings and previews */
        get: operations["readMailSettings"];
    };
    "/api/workspaces/{workspaceId}/mails": {
        /** List emails */
        get: operations["listMails"];
    };
    "/api/workspaces/{workspaceId}/mails/{mailId}/resend": {
        /** Resend an email that failed or was withdrawn */
        post: operations["resendMail"];
    };
    "/api/workspaces/{workspaceId}/management-keys": {
        /** List management keys */
        get: operations["listManagementKeys"];
        /** Create a management key */
        post: operations["createManagementKey"];
    };
    "/api/workspaces/{workspaceId}/management-keys/{keyId}/revoke": {
        /** Revoke a management key */
        post: operations["revokeManagementKey"];
    };
    "/api/workspaces/{workspaceId}/members": {
        /** List members */
        get: operations["listMembers"];
        /** Invite a member */
        post: operations["inviteMember"];
    };
    "/api/workspaces/{workspaceId}/members/{memberId}": {
        /** Remove a member */
        delete: operations["removeMember"];
        /** Update a member */
        patch: operations["updateMember"];
    };
    "/healthz": {
        /** Check liveness */
        get: operations["health"];
    };
    "/metrics": {
        /** Retrieve Prometheus metrics */
        get: operations["metrics"];
    };
    "/readyz": {
        /** Check readiness */
        get: operations["readiness"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptInvitationBody: { invitation: string };
        AcceptInvitationResponse: { data: { workspaceId: string } };
        Account: {
            user: { email: string; hasTwoFactor: boolean; id: string; name: string };
            /** @description The workspaces in which the user is an active member. */
            workspaces: {
                id: string;
                /** @description Whether the workspace requires a second factor that the account lacks. Requests to the workspace fail until it is set up. */
                lacksTwoFactor: boolean;
                name: string;
                permissions: components["schemas"]["Permission"][];
                requiresTwoFactor: boolean;
                role: components["schemas"]["Role"];
            }[];
        };
        AccountClosureProgram: {
            balances: components["schemas"]["PortalBalance"][];
            name: string;
            obstacle: components["schemas"]["PayoutObstacle"] | null;
            programId: number;
        };
        AccountResponse: { data: components["schemas"]["Account"] };
        AddPartnerBody: {
            /** @default false */
            approved?: boolean;
            /** @description Letters, digits and `.` `_` `~` `-`, starting and ending with a letter or digit. Not `undefined`, `null`, `ref` or another placeholder. Unique across the installation, ignoring case. Generated if omitted. */
            code?: string;
            /** @description An email address. Stored in lower case, with its domain in ASCII (punycode). */
            email: string;
            /**
             * @description Whether to email an approved partner their link and how to sign in. A workspace sends at most 500 such emails a day, and sandboxes send none.
             * @default false
             */
            mail?: boolean;
            name: string;
        };
        AddPartnerResponse: {
            data: components["schemas"]["Partner"];
            /** @description Whether the welcome email was queued. */
            mailed: boolean;
        };
        AddPasskeyBody: {
            name?: string;
            passkey: {
                id: string;
                rawId: string;
                response: {
                    attestationObject: string;
                    clientDataJSON: string;
                    transports?: string[];
                } & { [key: string]: unknown };
                /** @constant */
                type: "public-key";
            } & { [key: string]: unknown };
        };
        AdvanceClockBody: {
            /** @description An ISO 8601 duration such as `P30D`, `P1M` or `PT12H`, at most 366 days at once and 1830 days ahead of real time in total. Days and months follow the program’s time zone. */
            advance: string;
        };
        AdvancedClock: {
            /** @description How many milliseconds this request moved the clock. */
            advancedMs: number;
            /** @description How many milliseconds the clock is ahead of real time. */
            aheadMs: number;
            /** @description Number of commissions that were approved because their hold ended. */
            approvedCommissions: number;
            /** @description False if more is due than one request handles. The rest follows within a minute. */
            isComplete: boolean;
            now: components["schemas"]["Instant"];
        };
        AdvancedClockResponse: { data: components["schemas"]["AdvancedClock"] };
        ApiKey: {
            createdAt: components["schemas"]["Instant"];
            id: number;
            lastUsedAt: components["schemas"]["Instant"] | null;
            /** @description Enough of the key to recognize it, but not to use it. */
            masked: string;
            mode: components["schemas"]["Mode"];
            retiredAt: components["schemas"]["Instant"] | null;
            /** @enum {string} */
            state: "active" | "retiring" | "retired";
        };
        ApiKeyPage: { data: components["schemas"]["ApiKey"][]; meta: components["schemas"]["PageMeta"] };
        ApiKeyResponse: { data: components["schemas"]["ApiKey"] };
        Application: {
            answers: components["schemas"]["ApplicationAnswer"][];
            changedAt: components["schemas"]["Instant"];
            createdAt: components["schemas"]["Instant"];
            email: string;
            id: number;
            /** @description Whether the applicant was invited. */
            isInvited: boolean;
            name: string;
            partnerId: number | null;
            status: components["schemas"]["ApplicationStatus"];
            termsVersion: number | null;
            /** @description Increases with each status change. Send it with a decision. */
            version: number;
            website: string | null;
        };
        ApplicationAnswer: {
            answer: string;
            /** @description The ID of the question. */
            id: string;
            /** @description The question’s text when it was answered. */
            question: string;
        };
        ApplicationDetails: {
            answers: components["schemas"]["ApplicationAnswer"][];
            changedAt: components["schemas"]["Instant"];
            createdAt: components["schemas"]["Instant"];
            email: string;
            id: number;
            /** @description Whether the applicant was invited. */
            isInvited: boolean;
            name: string;
            partnerId: number | null;
            status: components["schemas"]["ApplicationStatus"];
            steps: components["schemas"]["ApplicationStep"][];
            termsVersion: number | null;
            /** @description Increases with each status change. Send it with a decision. */
            version: number;
            website: string | null;
        };
        ApplicationDetailsResponse: { data: components["schemas"]["ApplicationDetails"] };
        ApplicationInfoRequest: { answerUrl: string | null; application: components["schemas"]["ApplicationDetails"] };
        ApplicationInfoRequestResponse: { data: components["schemas"]["ApplicationInfoRequest"] };
        ApplicationPage: { data: components["schemas"]["Application"][]; meta: components["schemas"]["PageMeta"] };
        ApplicationSelection: {
            /** @description Newest first, up to 5000. */
            applications: { id: number; status: components["schemas"]["ApplicationStatus"]; version: number }[];
            /** @description False if more applications match. */
            isComplete: boolean;
        };
        ApplicationSelectionResponse: { data: components["schemas"]["ApplicationSelection"] };
        /** @enum {string} */
        ApplicationStatus: "pending" | "info_requested" | "approved" | "rejected";
        ApplicationStep: {
            answers: components["schemas"]["ApplicationAnswer"][] | null;
            at: components["schemas"]["Instant"];
            by: string | null;
            kind: components["schemas"]["ApplicationStepKind"];
            message: string | null;
            step: number;
        };
        /** @enum {string} */
        ApplicationStepKind: "applied" | "applied_again" | "info_requested" | "answered" | "approved" | "rejected";
        ApproveApplicationBody: {
            /** @description The version that you reviewed. Fails with 409 if the application has changed since. */
            version: number;
        };
        ApproveApplicationsBody: {
            /** @description The applications, each with the version you reviewed. */
            applications: { id: number; version: number }[];
        };
        ApproveClaimBody: {
            /** @description A click on one of the partner’s links. The visitor becomes the customer. Alternative to `customerId`. */
            clickId?: string;
            /** @description The buyer, if the order identifies none. Must be one of the partner’s customers. */
            customerId?: number;
            message?: string | null;
            /** @description The product of a rejected sale. Rejected sales are stored without it. */
            productId?: string;
            /** @description The order, if the claim is only about a day. */
            transactionId?: string;
        };
        ApproveCommissionsBody: { commissionIds: number[]; reason?: string };
        ArchivedClick: {
            archive: string | null;
            click: {
                affiliateUrl: string | null;
                clickId: string;
                consent: string | null;
                language: string | null;
                pageTitle: string | null;
                pageUrl: string | null;
                referrerUrl: string | null;
                screenResolution: string | null;
                sessionId: string | null;
                timestamp: components["schemas"]["Instant"];
                timezone: string | null;
                userAgent: string | null;
                viewportSize: string | null;
            } | null;
            /** @enum {string} */
            status: "found" | "not_archived" | "unavailable";
        };
        ArchivedClickResponse: { data: components["schemas"]["ArchivedClick"] };
        AttributeCustomerBody: {
            /** @description An existing customer. Send it instead of `customerKey`. */
            customerId?: number;
            /** @description The `customer_key` of sales. An unknown key creates a customer without a click. */
            customerKey?: string;
            /** @description The partner to attribute the customer to. */
            partnerId: number;
            /** @description The reason. Shown to the team when sales are explained, not to partners. */
            reason: string;
        };
        /** @enum {string} */
        AttributedBy: "customer_key" | "click_id" | "email" | "processor_customer_id" | "manual" | "coupon_code";
        AttributePaymentBody: { customerId: number };
        /** @enum {string} */
        AttributionChange: "created" | "moved";
        /** @enum {string} */
        AuditAction: "workspace.create" | "workspace.update" | "member.update" | "member.remove" | "invitation.create" | "invitation.accept" | "invitation.cancel" | "program.create" | "program.update" | "program.advance_clock" | "branding.update" | "branding.set_logo" | "branding.remove_logo" | "join_page.update" | "api_key.create" | "api_key.retire" | "api_key.delete" | "management_key.create" | "management_key.revoke" | "commission_policy.set" | "commission_policy.end" | "partner.add" | "partner.import" | "partner.approve" | "partner.reject" | "application.approve" | "application.reject" | "application.request_info" | "partner_invitation.create" | "partner_invitation.revoke" | "partner.hold" | "partner.release" | "partner.set_group" | "partner.tag" | "customer.attribute" | "partner_note.create" | "partner_note.update" | "partner_note.delete" | "partner_group.create" | "partner_group.rename" | "partner_group.end" | "partner.sign_in_link" | "claim.approve" | "claim.reject" | "partner.close" | "partner.impersonate" | "partner.embed" | "portal_settings.update" | "coupon_code.create" | "coupon_code.update" | "coupon_code.archive" | "coupon_code.import" | "link.create" | "link.activate" | "link.deactivate" | "commission.approve" | "commission.withdraw_approval" | "commission.reject" | "commission.mark_paid" | "sale.refund" | "sale.undo_refund" | "commission.decide_duplicate" | "processor.connect" | "processor.disconnect" | "payment.attribute" | "payment.dismiss" | "processor_event.resolve" | "processor.set_api_key" | "processor.remove_api_key" | "reconciliation.record" | "reconciliation.note" | "reconciliation.close" | "reconciliation.reopen" | "payout.create" | "payout.pay" | "payout.cancel" | "payout.update_details" | "payout.import" | "payout.create_file" | "payout_settings.update" | "payout_details.set" | "payout_details.withdraw" | "payout_details.reveal" | "payout_details.request" | "invoice.issue" | "invoice.void" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate_secret" | "webhook.test" | "webhook.redeliver" | "webhook.listen" | "webhook.stop_listening" | "mail.resend" | "share_link.create" | "share_link.revoke" | "data_subject.erase" | "command.data_subject_erase" | "command.init" | "command.demo" | "command.simulate" | "command.stats_rebuild";
        /** @enum {string} */
        AuditActorKind: "user" | "key" | "partner" | "command";
        AuditedPolicy: {
            amountCents: number | null;
            currency: components["schemas"]["Currency"] | null;
            groupId: number | null;
            productId: string | null;
            rateBps: number | null;
            type: components["schemas"]["PolicyType"];
        };
        AuditEntry: {
            action: components["schemas"]["AuditAction"];
            actor: {
                email: string | null;
                keyId: number | null;
                kind: components["schemas"]["AuditActorKind"];
                name: string | null;
                userId: string | null;
            };
            after: { [key: string]: unknown } | null;
            at: components["schemas"]["Instant"];
            before: { [key: string]: unknown } | null;
            /** @description Increases with time within one database server. */
            id: number;
            programId: number | null;
            requestId: string | null;
            target: {
                id: string;
                name: string | null;
                policy: components["schemas"]["AuditedPolicy"] | null;
                type: components["schemas"]["AuditTarget"];
            };
        };
        AuditEntryPage: { data: components["schemas"]["AuditEntry"][]; meta: components["schemas"]["PageMeta"] };
        /** @enum {string} */
        AuditTarget: "workspace" | "member" | "invitation" | "program" | "api_key" | "management_key" | "commission_policy" | "partner" | "partner_group" | "partner_note" | "customer" | "coupon_code" | "link" | "commission" | "refund" | "payment" | "processor_account" | "processor_event" | "reconciliation" | "reconciliation_item" | "payout_batch" | "payout" | "payout_settings" | "payout_details" | "portal_settings" | "invoice" | "webhook" | "webhook_delivery" | "mail" | "share_link" | "brand" | "join_page" | "application" | "partner_invitation" | "claim" | "data_subject";
        AuthenticatedUser: { email: string; emailVerified: boolean; id: string; name: string };
        AuthorizeProcessorBody: {
            /** @default stripe */
            processor?: string;
        };
        AuthorizeProcessorResponse: { data: { url: string } };
        Brand: {
            /** @description Text on it is black or white, whichever has more contrast. */
            color: string;
            logoUrl: string | null;
            replyTo: string | null;
            slug: string | null;
            /** @description The color of text on `color`. */
            textColor: string;
        };
        BrandedProgram: { brand: components["schemas"]["ProgramBrand"]; name: string };
        BrandedProgramResponse: { data: components["schemas"]["BrandedProgram"] };
        BrandResponse: { data: components["schemas"]["Brand"] };
        BreakdownCoverage: {
            /** @description Archived clicks at the start of the period. Only their link is known. */
            archivedClicks: number;
            /** @description Whether the whole period is covered. If not, `since` is the start of the coverage. */
            isComplete: boolean;
            /** @enum {string} */
            of: "days" | "clicks" | "sales";
            /** @description Clicks whose value was not among the 5000 most frequent values of its day. */
            otherClicks: number;
            scanned: number | null;
            since: components["schemas"]["Instant"] | null;
        };
        BreakdownRow: {
            clicks: number;
            commissionByCurrency: components["schemas"]["CentsByCurrency"];
            conversions: number;
            key: string | null;
            leads: number;
            /** @description The partner’s name, the link’s code, or the value. Empty for events without a value. */
            name: string;
            previousClicks: number | null;
            previousSales: number | null;
            revenueByCurrency: components["schemas"]["CentsByCurrency"];
            sales: number;
        };
        CancelInvitationResponse: { data: { id: string } };
        CaptureReport: {
            /** @description Deleted clicks in the period. They aren’t included. */
            archivedClicks: number;
            /** @description The 30 browsers with the most clicks. */
            browsers: components["schemas"]["CaptureRow"][];
            /** @description `deleted_click`, `coupon_code` and `team` have no clicks. */
            captures: components["schemas"]["CaptureSum"][];
            from: components["schemas"]["Instant"];
            /** @description False if only the newest events of the period are included: at most 100000 clicks, 50000 sales and 20000 unattributed sales, or fewer if the database is slow. */
            isComplete: boolean;
            /** @description The 50 pages with the most clicks. */
            landingPages: components["schemas"]["CaptureRow"][];
            sales: {
                rejectedRequestsSince: components["schemas"]["Instant"];
                /** @description Payments from the connected processor that matched no customer. */
                unattributedPayments: number;
                /** @description Sales that your server sent and that matched no customer. Each `transaction_id` counts once. */
                unattributedRequests: number;
                withClick: number;
                /** @description Sales of customers attributed by a coupon code or by your team, without a known click. */
                withoutClick: number;
            };
            to: components["schemas"]["Instant"];
        };
        CaptureReportResponse: { data: components["schemas"]["CaptureReport"] };
        CaptureRow: {
            clicks: number;
            comparison: components["schemas"]["ShareComparison"];
            key: string | null;
            /** @description Clicks that led to a settled lead or a sale. */
            leads: number;
            salesWithClick: number;
            salesWithoutClick: number;
            /** @description Sales that your server sent and that matched no customer. */
            unattributedSales: number;
        };
        CaptureSum: {
            capture: components["schemas"]["SaleCapture"];
            clicks: number;
            comparison: components["schemas"]["ShareComparison"];
            /** @description Clicks that led to a settled lead or a sale. */
            leads: number;
            /** @description Customers’ first sales. */
            newCustomerSales: number;
            revenueByCurrency: components["schemas"]["CentsByCurrency"];
            sales: number;
        };
        /** @description Exact minor units, for each currency with a balance. */
        CentsByCurrency: { [key: string]: number };
        ChangePasswordBody: {
            currentPassword: string;
            /** @description 10 to 128 characters. Must not be the email address, part of it, or a common password. */
            newPassword: string;
        };
        Claim: {
            closedAt: components["schemas"]["Instant"] | null;
            commissionId: number | null;
            createdAt: components["schemas"]["Instant"];
            day: string | null;
            decidedBy: string | null;
            id: number;
            message: string | null;
            note: string | null;
            partnerId: number;
            partnerName: string;
            saleId: number | null;
            state: components["schemas"]["ClaimState"];
            transactionId: string | null;
        };
        ClaimApproval: {
            commission: components["schemas"]["ClaimedCommission"] | null;
            obstacle: components["schemas"]["ClaimObstacle"] | null;
        };
        ClaimApprovalResponse: { data: components["schemas"]["ClaimApproval"] };
        ClaimClick: { at: components["schemas"]["Instant"]; clickId: string; linkCode: string | null };
        ClaimCustomer: {
            clickedAt: components["schemas"]["Instant"];
            customerKey: string | null;
            id: number;
            sales: number;
            signupAt: components["schemas"]["Instant"] | null;
        };
        ClaimDetails: {
            /** @description The partner’s clicks within twice the attribution window before the order or the end of the day, newest first. At most 20. */
            clicks: components["schemas"]["ClaimClick"][];
            closedAt: components["schemas"]["Instant"] | null;
            commissionId: number | null;
            createdAt: components["schemas"]["Instant"];
            /** @description Customers of these clicks, newest first. At most 20. */
            customers: components["schemas"]["ClaimCustomer"][];
            day: string | null;
            decidedBy: string | null;
            explanation: components["schemas"]["Explanation"] | null;
            id: number;
            message: string | null;
            note: string | null;
            obstacle: components["schemas"]["ClaimObstacle"] | null;
            partnerId: number;
            partnerName: string;
            received: components["schemas"]["ReceivedOrder"] | null;
            saleId: number | null;
            state: components["schemas"]["ClaimState"];
            transactionId: string | null;
        };
        ClaimDetailsResponse: { data: components["schemas"]["ClaimDetails"] };
        ClaimedCommission: {
            /** @description The amount less refunds that were already received. */
            amountCents: number;
            currency: components["schemas"]["Currency"];
            holdUntil: components["schemas"]["Instant"];
        };
        /** @enum {string} */
        ClaimObstacle: "no_order_named" | "sale_not_received" | "payment_pending" | "belongs_to_another" | "has_commission" | "recorded_without_commission" | "unsupported_currency" | "invalid_amount" | "customer_unknown" | "partner_not_approved" | "no_commission";
        ClaimPage: { data: components["schemas"]["Claim"][]; meta: components["schemas"]["PageMeta"] };
        ClaimResponse: { data: components["schemas"]["Claim"] };
        /** @enum {string} */
        ClaimState: "open" | "approved" | "rejected" | "withdrawn";
        ClickBody: {
            /** @description At most 16 KiB. `test_mode: true, program_id` records a test click. */
            additional_data?: { [key: string]: unknown };
            /** @description Required. The absolute URL the visitor landed on, with ?aff=, ?ref= or ?via= in its query or hash. The values of aff are tried first, then ref, then via (at most 10), until one matches a link’s code, ignoring case and surrounding punctuation. If the URL also has the service_click_id of a click on one of these links, that link is used. URLs of any length are accepted; at most 2048 characters are stored, with link codes kept whole. */
            affiliate_url?: string;
            /** @description The visitor’s consent, in your own terms (`granted`) or as a TCF string. Stored with the click. At most 255 characters are stored. */
            consent?: string;
            /** @description Your own ID for this click. Use the same ID for each retry. Within 24 hours, the same event_id on the same link returns the same click_id and counts once. On another link, it is another click. */
            event_id?: string;
            /** @description The value of the service_click_id cookie, if any. At most 255 characters are stored. */
            existing_click_id?: string;
            /** @description At most 255 characters are stored. */
            language?: string;
            /** @description At most 512 characters are stored. */
            page_title?: string;
            /** @description At most 2048 characters are stored. */
            page_url?: string;
            /** @description Optional. If sent, the link must belong to this program. */
            program_id?: number;
            /** @description At most 2048 characters are stored. */
            referrer_url?: string;
            /** @description At most 255 characters are stored. */
            screen_resolution?: string;
            /** @description At most 255 characters are stored. */
            session_id?: string;
            /** @description At most 255 characters are stored. */
            timezone?: string;
            /** @description At most 512 characters are stored. */
            user_agent?: string;
            /** @description At most 255 characters are stored. */
            viewport_size?: string;
        };
        ClickEvent: {
            affiliateUrl: string | null;
            clickId: string;
            consent: string | null;
            /** @description Unique within its type. */
            id: number;
            isTest: boolean;
            language: string | null;
            pageTitle: string | null;
            pageUrl: string | null;
            partner: components["schemas"]["EventPartner"] | null;
            referrerUrl: string | null;
            screenResolution: string | null;
            sessionId: string | null;
            /**
             * Format: date-time
             * @description When the service received it.
             */
            timestamp: string;
            timezone: string | null;
            /** @constant */
            type: "click";
            userAgent: string | null;
            viewportSize: string | null;
        };
        ClosePartnerAccountBody: {
            /** @description Your email, as a confirmation. */
            email: string;
            /** @description Confirms that remaining balances are paid after the account is closed. */
            leavesBalance?: boolean;
        };
        ClosePartnerAccountResponse: { data: { closedAt: components["schemas"]["Instant"] } };
        CloseReconciliationBody: { note?: string };
        /**
         * @description `code_only`: the partner’s links got fewer clicks in the period than their codes got orders, so orders without a click are normal. `mostly_no_click`: the partner has links, but at least half of the orders (and at least 3) have no click, as if a coupon site published the code. Otherwise `none`.
         * @enum {string}
         */
        CodePattern: "none" | "code_only" | "mostly_no_click";
        Commission: {
            /** @description The original amount. */
            amountCents: number;
            approvedAt: components["schemas"]["Instant"] | null;
            baseCents: number | null;
            createdAt: components["schemas"]["Instant"];
            currency: components["schemas"]["Currency"];
            customerId: number;
            customerKey: string | null;
            duplicateOfSaleId: number | null;
            /** @description The reason the commission is held beyond `holdUntil`. `payment_link_missing`: no processor event links the invoice to a payment yet, so a refund could not be matched. That event or an approval releases the commission. `possible_duplicate`: another sale has the same payment (`duplicateOfSaleId`). Decide which one counts. */
            holdReason: components["schemas"]["HoldReason"] | null;
            holdUntil: components["schemas"]["Instant"];
            /** @description The `commission_id` in the tracking response. */
            id: number;
            kind: components["schemas"]["CommissionKind"];
            leadId: number | null;
            /** @description Amount paid out, less deductions by later payouts. */
            paidCents: number;
            partnerId: number;
            partnerName: string;
            policyId: number | null;
            rejectedAt: components["schemas"]["Instant"] | null;
            /** @description Amount reversed by refunds or a rejection. */
            reversedCents: number;
            saleAmountCents: number | null;
            saleId: number | null;
            saleRefundedCents: number | null;
            status: components["schemas"]["CommissionStatus"];
            transactionId: string | null;
        };
        /** @enum {string} */
        CommissionApproval: "automatic" | "review";
        CommissionChange: {
            /** @enum {string} */
            actor: "system" | "user" | "key" | "merchant" | "processor";
            actorName: string | null;
            changedAt: components["schemas"]["Instant"];
            /** @description The amount remaining before the change. */
            fromAmountCents: number;
            fromStatus: components["schemas"]["CommissionStatus"];
            id: number;
            reason: string;
            toAmountCents: number;
            toStatus: components["schemas"]["CommissionStatus"];
        };
        /** @enum {string} */
        CommissionKind: "sale" | "lead";
        CommissionPage: {
            data: components["schemas"]["Commission"][];
            meta: {
                /** @description True if more than 200 transactions or customers, or 20 partners, match the search. Then only the first ones, in order, are included. */
                isSearchCut?: boolean;
                /** @description Null on the last page. */
                nextCursor: string | null;
            };
        };
        CommissionPolicy: {
            amountCents: number | null;
            /**
             * @description What percentages are applied to: `amount` is `amount_cents` as sent, including tax; `amount_without_tax` is `amount_cents` less `tax_amount_cents`.
             * @enum {string}
             */
            commissionBase: "amount" | "amount_without_tax";
            createdAt: components["schemas"]["Instant"];
            currency: components["schemas"]["Currency"] | null;
            duration: components["schemas"]["PolicyDuration"];
            durationMonths: number | null;
            groupId: number | null;
            holdDays: number | null;
            id: number;
            productId: string | null;
            rateBps: number | null;
            supersededAt: components["schemas"]["Instant"] | null;
            type: components["schemas"]["PolicyType"];
            version: number;
        };
        CommissionPolicyPage: {
            data: components["schemas"]["CommissionPolicy"][];
            meta: components["schemas"]["PageMeta"];
        };
        CommissionPolicyResponse: { data: components["schemas"]["CommissionPolicy"] };
        CommissionResponse: { data: components["schemas"]["Commission"] };
        CommissionSelection: {
            /** @description Newest first, up to 5000. */
            commissions: {
                /** @description The original amount. */
                amountCents: number;
                currency: components["schemas"]["Currency"];
                /** @description The reason the commission is held beyond `holdUntil`. `payment_link_missing`: no processor event links the invoice to a payment yet, so a refund could not be matched. That event or an approval releases the commission. `possible_duplicate`: another sale has the same payment (`duplicateOfSaleId`). Decide which one counts. */
                holdReason: components["schemas"]["HoldReason"] | null;
                /** @description The `commission_id` in the tracking response. */
                id: number;
                /** @description Amount paid out, less deductions by later payouts. */
                paidCents: number;
                partnerId: number;
                /** @description Amount reversed by refunds or a rejection. */
                reversedCents: number;
                status: components["schemas"]["CommissionStatus"];
            }[];
            /** @description False if more commissions match. */
            isComplete: boolean;
        };
        CommissionSelectionResponse: { data: components["schemas"]["CommissionSelection"] };
        /** @enum {string} */
        CommissionStatus: "pending" | "approved" | "paid" | "reversed";
        CommissionSum: {
            amountCents: number;
            /** @description The number of commissions. */
            commissions: number;
            currency: components["schemas"]["Currency"];
            reversedCents: number;
            status: components["schemas"]["CommissionStatus"];
        };
        Conclusion: {
            facts: components["schemas"]["ConclusionFacts"];
            /** @description What happened, in one sentence, with times in the program’s time zone. */
            message: string;
            reason: components["schemas"]["ConclusionReason"];
            remedy: string | null;
            status: components["schemas"]["ConclusionStatus"];
        };
        ConclusionFacts: {
            amountCents?: number;
            /** @enum {string} */
            attributionSource?: "click" | "team" | "coupon_code";
            clickedAt?: components["schemas"]["Instant"];
            clickId?: string;
            commissionCents?: number;
            commissionId?: number;
            couponCode?: string;
            couponDecision?: components["schemas"]["CouponDecision"];
            /** @enum {string} */
            couponProblem?: "unknown_code" | "not_started" | "expired" | "used_up" | "partner_not_approved" | "program_closed";
            currencies?: string[];
            currency?: components["schemas"]["Currency"];
            customerId?: number;
            customerKey?: string;
            durationEndedAt?: components["schemas"]["Instant"];
            durationMonths?: number;
            firstSaleAt?: components["schemas"]["Instant"];
            /** @constant */
            hasDuplicateRefund?: true;
            holdReason?: components["schemas"]["HoldReason"];
            holdUntil?: components["schemas"]["Instant"];
            initialCents?: number;
            /** @constant */
            isClosedSince?: true;
            /** @enum {string} */
            leadReason?: "program_inactive" | "no_click" | "window_expired" | "click_partner_not_approved" | "customer_partner_not_approved" | "closed_to_new_referrals";
            linkCode?: string;
            otherClickedAt?: components["schemas"]["Instant"];
            otherPartner?: components["schemas"]["NamedReference"];
            otherProgram?: components["schemas"]["NamedReference"];
            paidAt?: components["schemas"]["Instant"];
            paidCents?: number;
            partner?: components["schemas"]["NamedReference"];
            partnerStatus?: components["schemas"]["PartnerStatus"];
            /** @enum {string} */
            paymentReason?: "no_customer" | "window_expired" | "unsupported_currency" | "partner_not_approved" | "program_inactive" | "closed_to_new_referrals";
            /** @enum {string} */
            payoutBlocker?: "partner_pending" | "partner_rejected" | "partner_held" | "details_missing";
            payoutHoldReason?: string;
            payoutId?: number;
            programStatus?: components["schemas"]["ProgramStatus"];
            query?: string;
            receivedAt?: components["schemas"]["Instant"];
            refundedCents?: number;
            rejectedReason?: string;
            rejectedRequest?: components["schemas"]["RejectedRequestItem"];
            saleId?: number;
            similar?: string;
            similarCoupon?: string;
            taxCents?: number;
            transactionId?: string;
            windowDays?: number;
            windowDaysNow?: number;
            windowEndedAt?: components["schemas"]["Instant"];
        };
        /** @enum {string} */
        ConclusionReason: "paid" | "refunded_after_payment" | "in_payout" | "awaiting_payout" | "awaiting_partner" | "on_hold" | "awaiting_review" | "refunded" | "disputed" | "duplicate_payment" | "commission_rejected" | "commission_ended" | "commission_first_sale_only" | "no_policy_for_currency" | "zero_commission" | "test_event" | "malformed_request" | "unsupported_currency" | "key_rejected" | "duplicate_transaction" | "request_rejected" | "would_count_if_resent" | "nothing_to_attribute" | "no_signup" | "customer_key_spelled_differently" | "lead_rejected" | "lead_already_settled" | "no_click_recorded" | "click_from_another_program" | "click_without_signup" | "later_click_won" | "earlier_click_kept_customer" | "unknown_link" | "inactive_link" | "bot_click" | "partner_not_approved" | "window_closed" | "program_not_active" | "program_closed" | "no_sale_yet" | "provisional_lead" | "payment_announced" | "payment_only_refunded" | "payment_not_attributed" | "payment_dismissed" | "spelled_differently" | "known_in_another_program" | "nothing_received";
        /** @enum {string} */
        ConclusionStatus: "paid" | "due" | "waiting" | "none";
        ConnectProcessorManuallyBody: {
            /**
             * @description Whether the secret belongs to a test account, for processors with separate test accounts. Its payments become test sales.
             * @default false
             */
            isTestMode?: boolean;
            /** @default stripe */
            processor?: string;
            /**
             * @description The account at the processor. Only for Stripe, whose events contain it.
             * @example acct_1a2b3c
             */
            processorAccountId?: string;
            /** @description The signing secret of the webhook endpoint. Stored encrypted and never shown. */
            webhookSecret: string;
        };
        CopiedSignInLink: {
            expiresAt: components["schemas"]["Instant"];
            /** @description The first person who opens it is signed in as the partner, for your programs only. Only returned here. */
            url: string;
        };
        CopiedSignInLinkResponse: { data: components["schemas"]["CopiedSignInLink"] };
        CountCustomersResponse: { data: { customers: number; status: components["schemas"]["CustomerStatus"] }[] };
        CountedLink: {
            clicks: number;
            /** @description The value of `?aff=` in the URLs that you share. */
            code: string;
            createdAt: components["schemas"]["Instant"];
            customers: number;
            earnedByCurrency: components["schemas"]["CentsByCurrency"];
            id: number;
            leads: number;
            sales: number;
            status: components["schemas"]["LinkStatus"];
        };
        CountTrend: {
            previous: number;
            /** @description Absolute percentage change, to one decimal place. Null if the previous value is 0 and the current one is not. */
            trend: number | null;
            trendDirection: "up" | "down" | "stable";
        };
        CouponCode: {
            /** @description As entered. Matched without regard to case and surrounding spaces. */
            code: string;
            commissionByCurrency: components["schemas"]["CentsByCurrency"];
            createdAt: components["schemas"]["Instant"];
            customerDiscount: string | null;
            endsAt: components["schemas"]["Instant"] | null;
            id: number;
            maxUses: number | null;
            partnerId: number;
            partnerName: string;
            revenueByCurrency: components["schemas"]["CentsByCurrency"];
            /** @description The number of live sales with the code, including sales attributed to other partners. `revenueByCurrency` is their amount less refunds, and `commissionByCurrency` is what the code’s partner earned on them. */
            sales: number;
            startsAt: components["schemas"]["Instant"] | null;
            status: components["schemas"]["CouponStatus"];
            /** @description The number of customers that the code has attributed. */
            uses: number;
        };
        CouponCodePage: { data: components["schemas"]["CouponCode"][]; meta: components["schemas"]["PageMeta"] };
        CouponCodeResponse: { data: components["schemas"]["CouponCode"] };
        CouponDecision: {
            code?: string;
            otherPartner?: components["schemas"]["NamedReference"];
            /** @description The code’s effect, or the reason it had none. */
            outcome: string;
            partner?: components["schemas"]["NamedReference"];
            precedence?: components["schemas"]["CouponPrecedence"];
            previousAt?: components["schemas"]["Instant"];
            /** @enum {string} */
            previousSource?: "click" | "team" | "coupon_code";
            previousWasValid?: boolean;
        };
        CouponImport: { sums: components["schemas"]["CouponImportSums"] };
        /** @enum {string} */
        CouponImportOutcome: "added" | "already_exists" | "duplicate_in_file" | "invalid" | "code_taken" | "unknown_partner" | "archived" | "over_limit";
        CouponImportPreview: {
            /** @description Send it with the import, which fails if the outcome has changed. */
            digest: string;
            /** @description Columns that were ignored. */
            ignoredColumns: string[];
            /** @description All rows in the file, in order. */
            rows: components["schemas"]["CouponImportRow"][];
            sums: components["schemas"]["CouponImportSums"];
        };
        CouponImportPreviewResponse: { data: components["schemas"]["CouponImportPreview"] };
        CouponImportResponse: { data: components["schemas"]["CouponImport"] };
        CouponImportRow: {
            code: string;
            field: string | null;
            /** @description The line number in the file. */
            line: number;
            outcome: components["schemas"]["CouponImportOutcome"];
            partnerEmail: string;
            reason: string | null;
        };
        CouponImportSums: {
            added: number;
            already_exists: number;
            archived: number;
            code_taken: number;
            duplicate_in_file: number;
            invalid: number;
            over_limit: number;
            unknown_partner: number;
        };
        CouponLeak: {
            amountCents: number;
            clickedAt: components["schemas"]["Instant"] | null;
            clickPartner: { id: number; name: string } | null;
            code: string;
            codePartner: { id: number; name: string };
            commissionCents: number;
            currency: components["schemas"]["Currency"];
            kind: components["schemas"]["CouponOrderKind"];
            /** @description The partner that the order was attributed to. */
            partner: { id: number; name: string };
            receivedAt: components["schemas"]["Instant"];
            /** @description Amount of the order that was refunded. */
            refundedCents: number;
            saleId: number;
            transactionId: string;
        };
        /** @enum {string} */
        CouponOrderKind: "own_click" | "no_click" | "other_click";
        /** @enum {string} */
        CouponPrecedence: "code" | "click" | "first_touch";
        CouponReport: {
            /** @description The 50 codes with the most orders. `revenueByCurrency` includes all orders with the code, less refunds; `commissionByCurrency` is what the code’s partner earned on them, less reversals. Orders attributed to another partner have no commission for the code’s partner. */
            codes: {
                code: string;
                commissionByCurrency: components["schemas"]["CentsByCurrency"];
                id: number;
                /** @description Customers’ first orders. */
                newCustomerOrders: number;
                /** @description Orders without a known click from the code’s partner, and without another partner’s click at most `minutes` before the order. Normal for partners who share only a code. */
                noClickOrders: number;
                orders: number;
                /** @description Orders with another partner’s click at most `minutes` before the order. A leak sign. */
                otherClickOrders: number;
                partner: { id: number; name: string };
                pattern: components["schemas"]["CodePattern"];
                revenueByCurrency: components["schemas"]["CentsByCurrency"];
            }[];
            from: components["schemas"]["Instant"];
            /** @description False if only the newest 20000 orders with codes are included. */
            isComplete: boolean;
            minutes: number;
            /** @description The newest 100 orders with a leak sign. */
            orders: components["schemas"]["CouponLeak"][];
            simulation: {
                /** @description False if the period has too many sales to simulate them all. */
                isComplete: boolean;
                precedence: components["schemas"]["CouponPrecedence"];
                rules: components["schemas"]["CouponRuleSimulation"][];
            };
            to: components["schemas"]["Instant"];
            totals: {
                /** @description The part of `noClickOrders` with codes that have the pattern `code_only`. */
                codeOnlyOrders: number;
                /** @description Commissions of all partners, less reversals. */
                commissionCents: number;
                currency: components["schemas"]["Currency"];
                /** @description What the codes’ partners earned on these orders, less reversals. Commissions of other partners aren’t included. */
                leakSignCommissionCents: number;
                /** @description Orders with a leak sign: `otherClickOrders`, and `noClickOrders` with codes that have the pattern `mostly_no_click`. */
                leakSignOrders: number;
                /** @description Revenue from these orders. */
                leakSignRevenueCents: number;
                /** @description Customers’ first orders. */
                newCustomerOrders: number;
                /** @description Orders without a known click from the code’s partner, and without another partner’s click at most `minutes` before the order. Normal for partners who share only a code. */
                noClickOrders: number;
                orders: number;
                /** @description Orders with another partner’s click at most `minutes` before the order. A leak sign. */
                otherClickOrders: number;
                /** @description Less refunds. */
                revenueCents: number;
            }[];
        };
        CouponReportResponse: { data: components["schemas"]["CouponReport"] };
        CouponRuleSimulation: {
            /** @description The sales that would belong to another partner, by pair of partners: the 20 pairs with the highest commissions. */
            moves: {
                currency: components["schemas"]["Currency"];
                /** @description What `from` has earned. */
                earnedCents: number;
                from: { id: number; name: string };
                sales: number;
                to: { id: number; name: string };
                /** @description What `to` would earn instead. */
                wouldEarnCents: number;
            }[];
            precedence: components["schemas"]["CouponPrecedence"];
            totals: {
                /** @description The part of `wouldEarnCents` for partners whose code would win. */
                byCodeCents: number;
                currency: components["schemas"]["Currency"];
                /** @description Actual commissions. */
                earnedCents: number;
                /** @description Sales that would belong to another partner. */
                movedSales: number;
                /** @description Sales where a code competed with a click or another code. */
                sales: number;
                /** @description Commissions under this rule. */
                wouldEarnCents: number;
            }[];
        };
        /** @enum {string} */
        CouponStatus: "active" | "archived";
        CreateApiKeyBody: { mode: components["schemas"]["Mode"] };
        CreateCouponCodeBody: {
            /** @description At most 64 letters, digits and symbols, without spaces. Unique among the program’s active codes, ignoring case. */
            code: string;
            customerDiscount?: string | null;
            endsAt?: string | null;
            maxUses?: number | null;
            /** @description The partner that the code attributes customers to. */
            partnerId: number;
            startsAt?: string | null;
        };
        CreateInquiryBody: {
            /** @description A past or current day in the program’s time zone: YYYY-MM-DD. */
            day?: string;
            /** @description Order ID from the shop, as shown to the customer. */
            transactionId?: string;
        };
        CreateLinkBody: {
            /** @description Letters, digits and `.` `_` `~` `-`, starting and ending with a letter or digit. Not `undefined`, `null`, `ref` or another placeholder. Unique across the installation, ignoring case. Generated if omitted. */
            code?: string;
            partnerId: number;
        };
        CreateManagementKeyBody: {
            /** @description When the key expires, in ISO 8601 with an offset. Omit it for a key that doesn’t expire. */
            expiresAt?: string;
            name: string;
            permissions: components["schemas"]["Permission"][];
            /** @description Omit it to create a key for all programs in the workspace. */
            programId?: number;
        };
        CreateOwnClaimBody: {
            /** @description A past or current day in the program’s time zone: YYYY-MM-DD. */
            day?: string;
            /** @description Why the sale should be credited to you. The program can see it. */
            note: string;
            /** @description Order ID from the shop, as shown to the customer. */
            transactionId?: string;
        };
        CreateOwnCouponCodeBody: { code: string };
        CreateOwnLinkBody: {
            /** @description Letters, digits and `.` `_` `~` `-`, starting and ending with a letter or digit. Not `undefined`, `null`, `ref` or another placeholder. Unique across the installation, ignoring case. Generated if omitted. */
            code?: string;
        };
        CreatePartnerGroupBody: {
            /** @description Unique in the program, ignoring case. */
            name: string;
        };
        CreatePartnerNoteBody: { text: string };
        CreatePaymentFileBody: {
            batchId: number;
            currency: components["schemas"]["Currency"];
            /** @description SEPA only: the requested execution date, such as `2026-03-31`, in the program’s time zone. Today or up to 90 days ahead. Defaults to the batch’s date, or today if that date is in the past. If it is a weekend or a TARGET holiday, the file uses the next TARGET business day; `execution` has both days and the reason. */
            executionDate?: string;
            format: components["schemas"]["PaymentFileFormat"];
            part?: number;
        };
        CreatePayoutsBody: {
            currency?: components["schemas"]["Currency"];
            /** @description Whether to exclude partners without payout details. Defaults to the program’s setting. */
            detailsRequired?: boolean;
            minimumCents?: number;
            /** @description Defaults to all partners with a balance. */
            partnerIds?: number[];
        };
        CreateProgramBody: {
            name: string;
            /** @description A sandbox has its own clock and test keys only, and is never invoiced. This can’t be changed after the program is created. */
            sandbox?: boolean;
            /** @description The page that partner links lead to. A link is this URL with `?aff=` and a code. */
            siteUrl?: string;
            /** @description An IANA name such as `Europe/Berlin`. It determines when the program’s days begin. */
            timeZone?: string;
            /** @description Optional with a management key, or if you are an active member of exactly one workspace. */
            workspaceId?: string;
        };
        CreateWebhookBody: { eventTypes: components["schemas"]["WebhookEventType"][]; url: string };
        CreateWorkspaceBody: { name: string; slug: string };
        CreateWorkspaceResponse: { id: string; name: string; slug: string };
        /** @enum {string} */
        CredentialField: "site" | "apiKey" | "apiSecret";
        CsvFile: string;
        Currency: string;
        Customer: {
            clickedAt: components["schemas"]["Instant"];
            createdAt: components["schemas"]["Instant"];
            customerKey: string | null;
            firstPurchaseAt: components["schemas"]["Instant"] | null;
            firstSaleAt: components["schemas"]["Instant"] | null;
            id: number;
            linkId: number | null;
            partnerId: number;
            partnerName: string;
            saleCount: number;
            signupAt: components["schemas"]["Instant"] | null;
            status: components["schemas"]["CustomerStatus"];
        };
        CustomerAttribution: {
            attributedAt: components["schemas"]["Instant"];
            change: components["schemas"]["AttributionChange"];
            /** @description Whether a signup reported later counts and earns a commission for the partner. False if a signup was already counted. */
            countsLead: boolean;
            customerId: number | null;
            customerKey: string | null;
            /**
             * Format: date-time
             * @description The end of the attribution window: the first sale must be received by then.
             */
            firstSaleUntil: string;
            partnerId: number;
            partnerName: string;
            previousCustomerId: number | null;
            previousPartnerId: number | null;
            previousPartnerName: string | null;
            /** @description Number of sales so far. They keep their partner and commissions. */
            previousSales: number;
        };
        CustomerAttributionResponse: { data: components["schemas"]["CustomerAttribution"] };
        CustomerPage: {
            data: components["schemas"]["Customer"][];
            meta: {
                /** @description True if more than 200 transactions or customers, or 20 partners, match the search. Then only the first ones, in order, are included. */
                isSearchCut?: boolean;
                /** @description Null on the last page. */
                nextCursor: string | null;
            };
        };
        /** @enum {string} */
        CustomerStatus: "provisional" | "lead" | "conversion";
        DataSubject: {
            counts: components["schemas"]["DataSubjectCounts"];
            /** @description The matching customer keys as stored. Leading and trailing spaces are ignored. */
            customerKeys: string[];
            exportedAt: components["schemas"]["Instant"];
            programId: number;
            query: {
                /** @description Customer key (your ID for the customer). */
                customerKey?: string;
                /** @description Matches every customer with this email. Not stored: only its keyed hash is compared. */
                email?: string;
            };
            rows: components["schemas"]["DataSubjectRows"];
        };
        DataSubjectCounts: {
            changes: number;
            charges: number;
            claims: number;
            clicks: number;
            commissionChanges: number;
            commissions: number;
            customers: number;
            deliveries: number;
            eventsForReview: number;
            leads: number;
            messages: number;
            paymentNames: number;
            payments: number;
            processorCustomers: number;
            processorRefunds: number;
            reconciliationItems: number;
            refunds: number;
            rejectedRequests: number;
            sales: number;
            testEvents: number;
        };
        DataSubjectResponse: { data: components["schemas"]["DataSubject"] };
        DataSubjectRows: {
            changes: { [key: string]: unknown }[];
            charges: { [key: string]: unknown }[];
            claims: { [key: string]: unknown }[];
            clicks: { [key: string]: unknown }[];
            commissionChanges: { [key: string]: unknown }[];
            commissions: { [key: string]: unknown }[];
            customers: { [key: string]: unknown }[];
            deliveries: { [key: string]: unknown }[];
            eventsForReview: { [key: string]: unknown }[];
            leads: { [key: string]: unknown }[];
            messages: { [key: string]: unknown }[];
            paymentNames: { [key: string]: unknown }[];
            payments: { [key: string]: unknown }[];
            processorCustomers: { [key: string]: unknown }[];
            processorRefunds: { [key: string]: unknown }[];
            reconciliationItems: { [key: string]: unknown }[];
            refunds: { [key: string]: unknown }[];
            rejectedRequests: { [key: string]: unknown }[];
            sales: { [key: string]: unknown }[];
            testEvents: { [key: string]: unknown }[];
        };
        DecidedApplications: {
            decided: number;
            /** @description Not decided: `changed` since the version you reviewed; `closed`: the applicant has closed their account; `not_found`. */
            skipped: { id: number; reason: components["schemas"]["SkippedApplicationReason"] }[];
            /** @description Already approved or rejected. */
            unchanged: number;
        };
        DecidedApplicationsResponse: { data: components["schemas"]["DecidedApplications"] };
        DecidedDuplicate: { decision: components["schemas"]["DuplicateDecision"]; isChanged: boolean };
        DecidedDuplicateResponse: { data: components["schemas"]["DecidedDuplicate"] };
        DecidePossibleDuplicateBody: { decision: components["schemas"]["DuplicateDecision"]; reason: string };
        DelegatedSession: {
            expiresAt: components["schemas"]["Instant"];
            /** @description Can be used once, until `urlEndsAt`, and is shown only once. The session lasts until `expiresAt`. */
            url: string;
            urlEndsAt: components["schemas"]["Instant"];
        };
        /** @enum {string} */
        DelegatedSessionKind: "view" | "embed";
        DelegatedSessionResponse: { data: components["schemas"]["DelegatedSession"] };
        DeleteApiKeyResponse: { data: { id: number } };
        DeletePartnerNoteResponse: { data: { id: number } };
        DeleteWebhookResponse: { data: { id: number } };
        /**
         * @description `record`: record what is missing. `replace_amount`: replace the recorded amount with the processor’s. The same request does both. `reported_sale`: your server reported the sale with its own amount; refund the difference if the processor’s amount is right, and add a note. `recorded_refund`: undo a refund that your team entered and record it again, or add a note.
         * @enum {string}
         */
        DifferenceRemedy: "record" | "replace_amount" | "reported_sale" | "recorded_refund";
        DisableTwoFactorBody: { password: string };
        DisableTwoFactorResponse: { status: boolean };
        /** @enum {string} */
        DuplicateDecision: "both_real" | "duplicate";
        EarningReason: {
            at: components["schemas"]["Instant"] | null;
            /** @enum {string} */
            step: "click" | "signup" | "sale" | "claim" | "policy" | "due" | "reversed" | "payout";
            /** @description One sentence, with times in the program’s time zone. */
            text: string;
        };
        /** @enum {string} */
        EarningState: "on_hold" | "awaiting_review" | "approved" | "paid" | "reversed";
        EnableTwoFactorBody: { password: string };
        EnableTwoFactorResponse: { backupCodes: string[]; totpURI: string };
        EndAllSessionsBody: Record<string, never>;
        EndAllSessionsResponse: { status: boolean };
        EndPartnerSessionResponse: {
            data: {
                /** @constant */
                ended: true;
            };
        };
        EndPartnerSessionsResponse: {
            data: {
                /** @description The number of ended sessions. */
                ended: number;
            };
        };
        EndWebhookListenerResponse: { data: { id: number } };
        EraseDataSubjectBody: {
            /** @description Customer key (your ID for the customer). */
            customerKey?: string;
            /** @description Matches every customer with this email. Not stored: only its keyed hash is compared. */
            email?: string;
        };
        ErasedDataSubject: {
            counts: components["schemas"]["DataSubjectCounts"];
            /** @description The matching customer keys as stored. Leading and trailing spaces are ignored. */
            customerKeys: string[];
            /** @description The random pseudonyms that replace the customer keys, one per key. They can’t be traced back. */
            pseudonyms: string[];
        };
        ErasedDataSubjectResponse: { data: components["schemas"]["ErasedDataSubject"] };
        EventCommission: {
            /** @description The amount remaining after refunds or a rejection. */
            amountCents: number;
            currency: components["schemas"]["Currency"];
            id: number;
            /** @description Amount reversed by refunds or a rejection. */
            reversedCents: number;
            status: components["schemas"]["CommissionStatus"];
        };
        EventCoupon: { code: string; partner: components["schemas"]["EventPartner"] | null };
        EventDetails: {
            /** @description The current setting. */
            attributionWindowDays: number;
            click: {
                affiliateUrl: string | null;
                clickId: string;
                /** @description False if the click was archived or deleted. Its URLs are then unknown. */
                isKept: boolean;
                linkCode: string | null;
                pageUrl: string | null;
                referrerUrl: string | null;
                timestamp: components["schemas"]["Instant"];
            } | null;
            commission: {
                /** @description The original amount. */
                amountCents: number;
                currency: components["schemas"]["Currency"];
                holdUntil: components["schemas"]["Instant"];
                id: number;
                /** @description Amount reversed by refunds or a rejection. */
                reversedCents: number;
                status: components["schemas"]["CommissionStatus"];
            } | null;
            /** @enum {string} */
            commissionReason: "test_event" | "click" | "provisional_lead" | "per_lead_commission" | "no_per_lead_commission" | "policy" | "past_duration" | "no_matching_policy";
            customer: {
                customerKey: string | null;
                firstSaleAt: components["schemas"]["Instant"] | null;
                id: number;
                saleCount: number;
                signupAt: components["schemas"]["Instant"] | null;
                status: components["schemas"]["CustomerStatus"];
            } | null;
            event: components["schemas"]["TrackedEvent"];
            /** @description The attribution window only applies to the first sale. */
            isFirstSale: boolean;
            partner: { email: string; id: number; name: string; status: components["schemas"]["PartnerStatus"] } | null;
            platformFee: {
                amountCents: number;
                currency: components["schemas"]["Currency"];
                rateBps: number;
                reversedCents: number;
            } | null;
            policy: {
                amountCents: number | null;
                baseCents: number | null;
                /**
                 * @description What percentages are applied to: `amount` is `amount_cents` as sent, including tax; `amount_without_tax` is `amount_cents` less `tax_amount_cents`.
                 * @enum {string}
                 */
                commissionBase: "amount" | "amount_without_tax";
                currency: components["schemas"]["Currency"] | null;
                duration: components["schemas"]["PolicyDuration"];
                durationMonths: number | null;
                groupId: number | null;
                id: number;
                productId: string | null;
                rateBps: number | null;
                type: components["schemas"]["PolicyType"];
                version: number;
            } | null;
            /** @description The sale’s refunds and disputes, oldest first. */
            refunds: {
                /** @description The reported amount. */
                amountCents: number;
                /** @description The counted amount, excluding what the other source already reported. */
                countedCents: number;
                id: number;
                /** @description Whether an open event for review asks if the server reported the same refund under another ID. */
                isPossibleDuplicate: boolean;
                /** @enum {string} */
                kind: "refund" | "failed_refund" | "dispute";
                reason: string | null;
                receivedAt: components["schemas"]["Instant"];
                recordedBy: string | null;
                refundId: string;
                /** @enum {string} */
                source: "merchant" | "dashboard" | "processor";
                withdrawnAt: string | null;
            }[];
        };
        EventDetailsResponse: { data: components["schemas"]["EventDetails"] };
        EventForReview: {
            amountCents: number | null;
            currency: string | null;
            customerKey: string | null;
            /** @description The processor’s event ID. */
            eventId: string;
            id: number;
            objectId: string | null;
            occurredAt: components["schemas"]["Instant"];
            partnerId: number | null;
            partnerName: string | null;
            /** @description The payment processor, or `server` for a refund that your server reported. */
            processor: string;
            /**
             * @description `unreadable`: a required value is missing. `currency_differs`: a refund or dispute is in a different currency than its sale, and the payment’s total is unknown. `amount_differs`: the sale’s amount changed after its commission was paid or invoiced. `another_program`: the event belongs to the program that was connected to the account when the event occurred. `possible_duplicate_refund`: your server reported a refund that may be the same as one that your team entered under another ID: it has the same amount, or both together exceed the sale. Both count, up to the amount of the sale. If they are the same, undo the team’s refund; otherwise resolve the event.
             * @enum {string}
             */
            reason: "unreadable" | "currency_differs" | "amount_differs" | "another_program" | "possible_duplicate_refund";
            receivedAt: components["schemas"]["Instant"];
            /** @description The refund entered by the team that the reported one may duplicate. */
            refundEventId: number | null;
            resolvedAt: string | null;
            saleId: number | null;
            transactionId: string | null;
            /** @description The processor’s event type. */
            type: string;
        };
        EventForReviewPage: {
            data: components["schemas"]["EventForReview"][];
            meta: components["schemas"]["PageMeta"];
        };
        EventForReviewResponse: { data: components["schemas"]["EventForReview"] };
        /** @enum {string} */
        EventForReviewState: "open" | "resolved";
        EventPartner: { id: number; name: string };
        ExchangeRates: { [key: string]: string };
        ExplainedEarning: {
            /** @description Original commission. */
            amountCents: number;
            currency: components["schemas"]["Currency"];
            /** @description A pseudonymous code, which is always the same for a customer. */
            customer: string;
            dueAt: components["schemas"]["Instant"];
            earnedAt: components["schemas"]["Instant"];
            id: number;
            /** @description Whether an approved claim created the sale. */
            isClaimed: boolean;
            isRenewal: boolean;
            kind: components["schemas"]["CommissionKind"];
            linkCode: string | null;
            /** @description Paid amount. */
            paidCents: number;
            reasons: components["schemas"]["EarningReason"][];
            /** @description Reversed amount of the commission. */
            reversedCents: number;
            saleCents: number | null;
            state: components["schemas"]["EarningState"];
        };
        ExplainedEarningResponse: { data: components["schemas"]["ExplainedEarning"] };
        Explanation: {
            conclusion: components["schemas"]["Conclusion"];
            /** @description Whether older items are omitted. */
            isCut: boolean;
            /**
             * @description True for a sandbox: it runs on its own clock, without real payouts.
             * @constant
             */
            sandbox?: true;
            /** @description Test events that match the query. They never count. */
            testEvents: components["schemas"]["TimelineItem"][];
            /** @description All events, oldest first. */
            timeline: components["schemas"]["TimelineItem"][];
        };
        ExplanationResponse: { data: components["schemas"]["Explanation"] };
        FoundClick: { clickId: string; partnerName: string | null; receivedAt: components["schemas"]["Instant"] };
        FoundCouponCode: {
            code: string;
            id: number;
            partnerName: string;
            status: components["schemas"]["CouponStatus"];
        };
        FoundCustomer: {
            customerKey: string | null;
            id: number;
            partnerName: string;
            status: components["schemas"]["CustomerStatus"];
        };
        FoundOrder: {
            amountCents: number | null;
            commissionCents: number | null;
            currency: components["schemas"]["Currency"] | null;
            receivedAt: components["schemas"]["Instant"];
            saleId: number | null;
            source: components["schemas"]["FoundOrderSource"];
            /** @description Pass it to `explain` to see why the order earned a commission or not. */
            transactionId: string;
        };
        /** @enum {string} */
        FoundOrderSource: "sale" | "payment" | "rejected_request";
        FoundPartner: { email: string; id: number; name: string; status: components["schemas"]["PartnerStatus"] };
        GenerateRecoveryCodesBody: { password: string };
        GenerateRecoveryCodesResponse: { backupCodes: string[]; status: boolean };
        GetOwnPayeeResponse: { data: components["schemas"]["Payee"] | null };
        Health: {
            /** @enum {string} */
            status: "ok" | "unavailable";
        };
        HoldPartnerBody: {
            /** @description Shown to the team next to the balance. */
            reason: string;
        };
        /** @enum {string} */
        HoldReason: "payment_link_missing" | "possible_duplicate";
        ImportCouponCodesBody: {
            /** @description The `digest` from this file’s preview. */
            digest: string;
            /** @description CSV text with a header row: `code` and `partner_email`, optionally `starts_at`, `ends_at`, `max_uses` and `customer_discount`. `starts_at` and `ends_at` are ISO 8601 date-times with an offset, or dates in the program’s time zone: the code is valid from the start of the first day to the end of the last. Separated by commas, semicolons or tabs. Up to 5000 rows. A file from the export is accepted as well. */
            file: string;
        };
        ImportPartnersBody: {
            /** @default false */
            approved?: boolean;
            /** @description The `digest` from this file’s preview. */
            digest: string;
            /** @description CSV text with a header row: `name` and `email`, optionally `code` and `group`. Separated by commas, semicolons or tabs. Up to 2000 rows. */
            file: string;
            /**
             * @description Whether to email each partner that they were added and how to sign in. Requires `approved`.
             * @default false
             */
            mail?: boolean;
        };
        ImportPayoutsResponse: {
            data: {
                /** @description Payouts marked as paid by this file. */
                paid: number;
                /** @description Payouts that were already paid, or not marked as paid in the file. */
                unchanged: number;
            };
        };
        InactivityAlert: {
            /** @description Whole days without a recorded request, not including today. */
            days: number;
            /**
             * Format: date
             * @description A day in the program's time zone.
             */
            lastDay: string;
            /** @description Requests since then that were not recorded. */
            rejected: number;
            type: components["schemas"]["RequestType"];
            /** @description Recorded requests per day before the inactive period. */
            usual: number;
        };
        InquiryAnswer: {
            answer: components["schemas"]["InquiryAnswerKind"];
            /** @description Whether it makes sense to file a claim. */
            canClaim: boolean;
            day: components["schemas"]["InquiryDay"] | null;
            order: components["schemas"]["PortalOrder"] | null;
            reason: components["schemas"]["InquiryReason"] | null;
            /** @description One or two sentences, with times in the program’s time zone. */
            text: string;
        };
        /** @enum {string} */
        InquiryAnswerKind: "paid" | "on_its_way" | "on_hold" | "reversed" | "not_paid" | "not_yours_or_unknown" | "sales_that_day" | "no_sales_that_day" | "nothing_that_day";
        InquiryAnswerResponse: { data: components["schemas"]["InquiryAnswer"] };
        InquiryDay: {
            clicks: number;
            /** @description The newest 50 sales. */
            sales: components["schemas"]["PortalDaySale"][];
            signups: number;
        };
        /** @enum {string} */
        InquiryReason: "paid" | "in_payout" | "awaiting_payout" | "awaiting_partner" | "on_hold" | "awaiting_review" | "refunded_after_payment" | "refunded" | "disputed" | "duplicate_payment" | "commission_rejected" | "commission_ended" | "commission_first_sale_only" | "no_policy_for_currency" | "zero_commission" | "window_closed" | "click_without_signup" | "inactive_link";
        /** Format: date-time */
        Instant: string;
        IntegrationStatus: {
            /** @description Whether at least one partner is approved. */
            hasPartners: boolean;
            lastUpdated: components["schemas"]["Instant"];
            /** @description The program ID in the path. */
            programId: string;
            statistics: {
                pageview: components["schemas"]["TestEventStatistics"];
                payments: components["schemas"]["PaymentStatistics"];
                referrals: components["schemas"]["TestEventStatistics"];
            };
            stepStatuses: {
                pageview: "complete" | "pending";
                payments: "complete" | "pending";
                referrals: "complete" | "pending";
            };
        };
        Invitation: {
            createdAt: components["schemas"]["Instant"];
            email: string;
            expiresAt: components["schemas"]["Instant"];
            /** @description Identifies the invitation. It can’t be used to accept it. */
            id: string;
            role: components["schemas"]["Role"];
        };
        InvitationPage: { data: components["schemas"]["Invitation"][]; meta: components["schemas"]["PageMeta"] };
        InvitationPreview: {
            /** @description The only email address that can accept the invitation. */
            email: string;
            expiresAt: components["schemas"]["Instant"];
            inviterName: string;
            role: components["schemas"]["Role"];
            workspaceName: string;
        };
        InvitationPreviewResponse: { data: components["schemas"]["InvitationPreview"] };
        InviteMemberBody: {
            /** @description An email address. Stored in lower case, with its domain in ASCII (punycode). */
            email: string;
            role: components["schemas"]["Role"];
        };
        InvitePartnerBody: {
            /** @description Emails the link to this address, and only this person can join. If omitted, anyone with the link can. */
            email?: string;
        };
        Invoice: {
            billedAddress: string | null;
            billedName: string | null;
            billedTaxId: string | null;
            exchangeRates: components["schemas"]["ExchangeRates"];
            id: number;
            issuedAt: components["schemas"]["Instant"];
            issuer: string;
            issuerAddress: string | null;
            issuerTaxId: string | null;
            kind: components["schemas"]["InvoiceKind"];
            lines: number;
            /** @example 2026-02 */
            month: string;
            /** @example 42-0007 */
            number: string;
            periodFrom: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description The first instant after the period.
             */
            periodTo: string;
            programName: string;
            timeZone: string;
            /** @description Negative for a credit. */
            totalUsdCents: number;
            voidedAt: string | null;
            voids: { invoiceId: number; number: string; reason: string } | null;
            workspaceName: string;
        };
        InvoiceDetails: {
            billedAddress: string | null;
            billedName: string | null;
            billedTaxId: string | null;
            exchangeRates: components["schemas"]["ExchangeRates"];
            id: number;
            issuedAt: components["schemas"]["Instant"];
            issuer: string;
            issuerAddress: string | null;
            issuerTaxId: string | null;
            kind: components["schemas"]["InvoiceKind"];
            lines: number;
            /** @example 2026-02 */
            month: string;
            /** @example 42-0007 */
            number: string;
            periodFrom: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description The first instant after the period.
             */
            periodTo: string;
            programName: string;
            sums: {
                /** @description In the fees’ currency. */
                amountCents: number;
                currency: components["schemas"]["Currency"];
                kind: components["schemas"]["InvoiceLineKind"];
                lines: number;
                /** @description In US cents. */
                usdCents: number;
            }[];
            timeZone: string;
            /** @description Negative for a credit. */
            totalUsdCents: number;
            voidedAt: string | null;
            voids: { invoiceId: number; number: string; reason: string } | null;
            workspaceName: string;
        };
        InvoiceDetailsResponse: { data: components["schemas"]["InvoiceDetails"] };
        /** @enum {string} */
        InvoiceKind: "invoice" | "credit_note";
        InvoiceLine: {
            /** @description Negative for a credit. */
            amountCents: number;
            chargedAt: components["schemas"]["Instant"];
            currency: components["schemas"]["Currency"];
            exchangeRate: string | null;
            feeId: number;
            kind: components["schemas"]["InvoiceLineKind"];
            saleId: number;
            transactionId: string;
            /** @description Negative for a credit. */
            usdCents: number;
        };
        /** @enum {string} */
        InvoiceLineKind: "fee" | "credit" | "void";
        InvoiceLinePage: { data: components["schemas"]["InvoiceLine"][]; meta: components["schemas"]["PageMeta"] };
        InvoicePage: { data: components["schemas"]["Invoice"][]; meta: components["schemas"]["PageMeta"] };
        InvoicePreview: {
            billedAddress: string | null;
            billedName: string | null;
            billedTaxId: string | null;
            issuer: string;
            issuerAddress: string | null;
            issuerTaxId: string | null;
            lastInvoicedMonth: string | null;
            lines: number;
            month: string;
            periodFrom: components["schemas"]["Instant"];
            periodTo: components["schemas"]["Instant"];
            programName: string;
            rates: {
                currency: components["schemas"]["Currency"];
                lastRate: string | null;
                rate: string | null;
                unusual: ("far_from_last" | "out_of_range") | null;
            }[];
            sums: {
                /** @description In the fees’ currency. */
                amountCents: number;
                currency: components["schemas"]["Currency"];
                kind: components["schemas"]["InvoiceLineKind"];
                lines: number;
                /** @description Omitted while the rate is missing. */
                usdCents?: number;
            }[];
            /** @description Omitted while a rate is missing. */
            totalUsdCents?: number;
            workspaceName: string;
        };
        InvoicePreviewResponse: { data: components["schemas"]["InvoicePreview"] };
        IssueInvoiceBody: {
            /** @description Currencies whose unusual rates you confirm. */
            confirmRates?: string[];
            exchangeRates?: { [key: string]: string };
            /** @description A completed month, such as `2026-02`. */
            month: string;
        };
        /** @enum {string} */
        JoinMode: "open" | "approval" | "invitation";
        JoinPage: {
            /** @description Markdown. */
            content: string;
            mode: components["schemas"]["JoinMode"];
            questions: {
                /** @description At least two for a `choice`. Other kinds have none. */
                choices: string[];
                /** @description Stays the same as long as the question exists. New questions get an ID. */
                id: string;
                kind: components["schemas"]["QuestionKind"];
                required: boolean;
                text: string;
            }[];
            terms: string | null;
            termsSince: components["schemas"]["Instant"] | null;
            termsVersion: number | null;
            updatedAt: components["schemas"]["Instant"] | null;
        };
        JoinPagePreview: {
            /** @description The rendered page. Show it in a sandboxed frame. */
            html: string;
        };
        JoinPagePreviewResponse: { data: components["schemas"]["JoinPagePreview"] };
        JoinPageResponse: { data: components["schemas"]["JoinPage"] };
        /** @enum {string} */
        Language: "en" | "de" | "fr" | "es" | "pt-BR" | "vi";
        LeadBody: {
            /** @description At most 16 KiB. `{test_mode: true, program_id}` records a test lead. */
            additional_data?: { [key: string]: unknown };
            /** @description Required for a browser request. The value of the service_click_id cookie. */
            click_id?: string;
            /** @description The coupon code that the customer used. In a server request, a partner’s code can attribute the customer without a click. Browser requests ignore it. */
            coupon_code?: string;
            /** @description Your own ID for the customer. Send the same ID with the customer’s sales. A placeholder such as `undefined` or `null` returns 400. A browser request whose lead is provisional ignores it and doesn’t save a key. */
            customer_key?: string;
            /** @description Stored only as a keyed hash. An invalid email is ignored, and the lead is recorded. */
            email?: string;
            /** @description The absolute URL of the visit’s first page. Only host and path are stored. An unusable value is ignored. */
            landing_page?: string;
            /** @description At most 2048 characters are stored. */
            page_url?: string;
            /** @description Optional. If sent, it must match. */
            program_id?: number;
            /** @description At most 255 characters are stored. */
            session_id?: string;
            /** @description The customer’s browser, as in its User-Agent header. Only the browser’s name is stored. An unusable value is ignored. */
            user_agent?: string;
        };
        LeadEvent: {
            clickId: string | null;
            commission: components["schemas"]["EventCommission"] | null;
            coupon: components["schemas"]["EventCoupon"] | null;
            customerId: number | null;
            customerKey: string | null;
            /** @description Unique within its type. */
            id: number;
            isTest: boolean;
            pageUrl: string | null;
            partner: components["schemas"]["EventPartner"] | null;
            sessionId: string | null;
            settledAt: components["schemas"]["Instant"] | null;
            settledBy: ("browser" | "server" | "payment") | null;
            /** @enum {string} */
            source: "browser" | "server";
            /** @enum {string} */
            state: "provisional" | "settled";
            /**
             * Format: date-time
             * @description When the service received it.
             */
            timestamp: string;
            /** @constant */
            type: "lead";
        };
        Link: {
            /** @description The value of `?aff=` in shared URLs. */
            code: string;
            createdAt: components["schemas"]["Instant"];
            id: number;
            partnerId: number;
            status: components["schemas"]["LinkStatus"];
        };
        LinkPage: { data: components["schemas"]["Link"][]; meta: components["schemas"]["PageMeta"] };
        LinkResponse: { data: components["schemas"]["Link"] };
        /** @enum {string} */
        LinkStatus: "active" | "inactive";
        ListCommissionChangesResponse: { data: components["schemas"]["CommissionChange"][] };
        ListEventsResponse: {
            data: components["schemas"]["TrackedEvent"][];
            meta: {
                /** @description True if more than 200 transactions or customers, or 20 partners, match the search. Then only the first ones, in order, are included. */
                isSearchCut?: boolean;
                nextCursor: string | null;
            };
        };
        ListOpenPayoutBatchesResponse: { data: components["schemas"]["OpenPayoutBatch"][] };
        ListOwnCouponCodesResponse: {
            data: {
                couponCodes: components["schemas"]["PortalCouponCode"][];
                rules: components["schemas"]["OwnCouponCodeRules"] | null;
            };
        };
        ListOwnLinksResponse: {
            data: {
                links: components["schemas"]["CountedLink"][];
                most: number;
                /** @description Results from customers who didn’t click a link, because a coupon code or the team attributed them. Together with the links, they add up to the overview. */
                withoutLink: {
                    customers: number;
                    earnedByCurrency: components["schemas"]["CentsByCurrency"];
                    leads: number;
                    sales: number;
                };
            };
        };
        ListOwnPayoutDetailsResponse: { data: components["schemas"]["PayoutDetailsVersion"][] };
        ListOwnProgramsResponse: { data: components["schemas"]["PortalProgram"][] };
        ListOwnStatementsResponse: { data: components["schemas"]["PortalStatement"][] };
        ListOwnSubIdsResponse: {
            data: {
                /** @description Whether all clicks, sales and earnings in the period are counted. */
                isComplete: boolean;
                subIds: components["schemas"]["PortalSubId"][];
            };
        };
        ListPartnerReportResponse: {
            data: components["schemas"]["PartnerReport"][];
            meta: {
                dateFrom: components["schemas"]["Instant"];
                dateTo: components["schemas"]["Instant"];
                nextCursor: string | null;
            };
        };
        ListPartnerSessionsResponse: { data: components["schemas"]["PartnerSession"][] };
        ListPartnerTagsResponse: { data: components["schemas"]["PartnerTag"][] };
        ListPasskeysResponse: { data: components["schemas"]["PartnerPasskey"][] };
        ListPayoutDetailsResponse: { data: components["schemas"]["PayoutDetailsVersion"][] };
        ListProcessorEventsResponse: { data: components["schemas"]["ProcessorEvent"][] };
        ListProcessorsResponse: { data: components["schemas"]["PaymentProcessor"][] };
        ListReconciliationsResponse: { data: components["schemas"]["Reconciliation"][] };
        ListShareLinksResponse: { data: components["schemas"]["ShareLink"][] };
        Mail: {
            attempts: number;
            createdAt: components["schemas"]["Instant"];
            expiresAt: components["schemas"]["Instant"];
            /** @description Whether the email contains a sign-in or invitation link. It can’t be resent, because the link isn’t stored. Send a new one instead. */
            hasSecretLink: boolean;
            id: number;
            kind: components["schemas"]["MailKind"];
            lastAttemptAt: components["schemas"]["Instant"] | null;
            lastCode: number | null;
            lastError: string | null;
            /** @description The Message-ID, which is the same for every attempt. */
            messageId: string;
            nextAttemptAt: components["schemas"]["Instant"] | null;
            programId: number | null;
            recipient: string;
            sentAt: components["schemas"]["Instant"] | null;
            state: components["schemas"]["MailState"];
        };
        /** @enum {string} */
        MailKind: "invitation" | "password_reset" | "webhook_disabled" | "invoice_issued" | "partner_sign_in" | "new_application" | "application_received" | "application_approved" | "application_rejected" | "application_question" | "partner_invitation" | "payout_details_changed" | "payout_details_requested" | "payout_made" | "payout_paid" | "partner_statement" | "partner_first_click" | "partner_sale" | "partner_reversal" | "claim_decided" | "partner_passkey_changed" | "partner_account_closed";
        MailPage: { data: components["schemas"]["Mail"][]; meta: components["schemas"]["PageMeta"] };
        MailPreferences: {
            /** @description Whether you get an email when one of your links gets its first click. */
            firstClick: boolean;
            /** @description False if this installation sends no email or the program is a sandbox. */
            isMailed: boolean;
            /** @description Whether you get an email when your links earn commissions. */
            sales: boolean;
            /** @description Whether you get an email when a monthly statement is ready. */
            statements: boolean;
        };
        MailPreferencesResponse: { data: components["schemas"]["MailPreferences"] };
        MailPreview: {
            /** @description Rendered with sample data. Show it in a sandboxed frame. */
            html: string;
            kind: components["schemas"]["MailKind"];
            subject: string;
            text: string;
        };
        MailResponse: { data: components["schemas"]["Mail"] };
        /**
         * @description `off`: SMTP_URL and MAIL_FROM are not set, so no email is sent. `development`: emails are only shown on this machine, at `/dev/mail` and in the log.
         * @enum {string}
         */
        MailSending: "smtp" | "development" | "off";
        MailSettings: {
            from: string | null;
            /** @description How long emails are kept in the log. */
            keptDays: number;
            /** @description How many emails one recipient can get in an hour. Additional emails are delayed. */
            perRecipientHour: number;
            previews: components["schemas"]["MailPreview"][];
            sending: components["schemas"]["MailSending"];
        };
        MailSettingsResponse: { data: components["schemas"]["MailSettings"] };
        /** @enum {string} */
        MailState: "pending" | "sent" | "failed" | "withdrawn";
        ManagementKey: {
            createdAt: components["schemas"]["Instant"];
            createdBy: { name: string; userId: string };
            expiresAt: components["schemas"]["Instant"] | null;
            id: number;
            lastUsedAt: components["schemas"]["Instant"] | null;
            /** @description Enough of the key to recognize it, but not to use it. */
            masked: string;
            name: string;
            /** @description The granted permissions. Each one is valid only while the user who created the key has it too. */
            permissions: components["schemas"]["Permission"][];
            programId: number | null;
            revokedAt: components["schemas"]["Instant"] | null;
            state: components["schemas"]["ManagementKeyState"];
        };
        ManagementKeyPage: { data: components["schemas"]["ManagementKey"][]; meta: components["schemas"]["PageMeta"] };
        ManagementKeyResponse: { data: components["schemas"]["ManagementKey"] };
        /** @enum {string} */
        ManagementKeyState: "active" | "suspended" | "expired" | "revoked";
        MarkCommissionsPaidBody: { commissionIds: number[]; reference?: string };
        MarkCommissionsPaidResponse: {
            data: {
                /** @description The batch that contains the payouts created. */
                batchId: number;
                commissions: number;
                sums: components["schemas"]["PayoutSum"][];
            };
        };
        MarkedPayouts: {
            /** @description Payouts that were already paid. */
            alreadyPaid: number[];
            /** @description Payouts marked as paid by this request. */
            paid: number;
            /** @description The total amount. */
            sums: components["schemas"]["PayoutSum"][];
        };
        MarkedPayoutsResponse: { data: components["schemas"]["MarkedPayouts"] };
        MarkPayoutsPaidBody: { payoutIds: number[]; reference?: string };
        Member: {
            createdAt: components["schemas"]["Instant"];
            email: string;
            id: string;
            name: string;
            role: components["schemas"]["Role"];
            status: components["schemas"]["MemberStatus"];
            userId: string;
        };
        MemberPage: { data: components["schemas"]["Member"][]; meta: components["schemas"]["PageMeta"] };
        MemberResponse: { data: components["schemas"]["Member"] };
        /** @enum {string} */
        MemberStatus: "active" | "suspended";
        /** @enum {string} */
        MissingEventSign: "invoice_without_payment" | "held_without_payment" | "refund_of_unlinked_invoice" | "refund_of_unknown_invoice" | "refund_of_unknown_payment" | "unpaid_checkout" | "checkout_without_invoice" | "refund_without_total" | "total_without_refund" | "undecided_dispute";
        MissingEventType: {
            /** @description How to fix the problem. */
            remedy: string;
            signs: {
                /** @description Counted up to 1,000. */
                count: number;
                /** @description A sentence that describes the sign. */
                message: string;
                sign: components["schemas"]["MissingEventSign"];
            }[];
            /**
             * @description The processor’s event type.
             * @example invoice_payment.paid
             */
            type: string;
            /** @description Whether some events of this type have arrived, which means that the endpoint is subscribed. */
            wasReceived: boolean;
        };
        /** @enum {string} */
        Mode: "live" | "test";
        MoneyTrend: {
            /** @description Minor units divided by 100 at face value, all currencies together. */
            previous: number;
            previousByCurrency: components["schemas"]["CentsByCurrency"];
            /** @description Absolute percentage change, to one decimal place. Null if the previous value is 0 and the current one is not. */
            trend: number | null;
            trendDirection: "up" | "down" | "stable";
        };
        NamedReference: { id: number; name: string };
        NewApiKey: {
            createdAt: components["schemas"]["Instant"];
            id: number;
            /** @description The API key. It is shown only once, because only its hash is stored. */
            key: string;
            lastUsedAt: components["schemas"]["Instant"] | null;
            /** @description Enough of the key to recognize it, but not to use it. */
            masked: string;
            mode: components["schemas"]["Mode"];
            retiredAt: components["schemas"]["Instant"] | null;
            /** @enum {string} */
            state: "active" | "retiring" | "retired";
        };
        NewApiKeyResponse: { data: components["schemas"]["NewApiKey"] };
        NewInvitation: {
            createdAt: components["schemas"]["Instant"];
            email: string;
            expiresAt: components["schemas"]["Instant"];
            /** @description Identifies the invitation. It can’t be used to accept it. */
            id: string;
            /** @description Whether an email with it will be sent. False if the installation has no mail, or if the workspace already had 3 emails sent to this address, or 200 in total, in the last 24 hours. */
            isMailed: boolean;
            role: components["schemas"]["Role"];
            /** @description The invitation secret, returned only once. The invitee needs it to accept, and to sign up if sign-up is closed. */
            secret: string;
        };
        NewInvitationResponse: { data: components["schemas"]["NewInvitation"] };
        NewManagementKey: {
            createdAt: components["schemas"]["Instant"];
            createdBy: { name: string; userId: string };
            expiresAt: components["schemas"]["Instant"] | null;
            id: number;
            /** @description The management key. It is shown only once, because only its hash is stored. */
            key: string;
            lastUsedAt: components["schemas"]["Instant"] | null;
            /** @description Enough of the key to recognize it, but not to use it. */
            masked: string;
            name: string;
            /** @description The granted permissions. Each one is valid only while the user who created the key has it too. */
            permissions: components["schemas"]["Permission"][];
            programId: number | null;
            revokedAt: components["schemas"]["Instant"] | null;
            state: components["schemas"]["ManagementKeyState"];
        };
        NewManagementKeyResponse: { data: components["schemas"]["NewManagementKey"] };
        NewProgramDefaults: {
            attributionWindowDays: number;
            /**
             * @description `automatic` approves commissions when their hold ends; `review` requires manual approval.
             * @enum {string}
             */
            commissionApproval: "automatic" | "review";
            /**
             * @description What percentages are applied to: `amount` is `amount_cents` as sent, including tax; `amount_without_tax` is `amount_cents` less `tax_amount_cents`.
             * @enum {string}
             */
            commissionBase: "amount" | "amount_without_tax";
            cookieWindowDays: number;
            /**
             * @description Which partner gets a customer before the first sale if the click and the coupon code belong to different partners: the partner of the `code`, or of the `click`. Of two codes, the later one wins. With `first_touch`, the first click or code wins. Customers who have bought keep their partner.
             * @enum {string}
             */
            couponPrecedence: "code" | "click" | "first_touch";
            holdPeriodDays: number;
            /** @enum {string} */
            leadAuthPolicy: "server_verified" | "browser_allowed";
            /** @enum {string} */
            paymentTrackingMode: "processor_connect" | "s2s";
            platformFeeBps: number;
            policy: components["schemas"]["NewProgramPolicy"];
            /** @description An IANA name such as `Europe/Berlin`. It determines when the program’s days begin. */
            timeZone: string;
        };
        NewProgramDefaultsResponse: { data: components["schemas"]["NewProgramDefaults"] };
        NewProgramPolicy: {
            duration: components["schemas"]["PolicyDuration"];
            /** @description Basis points of the sale amount. */
            rateBps: number;
            type: components["schemas"]["PolicyType"];
        };
        NewShareLink: {
            createdAt: components["schemas"]["Instant"];
            expiresAt: components["schemas"]["Instant"];
            id: number;
            query: string | null;
            /** @enum {string} */
            queryType: "transactionId" | "customerKey" | "clickId" | "emailHash";
            /** @description Anyone with this link can read the timeline until it expires. Shown only once. */
            url: string;
        };
        NewShareLinkResponse: { data: components["schemas"]["NewShareLink"] };
        NewWebhook: {
            createdAt: components["schemas"]["Instant"];
            disabledAt: components["schemas"]["Instant"] | null;
            disabledReason: string | null;
            enabled: boolean;
            eventTypes: string[];
            failingSince: string | null;
            id: number;
            previousSecretUntil: string | null;
            /** @description The signing secret, `whsec_…`. Only returned here. */
            secret: string;
            url: string;
        };
        NewWebhookResponse: { data: components["schemas"]["NewWebhook"] };
        NextPayout: {
            /** @description The amount of a payout if it were created now and nothing blocked it. Negative if paid commissions were reversed. */
            amountCents: number;
            /** @description The reasons the payout is waiting, most important first. `partner_rejected`, `partner_pending`, `partner_held`, `details_missing` and `below_minimum` exclude it from every batch. The last entry is `pay_day` or `by_hand`. */
            blockers: components["schemas"]["NextPayoutBlocker"][];
            currency: components["schemas"]["Currency"];
        };
        NextPayoutBlocker: {
            /** @description For `pay_day`: a day in the program’s time zone, such as `2026-03-15`. */
            day?: string;
            /** @description For `below_minimum` and `reversed`: the amount still to be earned. */
            missingCents?: number;
            reason: components["schemas"]["NextPayoutReason"];
            /**
             * Format: date-time
             * @description For `on_hold` and `details_change`: when the hold ends or the change takes effect.
             */
            until?: string;
        };
        /** @enum {string} */
        NextPayoutReason: "partner_pending" | "partner_rejected" | "partner_held" | "details_missing" | "below_minimum" | "reversed" | "nothing_owed" | "payout_open" | "on_hold" | "awaiting_review" | "details_change" | "pay_day" | "by_hand";
        NoteReconciliationDifferenceBody: { note: string | null };
        /** @enum {string} */
        NotMailedReason: "not_requested" | "no_mail_server" | "sandbox" | "limit";
        OpenPayoutBatch: {
            amountCents: number;
            batchId: number;
            createdAt: components["schemas"]["Instant"];
            currency: components["schemas"]["Currency"];
            /** @description The number of open payouts in this currency. */
            payouts: number;
        };
        OwnCouponCodeRules: {
            customerDiscount: string | null;
            maxChars: number;
            minChars: number;
            /** @description The number of active codes at which you can’t create more. */
            most: number;
            /** @description The format of every code. `*` stands for the part that you choose. */
            pattern: string;
        };
        OwnCouponCodes: {
            customerDiscount: string | null;
            /** @description The maximum length of a code, in characters. */
            maxChars: number;
            /** @description The minimum length of a code, in characters. */
            minChars: number;
            /** @description The number of active codes, including those from your team, at which a partner can’t create more. */
            most: number;
            /** @description The format of every code, such as `ACME-*` or `*10`. `*` stands for the part that the partner chooses. */
            pattern: string;
        };
        PageMeta: {
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        Partner: {
            closedAt: string | null;
            createdAt: components["schemas"]["Instant"];
            decidedAt: components["schemas"]["Instant"] | null;
            email: string;
            group: { id: number; name: string } | null;
            id: number;
            links: components["schemas"]["Link"][];
            name: string;
            payoutHold: { reason: string; since: components["schemas"]["Instant"] } | null;
            status: components["schemas"]["PartnerStatus"];
            /** @description Only visible to the team. */
            tags: string[];
            /** @description Clicks before the partner was approved, which do not count. */
            uncountedClicks: number;
        };
        PartnerAccount: {
            delegatedSession: {
                expiresAt: components["schemas"]["Instant"];
                kind: components["schemas"]["DelegatedSessionKind"];
                programId: number;
            } | null;
            email: string;
            /** @description Whether you signed in within the last 15 minutes, which is required to export your data and to close the account. */
            isFresh: boolean;
            /** @description False if you signed in with a link shared by a team, which only gives access to their programs. */
            isFullAccess: boolean;
            language: components["schemas"]["Language"] | null;
            timeZone: string | null;
        };
        PartnerAccountResponse: { data: components["schemas"]["PartnerAccount"] };
        PartnerBalance: {
            balances: {
                /** @description Approved and not paid. */
                approvedCents: number;
                currency: components["schemas"]["Currency"];
                /** @description The amount of the next payout. Negative if commissions were refunded after they were paid. */
                owedCents: number;
                /** @description Paid out: the total of paid payouts. */
                paidCents: number;
                /** @description Earned and not approved yet. */
                pendingCents: number;
            }[];
            /** @description One entry per currency listed above. */
            nextPayouts: components["schemas"]["NextPayout"][];
            partnerId: number;
            partnerName: string;
            payoutBlocker: components["schemas"]["PayoutBlocker"] | null;
            payoutHoldReason: string | null;
        };
        PartnerBalancePage: {
            data: components["schemas"]["PartnerBalance"][];
            meta: components["schemas"]["PageMeta"];
        };
        PartnerExport: Record<string, never>;
        PartnerGroup: {
            createdAt: components["schemas"]["Instant"];
            id: number;
            name: string;
            /** @description The number of partners in the group. */
            partners: number;
        };
        PartnerGroupPage: { data: components["schemas"]["PartnerGroup"][]; meta: components["schemas"]["PageMeta"] };
        PartnerGroupResponse: { data: components["schemas"]["PartnerGroup"] };
        PartnerImport: {
            mailed: number;
            /** @description Partners who were added without an email. With `not_requested`, none are listed. */
            notMailed: { email: string; line: number }[];
            notMailedReason: components["schemas"]["NotMailedReason"] | null;
            sums: components["schemas"]["PartnerImportSums"];
        };
        /** @enum {string} */
        PartnerImportOutcome: "added" | "already_partner" | "duplicate_in_file" | "invalid" | "code_taken" | "unknown_group";
        PartnerImportPreview: {
            /** @description Send it with the import, which fails if the outcome has changed. */
            digest: string;
            /** @description Columns that were ignored. */
            ignoredColumns: string[];
            /** @description All rows in the file, in order. */
            rows: components["schemas"]["PartnerImportRow"][];
            sums: components["schemas"]["PartnerImportSums"];
        };
        PartnerImportPreviewResponse: { data: components["schemas"]["PartnerImportPreview"] };
        PartnerImportResponse: { data: components["schemas"]["PartnerImport"] };
        PartnerImportRow: {
            code: string | null;
            email: string;
            field: string | null;
            group: string | null;
            /** @description The line number in the file. */
            line: number;
            name: string;
            outcome: components["schemas"]["PartnerImportOutcome"];
            reason: string | null;
        };
        PartnerImportSums: {
            added: number;
            already_partner: number;
            code_taken: number;
            duplicate_in_file: number;
            invalid: number;
            unknown_group: number;
        };
        PartnerInvitation: {
            createdAt: components["schemas"]["Instant"];
            email: string | null;
            expiresAt: components["schemas"]["Instant"];
            id: number;
            invitedBy: string;
            state: components["schemas"]["PartnerInvitationState"];
            usedAt: components["schemas"]["Instant"] | null;
        };
        PartnerInvitationPage: {
            data: components["schemas"]["PartnerInvitation"][];
            meta: components["schemas"]["PageMeta"];
        };
        PartnerInvitationResponse: { data: components["schemas"]["PartnerInvitation"] };
        PartnerInvitationResult: {
            createdAt: components["schemas"]["Instant"];
            email: string | null;
            expiresAt: components["schemas"]["Instant"];
            id: number;
            invitedBy: string;
            /** @description Whether an email was sent. If not, share the link yourself. */
            isMailed: boolean;
            state: components["schemas"]["PartnerInvitationState"];
            /** @description Only returned here. It can be used once, within 30 days. */
            url: string;
            usedAt: components["schemas"]["Instant"] | null;
        };
        PartnerInvitationResultResponse: { data: components["schemas"]["PartnerInvitationResult"] };
        /** @enum {string} */
        PartnerInvitationState: "open" | "used" | "revoked" | "expired";
        PartnerMetrics: {
            clicks: number;
            commissionByCurrency: components["schemas"]["CentsByCurrency"];
            /** @description Customers who made their first purchase. */
            conversions: number;
            leads: number;
            partnerId: number;
            revenueByCurrency: components["schemas"]["CentsByCurrency"];
            sales: number;
        };
        PartnerNote: {
            /** @description Name of the author. */
            author: string;
            createdAt: components["schemas"]["Instant"];
            editedAt: components["schemas"]["Instant"] | null;
            editedBy: string | null;
            id: number;
            /** @description Whether you are the author. */
            isOwn: boolean;
            text: string;
            /** @description Increases with each edit. Send it when you edit the note. */
            version: number;
        };
        PartnerNotePage: { data: components["schemas"]["PartnerNote"][]; meta: components["schemas"]["PageMeta"] };
        PartnerNoteResponse: { data: components["schemas"]["PartnerNote"] };
        PartnerPage: { data: components["schemas"]["Partner"][]; meta: components["schemas"]["PageMeta"] };
        PartnerPasskey: {
            createdAt: components["schemas"]["Instant"];
            id: number;
            /** @description Whether the passkey is synced across devices. */
            isSynced: boolean;
            name: string;
            usedAt: components["schemas"]["Instant"] | null;
        };
        PartnerPasskeyResponse: { data: components["schemas"]["PartnerPasskey"] };
        PartnerReport: { numbers: components["schemas"]["PartnerMetrics"]; partner: components["schemas"]["Partner"] };
        PartnerResponse: { data: components["schemas"]["Partner"] };
        PartnerSession: {
            createdAt: components["schemas"]["Instant"];
            /** @description Browser and operating system. */
            device: string;
            id: number;
            /** @description Whether this is the current session. */
            isCurrent: boolean;
            seenAt: components["schemas"]["Instant"];
        };
        /** @enum {string} */
        PartnerStatus: "pending" | "approved" | "rejected" | "closed";
        PartnerTag: {
            /** @description The number of partners with this tag. */
            partners: number;
            tag: string;
        };
        /** @description Options to pass to the browser. */
        PasskeyOptions: { [key: string]: unknown };
        PasskeyOptionsResponse: { data: components["schemas"]["PasskeyOptions"] };
        Payee: {
            address: string;
            city: string;
            country: string;
            hasTaxId: boolean;
            legalName: string;
            payeeKind: components["schemas"]["PayeeKind"];
            postalCode: string;
        };
        /** @enum {string} */
        PayeeKind: "person" | "company";
        PaymentFileExecution: {
            closedFor: components["schemas"]["TargetClosing"] | null;
            /** @description The execution day in the file: a TARGET business day, such as `2026-04-07`. */
            day: string;
            requestedDay: string;
        };
        /** @enum {string} */
        PaymentFileFormat: "paypal" | "wise" | "sepa";
        PaymentFilePreview: {
            /** @description How many of these payouts were already in a payment file. Paying both files pays them twice. */
            alreadyFiled: number;
            /** @description The total amount. */
            amountCents: number;
            execution: components["schemas"]["PaymentFileExecution"] | null;
            /** @description The number of parts for this batch. A Wise file contains up to 1,000 payouts. */
            parts: number;
            /** @description The payouts in this part of the file. */
            payouts: number;
            /** @description Payouts in this part of the file that had commissions refunded after the payout was created. The file pays the full amounts. */
            refunded: components["schemas"]["RefundedPayout"][];
            /** @description Payouts in the batch that are not in the file, with the reason. */
            skipped: components["schemas"]["SkippedPayout"][];
        };
        PaymentFilePreviewResponse: { data: components["schemas"]["PaymentFilePreview"] };
        PaymentFileResult: {
            /** @description The complete file, in UTF-8 without a byte order mark. */
            content: string;
            execution: components["schemas"]["PaymentFileExecution"] | null;
            fileName: string;
            /** @description `text/csv` for PayPal and Wise, `application/xml` for SEPA. */
            mediaType: string;
            payouts: number;
        };
        PaymentFileResultResponse: { data: components["schemas"]["PaymentFileResult"] };
        /** @enum {string} */
        PaymentFileSkip: "paid" | "canceled" | "payee_blocked" | "no_details" | "unreadable_details" | "other_method" | "other_currency" | "unsupported_amount" | "unsupported_account" | "unsupported_name";
        PaymentProcessor: {
            /** @description Whether this deployment supports connecting via OAuth. */
            canAuthorize: boolean;
            /** @description Whether test accounts are separate, so connecting one requires `isTestMode`. */
            hasTestAccounts: boolean;
            name: components["schemas"]["PaymentProcessorName"];
            /** @description Whether connecting requires `processorAccountId`. */
            needsAccountId: boolean;
            /** @description Event types that the webhook endpoint must receive. */
            webhookEventTypes: string[];
            /** @description The URL where this program receives a manually connected account’s events. */
            webhookUrl: string;
        };
        /** @enum {string} */
        PaymentProcessorName: "stripe" | "paddle" | "polar" | "lemonsqueezy" | "shopify" | "woocommerce" | "chargebee" | "revenuecat" | "paypal";
        PaymentStatistics: {
            chargesEnabled: boolean;
            connectionDate: components["schemas"]["Instant"] | null;
            detailsSubmitted: boolean;
            isProcessorConnected: boolean;
            /** @description Whether the payments step is complete. */
            methodReady: boolean;
            paymentTrackingMode: "processor_connect" | "s2s";
            payoutsEnabled: boolean;
            /** @description Null if not connected. */
            processorAccountId: string | null;
            /** @description Connection status as stored: `not_connected`, `connected` or `disconnected`. */
            processorConnectionStatus: string;
        };
        Payout: {
            amountCents: number;
            batchId: number;
            closedAt: components["schemas"]["Instant"] | null;
            closedBy: string | null;
            /** @description The number of commissions in the payout. */
            commissions: number;
            createdAt: components["schemas"]["Instant"];
            createdBy: string | null;
            currency: components["schemas"]["Currency"];
            currentDetailsVersion: number | null;
            detailsVersion: number | null;
            filedAt: string | null;
            id: number;
            /** @enum {string} */
            kind: "batch" | "manual";
            partnerEmail: string;
            partnerId: number;
            partnerName: string;
            payoutBlocker: components["schemas"]["PayoutBlocker"] | null;
            reference: string | null;
            /** @description For an open payout, the refunds on its commissions since it was created. The payout’s amount doesn’t change: the next payout deducts the refunds, unless this one is canceled. 0 for a closed payout. */
            refundedCents: number;
            /**
             * @description Set for sandbox data: no money is paid.
             * @constant
             */
            sandbox?: true;
            status: components["schemas"]["PayoutStatus"];
        };
        PayoutBatch: {
            commissions: number;
            id: number;
            /** @description False if more is due than one batch can include. Create another batch for the rest. */
            isComplete: boolean;
            payouts: number;
            /**
             * @description Set for sandbox data: no money is paid.
             * @constant
             */
            sandbox?: true;
            sums: components["schemas"]["PayoutSum"][];
            /** @description Requested balances that are excluded, and the reasons. */
            waiting: components["schemas"]["WaitingSum"][];
        };
        PayoutBatchPreview: {
            commissions: number;
            /** @description False if more is due than one batch can include. */
            isComplete: boolean;
            payouts: number;
            /**
             * @description Set for sandbox data: no money is paid.
             * @constant
             */
            sandbox?: true;
            sums: components["schemas"]["PayoutSum"][];
            /** @description Requested balances that are excluded, and the reasons. */
            waiting: components["schemas"]["WaitingSum"][];
            /** @description The payouts whose partners have no payout details. No payment file can include them. */
            withoutDetails: {
                /** @description The first 100 partners. */
                partnerIds: number[];
                payouts: number;
            };
        };
        PayoutBatchPreviewResponse: { data: components["schemas"]["PayoutBatchPreview"] };
        PayoutBatchResponse: { data: components["schemas"]["PayoutBatch"] };
        /** @enum {string} */
        PayoutBlocker: "partner_pending" | "partner_rejected" | "partner_held";
        /** @enum {string} */
        PayoutDetailsState: "in_use" | "waiting" | "former" | "withdrawn";
        PayoutDetailsVersion: {
            account: string | null;
            country: string | null;
            createdAt: components["schemas"]["Instant"];
            method: components["schemas"]["PayoutMethod"];
            state: components["schemas"]["PayoutDetailsState"];
            /**
             * Format: date-time
             * @description When payouts start to use this version.
             */
            usableAt: string;
            /** @description Starts at 1. Payouts refer to the version they use. */
            version: number;
            withdrawnAt: components["schemas"]["Instant"] | null;
        };
        /** @enum {string} */
        PayoutExclusionReason: "partner_pending" | "partner_rejected" | "partner_held" | "details_missing" | "below_minimum";
        PayoutItem: {
            /** @description Negative if it deducts a refund on a commission that was already paid. */
            amountCents: number;
            commissionId: number;
            commissionStatus: components["schemas"]["CommissionStatus"];
            earnedAt: components["schemas"]["Instant"];
            leadId: number | null;
            saleId: number | null;
            transactionId: string | null;
        };
        PayoutItemPage: { data: components["schemas"]["PayoutItem"][]; meta: components["schemas"]["PageMeta"] };
        /** @enum {string} */
        PayoutMethod: "bank_iban" | "bank_account" | "paypal" | "wise" | "other";
        PayoutMinimum: { currency: components["schemas"]["Currency"]; minimumCents: number };
        /** @enum {string} */
        PayoutObstacle: "partner_pending" | "partner_rejected" | "partner_held" | "no_details";
        PayoutPage: { data: components["schemas"]["Payout"][]; meta: components["schemas"]["PageMeta"] };
        PayoutResponse: { data: components["schemas"]["Payout"] };
        PayoutSettings: {
            debtor: {
                bic: string | null;
                /** @description Masked: `DE•• •••• 3000`. */
                iban: string;
                name: string;
            } | null;
            /** @description Whether batches skip partners without payout details. */
            detailsRequired: boolean;
            /** @description False if it was encrypted with another APP_SECRET and has to be entered again. */
            isDebtorReadable: boolean;
            /** @description The minimum payout per currency. Currencies that aren’t listed have no minimum. */
            minimums: components["schemas"]["PayoutMinimum"][];
            payDay: number | null;
        };
        PayoutSettingsResponse: { data: components["schemas"]["PayoutSettings"] };
        /** @enum {string} */
        PayoutStatus: "open" | "paid" | "canceled";
        PayoutSum: { amountCents: number; currency: components["schemas"]["Currency"]; payouts: number };
        PayPayoutBody: { reference?: string };
        Performance: {
            /** @description The days of `meta.previousPeriod`. Only set if `compare`, or `compareFrom` and `compareTo`, are set. The number of days may differ from `data`. */
            compared?: components["schemas"]["PerformanceDay"][];
            data: components["schemas"]["PerformanceDay"][];
            meta: {
                dateFrom: components["schemas"]["Instant"];
                dateTo: components["schemas"]["Instant"];
                period: string;
                /** @description The period that trends compare with: the previous one of equal length, or the requested one. */
                previousPeriod: {
                    dateFrom: components["schemas"]["Instant"];
                    dateTo: components["schemas"]["Instant"];
                };
            };
            metrics: components["schemas"]["PerformanceMetrics"];
        };
        PerformanceDay: {
            clicks: number;
            /** @description Minor units divided by 100 at face value, all currencies together. */
            commission: number;
            commissionByCurrency: components["schemas"]["CentsByCurrency"];
            conversions: number;
            /**
             * Format: date
             * @description A calendar day in the program's time zone.
             */
            date: string;
            leads: number;
            partners: number;
            /**
             * Format: date
             * @description Same as `date`.
             */
            period: string;
            /** @description Minor units divided by 100 at face value, all currencies together. */
            revenue: number;
            revenueByCurrency: components["schemas"]["CentsByCurrency"];
            /** @description Always 0. `metrics.totalSales` counts the sales. */
            sales: number;
        };
        PerformanceMetrics: {
            /** @description totalRevenue / totalConversions, 2 decimals. */
            averageOrderValue: number;
            clicksTrend: components["schemas"]["CountTrend"];
            commissionByCurrency: components["schemas"]["CentsByCurrency"];
            commissionTrend: components["schemas"]["MoneyTrend"];
            /** @description (totalConversions / totalClicks) * 100, 2 decimals. */
            conversionRate: number;
            conversionsTrend: components["schemas"]["CountTrend"];
            leadsTrend: components["schemas"]["CountTrend"];
            partnersTrend: components["schemas"]["CountTrend"];
            revenueByCurrency: components["schemas"]["CentsByCurrency"];
            revenueTrend: components["schemas"]["MoneyTrend"];
            salesTrend: components["schemas"]["CountTrend"];
            totalClicks: number;
            totalConversions: number;
            totalLeads: number;
            totalPartners: number;
            /** @description Minor units divided by 100 at face value, all currencies together. */
            totalPartnersCommission: number;
            /** @description Minor units divided by 100 at face value, all currencies together. */
            totalRevenue: number;
            totalSales: number;
        };
        PerLeadCommission: { amountCents: number; currency: components["schemas"]["Currency"] };
        /** @enum {string} */
        Permission: "tracking:read" | "tracking:list" | "billing:read" | "timeline:share" | "partner:manage" | "program:create" | "program:update" | "api_key:manage" | "commission:manage" | "payout:manage" | "claim:manage" | "member:manage" | "audit:read" | "data_subject:export" | "data_subject:erase";
        /** @enum {string} */
        PolicyDuration: "lifetime" | "first_sale" | "months";
        PolicyPreview: {
            from: components["schemas"]["Instant"];
            /** @description False if the period has more sales than the limit (1000000 sales or 20 seconds). Sales older than `oldestSaleAt` are not included. */
            isComplete: boolean;
            oldestSaleAt: components["schemas"]["Instant"] | null;
            /** @description The 20 partners per currency whose earnings differ most, largest difference first. */
            partners: {
                /** @description Number of sales that would have earned a different amount. */
                changedSales: number;
                currency: components["schemas"]["Currency"];
                /** @description `wouldEarnCents` less `earnedCents`. May be negative. */
                differenceCents: number;
                /** @description Actual earnings, less refunds and rejections so far. */
                earnedCents: number;
                partnerId: number;
                partnerName: string;
                /** @description Number of sales, including those without a commission. */
                sales: number;
                /** @description Earnings under the requested policy. */
                wouldEarnCents: number;
            }[];
            /** @description All other partners, with one sum per currency. */
            rest: {
                /** @description Number of sales that would have earned a different amount. */
                changedSales: number;
                currency: components["schemas"]["Currency"];
                /** @description `wouldEarnCents` less `earnedCents`. May be negative. */
                differenceCents: number;
                /** @description Actual earnings, less refunds and rejections so far. */
                earnedCents: number;
                partners: number;
                /** @description Number of sales, including those without a commission. */
                sales: number;
                /** @description Earnings under the requested policy. */
                wouldEarnCents: number;
            }[];
            /** @description Live sales in the period, newest first. */
            sales: number;
            to: components["schemas"]["Instant"];
            totals: {
                /** @description Number of sales that would have earned a different amount. */
                changedSales: number;
                currency: components["schemas"]["Currency"];
                /** @description `wouldEarnCents` less `earnedCents`. May be negative. */
                differenceCents: number;
                /** @description Actual earnings, less refunds and rejections so far. */
                earnedCents: number;
                /** @description Number of sales, including those without a commission. */
                sales: number;
                /** @description Earnings under the requested policy. */
                wouldEarnCents: number;
            }[];
        };
        PolicyPreviewResponse: { data: components["schemas"]["PolicyPreview"] };
        /** @enum {string} */
        PolicyType: "percent" | "flat";
        PollWebhookEventsBody: {
            /** @description IDs of events to acknowledge. */
            acknowledged?: number[];
            /**
             * @description How long to wait for events. Returns early if the service is stopping.
             * @default 0
             */
            waitSeconds?: number;
        };
        PortalBalance: {
            /** @description Approved but not paid yet. */
            approvedCents: number;
            currency: components["schemas"]["Currency"];
            nextDueAt: components["schemas"]["Instant"] | null;
            /** @description Earned but not approved yet. `nextDueAt` is when the next part is due. */
            onHoldCents: number;
            /** @description Amount of the next payout. Negative if more was reversed than is due. */
            owedCents: number;
            /** @description Paid out, less deductions in later payouts. */
            paidCents: number;
            /** @description Earned and then reversed, for example by refunds. */
            reversedCents: number;
        };
        PortalClaim: {
            closedAt: components["schemas"]["Instant"] | null;
            commissionId: number | null;
            createdAt: components["schemas"]["Instant"];
            day: string | null;
            id: number;
            message: string | null;
            note: string | null;
            state: components["schemas"]["ClaimState"];
            transactionId: string | null;
        };
        PortalClaimPage: { data: components["schemas"]["PortalClaim"][]; meta: components["schemas"]["PageMeta"] };
        PortalClaimResponse: { data: components["schemas"]["PortalClaim"] };
        PortalCouponCode: {
            code: string;
            createdAt: components["schemas"]["Instant"];
            customerDiscount: string | null;
            earnedByCurrency: components["schemas"]["CentsByCurrency"];
            endsAt: components["schemas"]["Instant"] | null;
            id: number;
            maxUses: number | null;
            /** @description The number of sales to your customers with this code. */
            sales: number;
            startsAt: components["schemas"]["Instant"] | null;
            status: components["schemas"]["CouponStatus"];
            /** @description The number of customers that the code brought you. */
            uses: number;
        };
        PortalCouponCodeResponse: { data: components["schemas"]["PortalCouponCode"] };
        PortalDay: {
            clicks: number;
            customers: number;
            /** Format: date */
            date: string;
            earnedByCurrency: components["schemas"]["CentsByCurrency"];
            leads: number;
        };
        PortalDaySale: {
            at: components["schemas"]["Instant"];
            commissionId: number | null;
            currency: components["schemas"]["Currency"];
            /** @description A pseudonymous code. */
            customer: string;
            earnedCents: number | null;
            saleCents: number;
            state: components["schemas"]["EarningState"] | null;
        };
        PortalEarnedTrend: {
            previous: number;
            previousByCurrency: components["schemas"]["CentsByCurrency"];
            /** @description Absolute percentage change, to one decimal place. Null if the previous value is 0. */
            trend: number | null;
            /** @enum {string} */
            trendDirection: "up" | "down" | "stable";
        };
        PortalEarning: {
            /** @description Original commission. */
            amountCents: number;
            currency: components["schemas"]["Currency"];
            /** @description A pseudonymous code, which is always the same for a customer. */
            customer: string;
            dueAt: components["schemas"]["Instant"];
            earnedAt: components["schemas"]["Instant"];
            id: number;
            /** @description Whether an approved claim created the sale. */
            isClaimed: boolean;
            isRenewal: boolean;
            kind: components["schemas"]["CommissionKind"];
            linkCode: string | null;
            /** @description Paid amount. */
            paidCents: number;
            /** @description Reversed amount of the commission. */
            reversedCents: number;
            saleCents: number | null;
            state: components["schemas"]["EarningState"];
        };
        PortalEarningPage: { data: components["schemas"]["PortalEarning"][]; meta: components["schemas"]["PageMeta"] };
        PortalEarningsTotal: {
            /** @description Original commissions. */
            amountCents: number;
            currency: components["schemas"]["Currency"];
            /** @description Number of earnings. */
            earnings: number;
            /** @description Paid amount. */
            paidCents: number;
            /** @description Reversed amount of the commissions. */
            reversedCents: number;
        };
        PortalHoldDay: {
            centsByCurrency: components["schemas"]["CentsByCurrency"];
            /** Format: date */
            day: string;
        };
        PortalHolds: {
            /** @description The next days on which holds end, in the program’s time zone. At most 3. */
            days: components["schemas"]["PortalHoldDay"][];
            laterByCurrency: components["schemas"]["CentsByCurrency"];
        };
        PortalLink: {
            /** @description The value of `?aff=` in the URLs that you share. */
            code: string;
            createdAt: components["schemas"]["Instant"];
            id: number;
            status: components["schemas"]["LinkStatus"];
        };
        PortalLinkResponse: { data: components["schemas"]["PortalLink"] };
        PortalMinimum: { currency: components["schemas"]["Currency"]; minimumCents: number };
        PortalOpenPayouts: {
            /** @description The total of payouts that were created but not paid yet. */
            amountCents: number;
            createdAt: components["schemas"]["Instant"];
            currency: components["schemas"]["Currency"];
            /** @description The payout methods. Empty if the program requires no payout details. */
            methods: components["schemas"]["PayoutMethod"][];
            payouts: number;
        };
        PortalOrder: {
            commissionId: number | null;
            currency: components["schemas"]["Currency"] | null;
            customer: string | null;
            earnedCents: number | null;
            paidCents: number | null;
            receivedAt: components["schemas"]["Instant"] | null;
            saleCents: number | null;
        };
        PortalOverview: {
            clicks: number;
            clicksTrend: components["schemas"]["PortalTrend"];
            /** @description Customers who made their first purchase. */
            customers: number;
            customersTrend: components["schemas"]["PortalTrend"];
            dateFrom: components["schemas"]["Instant"];
            dateTo: components["schemas"]["Instant"];
            days: components["schemas"]["PortalDay"][];
            earnedByCurrency: components["schemas"]["CentsByCurrency"];
            earnedTrend: components["schemas"]["PortalEarnedTrend"];
            leads: number;
            leadsTrend: components["schemas"]["PortalTrend"];
            /** @enum {string} */
            period: "7d" | "30d" | "90d" | "all";
            /** @description The period that trends are compared with: for a whole month, the previous month; for the first days of a month, the same days of the previous month; otherwise the previous period of equal length. */
            previousPeriod: { dateFrom: components["schemas"]["Instant"]; dateTo: components["schemas"]["Instant"] };
            sales: number;
            salesTrend: components["schemas"]["PortalTrend"];
            /** @description The program’s time zone, in which its days start. */
            timeZone: string;
        };
        PortalOverviewResponse: { data: components["schemas"]["PortalOverview"] };
        PortalPayout: {
            /** @description Fixed when the payout was created. */
            amountCents: number;
            closedAt: components["schemas"]["Instant"] | null;
            commissions: number;
            createdAt: components["schemas"]["Instant"];
            currency: components["schemas"]["Currency"];
            id: number;
            reference: string | null;
            status: components["schemas"]["PayoutStatus"];
        };
        PortalPayoutItem: {
            /** @description Negative if the payout deducts a commission that was reversed after it was paid. */
            amountCents: number;
            commissionId: number;
            currency: components["schemas"]["Currency"];
            /** @description A pseudonymous code, which is always the same for a customer. */
            customer: string;
            earnedAt: components["schemas"]["Instant"];
            isRenewal: boolean;
            kind: components["schemas"]["CommissionKind"];
        };
        PortalPayoutItemPage: {
            data: components["schemas"]["PortalPayoutItem"][];
            meta: components["schemas"]["PageMeta"];
        };
        PortalPayoutPage: { data: components["schemas"]["PortalPayout"][]; meta: components["schemas"]["PageMeta"] };
        PortalProgram: {
            balances: components["schemas"]["PortalBalance"][];
            brand: components["schemas"]["ProgramBrand"];
            /** @description How many milliseconds its clock is ahead of real time. Always 0 except for sandboxes. */
            clockAheadMs: number;
            id: number;
            joinedAt: components["schemas"]["Instant"];
            language: components["schemas"]["Language"];
            name: string;
            /** @description Your name in the program. */
            partnerName: string;
            partnerStatus: components["schemas"]["PartnerStatus"];
            payoutBlocker: components["schemas"]["PayoutBlocker"] | null;
            redirectDomain: string | null;
            /** @description Whether the program is a sandbox without real money. */
            sandbox: boolean;
            siteUrl: string | null;
            status: components["schemas"]["ProgramStatus"];
            /** @description The time zone in which its days begin. */
            timeZone: string;
        };
        PortalProgramResponse: { data: components["schemas"]["PortalProgram"] };
        PortalSettings: {
            /** @description Origins that may embed this program’s portal in a frame. If empty, no site may embed it. */
            embedOrigins: string[];
            language: components["schemas"]["Language"];
            ownCouponCodes: components["schemas"]["OwnCouponCodes"] | null;
            ownLinks: number | null;
            ownLinksByDefault: number;
        };
        PortalSettingsResponse: { data: components["schemas"]["PortalSettings"] };
        PortalStatement: {
            closedAt: components["schemas"]["Instant"];
            /** @description Opening balance, plus earned, less reversed and paid amounts. */
            closingCents: number;
            currency: components["schemas"]["Currency"];
            earnedCents: number;
            /** @description The part of the closing balance that was on hold at the end of the month. The rest was approved. */
            heldCents: number;
            /** @description YYYY-MM, in the program’s time zone when the statement was written. */
            month: string;
            openingCents: number;
            paidCents: number;
            reversedCents: number;
        };
        PortalSubId: {
            clicks: number;
            earnedByCurrency: components["schemas"]["CentsByCurrency"];
            sales: number;
            subId: string | null;
        };
        PortalTerms: {
            /** @description How many days after a click a customer’s first purchase can earn a commission. */
            attributionWindowDays: number;
            commissionApproval: components["schemas"]["CommissionApproval"];
            /** @description What you earn: one sentence for each commission policy that applies to you. */
            commissions: string[];
            /** @description Whether only partners with payout details are paid. */
            detailsRequired: boolean;
            /** @description Hold periods for commissions in days, in ascending order. Several if policies differ. */
            holdDays: number[];
            /** @description The minimum payout per currency. Currencies that aren’t listed have no minimum. */
            minimums: components["schemas"]["PortalMinimum"][];
            nextPayDay: string | null;
            payDay: number | null;
            text: components["schemas"]["PortalTermsText"] | null;
        };
        PortalTermsResponse: { data: components["schemas"]["PortalTerms"] };
        PortalTermsText: {
            acceptedAt: components["schemas"]["Instant"] | null;
            newerVersion: number | null;
            version: number;
        };
        PortalTrend: {
            previous: number;
            /** @description Absolute percentage change, to one decimal place. Null if the previous value is 0. */
            trend: number | null;
            /** @enum {string} */
            trendDirection: "up" | "down" | "stable";
        };
        PossibleDuplicate: {
            /** @description Null while the commission is on hold. */
            decision: components["schemas"]["DuplicateDecision"] | null;
            /** @description Both sales, the earlier one first. */
            reports: components["schemas"]["ReportedSale"][];
        };
        PossibleDuplicateResponse: { data: components["schemas"]["PossibleDuplicate"] };
        PreviewAccountClosingResponse: {
            data: {
                programs: components["schemas"]["AccountClosureProgram"][];
                /** @description Whether you have a balance, in which case `leavesBalance` is required to close the account. */
                requiresConfirmation: boolean;
            };
        };
        PreviewCommissionPolicyBody: {
            /** @description Minor units. */
            amountCents?: number;
            currency?: components["schemas"]["Currency"];
            /**
             * @description Number of days up to and including today, in the program’s time zone.
             * @default 30
             */
            days?: number;
            duration?: components["schemas"]["PolicyDuration"];
            /** @description Counted from the customer’s first sale. */
            durationMonths?: number;
            /** @description The ID of a partner group. Omit it for partners whose group has no policy. */
            groupId?: number;
            holdDays?: number;
            /** @description `true` to simulate that the policy of `groupId` and `productId` never existed. Don’t send any other field then. */
            isEnded?: boolean;
            /** @description The `product_id` of sales. Omit it for the default policy. */
            productId?: string;
            /** @description Basis points of the sale amount. */
            rateBps?: number;
            type?: components["schemas"]["PolicyType"];
        };
        PreviewCouponCodeImportBody: {
            /** @description CSV text with a header row: `code` and `partner_email`, optionally `starts_at`, `ends_at`, `max_uses` and `customer_discount`. `starts_at` and `ends_at` are ISO 8601 date-times with an offset, or dates in the program’s time zone: the code is valid from the start of the first day to the end of the last. Separated by commas, semicolons or tabs. Up to 5000 rows. A file from the export is accepted as well. */
            file: string;
        };
        PreviewCustomerAttributionBody: {
            /** @description An existing customer. Send it instead of `customerKey`. */
            customerId?: number;
            /** @description The `customer_key` of sales. An unknown key creates a customer without a click. */
            customerKey?: string;
            /** @description The partner to attribute the customer to. */
            partnerId: number;
        };
        PreviewInvitationBody: { invitation: string };
        PreviewJoinPageBody: {
            /** @description Markdown. At most 1000 lines (100 of them quoted) and 5000 markup characters. */
            content: string;
            mode: components["schemas"]["JoinMode"];
            questions: {
                /** @description At least two for a `choice`. Other kinds have none. */
                choices: string[];
                /** @description Stays the same as long as the question exists. New questions get an ID. */
                id?: string;
                kind: components["schemas"]["QuestionKind"];
                required: boolean;
                text: string;
            }[];
            terms?: string | null;
        };
        PreviewPartnerImportBody: {
            /** @description CSV text with a header row: `name` and `email`, optionally `code` and `group`. Separated by commas, semicolons or tabs. Up to 2000 rows. */
            file: string;
        };
        PreviewPartnerSignInLinkBody: {
            /** @description The token in the fragment (`#`) of a sign-in link. */
            token: string;
        };
        PreviewPartnerSignInLinkResponse: {
            data: {
                email: string;
                /** @description The account’s program if it has exactly one. */
                program: components["schemas"]["BrandedProgram"] | null;
            };
        };
        ProcessorConnection: {
            /** @description Whether this deployment supports connecting via OAuth. */
            canAuthorize: boolean;
            chargesEnabled: boolean;
            connectedBy: ("oauth" | "manual") | null;
            connectionDate: components["schemas"]["Instant"] | null;
            detailsSubmitted: boolean;
            isLive: boolean | null;
            payoutsEnabled: boolean;
            processor: string | null;
            processorAccountId: string | null;
            rejectedEvents: { events: number; newestReceivedAt: components["schemas"]["Instant"] } | null;
            /** @enum {string} */
            status: "not_connected" | "connected" | "disconnected";
            /** @description Event types that the webhook endpoint must receive. */
            webhookEventTypes: string[];
            webhookUrl: string | null;
        };
        ProcessorConnectionResponse: { data: components["schemas"]["ProcessorConnection"] };
        ProcessorEvent: {
            customerKey: string | null;
            /** @description The processor’s ID for the event. */
            eventId: string;
            isLive: boolean;
            occurredAt: components["schemas"]["Instant"];
            /** @description What the event changed, for example `attributed` (a sale), `unattributed`, `test_sale`, `applied` (a refund), `waiting`, `kept` (for review) or `ignored`. */
            outcome: string;
            paymentId: string | null;
            receivedAt: components["schemas"]["Instant"];
            /**
             * @description The processor’s event type.
             * @example transaction.completed
             */
            type: string;
        };
        ProcessorProblems: {
            /** @description Commissions on hold until their invoice is linked to its payment. */
            heldCommissions: {
                amountCents: number;
                commissions: number;
                currency: components["schemas"]["Currency"];
            }[];
            /** @description Expected event types that haven’t been received, inferred from the events that were. */
            missingEventTypes: components["schemas"]["MissingEventType"][];
            /** @description Metadata from the last 30 days that was ignored because its value is a placeholder. */
            placeholders: {
                events: number;
                /** @description Whether the newest event is live, not from test mode. */
                isLive: boolean;
                /** @example service_click_id */
                name: string;
                newestEventId: string;
                newestEventType: string;
                newestReceivedAt: components["schemas"]["Instant"];
                /** @example undefined */
                value: string;
            }[];
        };
        ProcessorProblemsResponse: { data: components["schemas"]["ProcessorProblems"] };
        Program: {
            attributionWindowDays: number;
            clickRetentionMonths: number | null;
            clock: components["schemas"]["ProgramClock"] | null;
            /** @description If true, clicks return `program_paused` and new leads `closed_to_new_referrals`. Sales of known customers, renewals and refunds continue. */
            closedToNewReferrals: boolean;
            /**
             * @description `automatic` approves commissions when their hold ends; `review` requires manual approval.
             * @enum {string}
             */
            commissionApproval: "automatic" | "review";
            /**
             * @description What percentages are applied to: `amount` is `amount_cents` as sent, including tax; `amount_without_tax` is `amount_cents` less `tax_amount_cents`.
             * @enum {string}
             */
            commissionBase: "amount" | "amount_without_tax";
            cookieWindowDays: number;
            /**
             * @description Which partner gets a customer before the first sale if the click and the coupon code belong to different partners: the partner of the `code`, or of the `click`. Of two codes, the later one wins. With `first_touch`, the first click or code wins. Customers who have bought keep their partner.
             * @enum {string}
             */
            couponPrecedence: "code" | "click" | "first_touch";
            createdAt: components["schemas"]["Instant"];
            holdPeriodDays: number;
            id: number;
            /** @enum {string} */
            leadAuthPolicy: "server_verified" | "browser_allowed";
            legalAddress: string | null;
            legalName: string | null;
            name: string;
            /** @enum {string} */
            paymentTrackingMode: "processor_connect" | "s2s";
            perLeadCommission: components["schemas"]["PerLeadCommission"] | null;
            platformFeeBps: number;
            redirectDomain: string | null;
            /** @description A sandbox has its own clock and test keys only, and is never invoiced. This can’t be changed after the program is created. */
            sandbox: boolean;
            /** @description If true, the dashboard hides the setup checklist. */
            setupDismissed: boolean;
            siteUrl: string | null;
            /**
             * @description While a program is not `active`, its API keys return 401, so renewals and refunds stop as well. Archiving revokes its management keys. To stop new referrals only, keep it active and set `closedToNewReferrals`.
             * @enum {string}
             */
            status: "active" | "paused" | "archived";
            taxId: string | null;
            /** @description An IANA name such as `Europe/Berlin`. It determines when the program’s days begin. */
            timeZone: string;
            updatedAt: components["schemas"]["Instant"];
            workspaceId: string;
        };
        ProgramBrand: {
            /** @description Text on it is black or white, whichever has more contrast. */
            color: string;
            /** @description `color` as text on light and on dark backgrounds, with a contrast of at least 4.5. */
            linkColors: { dark: string; light: string };
            logoUrl: string | null;
            slug: string | null;
            /** @description The color of text on `color`. */
            textColor: string;
        };
        ProgramClock: {
            /** @description How far the program’s clock is ahead of real time. */
            aheadMs: number;
            /**
             * Format: date-time
             * @description The program’s current time.
             */
            now: string;
        };
        ProgramPage: {
            data: components["schemas"]["Program"][];
            meta: components["schemas"]["PageMeta"];
            /** @description The IDs of programs on this page whose database server is unreachable. They are missing from `data`. Usually empty. */
            unreachable: number[];
        };
        ProgramResponse: { data: components["schemas"]["Program"] };
        ProgramSetup: {
            steps: {
                /**
                 * @description Whether a click arrived from the tracker, even if it wasn’t counted, for example because of an unknown code or a bot.
                 * @enum {string}
                 */
                click: "complete" | "pending";
                /**
                 * @description Whether the default commission policy was saved at least once, further policies were added, or a sale was recorded.
                 * @enum {string}
                 */
                commission: "complete" | "pending";
                /**
                 * @description Whether at least one partner is approved.
                 * @enum {string}
                 */
                partner: "complete" | "pending";
                /**
                 * @description Whether a sale was recorded.
                 * @enum {string}
                 */
                sale: "complete" | "pending";
                /**
                 * @description Whether the program has a `siteUrl`.
                 * @enum {string}
                 */
                site: "complete" | "pending";
            };
        };
        ProgramSetupResponse: { data: components["schemas"]["ProgramSetup"] };
        /** @enum {string} */
        ProgramStatus: "active" | "paused" | "archived";
        /** @enum {string} */
        QuestionKind: "text" | "long_text" | "choice" | "url";
        ReadBreakdownResponse: {
            data: components["schemas"]["BreakdownRow"][];
            meta: {
                /** @enum {string} */
                by: "partner" | "group" | "link" | "subId" | "landingPage" | "referrer" | "language" | "country" | "device" | "visitor" | "product" | "currency" | "renewal";
                coverage: components["schemas"]["BreakdownCoverage"];
                dateFrom: components["schemas"]["Instant"];
                dateTo: components["schemas"]["Instant"];
                /** @enum {string} */
                measures: "all" | "clicks" | "sales";
                nextCursor: string | null;
                previousPeriod: {
                    dateFrom: components["schemas"]["Instant"];
                    dateTo: components["schemas"]["Instant"];
                } | null;
            };
        };
        Readiness: {
            checkedAt: components["schemas"]["Instant"];
            /** @description The tracker is on the site, the click ID reaches the signup, and the server reports signups, sales and refunds. */
            gates: components["schemas"]["ReadinessGate"][];
            /** @description Whether all gates are passed. */
            ready: boolean;
        };
        ReadinessEvidence: {
            at: components["schemas"]["Instant"];
            eventId: number | null;
            mode: components["schemas"]["Mode"];
            text: string;
            type: components["schemas"]["ReadinessEvidenceType"];
        };
        /** @enum {string} */
        ReadinessEvidenceType: "click" | "lead" | "sale" | "refund";
        ReadinessGate: {
            cause: components["schemas"]["ReadinessGateCause"] | null;
            evidence: components["schemas"]["ReadinessEvidence"] | null;
            gate: components["schemas"]["ReadinessGateName"];
            /** @description The gate’s findings. */
            message: string;
            nextAction: string | null;
            status: components["schemas"]["ReadinessGateStatus"];
        };
        /** @enum {string} */
        ReadinessGateCause: "click_rejected" | "click_id_missing" | "click_id_invalid" | "browser_only" | "lead_rejected" | "test_click_with_live_key" | "customer_key_differs" | "sale_rejected" | "refund_rejected";
        /** @enum {string} */
        ReadinessGateName: "script_seen" | "click_id_at_signup" | "server_lead" | "sale" | "refund";
        /** @enum {string} */
        ReadinessGateStatus: "passed" | "failed" | "waiting";
        ReadinessResponse: { data: components["schemas"]["Readiness"] };
        ReadOwnBalanceResponse: {
            data: {
                balances: components["schemas"]["PortalBalance"][];
                /** @description Whether you have active payout details. */
                hasPayoutDetails: boolean;
                holds: components["schemas"]["PortalHolds"];
                /** @description One entry per currency. */
                nextPayouts: components["schemas"]["NextPayout"][];
                /** @description Payouts that were created but not paid yet, with one entry per currency. `createdAt` is the creation time of the oldest payout. */
                openPayouts: components["schemas"]["PortalOpenPayouts"][];
                payoutBlocker: components["schemas"]["PayoutBlocker"] | null;
            };
        };
        ReadPartnerMetricsResponse: {
            data: components["schemas"]["PartnerMetrics"][];
            meta: {
                dateFrom: components["schemas"]["Instant"];
                dateTo: components["schemas"]["Instant"];
                /** @enum {string} */
                period: "7d" | "30d" | "90d" | "all";
            };
        };
        ReadStatusResponse: { data: components["schemas"]["IntegrationStatus"] };
        ReceivedOrder: {
            amountCents: number | null;
            at: components["schemas"]["Instant"];
            currency: string | null;
            /** @enum {string} */
            kind: "sale" | "payment" | "rejected_sale";
        };
        ReceiveProcessorEventResponse: {
            /** @description The reason nothing changed. */
            ignored?: string;
            /** @constant */
            received: true;
        };
        Reconciliation: {
            closedAt: components["schemas"]["Instant"] | null;
            closedBy: string | null;
            closeNote: string | null;
            /**
             * Format: date-time
             * @description End of the compared period.
             */
            comparedUntil: string;
            /** @description Open differences that are recorded with a different amount. */
            differentAmount: number;
            failure: components["schemas"]["ReconciliationFailure"] | null;
            finishedAt: components["schemas"]["Instant"] | null;
            id: number;
            /** @description Payments, refunds and disputes whose recorded amount matches the processor’s. */
            matched: number;
            /** @description Open differences that aren’t recorded here. */
            missing: number;
            /**
             * @description In the program’s time zone.
             * @example 2026-10
             */
            month: string;
            /** @description Pages that the current or last run has read. */
            pages: number;
            processor: string;
            requestedAt: components["schemas"]["Instant"];
            status: components["schemas"]["ReconciliationStatus"];
            /** @description Recorded entries without a partner, and refunds of unknown payments. */
            unattributed: number;
            /** @description The count per reason. */
            unattributedReasons: { [key: string]: number };
            /** @description Open differences without a note. A month can be closed if there are none. */
            unexplained: number;
            /** @description Objects that lack a required value and were skipped. */
            unreadable: number;
        };
        ReconciliationDifference: {
            /** @description The amount reported by the processor. */
            amountCents: number;
            currency: string | null;
            id: number;
            kind: components["schemas"]["ReconciliationDifferenceKind"];
            note: string | null;
            noteBy: string | null;
            occurredAt: components["schemas"]["Instant"];
            paymentId: number | null;
            recordedCents: number | null;
            recordedCurrency: string | null;
            /** @description The processor’s ID for the payment, refund or dispute. */
            reference: string;
            remedy: components["schemas"]["DifferenceRemedy"];
            saleId: number | null;
            state: components["schemas"]["ReconciliationDifferenceState"];
        };
        /** @enum {string} */
        ReconciliationDifferenceKind: "payment" | "refund" | "failed_refund" | "dispute";
        ReconciliationDifferencePage: {
            data: components["schemas"]["ReconciliationDifference"][];
            meta: components["schemas"]["PageMeta"];
        };
        ReconciliationDifferenceResponse: { data: components["schemas"]["ReconciliationDifference"] };
        /** @enum {string} */
        ReconciliationDifferenceState: "missing" | "different_amount";
        /**
         * @description The reason the last run failed. `not_connected`: the account or its API key was removed. `key_rejected`: the processor rejected the key, or the key lacks a permission. `wrong_mode`: the key belongs to the other mode (live or test). `wrong_site`: the site has no such API, redirects or isn’t public. `rate_limited`, `unavailable`: the processor didn’t respond after several attempts. `unreadable`: its response could not be read. `too_many`: the month has too many payments.
         * @enum {string}
         */
        ReconciliationFailure: "not_connected" | "key_rejected" | "wrong_mode" | "wrong_site" | "rate_limited" | "unavailable" | "unreadable" | "too_many";
        ReconciliationResponse: { data: components["schemas"]["Reconciliation"] };
        ReconciliationSettings: {
            /** @description The fields required to set the connected processor’s API key. */
            fields: components["schemas"]["CredentialField"][];
            hasApiKey: boolean;
            /** @description Whether the connected processor’s payments and refunds can be listed. */
            isSupported: boolean;
            processor: string | null;
            site: string | null;
        };
        ReconciliationSettingsResponse: { data: components["schemas"]["ReconciliationSettings"] };
        /** @enum {string} */
        ReconciliationStatus: "queued" | "running" | "done" | "failed";
        RecordedDifference: { state: components["schemas"]["RecordedDifferenceState"] };
        RecordedDifferenceResponse: { data: components["schemas"]["RecordedDifference"] };
        /** @enum {string} */
        RecordedDifferenceState: "matched" | "unattributed" | "different_amount";
        RefundBody: {
            /** @description `test_mode: true` refunds a test sale. */
            additional_data?: { [key: string]: unknown };
            currency?: components["schemas"]["Currency"];
            /** @description `false` refunds a test sale. */
            livemode?: boolean;
            /** @description With `refund_id`, the amount of this refund. Without it, the total amount refunded so far. Defaults to the remaining amount. Null, an empty value or an amount under another name returns an error. If no amount is sent, so does any number in an unknown field, except IDs (`…_id`) and times (`…_at`, `…_date`), and any amount in `additional_data`. */
            refund_amount_cents?: number;
            /** @description Your own ID for this refund, unique within the sale. A repeated ID counts once. With a connected processor account, send the processor’s refund ID. Always send an ID: a refund sent once without an ID and once with one counts twice. An ID under another name (`refundId`, `reference`) returns an error. */
            refund_id?: string;
            /** @description Shown in the commission’s history. At most 512 characters are stored. */
            refund_reason?: string;
            /** @description The sale’s transaction_id, or an ID under which the connected processor account reported its payment. */
            transaction_id: string;
        };
        RefundedPayout: {
            amountCents: number;
            currency: components["schemas"]["Currency"];
            partnerName: string;
            payoutId: number;
            /** @description For an open payout, the refunds on its commissions since it was created. The payout’s amount doesn’t change: the next payout deducts the refunds, unless this one is canceled. 0 for a closed payout. */
            refundedCents: number;
        };
        RefundSaleBody: {
            /** @description Defaults to the remaining amount. */
            amountCents?: number;
            currency?: components["schemas"]["Currency"];
            /** @description Records the refund even if your team or server has already reported a refund of the same amount for this sale. */
            isSeparate?: boolean;
            reason: string;
            /** @description Your own ID for the refund, unique within the sale. A repeated ID counts once, including if your server sends it as `refund_id`. */
            refundId: string;
        };
        RefundSaleResponse: {
            data: {
                commissionId: number | null;
                message: string;
                refundedAmountCents: number;
                remainingAmountCents: number;
                saleId: number;
                /** @enum {string} */
                status: "refunded" | "reversed" | "no_commission" | "skipped";
            };
        };
        RejectApplicationBody: {
            reason?: string | null;
            /** @description The version that you reviewed. Fails with 409 if the application has changed since. */
            version: number;
        };
        RejectApplicationsBody: {
            /** @description The applications, each with the version you reviewed. */
            applications: { id: number; version: number }[];
            reason?: string | null;
        };
        RejectClaimBody: {
            /** @description The reason, which is shown to the partner. */
            message: string;
        };
        RejectCommissionsBody: { commissionIds: number[]; reason: string };
        RejectedRequest: {
            amount: string | null;
            /** @description Whether the request had a valid key for the program. Anyone can send a request without one. */
            authenticated: boolean;
            clickId: string | null;
            /** @description The error code or reason in the response. */
            code: string;
            /** @description Number of requests in this entry: duplicates of a transaction, or equal requests without a key. */
            count: number;
            couponCode: string | null;
            currency: string | null;
            customerKey: string | null;
            field: string | null;
            firstAt: components["schemas"]["Instant"];
            id: number;
            keyId: number | null;
            keyMasked: string | null;
            lastAt: components["schemas"]["Instant"];
            linkCode: string | null;
            /** @description The message in the response. */
            message: string;
            mode: components["schemas"]["Mode"];
            outcome: components["schemas"]["RequestOutcome"];
            /** @description The `x-request-id` header of the latest response. */
            requestId: string;
            transactionId: string | null;
            type: components["schemas"]["RequestType"];
        };
        RejectedRequestItem: {
            /** @description The response’s error code, or the reason the request was not counted. */
            code: string;
            count: number;
            field: string | null;
            firstAt: components["schemas"]["Instant"];
            id: number;
            lastAt: components["schemas"]["Instant"];
            message: string;
            type: components["schemas"]["RequestType"];
        };
        RejectedRequestPage: {
            data: components["schemas"]["RejectedRequest"][];
            meta: components["schemas"]["PageMeta"];
        };
        RemoveMemberResponse: { data: { id: string } };
        RemovePasskeyResponse: {
            data: {
                /** @constant */
                removed: true;
            };
        };
        RenamePartnerGroupBody: {
            /** @description Unique in the program, ignoring case. */
            name: string;
        };
        RenamePasskeyBody: { name: string };
        ReportedSale: {
            amountCents: number;
            currency: components["schemas"]["Currency"];
            providerPaymentId: string | null;
            receivedAt: components["schemas"]["Instant"];
            refundedCents: number;
            saleId: number;
            source: components["schemas"]["ReportedSaleSource"];
            transactionId: string;
        };
        /** @enum {string} */
        ReportedSaleSource: "merchant" | "processor";
        RequestApplicationInfoBody: {
            /** @description Emailed to the applicant. */
            question: string;
            /** @description The version that you reviewed. Fails with 409 if the application has changed since. */
            version: number;
        };
        RequestedPayoutDetails: {
            /** @description The number of partners who receive an email. */
            requested: number;
            /** @description Partners who don’t receive an email. `requested_recently`: they received one in the last 7 days. */
            skipped: { partnerId: number; reason: components["schemas"]["SkippedDetailsRequestReason"] }[];
        };
        RequestedPayoutDetailsResponse: { data: components["schemas"]["RequestedPayoutDetails"] };
        RequestHealthReport: {
            countedSince: string | null;
            /** @description Current alerts, regardless of the period. */
            inactivityAlerts: components["schemas"]["InactivityAlert"][];
            /** @description One entry per request type. */
            requests: components["schemas"]["RequestTypeCounts"][];
            steps: components["schemas"]["RequestHealthSteps"];
        };
        RequestHealthResponse: {
            data: components["schemas"]["RequestHealthReport"];
            meta: {
                dateFrom: components["schemas"]["Instant"];
                dateTo: components["schemas"]["Instant"];
                /**
                 * Format: date
                 * @description A day in the program's time zone.
                 */
                firstDay: string;
                /**
                 * Format: date
                 * @description A day in the program's time zone.
                 */
                lastDay: string;
                period: string;
            };
        };
        RequestHealthSteps: {
            clicks: number;
            /** @description Commissions created in the period, by current status. */
            commissions: { approved: number; paid: number; pending: number; reversed: number };
            leads: number;
            sales: number;
        };
        /** @enum {string} */
        RequestOutcome: "counted" | "bot" | "unknown_link" | "inactive_link" | "partner_not_approved" | "program_closed" | "settled" | "provisional" | "repeat" | "with_commission" | "no_policy" | "policy_ended" | "duplicate" | "window_expired" | "unsupported_currency" | "applied" | "sale_not_found" | "no_attribution" | "unauthorized" | "rejected" | "failed";
        RequestOutcomeCount: { outcome: components["schemas"]["RequestOutcome"]; requests: number };
        RequestPartnerSignInLinkBody: {
            /** @description An email address. Stored in lower case, with its domain in ASCII (punycode). */
            email: string;
            /** @description The portal page that the link leads to after sign-in, as a path below `/partner`. Defaults to the first page. */
            page?: string;
        };
        RequestPartnerSignInLinkResponse: {
            data: {
                /** @description Whether a link was requested for this email a moment ago, so no new one is sent. */
                isRepeated: boolean;
                /** @description How long the link is valid. */
                minutes: number;
                shownAt: string | null;
                /** @description Seconds until another link can be requested for this email. */
                waitSeconds: number;
            };
        };
        RequestPayoutDetailsBody: { partnerIds: number[] };
        /** @enum {string} */
        RequestType: "click" | "lead" | "sale" | "refund";
        RequestTypeCounts: {
            /** @description Every outcome of the request type, including those with 0. */
            outcomes: components["schemas"]["RequestOutcomeCount"][];
            /** @description Requests that recorded an event. */
            recorded: number;
            /** @description All live requests: the sum of the outcomes. */
            requests: number;
            type: components["schemas"]["RequestType"];
        };
        ResetPasswordBody: {
            /** @description 10 to 128 characters. Must not be the email address, part of it, or a common password. */
            newPassword: string;
            token: string;
        };
        ResetPasswordResponse: { status: boolean };
        RetireApiKeyBody: {
            /** @description When the key stops working, in ISO 8601 with an offset. Defaults to now. */
            at?: string;
        };
        RevealedPayoutDetails: {
            accountNumber: string | null;
            address: string;
            bic: string | null;
            city: string;
            country: string;
            email: string | null;
            iban: string | null;
            instructions: string | null;
            legalName: string;
            method: components["schemas"]["PayoutMethod"];
            payeeKind: components["schemas"]["PayeeKind"];
            postalCode: string;
            routingNumber: string | null;
            taxId: string | null;
            version: number;
        };
        RevealedPayoutDetailsResponse: { data: components["schemas"]["RevealedPayoutDetails"] };
        RevealPayoutDetailsBody: { version: number };
        ReviewedCommissions: {
            changed: number;
            /** @description Number of commissions that were already in that state. */
            unchanged: number;
        };
        ReviewedCommissionsResponse: { data: components["schemas"]["ReviewedCommissions"] };
        RevokeShareLinkResponse: { data: { id: number } };
        /** @enum {string} */
        Role: "owner" | "admin" | "member" | "viewer";
        RotateWebhookSecretBody: {
            /**
             * @description How long the previous secret stays valid.
             * @default 24
             */
            graceHours?: number;
        };
        Sale: {
            additionalData: { [key: string]: unknown } | null;
            amountCents: number | null;
            attributedBy: components["schemas"]["AttributedBy"] | null;
            currency: components["schemas"]["Currency"];
            customerId: number | null;
            /** @description The `sale_id` of the tracking response; `eventId` for a test sale. */
            id: number;
            isRecurring: boolean;
            mode: components["schemas"]["Mode"];
            occurredAt: components["schemas"]["Instant"] | null;
            partnerId: number | null;
            productId: string | null;
            provider: string | null;
            providerPaymentId: string | null;
            receivedAt: components["schemas"]["Instant"];
            refundedCents: number;
            saleType: components["schemas"]["SaleType"];
            status: components["schemas"]["SaleStatus"];
            subscriptionId: string | null;
            subscriptionInterval: components["schemas"]["SubscriptionInterval"] | null;
            taxAmountCents: number | null;
            transactionId: string;
        };
        SaleBody: {
            /** @description Stored with the sale, at most 16 KiB. `test_mode: true` records a test sale. */
            additional_data?: { [key: string]: unknown };
            /** @description Smallest currency unit. Required for a live sale. */
            amount_cents?: number;
            /** @description The value of the service_click_id cookie. Used if customer_key is not sent. */
            click_id?: string;
            /** @description The coupon or discount code used in the checkout. If it belongs to a partner, it can attribute the customer without a click; case and surrounding spaces do not matter. A code without a partner is stored but otherwise ignored. */
            coupon_code?: string;
            /**
             * @description Never converted.
             * @default USD
             */
            currency?: string;
            /** @description Your customer ID, the same as at signup. If sent, it alone identifies the customer. Must not be a placeholder such as `undefined` or `null`. */
            customer_key?: string;
            /** @default false */
            is_recurring?: boolean;
            /** @description The absolute URL of the visit’s first page. Only host and path are stored. An unusable value is ignored. */
            landing_page?: string;
            /** @description `false` records a test sale. */
            livemode?: boolean;
            /** @description ISO 8601 with an offset. At most 30 days old, at most 5 minutes ahead. For reporting only. */
            occurred_at?: string;
            /** @description Used to find product-specific commission policies. */
            product_id?: string;
            /** @enum {string} */
            provider?: "stripe" | "paypal" | "paddle" | "lemonsqueezy" | "polar" | "braintree" | "adyen" | "square" | "sepa" | "x402" | "other";
            /** @description The provider's own payment ID. Not used to detect duplicates. If the connected processor account has a payment with this ID, the commission of the second sale is held for review. */
            provider_payment_id?: string;
            /**
             * @default payment
             * @enum {string}
             */
            sale_type?: "payment" | "subscription";
            /** @description Stored with the sale only. */
            subscription_id?: string;
            /** @enum {string} */
            subscription_interval?: "monthly" | "quarterly" | "annual";
            /** @description Tax included in amount_cents. */
            tax_amount_cents?: number;
            /** @description Your unique payment ID. A repeated ID returns 409. Required for a live sale. Must not be a placeholder such as `undefined` or `null`. */
            transaction_id?: string;
            /** @description The customer’s browser, as in its User-Agent header. Only the browser’s name is stored. An unusable value is ignored. */
            user_agent?: string;
        };
        /** @enum {string} */
        SaleCapture: "script" | "server_set" | "redirect" | "deleted_click" | "coupon_code" | "team";
        SaleEvent: {
            amountCents: number | null;
            attributedBy: components["schemas"]["AttributedBy"] | null;
            clickId: string | null;
            commission: components["schemas"]["EventCommission"] | null;
            coupon: components["schemas"]["EventCoupon"] | null;
            currency: components["schemas"]["Currency"];
            customerId: number | null;
            customerKey: string | null;
            /** @description Unique within its type. */
            id: number;
            isRecurring: boolean;
            isTest: boolean;
            occurredAt: components["schemas"]["Instant"] | null;
            partner: components["schemas"]["EventPartner"] | null;
            productId: string | null;
            provider: string | null;
            providerPaymentId: string | null;
            refundedCents: number;
            saleType: components["schemas"]["SaleType"];
            status: components["schemas"]["SaleStatus"];
            subscriptionId: string | null;
            subscriptionInterval: components["schemas"]["SubscriptionInterval"] | null;
            taxAmountCents: number | null;
            /**
             * Format: date-time
             * @description When the service received it.
             */
            timestamp: string;
            transactionId: string;
            /** @constant */
            type: "sale";
        };
        /** @enum {string} */
        SaleFilter: "refunded" | "no_commission";
        SalePage: { data: components["schemas"]["Sale"][]; meta: components["schemas"]["PageMeta"] };
        /** @enum {string} */
        SaleStatus: "paid" | "refunded";
        /** @enum {string} */
        SaleType: "payment" | "subscription";
        SearchResults: {
            clicks: components["schemas"]["FoundClick"][];
            couponCodes: components["schemas"]["FoundCouponCode"][];
            customers: components["schemas"]["FoundCustomer"][];
            orders: components["schemas"]["FoundOrder"][];
            partners: components["schemas"]["FoundPartner"][];
        };
        SearchResultsResponse: { data: components["schemas"]["SearchResults"] };
        SecondFactorRequired: {
            twoFactorMethods: string[];
            /** @constant */
            twoFactorRedirect: true;
        };
        SetCommissionPolicyBody: {
            /** @description Minor units. */
            amountCents?: number;
            currency?: components["schemas"]["Currency"];
            duration?: components["schemas"]["PolicyDuration"];
            /** @description Counted from the customer’s first sale. */
            durationMonths?: number;
            /** @description The ID of a partner group. Omit it for partners whose group has no policy. */
            groupId?: number;
            holdDays?: number;
            /** @description The `product_id` of sales. Omit it for the default policy. */
            productId?: string;
            /** @description Basis points of the sale amount. */
            rateBps?: number;
            type: components["schemas"]["PolicyType"];
        };
        SetLogoBody: {
            /** @description A PNG, JPEG or WebP image of at most 46080 bytes, in base64. */
            image: string;
        };
        SetMailPreferencesBody: {
            /** @description Whether you get an email when one of your links gets its first click. */
            firstClick: boolean;
            /** @description Whether you get an email when your links earn commissions. */
            sales: boolean;
            /** @description Whether you get an email when a monthly statement is ready. */
            statements: boolean;
        };
        SetOwnPayoutDetailsBody: {
            /** @description For `bank_account`. */
            accountNumber?: string;
            address: string;
            /** @description For `bank_iban`. */
            bic?: string;
            city: string;
            /** @description Two letters (ISO 3166-1). */
            country: string;
            /** @description For `paypal` and `wise`. The account’s email. */
            email?: string;
            /** @description For `bank_iban`. In upper or lower case, with or without spaces, dashes or dots. */
            iban?: string;
            /** @description For `other`. */
            instructions?: string;
            /** @description Exactly as it appears on your bank account. */
            legalName: string;
            method: components["schemas"]["PayoutMethod"];
            payeeKind: components["schemas"]["PayeeKind"];
            postalCode?: string;
            /** @description For `bank_account`. */
            routingNumber?: string;
            taxId?: string;
        };
        SetOwnPayoutDetailsResponse: { data: components["schemas"]["PayoutDetailsVersion"][] };
        SetPartnerGroupBody: { groupId: number };
        SetPartnerTagsBody: {
            /** @description The complete list of tags, each with up to 40 characters. They are converted to lower case, and surrounding spaces and duplicates are removed. */
            tags: string[];
        };
        SetProcessorApiKeyBody: {
            /** @description A read-only key. Stored encrypted and never shown. */
            apiKey: string;
            /** @description The key’s secret, if `fields` includes it. Stored encrypted and never shown. */
            apiSecret?: string;
            /**
             * @description The store or site, if `fields` includes it. It must be on the public internet.
             * @example https://shop.example
             */
            site?: string;
        };
        /** @enum {string} */
        ShareComparison: "below" | "not_below" | "too_few";
        SharedTimeline: {
            expiresAt: components["schemas"]["Instant"];
            explanation: components["schemas"]["Explanation"];
            programName: string;
            /** @description The identifier that the timeline is about. Empty for an email. */
            query: string;
            /** @description The program’s time zone, as an IANA name. */
            timeZone: string;
        };
        SharedTimelineResponse: { data: components["schemas"]["SharedTimeline"] };
        ShareLink: {
            createdAt: components["schemas"]["Instant"];
            expiresAt: components["schemas"]["Instant"];
            id: number;
            query: string | null;
            /** @enum {string} */
            queryType: "transactionId" | "customerKey" | "clickId" | "emailHash";
        };
        ShareLinkBody: {
            /** @description The value of the service_click_id cookie. */
            clickId?: string;
            /** @description Your customer ID, as sent to the lead or sale endpoint. */
            customerKey?: string;
            /** @description Matches every customer with this email. Not stored: only its keyed hash is compared. */
            email?: string;
            /** @description Your order ID, as sent to the sale endpoint. */
            transactionId?: string;
        };
        SignedIn: {
            /** @description The session token. */
            token: string;
            user: components["schemas"]["AuthenticatedUser"];
        };
        SignInBody: {
            /** @description An email address. Stored in lower case, with its domain in ASCII (punycode). */
            email: string;
            password: string;
        };
        SignInByPasskeyBody: {
            passkey: {
                id: string;
                rawId: string;
                response: {
                    authenticatorData: string;
                    clientDataJSON: string;
                    signature: string;
                    userHandle?: string;
                } & { [key: string]: unknown };
                /** @constant */
                type: "public-key";
            } & { [key: string]: unknown };
        };
        SignInByPasskeyResponse: { data: { email: string } };
        SignInOptions: {
            /** @description Whether anyone can create an account without an invitation. */
            isSignUpOpen: boolean;
            mailSending: components["schemas"]["MailSending"];
        };
        SignInOptionsResponse: { data: components["schemas"]["SignInOptions"] };
        SignInPartnerBody: {
            /** @description The token in the fragment (`#`) of a sign-in link. */
            token: string;
        };
        SignInPartnerResponse: { data: { email: string } };
        SignInResponse: components["schemas"]["SignedIn"] | components["schemas"]["SecondFactorRequired"];
        SignOutBody: Record<string, never>;
        SignOutPartnerResponse: {
            data: {
                /** @description Whether a session existed. */
                ended: boolean;
            };
        };
        SignOutResponse: { success: boolean };
        SignUpBody: {
            /** @description An email address. Stored in lower case, with its domain in ASCII (punycode). */
            email: string;
            invitation?: string;
            name: string;
            /** @description 10 to 128 characters. Must not be the email address, part of it, or a common password. */
            password: string;
        };
        SignUpResponse: { token: string | null; user: components["schemas"]["AuthenticatedUser"] };
        /** @enum {string} */
        SkippedApplicationReason: "changed" | "closed" | "not_found";
        /** @enum {string} */
        SkippedDetailsRequestReason: "not_found" | "has_details" | "requested_recently" | "account_closed";
        SkippedPayout: {
            amountCents: number;
            currency: components["schemas"]["Currency"];
            partnerId: number;
            partnerName: string;
            payoutId: number;
            reason: components["schemas"]["PaymentFileSkip"];
        };
        StartDelegatedSessionBody: {
            /** @description The token in the fragment (`#`) of a sign-in link. */
            token: string;
        };
        StartedDelegatedSession: {
            expiresAt: components["schemas"]["Instant"];
            kind: components["schemas"]["DelegatedSessionKind"];
            programId: number;
            /** @description Send it as `X-Partner-Session` with each request. Keep it in memory only. */
            token: string;
        };
        StartedDelegatedSessionResponse: { data: components["schemas"]["StartedDelegatedSession"] };
        StartReconciliationBody: {
            /** @example 2026-10 */
            month: string;
        };
        StartWebhookListenerBody: {
            /** @description Defaults to all types. */
            eventTypes?: components["schemas"]["WebhookEventType"][];
            /**
             * @description Whether to receive a `webhook.test` event immediately.
             * @default false
             */
            sendTest?: boolean;
        };
        StatementPage: string;
        /** @enum {string} */
        SubscriptionInterval: "monthly" | "quarterly" | "annual";
        SumCommissionsResponse: { data: components["schemas"]["CommissionSum"][] };
        SumOwnEarningsResponse: { data: components["schemas"]["PortalEarningsTotal"][] };
        SyntheticEvent: { eventId: number; type: components["schemas"]["SyntheticEventType"] };
        SyntheticEvents: {
            /** @description The click ID that the test link carries. */
            clickId: string;
            /** @description The test events that the service recorded: a click, its signup, a sale and its refund. */
            events: components["schemas"]["SyntheticEvent"][];
            readiness: components["schemas"]["Readiness"];
            testLink: string | null;
        };
        SyntheticEventsResponse: { data: components["schemas"]["SyntheticEvents"] };
        /** @enum {string} */
        SyntheticEventType: "click" | "lead" | "sale" | "refund";
        /** @enum {string} */
        TargetClosing: "weekend" | "new_years_day" | "good_friday" | "easter_monday" | "labour_day" | "christmas_day" | "day_after_christmas";
        TermsPage: string;
        TestEventResponse: {
            data: {
                eventId: number;
                programId: number;
                /** @constant */
                test_mode: true;
            };
            message: string;
            /** @constant */
            success: true;
        };
        TestEventStatistics: {
            hasTestEvents: boolean;
            latestTestEvent: {
                /**
                 * Format: date-time
                 * @description When the event was stored.
                 */
                createdAt: string;
                id: number;
                /**
                 * Format: date-time
                 * @description When the event happened.
                 */
                timestamp: string;
            } | null;
            /** @description Number of test events, up to 10. */
            testEventCount: number;
        };
        TimelineItem: {
            amountCents?: number;
            at: components["schemas"]["Instant"];
            attributedBy?: string;
            baseCents?: number;
            because?: string;
            claimId?: number;
            clickId?: string;
            commissionId?: number;
            countedCents?: number;
            couponDecision?: components["schemas"]["CouponDecision"];
            currency?: components["schemas"]["Currency"];
            customerId?: number;
            customerKey?: string;
            fromCents?: number;
            fromStatus?: components["schemas"]["CommissionStatus"];
            holdUntil?: components["schemas"]["Instant"];
            /** @constant */
            isAdjusted?: true;
            /** @constant */
            isClickUnused?: true;
            /** @constant */
            isOtherClick?: true;
            isTest: boolean;
            leadId?: number;
            /** @enum {string} */
            leadSource?: "browser" | "server";
            /** @enum {string} */
            leadState?: "provisional" | "settled";
            linkCode?: string;
            otherPartner?: components["schemas"]["NamedReference"];
            partner?: components["schemas"]["NamedReference"];
            /** @enum {string} */
            paymentReason?: "no_customer" | "window_expired" | "unsupported_currency" | "partner_not_approved" | "program_inactive" | "closed_to_new_referrals";
            /** @enum {string} */
            paymentState?: "announced" | "attributed" | "unattributed" | "dismissed";
            payoutId?: number;
            policyType?: components["schemas"]["PolicyType"];
            rateBps?: number;
            rejectedRequest?: components["schemas"]["RejectedRequestItem"];
            /** @enum {string} */
            reportedBy?: "server" | "processor";
            saleId?: number;
            /** @enum {string} */
            settledBy?: "browser" | "server" | "payment";
            taxCents?: number;
            /** @description The conclusion in one or two sentences. */
            text: string;
            toStatus?: components["schemas"]["CommissionStatus"];
            transactionId?: string;
            /** @enum {string} */
            type: "click" | "lead" | "lead_settled" | "claim_approved" | "attributed" | "sale" | "rejected_request" | "refund" | "failed_refund" | "refund_undone" | "dispute" | "dispute_won" | "commission" | "commission_change" | "payout_made" | "payout_paid" | "payout_canceled" | "payment";
            /** @description Ignored fields of the request, with the field that each most likely means. */
            unknownFields?: { field: string; meant?: string }[];
        };
        TrackClickResponse: {
            /** @description Store it in the service_click_id cookie. Its format is opaque. */
            click_id: string;
            cookie_window_days: number;
            partner_code: string;
            /** @constant */
            success: true;
        } | {
            message: string;
            /** @enum {string} */
            reason: "unknown_link" | "inactive_link" | "bot" | "program_paused";
            /** @constant */
            success: false;
        } | components["schemas"]["TestEventResponse"];
        TrackedEvent: components["schemas"]["ClickEvent"] | components["schemas"]["LeadEvent"] | components["schemas"]["SaleEvent"];
        TrackLeadResponse: {
            lead_id: number;
            message: string;
            /**
             * @description True for a browser lead, which counts only once your server or a payment confirms it. Repeated browser requests return true even after that.
             * @constant
             */
            provisional?: true;
            /** @constant */
            success: true;
        } | components["schemas"]["TestEventResponse"];
        TrackRefundResponse: {
            commission_id: number | null;
            message: string;
            /** @description The sale’s total refunded amount. */
            refunded_amount_cents: number;
            /** @description The sale’s remaining amount. */
            remaining_amount_cents: number;
            sale_id: number;
            /**
             * @description `refunded`: in part. `reversed`: in full. `no_commission`: the sale had no commission to reverse. `skipped`: nothing more was refunded (see `message`).
             * @enum {string}
             */
            status: "refunded" | "reversed" | "no_commission" | "skipped";
            /** @constant */
            success: true;
        } | components["schemas"]["TestEventResponse"];
        TrackSaleResponse: {
            /** @description Null when the attribution window has expired or no commission is due. */
            commission_id: number | null;
            message: string;
            /** @description Null when the attribution window has expired. */
            sale_id: number | null;
            /** @constant */
            success: true;
        } | components["schemas"]["TestEventResponse"];
        UnattributedEntry: {
            /** @description The amount reported by the processor. */
            amountCents: number;
            currency: string | null;
            id: number;
            kind: components["schemas"]["ReconciliationDifferenceKind"];
            occurredAt: components["schemas"]["Instant"];
            paymentId: number | null;
            /** @description The decision stored with the payment: `no_customer`, `window_expired`, `partner_not_approved`, `unsupported_currency`, `program_inactive`, `closed_to_new_referrals`, or `dismissed` by your team. `payment_unknown`: a refund or dispute whose payment is not recorded. */
            reason: string;
            /** @description The processor’s ID for the payment, refund or dispute. */
            reference: string;
        };
        UnattributedEntryPage: {
            data: components["schemas"]["UnattributedEntry"][];
            meta: components["schemas"]["PageMeta"];
        };
        UnattributedPayment: {
            amountCents: number;
            clickId: string | null;
            couponCode: string | null;
            /** @description Any ISO 4217 code. */
            currency: string;
            customerKey: string | null;
            id: number;
            isRecurring: boolean;
            occurredAt: components["schemas"]["Instant"];
            processor: string;
            processorCustomerId: string | null;
            productId: string | null;
            /**
             * @description The reason the payment had no customer when it last arrived. Kept after the payment is attributed.
             * @enum {string}
             */
            reason: "no_customer" | "window_expired" | "unsupported_currency" | "partner_not_approved" | "program_inactive" | "closed_to_new_referrals";
            receivedAt: components["schemas"]["Instant"];
            saleId: number | null;
            saleType: components["schemas"]["SaleType"];
            state: components["schemas"]["UnattributedPaymentState"];
            subscriptionId: string | null;
            /** @description The processor’s payment ID. */
            transactionId: string;
        };
        UnattributedPaymentDetails: {
            amountCents: number;
            clickId: string | null;
            couponCode: string | null;
            couponProblem: ("unknown_code" | "not_started" | "expired" | "used_up" | "partner_not_approved" | "program_closed") | null;
            /** @description Any ISO 4217 code. */
            currency: string;
            customerKey: string | null;
            id: number;
            isRecurring: boolean;
            occurredAt: components["schemas"]["Instant"];
            processor: string;
            processorCustomerId: string | null;
            productId: string | null;
            /**
             * @description The reason the payment had no customer when it last arrived. Kept after the payment is attributed.
             * @enum {string}
             */
            reason: "no_customer" | "window_expired" | "unsupported_currency" | "partner_not_approved" | "program_inactive" | "closed_to_new_referrals";
            receivedAt: components["schemas"]["Instant"];
            saleId: number | null;
            saleType: components["schemas"]["SaleType"];
            state: components["schemas"]["UnattributedPaymentState"];
            subscriptionId: string | null;
            /** @description The processor’s payment ID. */
            transactionId: string;
        };
        UnattributedPaymentDetailsResponse: { data: components["schemas"]["UnattributedPaymentDetails"] };
        UnattributedPaymentPage: {
            data: components["schemas"]["UnattributedPayment"][];
            meta: components["schemas"]["PageMeta"];
        };
        UnattributedPaymentResponse: { data: components["schemas"]["UnattributedPayment"] };
        /** @enum {string} */
        UnattributedPaymentState: "unattributed" | "attributed" | "dismissed";
        UndoneRefund: {
            commissionId: number | null;
            isChanged: boolean;
            /** @description The sale’s total refunded amount. */
            refundedAmountCents: number;
            /** @description Amount of the sale that hasn’t been refunded. */
            remainingAmountCents: number;
            saleId: number;
        };
        UndoneRefundResponse: { data: components["schemas"]["UndoneRefund"] };
        UndoRefundBody: { reason: string };
        UpdateAccountBody: { name: string };
        UpdateAccountResponse: { data: { id: string; name: string } };
        UpdateBrandingBody: {
            /** @description Text on it is black or white, whichever has more contrast. */
            color?: string;
            replyTo?: string | null;
            slug?: string | null;
        };
        UpdateCouponCodeBody: {
            customerDiscount?: string | null;
            endsAt?: string | null;
            maxUses?: number | null;
            startsAt?: string | null;
        };
        UpdateJoinPageBody: {
            /** @description Markdown. At most 1000 lines (100 of them quoted) and 5000 markup characters. */
            content: string;
            mode: components["schemas"]["JoinMode"];
            questions: {
                /** @description At least two for a `choice`. Other kinds have none. */
                choices: string[];
                /** @description Stays the same as long as the question exists. New questions get an ID. */
                id?: string;
                kind: components["schemas"]["QuestionKind"];
                required: boolean;
                text: string;
            }[];
            terms?: string | null;
        };
        UpdateMemberBody: { role?: components["schemas"]["Role"]; status?: components["schemas"]["MemberStatus"] };
        UpdatePartnerAccountBody: { language?: components["schemas"]["Language"] | null; timeZone?: string | null };
        UpdatePartnerNoteBody: {
            text: string;
            /** @description The version that you read. Fails with 409 if the note has changed since. */
            version: number;
        };
        UpdatePayoutSettingsBody: {
            debtor?: { bic?: string; iban: string; name: string };
            detailsRequired?: boolean;
            minimums?: { currency: components["schemas"]["Currency"]; minimumCents: number }[];
            payDay?: number | null;
        };
        UpdatePortalSettingsBody: {
            /** @description Each one is `https://host` or `https://host:port`, without wildcard, path or trailing slash. */
            embedOrigins?: string[];
            language?: components["schemas"]["Language"];
            ownCouponCodes?: {
                customerDiscount: string | null;
                /** @description The maximum length of a code, in characters. */
                maxChars: number;
                /** @description The minimum length of a code, in characters. */
                minChars: number;
                /** @description The number of active codes, including those from your team, at which a partner can’t create more. */
                most: number;
                /** @description The format of every code, such as `ACME-*` or `*10`. `*` stands for the part that the partner chooses. */
                pattern: string;
            } | null;
            ownLinks?: number | null;
        };
        UpdateProgramBody: {
            attributionWindowDays?: number;
            clickRetentionMonths?: number | null;
            /** @description If true, clicks return `program_paused` and new leads `closed_to_new_referrals`. Sales of known customers, renewals and refunds continue. */
            closedToNewReferrals?: boolean;
            /**
             * @description `automatic` approves commissions when their hold ends; `review` requires manual approval.
             * @enum {string}
             */
            commissionApproval?: "automatic" | "review";
            /**
             * @description What percentages are applied to: `amount` is `amount_cents` as sent, including tax; `amount_without_tax` is `amount_cents` less `tax_amount_cents`.
             * @enum {string}
             */
            commissionBase?: "amount" | "amount_without_tax";
            cookieWindowDays?: number;
            /**
             * @description Which partner gets a customer before the first sale if the click and the coupon code belong to different partners: the partner of the `code`, or of the `click`. Of two codes, the later one wins. With `first_touch`, the first click or code wins. Customers who have bought keep their partner.
             * @enum {string}
             */
            couponPrecedence?: "code" | "click" | "first_touch";
            holdPeriodDays?: number;
            /** @enum {string} */
            leadAuthPolicy?: "server_verified" | "browser_allowed";
            legalAddress?: string | null;
            legalName?: string | null;
            name?: string;
            /** @enum {string} */
            paymentTrackingMode?: "processor_connect" | "s2s";
            perLeadCommission?: { amountCents: number; currency: components["schemas"]["Currency"] } | null;
            platformFeeBps?: number;
            redirectDomain?: string | null;
            /** @description If true, the dashboard hides the setup checklist. */
            setupDismissed?: boolean;
            siteUrl?: string | null;
            /**
             * @description While a program is not `active`, its API keys return 401, so renewals and refunds stop as well. Archiving revokes its management keys. To stop new referrals only, keep it active and set `closedToNewReferrals`.
             * @enum {string}
             */
            status?: "active" | "paused" | "archived";
            taxId?: string | null;
            /** @description An IANA name such as `Europe/Berlin`. It determines when the program’s days begin. */
            timeZone?: string;
        };
        UpdateWebhookBody: {
            enabled?: boolean;
            eventTypes?: components["schemas"]["WebhookEventType"][];
            url?: string;
        };
        UpdateWorkspaceBody: { name?: string; requiresTwoFactor?: boolean };
        UpdateWorkspaceResponse: { data: { id: string; name: string; requiresTwoFactor: boolean } };
        VerifyRecoveryCodeBody: { code: string };
        VerifyTotpBody: { code: string };
        VoidInvoiceBody: {
            /** @description Shown on the credit note. */
            reason: string;
        };
        WaitingSum: {
            currency: components["schemas"]["Currency"];
            owedCents: number;
            /** @description The first 100 partners. */
            partnerIds: number[];
            partners: number;
            reason: components["schemas"]["PayoutExclusionReason"];
        };
        WaitingWork: {
            applications: number | null;
            claims: number | null;
            commissions: number | null;
            eventsForReview: number | null;
            inactivityAlerts: number | null;
            openPayouts: number | null;
            payoutsDue: number | null;
        };
        WaitingWorkResponse: { data: components["schemas"]["WaitingWork"] };
        Webhook: {
            createdAt: components["schemas"]["Instant"];
            disabledAt: components["schemas"]["Instant"] | null;
            disabledReason: string | null;
            enabled: boolean;
            eventTypes: string[];
            failingSince: string | null;
            id: number;
            previousSecretUntil: string | null;
            url: string;
        };
        WebhookDelivery: {
            attempts: number;
            createdAt: components["schemas"]["Instant"];
            deliveredAt: components["schemas"]["Instant"] | null;
            id: number;
            lastAnswer: string | null;
            lastAttemptAt: components["schemas"]["Instant"] | null;
            lastError: string | null;
            lastStatus: number | null;
            /** @description The `webhook-id` header of every attempt. */
            messageId: string;
            nextAttemptAt: components["schemas"]["Instant"] | null;
            /** @description The signed body of every attempt. */
            payload: string;
            state: components["schemas"]["WebhookDeliveryState"];
            type: string;
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            meta: components["schemas"]["PageMeta"];
        };
        WebhookDeliveryResponse: { data: components["schemas"]["WebhookDelivery"] };
        /** @enum {string} */
        WebhookDeliveryState: "pending" | "delivered" | "failed";
        /** @enum {string} */
        WebhookEventType: "lead.settled" | "sale.created" | "sale.adjusted" | "sale.refunded" | "commission.created" | "commission.approved" | "commission.approval_withdrawn" | "commission.adjusted" | "commission.reversed" | "commission.paid" | "partner.approved";
        WebhookListenedEvent: {
            createdAt: components["schemas"]["Instant"];
            /** @description Use it to acknowledge the event. */
            id: number;
            /** @description The `webhook-id` header to send. */
            messageId: string;
            /** @description The signed body, exactly as a webhook would send it. */
            payload: string;
            type: string;
        };
        WebhookListenedEvents: { data: components["schemas"]["WebhookListenedEvent"][] };
        WebhookListener: {
            createdAt: components["schemas"]["Instant"];
            eventTypes: string[];
            id: number;
            /** @description The signing secret, `whsec_…`. It stays the same each time you listen to this program. */
            secret: string;
            /**
             * Format: date-time
             * @description When the listener ends if you don’t poll it before then.
             */
            until: string;
        };
        WebhookListenerResponse: { data: components["schemas"]["WebhookListener"] };
        WebhookPage: { data: components["schemas"]["Webhook"][]; meta: components["schemas"]["PageMeta"] };
        WebhookResponse: { data: components["schemas"]["Webhook"] };
        WithdrawCommissionApprovalBody: { commissionIds: number[]; reason?: string };
        WithdrawOwnPayoutDetailsResponse: { data: components["schemas"]["PayoutDetailsVersion"][] };
    };
    responses: {
        AcceptInvitationResponse200: {
            content: { "application/json": components["schemas"]["AcceptInvitationResponse"] };
        };
        AccountResponse200: { content: { "application/json": components["schemas"]["AccountResponse"] } };
        AddPartnerResponse201: { content: { "application/json": components["schemas"]["AddPartnerResponse"] } };
        AdvancedClockResponse200: { content: { "application/json": components["schemas"]["AdvancedClockResponse"] } };
        ApiKeyPage200: { content: { "application/json": components["schemas"]["ApiKeyPage"] } };
        ApiKeyResponse200: { content: { "application/json": components["schemas"]["ApiKeyResponse"] } };
        ApplicationDetailsResponse200: {
            content: { "application/json": components["schemas"]["ApplicationDetailsResponse"] };
        };
        ApplicationInfoRequestResponse200: {
            content: { "application/json": components["schemas"]["ApplicationInfoRequestResponse"] };
        };
        ApplicationPage200: { content: { "application/json": components["schemas"]["ApplicationPage"] } };
        ApplicationSelectionResponse200: {
            content: { "application/json": components["schemas"]["ApplicationSelectionResponse"] };
        };
        ArchivedClickResponse200: { content: { "application/json": components["schemas"]["ArchivedClickResponse"] } };
        AuditEntryPage200: { content: { "application/json": components["schemas"]["AuditEntryPage"] } };
        AuthorizeProcessorResponse200: {
            content: { "application/json": components["schemas"]["AuthorizeProcessorResponse"] };
        };
        BrandedProgramResponse200: { content: { "application/json": components["schemas"]["BrandedProgramResponse"] } };
        BrandResponse200: { content: { "application/json": components["schemas"]["BrandResponse"] } };
        CancelInvitationResponse200: {
            content: { "application/json": components["schemas"]["CancelInvitationResponse"] };
        };
        CaptureReportResponse200: { content: { "application/json": components["schemas"]["CaptureReportResponse"] } };
        ClaimApprovalResponse200: { content: { "application/json": components["schemas"]["ClaimApprovalResponse"] } };
        ClaimDetailsResponse200: { content: { "application/json": components["schemas"]["ClaimDetailsResponse"] } };
        ClaimPage200: { content: { "application/json": components["schemas"]["ClaimPage"] } };
        ClaimResponse200: { content: { "application/json": components["schemas"]["ClaimResponse"] } };
        ClosePartnerAccountResponse200: {
            content: { "application/json": components["schemas"]["ClosePartnerAccountResponse"] };
        };
        CommissionPage200: { content: { "application/json": components["schemas"]["CommissionPage"] } };
        CommissionPolicyPage200: { content: { "application/json": components["schemas"]["CommissionPolicyPage"] } };
        CommissionPolicyResponse200: {
            content: { "application/json": components["schemas"]["CommissionPolicyResponse"] };
        };
        CommissionPolicyResponse201: {
            content: { "application/json": components["schemas"]["CommissionPolicyResponse"] };
        };
        CommissionResponse200: { content: { "application/json": components["schemas"]["CommissionResponse"] } };
        CommissionSelectionResponse200: {
            content: { "application/json": components["schemas"]["CommissionSelectionResponse"] };
        };
        CopiedSignInLinkResponse201: {
            content: { "application/json": components["schemas"]["CopiedSignInLinkResponse"] };
        };
        CountCustomersResponse200: { content: { "application/json": components["schemas"]["CountCustomersResponse"] } };
        CouponCodePage200: { content: { "application/json": components["schemas"]["CouponCodePage"] } };
        CouponCodeResponse200: { content: { "application/json": components["schemas"]["CouponCodeResponse"] } };
        CouponCodeResponse201: { content: { "application/json": components["schemas"]["CouponCodeResponse"] } };
        CouponImportPreviewResponse200: {
            content: { "application/json": components["schemas"]["CouponImportPreviewResponse"] };
        };
        CouponImportResponse201: { content: { "application/json": components["schemas"]["CouponImportResponse"] } };
        CouponReportResponse200: { content: { "application/json": components["schemas"]["CouponReportResponse"] } };
        CreateWorkspaceResponse200: {
            content: { "application/json": components["schemas"]["CreateWorkspaceResponse"] };
        };
        /** @description A CSV file (RFC 4180, UTF-8 with a byte order mark), streamed. */
        CsvFile200: { content: { "text/csv": components["schemas"]["CsvFile"] } };
        CustomerAttributionResponse200: {
            content: { "application/json": components["schemas"]["CustomerAttributionResponse"] };
        };
        CustomerPage200: { content: { "application/json": components["schemas"]["CustomerPage"] } };
        DataSubjectResponse200: { content: { "application/json": components["schemas"]["DataSubjectResponse"] } };
        DecidedApplicationsResponse200: {
            content: { "application/json": components["schemas"]["DecidedApplicationsResponse"] };
        };
        DecidedDuplicateResponse200: {
            content: { "application/json": components["schemas"]["DecidedDuplicateResponse"] };
        };
        DelegatedSessionResponse201: {
            content: { "application/json": components["schemas"]["DelegatedSessionResponse"] };
        };
        DeleteApiKeyResponse200: { content: { "application/json": components["schemas"]["DeleteApiKeyResponse"] } };
        DeletePartnerNoteResponse200: {
            content: { "application/json": components["schemas"]["DeletePartnerNoteResponse"] };
        };
        DeleteWebhookResponse200: { content: { "application/json": components["schemas"]["DeleteWebhookResponse"] } };
        DisableTwoFactorResponse200: {
            content: { "application/json": components["schemas"]["DisableTwoFactorResponse"] };
        };
        EnableTwoFactorResponse200: {
            content: { "application/json": components["schemas"]["EnableTwoFactorResponse"] };
        };
        EndAllSessionsResponse200: { content: { "application/json": components["schemas"]["EndAllSessionsResponse"] } };
        EndPartnerSessionResponse200: {
            content: { "application/json": components["schemas"]["EndPartnerSessionResponse"] };
        };
        EndPartnerSessionsResponse200: {
            content: { "application/json": components["schemas"]["EndPartnerSessionsResponse"] };
        };
        EndWebhookListenerResponse200: {
            content: { "application/json": components["schemas"]["EndWebhookListenerResponse"] };
        };
        ErasedDataSubjectResponse200: {
            content: { "application/json": components["schemas"]["ErasedDataSubjectResponse"] };
        };
        EventDetailsResponse200: { content: { "application/json": components["schemas"]["EventDetailsResponse"] } };
        EventForReviewPage200: { content: { "application/json": components["schemas"]["EventForReviewPage"] } };
        EventForReviewResponse200: { content: { "application/json": components["schemas"]["EventForReviewResponse"] } };
        ExplainedEarningResponse200: {
            content: { "application/json": components["schemas"]["ExplainedEarningResponse"] };
        };
        ExplanationResponse200: { content: { "application/json": components["schemas"]["ExplanationResponse"] } };
        GenerateRecoveryCodesResponse200: {
            content: { "application/json": components["schemas"]["GenerateRecoveryCodesResponse"] };
        };
        GetOwnPayeeResponse200: { content: { "application/json": components["schemas"]["GetOwnPayeeResponse"] } };
        Health200: { content: { "application/json": components["schemas"]["Health"] } };
        ImportPayoutsResponse200: { content: { "application/json": components["schemas"]["ImportPayoutsResponse"] } };
        InquiryAnswerResponse200: { content: { "application/json": components["schemas"]["InquiryAnswerResponse"] } };
        InvitationPage200: { content: { "application/json": components["schemas"]["InvitationPage"] } };
        InvitationPreviewResponse200: {
            content: { "application/json": components["schemas"]["InvitationPreviewResponse"] };
        };
        InvoiceDetailsResponse200: { content: { "application/json": components["schemas"]["InvoiceDetailsResponse"] } };
        InvoiceDetailsResponse201: { content: { "application/json": components["schemas"]["InvoiceDetailsResponse"] } };
        InvoiceLinePage200: { content: { "application/json": components["schemas"]["InvoiceLinePage"] } };
        InvoicePage200: { content: { "application/json": components["schemas"]["InvoicePage"] } };
        InvoicePreviewResponse200: { content: { "application/json": components["schemas"]["InvoicePreviewResponse"] } };
        JoinPagePreviewResponse200: {
            content: { "application/json": components["schemas"]["JoinPagePreviewResponse"] };
        };
        JoinPageResponse200: { content: { "application/json": components["schemas"]["JoinPageResponse"] } };
        LinkPage200: { content: { "application/json": components["schemas"]["LinkPage"] } };
        LinkResponse200: { content: { "application/json": components["schemas"]["LinkResponse"] } };
        LinkResponse201: { content: { "application/json": components["schemas"]["LinkResponse"] } };
        ListCommissionChangesResponse200: {
            content: { "application/json": components["schemas"]["ListCommissionChangesResponse"] };
        };
        ListEventsResponse200: { content: { "application/json": components["schemas"]["ListEventsResponse"] } };
        ListOpenPayoutBatchesResponse200: {
            content: { "application/json": components["schemas"]["ListOpenPayoutBatchesResponse"] };
        };
        ListOwnCouponCodesResponse200: {
            content: { "application/json": components["schemas"]["ListOwnCouponCodesResponse"] };
        };
        ListOwnLinksResponse200: { content: { "application/json": components["schemas"]["ListOwnLinksResponse"] } };
        ListOwnPayoutDetailsResponse200: {
            content: { "application/json": components["schemas"]["ListOwnPayoutDetailsResponse"] };
        };
        ListOwnProgramsResponse200: {
            content: { "application/json": components["schemas"]["ListOwnProgramsResponse"] };
        };
        ListOwnStatementsResponse200: {
            content: { "application/json": components["schemas"]["ListOwnStatementsResponse"] };
        };
        ListOwnSubIdsResponse200: { content: { "application/json": components["schemas"]["ListOwnSubIdsResponse"] } };
        ListPartnerReportResponse200: {
            content: { "application/json": components["schemas"]["ListPartnerReportResponse"] };
        };
        ListPartnerSessionsResponse200: {
            content: { "application/json": components["schemas"]["ListPartnerSessionsResponse"] };
        };
        ListPartnerTagsResponse200: {
            content: { "application/json": components["schemas"]["ListPartnerTagsResponse"] };
        };
        ListPasskeysResponse200: { content: { "application/json": components["schemas"]["ListPasskeysResponse"] } };
        ListPayoutDetailsResponse200: {
            content: { "application/json": components["schemas"]["ListPayoutDetailsResponse"] };
        };
        ListProcessorEventsResponse200: {
            content: { "application/json": components["schemas"]["ListProcessorEventsResponse"] };
        };
        ListProcessorsResponse200: { content: { "application/json": components["schemas"]["ListProcessorsResponse"] } };
        ListReconciliationsResponse200: {
            content: { "application/json": components["schemas"]["ListReconciliationsResponse"] };
        };
        ListShareLinksResponse200: { content: { "application/json": components["schemas"]["ListShareLinksResponse"] } };
        MailPage200: { content: { "application/json": components["schemas"]["MailPage"] } };
        MailPreferencesResponse200: {
            content: { "application/json": components["schemas"]["MailPreferencesResponse"] };
        };
        MailResponse200: { content: { "application/json": components["schemas"]["MailResponse"] } };
        MailSettingsResponse200: { content: { "application/json": components["schemas"]["MailSettingsResponse"] } };
        ManagementKeyPage200: { content: { "application/json": components["schemas"]["ManagementKeyPage"] } };
        ManagementKeyResponse200: { content: { "application/json": components["schemas"]["ManagementKeyResponse"] } };
        MarkCommissionsPaidResponse200: {
            content: { "application/json": components["schemas"]["MarkCommissionsPaidResponse"] };
        };
        MarkedPayoutsResponse200: { content: { "application/json": components["schemas"]["MarkedPayoutsResponse"] } };
        MemberPage200: { content: { "application/json": components["schemas"]["MemberPage"] } };
        MemberResponse200: { content: { "application/json": components["schemas"]["MemberResponse"] } };
        NewApiKeyResponse201: { content: { "application/json": components["schemas"]["NewApiKeyResponse"] } };
        NewInvitationResponse201: { content: { "application/json": components["schemas"]["NewInvitationResponse"] } };
        NewManagementKeyResponse201: {
            content: { "application/json": components["schemas"]["NewManagementKeyResponse"] };
        };
        NewProgramDefaultsResponse200: {
            content: { "application/json": components["schemas"]["NewProgramDefaultsResponse"] };
        };
        NewShareLinkResponse201: { content: { "application/json": components["schemas"]["NewShareLinkResponse"] } };
        NewWebhookResponse200: { content: { "application/json": components["schemas"]["NewWebhookResponse"] } };
        NewWebhookResponse201: { content: { "application/json": components["schemas"]["NewWebhookResponse"] } };
        PartnerAccountResponse200: { content: { "application/json": components["schemas"]["PartnerAccountResponse"] } };
        PartnerBalancePage200: { content: { "application/json": components["schemas"]["PartnerBalancePage"] } };
        /** @description A JSON file, streamed. */
        PartnerExport200: { content: { "application/json": components["schemas"]["PartnerExport"] } };
        PartnerGroupPage200: { content: { "application/json": components["schemas"]["PartnerGroupPage"] } };
        PartnerGroupResponse200: { content: { "application/json": components["schemas"]["PartnerGroupResponse"] } };
        PartnerGroupResponse201: { content: { "application/json": components["schemas"]["PartnerGroupResponse"] } };
        PartnerImportPreviewResponse200: {
            content: { "application/json": components["schemas"]["PartnerImportPreviewResponse"] };
        };
        PartnerImportResponse201: { content: { "application/json": components["schemas"]["PartnerImportResponse"] } };
        PartnerInvitationPage200: { content: { "application/json": components["schemas"]["PartnerInvitationPage"] } };
        PartnerInvitationResponse200: {
            content: { "application/json": components["schemas"]["PartnerInvitationResponse"] };
        };
        PartnerInvitationResultResponse201: {
            content: { "application/json": components["schemas"]["PartnerInvitationResultResponse"] };
        };
        PartnerNotePage200: { content: { "application/json": components["schemas"]["PartnerNotePage"] } };
        PartnerNoteResponse200: { content: { "application/json": components["schemas"]["PartnerNoteResponse"] } };
        PartnerNoteResponse201: { content: { "application/json": components["schemas"]["PartnerNoteResponse"] } };
        PartnerPage200: { content: { "application/json": components["schemas"]["PartnerPage"] } };
        PartnerPasskeyResponse200: { content: { "application/json": components["schemas"]["PartnerPasskeyResponse"] } };
        PartnerPasskeyResponse201: { content: { "application/json": components["schemas"]["PartnerPasskeyResponse"] } };
        PartnerResponse200: { content: { "application/json": components["schemas"]["PartnerResponse"] } };
        PasskeyOptionsResponse200: { content: { "application/json": components["schemas"]["PasskeyOptionsResponse"] } };
        PaymentFilePreviewResponse200: {
            content: { "application/json": components["schemas"]["PaymentFilePreviewResponse"] };
        };
        PaymentFileResultResponse200: {
            content: { "application/json": components["schemas"]["PaymentFileResultResponse"] };
        };
        PayoutBatchPreviewResponse200: {
            content: { "application/json": components["schemas"]["PayoutBatchPreviewResponse"] };
        };
        PayoutBatchResponse201: { content: { "application/json": components["schemas"]["PayoutBatchResponse"] } };
        PayoutItemPage200: { content: { "application/json": components["schemas"]["PayoutItemPage"] } };
        PayoutPage200: { content: { "application/json": components["schemas"]["PayoutPage"] } };
        PayoutResponse200: { content: { "application/json": components["schemas"]["PayoutResponse"] } };
        PayoutSettingsResponse200: { content: { "application/json": components["schemas"]["PayoutSettingsResponse"] } };
        Performance200: { content: { "application/json": components["schemas"]["Performance"] } };
        PolicyPreviewResponse200: { content: { "application/json": components["schemas"]["PolicyPreviewResponse"] } };
        PortalClaimPage200: { content: { "application/json": components["schemas"]["PortalClaimPage"] } };
        PortalClaimResponse200: { content: { "application/json": components["schemas"]["PortalClaimResponse"] } };
        PortalClaimResponse201: { content: { "application/json": components["schemas"]["PortalClaimResponse"] } };
        PortalCouponCodeResponse201: {
            content: { "application/json": components["schemas"]["PortalCouponCodeResponse"] };
        };
        PortalEarningPage200: { content: { "application/json": components["schemas"]["PortalEarningPage"] } };
        PortalLinkResponse201: { content: { "application/json": components["schemas"]["PortalLinkResponse"] } };
        PortalOverviewResponse200: { content: { "application/json": components["schemas"]["PortalOverviewResponse"] } };
        PortalPayoutItemPage200: { content: { "application/json": components["schemas"]["PortalPayoutItemPage"] } };
        PortalPayoutPage200: { content: { "application/json": components["schemas"]["PortalPayoutPage"] } };
        PortalProgramResponse200: { content: { "application/json": components["schemas"]["PortalProgramResponse"] } };
        PortalSettingsResponse200: { content: { "application/json": components["schemas"]["PortalSettingsResponse"] } };
        PortalTermsResponse200: { content: { "application/json": components["schemas"]["PortalTermsResponse"] } };
        PossibleDuplicateResponse200: {
            content: { "application/json": components["schemas"]["PossibleDuplicateResponse"] };
        };
        PreviewAccountClosingResponse200: {
            content: { "application/json": components["schemas"]["PreviewAccountClosingResponse"] };
        };
        PreviewPartnerSignInLinkResponse200: {
            content: { "application/json": components["schemas"]["PreviewPartnerSignInLinkResponse"] };
        };
        ProcessorConnectionResponse200: {
            content: { "application/json": components["schemas"]["ProcessorConnectionResponse"] };
        };
        ProcessorProblemsResponse200: {
            content: { "application/json": components["schemas"]["ProcessorProblemsResponse"] };
        };
        ProgramPage200: { content: { "application/json": components["schemas"]["ProgramPage"] } };
        ProgramResponse200: { content: { "application/json": components["schemas"]["ProgramResponse"] } };
        ProgramResponse201: { content: { "application/json": components["schemas"]["ProgramResponse"] } };
        ProgramSetupResponse200: { content: { "application/json": components["schemas"]["ProgramSetupResponse"] } };
        ReadBreakdownResponse200: { content: { "application/json": components["schemas"]["ReadBreakdownResponse"] } };
        ReadinessResponse200: { content: { "application/json": components["schemas"]["ReadinessResponse"] } };
        ReadOwnBalanceResponse200: { content: { "application/json": components["schemas"]["ReadOwnBalanceResponse"] } };
        ReadPartnerMetricsResponse200: {
            content: { "application/json": components["schemas"]["ReadPartnerMetricsResponse"] };
        };
        ReadStatusResponse200: { content: { "application/json": components["schemas"]["ReadStatusResponse"] } };
        ReceiveProcessorEventResponse200: {
            content: { "application/json": components["schemas"]["ReceiveProcessorEventResponse"] };
        };
        ReconciliationDifferencePage200: {
            content: { "application/json": components["schemas"]["ReconciliationDifferencePage"] };
        };
        ReconciliationDifferenceResponse200: {
            content: { "application/json": components["schemas"]["ReconciliationDifferenceResponse"] };
        };
        ReconciliationResponse200: { content: { "application/json": components["schemas"]["ReconciliationResponse"] } };
        ReconciliationSettingsResponse200: {
            content: { "application/json": components["schemas"]["ReconciliationSettingsResponse"] };
        };
        RecordedDifferenceResponse200: {
            content: { "application/json": components["schemas"]["RecordedDifferenceResponse"] };
        };
        RefundSaleResponse200: { content: { "application/json": components["schemas"]["RefundSaleResponse"] } };
        RejectedRequestPage200: { content: { "application/json": components["schemas"]["RejectedRequestPage"] } };
        RemoveMemberResponse200: { content: { "application/json": components["schemas"]["RemoveMemberResponse"] } };
        RemovePasskeyResponse200: { content: { "application/json": components["schemas"]["RemovePasskeyResponse"] } };
        RequestedPayoutDetailsResponse200: {
            content: { "application/json": components["schemas"]["RequestedPayoutDetailsResponse"] };
        };
        RequestHealthResponse200: { content: { "application/json": components["schemas"]["RequestHealthResponse"] } };
        RequestPartnerSignInLinkResponse200: {
            content: { "application/json": components["schemas"]["RequestPartnerSignInLinkResponse"] };
        };
        ResetPasswordResponse200: { content: { "application/json": components["schemas"]["ResetPasswordResponse"] } };
        RevealedPayoutDetailsResponse200: {
            content: { "application/json": components["schemas"]["RevealedPayoutDetailsResponse"] };
        };
        ReviewedCommissionsResponse200: {
            content: { "application/json": components["schemas"]["ReviewedCommissionsResponse"] };
        };
        RevokeShareLinkResponse200: {
            content: { "application/json": components["schemas"]["RevokeShareLinkResponse"] };
        };
        SalePage200: { content: { "application/json": components["schemas"]["SalePage"] } };
        SearchResultsResponse200: { content: { "application/json": components["schemas"]["SearchResultsResponse"] } };
        SetOwnPayoutDetailsResponse200: {
            content: { "application/json": components["schemas"]["SetOwnPayoutDetailsResponse"] };
        };
        SharedTimelineResponse200: { content: { "application/json": components["schemas"]["SharedTimelineResponse"] } };
        SignedIn200: { content: { "application/json": components["schemas"]["SignedIn"] } };
        SignInByPasskeyResponse200: {
            content: { "application/json": components["schemas"]["SignInByPasskeyResponse"] };
        };
        SignInOptionsResponse200: { content: { "application/json": components["schemas"]["SignInOptionsResponse"] } };
        SignInPartnerResponse200: { content: { "application/json": components["schemas"]["SignInPartnerResponse"] } };
        SignInResponse200: { content: { "application/json": components["schemas"]["SignInResponse"] } };
        SignOutPartnerResponse200: { content: { "application/json": components["schemas"]["SignOutPartnerResponse"] } };
        SignOutResponse200: { content: { "application/json": components["schemas"]["SignOutResponse"] } };
        SignUpResponse200: { content: { "application/json": components["schemas"]["SignUpResponse"] } };
        StartedDelegatedSessionResponse200: {
            content: { "application/json": components["schemas"]["StartedDelegatedSessionResponse"] };
        };
        /** @description An HTML page formatted for A4. */
        StatementPage200: { content: { "text/html": components["schemas"]["StatementPage"] } };
        SumCommissionsResponse200: { content: { "application/json": components["schemas"]["SumCommissionsResponse"] } };
        SumOwnEarningsResponse200: { content: { "application/json": components["schemas"]["SumOwnEarningsResponse"] } };
        SyntheticEventsResponse201: {
            content: { "application/json": components["schemas"]["SyntheticEventsResponse"] };
        };
        /** @description An HTML page formatted for A4. */
        TermsPage200: { content: { "text/html": components["schemas"]["TermsPage"] } };
        TrackClickResponse200: { content: { "application/json": components["schemas"]["TrackClickResponse"] } };
        TrackLeadResponse200: { content: { "application/json": components["schemas"]["TrackLeadResponse"] } };
        TrackRefundResponse200: { content: { "application/json": components["schemas"]["TrackRefundResponse"] } };
        TrackSaleResponse200: { content: { "application/json": components["schemas"]["TrackSaleResponse"] } };
        UnattributedEntryPage200: { content: { "application/json": components["schemas"]["UnattributedEntryPage"] } };
        UnattributedPaymentDetailsResponse200: {
            content: { "application/json": components["schemas"]["UnattributedPaymentDetailsResponse"] };
        };
        UnattributedPaymentPage200: {
            content: { "application/json": components["schemas"]["UnattributedPaymentPage"] };
        };
        UnattributedPaymentResponse200: {
            content: { "application/json": components["schemas"]["UnattributedPaymentResponse"] };
        };
        UndoneRefundResponse200: { content: { "application/json": components["schemas"]["UndoneRefundResponse"] } };
        UpdateAccountResponse200: { content: { "application/json": components["schemas"]["UpdateAccountResponse"] } };
        UpdateWorkspaceResponse200: {
            content: { "application/json": components["schemas"]["UpdateWorkspaceResponse"] };
        };
        WaitingWorkResponse200: { content: { "application/json": components["schemas"]["WaitingWorkResponse"] } };
        WebhookDeliveryPage200: { content: { "application/json": components["schemas"]["WebhookDeliveryPage"] } };
        WebhookDeliveryResponse200: {
            content: { "application/json": components["schemas"]["WebhookDeliveryResponse"] };
        };
        WebhookListenedEvents200: { content: { "application/json": components["schemas"]["WebhookListenedEvents"] } };
        WebhookListenerResponse200: {
            content: { "application/json": components["schemas"]["WebhookListenerResponse"] };
        };
        WebhookListenerResponse201: {
            content: { "application/json": components["schemas"]["WebhookListenerResponse"] };
        };
        WebhookPage200: { content: { "application/json": components["schemas"]["WebhookPage"] } };
        WebhookResponse200: { content: { "application/json": components["schemas"]["WebhookResponse"] } };
        WithdrawOwnPayoutDetailsResponse200: {
            content: { "application/json": components["schemas"]["WithdrawOwnPayoutDetailsResponse"] };
        };
    };
    parameters: {
        ApplicationIdInPath: string;
        /** @description Only commissions that stay pending until a member decides: possible duplicates, and those whose hold period has ended without approval. */
        AwaitingReviewInQuery: boolean;
        BatchIdInQuery: number;
        /** @description The dimension of the breakdown. Read from the daily statistics: `partner` and `link`. Click dimensions: `subId` (`?sub=` in the clicked URL), `landingPage`, `referrer` (the site), `language` and `country` of the browser’s language, `device` and `visitor` (`new` or `returning`). Sale dimensions: `product`, `currency` and `renewal` (`first` or `renewal`). */
        ByInQuery: "partner" | "group" | "link" | "subId" | "landingPage" | "referrer" | "language" | "country" | "device" | "visitor" | "product" | "currency" | "renewal";
        ClaimIdInPath: string;
        CommissionIdInPath: string;
        CouponIdInPath: string;
        /** @description `meta.nextCursor` from the previous page. */
        CursorInQuery: string;
        CustomerKeyInQuery: string;
        /** @description Start of the period, with `dateTo`. Both override `period`. ISO 8601. A date means that whole day in the program's time zone. */
        DateFromInQuery: string;
        /** @description End of the period, with `dateFrom`. ISO 8601. A date means that whole day in the program's time zone. */
        DateToInQuery: string;
        DifferenceIdInPath: string;
        DirectionInQuery: "asc" | "desc";
        /** @description Matches every customer with this email. Not stored: only its keyed hash is compared. */
        EmailInQuery: string;
        /** @description Start of the range. ISO 8601; a date means that whole day in the program's time zone. */
        FromInQuery: string;
        GroupIdInPath: string;
        /** @description The ID of a group, or `none` for partners without one. */
        GroupInQuery: string;
        HoldReasonInQuery: components["schemas"]["HoldReason"];
        InvitationIdInPath: string;
        InvoiceIdInPath: string;
        KeyIdInPath: string;
        KindInQuery: components["schemas"]["CommissionKind"];
        LimitInQuery: number;
        LinkIdInPath: string;
        ListenerIdInPath: string;
        MemberIdInPath: string;
        ModeInQuery: components["schemas"]["Mode"];
        /**
         * @description YYYY-MM
         * @example 2026-02
         */
        MonthInQuery: string;
        NoteIdInPath: string;
        OutcomeInQuery: components["schemas"]["RequestOutcome"];
        PartnerIdInPath: string;
        PartnerIdInQuery: number;
        PasskeyIdInPath: string;
        PaymentIdInPath: string;
        PayoutIdInPath: string;
        PeriodInQuery: "7d" | "30d" | "90d" | "all";
        /** @description An integer. */
        ProgramIdInPath: string;
        ReconciliationIdInPath: string;
        SaleIdInPath: string;
        /** @description `sales` for a breakdown of sales, otherwise `clicks`. */
        SortInQuery: "name" | "clicks" | "leads" | "conversions" | "sales" | "revenue" | "commission";
        /** @description Partners with this tag, ignoring case. */
        TagInQuery: string;
        /** @description Searches the sent transaction, customer, click and link, the request ID and the message. At most 255 characters. */
        TextInQuery: string;
        /** @description End of the range. ISO 8601; a date means that whole day in the program's time zone. */
        ToInQuery: string;
        TypeInQuery: components["schemas"]["RequestType"];
        WebhookIdInPath: string;
        WorkspaceIdInPath: string;
    };
    requestBodies: never;
    headers: {
        /** @description Remaining requests, and seconds until the limit resets. */
        RateLimit: string;
        /** @description The limit: number of requests, and window in seconds. */
        "RateLimit-Policy": string;
        /** @description Request ID, as in the service’s log. */
        "x-request-id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readAccount: { responses: { 200: components["responses"]["AccountResponse200"] } };
    updateAccount: {
        requestBody: { content: { "application/json": components["schemas"]["UpdateAccountBody"] } };
        responses: { 200: components["responses"]["UpdateAccountResponse200"] };
    };
    changePassword: {
        requestBody: { content: { "application/json": components["schemas"]["ChangePasswordBody"] } };
        responses: { 200: components["responses"]["SignedIn200"] };
    };
    createWorkspace: {
        requestBody: { content: { "application/json": components["schemas"]["CreateWorkspaceBody"] } };
        responses: { 200: components["responses"]["CreateWorkspaceResponse200"] };
    };
    resetPassword: {
        requestBody: { content: { "application/json": components["schemas"]["ResetPasswordBody"] } };
        responses: { 200: components["responses"]["ResetPasswordResponse200"] };
    };
    endAllSessions: {
        requestBody: { content: { "application/json": components["schemas"]["EndAllSessionsBody"] } };
        responses: { 200: components["responses"]["EndAllSessionsResponse200"] };
    };
    signIn: {
        requestBody: { content: { "application/json": components["schemas"]["SignInBody"] } };
        responses: { 200: components["responses"]["SignInResponse200"] };
    };
    signOut: {
        requestBody: { content: { "application/json": components["schemas"]["SignOutBody"] } };
        responses: { 200: components["responses"]["SignOutResponse200"] };
    };
    signUp: {
        requestBody: { content: { "application/json": components["schemas"]["SignUpBody"] } };
        responses: { 200: components["responses"]["SignUpResponse200"] };
    };
    disableTwoFactor: {
        requestBody: { content: { "application/json": components["schemas"]["DisableTwoFactorBody"] } };
        responses: { 200: components["responses"]["DisableTwoFactorResponse200"] };
    };
    enableTwoFactor: {
        requestBody: { content: { "application/json": components["schemas"]["EnableTwoFactorBody"] } };
        responses: { 200: components["responses"]["EnableTwoFactorResponse200"] };
    };
    generateRecoveryCodes: {
        requestBody: { content: { "application/json": components["schemas"]["GenerateRecoveryCodesBody"] } };
        responses: { 200: components["responses"]["GenerateRecoveryCodesResponse200"] };
    };
    verifyRecoveryCode: {
        requestBody: { content: { "application/json": components["schemas"]["VerifyRecoveryCodeBody"] } };
        responses: { 200: components["responses"]["SignedIn200"] };
    };
    verifyTotp: {
        requestBody: { content: { "application/json": components["schemas"]["VerifyTotpBody"] } };
        responses: { 200: components["responses"]["SignedIn200"] };
    };
    acceptInvitation: {
        requestBody: { content: { "application/json": components["schemas"]["AcceptInvitationBody"] } };
        responses: { 200: components["responses"]["AcceptInvitationResponse200"] };
    };
    previewInvitation: {
        requestBody: { content: { "application/json": components["schemas"]["PreviewInvitationBody"] } };
        responses: { 200: components["responses"]["InvitationPreviewResponse200"] };
    };
    readPartnerAccount: { responses: { 200: components["responses"]["PartnerAccountResponse200"] } };
    updatePartnerAccount: {
        requestBody: { content: { "application/json": components["schemas"]["UpdatePartnerAccountBody"] } };
        responses: { 200: components["responses"]["PartnerAccountResponse200"] };
    };
    closePartnerAccount: {
        requestBody: { content: { "application/json": components["schemas"]["ClosePartnerAccountBody"] } };
        responses: { 200: components["responses"]["ClosePartnerAccountResponse200"] };
    };
    previewAccountClosing: { responses: { 200: components["responses"]["PreviewAccountClosingResponse200"] } };
    exportPartnerAccount: { responses: { 200: components["responses"]["PartnerExport200"] } };
    readProgramBrand: {
        parameters: { path: { slug: string } };
        responses: { 200: components["responses"]["BrandedProgramResponse200"] };
    };
    startDelegatedSession: {
        requestBody: { content: { "application/json": components["schemas"]["StartDelegatedSessionBody"] } };
        responses: { 200: components["responses"]["StartedDelegatedSessionResponse200"] };
    };
    listPasskeys: { responses: { 200: components["responses"]["ListPasskeysResponse200"] } };
    addPasskey: {
        requestBody: { content: { "application/json": components["schemas"]["AddPasskeyBody"] } };
        responses: { 201: components["responses"]["PartnerPasskeyResponse201"] };
    };
    removePasskey: {
        parameters: { path: { passkeyId: components["parameters"]["PasskeyIdInPath"] } };
        responses: { 200: components["responses"]["RemovePasskeyResponse200"] };
    };
    renamePasskey: {
        parameters: { path: { passkeyId: components["parameters"]["PasskeyIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["RenamePasskeyBody"] } };
        responses: { 200: components["responses"]["PartnerPasskeyResponse200"] };
    };
    startPasskeyRegistration: { responses: { 200: components["responses"]["PasskeyOptionsResponse200"] } };
    listOwnPrograms: { responses: { 200: components["responses"]["ListOwnProgramsResponse200"] } };
    readOwnProgram: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["PortalProgramResponse200"] };
    };
    readOwnBalance: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ReadOwnBalanceResponse200"] };
    };
    listOwnClaims: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["PortalClaimPage200"] };
    };
    createOwnClaim: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["CreateOwnClaimBody"] } };
        responses: { 201: components["responses"]["PortalClaimResponse201"] };
    };
    withdrawOwnClaim: {
        parameters: {
            path: {
                claimId: components["parameters"]["ClaimIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PortalClaimResponse200"] };
    };
    listOwnCouponCodes: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ListOwnCouponCodesResponse200"] };
    };
    createOwnCouponCode: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["CreateOwnCouponCodeBody"] } };
        responses: { 201: components["responses"]["PortalCouponCodeResponse201"] };
    };
    listOwnEarnings: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                cursor?: components["parameters"]["CursorInQuery"];
                from?: components["parameters"]["FromInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                status?: components["schemas"]["CommissionStatus"];
                to?: components["parameters"]["ToInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["PortalEarningPage200"] };
    };
    sumOwnEarnings: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                from?: components["parameters"]["FromInQuery"];
                status?: components["schemas"]["CommissionStatus"];
                to?: components["parameters"]["ToInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["SumOwnEarningsResponse200"] };
    };
    exportOwnEarnings: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                from?: components["parameters"]["FromInQuery"];
                status?: components["schemas"]["CommissionStatus"];
                to?: components["parameters"]["ToInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CsvFile200"] };
    };
    readOwnEarning: {
        parameters: {
            path: {
                commissionId: components["parameters"]["CommissionIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["ExplainedEarningResponse200"] };
    };
    createInquiry: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["CreateInquiryBody"] } };
        responses: { 200: components["responses"]["InquiryAnswerResponse200"] };
    };
    listOwnLinks: {
        parameters: {
            query?: {
                dateFrom?: components["parameters"]["DateFromInQuery"];
                dateTo?: components["parameters"]["DateToInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["ListOwnLinksResponse200"] };
    };
    createOwnLink: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["CreateOwnLinkBody"] } };
        responses: { 201: components["responses"]["PortalLinkResponse201"] };
    };
    readMailPreferences: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["MailPreferencesResponse200"] };
    };
    setMailPreferences: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["SetMailPreferencesBody"] } };
        responses: { 200: components["responses"]["MailPreferencesResponse200"] };
    };
    readOwnOverview: {
        parameters: {
            query?: {
                dateFrom?: components["parameters"]["DateFromInQuery"];
                dateTo?: components["parameters"]["DateToInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["PortalOverviewResponse200"] };
    };
    listOwnPayoutDetails: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ListOwnPayoutDetailsResponse200"] };
    };
    setOwnPayoutDetails: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["SetOwnPayoutDetailsBody"] } };
        responses: { 200: components["responses"]["SetOwnPayoutDetailsResponse200"] };
    };
    getOwnPayee: {
        parameters: {
            query?: {
                /** @description Defaults to the newest version that wasn’t withdrawn. */
                version?: string;
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["GetOwnPayeeResponse200"] };
    };
    withdrawOwnPayoutDetails: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["WithdrawOwnPayoutDetailsResponse200"] };
    };
    listOwnPayouts: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["PortalPayoutPage200"] };
    };
    listOwnPayoutItems: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                payoutId: components["parameters"]["PayoutIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PortalPayoutItemPage200"] };
    };
    exportOwnStatement: {
        parameters: {
            query: { month: components["parameters"]["MonthInQuery"] };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CsvFile200"] };
    };
    printOwnStatement: {
        parameters: {
            query: { month: components["parameters"]["MonthInQuery"] };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["StatementPage200"] };
    };
    listOwnStatements: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ListOwnStatementsResponse200"] };
    };
    listOwnSubIds: {
        parameters: {
            query?: {
                dateFrom?: components["parameters"]["DateFromInQuery"];
                dateTo?: components["parameters"]["DateToInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["ListOwnSubIdsResponse200"] };
    };
    readOwnTerms: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["PortalTermsResponse200"] };
    };
    printOwnTerms: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["TermsPage200"] };
    };
    listPartnerSessions: { responses: { 200: components["responses"]["ListPartnerSessionsResponse200"] } };
    endPartnerSessions: { responses: { 200: components["responses"]["EndPartnerSessionsResponse200"] } };
    endPartnerSession: {
        parameters: { path: { sessionId: string } };
        responses: { 200: components["responses"]["EndPartnerSessionResponse200"] };
    };
    signInPartner: {
        requestBody: { content: { "application/json": components["schemas"]["SignInPartnerBody"] } };
        responses: { 200: components["responses"]["SignInPartnerResponse200"] };
    };
    requestPartnerSignInLink: {
        requestBody: { content: { "application/json": components["schemas"]["RequestPartnerSignInLinkBody"] } };
        responses: { 200: components["responses"]["RequestPartnerSignInLinkResponse200"] };
    };
    previewPartnerSignInLink: {
        requestBody: { content: { "application/json": components["schemas"]["PreviewPartnerSignInLinkBody"] } };
        responses: { 200: components["responses"]["PreviewPartnerSignInLinkResponse200"] };
    };
    signInByPasskey: {
        requestBody: { content: { "application/json": components["schemas"]["SignInByPasskeyBody"] } };
        responses: { 200: components["responses"]["SignInByPasskeyResponse200"] };
    };
    startPasskeySignIn: { responses: { 200: components["responses"]["PasskeyOptionsResponse200"] } };
    signOutPartner: { responses: { 200: components["responses"]["SignOutPartnerResponse200"] } };
    finishProcessorAuthorization: {
        parameters: { query?: { code?: string; error?: string; state?: string }; path: { processor: string } };
        responses: never;
    };
    listPrograms: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
        };
        responses: { 200: components["responses"]["ProgramPage200"] };
    };
    createProgram: {
        requestBody: { content: { "application/json": components["schemas"]["CreateProgramBody"] } };
        responses: { 201: components["responses"]["ProgramResponse201"] };
    };
    readProgram: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ProgramResponse200"] };
    };
    updateProgram: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["UpdateProgramBody"] } };
        responses: { 200: components["responses"]["ProgramResponse200"] };
    };
    listApiKeys: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["ApiKeyPage200"] };
    };
    createApiKey: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["CreateApiKeyBody"] } };
        responses: { 201: components["responses"]["NewApiKeyResponse201"] };
    };
    deleteApiKey: {
        parameters: {
            path: {
                keyId: components["parameters"]["KeyIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["DeleteApiKeyResponse200"] };
    };
    retireApiKey: {
        parameters: {
            path: {
                keyId: components["parameters"]["KeyIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["RetireApiKeyBody"] } };
        responses: { 200: components["responses"]["ApiKeyResponse200"] };
    };
    listApplications: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Each word must be the beginning of a word in the name, email or website, ignoring case. */
                search?: string;
                status?: components["schemas"]["ApplicationStatus"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["ApplicationPage200"] };
    };
    readApplication: {
        parameters: {
            path: {
                applicationId: components["parameters"]["ApplicationIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["ApplicationDetailsResponse200"] };
    };
    approveApplication: {
        parameters: {
            path: {
                applicationId: components["parameters"]["ApplicationIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["ApproveApplicationBody"] } };
        responses: { 200: components["responses"]["ApplicationDetailsResponse200"] };
    };
    rejectApplication: {
        parameters: {
            path: {
                applicationId: components["parameters"]["ApplicationIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["RejectApplicationBody"] } };
        responses: { 200: components["responses"]["ApplicationDetailsResponse200"] };
    };
    requestApplicationInfo: {
        parameters: {
            path: {
                applicationId: components["parameters"]["ApplicationIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["RequestApplicationInfoBody"] } };
        responses: { 200: components["responses"]["ApplicationInfoRequestResponse200"] };
    };
    approveApplications: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["ApproveApplicationsBody"] } };
        responses: { 200: components["responses"]["DecidedApplicationsResponse200"] };
    };
    rejectApplications: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["RejectApplicationsBody"] } };
        responses: { 200: components["responses"]["DecidedApplicationsResponse200"] };
    };
    selectApplications: {
        parameters: {
            query?: {
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Each word must be the beginning of a word in the name, email or website, ignoring case. */
                search?: string;
                status?: components["schemas"]["ApplicationStatus"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["ApplicationSelectionResponse200"] };
    };
    listBalances: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                cursor?: components["parameters"]["CursorInQuery"];
                /** @description Only partners with a balance that a payout created now would include. Without a schedule, partners without payout details are excluded once another partner has details. */
                due?: boolean;
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["PartnerBalancePage200"] };
    };
    readBranding: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["BrandResponse200"] };
    };
    updateBranding: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["UpdateBrandingBody"] } };
        responses: { 200: components["responses"]["BrandResponse200"] };
    };
    readCaptureReport: {
        parameters: {
            query?: {
                dateFrom?: components["parameters"]["DateFromInQuery"];
                dateTo?: components["parameters"]["DateToInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CaptureReportResponse200"] };
    };
    listClaims: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: number;
                state?: components["schemas"]["ClaimState"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["ClaimPage200"] };
    };
    readClaim: {
        parameters: {
            query?: {
                /** @description The order to look up, if the claim is only about a day. */
                transactionId?: string;
            };
            path: {
                claimId: components["parameters"]["ClaimIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["ClaimDetailsResponse200"] };
    };
    previewClaimApproval: {
        parameters: {
            query?: {
                /** @description A click on one of the partner’s links. The visitor becomes the customer. Alternative to `customerId`. */
                clickId?: string;
                /** @description The buyer, if the order identifies none. Must be one of the partner’s customers. */
                customerId?: number;
                /** @description The product of a rejected sale. Rejected sales are stored without it. */
                productId?: string;
                /** @description The order, if the claim is only about a day. */
                transactionId?: string;
            };
            path: {
                claimId: components["parameters"]["ClaimIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["ClaimApprovalResponse200"] };
    };
    approveClaim: {
        parameters: {
            path: {
                claimId: components["parameters"]["ClaimIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["ApproveClaimBody"] } };
        responses: { 200: components["responses"]["ClaimResponse200"] };
    };
    rejectClaim: {
        parameters: {
            path: {
                claimId: components["parameters"]["ClaimIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["RejectClaimBody"] } };
        responses: { 200: components["responses"]["ClaimResponse200"] };
    };
    advanceClock: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["AdvanceClockBody"] } };
        responses: { 200: components["responses"]["AdvancedClockResponse200"] };
    };
    listCommissionPolicies: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                groupId?: number;
                /** @description Include versions that were replaced or ended. */
                history?: boolean;
                limit?: components["parameters"]["LimitInQuery"];
                productId?: string;
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CommissionPolicyPage200"] };
    };
    setCommissionPolicy: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["SetCommissionPolicyBody"] } };
        responses: { 201: components["responses"]["CommissionPolicyResponse201"] };
    };
    endCommissionPolicy: {
        parameters: { path: { policyId: string; programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["CommissionPolicyResponse200"] };
    };
    previewCommissionPolicy: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["PreviewCommissionPolicyBody"] } };
        responses: { 200: components["responses"]["PolicyPreviewResponse200"] };
    };
    listCommissions: {
        parameters: {
            query?: {
                awaitingReview?: components["parameters"]["AwaitingReviewInQuery"];
                currency?: components["schemas"]["Currency"];
                cursor?: components["parameters"]["CursorInQuery"];
                from?: components["parameters"]["FromInQuery"];
                holdReason?: components["parameters"]["HoldReasonInQuery"];
                kind?: components["parameters"]["KindInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
                search?: string;
                status?: components["schemas"]["CommissionStatus"];
                to?: components["parameters"]["ToInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CommissionPage200"] };
    };
    exportCommissions: {
        parameters: {
            query?: {
                awaitingReview?: components["parameters"]["AwaitingReviewInQuery"];
                currency?: components["schemas"]["Currency"];
                from?: components["parameters"]["FromInQuery"];
                holdReason?: components["parameters"]["HoldReasonInQuery"];
                kind?: components["parameters"]["KindInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
                search?: string;
                status?: components["schemas"]["CommissionStatus"];
                to?: components["parameters"]["ToInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CsvFile200"] };
    };
    readCommission: {
        parameters: {
            path: {
                commissionId: components["parameters"]["CommissionIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["CommissionResponse200"] };
    };
    listCommissionChanges: {
        parameters: {
            path: {
                commissionId: components["parameters"]["CommissionIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["ListCommissionChangesResponse200"] };
    };
    readPossibleDuplicate: {
        parameters: {
            path: {
                commissionId: components["parameters"]["CommissionIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PossibleDuplicateResponse200"] };
    };
    decidePossibleDuplicate: {
        parameters: {
            path: {
                commissionId: components["parameters"]["CommissionIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["DecidePossibleDuplicateBody"] } };
        responses: { 200: components["responses"]["DecidedDuplicateResponse200"] };
    };
    approveCommissions: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["ApproveCommissionsBody"] } };
        responses: { 200: components["responses"]["ReviewedCommissionsResponse200"] };
    };
    markCommissionsPaid: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["MarkCommissionsPaidBody"] } };
        responses: { 200: components["responses"]["MarkCommissionsPaidResponse200"] };
    };
    rejectCommissions: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["RejectCommissionsBody"] } };
        responses: { 200: components["responses"]["ReviewedCommissionsResponse200"] };
    };
    selectCommissions: {
        parameters: {
            query?: {
                awaitingReview?: components["parameters"]["AwaitingReviewInQuery"];
                currency?: components["schemas"]["Currency"];
                from?: components["parameters"]["FromInQuery"];
                holdReason?: components["parameters"]["HoldReasonInQuery"];
                kind?: components["parameters"]["KindInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
                search?: string;
                status?: components["schemas"]["CommissionStatus"];
                to?: components["parameters"]["ToInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CommissionSelectionResponse200"] };
    };
    sumCommissions: {
        parameters: {
            query?: {
                awaitingReview?: components["parameters"]["AwaitingReviewInQuery"];
                currency?: components["schemas"]["Currency"];
                from?: components["parameters"]["FromInQuery"];
                holdReason?: components["parameters"]["HoldReasonInQuery"];
                kind?: components["parameters"]["KindInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
                search?: string;
                status?: components["schemas"]["CommissionStatus"];
                to?: components["parameters"]["ToInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["SumCommissionsResponse200"] };
    };
    withdrawCommissionApproval: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["WithdrawCommissionApprovalBody"] } };
        responses: { 200: components["responses"]["ReviewedCommissionsResponse200"] };
    };
    listCouponCodes: {
        parameters: {
            query?: {
                /** @description The beginning of the code, ignoring case. */
                code?: string;
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                status?: components["schemas"]["CouponStatus"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CouponCodePage200"] };
    };
    createCouponCode: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["CreateCouponCodeBody"] } };
        responses: { 201: components["responses"]["CouponCodeResponse201"] };
    };
    exportCouponCodes: {
        parameters: {
            query?: {
                /** @description The beginning of the code, ignoring case. */
                code?: string;
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                status?: components["schemas"]["CouponStatus"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CsvFile200"] };
    };
    updateCouponCode: {
        parameters: {
            path: {
                couponId: components["parameters"]["CouponIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["UpdateCouponCodeBody"] } };
        responses: { 200: components["responses"]["CouponCodeResponse200"] };
    };
    archiveCouponCode: {
        parameters: {
            path: {
                couponId: components["parameters"]["CouponIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["CouponCodeResponse200"] };
    };
    importCouponCodes: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["ImportCouponCodesBody"] } };
        responses: { 201: components["responses"]["CouponImportResponse201"] };
    };
    previewCouponCodeImport: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["PreviewCouponCodeImportBody"] } };
        responses: { 200: components["responses"]["CouponImportPreviewResponse200"] };
    };
    readCouponReport: {
        parameters: {
            query?: {
                dateFrom?: components["parameters"]["DateFromInQuery"];
                dateTo?: components["parameters"]["DateToInQuery"];
                /** @description How long before an order another partner’s click counts as close. */
                minutes?: number;
                period?: components["parameters"]["PeriodInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CouponReportResponse200"] };
    };
    listCustomers: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                customerKey?: components["parameters"]["CustomerKeyInQuery"];
                from?: components["parameters"]["FromInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
                search?: string;
                status?: components["schemas"]["CustomerStatus"];
                to?: components["parameters"]["ToInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CustomerPage200"] };
    };
    exportCustomers: {
        parameters: {
            query?: {
                customerKey?: components["parameters"]["CustomerKeyInQuery"];
                from?: components["parameters"]["FromInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
                search?: string;
                status?: components["schemas"]["CustomerStatus"];
                to?: components["parameters"]["ToInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CsvFile200"] };
    };
    readArchivedClick: {
        parameters: { path: { customerId: string; programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ArchivedClickResponse200"] };
    };
    attributeCustomer: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["AttributeCustomerBody"] } };
        responses: { 200: components["responses"]["CustomerAttributionResponse200"] };
    };
    previewCustomerAttribution: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["PreviewCustomerAttributionBody"] } };
        responses: { 200: components["responses"]["CustomerAttributionResponse200"] };
    };
    countCustomers: {
        parameters: {
            query?: {
                customerKey?: components["parameters"]["CustomerKeyInQuery"];
                from?: components["parameters"]["FromInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
                search?: string;
                status?: components["schemas"]["CustomerStatus"];
                to?: components["parameters"]["ToInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CountCustomersResponse200"] };
    };
    exportDataSubject: {
        parameters: {
            query?: {
                /** @description Customer key (your ID for the customer). */
                customerKey?: string;
                email?: components["parameters"]["EmailInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["DataSubjectResponse200"] };
    };
    eraseDataSubject: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["EraseDataSubjectBody"] } };
        responses: { 200: components["responses"]["ErasedDataSubjectResponse200"] };
    };
    listEventsForReview: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                state?: components["schemas"]["EventForReviewState"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["EventForReviewPage200"] };
    };
    resolveEventForReview: {
        parameters: { path: { eventForReviewId: string; programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["EventForReviewResponse200"] };
    };
    explain: {
        parameters: {
            query?: {
                /** @description The value of the service_click_id cookie. */
                clickId?: string;
                /** @description Your customer ID, as sent to the lead or sale endpoint. */
                customerKey?: string;
                email?: components["parameters"]["EmailInQuery"];
                /** @description The sale’s number, as shown in the event list. */
                saleId?: number;
                /** @description Your order ID, as sent to the sale endpoint. */
                transactionId?: string;
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["ExplanationResponse200"] };
    };
    listInvoices: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["InvoicePage200"] };
    };
    issueInvoice: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["IssueInvoiceBody"] } };
        responses: { 201: components["responses"]["InvoiceDetailsResponse201"] };
    };
    readInvoice: {
        parameters: {
            path: {
                invoiceId: components["parameters"]["InvoiceIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["InvoiceDetailsResponse200"] };
    };
    printInvoice: {
        parameters: {
            path: {
                invoiceId: components["parameters"]["InvoiceIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            /** @description An HTML page without scripts, formatted for A4. */
            200: { content: { "text/html": string } };
        };
    };
    listInvoiceLines: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                invoiceId: components["parameters"]["InvoiceIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["InvoiceLinePage200"] };
    };
    exportInvoiceLines: {
        parameters: {
            path: {
                invoiceId: components["parameters"]["InvoiceIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["CsvFile200"] };
    };
    voidInvoice: {
        parameters: {
            path: {
                invoiceId: components["parameters"]["InvoiceIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["VoidInvoiceBody"] } };
        responses: { 201: components["responses"]["InvoiceDetailsResponse201"] };
    };
    previewInvoice: {
        parameters: {
            query: {
                /** @description US dollars for 1 EUR, as a decimal: `1.0832`. */
                EUR?: string;
                /** @description A completed month, such as `2026-02`. */
                month: string;
                /** @description US dollars for 1 VND, as a decimal: `1.0832`. */
                VND?: string;
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["InvoicePreviewResponse200"] };
    };
    readJoinPage: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["JoinPageResponse200"] };
    };
    updateJoinPage: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["UpdateJoinPageBody"] } };
        responses: { 200: components["responses"]["JoinPageResponse200"] };
    };
    previewJoinPage: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["PreviewJoinPageBody"] } };
        responses: { 200: components["responses"]["JoinPagePreviewResponse200"] };
    };
    listLinks: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                status?: components["schemas"]["LinkStatus"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["LinkPage200"] };
    };
    createLink: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["CreateLinkBody"] } };
        responses: { 201: components["responses"]["LinkResponse201"] };
    };
    activateLink: {
        parameters: {
            path: {
                linkId: components["parameters"]["LinkIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["LinkResponse200"] };
    };
    deactivateLink: {
        parameters: {
            path: {
                linkId: components["parameters"]["LinkIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["LinkResponse200"] };
    };
    setLogo: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["SetLogoBody"] } };
        responses: { 200: components["responses"]["BrandResponse200"] };
    };
    removeLogo: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["BrandResponse200"] };
    };
    listPartnerGroups: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["PartnerGroupPage200"] };
    };
    createPartnerGroup: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["CreatePartnerGroupBody"] } };
        responses: { 201: components["responses"]["PartnerGroupResponse201"] };
    };
    endPartnerGroup: {
        parameters: {
            path: {
                groupId: components["parameters"]["GroupIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PartnerGroupResponse200"] };
    };
    renamePartnerGroup: {
        parameters: {
            path: {
                groupId: components["parameters"]["GroupIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["RenamePartnerGroupBody"] } };
        responses: { 200: components["responses"]["PartnerGroupResponse200"] };
    };
    listPartnerInvitations: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["PartnerInvitationPage200"] };
    };
    invitePartner: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["InvitePartnerBody"] } };
        responses: { 201: components["responses"]["PartnerInvitationResultResponse201"] };
    };
    revokePartnerInvitation: {
        parameters: {
            path: {
                invitationId: components["parameters"]["InvitationIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PartnerInvitationResponse200"] };
    };
    readPartnerMetrics: {
        parameters: {
            query: {
                dateFrom?: components["parameters"]["DateFromInQuery"];
                dateTo?: components["parameters"]["DateToInQuery"];
                /**
                 * @description Comma-separated IDs, at most 200, such as those on a page of partners.
                 * @example 1,2,3
                 */
                partnerIds: string;
                period?: components["parameters"]["PeriodInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["ReadPartnerMetricsResponse200"] };
    };
    listPartnerReport: {
        parameters: {
            query?: {
                /** @description Currency to sort `revenue` and `commission` by. Without it, amounts of all currencies are added at face value (D32). */
                currency?: components["schemas"]["Currency"];
                cursor?: components["parameters"]["CursorInQuery"];
                dateFrom?: components["parameters"]["DateFromInQuery"];
                dateTo?: components["parameters"]["DateToInQuery"];
                direction?: components["parameters"]["DirectionInQuery"];
                group?: components["parameters"]["GroupInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
                /** @description Each word must be the beginning of a word in the name or email, ignoring case. */
                search?: string;
                sort?: "createdAt" | "name" | "status" | "link" | "clicks" | "leads" | "conversions" | "sales" | "revenue" | "commission";
                status?: components["schemas"]["PartnerStatus"];
                tag?: components["parameters"]["TagInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["ListPartnerReportResponse200"] };
    };
    listPartnerTags: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ListPartnerTagsResponse200"] };
    };
    listPartners: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                group?: components["parameters"]["GroupInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                /** @description Each word must be the beginning of a word in the name or email, ignoring case. */
                search?: string;
                status?: components["schemas"]["PartnerStatus"];
                tag?: components["parameters"]["TagInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["PartnerPage200"] };
    };
    addPartner: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["AddPartnerBody"] } };
        responses: { 201: components["responses"]["AddPartnerResponse201"] };
    };
    readPartner: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PartnerResponse200"] };
    };
    approvePartner: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PartnerResponse200"] };
    };
    createEmbedToken: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 201: components["responses"]["DelegatedSessionResponse201"] };
    };
    setPartnerGroup: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["SetPartnerGroupBody"] } };
        responses: { 200: components["responses"]["PartnerResponse200"] };
    };
    removePartnerFromGroup: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PartnerResponse200"] };
    };
    holdPartner: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["HoldPartnerBody"] } };
        responses: { 200: components["responses"]["PartnerResponse200"] };
    };
    impersonatePartner: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 201: components["responses"]["DelegatedSessionResponse201"] };
    };
    listPartnerMails: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["MailPage200"] };
    };
    listPartnerNotes: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PartnerNotePage200"] };
    };
    createPartnerNote: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["CreatePartnerNoteBody"] } };
        responses: { 201: components["responses"]["PartnerNoteResponse201"] };
    };
    deletePartnerNote: {
        parameters: {
            path: {
                noteId: components["parameters"]["NoteIdInPath"];
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["DeletePartnerNoteResponse200"] };
    };
    updatePartnerNote: {
        parameters: {
            path: {
                noteId: components["parameters"]["NoteIdInPath"];
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["UpdatePartnerNoteBody"] } };
        responses: { 200: components["responses"]["PartnerNoteResponse200"] };
    };
    listPayoutDetails: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["ListPayoutDetailsResponse200"] };
    };
    revealPayoutDetails: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["RevealPayoutDetailsBody"] } };
        responses: { 200: components["responses"]["RevealedPayoutDetailsResponse200"] };
    };
    rejectPartner: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PartnerResponse200"] };
    };
    releasePartner: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PartnerResponse200"] };
    };
    createPartnerSignInLink: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 201: components["responses"]["CopiedSignInLinkResponse201"] };
    };
    setPartnerTags: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["SetPartnerTagsBody"] } };
        responses: { 200: components["responses"]["PartnerResponse200"] };
    };
    importPartners: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["ImportPartnersBody"] } };
        responses: { 201: components["responses"]["PartnerImportResponse201"] };
    };
    previewPartnerImport: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["PreviewPartnerImportBody"] } };
        responses: { 200: components["responses"]["PartnerImportPreviewResponse200"] };
    };
    listOpenPayoutBatches: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ListOpenPayoutBatchesResponse200"] };
    };
    requestPayoutDetails: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["RequestPayoutDetailsBody"] } };
        responses: { 200: components["responses"]["RequestedPayoutDetailsResponse200"] };
    };
    previewPaymentFile: {
        parameters: {
            query: {
                batchId: number;
                currency: components["schemas"]["Currency"];
                /** @description SEPA only: the requested execution date, such as `2026-03-31`, in the program’s time zone. Today or up to 90 days ahead. Defaults to the batch’s date, or today if that date is in the past. If it is a weekend or a TARGET holiday, the file uses the next TARGET business day; `execution` has both days and the reason. */
                executionDate?: string;
                format: components["schemas"]["PaymentFileFormat"];
                part?: number;
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["PaymentFilePreviewResponse200"] };
    };
    createPaymentFile: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["CreatePaymentFileBody"] } };
        responses: { 200: components["responses"]["PaymentFileResultResponse200"] };
    };
    readPayoutSettings: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["PayoutSettingsResponse200"] };
    };
    updatePayoutSettings: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["UpdatePayoutSettingsBody"] } };
        responses: { 200: components["responses"]["PayoutSettingsResponse200"] };
    };
    listPayouts: {
        parameters: {
            query?: {
                batchId?: components["parameters"]["BatchIdInQuery"];
                currency?: components["schemas"]["Currency"];
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                status?: components["schemas"]["PayoutStatus"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["PayoutPage200"] };
    };
    createPayouts: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["CreatePayoutsBody"] } };
        responses: { 201: components["responses"]["PayoutBatchResponse201"] };
    };
    readPayout: {
        parameters: {
            path: {
                payoutId: components["parameters"]["PayoutIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PayoutResponse200"] };
    };
    cancelPayout: {
        parameters: {
            path: {
                payoutId: components["parameters"]["PayoutIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PayoutResponse200"] };
    };
    listPayoutItems: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                payoutId: components["parameters"]["PayoutIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PayoutItemPage200"] };
    };
    payPayout: {
        parameters: {
            path: {
                payoutId: components["parameters"]["PayoutIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["PayPayoutBody"] } };
        responses: { 200: components["responses"]["PayoutResponse200"] };
    };
    updatePayoutDetails: {
        parameters: {
            path: {
                payoutId: components["parameters"]["PayoutIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["PayoutResponse200"] };
    };
    exportPayouts: {
        parameters: {
            query?: {
                batchId?: components["parameters"]["BatchIdInQuery"];
                currency?: components["schemas"]["Currency"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                status?: components["schemas"]["PayoutStatus"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CsvFile200"] };
    };
    importPayouts: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "text/csv": string } };
        responses: { 200: components["responses"]["ImportPayoutsResponse200"] };
    };
    markPayoutsPaid: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["MarkPayoutsPaidBody"] } };
        responses: { 200: components["responses"]["MarkedPayoutsResponse200"] };
    };
    previewPayouts: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                /** @description Whether to exclude partners without payout details. Defaults to the program’s setting. */
                detailsRequired?: boolean;
                minimumCents?: number;
                partnerId?: components["parameters"]["PartnerIdInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["PayoutBatchPreviewResponse200"] };
    };
    readPortalSettings: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["PortalSettingsResponse200"] };
    };
    updatePortalSettings: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["UpdatePortalSettingsBody"] } };
        responses: { 200: components["responses"]["PortalSettingsResponse200"] };
    };
    readProcessorConnection: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ProcessorConnectionResponse200"] };
    };
    connectProcessorManually: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["ConnectProcessorManuallyBody"] } };
        responses: { 200: components["responses"]["ProcessorConnectionResponse200"] };
    };
    disconnectProcessor: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ProcessorConnectionResponse200"] };
    };
    setProcessorApiKey: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["SetProcessorApiKeyBody"] } };
        responses: { 200: components["responses"]["ReconciliationSettingsResponse200"] };
    };
    removeProcessorApiKey: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ReconciliationSettingsResponse200"] };
    };
    authorizeProcessor: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["AuthorizeProcessorBody"] } };
        responses: { 200: components["responses"]["AuthorizeProcessorResponse200"] };
    };
    listProcessorEvents: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ListProcessorEventsResponse200"] };
    };
    readProcessorProblems: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ProcessorProblemsResponse200"] };
    };
    listProcessors: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ListProcessorsResponse200"] };
    };
    readReadiness: {
        parameters: {
            query?: {
                /** @description The `clickId` of synthetic events. Shows only events from its test link, without live events or events from other test links. Test events without a click ID are mentioned, unless another test link is polled at the same time. */
                clickId?: string;
                /** @description ISO 8601 with an offset. Only events received from then on count, for example a test’s events. */
                since?: string;
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["ReadinessResponse200"] };
    };
    readReconciliationSettings: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ReconciliationSettingsResponse200"] };
    };
    listReconciliations: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ListReconciliationsResponse200"] };
    };
    startReconciliation: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["StartReconciliationBody"] } };
        responses: { 200: components["responses"]["ReconciliationResponse200"] };
    };
    readReconciliation: {
        parameters: {
            path: {
                programId: components["parameters"]["ProgramIdInPath"];
                reconciliationId: components["parameters"]["ReconciliationIdInPath"];
            };
        };
        responses: { 200: components["responses"]["ReconciliationResponse200"] };
    };
    closeReconciliation: {
        parameters: {
            path: {
                programId: components["parameters"]["ProgramIdInPath"];
                reconciliationId: components["parameters"]["ReconciliationIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["CloseReconciliationBody"] } };
        responses: { 200: components["responses"]["ReconciliationResponse200"] };
    };
    listReconciliationDifferences: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                programId: components["parameters"]["ProgramIdInPath"];
                reconciliationId: components["parameters"]["ReconciliationIdInPath"];
            };
        };
        responses: { 200: components["responses"]["ReconciliationDifferencePage200"] };
    };
    noteReconciliationDifference: {
        parameters: {
            path: {
                differenceId: components["parameters"]["DifferenceIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
                reconciliationId: components["parameters"]["ReconciliationIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["NoteReconciliationDifferenceBody"] } };
        responses: { 200: components["responses"]["ReconciliationDifferenceResponse200"] };
    };
    recordReconciliationDifference: {
        parameters: {
            path: {
                differenceId: components["parameters"]["DifferenceIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
                reconciliationId: components["parameters"]["ReconciliationIdInPath"];
            };
        };
        responses: { 200: components["responses"]["RecordedDifferenceResponse200"] };
    };
    reopenReconciliation: {
        parameters: {
            path: {
                programId: components["parameters"]["ProgramIdInPath"];
                reconciliationId: components["parameters"]["ReconciliationIdInPath"];
            };
        };
        responses: { 200: components["responses"]["ReconciliationResponse200"] };
    };
    listUnattributedEntries: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                programId: components["parameters"]["ProgramIdInPath"];
                reconciliationId: components["parameters"]["ReconciliationIdInPath"];
            };
        };
        responses: { 200: components["responses"]["UnattributedEntryPage200"] };
    };
    listRejectedRequests: {
        parameters: {
            query?: {
                /** @description The error code or reason in the response. */
                code?: string;
                cursor?: components["parameters"]["CursorInQuery"];
                from?: components["parameters"]["FromInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                mode?: components["parameters"]["ModeInQuery"];
                outcome?: components["parameters"]["OutcomeInQuery"];
                text?: components["parameters"]["TextInQuery"];
                to?: components["parameters"]["ToInQuery"];
                type?: components["parameters"]["TypeInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["RejectedRequestPage200"] };
    };
    exportRejectedRequests: {
        parameters: {
            query?: {
                /** @description The error code or reason in the response. */
                code?: string;
                from?: components["parameters"]["FromInQuery"];
                mode?: components["parameters"]["ModeInQuery"];
                outcome?: components["parameters"]["OutcomeInQuery"];
                text?: components["parameters"]["TextInQuery"];
                to?: components["parameters"]["ToInQuery"];
                type?: components["parameters"]["TypeInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CsvFile200"] };
    };
    listSales: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                cursor?: components["parameters"]["CursorInQuery"];
                customerId?: number;
                from?: components["parameters"]["FromInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                mode?: components["parameters"]["ModeInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                status?: components["schemas"]["SaleStatus"];
                to?: components["parameters"]["ToInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["SalePage200"] };
    };
    refundSale: {
        parameters: {
            path: {
                programId: components["parameters"]["ProgramIdInPath"];
                saleId: components["parameters"]["SaleIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["RefundSaleBody"] } };
        responses: { 200: components["responses"]["RefundSaleResponse200"] };
    };
    undoRefund: {
        parameters: {
            path: {
                programId: components["parameters"]["ProgramIdInPath"];
                refundEventId: string;
                saleId: components["parameters"]["SaleIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["UndoRefundBody"] } };
        responses: { 200: components["responses"]["UndoneRefundResponse200"] };
    };
    search: {
        parameters: {
            query: { mode?: components["parameters"]["ModeInQuery"]; query: string };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["SearchResultsResponse200"] };
    };
    readProgramSetup: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ProgramSetupResponse200"] };
    };
    listShareLinks: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ListShareLinksResponse200"] };
    };
    shareTimeline: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["ShareLinkBody"] } };
        responses: { 201: components["responses"]["NewShareLinkResponse201"] };
    };
    revokeShareLink: {
        parameters: {
            path: {
                linkId: components["parameters"]["LinkIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["RevokeShareLinkResponse200"] };
    };
    createSyntheticEvents: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 201: components["responses"]["SyntheticEventsResponse201"] };
    };
    listUnattributedPayments: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                state?: components["schemas"]["UnattributedPaymentState"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["UnattributedPaymentPage200"] };
    };
    readUnattributedPayment: {
        parameters: {
            path: {
                paymentId: components["parameters"]["PaymentIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["UnattributedPaymentDetailsResponse200"] };
    };
    attributePayment: {
        parameters: {
            path: {
                paymentId: components["parameters"]["PaymentIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["AttributePaymentBody"] } };
        responses: { 200: components["responses"]["UnattributedPaymentResponse200"] };
    };
    dismissPayment: {
        parameters: {
            path: {
                paymentId: components["parameters"]["PaymentIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["UnattributedPaymentResponse200"] };
    };
    countWaitingWork: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["WaitingWorkResponse200"] };
    };
    startWebhookListener: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["StartWebhookListenerBody"] } };
        responses: { 201: components["responses"]["WebhookListenerResponse201"] };
    };
    readWebhookListener: {
        parameters: {
            path: {
                listenerId: components["parameters"]["ListenerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["WebhookListenerResponse200"] };
    };
    endWebhookListener: {
        parameters: {
            path: {
                listenerId: components["parameters"]["ListenerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: { 200: components["responses"]["EndWebhookListenerResponse200"] };
    };
    pollWebhookEvents: {
        parameters: {
            path: {
                listenerId: components["parameters"]["ListenerIdInPath"];
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["PollWebhookEventsBody"] } };
        responses: { 200: components["responses"]["WebhookListenedEvents200"] };
    };
    listWebhooks: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["WebhookPage200"] };
    };
    createWebhook: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["CreateWebhookBody"] } };
        responses: { 201: components["responses"]["NewWebhookResponse201"] };
    };
    deleteWebhook: {
        parameters: {
            path: {
                programId: components["parameters"]["ProgramIdInPath"];
                webhookId: components["parameters"]["WebhookIdInPath"];
            };
        };
        responses: { 200: components["responses"]["DeleteWebhookResponse200"] };
    };
    updateWebhook: {
        parameters: {
            path: {
                programId: components["parameters"]["ProgramIdInPath"];
                webhookId: components["parameters"]["WebhookIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["UpdateWebhookBody"] } };
        responses: { 200: components["responses"]["WebhookResponse200"] };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                state?: components["schemas"]["WebhookDeliveryState"];
            };
            path: {
                programId: components["parameters"]["ProgramIdInPath"];
                webhookId: components["parameters"]["WebhookIdInPath"];
            };
        };
        responses: { 200: components["responses"]["WebhookDeliveryPage200"] };
    };
    redeliverWebhook: {
        parameters: {
            path: {
                deliveryId: string;
                programId: components["parameters"]["ProgramIdInPath"];
                webhookId: components["parameters"]["WebhookIdInPath"];
            };
        };
        responses: { 200: components["responses"]["WebhookDeliveryResponse200"] };
    };
    rotateWebhookSecret: {
        parameters: {
            path: {
                programId: components["parameters"]["ProgramIdInPath"];
                webhookId: components["parameters"]["WebhookIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["RotateWebhookSecretBody"] } };
        responses: { 200: components["responses"]["NewWebhookResponse200"] };
    };
    testWebhook: {
        parameters: {
            path: {
                programId: components["parameters"]["ProgramIdInPath"];
                webhookId: components["parameters"]["WebhookIdInPath"];
            };
        };
        responses: { 200: components["responses"]["WebhookDeliveryResponse200"] };
    };
    readNewProgramDefaults: { responses: { 200: components["responses"]["NewProgramDefaultsResponse200"] } };
    openSharedTimeline: { responses: { 200: components["responses"]["SharedTimelineResponse200"] } };
    readSignInOptions: { responses: { 200: components["responses"]["SignInOptionsResponse200"] } };
    readBreakdown: {
        parameters: {
            query: {
                by: components["parameters"]["ByInQuery"];
                compare?: "previous" | "year";
                /** @description Start of a custom period to compare with. Requires `compareTo` and excludes `compare`. ISO 8601. A date means that whole day in the program's time zone. */
                compareFrom?: string;
                /** @description End of a custom period to compare with. Requires `compareFrom`. ISO 8601. A date means that whole day in the program's time zone. */
                compareTo?: string;
                /** @description Currency to sort `revenue` and `commission` by. Without it, amounts of all currencies are added at face value (D32). */
                currency?: components["schemas"]["Currency"];
                cursor?: components["parameters"]["CursorInQuery"];
                dateFrom?: components["parameters"]["DateFromInQuery"];
                dateTo?: components["parameters"]["DateToInQuery"];
                direction?: components["parameters"]["DirectionInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
                sort?: components["parameters"]["SortInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["ReadBreakdownResponse200"] };
    };
    exportBreakdown: {
        parameters: {
            query: {
                by: components["parameters"]["ByInQuery"];
                /** @description Currency to sort `revenue` and `commission` by. Without it, amounts of all currencies are added at face value (D32). */
                currency?: components["schemas"]["Currency"];
                dateFrom?: components["parameters"]["DateFromInQuery"];
                dateTo?: components["parameters"]["DateToInQuery"];
                direction?: components["parameters"]["DirectionInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
                sort?: components["parameters"]["SortInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["CsvFile200"] };
    };
    listEvents: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                /** @description Only events received at or after this time. ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond. */
                from?: string;
                limit?: number;
                mode?: components["parameters"]["ModeInQuery"];
                sales?: components["schemas"]["SaleFilter"];
                /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
                search?: string;
                /** @description Only events received at or before this time. ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond. */
                to?: string;
                type?: "click" | "lead" | "sale" | "all";
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["ListEventsResponse200"] };
    };
    readEvent: {
        parameters: {
            path: {
                /** @description The `clickId` of a click, or the `id` of a lead or sale. */
                eventId: string;
                programId: components["parameters"]["ProgramIdInPath"];
                /** @description `click`, `lead` or `sale`. */
                type: string;
            };
        };
        responses: { 200: components["responses"]["EventDetailsResponse200"] };
    };
    readHealth: {
        parameters: {
            query?: {
                dateFrom?: components["parameters"]["DateFromInQuery"];
                dateTo?: components["parameters"]["DateToInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["RequestHealthResponse200"] };
    };
    readPerformance: {
        parameters: {
            query?: {
                /**
                 * @description What trends compare with: `previous` (default), the previous period of equal length, or `year`, the same days of the previous year (28 February for the 29th). If set, the response has `compared`, the days of that period.
                 * @example year
                 */
                compare?: string;
                /** @description Start of a custom period to compare with, of any length. Requires `compareTo` and excludes `compare`. ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond. */
                compareFrom?: string;
                /** @description End of a custom period to compare with. Requires `compareFrom`. ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond. */
                compareTo?: string;
                /** @description Start of the period, with `dateTo`. ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond. */
                dateFrom?: string;
                /** @description End of the period, with `dateFrom`. ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond. */
                dateTo?: string;
                /**
                 * @description `7d` (default), `30d`, `90d` or `all`. Ignored if both dates are present.
                 * @example 30d
                 */
                period?: string;
            };
            path: { programId: components["parameters"]["ProgramIdInPath"] };
        };
        responses: { 200: components["responses"]["Performance200"] };
    };
    readStatus: {
        parameters: { path: { programId: components["parameters"]["ProgramIdInPath"] } };
        responses: { 200: components["responses"]["ReadStatusResponse200"] };
    };
    trackClick: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "affiliate_url": "https://shop.example/?aff=ada",
                 *       "page_title": "Shop"
                 *     }
                 */
                "application/json": components["schemas"]["ClickBody"];
                /**
                 * @example {
                 *       "affiliate_url": "https://shop.example/?aff=ada",
                 *       "page_title": "Shop"
                 *     }
                 */
                "text/plain": components["schemas"]["ClickBody"];
            };
        };
        responses: { 200: components["responses"]["TrackClickResponse200"] };
    };
    trackLead: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "click_id": "<the service_click_id cookie>",
                 *       "customer_key": "user-1842",
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["LeadBody"];
                /**
                 * @example {
                 *       "click_id": "<the service_click_id cookie>",
                 *       "customer_key": "user-1842",
                 *       "email": "ada@example.com"
                 *     }
                 */
                "text/plain": components["schemas"]["LeadBody"];
            };
        };
        responses: { 200: components["responses"]["TrackLeadResponse200"] };
    };
    trackRefund: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "transaction_id": "order-1001",
                 *       "refund_id": "refund-1",
                 *       "refund_amount_cents": 1900
                 *     }
                 */
                "application/json": components["schemas"]["RefundBody"];
            };
        };
        responses: { 200: components["responses"]["TrackRefundResponse200"] };
    };
    trackSale: {
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "transaction_id": "order-1001",
                 *       "amount_cents": 4900,
                 *       "currency": "USD",
                 *       "customer_key": "user-1842"
                 *     }
                 */
                "application/json": components["schemas"]["SaleBody"];
            };
        };
        responses: { 200: components["responses"]["TrackSaleResponse200"] };
    };
    receiveProcessorEvent: {
        parameters: {
            query?: {
                /** @description The endpoint’s program, for events that don’t contain an account. */
                program?: string;
            };
            path: {
                /**
                 * @description The processor’s name.
                 * @example stripe
                 */
                processor: string;
            };
        };
        responses: { 200: components["responses"]["ReceiveProcessorEventResponse200"] };
    };
    updateWorkspace: {
        parameters: { path: { workspaceId: components["parameters"]["WorkspaceIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["UpdateWorkspaceBody"] } };
        responses: { 200: components["responses"]["UpdateWorkspaceResponse200"] };
    };
    listAuditLog: {
        parameters: {
            query?: {
                action?: components["schemas"]["AuditAction"];
                cursor?: components["parameters"]["CursorInQuery"];
                /** @description Only entries from this time on. ISO 8601. A date means that whole day in `timeZone`. */
                from?: string;
                /** @description Only changes made with this management key. */
                keyId?: number;
                limit?: components["parameters"]["LimitInQuery"];
                /** @description An IANA name. */
                timeZone?: string;
                /** @description Only entries up to this time. ISO 8601. A date means that whole day in `timeZone`. */
                to?: string;
                /** @description Only changes made by this user. */
                userId?: string;
            };
            path: { workspaceId: components["parameters"]["WorkspaceIdInPath"] };
        };
        responses: { 200: components["responses"]["AuditEntryPage200"] };
    };
    listInvitations: {
        parameters: { path: { workspaceId: components["parameters"]["WorkspaceIdInPath"] } };
        responses: { 200: components["responses"]["InvitationPage200"] };
    };
    cancelInvitation: {
        parameters: {
            path: {
                invitationId: components["parameters"]["InvitationIdInPath"];
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: { 200: components["responses"]["CancelInvitationResponse200"] };
    };
    readMailSettings: {
        parameters: { path: { workspaceId: components["parameters"]["WorkspaceIdInPath"] } };
        responses: { 200: components["responses"]["MailSettingsResponse200"] };
    };
    listMails: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                state?: components["schemas"]["MailState"];
            };
            path: { workspaceId: components["parameters"]["WorkspaceIdInPath"] };
        };
        responses: { 200: components["responses"]["MailPage200"] };
    };
    resendMail: {
        parameters: { path: { mailId: string; workspaceId: components["parameters"]["WorkspaceIdInPath"] } };
        responses: { 200: components["responses"]["MailResponse200"] };
    };
    listManagementKeys: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: { workspaceId: components["parameters"]["WorkspaceIdInPath"] };
        };
        responses: { 200: components["responses"]["ManagementKeyPage200"] };
    };
    createManagementKey: {
        parameters: { path: { workspaceId: components["parameters"]["WorkspaceIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["CreateManagementKeyBody"] } };
        responses: { 201: components["responses"]["NewManagementKeyResponse201"] };
    };
    revokeManagementKey: {
        parameters: {
            path: {
                keyId: components["parameters"]["KeyIdInPath"];
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: { 200: components["responses"]["ManagementKeyResponse200"] };
    };
    listMembers: {
        parameters: { path: { workspaceId: components["parameters"]["WorkspaceIdInPath"] } };
        responses: { 200: components["responses"]["MemberPage200"] };
    };
    inviteMember: {
        parameters: { path: { workspaceId: components["parameters"]["WorkspaceIdInPath"] } };
        requestBody: { content: { "application/json": components["schemas"]["InviteMemberBody"] } };
        responses: { 201: components["responses"]["NewInvitationResponse201"] };
    };
    removeMember: {
        parameters: {
            path: {
                memberId: components["parameters"]["MemberIdInPath"];
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: { 200: components["responses"]["RemoveMemberResponse200"] };
    };
    updateMember: {
        parameters: {
            path: {
                memberId: components["parameters"]["MemberIdInPath"];
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        requestBody: { content: { "application/json": components["schemas"]["UpdateMemberBody"] } };
        responses: { 200: components["responses"]["MemberResponse200"] };
    };
    health: { responses: { 200: components["responses"]["Health200"] } };
    metrics: { responses: { 200: { content: { "text/plain": string } } } };
    readiness: { responses: { 200: components["responses"]["Health200"] } };
}
