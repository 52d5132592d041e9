// Generated from /openapi.json by `npm run api-types`. Do not edit.

export interface paths {
    "/api/account": {
        parameters: {};
        /** Read your account */
        get: operations["readAccount"];
    };
    "/api/auth/change-password": {
        parameters: {};
        /**
         * Change the password
         * @description Ends all other sessions, and every reset link. This one goes on under a new token.
         */
        post: operations["changePassword"];
    };
    "/api/auth/organization/create": {
        parameters: {};
        /** Make a workspace that you own */
        post: operations["createWorkspace"];
    };
    "/api/auth/reset-password": {
        parameters: {};
        /**
         * Set a new password with a reset link
         * @description Ends every session of the account. A link works once, and for an hour.
         */
        post: operations["resetPassword"];
    };
    "/api/auth/revoke-sessions": {
        parameters: {};
        /** End every session of the account */
        post: operations["endAllSessions"];
    };
    "/api/auth/sign-in/email": {
        parameters: {};
        /**
         * Sign in
         * @description Sets the session cookie and answers with the token. An account with a second factor gets no session yet, but a cookie for `/api/auth/two-factor/verify-totp`.
         */
        post: operations["signIn"];
    };
    "/api/auth/sign-out": {
        parameters: {};
        /** End the session */
        post: operations["signOut"];
    };
    "/api/auth/sign-up/email": {
        parameters: {};
        /**
         * Make an account
         * @description Answers the same whether or not the address has an account already; sign in afterwards. Where sign-up is closed, it takes the secret of an invitation to this address.
         */
        post: operations["signUp"];
    };
    "/api/auth/two-factor/disable": {
        parameters: {};
        /** Do without a second factor */
        post: operations["disableTwoFactor"];
    };
    "/api/auth/two-factor/enable": {
        parameters: {};
        /**
         * Begin with a second factor
         * @description It holds from the first right code on, sent to `/api/auth/two-factor/verify-totp`.
         */
        post: operations["enableTwoFactor"];
    };
    "/api/auth/two-factor/generate-backup-codes": {
        parameters: {};
        /** Make new recovery codes; the old ones end */
        post: operations["newRecoveryCodes"];
    };
    "/api/auth/two-factor/verify-backup-code": {
        parameters: {};
        /**
         * Sign in with a recovery code
         * @description Each of them works once.
         */
        post: operations["verifyRecoveryCode"];
    };
    "/api/auth/two-factor/verify-totp": {
        parameters: {};
        /**
         * Sign in with the code of an authenticator app
         * @description Takes the cookie that signing in has set. In a session it is the first code, which switches the second factor on and ends all other sessions; the session goes on under the token in `set-auth-token`.
         */
        post: operations["verifyTotp"];
    };
    "/api/invitations/accept": {
        parameters: {};
        /**
         * Accept an invitation
         * @description With the secret that was passed on, signed in with the e-mail that was invited. An invitation is accepted once.
         */
        post: operations["acceptInvitation"];
    };
    "/api/partner/account": {
        parameters: {};
        /** Read your account */
        get: operations["readPartnerAccount"];
        /** Change your account */
        patch: operations["updatePartnerAccount"];
    };
    "/api/partner/account/close": {
        parameters: {};
        /**
         * Close your account, in all programs
         * @description Takes a session that began within the last 15 minutes. Your links stop counting, your sessions end, and your name, e-mail and answers are replaced by names that lead back to nobody. What you are owed stays owed, and is paid to the details that you gave. It cannot be undone; the same e-mail may apply again, as somebody new.
         */
        post: operations["closePartnerAccount"];
    };
    "/api/partner/account/closing": {
        parameters: {};
        /**
         * See what would be left behind if you closed your account
         * @description The programs in which you have a balance. `obstacle` says why it would not be paid by itself; null when it would.
         */
        get: operations["previewAccountClosing"];
    };
    "/api/partner/account/export": {
        parameters: {};
        /**
         * Export everything that is kept about you
         * @description Takes a session that began within the last 15 minutes: your payout details are in it in full. Of each kind there are at most 10000 rows of a program, the newest first; `isComplete` says whether these are all. Of customers there is the label that you know them by.
         */
        get: operations["exportPartnerAccount"];
    };
    "/api/partner/passkeys": {
        parameters: {};
        /** List your passkeys, the newest first */
        get: operations["listPasskeys"];
        /**
         * Add a passkey that your browser made
         * @description Takes a session that began within the last 15 minutes. It is mailed to you. You may have 20.
         */
        post: operations["addPasskey"];
    };
    "/api/partner/passkeys/{passkeyId}": {
        parameters: {};
        /**
         * Remove one of your passkeys
         * @description It signs nobody in any more. Sessions that it began go on; it is mailed to you.
         */
        delete: operations["removePasskey"];
        /** Name one of your passkeys */
        patch: operations["renamePasskey"];
    };
    "/api/partner/passkeys/options": {
        parameters: {};
        /**
         * Ask what your browser makes a new passkey by
         * @description Takes a session that began within the last 15 minutes. Good once, for 5 minutes, in this session.
         */
        post: operations["beginPasskey"];
    };
    "/api/partner/programs": {
        parameters: {};
        /**
         * List the programs that you are a partner of
         * @description The newest first, at most 200, each with what you have there in each currency.
         */
        get: operations["listOwnPrograms"];
    };
    "/api/partner/programs/{programId}/balance": {
        parameters: {};
        /** Read what you have, and what the next payout waits for */
        get: operations["readOwnBalance"];
    };
    "/api/partner/programs/{programId}/claims": {
        parameters: {};
        /** List your claims, the newest first */
        get: operations["listOwnClaims"];
        /**
         * Claim a sale that you believe to be yours
         * @description By the id of an order, or by a day: exactly one of them. The answer says nothing of the order; the program decides. One claim of an order or a day is open at a time, 20 together, and 20 are made in a day.
         */
        post: operations["fileOwnClaim"];
    };
    "/api/partner/programs/{programId}/claims/{claimId}/withdraw": {
        parameters: {};
        /** Take a claim back */
        post: operations["withdrawOwnClaim"];
    };
    "/api/partner/programs/{programId}/earnings": {
        parameters: {};
        /** List what you earned, the newest first */
        get: operations["listOwnEarnings"];
    };
    "/api/partner/programs/{programId}/earnings.csv": {
        parameters: {};
        /**
         * Export what you earned as CSV
         * @description Takes the filters of the list and streams every row they choose. A text that a spreadsheet would run as a formula has an apostrophe in front.
         */
        get: operations["exportOwnEarnings"];
    };
    "/api/partner/programs/{programId}/earnings/{commissionId}": {
        parameters: {};
        /** Read why you earned an amount */
        get: operations["readOwnEarning"];
    };
    "/api/partner/programs/{programId}/links": {
        parameters: {};
        /** List your links, with what each brought in a period */
        get: operations["listOwnLinks"];
        /**
         * Make yourself another link
         * @description With a code of your own, when nobody has it, or one that is made. You may have 20 links in all, or as many as the program says.
         */
        post: operations["createOwnLink"];
    };
    "/api/partner/programs/{programId}/mail-choices": {
        parameters: {};
        /**
         * Which mails of the program you want
         * @description What is about your money itself, payouts and what is taken back, is mailed in any case.
         */
        get: operations["readMailChoices"];
        /** Choose which mails of the program you want */
        put: operations["setMailChoices"];
    };
    "/api/partner/programs/{programId}/overview": {
        parameters: {};
        /**
         * Read what you brought in a period, and what you have
         * @description Of what was earned in the period, what was not taken back.
         */
        get: operations["readOwnOverview"];
    };
    "/api/partner/programs/{programId}/payout-details": {
        parameters: {};
        /** List how you want to be paid, masked, the newest version first */
        get: operations["listOwnPayoutDetails"];
        /**
         * Say how you want to be paid
         * @description The first time it is used at once. A change is mailed to you and used after 3 days; until then payouts go where they went before. A change takes the place of one that still waits.
         */
        post: operations["setOwnPayoutDetails"];
    };
    "/api/partner/programs/{programId}/payout-details/withdraw": {
        parameters: {};
        /** Take back a change that still waits */
        post: operations["withdrawOwnPayoutDetails"];
    };
    "/api/partner/programs/{programId}/payouts": {
        parameters: {};
        /** List your payouts, the newest first */
        get: operations["listOwnPayouts"];
    };
    "/api/partner/programs/{programId}/questions": {
        parameters: {};
        /**
         * Ask why a sale is not among your earnings
         * @description By the id of an order, or by a day of the program’s time zone: exactly one of them. The answer is of a closed set, and speaks of what is yours alone: whatever else is answered as an order that is not there. It changes nothing; 20 questions about a program are answered in an hour.
         */
        post: operations["askAboutOwnSale"];
    };
    "/api/partner/programs/{programId}/statement.csv": {
        parameters: {};
        /** Export the lines of the statement of a month as CSV */
        get: operations["exportOwnStatement"];
    };
    "/api/partner/programs/{programId}/statement.html": {
        parameters: {};
        /** Read the statement of a month as a page to print */
        get: operations["printOwnStatement"];
    };
    "/api/partner/programs/{programId}/statements": {
        parameters: {};
        /**
         * List your statements, the newest month first
         * @description At most 500. A month has one for each currency in which something happened, written when it was over.
         */
        get: operations["listOwnStatements"];
    };
    "/api/partner/programs/{programId}/sub-ids": {
        parameters: {};
        /**
         * Count the clicks of a period by sub-id
         * @description What stood as `?sub=` in the address that was clicked, of the newest 100000 clicks on your links; the commonest first.
         */
        get: operations["listOwnSubIds"];
    };
    "/api/partner/sessions": {
        parameters: {};
        /** List where you are signed in */
        get: operations["listPartnerSessions"];
        /** Sign out everywhere */
        delete: operations["endPartnerSessions"];
    };
    "/api/partner/sessions/{sessionId}": {
        parameters: {};
        /** End one of your sessions */
        delete: operations["endPartnerSession"];
    };
    "/api/partner/sign-in": {
        parameters: {};
        /**
         * Sign in by a link, which is spent
         * @description Sets the cookie of the session. A link works once.
         */
        post: operations["signInPartner"];
    };
    "/api/partner/sign-in-links": {
        parameters: {};
        /**
         * Have a link mailed that signs a partner in
         * @description Answers the same, and as soon, whether or not anybody is a partner there. However often it is asked for, one link is mailed to an address each 3 minutes at the most; the one before it ends then.
         */
        post: operations["askPartnerSignInLink"];
    };
    "/api/partner/sign-in-links/look": {
        parameters: {};
        /** See whom a link would sign in; nothing is spent */
        post: operations["lookAtPartnerSignInLink"];
    };
    "/api/partner/sign-in/passkey": {
        parameters: {};
        /**
         * Sign in with a passkey
         * @description Sets the cookie of the session. What the passkey signed works once.
         */
        post: operations["signInByPasskey"];
    };
    "/api/partner/sign-in/passkey-options": {
        parameters: {};
        /**
         * Ask what a browser signs in with a passkey by
         * @description The same for everybody. Good once, for 5 minutes.
         */
        post: operations["beginPasskeySignIn"];
    };
    "/api/partner/sign-out": {
        parameters: {};
        /**
         * End the session
         * @description Takes the cookie away, also that of a session that has ended.
         */
        post: operations["signOutPartner"];
    };
    "/api/partner/visits": {
        parameters: {};
        /**
         * Enter by the ticket of an address, which is spent
         * @description Sets no cookie: the token of the answer goes with each call, and ends with the page.
         */
        post: operations["enterPartnerVisit"];
    };
    "/api/processor/{processor}/callback": {
        parameters: {};
        /**
         * Where the processor sends the browser back to
         * @description Goes on to the settings of the program, with what came of it in `processor`.
         */
        get: operations["finishProcessorAuthorization"];
    };
    "/api/programs": {
        parameters: {};
        /**
         * List the programs of your workspaces
         * @description With a management key: its program, or those of its workspace.
         */
        get: operations["listPrograms"];
        /**
         * Create a program
         * @description It starts with a default commission policy of 20 %, lifetime.
         */
        post: operations["createProgram"];
    };
    "/api/programs/{programId}": {
        parameters: {};
        /** Read a program */
        get: operations["readProgram"];
        /**
         * Change a program
         * @description Fields that are left out stay as they are. A new time zone counts all days anew. `perLeadCommission: null` ends the commission per lead; `siteUrl: null` forgets the page, `clickRetentionMonths: null` keeps clicks as long as the installation does.
         */
        patch: operations["updateProgram"];
    };
    "/api/programs/{programId}/api-keys": {
        parameters: {};
        /** List the API keys, masked */
        get: operations["listApiKeys"];
        /**
         * Create an API key
         * @description A sandbox has keys of the mode `test` only, which begin with `aff_test_sandbox_` and record as a live key does elsewhere.
         */
        post: operations["createApiKey"];
    };
    "/api/programs/{programId}/api-keys/{keyId}": {
        parameters: {};
        /**
         * Delete an API key
         * @description Calls with it answer plain 401 from now on. Retiring it instead tells callers why.
         */
        delete: operations["deleteApiKey"];
    };
    "/api/programs/{programId}/api-keys/{keyId}/retire": {
        parameters: {};
        /**
         * Retire an API key, now or at a time
         * @description A key that is retired already stays so.
         */
        post: operations["retireApiKey"];
    };
    "/api/programs/{programId}/applications": {
        parameters: {};
        /** List the applications */
        get: operations["listApplications"];
    };
    "/api/programs/{programId}/applications/{applicationId}": {
        parameters: {};
        /** Read an application with its history */
        get: operations["readApplication"];
    };
    "/api/programs/{programId}/applications/{applicationId}/approve": {
        parameters: {};
        /**
         * Approve an application
         * @description Makes the applicant a partner with a link, or approves the partner of the same e-mail. The decision may be changed later.
         */
        post: operations["approveApplication"];
    };
    "/api/programs/{programId}/applications/{applicationId}/ask": {
        parameters: {};
        /**
         * Ask an applicant something
         * @description The applicant is mailed a link to answer. Where nothing is mailed, pass the link on. A newer question ends it.
         */
        post: operations["askApplicant"];
    };
    "/api/programs/{programId}/applications/{applicationId}/reject": {
        parameters: {};
        /**
         * Reject an application
         * @description And the partner of the same e-mail, where there is one. The decision may be changed later.
         */
        post: operations["rejectApplication"];
    };
    "/api/programs/{programId}/balances": {
        parameters: {};
        /**
         * List the balances of the partners
         * @description One entry per partner with commissions, the newest partner first, and in it one balance per currency. What an open payout holds is still owed until it is paid. `nextPayouts` says what the next payout of each waits for.
         */
        get: operations["listBalances"];
    };
    "/api/programs/{programId}/brand": {
        parameters: {};
        /** Read what people outside see of a program */
        get: operations["readBrand"];
        /**
         * Change what people outside see of a program
         * @description Its name in addresses, its colour, and where answers to its mails go. Fields that are left out stay as they are; `null` takes one away. Without a slug the program has no join page.
         */
        patch: operations["changeBrand"];
    };
    "/api/programs/{programId}/claims": {
        parameters: {};
        /** List the claims of partners */
        get: operations["listClaims"];
    };
    "/api/programs/{programId}/claims/{claimId}": {
        parameters: {};
        /**
         * Read a claim with the evidence
         * @description Beside the claim stand the story of its order, what was received of it, what is in the way of accepting, and the partner’s clicks and customers of that time.
         */
        get: operations["readClaim"];
    };
    "/api/programs/{programId}/claims/{claimId}/accept": {
        parameters: {};
        /**
         * Accept a claim
         * @description Its order becomes a sale of the partner, with an ordinary commission by the policies that were in force when the order was received first, whatever the attribution window; the hold begins now. The order must be an unattributed payment, or a sale call that was refused because it found nobody or came too late.
         */
        post: operations["acceptClaim"];
    };
    "/api/programs/{programId}/claims/{claimId}/reject": {
        parameters: {};
        /** Reject a claim */
        post: operations["rejectClaim"];
    };
    "/api/programs/{programId}/claims/open": {
        parameters: {};
        /**
         * Count the claims that wait for the team
         * @description Counts to 100 and no further.
         */
        get: operations["countOpenClaims"];
    };
    "/api/programs/{programId}/clock": {
        parameters: {};
        /**
         * Move the clock of a sandbox forward
         * @description Every call that begins after the answer is one of the new time, whichever process takes it. Commissions whose hold has ended by then are approved before the answer. A clock never goes back. 409 `not_a_sandbox` for any other program.
         */
        post: operations["advanceClock"];
    };
    "/api/programs/{programId}/commission-policies": {
        parameters: {};
        /** List the commission policies in force */
        get: operations["listCommissionPolicies"];
        /**
         * Set the commission policy of a product or group, or the default
         * @description Takes the place of the one in force, as its next version. Commissions keep the version they were made under. A flat policy matches only sales in its currency. A sale is paid by the first that there is of: the policy of its partner’s group for its product, the group’s default, the program’s policy for the product, the program’s default.
         */
        post: operations["setCommissionPolicy"];
    };
    "/api/programs/{programId}/commission-policies/{policyId}": {
        parameters: {};
        /**
         * End the policy of a product or group
         * @description The next sales fall under the policy that comes after it. The default of the program cannot be ended.
         */
        delete: operations["endCommissionPolicy"];
    };
    "/api/programs/{programId}/commission-policies/preview": {
        parameters: {};
        /**
         * Preview a commission policy
         * @description What each partner would have earned of the sales of the last days, had the default or the policy of a product or group been another all that time: by the rule that decides sales, with refunds taken back by the rule of refunds. All other policies are those that were in force when each sale came. Per-lead commissions are a setting of the program and not in it. Takes the fields of setting a policy. Writes nothing.
         */
        post: operations["previewCommissionPolicy"];
    };
    "/api/programs/{programId}/commissions": {
        parameters: {};
        /** List the commissions */
        get: operations["listCommissions"];
    };
    "/api/programs/{programId}/commissions.csv": {
        parameters: {};
        /**
         * Export the commissions as CSV
         * @description Takes the filters of the list and streams every row they choose, newest first. A text that a spreadsheet would run as a formula has an apostrophe in front.
         */
        get: operations["exportCommissions"];
    };
    "/api/programs/{programId}/commissions/{commissionId}": {
        parameters: {};
        /** Read a commission */
        get: operations["readCommission"];
    };
    "/api/programs/{programId}/commissions/{commissionId}/changes": {
        parameters: {};
        /** What happened to a commission: who, when, from, to, why */
        get: operations["listCommissionChanges"];
    };
    "/api/programs/{programId}/commissions/approve": {
        parameters: {};
        /** Approve pending commissions, all of them or none */
        post: operations["approveCommissions"];
    };
    "/api/programs/{programId}/commissions/mark-paid": {
        parameters: {};
        /**
         * Mark approved commissions as paid, all of them or none
         * @description Makes one paid payout per partner and currency.
         */
        post: operations["markCommissionsPaid"];
    };
    "/api/programs/{programId}/commissions/reject": {
        parameters: {};
        /** Reject commissions that are not paid, all of them or none */
        post: operations["rejectCommissions"];
    };
    "/api/programs/{programId}/commissions/sums": {
        parameters: {};
        /**
         * Sum the commissions per status and currency
         * @description Takes the filters of the list; a status and currency without commissions is left out.
         */
        get: operations["sumCommissions"];
    };
    "/api/programs/{programId}/customers": {
        parameters: {};
        /** List the customers */
        get: operations["listCustomers"];
    };
    "/api/programs/{programId}/customers.csv": {
        parameters: {};
        /**
         * Export the customers as CSV
         * @description Takes the filters of the list and streams every row they choose, newest first. A text that a spreadsheet would run as a formula has an apostrophe in front.
         */
        get: operations["exportCustomers"];
    };
    "/api/programs/{programId}/customers/sums": {
        parameters: {};
        /**
         * Count the customers per status
         * @description Takes the filters of the list; a status without customers is left out.
         */
        get: operations["countCustomers"];
    };
    "/api/programs/{programId}/explain": {
        parameters: {};
        /**
         * Why an order paid, or did not
         * @description Takes exactly one of transactionId, customerKey, clickId and email. Answers with the whole story in order and one verdict from a closed set of reasons (docs/explain.md), decided by the rules that decide sales. An unknown name is answered too: `nothing_received`, with what to check.
         */
        get: operations["explain"];
    };
    "/api/programs/{programId}/invoices": {
        parameters: {};
        /** List the invoices */
        get: operations["listInvoices"];
        /**
         * Issue the invoice of a month
         * @description Every platform fee of before the end of the month that is not invoiced yet, and as credits what was taken back of invoiced ones. An issued invoice never changes. Fees of another currency than USD need its rate; one that is more than three times the last one used, less than a third of it, or outside of the range that the installation calls usual is 409 until `confirmRates` names its currency.
         */
        post: operations["issueInvoice"];
    };
    "/api/programs/{programId}/invoices/{invoiceId}": {
        parameters: {};
        /** Read an invoice */
        get: operations["readInvoice"];
    };
    "/api/programs/{programId}/invoices/{invoiceId}.html": {
        parameters: {};
        /** An invoice as a page to print */
        get: operations["printInvoice"];
    };
    "/api/programs/{programId}/invoices/{invoiceId}/lines": {
        parameters: {};
        /** List the lines of an invoice */
        get: operations["listInvoiceLines"];
    };
    "/api/programs/{programId}/invoices/{invoiceId}/lines.csv": {
        parameters: {};
        /** Export the lines of an invoice as CSV */
        get: operations["exportInvoiceLines"];
    };
    "/api/programs/{programId}/invoices/{invoiceId}/void": {
        parameters: {};
        /**
         * Take an invoice back by a credit note
         * @description The credit note has the opposite of every line and refers to the invoice, which stays as it is. Its month may be issued again. Only the last invoice that stands can be taken back; the answer is the credit note.
         */
        post: operations["voidInvoice"];
    };
    "/api/programs/{programId}/invoices/preview": {
        parameters: {};
        /**
         * Preview the invoice of a month
         * @description What it would say if it were issued now, with the rates that are missing or unusual. Writes nothing.
         */
        get: operations["previewInvoice"];
    };
    "/api/programs/{programId}/join-page": {
        parameters: {};
        /** Read how people join a program */
        get: operations["readJoinPage"];
        /**
         * Set how people join a program
         * @description `open`: whoever applies is approved at once; `approval`: the team decides; `invitation`: only who was invited joins. The page stands at `/join/` and the slug of the program’s brand.
         */
        put: operations["saveJoinPage"];
    };
    "/api/programs/{programId}/join-page/preview": {
        parameters: {};
        /** See a join page before it is saved */
        post: operations["previewJoinPage"];
    };
    "/api/programs/{programId}/kept-events": {
        parameters: {};
        /**
         * List the events of the processor that wait for a person
         * @description With the reason; `state=open` leaves only those that nobody has seen to.
         */
        get: operations["listKeptEvents"];
    };
    "/api/programs/{programId}/kept-events/{keptEventId}/settle": {
        parameters: {};
        /**
         * Say that a kept event has been seen to
         * @description It records nothing else. One that is settled already stays as it is.
         */
        post: operations["settleKeptEvent"];
    };
    "/api/programs/{programId}/links": {
        parameters: {};
        /** List the links */
        get: operations["listLinks"];
        /** Give a partner another link */
        post: operations["createLink"];
    };
    "/api/programs/{programId}/links/{linkId}/activate": {
        parameters: {};
        /** Activate a link */
        post: operations["activateLink"];
    };
    "/api/programs/{programId}/links/{linkId}/deactivate": {
        parameters: {};
        /** Deactivate a link: its clicks no longer count */
        post: operations["deactivateLink"];
    };
    "/api/programs/{programId}/logo": {
        parameters: {};
        /**
         * Set the logo of a program
         * @description What kind of image it is, its bytes say: PNG, JPEG or WebP. It stands at a public address.
         */
        put: operations["setLogo"];
        /** Take the logo of a program away */
        delete: operations["removeLogo"];
    };
    "/api/programs/{programId}/partner-groups": {
        parameters: {};
        /** List the groups of partners */
        get: operations["listPartnerGroups"];
        /**
         * Make a group of partners
         * @description Its partners earn by the policies of the group, where it has one for the sale.
         */
        post: operations["createPartnerGroup"];
    };
    "/api/programs/{programId}/partner-groups/{groupId}": {
        parameters: {};
        /**
         * End a group of partners
         * @description Its partners are in no group then, and its policies are ended: the next sales fall under those of the program. What was earned stays.
         */
        delete: operations["endPartnerGroup"];
        /** Rename a group of partners */
        patch: operations["renamePartnerGroup"];
    };
    "/api/programs/{programId}/partner-invitations": {
        parameters: {};
        /** List the invitations of partners */
        get: operations["listPartnerInvitations"];
        /**
         * Invite a partner
         * @description Makes a link to the join page by which one person joins at once, whatever the mode. It is mailed where an e-mail is given and the installation sends mail.
         */
        post: operations["invitePartner"];
    };
    "/api/programs/{programId}/partner-invitations/{invitationId}/revoke": {
        parameters: {};
        /** Revoke the invitation of a partner */
        post: operations["revokePartnerInvitation"];
    };
    "/api/programs/{programId}/partner-numbers": {
        parameters: {};
        /**
         * Read the numbers of partners
         * @description One entry for every id asked for, in that order; an id without activity has zeros.
         */
        get: operations["readPartnerNumbers"];
    };
    "/api/programs/{programId}/partner-report": {
        parameters: {};
        /**
         * List the partners with their numbers, in any order
         * @description The newest partner first unless `sort` says otherwise; `direction` is `desc` unless it is `asc`. Partners of equal value stand in the order of their ids, so no page skips or repeats one. A cursor goes on in the order that it came from.
         */
        get: operations["listPartnerReport"];
    };
    "/api/programs/{programId}/partner-tags": {
        parameters: {};
        /**
         * List the tags that partners of the program have
         * @description By name. A program has 200 at most; one that no partner has any more is gone.
         */
        get: operations["listPartnerTags"];
    };
    "/api/programs/{programId}/partners": {
        parameters: {};
        /** List the partners with their links */
        get: operations["listPartners"];
        /**
         * Add a partner
         * @description Makes the partner, its record in the program and a first link. A partner whom another program of the workspace has already is the same partner here.
         */
        post: operations["addPartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}": {
        parameters: {};
        /** Read a partner */
        get: operations["readPartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}/approve": {
        parameters: {};
        /**
         * Approve a partner
         * @description Only clicks on the links of an approved partner are counted, and only its sales attributed. The decision may be changed later, but for a partner who closed his account.
         */
        post: operations["approvePartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}/embed-token": {
        parameters: {};
        /**
         * Show a partner his portal within a page of yours
         * @description An address for the `src` of a frame, made by your server each time your page is asked for. It works once and for 60 seconds; what it lets in shows this partner in this program for 60 minutes, reads everything and makes links, and changes nothing else. Only pages of the origins that the program lists may show it; where it lists none this is 409.
         */
        post: operations["makeEmbedToken"];
    };
    "/api/programs/{programId}/partners/{partnerId}/group": {
        parameters: {};
        /**
         * Put a partner into a group
         * @description Sales that come from then on follow the policies of the group; what was earned stays.
         */
        put: operations["movePartner"];
        /**
         * Take a partner out of its group
         * @description Sales that come from then on follow the policies of the program.
         */
        delete: operations["takePartnerOutOfGroup"];
    };
    "/api/programs/{programId}/partners/{partnerId}/hold": {
        parameters: {};
        /**
         * Hold the payouts of a partner
         * @description The partner earns on, and no payout takes what it is owed until it is released. A second call gives another reason.
         */
        post: operations["holdPartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}/mails": {
        parameters: {};
        /**
         * List what a partner was mailed by this program
         * @description To its e-mail of today, newest first, for as long as mails are kept. What a partner asks for himself, such as the link to sign in, is of no program and stands nowhere.
         */
        get: operations["listPartnerMails"];
    };
    "/api/programs/{programId}/partners/{partnerId}/notes": {
        parameters: {};
        /**
         * List the notes about a partner
         * @description The newest first.
         */
        get: operations["listPartnerNotes"];
        /**
         * Write a note about a partner
         * @description For the team alone: no partner sees it.
         */
        post: operations["writePartnerNote"];
    };
    "/api/programs/{programId}/partners/{partnerId}/notes/{noteId}": {
        parameters: {};
        /**
         * Delete a note about a partner
         * @description For good. One’s own; owners and admins delete those of others too.
         */
        delete: operations["deletePartnerNote"];
        /**
         * Edit a note about a partner
         * @description One’s own; owners and admins edit those of others too.
         */
        patch: operations["editPartnerNote"];
    };
    "/api/programs/{programId}/partners/{partnerId}/payout-details": {
        parameters: {};
        /** List how a partner wants to be paid, masked, the newest version first */
        get: operations["listPayoutDetails"];
    };
    "/api/programs/{programId}/partners/{partnerId}/payout-details/reveal": {
        parameters: {};
        /**
         * Read a version of a partner’s payout details in full
         * @description Every reading is a row of the audit log.
         */
        post: operations["revealPayoutDetails"];
    };
    "/api/programs/{programId}/partners/{partnerId}/reject": {
        parameters: {};
        /**
         * Reject a partner
         * @description Only clicks on the links of an approved partner are counted, and only its sales attributed. The decision may be changed later, but for a partner who closed his account.
         */
        post: operations["rejectPartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}/release": {
        parameters: {};
        /** Release the payouts of a held partner */
        post: operations["releasePartner"];
    };
    "/api/programs/{programId}/partners/{partnerId}/sign-in-link": {
        parameters: {};
        /**
         * Make a link that signs a partner in, where nothing sends mail
         * @description Works once, for 15 minutes, and shows the partner the programs of this workspace alone. Where mail is sent, it is 409: there the partner asks for a link himself.
         */
        post: operations["makePartnerSignInLink"];
    };
    "/api/programs/{programId}/partners/{partnerId}/tags": {
        parameters: {};
        /**
         * Give a partner its tags
         * @description In the place of those that it has. They are for the team alone: no partner sees them.
         */
        put: operations["setPartnerTags"];
    };
    "/api/programs/{programId}/partners/{partnerId}/view": {
        parameters: {};
        /**
         * Look at the portal as a partner sees it
         * @description An address that shows you this partner's portal in this program for 30 minutes, and changes nothing: whatever would is 403. It ends when you may not do this any more, and stands in the audit log.
         */
        post: operations["viewAsPartner"];
    };
    "/api/programs/{programId}/partners/import": {
        parameters: {};
        /**
         * Import partners
         * @description Adds every row that the preview says is added, each with a link, in one transaction. Where a row has another fate by now, it is 409 and nothing is written: look at a new preview. Rows that are not added stand in nobody’s way. Mails of a workspace’s imports are at most 500 in a day; who gets none is named.
         */
        post: operations["importPartners"];
    };
    "/api/programs/{programId}/partners/import/preview": {
        parameters: {};
        /**
         * Preview an import of partners
         * @description Says what would become of every row of a file, and writes nothing. Of two rows with one e-mail or one code the first is added.
         */
        post: operations["previewPartnerImport"];
    };
    "/api/programs/{programId}/payout-files": {
        parameters: {};
        /** Say which payouts of a batch a payment file would have */
        get: operations["previewPaymentFile"];
        /**
         * Make a file that pays the payouts of a batch
         * @description Holds accounts in full, so every file is a row of the audit log. Only open payouts whose details fit are in it, each in the version that was in use when the payout was made. That of a sandbox is refused: nobody is paid by it.
         */
        post: operations["makePaymentFile"];
    };
    "/api/programs/{programId}/payout-settings": {
        parameters: {};
        /** Read how a program pays its partners */
        get: operations["readPayoutSettings"];
        /**
         * Say how a program pays its partners
         * @description `debtor` is the account that SEPA files take the money from; it is stored encrypted. `payDay` has payouts made on that day of each month in the time zone of the program, beginning with the next such day; `null` ends it. With `detailsRequired` a batch leaves out partners without payout details in use. What is left out stays.
         */
        patch: operations["changePayoutSettings"];
    };
    "/api/programs/{programId}/payouts": {
        parameters: {};
        /** List the payouts */
        get: operations["listPayouts"];
        /**
         * Make payouts of what is owed
         * @description One open payout per approved partner and currency, with everything owed and everything to take back. A partner whose balance is not positive, or below `minimumCents` (else the minimum of the program), gets none: the balance waits. So does one who is not approved or held, or without payout details where the program asks for them; `waiting` says who, why, and what they are owed.
         */
        post: operations["createPayouts"];
    };
    "/api/programs/{programId}/payouts/{payoutId}": {
        parameters: {};
        /** Read a payout */
        get: operations["readPayout"];
    };
    "/api/programs/{programId}/payouts/{payoutId}/cancel": {
        parameters: {};
        /**
         * Cancel an open payout
         * @description Its commissions are free again: the next batch takes them up.
         */
        post: operations["cancelPayout"];
    };
    "/api/programs/{programId}/payouts/{payoutId}/items": {
        parameters: {};
        /**
         * List what a payout is made of
         * @description Frozen when the payout was made: a refund after that is taken up by the next payout.
         */
        get: operations["listPayoutItems"];
    };
    "/api/programs/{programId}/payouts/{payoutId}/pay": {
        parameters: {};
        /**
         * Mark an open payout as paid
         * @description Of a partner who is approved and not held; else it is 409 with the `reason`.
         */
        post: operations["payPayout"];
    };
    "/api/programs/{programId}/payouts/export.csv": {
        parameters: {};
        /**
         * Export payouts as CSV
         * @description Takes the filters of the list. Filled in, the file can be imported again. That of a sandbox begins with a column that says so, and is imported nowhere else.
         */
        get: operations["exportPayouts"];
    };
    "/api/programs/{programId}/payouts/import": {
        parameters: {};
        /**
         * Mark payouts as paid from a CSV file
         * @description The exported file with `paid` in the column `status`, and, if you like, a `reference`. Every row is checked first: one that is wrong is 400 with its `line` and `field`, and nothing is written.
         */
        post: operations["importPayouts"];
    };
    "/api/programs/{programId}/payouts/mark-paid": {
        parameters: {};
        /**
         * Mark open payouts as paid, all of them or none
         * @description Those that are paid already stay as they are. When one is cancelled, or its partner is not approved or held, it is 409 with `payouts`: the `payoutId` and the `reason` (`cancelled`, or why it waits) of each of them.
         */
        post: operations["markPayoutsPaid"];
    };
    "/api/programs/{programId}/payouts/preview": {
        parameters: {};
        /**
         * Preview a batch of payouts
         * @description What making payouts would come to now, and what would wait. Writes nothing.
         */
        get: operations["previewPayouts"];
    };
    "/api/programs/{programId}/person": {
        parameters: {};
        /**
         * Export everything about one person
         * @description Takes either customerKey or email. More than 10000 rows of one kind are 409: the command line has no such limit.
         */
        get: operations["exportPerson"];
    };
    "/api/programs/{programId}/person/erase": {
        parameters: {};
        /**
         * Erase one person, for good
         * @description Takes either customerKey or email. Sales, refunds, commissions and fees stay under a random pseudonym, so that money still adds up; everything else that says who it was is gone, and nobody can bring it back.
         */
        post: operations["erasePerson"];
    };
    "/api/programs/{programId}/portal-settings": {
        parameters: {};
        /** Read the settings of the partners’ portal */
        get: operations["readPortalSettings"];
        /**
         * Change the settings of the partners’ portal
         * @description What is left out stays. A frame that is open goes on until it is loaded anew, or its hour is over.
         */
        patch: operations["changePortalSettings"];
    };
    "/api/programs/{programId}/processor": {
        parameters: {};
        /** Read the connection to the payment processor */
        get: operations["readProcessorConnection"];
        /**
         * Connect a processor account by hand
         * @description First make a webhook endpoint at the processor with the `webhookUrl` of this resource, then send its secret. Takes the place of the account the program had.
         */
        put: operations["connectProcessorByHand"];
        /**
         * End the connection to the payment processor
         * @description Its events are refused from now on. What was recorded stays.
         */
        delete: operations["disconnectProcessor"];
    };
    "/api/programs/{programId}/processor/authorize": {
        parameters: {};
        /**
         * Begin to connect a processor account by authorization
         * @description Send the browser to `url`. The processor sends it back, for this user and program only.
         */
        post: operations["authorizeProcessor"];
    };
    "/api/programs/{programId}/refusals": {
        parameters: {};
        /**
         * List the track calls that were not recorded
         * @description The newest ones, for a time: how many and how long is set by the installation. They are written within seconds after the answer.
         */
        get: operations["listRefusals"];
    };
    "/api/programs/{programId}/refusals.csv": {
        parameters: {};
        /**
         * Export the track calls that were not recorded as CSV
         * @description Takes the filters of the list and streams every row they choose, newest first. A text that a spreadsheet would run as a formula has an apostrophe in front.
         */
        get: operations["exportRefusals"];
    };
    "/api/programs/{programId}/sales": {
        parameters: {};
        /** List the sales */
        get: operations["listSales"];
    };
    "/api/programs/{programId}/sales/{saleId}/refunds": {
        parameters: {};
        /**
         * Record a refund of a live sale
         * @description It moves no money: it records that the customer got it back.
         */
        post: operations["refundSale"];
    };
    "/api/programs/{programId}/story-links": {
        parameters: {};
        /**
         * List the links to stories that can be opened
         * @description Of the program, the newest first; at most 100.
         */
        get: operations["listStoryLinks"];
        /**
         * Share one story by a link
         * @description Takes exactly one of transactionId, customerKey, clickId and email. Whoever opens the link within 24 hours reads this one story, as it then is, without signing in: without e-mails, without notes of your team, and of partners only those who decided.
         */
        post: operations["shareStory"];
    };
    "/api/programs/{programId}/story-links/{linkId}": {
        parameters: {};
        /**
         * Revoke a link to a story
         * @description It opens nothing from now on.
         */
        delete: operations["revokeStoryLink"];
    };
    "/api/programs/{programId}/unattributed-payments": {
        parameters: {};
        /**
         * List the payments that found no buyer
         * @description With what became of each; `state` leaves only those still open, dismissed, or attributed later.
         */
        get: operations["listUnattributedPayments"];
    };
    "/api/programs/{programId}/unattributed-payments/{paymentId}": {
        parameters: {};
        /** Read a payment that found no buyer */
        get: operations["readUnattributedPayment"];
    };
    "/api/programs/{programId}/unattributed-payments/{paymentId}/attribute": {
        parameters: {};
        /**
         * Attribute a payment to a customer
         * @description It becomes a sale of that customer, with the commission of today, whatever the attribution window. Refunds that arrived meanwhile are applied.
         */
        post: operations["attributePayment"];
    };
    "/api/programs/{programId}/unattributed-payments/{paymentId}/dismiss": {
        parameters: {};
        /**
         * Say that a payment is no partner’s
         * @description It can still be attributed by hand. One that is dismissed already stays so.
         */
        post: operations["dismissPayment"];
    };
    "/api/programs/{programId}/webhook-listeners": {
        parameters: {};
        /**
         * Start to listen to what webhooks are told
         * @description For development, where a webhook could not reach you: from now on what happens waits until you take it. A listener that nobody comes for ends after 5 minutes.
         */
        post: operations["startWebhookListener"];
    };
    "/api/programs/{programId}/webhook-listeners/{listenerId}": {
        parameters: {};
        /**
         * Read a listener, to go on with it
         * @description It is kept on, as if you had come for its messages. Of others you see none.
         */
        get: operations["readWebhookListener"];
        /** Stop listening */
        delete: operations["endWebhookListener"];
    };
    "/api/programs/{programId}/webhook-listeners/{listenerId}/take": {
        parameters: {};
        /**
         * Take what a listener is told
         * @description Acknowledges what you have, and answers with what you have not acknowledged, the first first: at most 20 events, each again until it is acknowledged.
         */
        post: operations["takeWebhookEvents"];
    };
    "/api/programs/{programId}/webhooks": {
        parameters: {};
        /** List the webhooks */
        get: operations["listWebhooks"];
        /** Create a webhook */
        post: operations["createWebhook"];
    };
    "/api/programs/{programId}/webhooks/{webhookId}": {
        parameters: {};
        /** Delete a webhook and its deliveries */
        delete: operations["deleteWebhook"];
        /**
         * Change, enable or disable a webhook
         * @description While it is disabled nothing is sent, and what happens is not kept for it. What was waiting before goes out once it is enabled again.
         */
        patch: operations["updateWebhook"];
    };
    "/api/programs/{programId}/webhooks/{webhookId}/deliveries": {
        parameters: {};
        /**
         * List the deliveries of a webhook
         * @description They are kept for 30 days.
         */
        get: operations["listWebhookDeliveries"];
    };
    "/api/programs/{programId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {};
        /**
         * Send a delivery again
         * @description With the same `webhook-id`, and with all its attempts before it. One that is being sent stays as it is.
         */
        post: operations["redeliverWebhook"];
    };
    "/api/programs/{programId}/webhooks/{webhookId}/rotate-secret": {
        parameters: {};
        /**
         * Give a webhook a new secret
         * @description The secret of before signs too for `graceHours`; an older one that still did ends now.
         */
        post: operations["rotateWebhookSecret"];
    };
    "/api/programs/{programId}/webhooks/{webhookId}/test": {
        parameters: {};
        /**
         * Send a test message to a webhook
         * @description Sends `webhook.test` now, once, also while it is disabled, and answers when it is known how that went: see `state`, `lastStatus` and `lastError`.
         */
        post: operations["testWebhook"];
    };
    "/api/shared-story": {
        parameters: {};
        /**
         * Read the story of a link
         * @description With the token of the link (what stands behind its `#`) as `Authorization: Bearer story_…`. An answer is 404 when the link has expired, was revoked or never was.
         */
        get: operations["openSharedStory"];
    };
    "/api/sign-in-options": {
        parameters: {};
        /** What somebody without an account may do */
        get: operations["readSignInOptions"];
    };
    "/api/tracking/breakdown/{programId}": {
        parameters: {};
        /**
         * Break down what happened in a period
         * @description `meta.measures` says which columns the dimension has: the others are 0. Partners and links are complete. What only clicks or sales themselves say is counted over the newest of them, and `meta.coverage` says over how many. The highest value first unless `direction` is `asc`; equal ones stand in the order of their keys.
         */
        get: operations["readBreakdown"];
    };
    "/api/tracking/breakdown/{programId}/file.csv": {
        parameters: {};
        /**
         * Export a breakdown as CSV
         * @description Every row of the breakdown in its order, with the columns that `measures` of the breakdown names, money in minor units with a column for each currency. A text that a spreadsheet would run as a formula has an apostrophe in front.
         */
        get: operations["exportBreakdown"];
    };
    "/api/tracking/events/{programId}": {
        parameters: {};
        /**
         * Newest events of a program
         * @description Needs a dashboard session with the permission `tracking:list` on the program. A page has 50 events unless `limit` says otherwise.
         */
        get: operations["listEvents"];
    };
    "/api/tracking/events/{programId}/{type}/{eventId}": {
        parameters: {};
        /**
         * All that is known about one event
         * @description Needs a dashboard session with the permission `tracking:list` on the program.
         */
        get: operations["readEvent"];
    };
    "/api/tracking/health/{programId}": {
        parameters: {};
        /**
         * What became of the track calls of a program
         * @description Needs a dashboard session, or a management key, with the permission `tracking:read` on the program. Counts whole days; a call is counted within seconds after its answer.
         */
        get: operations["readHealth"];
    };
    "/api/tracking/performance/{programId}": {
        parameters: {};
        /**
         * Daily performance of a program
         * @description Needs a dashboard session of an active member of the program, or a management key with `tracking:read`; anybody else gets 403.
         */
        get: operations["readPerformance"];
    };
    "/api/tracking/status/{programId}": {
        parameters: {};
        /**
         * Integration status of a program
         * @description Needs a session or a management key with the permission `tracking:read` on the program.
         */
        get: operations["readStatus"];
    };
    "/api/v1/track/click": {
        parameters: {};
        /** Record a click on a partner link */
        post: operations["trackClick"];
    };
    "/api/v1/track/lead": {
        parameters: {};
        /** Record a signup */
        post: operations["trackLead"];
    };
    "/api/v1/track/refund": {
        parameters: {};
        /** Record a refund */
        post: operations["trackRefund"];
    };
    "/api/v1/track/sale": {
        parameters: {};
        /** Record a sale */
        post: operations["trackSale"];
    };
    "/api/v1/webhooks/{processor}": {
        parameters: {};
        /**
         * Receive an event of a connected processor account
         * @description Called by the processor. Its signature is checked against the secret of the account.
         */
        post: operations["receiveProcessorEvent"];
    };
    "/api/workspaces/{workspaceId}": {
        parameters: {};
        /**
         * Change what a workspace demands of its members
         * @description With `requiresTwoFactor`, members without a second factor are refused with `two_factor_required` at once. Who demands it has one. A person decides it: no management key lets anybody in with less.
         */
        patch: operations["updateWorkspace"];
    };
    "/api/workspaces/{workspaceId}/audit": {
        parameters: {};
        /**
         * List who changed what, newest first
         * @description Every change that a person, a management key or a command made, one entry for each thing that it changed. `before` is null for what was made, `after` for what was deleted; of a change both hold the values that differ, by the names of the database. A secret is never shown: it says "hidden".
         */
        get: operations["listAuditLog"];
    };
    "/api/workspaces/{workspaceId}/invitations": {
        parameters: {};
        /** List the open invitations */
        get: operations["listInvitations"];
    };
    "/api/workspaces/{workspaceId}/invitations/{invitationId}": {
        parameters: {};
        /** Cancel an invitation */
        delete: operations["cancelInvitation"];
    };
    "/api/workspaces/{workspaceId}/mail-settings": {
        parameters: {};
        /** Whether mail is sent, and what it looks like */
        get: operations["readMailSettings"];
    };
    "/api/workspaces/{workspaceId}/mails": {
        parameters: {};
        /**
         * List the mails
         * @description What was mailed to members of the workspace and to those invited, newest first. Of an account’s own mails, such as the link of a forgotten password, nothing stands here.
         */
        get: operations["listMails"];
    };
    "/api/workspaces/{workspaceId}/mails/{mailId}/resend": {
        parameters: {};
        /**
         * Send a mail again that failed or was withdrawn
         * @description Under its Message-ID, and with all its attempts before it. One with a link that lets somebody in is not sent again: invite again instead.
         */
        post: operations["resendMail"];
    };
    "/api/workspaces/{workspaceId}/management-keys": {
        parameters: {};
        /**
         * List the management keys, masked
         * @description Those of the workspace and of its programs, also those that work no longer, newest first.
         */
        get: operations["listManagementKeys"];
        /**
         * Create a management key
         * @description For a program that calls the management API in nobody’s session. It has the permissions that are named, as far as the person who makes it has them, today and later: it stops working when that person leaves or is suspended, when it ends, is revoked, or its program is archived. `program:create`, `member:manage` and `audit:read` are of the whole workspace: a key of one program cannot have them.
         */
        post: operations["createManagementKey"];
    };
    "/api/workspaces/{workspaceId}/management-keys/{keyId}/revoke": {
        parameters: {};
        /**
         * Revoke a management key
         * @description Calls with it answer 401 from now on. It cannot be taken back; one that is revoked stays so.
         */
        post: operations["revokeManagementKey"];
    };
    "/api/workspaces/{workspaceId}/members": {
        parameters: {};
        /** List the members */
        get: operations["listMembers"];
        /**
         * Invite a member
         * @description Who accepts becomes a member; nobody is added without that, whether or not there is an account with this e-mail. Where the installation sends mail, the secret is mailed; it may be passed on in any case. It replaces an earlier invitation to the same e-mail.
         */
        post: operations["inviteMember"];
    };
    "/api/workspaces/{workspaceId}/members/{memberId}": {
        parameters: {};
        /** Remove a member, or leave */
        delete: operations["removeMember"];
        /**
         * Change the role of a member, suspend or reactivate
         * @description A suspended member loses every permission in the workspace at once.
         */
        patch: operations["changeMember"];
    };
    "/healthz": {
        parameters: {};
        /** The process answers */
        get: operations["health"];
    };
    "/metrics": {
        parameters: {};
        /**
         * Prometheus metrics
         * @description With `METRICS_TOKEN` set, for who sends it (else 401); without, for this machine alone and not through a proxy (else 403).
         */
        get: operations["metrics"];
    };
    "/readyz": {
        parameters: {};
        /** The database answers and takes writes */
        get: operations["readiness"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptClaimBody: {
            /** @description Else a click of the partner that brought the buyer: its visitor becomes a customer. */
            clickId?: string;
            /** @description Who bought, of the partner’s customers, where the order itself names nobody. */
            customerId?: number;
            /** @description What was sold, where a call is granted that was refused: it is kept without it. */
            productId?: string;
            /** @description The order, of a claim that names a day alone. */
            transactionId?: string;
            words?: string | null;
        };
        AcceptInvitationAnswer: {
            data: {
                workspaceId: string;
            };
        };
        AcceptInvitationBody: {
            invitation: string;
        };
        Account: {
            user: {
                email: string;
                hasTwoFactor: boolean;
                id: string;
                name: string;
            };
            /** @description Those the user is an active member of. */
            workspaces: {
                id: string;
                /** @description It demands a second factor, the account has none: every call of it is refused until it has. */
                lacksTwoFactor: boolean;
                name: string;
                permissions: components["schemas"]["Permission"][];
                requiresTwoFactor: boolean;
                role: components["schemas"]["Role"];
            }[];
        };
        AccountAnswer: {
            data: components["schemas"]["Account"];
        };
        AddPartnerBody: {
            /** @default false */
            approved?: boolean;
            /** @description Unique in the whole installation. One is made when it is left out. */
            code?: string;
            /** @description One e-mail is one partner of the workspace, whatever its case. */
            email: string;
            name: string;
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
                };
                /** @constant */
                type: "public-key";
            };
        };
        AdvanceClockBody: {
            /** @description An ISO 8601 duration, such as `P30D`, `P1M` or `PT12H`: at most 366 days at once, and 1830 ahead of the real time in all. Days and months are those of the program's time zone. */
            advance: string;
        };
        AdvancedClock: {
            /** @description How far this call moved it. */
            advancedMs: number;
            /** @description How far the clock is ahead of the real time. */
            aheadMs: number;
            /** @description How many commissions were approved because their hold had ended by then. */
            approvedCommissions: number;
            /** @description False when more was due than one call does: the rest follows within a minute. */
            isComplete: boolean;
            now: components["schemas"]["Instant"];
        };
        AdvancedClockAnswer: {
            data: components["schemas"]["AdvancedClock"];
        };
        ApiKey: {
            createdAt: components["schemas"]["Instant"];
            id: number;
            lastUsedAt: components["schemas"]["Instant"] | null;
            /** @description Enough to recognise the key, not enough to use it. */
            masked: string;
            mode: components["schemas"]["Mode"];
            retiredAt: components["schemas"]["Instant"] | null;
            /** @enum {string} */
            state: "active" | "retiring" | "retired";
        };
        ApiKeyAnswer: {
            data: components["schemas"]["ApiKey"];
        };
        ApiKeyPage: {
            data: components["schemas"]["ApiKey"][];
            meta: components["schemas"]["PageMeta"];
        };
        Application: {
            answers: components["schemas"]["ApplicationAnswer"][];
            changedAt: components["schemas"]["Instant"];
            createdAt: components["schemas"]["Instant"];
            email: string;
            id: number;
            /** @description An invitation let the applicant in. */
            isInvited: boolean;
            name: string;
            partnerId: number | null;
            status: components["schemas"]["ApplicationStatus"];
            termsVersion: number | null;
            /** @description Grows with each change of the status. Whoever decides names the one seen. */
            version: number;
            website: string | null;
        };
        ApplicationAnswer: {
            answer: string;
            /** @description Of the question. */
            id: string;
            /** @description Its words when it was answered. */
            question: string;
        };
        ApplicationDetails: {
            answers: components["schemas"]["ApplicationAnswer"][];
            changedAt: components["schemas"]["Instant"];
            createdAt: components["schemas"]["Instant"];
            email: string;
            id: number;
            /** @description An invitation let the applicant in. */
            isInvited: boolean;
            name: string;
            partnerId: number | null;
            status: components["schemas"]["ApplicationStatus"];
            steps: components["schemas"]["ApplicationStep"][];
            termsVersion: number | null;
            /** @description Grows with each change of the status. Whoever decides names the one seen. */
            version: number;
            website: string | null;
        };
        ApplicationDetailsAnswer: {
            data: components["schemas"]["ApplicationDetails"];
        };
        ApplicationPage: {
            data: components["schemas"]["Application"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        ApplicationStatus: "waiting" | "asked" | "approved" | "rejected";
        ApplicationStep: {
            answers: components["schemas"]["ApplicationAnswer"][] | null;
            at: components["schemas"]["Instant"];
            by: string | null;
            kind: components["schemas"]["ApplicationStepKind"];
            step: number;
            words: string | null;
        };
        /** @enum {string} */
        ApplicationStepKind: "applied" | "applied_again" | "asked" | "answered" | "approved" | "rejected";
        ApproveApplicationBody: {
            /** @description Of the application as you saw it: when somebody was first, the answer is 409. */
            version: number;
        };
        ApproveCommissionsBody: {
            commissionIds: number[];
            reason?: string;
        };
        AskAboutOwnSaleBody: {
            /** @description A day of the program’s time zone that has begun: YYYY-MM-DD. */
            day?: string;
            /** @description The id of the order at the shop, as the customer has it. */
            transactionId?: string;
        };
        AskApplicantBody: {
            /** @description The applicant is mailed it. */
            question: string;
            /** @description Of the application as you saw it: when somebody was first, the answer is 409. */
            version: number;
        };
        AskedApplication: {
            answerUrl: string | null;
            application: components["schemas"]["ApplicationDetails"];
        };
        AskedApplicationAnswer: {
            data: components["schemas"]["AskedApplication"];
        };
        AskPartnerSignInLinkAnswer: {
            data: {
                /** @description How long the link works. */
                minutes: number;
            };
        };
        AskPartnerSignInLinkBody: {
            email: string;
        };
        /** @enum {string} */
        AttributedBy: "customer_key" | "click_id" | "email" | "processor_customer_id" | "manual";
        AttributePaymentBody: {
            customerId: number;
        };
        /** @enum {string} */
        AuditAction: "workspace.create" | "workspace.update" | "member.change" | "member.remove" | "invitation.create" | "invitation.accept" | "invitation.cancel" | "program.create" | "program.update" | "program.advance_clock" | "brand.change" | "brand.set_logo" | "brand.remove_logo" | "join_page.save" | "api_key.create" | "api_key.retire" | "api_key.delete" | "management_key.create" | "management_key.revoke" | "commission_policy.set" | "commission_policy.end" | "partner.add" | "partner.import" | "partner.approve" | "partner.reject" | "application.approve" | "application.reject" | "application.ask" | "partner_invitation.create" | "partner_invitation.revoke" | "partner.hold" | "partner.release" | "partner.move" | "partner.tag" | "partner_note.write" | "partner_note.edit" | "partner_note.delete" | "partner_group.create" | "partner_group.rename" | "partner_group.end" | "partner.sign_in_link" | "claim.accept" | "claim.reject" | "partner.close" | "partner.view" | "partner.embed" | "portal_settings.change" | "link.create" | "link.activate" | "link.deactivate" | "commission.approve" | "commission.reject" | "commission.mark_paid" | "sale.refund" | "processor.connect" | "processor.disconnect" | "payment.attribute" | "payment.dismiss" | "processor_event.settle" | "payout.create" | "payout.pay" | "payout.cancel" | "payout.import" | "payout.file" | "payout_settings.change" | "payout_details.set" | "payout_details.withdraw" | "payout_details.reveal" | "invoice.issue" | "invoice.void" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate_secret" | "webhook.test" | "webhook.redeliver" | "webhook.listen" | "webhook.stop_listening" | "mail.resend" | "story_link.create" | "story_link.revoke" | "person.erase" | "command.person_erase" | "command.init" | "command.demo" | "command.scenario" | "command.stats_rebuild";
        /** @enum {string} */
        AuditActorKind: "user" | "key" | "partner" | "command";
        AuditEntry: {
            action: components["schemas"]["AuditAction"];
            actor: {
                email: string | null;
                keyId: number | null;
                kind: components["schemas"]["AuditActorKind"];
                name: string | null;
                userId: string | null;
            };
            after: {
                [key: string]: unknown;
            } | null;
            at: components["schemas"]["Instant"];
            before: {
                [key: string]: unknown;
            } | null;
            /** @description Entries of one database server are numbered in their order. */
            id: number;
            programId: number | null;
            requestId: string | null;
            target: {
                id: string;
                name: string | null;
                type: components["schemas"]["AuditTarget"];
            };
        };
        AuditEntryPage: {
            data: components["schemas"]["AuditEntry"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        AuditTarget: "workspace" | "member" | "invitation" | "program" | "api_key" | "management_key" | "commission_policy" | "partner" | "partner_group" | "partner_note" | "link" | "commission" | "refund" | "payment" | "processor_account" | "processor_event" | "payout_batch" | "payout" | "payout_settings" | "payout_details" | "portal_settings" | "invoice" | "webhook" | "webhook_delivery" | "mail" | "story_link" | "brand" | "join_page" | "application" | "partner_invitation" | "claim" | "person";
        AuthenticatedUser: {
            email: string;
            emailVerified: boolean;
            id: string;
            name: string;
        };
        AuthorizeProcessorAnswer: {
            data: {
                url: string;
            };
        };
        AuthorizeProcessorBody: {
            /** @default stripe */
            processor?: string;
        };
        Brand: {
            /** @description Text on it is black or white, whichever is read better. */
            colour: string;
            logoUrl: string | null;
            replyTo: string | null;
            slug: string | null;
            /** @description Of text on the colour. */
            textColour: string;
        };
        BrandAnswer: {
            data: components["schemas"]["Brand"];
        };
        BreakdownCoverage: {
            /** @description Clicks of the period that are archived: of them no more is known than their link. */
            archivedClicks: number;
            /** @description Whether that is all there was in the period; where it is not, `since` says from when on it looked. */
            isComplete: boolean;
            looked: number | null;
            /** @enum {string} */
            of: "days" | "clicks" | "sales";
            since: components["schemas"]["Instant"] | null;
        };
        BreakdownRow: {
            clicks: number;
            commissionByCurrency: components["schemas"]["CentsByCurrency"];
            conversions: number;
            key: string | null;
            leads: number;
            /** @description The partner’s name, the code of the link, or the value; empty where there is none. */
            name: string;
            previousClicks: number | null;
            previousSales: number | null;
            revenueByCurrency: components["schemas"]["CentsByCurrency"];
            sales: number;
        };
        /** @enum {string} */
        CallBucket: "counted" | "bot" | "unknown_link" | "inactive_link" | "partner_not_approved" | "program_closed" | "settled" | "provisional" | "repeat" | "with_commission" | "no_policy" | "policy_ended" | "duplicate" | "window_expired" | "unsupported_currency" | "applied" | "sale_not_found" | "no_attribution" | "unauthorized" | "refused" | "failed";
        CallBucketCount: {
            bucket: components["schemas"]["CallBucket"];
            calls: number;
        };
        CallHealthAnswer: {
            data: components["schemas"]["CallHealthReport"];
            meta: {
                dateFrom: components["schemas"]["Instant"];
                dateTo: components["schemas"]["Instant"];
                /**
                 * Format: date
                 * @description A day of the program's time zone.
                 */
                firstDay: string;
                /**
                 * Format: date
                 * @description A day of the program's time zone.
                 */
                lastDay: string;
                period: string;
            };
        };
        CallHealthReport: {
            /** @description One entry per kind of call. */
            calls: components["schemas"]["CallsOfKind"][];
            countedSince: string | null;
            /** @description As of now, whatever the period. */
            silences: components["schemas"]["CallSilence"][];
            steps: components["schemas"]["CallHealthSteps"];
        };
        CallHealthSteps: {
            clicks: number;
            /** @description Those made in the period, by what has become of them since. */
            commissions: {
                approved: number;
                paid: number;
                pending: number;
                reversed: number;
            };
            leads: number;
            sales: number;
        };
        CallSilence: {
            call: components["schemas"]["TrackCall"];
            /** @description Whole days without one, today not among them. */
            days: number;
            /**
             * Format: date
             * @description A day of the program's time zone.
             */
            lastDay: string;
            /** @description Calls that came meanwhile and were not recorded. */
            refused: number;
            /** @description How many were recorded a day before. */
            usual: number;
        };
        CallsOfKind: {
            /** @description Every bucket of the call, also the empty ones. */
            buckets: components["schemas"]["CallBucketCount"][];
            call: components["schemas"]["TrackCall"];
            /** @description All live calls: the sum of the buckets. */
            calls: number;
            /** @description Those that made what they told of. */
            recorded: number;
        };
        CancelInvitationAnswer: {
            data: {
                id: string;
            };
        };
        /** @description Exact minor units of each currency that has any. */
        CentsByCurrency: {
            [key: string]: number;
        };
        ChangeBrandBody: {
            /** @description Text on it is black or white, whichever is read better. */
            colour?: string;
            replyTo?: string | null;
            slug?: string | null;
        };
        ChangeMemberBody: {
            role?: components["schemas"]["Role"];
            status?: components["schemas"]["MemberStatus"];
        };
        ChangePasswordBody: {
            currentPassword: string;
            /** @description 10 to 128 characters; not the e-mail address or a part of it, and none of the commonest. */
            newPassword: string;
        };
        ChangePayoutSettingsBody: {
            debtor?: {
                bic?: string;
                iban: string;
                name: string;
            };
            detailsRequired?: boolean;
            minimums?: components["schemas"]["PayoutMinimum"][];
            payDay?: number | null;
        };
        ChangePortalSettingsBody: {
            /** @description Each `https://host` or `https://host:port`: no wildcard, no path, no slash at the end. */
            embedOrigins?: string[];
            ownLinks?: number | null;
        };
        Claim: {
            closedAt: components["schemas"]["Instant"] | null;
            commissionId: number | null;
            createdAt: components["schemas"]["Instant"];
            day: string | null;
            decidedBy: string | null;
            id: number;
            note: string | null;
            partnerId: number;
            partnerName: string;
            saleId: number | null;
            state: components["schemas"]["ClaimState"];
            transactionId: string | null;
            words: string | null;
        };
        ClaimAnswer: {
            data: components["schemas"]["Claim"];
        };
        ClaimClick: {
            at: components["schemas"]["Instant"];
            clickId: string;
            linkCode: string | null;
        };
        ClaimCustomer: {
            clickedAt: components["schemas"]["Instant"];
            customerKey: string | null;
            id: number;
            sales: number;
            signupAt: components["schemas"]["Instant"] | null;
        };
        ClaimDetails: {
            /** @description Of the partner, in twice the attribution window before the order or the end of the day: the newest 20. */
            clicks: components["schemas"]["ClaimClick"][];
            closedAt: components["schemas"]["Instant"] | null;
            commissionId: number | null;
            createdAt: components["schemas"]["Instant"];
            /** @description Whom these clicks brought: the newest 20. */
            customers: components["schemas"]["ClaimCustomer"][];
            day: string | null;
            decidedBy: string | null;
            explanation: components["schemas"]["Explanation"] | null;
            id: number;
            note: string | null;
            obstacle: components["schemas"]["ClaimObstacle"] | null;
            partnerId: number;
            partnerName: string;
            received: components["schemas"]["ReceivedOrder"] | null;
            saleId: number | null;
            state: components["schemas"]["ClaimState"];
            transactionId: string | null;
            words: string | null;
        };
        ClaimDetailsAnswer: {
            data: components["schemas"]["ClaimDetails"];
        };
        /** @enum {string} */
        ClaimObstacle: "no_order_named" | "sale_not_received" | "payment_only_announced" | "belongs_to_another" | "has_commission" | "recorded_without_commission" | "currency_not_taken" | "amount_unreadable" | "customer_unknown" | "partner_not_approved" | "earns_nothing";
        ClaimPage: {
            data: components["schemas"]["Claim"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        ClaimState: "open" | "accepted" | "rejected" | "withdrawn";
        ClickBody: {
            /** @description At most 16 KiB. `{test_mode: true, program_id}` records a test click. */
            additional_data?: {
                [key: string]: unknown;
            };
            /** @description The absolute address the visitor landed on, with ?aff=, ?ref= or ?via=. Required. Its code is read wherever it stands; at most 2048 characters are kept. */
            affiliate_url?: string;
            /** @description What the visitor agreed to, in your own words (`granted`) or as a TCF string; kept with the click. At most 255 characters are kept. */
            consent?: string;
            /** @description The value of the service_click_id cookie, if any. At most 255 characters are kept. */
            existing_click_id?: string;
            /** @description At most 255 characters are kept. */
            language?: string;
            /** @description At most 512 characters are kept. */
            page_title?: string;
            /** @description At most 2048 characters are kept. */
            page_url?: string;
            /** @description Not needed; when sent, the link must be of this program. */
            program_id?: number;
            /** @description At most 2048 characters are kept. */
            referrer_url?: string;
            /** @description At most 255 characters are kept. */
            screen_resolution?: string;
            /** @description At most 255 characters are kept. */
            session_id?: string;
            /** @description At most 255 characters are kept. */
            timezone?: string;
            /** @description At most 512 characters are kept. */
            user_agent?: string;
            /** @description At most 255 characters are kept. */
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
            partner: components["schemas"]["PartnerOfEvent"] | null;
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
        ClosePartnerAccountAnswer: {
            data: {
                closedAt: components["schemas"]["Instant"];
            };
        };
        ClosePartnerAccountBody: {
            /** @description Your own, typed once more. */
            email: string;
            /** @description You know what is still to come to you, and that it goes on without you. */
            leavesBalance?: boolean;
        };
        Commission: {
            /** @description As it was made. */
            amountCents: number;
            approvedAt: components["schemas"]["Instant"] | null;
            createdAt: components["schemas"]["Instant"];
            currency: components["schemas"]["Currency"];
            customerId: number;
            customerKey: string | null;
            holdUntil: components["schemas"]["Instant"];
            /** @description The `commission_id` of the track call. */
            id: number;
            kind: components["schemas"]["CommissionKind"];
            leadId: number | null;
            /** @description What has been paid out of it, less what was taken back by later payouts. */
            paidCents: number;
            partnerId: number;
            partnerName: string;
            policyId: number | null;
            rejectedAt: components["schemas"]["Instant"] | null;
            /** @description What refunds, or a rejection, took back of it. */
            reversedCents: number;
            saleId: number | null;
            status: components["schemas"]["CommissionStatus"];
        };
        CommissionAnswer: {
            data: components["schemas"]["Commission"];
        };
        CommissionChange: {
            /** @enum {string} */
            actor: "system" | "user" | "key" | "merchant" | "processor";
            actorName: string | null;
            changedAt: components["schemas"]["Instant"];
            /** @description What was left of it before. */
            fromAmountCents: number;
            fromStatus: components["schemas"]["CommissionStatus"];
            id: number;
            reason: string;
            toAmountCents: number;
            toStatus: components["schemas"]["CommissionStatus"];
        };
        /** @enum {string} */
        CommissionKind: "sale" | "lead";
        CommissionOfEvent: {
            amountCents: number;
            currency: components["schemas"]["Currency"];
            id: number;
            status: components["schemas"]["CommissionStatus"];
        };
        CommissionPage: {
            data: components["schemas"]["Commission"][];
            meta: {
                /** @description Of a search. True: more than 200 transactions or customers, or 20 partners, begin with the text; only the first of them, in the order of their names, were looked at. */
                isSearchCut?: boolean;
                /** @description Null on the last page. */
                nextCursor: string | null;
            };
        };
        CommissionPolicy: {
            amountCents: number | null;
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
        CommissionPolicyAnswer: {
            data: components["schemas"]["CommissionPolicy"];
        };
        CommissionPolicyPage: {
            data: components["schemas"]["CommissionPolicy"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        CommissionStatus: "pending" | "approved" | "paid" | "reversed";
        CommissionSum: {
            amountCents: number;
            /** @description How many there are. */
            commissions: number;
            currency: components["schemas"]["Currency"];
            reversedCents: number;
            status: components["schemas"]["CommissionStatus"];
        };
        ConnectProcessorByHandBody: {
            /** @default stripe */
            processor?: string;
            /** @example acct_1a2b3c */
            processorAccountId: string;
            /** @description The signing secret of the webhook endpoint. It is kept encrypted and never shown. */
            webhookSecret: string;
        };
        CopiedSignInLink: {
            expiresAt: components["schemas"]["Instant"];
            /** @description Whoever opens it first signs in as the partner, in your programs alone. It is shown this once. */
            url: string;
        };
        CopiedSignInLinkAnswer: {
            data: components["schemas"]["CopiedSignInLink"];
        };
        CountCustomersAnswer: {
            data: {
                customers: number;
                status: components["schemas"]["CustomerStatus"];
            }[];
        };
        CountedLink: {
            clicks: number;
            /** @description Stands in `?aff=` of the addresses that you share. */
            code: string;
            createdAt: components["schemas"]["Instant"];
            customers: number;
            earnedByCurrency: components["schemas"]["CentsByCurrency"];
            id: number;
            leads: number;
            sales: number;
            status: components["schemas"]["LinkStatus"];
        };
        CountOpenClaimsAnswer: {
            data: {
                open: number;
            };
        };
        CountTrend: {
            previous: number;
            /** @description Absolute percentage change, 1 decimal; null when the previous value is 0 and this one is not. */
            trend: number | null;
            trendDirection: "up" | "down" | "stable";
        };
        CreateApiKeyBody: {
            mode: components["schemas"]["Mode"];
        };
        CreateLinkBody: {
            /** @description Unique in the whole installation. One is made when it is left out. */
            code?: string;
            partnerId: number;
        };
        CreateManagementKeyBody: {
            /** @description ISO 8601 with an offset, in the future. Left out: it works until it is revoked. */
            expiresAt?: string;
            name: string;
            permissions: components["schemas"]["Permission"][];
            /** @description Left out: the key is of all programs of the workspace. */
            programId?: number;
        };
        CreateOwnLinkBody: {
            /** @description Unique in the whole installation. One is made when it is left out. */
            code?: string;
        };
        CreatePartnerGroupBody: {
            /** @description Of no other group of the program, whatever its case. */
            name: string;
        };
        CreatePayoutsBody: {
            currency?: components["schemas"]["Currency"];
            minimumCents?: number;
            partnerIds?: number[];
        };
        CreateProgramBody: {
            name: string;
            /** @description A sandbox runs everything on a clock of its own, with test keys only, and nothing of it is ever invoiced. What a program is made as it stays. */
            sandbox?: boolean;
            /** @description An IANA name such as `Europe/Berlin`. Days are counted in it. */
            timeZone?: string;
            /** @description May be left out by who is an active member of exactly one workspace, and with a management key. */
            workspaceId?: string;
        };
        CreateWebhookBody: {
            eventTypes: components["schemas"]["WebhookEventType"][];
            url: string;
        };
        CreateWorkspaceAnswer: {
            id: string;
            name: string;
            slug: string;
        };
        CreateWorkspaceBody: {
            name: string;
            slug: string;
        };
        CsvFile: string;
        Currency: string;
        Customer: {
            clickedAt: components["schemas"]["Instant"];
            createdAt: components["schemas"]["Instant"];
            customerKey: string | null;
            firstPurchaseAt: components["schemas"]["Instant"] | null;
            firstSaleAt: components["schemas"]["Instant"] | null;
            id: number;
            linkId: number;
            partnerId: number;
            partnerName: string;
            saleCount: number;
            signupAt: components["schemas"]["Instant"] | null;
            status: components["schemas"]["CustomerStatus"];
        };
        CustomerPage: {
            data: components["schemas"]["Customer"][];
            meta: {
                /** @description Of a search. True: more than 200 transactions or customers, or 20 partners, begin with the text; only the first of them, in the order of their names, were looked at. */
                isSearchCut?: boolean;
                /** @description Null on the last page. */
                nextCursor: string | null;
            };
        };
        /** @enum {string} */
        CustomerStatus: "provisional" | "lead" | "conversion";
        DeleteApiKeyAnswer: {
            data: {
                id: number;
            };
        };
        DeletePartnerNoteAnswer: {
            data: {
                id: number;
            };
        };
        DeleteWebhookAnswer: {
            data: {
                id: number;
            };
        };
        DisableTwoFactorAnswer: {
            status: boolean;
        };
        DisableTwoFactorBody: {
            password: string;
        };
        EarningReason: {
            at: components["schemas"]["Instant"] | null;
            /** @enum {string} */
            step: "click" | "signup" | "sale" | "claim" | "policy" | "due" | "taken_back" | "payout";
            /** @description In words, with times in the time zone of the program. */
            text: string;
        };
        /** @enum {string} */
        EarningState: "on_hold" | "waits_for_review" | "approved" | "paid" | "taken_back";
        EditPartnerNoteBody: {
            text: string;
            /** @description Of the note as you saw it: when somebody was first, the answer is 409. */
            version: number;
        };
        EnableTwoFactorAnswer: {
            backupCodes: string[];
            totpURI: string;
        };
        EnableTwoFactorBody: {
            password: string;
        };
        EndAllSessionsAnswer: {
            status: boolean;
        };
        EndAllSessionsBody: Record<string, never>;
        EndPartnerSessionAnswer: {
            data: {
                /** @constant */
                ended: true;
            };
        };
        EndPartnerSessionsAnswer: {
            data: {
                /** @description How many sessions there were. */
                ended: number;
            };
        };
        EndWebhookListenerAnswer: {
            data: {
                id: number;
            };
        };
        EnteredPartnerVisit: {
            expiresAt: components["schemas"]["Instant"];
            kind: components["schemas"]["PartnerVisitKind"];
            programId: number;
            /** @description Goes as `X-Partner-Visit` with each call. Keep it in memory alone. */
            token: string;
        };
        EnteredPartnerVisitAnswer: {
            data: components["schemas"]["EnteredPartnerVisit"];
        };
        EnterPartnerVisitBody: {
            /** @description Of a sign-in link: what stands behind its `#`. */
            token: string;
        };
        ErasedPerson: {
            counts: components["schemas"]["PersonCounts"];
            /** @description Random: what stands in the place of each customer key from now on. They lead back to nobody. */
            pseudonyms: string[];
        };
        ErasedPersonAnswer: {
            data: components["schemas"]["ErasedPerson"];
        };
        ErasePersonBody: {
            /** @description Your own id of the customer. */
            customerKey?: string;
            /** @description Everybody who is known by this e-mail. It is not kept: its keyed hash is compared. */
            email?: string;
        };
        EventDetails: {
            /** @description As it is set now. */
            attributionWindowDays: number;
            click: {
                affiliateUrl: string | null;
                clickId: string;
                /** @description Otherwise the visit was archived or deleted, and its addresses are not known here. */
                isKept: boolean;
                linkCode: string | null;
                pageUrl: string | null;
                referrerUrl: string | null;
                timestamp: components["schemas"]["Instant"];
            } | null;
            commission: {
                /** @description As it was made. */
                amountCents: number;
                currency: components["schemas"]["Currency"];
                holdUntil: components["schemas"]["Instant"];
                id: number;
                /** @description What refunds, or a rejection, took back of it. */
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
            /** @description Only the first sale is held against the attribution window. */
            isFirstSale: boolean;
            partner: {
                email: string;
                id: number;
                name: string;
                status: components["schemas"]["PartnerStatus"];
            } | null;
            platformFee: {
                amountCents: number;
                currency: components["schemas"]["Currency"];
                rateBps: number;
                reversedCents: number;
            } | null;
            policy: {
                amountCents: number | null;
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
            /** @description Of a sale, from the first to the last. */
            refunds: {
                /** @description What was reported. */
                amountCents: number;
                /** @description What of it counts: nothing of what the other reporter told of before. */
                countedCents: number;
                id: number;
                /** @enum {string} */
                kind: "refund" | "failed_refund" | "dispute";
                reason: string | null;
                receivedAt: components["schemas"]["Instant"];
                refundId: string;
                /** @enum {string} */
                source: "merchant" | "dashboard" | "processor";
                withdrawnAt: string | null;
            }[];
        };
        EventDetailsAnswer: {
            data: components["schemas"]["EventDetails"];
        };
        ExchangeRates: {
            [key: string]: string;
        };
        ExplainedEarning: {
            /** @description What was earned. */
            amountCents: number;
            currency: components["schemas"]["Currency"];
            /** @description A name that says nothing of who it is: the same each time. */
            customer: string;
            dueAt: components["schemas"]["Instant"];
            earnedAt: components["schemas"]["Instant"];
            id: number;
            /** @description A claim of yours that was accepted made it. */
            isClaimed: boolean;
            isRenewal: boolean;
            kind: components["schemas"]["CommissionKind"];
            linkCode: string | null;
            /** @description What of it was paid. */
            paidCents: number;
            reasons: components["schemas"]["EarningReason"][];
            saleCents: number | null;
            state: components["schemas"]["EarningState"];
            /** @description What of it was taken back. */
            takenBackCents: number;
        };
        ExplainedEarningAnswer: {
            data: components["schemas"]["ExplainedEarning"];
        };
        Explanation: {
            /** @description More happened than is told here. */
            isCut: boolean;
            /**
             * @description Of a sandbox: it happened by its own clock, and nobody is paid.
             * @constant
             */
            sandbox?: true;
            /** @description Everything that happened, from the first to the last. */
            story: components["schemas"]["StoryItem"][];
            /** @description Test events of the name: they count nowhere. */
            testEvents: components["schemas"]["StoryItem"][];
            verdict: components["schemas"]["Verdict"];
        };
        ExplanationAnswer: {
            data: components["schemas"]["Explanation"];
        };
        FileOwnClaimBody: {
            /** @description A day of the program’s time zone that has begun: YYYY-MM-DD. */
            day?: string;
            /** @description Why you believe that the sale is yours. The program reads it. */
            note: string;
            /** @description The id of the order at the shop, as the customer has it. */
            transactionId?: string;
        };
        Health: {
            /** @enum {string} */
            status: "ok" | "unavailable";
        };
        HoldPartnerBody: {
            /** @description For the team: it stands beside what is owed. */
            reason: string;
        };
        ImportPartnersBody: {
            /** @default false */
            approved?: boolean;
            /** @description Of the preview of this file. */
            digest: string;
            /** @description The text of a CSV file whose first line names its columns: `name` and `email`, and `code` and `group` if you like. Cells are parted by commas, semicolons or tabs; at most 2000 rows. */
            file: string;
            /**
             * @description Whether each is mailed that he is a partner, and where he signs in. Takes `approved`.
             * @default false
             */
            mail?: boolean;
        };
        ImportPayoutsAnswer: {
            data: {
                /** @description Payouts that this file marked as paid. */
                paid: number;
                /** @description Paid already, or not marked as paid in the file. */
                unchanged: number;
            };
        };
        /** Format: date-time */
        Instant: string;
        IntegrationStatus: {
            /** @description At least one partner is approved. */
            hasPartners: boolean;
            lastUpdated: components["schemas"]["Instant"];
            /** @description The program id of the path. */
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
            /** @description Names it, and opens nothing. */
            id: string;
            role: components["schemas"]["Role"];
        };
        InvitationPage: {
            data: components["schemas"]["Invitation"][];
            meta: components["schemas"]["PageMeta"];
        };
        InviteMemberBody: {
            email: string;
            role: components["schemas"]["Role"];
        };
        InvitePartnerBody: {
            email?: string | null;
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
            /** @description Negative: a credit. */
            totalUsdCents: number;
            voidedAt: string | null;
            voids: {
                invoiceId: number;
                number: string;
                reason: string;
            } | null;
            workspaceName: string;
        };
        /** @enum {string} */
        InvoiceKind: "invoice" | "credit_note";
        InvoiceLine: {
            /** @description Negative in a credit. */
            amountCents: number;
            chargedAt: components["schemas"]["Instant"];
            currency: components["schemas"]["Currency"];
            exchangeRate: string | null;
            feeId: number;
            kind: components["schemas"]["InvoiceLineKind"];
            saleId: number;
            transactionId: string;
            /** @description Negative in a credit. */
            usdCents: number;
        };
        /** @enum {string} */
        InvoiceLineKind: "fee" | "credit" | "void";
        InvoiceLinePage: {
            data: components["schemas"]["InvoiceLine"][];
            meta: components["schemas"]["PageMeta"];
        };
        InvoicePage: {
            data: components["schemas"]["Invoice"][];
            meta: components["schemas"]["PageMeta"];
        };
        InvoicePreview: {
            billedAddress: string | null;
            billedName: string | null;
            billedTaxId: string | null;
            issuer: string;
            issuerAddress: string | null;
            issuerTaxId: string | null;
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
                /** @description In the currency of the fees. */
                amountCents: number;
                currency: components["schemas"]["Currency"];
                kind: components["schemas"]["InvoiceLineKind"];
                lines: number;
                /** @description Left out while the rate is missing. */
                usdCents?: number;
            }[];
            takenMonth: string | null;
            /** @description Left out while a rate is missing. */
            totalUsdCents?: number;
            workspaceName: string;
        };
        InvoicePreviewAnswer: {
            data: components["schemas"]["InvoicePreview"];
        };
        IssueInvoiceBody: {
            /** @description The currencies whose unusual rate is meant. */
            confirmRates?: string[];
            exchangeRates?: components["schemas"]["ExchangeRates"];
            /** @description A month that has ended: `2026-02`. */
            month: string;
        };
        /** @enum {string} */
        JoinMode: "open" | "approval" | "invitation";
        JoinPage: {
            mode: components["schemas"]["JoinMode"];
            questions: {
                /** @description Of a `choice`: two at least. Others have none. */
                choices: string[];
                /** @description Stays the same for as long as the question is there. A new question gets one. */
                id: string;
                kind: components["schemas"]["QuestionKind"];
                required: boolean;
                text: string;
            }[];
            terms: string | null;
            termsSince: components["schemas"]["Instant"] | null;
            termsVersion: number | null;
            updatedAt: components["schemas"]["Instant"] | null;
            /** @description Markdown. */
            words: string;
        };
        JoinPageAnswer: {
            data: components["schemas"]["JoinPage"];
        };
        JoinPagePreview: {
            /** @description The page as it would be. Show it in a sandboxed frame. */
            html: string;
        };
        JoinPagePreviewAnswer: {
            data: components["schemas"]["JoinPagePreview"];
        };
        KeptEvent: {
            amountCents: number | null;
            currency: string | null;
            /** @description Of the processor. */
            eventId: string;
            id: number;
            objectId: string | null;
            occurredAt: components["schemas"]["Instant"];
            processor: string;
            /**
             * @description `unreadable`: it lacks what it must say. `currency_differs`: a refund or dispute in another currency than its sale, and nobody said what the payment was. `amount_differs`: the sale turned out to be of another amount after its commission was paid or invoiced. `another_program`: it belongs to the program that had the account then.
             * @enum {string}
             */
            reason: "unreadable" | "currency_differs" | "amount_differs" | "another_program";
            receivedAt: components["schemas"]["Instant"];
            saleId: number | null;
            settledAt: string | null;
            /** @description The processor’s name of what happened. */
            type: string;
        };
        KeptEventAnswer: {
            data: components["schemas"]["KeptEvent"];
        };
        KeptEventPage: {
            data: components["schemas"]["KeptEvent"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        KeptEventState: "open" | "settled";
        KeyError: components["schemas"]["PlatformError"] | components["schemas"]["TypedRotationError"];
        LeadBody: {
            /** @description At most 16 KiB. `{test_mode: true, program_id}` records a test lead. */
            additional_data?: {
                [key: string]: unknown;
            };
            /** @description The value of the service_click_id cookie. A browser call needs it. */
            click_id?: string;
            /** @description Your own id of the customer; send the same one with its sales. */
            customer_key?: string;
            /** @description Kept only as a keyed hash. What is no e-mail address is left out, and the lead recorded. */
            email?: string;
            /** @description At most 2048 characters are kept. */
            page_url?: string;
            /** @description Not needed; when sent, it must match. */
            program_id?: number;
            /** @description At most 255 characters are kept. */
            session_id?: string;
        };
        LeadEvent: {
            clickId: string | null;
            commission: components["schemas"]["CommissionOfEvent"] | null;
            customerId: number | null;
            customerKey: string | null;
            /** @description Unique within its type. */
            id: number;
            isTest: boolean;
            pageUrl: string | null;
            partner: components["schemas"]["PartnerOfEvent"] | null;
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
        LeftInProgram: {
            balances: components["schemas"]["OwnBalance"][];
            name: string;
            obstacle: components["schemas"]["PayoutObstacle"] | null;
            programId: number;
        };
        /** @enum {string} */
        LeftOutReason: "partner_pending" | "partner_rejected" | "partner_held" | "details_missing" | "below_minimum";
        Link: {
            /** @description Stands in `?aff=` of the addresses the partner shares. */
            code: string;
            createdAt: components["schemas"]["Instant"];
            id: number;
            partnerId: number;
            status: components["schemas"]["LinkStatus"];
        };
        LinkAnswer: {
            data: components["schemas"]["Link"];
        };
        LinkPage: {
            data: components["schemas"]["Link"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        LinkStatus: "active" | "inactive";
        ListCommissionChangesAnswer: {
            data: components["schemas"]["CommissionChange"][];
        };
        ListEventsAnswer: {
            data: components["schemas"]["TrackedEvent"][];
            meta: {
                /** @description Of a search. True: more than 200 transactions or customers, or 20 partners, begin with the text; only the first of them, in the order of their names, were looked at. */
                isSearchCut?: boolean;
                nextCursor: string | null;
            };
        };
        ListOwnLinksAnswer: {
            data: {
                links: components["schemas"]["CountedLink"][];
                most: number;
            };
        };
        ListOwnPayoutDetailsAnswer: {
            data: components["schemas"]["PayoutDetailsVersion"][];
        };
        ListOwnProgramsAnswer: {
            data: components["schemas"]["OwnProgram"][];
        };
        ListOwnStatementsAnswer: {
            data: components["schemas"]["OwnStatement"][];
        };
        ListOwnSubIdsAnswer: {
            data: {
                /** @description Whether these are all clicks of the period. */
                isComplete: boolean;
                subIds: components["schemas"]["OwnSubId"][];
            };
        };
        ListPartnerReportAnswer: {
            data: components["schemas"]["PartnerReport"][];
            meta: {
                dateFrom: components["schemas"]["Instant"];
                dateTo: components["schemas"]["Instant"];
                nextCursor: string | null;
            };
        };
        ListPartnerSessionsAnswer: {
            data: components["schemas"]["PartnerSession"][];
        };
        ListPartnerTagsAnswer: {
            data: components["schemas"]["PartnerTag"][];
        };
        ListPasskeysAnswer: {
            data: components["schemas"]["PartnerPasskey"][];
        };
        ListPayoutDetailsAnswer: {
            data: components["schemas"]["PayoutDetailsVersion"][];
        };
        ListStoryLinksAnswer: {
            data: components["schemas"]["StoryLink"][];
        };
        LookAtPartnerSignInLinkAnswer: {
            data: {
                email: string;
            };
        };
        LookAtPartnerSignInLinkBody: {
            /** @description Of a sign-in link: what stands behind its `#`. */
            token: string;
        };
        MadePartnerInvitation: {
            createdAt: components["schemas"]["Instant"];
            email: string | null;
            expiresAt: components["schemas"]["Instant"];
            id: number;
            invitedBy: string;
            /** @description False: pass the link on yourself. */
            isMailed: boolean;
            state: components["schemas"]["PartnerInvitationState"];
            /** @description Shown this once. It works once, for 30 days. */
            url: string;
            usedAt: components["schemas"]["Instant"] | null;
        };
        MadePartnerInvitationAnswer: {
            data: components["schemas"]["MadePartnerInvitation"];
        };
        Mail: {
            attempts: number;
            createdAt: components["schemas"]["Instant"];
            expiresAt: components["schemas"]["Instant"];
            id: number;
            kind: components["schemas"]["MailKind"];
            lastAttemptAt: components["schemas"]["Instant"] | null;
            lastCode: number | null;
            lastError: string | null;
            /** @description The same in every attempt. */
            messageId: string;
            nextAttemptAt: components["schemas"]["Instant"] | null;
            programId: number | null;
            recipient: string;
            sentAt: components["schemas"]["Instant"] | null;
            state: components["schemas"]["MailState"];
            /** @description It has a link that lets somebody in, which is kept no longer than needed: invite again instead. */
            tellsSecret: boolean;
        };
        MailAnswer: {
            data: components["schemas"]["Mail"];
        };
        MailChoices: {
            /** @description Of the first click on a link of yours. */
            firstClick: boolean;
            /** @description False: this installation sends no mail, or the program is a sandbox, which mails nobody. */
            isMailed: boolean;
            /** @description Of what your links earned. */
            sales: boolean;
            /** @description Of the statement of a month. */
            statements: boolean;
        };
        MailChoicesAnswer: {
            data: components["schemas"]["MailChoices"];
        };
        /** @enum {string} */
        MailKind: "invitation" | "password_reset" | "webhook_disabled" | "invoice_issued" | "partner_sign_in" | "new_application" | "application_received" | "application_approved" | "application_rejected" | "application_question" | "partner_invitation" | "payout_details_changed" | "payout_made" | "payout_paid" | "partner_statement" | "partner_first_click" | "partner_sale" | "partner_reversal" | "claim_decided" | "partner_passkey_changed" | "partner_account_closed";
        MailPage: {
            data: components["schemas"]["Mail"][];
            meta: components["schemas"]["PageMeta"];
        };
        MailPreview: {
            /** @description Of sample data. Show it in a sandboxed frame. */
            html: string;
            kind: components["schemas"]["MailKind"];
            subject: string;
            text: string;
        };
        /**
         * @description `off`: neither SMTP_URL nor MAIL_FROM is set, and nothing is mailed. `development`: mails are shown on this machine alone, at `/dev/mail` and in the log.
         * @enum {string}
         */
        MailSending: "smtp" | "development" | "off";
        MailSettings: {
            from: string | null;
            /** @description How long the log keeps a mail. */
            keptDays: number;
            /** @description What is tried for one recipient in an hour; more waits. */
            perRecipientHour: number;
            previews: components["schemas"]["MailPreview"][];
            sending: components["schemas"]["MailSending"];
        };
        MailSettingsAnswer: {
            data: components["schemas"]["MailSettings"];
        };
        /** @enum {string} */
        MailState: "pending" | "sent" | "failed" | "withdrawn";
        MakePaymentFileBody: {
            batchId: number;
            currency: components["schemas"]["Currency"];
            /** @description Of SEPA: the day on which the money leaves, as `2026-03-31`, in the time zone of the program: today or up to 90 days ahead. Otherwise the day of the batch, or today when that is over. */
            executionDate?: string;
            format: components["schemas"]["PaymentFileFormat"];
            part?: number;
        };
        ManagementKey: {
            createdAt: components["schemas"]["Instant"];
            expiresAt: components["schemas"]["Instant"] | null;
            id: number;
            lastUsedAt: components["schemas"]["Instant"] | null;
            madeBy: {
                name: string;
                userId: string;
            };
            /** @description Enough to recognise the key, not enough to use it. */
            masked: string;
            name: string;
            /** @description What it was given. It never may more than the person who made it may now. */
            permissions: components["schemas"]["Permission"][];
            programId: number | null;
            revokedAt: components["schemas"]["Instant"] | null;
            state: components["schemas"]["ManagementKeyState"];
        };
        ManagementKeyAnswer: {
            data: components["schemas"]["ManagementKey"];
        };
        ManagementKeyPage: {
            data: components["schemas"]["ManagementKey"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        ManagementKeyState: "active" | "suspended" | "expired" | "revoked";
        MarkCommissionsPaidAnswer: {
            data: {
                /** @description The batch of the paid payouts that say so. */
                batchId: number;
                commissions: number;
                sums: components["schemas"]["PayoutSum"][];
            };
        };
        MarkCommissionsPaidBody: {
            commissionIds: number[];
            reference?: string;
        };
        MarkedPayouts: {
            /** @description Paid before; they stay as they are. */
            alreadyPaid: number[];
            /** @description Payouts that this call marked as paid. */
            paid: number;
            /** @description What they come to. */
            sums: components["schemas"]["PayoutSum"][];
        };
        MarkedPayoutsAnswer: {
            data: components["schemas"]["MarkedPayouts"];
        };
        MarkPayoutsPaidBody: {
            payoutIds: number[];
            reference?: string;
        };
        Member: {
            createdAt: components["schemas"]["Instant"];
            email: string;
            id: string;
            name: string;
            role: components["schemas"]["Role"];
            status: components["schemas"]["MemberStatus"];
            userId: string;
        };
        MemberAnswer: {
            data: components["schemas"]["Member"];
        };
        MemberPage: {
            data: components["schemas"]["Member"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        MemberStatus: "active" | "suspended";
        /** @enum {string} */
        Mode: "live" | "test";
        MoneyTrend: {
            /** @description Minor units / 100 at face value, all currencies together. */
            previous: number;
            previousByCurrency: components["schemas"]["CentsByCurrency"];
            /** @description Absolute percentage change, 1 decimal; null when the previous value is 0 and this one is not. */
            trend: number | null;
            trendDirection: "up" | "down" | "stable";
        };
        MovePartnerBody: {
            groupId: number;
        };
        NamedThing: {
            id: number;
            name: string;
        };
        NewApiKey: {
            createdAt: components["schemas"]["Instant"];
            id: number;
            /** @description The key itself. It is shown this once: only its hash is kept. */
            key: string;
            lastUsedAt: components["schemas"]["Instant"] | null;
            /** @description Enough to recognise the key, not enough to use it. */
            masked: string;
            mode: components["schemas"]["Mode"];
            retiredAt: components["schemas"]["Instant"] | null;
            /** @enum {string} */
            state: "active" | "retiring" | "retired";
        };
        NewApiKeyAnswer: {
            data: components["schemas"]["NewApiKey"];
        };
        NewInvitation: {
            createdAt: components["schemas"]["Instant"];
            email: string;
            expiresAt: components["schemas"]["Instant"];
            /** @description Names it, and opens nothing. */
            id: string;
            /** @description Whether a mail with it is on its way. None is where this installation sends none, nor when the workspace has had 3 mailed to this address, or 200 in all, in the last 24 hours. */
            isMailed: boolean;
            role: components["schemas"]["Role"];
            /** @description Told this once: pass it on. The invited person signs up with it, where sign-up is closed, and accepts with it, at `/api/invitations/accept`. */
            secret: string;
        };
        NewInvitationAnswer: {
            data: components["schemas"]["NewInvitation"];
        };
        NewManagementKey: {
            createdAt: components["schemas"]["Instant"];
            expiresAt: components["schemas"]["Instant"] | null;
            id: number;
            /** @description The key itself. It is shown this once: only its hash is kept. */
            key: string;
            lastUsedAt: components["schemas"]["Instant"] | null;
            madeBy: {
                name: string;
                userId: string;
            };
            /** @description Enough to recognise the key, not enough to use it. */
            masked: string;
            name: string;
            /** @description What it was given. It never may more than the person who made it may now. */
            permissions: components["schemas"]["Permission"][];
            programId: number | null;
            revokedAt: components["schemas"]["Instant"] | null;
            state: components["schemas"]["ManagementKeyState"];
        };
        NewManagementKeyAnswer: {
            data: components["schemas"]["NewManagementKey"];
        };
        NewRecoveryCodesAnswer: {
            backupCodes: string[];
            status: boolean;
        };
        NewRecoveryCodesBody: {
            password: string;
        };
        NewStoryLink: {
            asked: string | null;
            /** @enum {string} */
            askedBy: "transactionId" | "customerKey" | "clickId" | "emailHash";
            createdAt: components["schemas"]["Instant"];
            expiresAt: components["schemas"]["Instant"];
            id: number;
            /** @description Whoever has it reads the story until it expires. It is shown this once. */
            url: string;
        };
        NewStoryLinkAnswer: {
            data: components["schemas"]["NewStoryLink"];
        };
        NewWebhook: {
            createdAt: components["schemas"]["Instant"];
            disabledAt: components["schemas"]["Instant"] | null;
            disabledReason: string | null;
            enabled: boolean;
            eventTypes: string[];
            failingSince: string | null;
            id: number;
            previousSecretUntil: string | null;
            /** @description The signing secret, `whsec_…`. It is shown this once. */
            secret: string;
            url: string;
        };
        NewWebhookAnswer: {
            data: components["schemas"]["NewWebhook"];
        };
        NextPayout: {
            /** @description What a payout made now would be of, were nothing in its way. Negative: taken back after it was paid. */
            amountCents: number;
            currency: components["schemas"]["Currency"];
            /** @description What it waits for, the weightiest first. `partner_rejected`, `partner_pending`, `partner_held`, `details_missing` and `below_minimum` leave it out of every batch; the last one is `pay_day` or `by_hand`. */
            waits: components["schemas"]["NextPayoutWait"][];
        };
        /** @enum {string} */
        NextPayoutReason: "partner_pending" | "partner_rejected" | "partner_held" | "details_missing" | "below_minimum" | "taken_back" | "nothing_owed" | "payout_open" | "on_hold" | "waits_for_review" | "details_change" | "pay_day" | "by_hand";
        NextPayoutWait: {
            /** @description Of `pay_day`: `2026-03-15`, a day of the program’s time zone. */
            day?: string;
            /** @description Of `below_minimum` and `taken_back`: what must be earned first. */
            missingCents?: number;
            reason: components["schemas"]["NextPayoutReason"];
            /**
             * Format: date-time
             * @description Of `on_hold` and `details_change`: when it ends.
             */
            until?: string;
        };
        OwnAskedDay: {
            clicks: number;
            /** @description The newest 50. */
            sales: components["schemas"]["OwnDaySale"][];
            signups: number;
        };
        OwnBalance: {
            /** @description Approved, not paid yet. */
            approvedCents: number;
            currency: components["schemas"]["Currency"];
            nextDueAt: components["schemas"]["Instant"] | null;
            /** @description Earned, and not approved yet; `nextDueAt` is when the next of it is due. */
            onHoldCents: number;
            /** @description What the next payout pays. Negative: something was taken back after it was paid. */
            owedCents: number;
            /** @description Paid out, less what later payouts took back. */
            paidCents: number;
            /** @description Earned once and taken back, by refunds for example. */
            takenBackCents: number;
        };
        OwnClaim: {
            closedAt: components["schemas"]["Instant"] | null;
            createdAt: components["schemas"]["Instant"];
            day: string | null;
            id: number;
            note: string | null;
            state: components["schemas"]["ClaimState"];
            transactionId: string | null;
            words: string | null;
        };
        OwnClaimAnswer: {
            data: components["schemas"]["OwnClaim"];
        };
        OwnClaimPage: {
            data: components["schemas"]["OwnClaim"][];
            meta: components["schemas"]["PageMeta"];
        };
        OwnDay: {
            clicks: number;
            customers: number;
            /** Format: date */
            date: string;
            earnedByCurrency: components["schemas"]["CentsByCurrency"];
            leads: number;
        };
        OwnDaySale: {
            at: components["schemas"]["Instant"];
            commissionId: number | null;
            currency: components["schemas"]["Currency"];
            /** @description A name that says nothing of who it is. */
            customer: string;
            earnedCents: number | null;
            saleCents: number;
            state: components["schemas"]["EarningState"] | null;
        };
        OwnEarning: {
            /** @description What was earned. */
            amountCents: number;
            currency: components["schemas"]["Currency"];
            /** @description A name that says nothing of who it is: the same each time. */
            customer: string;
            dueAt: components["schemas"]["Instant"];
            earnedAt: components["schemas"]["Instant"];
            id: number;
            /** @description A claim of yours that was accepted made it. */
            isClaimed: boolean;
            isRenewal: boolean;
            kind: components["schemas"]["CommissionKind"];
            linkCode: string | null;
            /** @description What of it was paid. */
            paidCents: number;
            saleCents: number | null;
            state: components["schemas"]["EarningState"];
            /** @description What of it was taken back. */
            takenBackCents: number;
        };
        OwnEarningPage: {
            data: components["schemas"]["OwnEarning"][];
            meta: components["schemas"]["PageMeta"];
        };
        OwnLink: {
            /** @description Stands in `?aff=` of the addresses that you share. */
            code: string;
            createdAt: components["schemas"]["Instant"];
            id: number;
            status: components["schemas"]["LinkStatus"];
        };
        OwnLinkAnswer: {
            data: components["schemas"]["OwnLink"];
        };
        OwnOrder: {
            commissionId: number | null;
            currency: components["schemas"]["Currency"] | null;
            customer: string | null;
            earnedCents: number | null;
            paidCents: number | null;
            receivedAt: components["schemas"]["Instant"] | null;
            saleCents: number | null;
        };
        OwnOverview: {
            balances: components["schemas"]["OwnBalance"][];
            clicks: number;
            clicksTrend: components["schemas"]["OwnTrend"];
            /** @description Who bought for the first time. */
            customers: number;
            customersTrend: components["schemas"]["OwnTrend"];
            dateFrom: components["schemas"]["Instant"];
            dateTo: components["schemas"]["Instant"];
            days: components["schemas"]["OwnDay"][];
            earnedByCurrency: components["schemas"]["CentsByCurrency"];
            earnedTrend: components["schemas"]["OwnTrend"];
            leads: number;
            leadsTrend: components["schemas"]["OwnTrend"];
            /** @enum {string} */
            period: "7d" | "30d" | "90d" | "all";
            sales: number;
            salesTrend: components["schemas"]["OwnTrend"];
            /** @description Of the program: its days begin and end in it. */
            timeZone: string;
        };
        OwnOverviewAnswer: {
            data: components["schemas"]["OwnOverview"];
        };
        OwnPayout: {
            /** @description Frozen when the payout was made. */
            amountCents: number;
            closedAt: components["schemas"]["Instant"] | null;
            commissions: number;
            createdAt: components["schemas"]["Instant"];
            currency: components["schemas"]["Currency"];
            id: number;
            reference: string | null;
            status: components["schemas"]["PayoutStatus"];
        };
        OwnPayoutPage: {
            data: components["schemas"]["OwnPayout"][];
            meta: components["schemas"]["PageMeta"];
        };
        OwnProgram: {
            balances: components["schemas"]["OwnBalance"][];
            id: number;
            joinedAt: components["schemas"]["Instant"];
            name: string;
            /** @description How you are called there. */
            partnerName: string;
            partnerStatus: components["schemas"]["PartnerStatus"];
            payoutWait: components["schemas"]["PayoutWait"] | null;
            /** @description A rehearsal: nothing of it is real money. */
            sandbox: boolean;
            siteUrl: string | null;
            status: components["schemas"]["ProgramStatus"];
            /** @description In which its days begin and end. */
            timeZone: string;
        };
        OwnQuestionAnswer: {
            answer: components["schemas"]["OwnQuestionAnswerKind"];
            day: components["schemas"]["OwnAskedDay"] | null;
            /** @description A claim would say something new. */
            mayClaim: boolean;
            order: components["schemas"]["OwnOrder"] | null;
            reason: components["schemas"]["OwnQuestionReason"] | null;
            /** @description In words, with times in the time zone of the program. */
            text: string;
        };
        OwnQuestionAnswerAnswer: {
            data: components["schemas"]["OwnQuestionAnswer"];
        };
        /** @enum {string} */
        OwnQuestionAnswerKind: "paid" | "on_its_way" | "on_hold" | "taken_back" | "not_paid" | "not_yours_or_unknown" | "sales_that_day" | "no_sales_that_day" | "nothing_that_day";
        /** @enum {string} */
        OwnQuestionReason: "paid" | "in_payout" | "waits_for_payout" | "waits_for_partner" | "waits_for_hold" | "waits_for_review" | "refunded_after_payment" | "refunded" | "disputed" | "same_payment_twice" | "commission_rejected" | "commission_ended" | "commission_first_sale_only" | "no_policy_of_currency" | "commission_is_zero" | "window_closed" | "click_without_signup" | "link_inactive";
        OwnStatement: {
            closedAt: components["schemas"]["Instant"];
            /** @description What was there before, and was earned, less what was taken back and paid. */
            closingCents: number;
            currency: components["schemas"]["Currency"];
            earnedCents: number;
            /** @description YYYY-MM, in the time zone that the program had. */
            month: string;
            openingCents: number;
            paidCents: number;
            takenBackCents: number;
        };
        OwnSubId: {
            clicks: number;
            subId: string | null;
        };
        OwnTrend: {
            previous: number;
            /** @description Absolute percentage change, 1 decimal; null when there was nothing before. */
            trend: number | null;
            /** @enum {string} */
            trendDirection: "up" | "down" | "stable";
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
            group: {
                id: number;
                name: string;
            } | null;
            id: number;
            links: components["schemas"]["Link"][];
            name: string;
            payoutHold: {
                reason: string;
                since: components["schemas"]["Instant"];
            } | null;
            status: components["schemas"]["PartnerStatus"];
            /** @description By which the team sorts its partners; no partner sees them. */
            tags: string[];
            /** @description Clicks on its links while it waited for approval: they are lost. */
            uncountedClicks: number;
        };
        PartnerAccount: {
            email: string;
            /** @description Whether this session began within the last 15 minutes: then it may export everything and close the account. */
            isFresh: boolean;
            /** @description False in a session by a link that a team passed on: it shows the programs of this team alone. */
            isWhole: boolean;
            timeZone: string | null;
            visit: {
                expiresAt: components["schemas"]["Instant"];
                kind: components["schemas"]["PartnerVisitKind"];
                programId: number;
            } | null;
        };
        PartnerAccountAnswer: {
            data: components["schemas"]["PartnerAccount"];
        };
        PartnerAnswer: {
            data: components["schemas"]["Partner"];
        };
        PartnerBalance: {
            balances: {
                /** @description Approved, not paid. */
                approvedCents: number;
                currency: components["schemas"]["Currency"];
                /** @description What the next payout pays. Negative: a refund came after the payment. */
                owedCents: number;
                /** @description Paid out, less what later payouts took back. */
                paidCents: number;
                /** @description Earned and still on hold. */
                pendingCents: number;
            }[];
            /** @description Of each of these currencies. */
            nextPayouts: components["schemas"]["NextPayout"][];
            partnerId: number;
            partnerName: string;
            payoutHoldReason: string | null;
            payoutWait: components["schemas"]["PayoutWait"] | null;
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
            /** @description How many are in it. */
            partners: number;
        };
        PartnerGroupAnswer: {
            data: components["schemas"]["PartnerGroup"];
        };
        PartnerGroupPage: {
            data: components["schemas"]["PartnerGroup"][];
            meta: components["schemas"]["PageMeta"];
        };
        PartnerImport: {
            mailed: number;
            /** @description Who was added and is not mailed by this call; of `not_asked` none is named. */
            notMailed: {
                email: string;
                line: number;
            }[];
            sums: components["schemas"]["PartnerImportSums"];
            whyNotMailed: components["schemas"]["WhyNotMailed"] | null;
        };
        PartnerImportAnswer: {
            data: components["schemas"]["PartnerImport"];
        };
        /** @enum {string} */
        PartnerImportFate: "added" | "already_partner" | "twice_in_file" | "invalid" | "code_taken" | "group_unknown";
        PartnerImportPreview: {
            /** @description What an import names, so that it does what was seen or nothing. */
            digest: string;
            /** @description Nothing is read from them. */
            ignoredColumns: string[];
            /** @description Every row of the file, in its order. */
            rows: components["schemas"]["PartnerImportRow"][];
            sums: components["schemas"]["PartnerImportSums"];
        };
        PartnerImportPreviewAnswer: {
            data: components["schemas"]["PartnerImportPreview"];
        };
        PartnerImportRow: {
            code: string | null;
            email: string;
            fate: components["schemas"]["PartnerImportFate"];
            field: string | null;
            group: string | null;
            /** @description Of the file. */
            line: number;
            name: string;
            reason: string | null;
        };
        PartnerImportSums: {
            added: number;
            already_partner: number;
            code_taken: number;
            group_unknown: number;
            invalid: number;
            twice_in_file: number;
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
        PartnerInvitationAnswer: {
            data: components["schemas"]["PartnerInvitation"];
        };
        PartnerInvitationPage: {
            data: components["schemas"]["PartnerInvitation"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        PartnerInvitationState: "open" | "used" | "revoked" | "expired";
        PartnerNote: {
            /** @description By name. */
            author: string;
            createdAt: components["schemas"]["Instant"];
            editedAt: components["schemas"]["Instant"] | null;
            editedBy: string | null;
            id: number;
            /** @description You wrote it. */
            isOwn: boolean;
            text: string;
            /** @description Grows with each edit. Whoever edits names the one seen. */
            version: number;
        };
        PartnerNoteAnswer: {
            data: components["schemas"]["PartnerNote"];
        };
        PartnerNotePage: {
            data: components["schemas"]["PartnerNote"][];
            meta: components["schemas"]["PageMeta"];
        };
        PartnerNumbers: {
            clicks: number;
            commissionByCurrency: components["schemas"]["CentsByCurrency"];
            /** @description Customers who bought for the first time. */
            conversions: number;
            leads: number;
            partnerId: number;
            revenueByCurrency: components["schemas"]["CentsByCurrency"];
            sales: number;
        };
        PartnerOfEvent: {
            id: number;
            name: string;
        };
        PartnerPage: {
            data: components["schemas"]["Partner"][];
            meta: components["schemas"]["PageMeta"];
        };
        PartnerPasskey: {
            createdAt: components["schemas"]["Instant"];
            id: number;
            /** @description Whoever made it keeps it on several devices. */
            isSynced: boolean;
            name: string;
            usedAt: components["schemas"]["Instant"] | null;
        };
        PartnerPasskeyAnswer: {
            data: components["schemas"]["PartnerPasskey"];
        };
        PartnerReport: {
            numbers: components["schemas"]["PartnerNumbers"];
            partner: components["schemas"]["Partner"];
        };
        PartnerSession: {
            createdAt: components["schemas"]["Instant"];
            /** @description Browser and system. */
            device: string;
            id: number;
            /** @description The one that asks. */
            isThis: boolean;
            seenAt: components["schemas"]["Instant"];
        };
        /** @enum {string} */
        PartnerStatus: "pending" | "approved" | "rejected" | "closed";
        PartnerTag: {
            /** @description How many have it. */
            partners: number;
            tag: string;
        };
        PartnerVisit: {
            expiresAt: components["schemas"]["Instant"];
            /** @description Works once, until `urlEndsAt`. It is shown this once; what it let in lasts until `expiresAt`. */
            url: string;
            urlEndsAt: components["schemas"]["Instant"];
        };
        PartnerVisitAnswer: {
            data: components["schemas"]["PartnerVisit"];
        };
        /** @enum {string} */
        PartnerVisitKind: "view" | "embed";
        /** @description For the browser, as it takes it. */
        PasskeyOptions: {
            [key: string]: unknown;
        };
        PasskeyOptionsAnswer: {
            data: components["schemas"]["PasskeyOptions"];
        };
        /** @enum {string} */
        PayeeKind: "person" | "company";
        /** @enum {string} */
        PaymentFileFormat: "paypal" | "wise" | "sepa";
        PaymentFileMade: {
            /** @description The whole file, in UTF-8 without a byte order mark. */
            content: string;
            fileName: string;
            /** @description `text/csv` of PayPal and Wise, `application/xml` of SEPA. */
            mediaType: string;
            payouts: number;
        };
        PaymentFileMadeAnswer: {
            data: components["schemas"]["PaymentFileMade"];
        };
        PaymentFilePreview: {
            /** @description What they come to. */
            amountCents: number;
            /** @description Files that the batch makes: one of Wise takes 1,000 payouts. */
            parts: number;
            /** @description In this part of the file. */
            payouts: number;
            /** @description Payouts of the batch that stand in no part, and why. */
            skipped: components["schemas"]["SkippedPayout"][];
        };
        PaymentFilePreviewAnswer: {
            data: components["schemas"]["PaymentFilePreview"];
        };
        /** @enum {string} */
        PaymentFileSkip: "paid" | "cancelled" | "waits" | "no_details" | "details_unreadable" | "other_method" | "other_currency" | "amount_not_taken" | "account_not_reached" | "name_not_writable";
        PaymentStatistics: {
            chargesEnabled: boolean;
            connectionDate: components["schemas"]["Instant"] | null;
            detailsSubmitted: boolean;
            isProcessorConnected: boolean;
            /** @description The payments step is complete. */
            methodReady: boolean;
            paymentTrackingMode: "processor_connect" | "s2s";
            payoutsEnabled: boolean;
            /** @description Null when not connected. */
            processorAccountId: string | null;
            /** @description The raw status of the connection. */
            processorConnectionStatus: string;
        };
        Payout: {
            amountCents: number;
            batchId: number;
            closedAt: components["schemas"]["Instant"] | null;
            closedBy: string | null;
            /** @description How many it is made of. */
            commissions: number;
            createdAt: components["schemas"]["Instant"];
            createdBy: string | null;
            currency: components["schemas"]["Currency"];
            detailsVersion: number | null;
            id: number;
            /** @enum {string} */
            kind: "batch" | "manual";
            partnerEmail: string;
            partnerId: number;
            partnerName: string;
            payoutWait: components["schemas"]["PayoutWait"] | null;
            reference: string | null;
            /**
             * @description Of a sandbox: a rehearsal, by which nobody is paid.
             * @constant
             */
            sandbox?: true;
            status: components["schemas"]["PayoutStatus"];
        };
        PayoutAnswer: {
            data: components["schemas"]["Payout"];
        };
        PayoutBatch: {
            commissions: number;
            id: number;
            /** @description False: more is due than one batch takes; make another one. */
            isComplete: boolean;
            payouts: number;
            /**
             * @description Of a sandbox: a rehearsal, by which nobody is paid.
             * @constant
             */
            sandbox?: true;
            sums: components["schemas"]["PayoutSum"][];
            /** @description What was asked for and is left out, and why. */
            waiting: components["schemas"]["WaitingSum"][];
        };
        PayoutBatchAnswer: {
            data: components["schemas"]["PayoutBatch"];
        };
        PayoutBatchPreview: {
            commissions: number;
            /** @description False: more is due than one batch takes. */
            isComplete: boolean;
            payouts: number;
            /**
             * @description Of a sandbox: a rehearsal, by which nobody is paid.
             * @constant
             */
            sandbox?: true;
            sums: components["schemas"]["PayoutSum"][];
            /** @description What was asked for and is left out, and why. */
            waiting: components["schemas"]["WaitingSum"][];
        };
        PayoutBatchPreviewAnswer: {
            data: components["schemas"]["PayoutBatchPreview"];
        };
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
             * @description From then on payouts go there.
             */
            usableAt: string;
            /** @description Counted from 1; payouts name the one that they go to. */
            version: number;
            withdrawnAt: components["schemas"]["Instant"] | null;
        };
        PayoutItem: {
            /** @description Negative: taken back, because a refund came after a payment. */
            amountCents: number;
            commissionId: number;
            commissionStatus: components["schemas"]["CommissionStatus"];
            earnedAt: components["schemas"]["Instant"];
            leadId: number | null;
            saleId: number | null;
        };
        PayoutItemPage: {
            data: components["schemas"]["PayoutItem"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        PayoutMethod: "bank_iban" | "bank_account" | "paypal" | "wise" | "other";
        PayoutMinimum: {
            currency: components["schemas"]["Currency"];
            minimumCents: number;
        };
        /** @enum {string} */
        PayoutObstacle: "partner_pending" | "partner_rejected" | "partner_held" | "no_details";
        PayoutPage: {
            data: components["schemas"]["Payout"][];
            meta: components["schemas"]["PageMeta"];
        };
        PayoutSettings: {
            debtor: {
                bic: string | null;
                /** @description Masked: `DE•• •••• 3000`. */
                iban: string;
                name: string;
            } | null;
            /** @description Payouts leave out partners who have not said how they are paid. */
            detailsRequired: boolean;
            /** @description False: it was sealed under another APP_SECRET, and must be entered again. */
            isDebtorReadable: boolean;
            /** @description The least that is paid out; a currency that is not named has none. */
            minimums: components["schemas"]["PayoutMinimum"][];
            payDay: number | null;
        };
        PayoutSettingsAnswer: {
            data: components["schemas"]["PayoutSettings"];
        };
        /** @enum {string} */
        PayoutStatus: "open" | "paid" | "cancelled";
        PayoutSum: {
            amountCents: number;
            currency: components["schemas"]["Currency"];
            payouts: number;
        };
        /** @enum {string} */
        PayoutWait: "partner_pending" | "partner_rejected" | "partner_held";
        PayPayoutBody: {
            reference?: string;
        };
        Performance: {
            /** @description The days of `meta.previousPeriod`, where `compare`, or `compareFrom` and `compareTo`, asked for a comparison. They need not be as many as those of `data`. */
            compared?: components["schemas"]["PerformanceDay"][];
            data: components["schemas"]["PerformanceDay"][];
            meta: {
                dateFrom: components["schemas"]["Instant"];
                dateTo: components["schemas"]["Instant"];
                period: string;
                /** @description What the trends compare with: the equally long window before, or what was asked for. */
                previousPeriod: {
                    dateFrom: components["schemas"]["Instant"];
                    dateTo: components["schemas"]["Instant"];
                };
            };
            metrics: components["schemas"]["PerformanceMetrics"];
        };
        PerformanceDay: {
            clicks: number;
            /** @description Minor units / 100 at face value, all currencies together. */
            commission: number;
            commissionByCurrency: components["schemas"]["CentsByCurrency"];
            conversions: number;
            /**
             * Format: date
             * @description A calendar day of the program's time zone.
             */
            date: string;
            leads: number;
            partners: number;
            /**
             * Format: date
             * @description Same as `date`.
             */
            period: string;
            /** @description Minor units / 100 at face value, all currencies together. */
            revenue: number;
            revenueByCurrency: components["schemas"]["CentsByCurrency"];
            /** @description Always 0; `metrics.totalSales` counts the sales. */
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
            /** @description Minor units / 100 at face value, all currencies together. */
            totalPartnersCommission: number;
            /** @description Minor units / 100 at face value, all currencies together. */
            totalRevenue: number;
            totalSales: number;
        };
        PerLeadCommission: {
            amountCents: number;
            currency: components["schemas"]["Currency"];
        };
        /** @enum {string} */
        Permission: "tracking:read" | "tracking:list" | "billing:read" | "story:share" | "partner:manage" | "program:create" | "program:update" | "api_key:manage" | "commission:manage" | "payout:manage" | "claim:manage" | "member:manage" | "audit:read" | "person:export" | "person:erase";
        Person: {
            asked: {
                /** @description Your own id of the customer. */
                customerKey?: string;
                /** @description Everybody who is known by this e-mail. It is not kept: its keyed hash is compared. */
                email?: string;
            };
            counts: components["schemas"]["PersonCounts"];
            exportedAt: components["schemas"]["Instant"];
            parts: components["schemas"]["PersonRows"];
            programId: number;
        };
        PersonAnswer: {
            data: components["schemas"]["Person"];
        };
        PersonCounts: {
            changes: number;
            charges: number;
            claims: number;
            clicks: number;
            commissionChanges: number;
            commissions: number;
            customers: number;
            deliveries: number;
            introductions: number;
            keptEvents: number;
            leads: number;
            messages: number;
            paymentNames: number;
            payments: number;
            processorRefunds: number;
            refunds: number;
            refusals: number;
            sales: number;
            testEvents: number;
        };
        PersonRows: {
            changes: {
                [key: string]: unknown;
            }[];
            charges: {
                [key: string]: unknown;
            }[];
            claims: {
                [key: string]: unknown;
            }[];
            clicks: {
                [key: string]: unknown;
            }[];
            commissionChanges: {
                [key: string]: unknown;
            }[];
            commissions: {
                [key: string]: unknown;
            }[];
            customers: {
                [key: string]: unknown;
            }[];
            deliveries: {
                [key: string]: unknown;
            }[];
            introductions: {
                [key: string]: unknown;
            }[];
            keptEvents: {
                [key: string]: unknown;
            }[];
            leads: {
                [key: string]: unknown;
            }[];
            messages: {
                [key: string]: unknown;
            }[];
            paymentNames: {
                [key: string]: unknown;
            }[];
            payments: {
                [key: string]: unknown;
            }[];
            processorRefunds: {
                [key: string]: unknown;
            }[];
            refunds: {
                [key: string]: unknown;
            }[];
            refusals: {
                [key: string]: unknown;
            }[];
            sales: {
                [key: string]: unknown;
            }[];
            testEvents: {
                [key: string]: unknown;
            }[];
        };
        /** @description The platform envelope. */
        PlatformError: {
            data: null;
            error: {
                /**
                 * @description Branch on this.
                 * @example invalid_request
                 */
                code: string;
                /** @description `{}` when there is nothing to say; `field` names the field at fault. */
                details: {
                    [key: string]: unknown;
                };
                /** @description For people. It may change: branch on `code`. */
                message: string;
                /** @example ValidationError */
                name: string;
                /** @description Repeats the HTTP status. */
                status: number;
            };
        };
        /** @enum {string} */
        PolicyDuration: "lifetime" | "first_sale" | "months";
        PolicyPreview: {
            from: components["schemas"]["Instant"];
            /** @description False: the period has more sales than were looked at (at most 1000000, for at most 20 seconds); nothing older than `oldestSaleAt` is in the sums. */
            isComplete: boolean;
            oldestSaleAt: components["schemas"]["Instant"] | null;
            /** @description Of each currency the 20 whose earnings differ most, the largest difference first. */
            partners: {
                /** @description Of these, how many would have earned something else. */
                changedSales: number;
                currency: components["schemas"]["Currency"];
                /** @description `wouldEarnCents` less `earnedCents`: negative when it is less. */
                differenceCents: number;
                /** @description Made, less what refunds and rejections took back, as it stands now. */
                earnedCents: number;
                partnerId: number;
                partnerName: string;
                /** @description How many were looked at, also those that earned nothing. */
                sales: number;
                /** @description The same, under the policy that was asked for. */
                wouldEarnCents: number;
            }[];
            /** @description All other partners of a currency in one sum. */
            rest: {
                /** @description Of these, how many would have earned something else. */
                changedSales: number;
                currency: components["schemas"]["Currency"];
                /** @description `wouldEarnCents` less `earnedCents`: negative when it is less. */
                differenceCents: number;
                /** @description Made, less what refunds and rejections took back, as it stands now. */
                earnedCents: number;
                partners: number;
                /** @description How many were looked at, also those that earned nothing. */
                sales: number;
                /** @description The same, under the policy that was asked for. */
                wouldEarnCents: number;
            }[];
            /** @description Live sales of the period that were looked at, the newest first. */
            sales: number;
            to: components["schemas"]["Instant"];
            totals: {
                /** @description Of these, how many would have earned something else. */
                changedSales: number;
                currency: components["schemas"]["Currency"];
                /** @description `wouldEarnCents` less `earnedCents`: negative when it is less. */
                differenceCents: number;
                /** @description Made, less what refunds and rejections took back, as it stands now. */
                earnedCents: number;
                /** @description How many were looked at, also those that earned nothing. */
                sales: number;
                /** @description The same, under the policy that was asked for. */
                wouldEarnCents: number;
            }[];
        };
        PolicyPreviewAnswer: {
            data: components["schemas"]["PolicyPreview"];
        };
        /** @enum {string} */
        PolicyType: "percent" | "flat";
        PortalSettings: {
            /** @description Origins whose pages may show the portal of this program in a frame; of none, nobody may. */
            embedOrigins: string[];
            ownLinks: number | null;
            ownLinksByDefault: number;
        };
        PortalSettingsAnswer: {
            data: components["schemas"]["PortalSettings"];
        };
        PreviewAccountClosingAnswer: {
            data: {
                /** @description Something is to come to you: closing takes `leavesBalance`. */
                mustSay: boolean;
                programs: components["schemas"]["LeftInProgram"][];
            };
        };
        PreviewCommissionPolicyBody: {
            /** @description Minor units. */
            amountCents?: number;
            currency?: components["schemas"]["Currency"];
            /**
             * @description How many days back, in the time zone of the program; today is the last of them.
             * @default 30
             */
            days?: number;
            duration?: components["schemas"]["PolicyDuration"];
            /** @description From the customer’s first sale. */
            durationMonths?: number;
            /** @description A group of partners. Left out: all whose group has no policy for the sale. */
            groupId?: number;
            holdDays?: number;
            /** @description `true`: the policy of `groupId` and `productId` had never been; then no other field is sent. */
            isEnded?: boolean;
            /** @description The `product_id` of sales. Left out: the default. */
            productId?: string;
            /** @description Basis points of the amount sold. */
            rateBps?: number;
            type?: components["schemas"]["PolicyType"];
        };
        PreviewJoinPageBody: {
            mode: components["schemas"]["JoinMode"];
            questions: {
                /** @description Of a `choice`: two at least. Others have none. */
                choices: string[];
                /** @description Stays the same for as long as the question is there. A new question gets one. */
                id?: string;
                kind: components["schemas"]["QuestionKind"];
                required: boolean;
                text: string;
            }[];
            terms?: string | null;
            /** @description Markdown. */
            words: string;
        };
        PreviewPartnerImportBody: {
            /** @description The text of a CSV file whose first line names its columns: `name` and `email`, and `code` and `group` if you like. Cells are parted by commas, semicolons or tabs; at most 2000 rows. */
            file: string;
        };
        ProcessorConnection: {
            /** @description Whether this installation connects by authorization too. */
            canAuthorize: boolean;
            chargesEnabled: boolean;
            connectedBy: ("oauth" | "manual") | null;
            connectionDate: components["schemas"]["Instant"] | null;
            detailsSubmitted: boolean;
            isLive: boolean | null;
            payoutsEnabled: boolean;
            processor: string | null;
            processorAccountId: string | null;
            /** @enum {string} */
            status: "not_connected" | "connected" | "disconnected";
            webhookUrl: string | null;
        };
        ProcessorConnectionAnswer: {
            data: components["schemas"]["ProcessorConnection"];
        };
        Program: {
            attributionWindowDays: number;
            clickRetentionMonths: number | null;
            clock: components["schemas"]["ProgramClock"] | null;
            /** @description Clicks answer `program_paused` and new leads `closed_to_new_referrals`; sales of known customers, renewals and refunds go on. */
            closedToNewReferrals: boolean;
            /**
             * @description `automatic`: a commission is approved when its hold ends; `review`: only by a person.
             * @enum {string}
             */
            commissionApproval: "automatic" | "review";
            cookieWindowDays: number;
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
            /** @description A sandbox runs everything on a clock of its own, with test keys only, and nothing of it is ever invoiced. What a program is made as it stays. */
            sandbox: boolean;
            siteUrl: string | null;
            /**
             * @description While it is not `active`, its API keys answer 401, so that renewals and refunds stop too; archiving it revokes the management keys that are its own. To take nobody new, leave it active and set `closedToNewReferrals`.
             * @enum {string}
             */
            status: "active" | "paused" | "archived";
            taxId: string | null;
            /** @description An IANA name such as `Europe/Berlin`. Days are counted in it. */
            timeZone: string;
            updatedAt: components["schemas"]["Instant"];
            workspaceId: string;
        };
        ProgramAnswer: {
            data: components["schemas"]["Program"];
        };
        ProgramClock: {
            /** @description How far that is ahead of the real time. */
            aheadMs: number;
            /**
             * Format: date-time
             * @description The time it is for the program.
             */
            now: string;
        };
        ProgramPage: {
            data: components["schemas"]["Program"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        ProgramStatus: "active" | "paused" | "archived";
        /** @enum {string} */
        QuestionKind: "text" | "long_text" | "choice" | "url";
        ReadBreakdownAnswer: {
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
            };
        };
        ReadOwnBalanceAnswer: {
            data: {
                balances: components["schemas"]["OwnBalance"][];
                /** @description Of each of these currencies. */
                nextPayouts: components["schemas"]["NextPayout"][];
                payoutWait: components["schemas"]["PayoutWait"] | null;
            };
        };
        ReadPartnerNumbersAnswer: {
            data: components["schemas"]["PartnerNumbers"][];
            meta: {
                dateFrom: components["schemas"]["Instant"];
                dateTo: components["schemas"]["Instant"];
                /** @enum {string} */
                period: "7d" | "30d" | "90d" | "all";
            };
        };
        ReadStatusAnswer: {
            data: components["schemas"]["IntegrationStatus"];
        };
        ReceivedOrder: {
            amountCents: number | null;
            at: components["schemas"]["Instant"];
            currency: string | null;
            /** @enum {string} */
            kind: "sale" | "payment" | "refused_sale";
        };
        ReceiveProcessorEventAnswer: {
            /** @description Why nothing changed: `seen`, `not_connected`, `ignored`. */
            ignored?: string;
            /** @constant */
            received: true;
        };
        RefundBody: {
            /** @description `test_mode: true` refunds a test sale. */
            additional_data?: {
                [key: string]: unknown;
            };
            /** @description `false` refunds a test sale. */
            livemode?: boolean;
            /** @description With `refund_id`: what this refund gave back. Without: how much of the sale has been given back in all. Default: all that is left. */
            refund_amount_cents?: number;
            /** @description Your own id of this refund, unique within the sale; sent twice it counts once. With a connected processor account its id of it. Send one: a refund that is told without and later with an id counts twice. */
            refund_id?: string;
            /** @description Stands in the history of the commission. At most 512 characters are kept. */
            refund_reason?: string;
            /** @description Of the sale, as it was sent to the sale endpoint. */
            transaction_id: string;
        };
        RefundSaleAnswer: {
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
        RefundSaleBody: {
            /** @description Default: all that is left. */
            amountCents?: number;
            reason: string;
            /** @description Chosen by the caller and unique within the sale: sent twice it counts once. */
            refundId: string;
        };
        Refusal: {
            amount: string | null;
            /** @description Whether the call came with a good key of the program. Anybody may make one that did not. */
            authenticated: boolean;
            bucket: components["schemas"]["CallBucket"];
            call: components["schemas"]["TrackCall"];
            clickId: string | null;
            /** @description The error code, or the reason, of the answer. */
            code: string;
            /** @description How many calls: duplicates of a transaction, or calls alike without a key. */
            count: number;
            currency: string | null;
            customerKey: string | null;
            field: string | null;
            firstAt: components["schemas"]["Instant"];
            id: number;
            keyId: number | null;
            keyMasked: string | null;
            lastAt: components["schemas"]["Instant"];
            linkCode: string | null;
            /** @description What the caller was told. */
            message: string;
            mode: components["schemas"]["Mode"];
            /** @description Of the latest call: the header `x-request-id` of its answer. */
            requestId: string;
            transactionId: string | null;
        };
        RefusalPage: {
            data: components["schemas"]["Refusal"][];
            meta: components["schemas"]["PageMeta"];
        };
        RefusedCall: {
            call: components["schemas"]["TrackCall"];
            /** @description The error code of the answer, or why the call was not counted. */
            code: string;
            count: number;
            field: string | null;
            firstAt: components["schemas"]["Instant"];
            id: number;
            lastAt: components["schemas"]["Instant"];
            message: string;
        };
        RejectApplicationBody: {
            reason?: string | null;
            /** @description Of the application as you saw it: when somebody was first, the answer is 409. */
            version: number;
        };
        RejectClaimBody: {
            /** @description Why: the partner is told them. */
            words: string;
        };
        RejectCommissionsBody: {
            commissionIds: number[];
            reason: string;
        };
        RemoveMemberAnswer: {
            data: {
                id: string;
            };
        };
        RemovePasskeyAnswer: {
            data: {
                /** @constant */
                removed: true;
            };
        };
        RenamePartnerGroupBody: {
            /** @description Of no other group of the program, whatever its case. */
            name: string;
        };
        RenamePasskeyBody: {
            name: string;
        };
        ResetPasswordAnswer: {
            status: boolean;
        };
        ResetPasswordBody: {
            /** @description 10 to 128 characters; not the e-mail address or a part of it, and none of the commonest. */
            newPassword: string;
            token: string;
        };
        RetireApiKeyBody: {
            /** @description ISO 8601 with an offset; until then the key works. Left out or past: now. */
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
        RevealedPayoutDetailsAnswer: {
            data: components["schemas"]["RevealedPayoutDetails"];
        };
        RevealPayoutDetailsBody: {
            version: number;
        };
        ReviewedCommissions: {
            changed: number;
            /** @description They stood there already. */
            unchanged: number;
        };
        ReviewedCommissionsAnswer: {
            data: components["schemas"]["ReviewedCommissions"];
        };
        RevokeStoryLinkAnswer: {
            data: {
                id: number;
            };
        };
        /** @enum {string} */
        Role: "owner" | "admin" | "member" | "viewer";
        RotateWebhookSecretBody: {
            /**
             * @description How long the secret of before signs too.
             * @default 24
             */
            graceHours?: number;
        };
        Sale: {
            additionalData: {
                [key: string]: unknown;
            } | null;
            amountCents: number | null;
            attributedBy: components["schemas"]["AttributedBy"] | null;
            currency: components["schemas"]["Currency"];
            customerId: number | null;
            /** @description The `sale_id` of the track call; `eventId` for a test sale. */
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
            additional_data?: {
                [key: string]: unknown;
            };
            /** @description Smallest currency unit. Required for a live sale. */
            amount_cents?: number;
            /** @description Value of the service_click_id cookie; used when customer_key is not sent. */
            click_id?: string;
            /**
             * @description Never converted.
             * @default USD
             */
            currency?: string;
            /** @description Your customer id, the same as at signup. Decides alone when sent. */
            customer_key?: string;
            /** @default false */
            is_recurring?: boolean;
            /** @description `false` records a test sale. */
            livemode?: boolean;
            /** @description ISO 8601 with an offset; at most 30 days old, at most 5 minutes ahead. Reporting only. */
            occurred_at?: string;
            /** @description Matched with the commission policies per product. */
            product_id?: string;
            /** @enum {string} */
            provider?: "stripe" | "paypal" | "paddle" | "lemonsqueezy" | "polar" | "braintree" | "adyen" | "square" | "sepa" | "x402" | "other";
            /** @description The provider's own payment id. Reporting only. */
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
            /** @description Tax included in amount_cents. Stored, not used. */
            tax_amount_cents?: number;
            /** @description Your unique payment id; a repeat answers 409. Required for a live sale. */
            transaction_id?: string;
        };
        SaleEvent: {
            amountCents: number | null;
            attributedBy: components["schemas"]["AttributedBy"] | null;
            clickId: string | null;
            commission: components["schemas"]["CommissionOfEvent"] | null;
            currency: components["schemas"]["Currency"];
            customerId: number | null;
            customerKey: string | null;
            /** @description Unique within its type. */
            id: number;
            isRecurring: boolean;
            isTest: boolean;
            occurredAt: components["schemas"]["Instant"] | null;
            partner: components["schemas"]["PartnerOfEvent"] | null;
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
        SalePage: {
            data: components["schemas"]["Sale"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        SaleStatus: "paid" | "refunded";
        /** @enum {string} */
        SaleType: "payment" | "subscription";
        SaveJoinPageBody: {
            mode: components["schemas"]["JoinMode"];
            questions: {
                /** @description Of a `choice`: two at least. Others have none. */
                choices: string[];
                /** @description Stays the same for as long as the question is there. A new question gets one. */
                id?: string;
                kind: components["schemas"]["QuestionKind"];
                required: boolean;
                text: string;
            }[];
            terms?: string | null;
            /** @description Markdown. */
            words: string;
        };
        SecondFactorNeeded: {
            twoFactorMethods: string[];
            /** @constant */
            twoFactorRedirect: true;
        };
        SetCommissionPolicyBody: {
            /** @description Minor units. */
            amountCents?: number;
            currency?: components["schemas"]["Currency"];
            duration?: components["schemas"]["PolicyDuration"];
            /** @description From the customer’s first sale. */
            durationMonths?: number;
            /** @description A group of partners. Left out: all whose group has no policy for the sale. */
            groupId?: number;
            holdDays?: number;
            /** @description The `product_id` of sales. Left out: the default. */
            productId?: string;
            /** @description Basis points of the amount sold. */
            rateBps?: number;
            type: components["schemas"]["PolicyType"];
        };
        SetLogoBody: {
            /** @description A PNG, JPEG or WebP image of at most 46080 bytes, in base64. */
            image: string;
        };
        SetMailChoicesBody: {
            /** @description Of the first click on a link of yours. */
            firstClick: boolean;
            /** @description Of what your links earned. */
            sales: boolean;
            /** @description Of the statement of a month. */
            statements: boolean;
        };
        SetOwnPayoutDetailsAnswer: {
            data: components["schemas"]["PayoutDetailsVersion"][];
        };
        SetOwnPayoutDetailsBody: {
            /** @description Of `bank_account`. */
            accountNumber?: string;
            address: string;
            /** @description Of `bank_iban`. */
            bic?: string;
            city: string;
            /** @description Two letters (ISO 3166-1). */
            country: string;
            /** @description Of `paypal` and `wise`: the address of the account there. */
            email?: string;
            /** @description Of `bank_iban`; spaces are taken out. */
            iban?: string;
            /** @description Of `other`. */
            instructions?: string;
            /** @description As the account has it. */
            legalName: string;
            method: components["schemas"]["PayoutMethod"];
            payeeKind: components["schemas"]["PayeeKind"];
            postalCode?: string;
            /** @description Of `bank_account`. */
            routingNumber?: string;
            taxId?: string;
        };
        SetPartnerTagsBody: {
            /** @description All that the partner is to have. One has 40 characters at most and is kept in small letters, without the spaces around it; two of one spelling are one. */
            tags: string[];
        };
        SharedStory: {
            /** @description What the story is of; empty for an e-mail. */
            asked: string;
            expiresAt: components["schemas"]["Instant"];
            explanation: components["schemas"]["Explanation"];
            programName: string;
            /** @description Of the program. */
            timeZone: string;
        };
        SharedStoryAnswer: {
            data: components["schemas"]["SharedStory"];
        };
        SignedIn: {
            /** @description The session token. */
            token: string;
            user: components["schemas"]["AuthenticatedUser"];
        };
        SignInAnswer: components["schemas"]["SignedIn"] | components["schemas"]["SecondFactorNeeded"];
        SignInBody: {
            email: string;
            password: string;
        };
        SignInByPasskeyAnswer: {
            data: {
                email: string;
            };
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
                };
                /** @constant */
                type: "public-key";
            };
        };
        SignInOptions: {
            /** @description Whether a forgotten password is mended by mail; otherwise `affiliate reset-password` makes a link. */
            canMailPasswordReset: boolean;
            /** @description Whether an account can be made without an invitation. */
            isSignUpOpen: boolean;
        };
        SignInOptionsAnswer: {
            data: components["schemas"]["SignInOptions"];
        };
        SignInPartnerAnswer: {
            data: {
                email: string;
            };
        };
        SignInPartnerBody: {
            /** @description Of a sign-in link: what stands behind its `#`. */
            token: string;
        };
        SignOutAnswer: {
            success: boolean;
        };
        SignOutBody: Record<string, never>;
        SignOutPartnerAnswer: {
            data: {
                /** @description Whether there was a session. */
                ended: boolean;
            };
        };
        SignUpAnswer: {
            token: string | null;
            user: components["schemas"]["AuthenticatedUser"];
        };
        SignUpBody: {
            email: string;
            invitation?: string;
            name: string;
            /** @description 10 to 128 characters; not the e-mail address or a part of it, and none of the commonest. */
            password: string;
        };
        SkippedPayout: {
            amountCents: number;
            currency: components["schemas"]["Currency"];
            partnerId: number;
            partnerName: string;
            payoutId: number;
            reason: components["schemas"]["PaymentFileSkip"];
        };
        StartWebhookListenerBody: {
            /** @description Without it, all. */
            eventTypes?: components["schemas"]["WebhookEventType"][];
            /**
             * @description Whether it is told `webhook.test` at once.
             * @default false
             */
            sendTest?: boolean;
        };
        StatementPage: string;
        StoryItem: {
            amountCents?: number;
            at: components["schemas"]["Instant"];
            because?: string;
            clickId?: string;
            commissionId?: number;
            currency?: components["schemas"]["Currency"];
            customerId?: number;
            customerKey?: string;
            fromCents?: number;
            fromStatus?: components["schemas"]["CommissionStatus"];
            holdUntil?: components["schemas"]["Instant"];
            /** @constant */
            isOtherClick?: true;
            isTest: boolean;
            leadId?: number;
            /** @enum {string} */
            leadSource?: "browser" | "server";
            /** @enum {string} */
            leadState?: "provisional" | "settled";
            linkCode?: string;
            partner?: components["schemas"]["NamedThing"];
            /** @enum {string} */
            paymentReason?: "no_customer" | "window_expired" | "unsupported_currency" | "partner_not_approved" | "program_inactive" | "closed_to_new_referrals";
            /** @enum {string} */
            paymentState?: "announced" | "attributed" | "unattributed" | "dismissed";
            payoutId?: number;
            refusal?: components["schemas"]["RefusedCall"];
            saleId?: number;
            /** @description The same in words. */
            text: string;
            toStatus?: components["schemas"]["CommissionStatus"];
            transactionId?: string;
            /** @enum {string} */
            type: "click" | "lead" | "lead_settled" | "claim_accepted" | "sale" | "refusal" | "refund" | "failed_refund" | "dispute" | "dispute_won" | "commission" | "commission_change" | "payout_made" | "payout_paid" | "payout_cancelled" | "payment";
        };
        StoryLink: {
            asked: string | null;
            /** @enum {string} */
            askedBy: "transactionId" | "customerKey" | "clickId" | "emailHash";
            createdAt: components["schemas"]["Instant"];
            expiresAt: components["schemas"]["Instant"];
            id: number;
        };
        StoryLinkBody: {
            /** @description The value of the service_click_id cookie. */
            clickId?: string;
            /** @description Your own id of the customer. */
            customerKey?: string;
            /** @description Everybody who is known by this e-mail. It is not kept: its keyed hash is compared. */
            email?: string;
            /** @description Your id of an order, as it was sent to the sale endpoint. */
            transactionId?: string;
        };
        /** @enum {string} */
        SubscriptionInterval: "monthly" | "quarterly" | "annual";
        SumCommissionsAnswer: {
            data: components["schemas"]["CommissionSum"][];
        };
        TakeWebhookEventsBody: {
            /** @description The ids of events that need not be told again. */
            acknowledged?: number[];
            /**
             * @description How long to wait where there is nothing to tell. A service that stops answers at once.
             * @default 0
             */
            waitSeconds?: number;
        };
        TestAnswer: {
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
                 * @description When it was stored.
                 */
                createdAt: string;
                id: number;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                timestamp: string;
            } | null;
            /** @description Test events found, counted up to 10. */
            testEventCount: number;
        };
        /** @enum {string} */
        TrackCall: "click" | "lead" | "sale" | "refund";
        TrackClickAnswer: {
            /** @description Keep it in the cookie service_click_id. Opaque. */
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
        } | components["schemas"]["TestAnswer"];
        TrackedEvent: components["schemas"]["ClickEvent"] | components["schemas"]["LeadEvent"] | components["schemas"]["SaleEvent"];
        TrackLeadAnswer: {
            lead_id: number;
            message: string;
            /**
             * @description The lead counts once your server, or a payment, confirms it.
             * @constant
             */
            provisional?: true;
            /** @constant */
            success: true;
        } | components["schemas"]["TestAnswer"];
        TrackRefundAnswer: {
            commission_id: number | null;
            message: string;
            /** @description Of the sale, in all. */
            refunded_amount_cents: number;
            /** @description Of the sale. */
            remaining_amount_cents: number;
            sale_id: number;
            /**
             * @description `refunded`: in part; `reversed`: in full; `no_commission`: the sale had none to take back; `skipped`: seen before.
             * @enum {string}
             */
            status: "refunded" | "reversed" | "no_commission" | "skipped";
            /** @constant */
            success: true;
        } | components["schemas"]["TestAnswer"];
        TrackSaleAnswer: {
            /** @description Null when the attribution window has expired or no commission is due. */
            commission_id: number | null;
            message: string;
            /** @description Null when the attribution window has expired. */
            sale_id: number | null;
            /** @constant */
            success: true;
        } | components["schemas"]["TestAnswer"];
        /** @description The typed envelope: wait `retry_after_seconds`. */
        TypedRateLimitError: {
            error: {
                /** @constant */
                code: "rate_limited";
                message: string;
                retry_after_seconds: number;
            };
        };
        /** @description The typed envelope: this API key is retired; use a newer one. */
        TypedRotationError: {
            error: {
                /** @constant */
                code: "api_key_rotation_required";
                docs_url: string;
                hint: string;
                message: string;
            };
        };
        UnattributedPayment: {
            amountCents: number;
            clickId: string | null;
            /** @description ISO 4217; any. */
            currency: string;
            customerKey: string | null;
            id: number;
            isRecurring: boolean;
            occurredAt: components["schemas"]["Instant"];
            processor: string;
            processorCustomerId: string | null;
            productId: string | null;
            /**
             * @description Why nobody could be found when it last arrived; it stays when the payment is attributed later.
             * @enum {string}
             */
            reason: "no_customer" | "window_expired" | "unsupported_currency" | "partner_not_approved" | "program_inactive" | "closed_to_new_referrals";
            receivedAt: components["schemas"]["Instant"];
            saleId: number | null;
            saleType: components["schemas"]["SaleType"];
            state: components["schemas"]["UnattributedPaymentState"];
            subscriptionId: string | null;
            /** @description The payment id of the processor. */
            transactionId: string;
        };
        UnattributedPaymentAnswer: {
            data: components["schemas"]["UnattributedPayment"];
        };
        UnattributedPaymentPage: {
            data: components["schemas"]["UnattributedPayment"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        UnattributedPaymentState: "unattributed" | "attributed" | "dismissed";
        UpdatePartnerAccountBody: {
            timeZone: string | null;
        };
        UpdateProgramBody: {
            attributionWindowDays?: number;
            clickRetentionMonths?: number | null;
            /** @description Clicks answer `program_paused` and new leads `closed_to_new_referrals`; sales of known customers, renewals and refunds go on. */
            closedToNewReferrals?: boolean;
            /**
             * @description `automatic`: a commission is approved when its hold ends; `review`: only by a person.
             * @enum {string}
             */
            commissionApproval?: "automatic" | "review";
            cookieWindowDays?: number;
            holdPeriodDays?: number;
            /** @enum {string} */
            leadAuthPolicy?: "server_verified" | "browser_allowed";
            legalAddress?: string | null;
            legalName?: string | null;
            name?: string;
            /** @enum {string} */
            paymentTrackingMode?: "processor_connect" | "s2s";
            perLeadCommission?: components["schemas"]["PerLeadCommission"] | null;
            platformFeeBps?: number;
            siteUrl?: string | null;
            /**
             * @description While it is not `active`, its API keys answer 401, so that renewals and refunds stop too; archiving it revokes the management keys that are its own. To take nobody new, leave it active and set `closedToNewReferrals`.
             * @enum {string}
             */
            status?: "active" | "paused" | "archived";
            taxId?: string | null;
            /** @description An IANA name such as `Europe/Berlin`. Days are counted in it. */
            timeZone?: string;
        };
        UpdateWebhookBody: {
            enabled?: boolean;
            eventTypes?: components["schemas"]["WebhookEventType"][];
            url?: string;
        };
        UpdateWorkspaceAnswer: {
            data: {
                id: string;
                requiresTwoFactor: boolean;
            };
        };
        UpdateWorkspaceBody: {
            requiresTwoFactor?: boolean;
        };
        Verdict: {
            facts: components["schemas"]["VerdictFacts"];
            /** @description In words, with times in the time zone of the program. */
            message: string;
            reason: components["schemas"]["VerdictReason"];
            standing: components["schemas"]["VerdictStanding"];
            wouldPayIf: string | null;
        };
        VerdictFacts: {
            amountCents?: number;
            asked?: string;
            clickedAt?: components["schemas"]["Instant"];
            clickId?: string;
            commissionCents?: number;
            commissionId?: number;
            currencies?: string[];
            currency?: components["schemas"]["Currency"];
            customerId?: number;
            customerKey?: string;
            durationEndedAt?: components["schemas"]["Instant"];
            durationMonths?: number;
            firstSaleAt?: components["schemas"]["Instant"];
            holdUntil?: components["schemas"]["Instant"];
            /** @enum {string} */
            leadReason?: "program_inactive" | "no_click" | "window_expired" | "click_partner_not_approved" | "customer_partner_not_approved" | "closed_to_new_referrals";
            linkCode?: string;
            madeCents?: number;
            otherClickedAt?: components["schemas"]["Instant"];
            otherPartner?: components["schemas"]["NamedThing"];
            otherProgram?: components["schemas"]["NamedThing"];
            paidAt?: components["schemas"]["Instant"];
            paidCents?: number;
            partner?: components["schemas"]["NamedThing"];
            partnerStatus?: components["schemas"]["PartnerStatus"];
            /** @enum {string} */
            paymentReason?: "no_customer" | "window_expired" | "unsupported_currency" | "partner_not_approved" | "program_inactive" | "closed_to_new_referrals";
            payoutHoldReason?: string;
            payoutId?: number;
            /** @enum {string} */
            payoutWait?: "partner_pending" | "partner_rejected" | "partner_held";
            programStatus?: components["schemas"]["ProgramStatus"];
            receivedAt?: components["schemas"]["Instant"];
            refundedCents?: number;
            refusal?: components["schemas"]["RefusedCall"];
            rejectedReason?: string;
            saleId?: number;
            similar?: string;
            transactionId?: string;
            windowDays?: number;
            windowEndedAt?: components["schemas"]["Instant"];
        };
        /** @enum {string} */
        VerdictReason: "paid" | "refunded_after_payment" | "in_payout" | "waits_for_payout" | "waits_for_partner" | "waits_for_hold" | "waits_for_review" | "refunded" | "disputed" | "same_payment_twice" | "commission_rejected" | "commission_ended" | "commission_first_sale_only" | "no_policy_of_currency" | "commission_is_zero" | "test_event" | "call_malformed" | "currency_not_taken" | "key_refused" | "duplicate_transaction" | "call_refused" | "sent_again_it_counts" | "nothing_to_attribute_by" | "customer_never_signed_up" | "customer_key_spelled_differently" | "lead_refused" | "lead_already_settled" | "no_click_recorded" | "click_of_another_program" | "click_without_signup" | "later_click_won" | "earlier_click_kept_customer" | "unknown_link" | "link_inactive" | "click_of_bot" | "partner_not_approved" | "window_closed" | "program_not_active" | "program_closed" | "no_sale_yet" | "lead_is_provisional" | "payment_announced" | "payment_not_attributed" | "payment_dismissed" | "spelled_differently" | "known_in_another_program" | "nothing_received";
        /** @enum {string} */
        VerdictStanding: "paid" | "due" | "waits" | "nothing";
        VerifyRecoveryCodeBody: {
            code: string;
        };
        VerifyTotpBody: {
            code: string;
        };
        VoidInvoiceBody: {
            /** @description It stands on the credit note. */
            reason: string;
        };
        WaitingSum: {
            currency: components["schemas"]["Currency"];
            owedCents: number;
            /** @description The first 100 of them. */
            partnerIds: number[];
            partners: number;
            reason: components["schemas"]["LeftOutReason"];
        };
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
        WebhookAnswer: {
            data: components["schemas"]["Webhook"];
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
            /** @description The body of every attempt, as it is signed. */
            payload: string;
            state: components["schemas"]["WebhookDeliveryState"];
            type: string;
        };
        WebhookDeliveryAnswer: {
            data: components["schemas"]["WebhookDelivery"];
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        WebhookDeliveryState: "pending" | "delivered" | "failed";
        /** @enum {string} */
        WebhookEventType: "lead.settled" | "sale.created" | "sale.refunded" | "commission.created" | "commission.approved" | "commission.reversed" | "commission.paid" | "partner.approved";
        WebhookListenedEvent: {
            createdAt: components["schemas"]["Instant"];
            /** @description To acknowledge it by. */
            id: number;
            /** @description What a webhook sends as `webhook-id`. */
            messageId: string;
            /** @description The body that a webhook sends, as it is to be signed. */
            payload: string;
            type: string;
        };
        WebhookListenedEvents: {
            data: components["schemas"]["WebhookListenedEvent"][];
        };
        WebhookListener: {
            createdAt: components["schemas"]["Instant"];
            eventTypes: string[];
            id: number;
            /** @description What its messages are to be signed with, `whsec_…`: the same each time you listen to the program. */
            secret: string;
            /**
             * Format: date-time
             * @description It ends soon after unless you come for its messages.
             */
            until: string;
        };
        WebhookListenerAnswer: {
            data: components["schemas"]["WebhookListener"];
        };
        WebhookPage: {
            data: components["schemas"]["Webhook"][];
            meta: components["schemas"]["PageMeta"];
        };
        WholeInvoice: {
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
                /** @description In the currency of the fees. */
                amountCents: number;
                currency: components["schemas"]["Currency"];
                kind: components["schemas"]["InvoiceLineKind"];
                lines: number;
                /** @description In US cents. */
                usdCents: number;
            }[];
            timeZone: string;
            /** @description Negative: a credit. */
            totalUsdCents: number;
            voidedAt: string | null;
            voids: {
                invoiceId: number;
                number: string;
                reason: string;
            } | null;
            workspaceName: string;
        };
        WholeInvoiceAnswer: {
            data: components["schemas"]["WholeInvoice"];
        };
        /** @enum {string} */
        WhyNotMailed: "not_asked" | "no_mail_server" | "sandbox" | "limit";
        WithdrawOwnPayoutDetailsAnswer: {
            data: components["schemas"]["PayoutDetailsVersion"][];
        };
        WritePartnerNoteBody: {
            text: string;
        };
    };
    responses: {
        AcceptInvitationAnswer200: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationAnswer"];
            };
        };
        AccountAnswer200: {
            content: {
                "application/json": components["schemas"]["AccountAnswer"];
            };
        };
        AdvancedClockAnswer200: {
            content: {
                "application/json": components["schemas"]["AdvancedClockAnswer"];
            };
        };
        ApiKeyAnswer200: {
            content: {
                "application/json": components["schemas"]["ApiKeyAnswer"];
            };
        };
        ApiKeyPage200: {
            content: {
                "application/json": components["schemas"]["ApiKeyPage"];
            };
        };
        ApplicationDetailsAnswer200: {
            content: {
                "application/json": components["schemas"]["ApplicationDetailsAnswer"];
            };
        };
        ApplicationPage200: {
            content: {
                "application/json": components["schemas"]["ApplicationPage"];
            };
        };
        AskedApplicationAnswer200: {
            content: {
                "application/json": components["schemas"]["AskedApplicationAnswer"];
            };
        };
        AskPartnerSignInLinkAnswer200: {
            content: {
                "application/json": components["schemas"]["AskPartnerSignInLinkAnswer"];
            };
        };
        AuditEntryPage200: {
            content: {
                "application/json": components["schemas"]["AuditEntryPage"];
            };
        };
        AuthorizeProcessorAnswer200: {
            content: {
                "application/json": components["schemas"]["AuthorizeProcessorAnswer"];
            };
        };
        BrandAnswer200: {
            content: {
                "application/json": components["schemas"]["BrandAnswer"];
            };
        };
        CallHealthAnswer200: {
            content: {
                "application/json": components["schemas"]["CallHealthAnswer"];
            };
        };
        CancelInvitationAnswer200: {
            content: {
                "application/json": components["schemas"]["CancelInvitationAnswer"];
            };
        };
        ClaimAnswer200: {
            content: {
                "application/json": components["schemas"]["ClaimAnswer"];
            };
        };
        ClaimDetailsAnswer200: {
            content: {
                "application/json": components["schemas"]["ClaimDetailsAnswer"];
            };
        };
        ClaimPage200: {
            content: {
                "application/json": components["schemas"]["ClaimPage"];
            };
        };
        ClosePartnerAccountAnswer200: {
            content: {
                "application/json": components["schemas"]["ClosePartnerAccountAnswer"];
            };
        };
        CommissionAnswer200: {
            content: {
                "application/json": components["schemas"]["CommissionAnswer"];
            };
        };
        CommissionPage200: {
            content: {
                "application/json": components["schemas"]["CommissionPage"];
            };
        };
        CommissionPolicyAnswer200: {
            content: {
                "application/json": components["schemas"]["CommissionPolicyAnswer"];
            };
        };
        CommissionPolicyAnswer201: {
            content: {
                "application/json": components["schemas"]["CommissionPolicyAnswer"];
            };
        };
        CommissionPolicyPage200: {
            content: {
                "application/json": components["schemas"]["CommissionPolicyPage"];
            };
        };
        CopiedSignInLinkAnswer201: {
            content: {
                "application/json": components["schemas"]["CopiedSignInLinkAnswer"];
            };
        };
        CountCustomersAnswer200: {
            content: {
                "application/json": components["schemas"]["CountCustomersAnswer"];
            };
        };
        CountOpenClaimsAnswer200: {
            content: {
                "application/json": components["schemas"]["CountOpenClaimsAnswer"];
            };
        };
        CreateWorkspaceAnswer200: {
            content: {
                "application/json": components["schemas"]["CreateWorkspaceAnswer"];
            };
        };
        /** @description A CSV file (RFC 4180, UTF-8 with a byte order mark), streamed. */
        CsvFile200: {
            content: {
                "text/csv": components["schemas"]["CsvFile"];
            };
        };
        CustomerPage200: {
            content: {
                "application/json": components["schemas"]["CustomerPage"];
            };
        };
        DeleteApiKeyAnswer200: {
            content: {
                "application/json": components["schemas"]["DeleteApiKeyAnswer"];
            };
        };
        DeletePartnerNoteAnswer200: {
            content: {
                "application/json": components["schemas"]["DeletePartnerNoteAnswer"];
            };
        };
        DeleteWebhookAnswer200: {
            content: {
                "application/json": components["schemas"]["DeleteWebhookAnswer"];
            };
        };
        DisableTwoFactorAnswer200: {
            content: {
                "application/json": components["schemas"]["DisableTwoFactorAnswer"];
            };
        };
        EnableTwoFactorAnswer200: {
            content: {
                "application/json": components["schemas"]["EnableTwoFactorAnswer"];
            };
        };
        EndAllSessionsAnswer200: {
            content: {
                "application/json": components["schemas"]["EndAllSessionsAnswer"];
            };
        };
        EndPartnerSessionAnswer200: {
            content: {
                "application/json": components["schemas"]["EndPartnerSessionAnswer"];
            };
        };
        EndPartnerSessionsAnswer200: {
            content: {
                "application/json": components["schemas"]["EndPartnerSessionsAnswer"];
            };
        };
        EndWebhookListenerAnswer200: {
            content: {
                "application/json": components["schemas"]["EndWebhookListenerAnswer"];
            };
        };
        EnteredPartnerVisitAnswer200: {
            content: {
                "application/json": components["schemas"]["EnteredPartnerVisitAnswer"];
            };
        };
        ErasedPersonAnswer200: {
            content: {
                "application/json": components["schemas"]["ErasedPersonAnswer"];
            };
        };
        EventDetailsAnswer200: {
            content: {
                "application/json": components["schemas"]["EventDetailsAnswer"];
            };
        };
        ExplainedEarningAnswer200: {
            content: {
                "application/json": components["schemas"]["ExplainedEarningAnswer"];
            };
        };
        ExplanationAnswer200: {
            content: {
                "application/json": components["schemas"]["ExplanationAnswer"];
            };
        };
        Health200: {
            content: {
                "application/json": components["schemas"]["Health"];
            };
        };
        Health503: {
            content: {
                "application/json": components["schemas"]["Health"];
            };
        };
        ImportPayoutsAnswer200: {
            content: {
                "application/json": components["schemas"]["ImportPayoutsAnswer"];
            };
        };
        InvitationPage200: {
            content: {
                "application/json": components["schemas"]["InvitationPage"];
            };
        };
        InvoiceLinePage200: {
            content: {
                "application/json": components["schemas"]["InvoiceLinePage"];
            };
        };
        InvoicePage200: {
            content: {
                "application/json": components["schemas"]["InvoicePage"];
            };
        };
        InvoicePreviewAnswer200: {
            content: {
                "application/json": components["schemas"]["InvoicePreviewAnswer"];
            };
        };
        JoinPageAnswer200: {
            content: {
                "application/json": components["schemas"]["JoinPageAnswer"];
            };
        };
        JoinPagePreviewAnswer200: {
            content: {
                "application/json": components["schemas"]["JoinPagePreviewAnswer"];
            };
        };
        KeptEventAnswer200: {
            content: {
                "application/json": components["schemas"]["KeptEventAnswer"];
            };
        };
        KeptEventPage200: {
            content: {
                "application/json": components["schemas"]["KeptEventPage"];
            };
        };
        /** @description No valid credential. */
        KeyError401: {
            content: {
                "application/json": components["schemas"]["KeyError"];
            };
        };
        LinkAnswer200: {
            content: {
                "application/json": components["schemas"]["LinkAnswer"];
            };
        };
        LinkAnswer201: {
            content: {
                "application/json": components["schemas"]["LinkAnswer"];
            };
        };
        LinkPage200: {
            content: {
                "application/json": components["schemas"]["LinkPage"];
            };
        };
        ListCommissionChangesAnswer200: {
            content: {
                "application/json": components["schemas"]["ListCommissionChangesAnswer"];
            };
        };
        ListEventsAnswer200: {
            content: {
                "application/json": components["schemas"]["ListEventsAnswer"];
            };
        };
        ListOwnLinksAnswer200: {
            content: {
                "application/json": components["schemas"]["ListOwnLinksAnswer"];
            };
        };
        ListOwnPayoutDetailsAnswer200: {
            content: {
                "application/json": components["schemas"]["ListOwnPayoutDetailsAnswer"];
            };
        };
        ListOwnProgramsAnswer200: {
            content: {
                "application/json": components["schemas"]["ListOwnProgramsAnswer"];
            };
        };
        ListOwnStatementsAnswer200: {
            content: {
                "application/json": components["schemas"]["ListOwnStatementsAnswer"];
            };
        };
        ListOwnSubIdsAnswer200: {
            content: {
                "application/json": components["schemas"]["ListOwnSubIdsAnswer"];
            };
        };
        ListPartnerReportAnswer200: {
            content: {
                "application/json": components["schemas"]["ListPartnerReportAnswer"];
            };
        };
        ListPartnerSessionsAnswer200: {
            content: {
                "application/json": components["schemas"]["ListPartnerSessionsAnswer"];
            };
        };
        ListPartnerTagsAnswer200: {
            content: {
                "application/json": components["schemas"]["ListPartnerTagsAnswer"];
            };
        };
        ListPasskeysAnswer200: {
            content: {
                "application/json": components["schemas"]["ListPasskeysAnswer"];
            };
        };
        ListPayoutDetailsAnswer200: {
            content: {
                "application/json": components["schemas"]["ListPayoutDetailsAnswer"];
            };
        };
        ListStoryLinksAnswer200: {
            content: {
                "application/json": components["schemas"]["ListStoryLinksAnswer"];
            };
        };
        LookAtPartnerSignInLinkAnswer200: {
            content: {
                "application/json": components["schemas"]["LookAtPartnerSignInLinkAnswer"];
            };
        };
        MadePartnerInvitationAnswer201: {
            content: {
                "application/json": components["schemas"]["MadePartnerInvitationAnswer"];
            };
        };
        MailAnswer200: {
            content: {
                "application/json": components["schemas"]["MailAnswer"];
            };
        };
        MailChoicesAnswer200: {
            content: {
                "application/json": components["schemas"]["MailChoicesAnswer"];
            };
        };
        MailPage200: {
            content: {
                "application/json": components["schemas"]["MailPage"];
            };
        };
        MailSettingsAnswer200: {
            content: {
                "application/json": components["schemas"]["MailSettingsAnswer"];
            };
        };
        ManagementKeyAnswer200: {
            content: {
                "application/json": components["schemas"]["ManagementKeyAnswer"];
            };
        };
        ManagementKeyPage200: {
            content: {
                "application/json": components["schemas"]["ManagementKeyPage"];
            };
        };
        MarkCommissionsPaidAnswer200: {
            content: {
                "application/json": components["schemas"]["MarkCommissionsPaidAnswer"];
            };
        };
        MarkedPayoutsAnswer200: {
            content: {
                "application/json": components["schemas"]["MarkedPayoutsAnswer"];
            };
        };
        MemberAnswer200: {
            content: {
                "application/json": components["schemas"]["MemberAnswer"];
            };
        };
        MemberPage200: {
            content: {
                "application/json": components["schemas"]["MemberPage"];
            };
        };
        NewApiKeyAnswer201: {
            content: {
                "application/json": components["schemas"]["NewApiKeyAnswer"];
            };
        };
        NewInvitationAnswer201: {
            content: {
                "application/json": components["schemas"]["NewInvitationAnswer"];
            };
        };
        NewManagementKeyAnswer201: {
            content: {
                "application/json": components["schemas"]["NewManagementKeyAnswer"];
            };
        };
        NewRecoveryCodesAnswer200: {
            content: {
                "application/json": components["schemas"]["NewRecoveryCodesAnswer"];
            };
        };
        NewStoryLinkAnswer201: {
            content: {
                "application/json": components["schemas"]["NewStoryLinkAnswer"];
            };
        };
        NewWebhookAnswer200: {
            content: {
                "application/json": components["schemas"]["NewWebhookAnswer"];
            };
        };
        NewWebhookAnswer201: {
            content: {
                "application/json": components["schemas"]["NewWebhookAnswer"];
            };
        };
        OwnClaimAnswer200: {
            content: {
                "application/json": components["schemas"]["OwnClaimAnswer"];
            };
        };
        OwnClaimAnswer201: {
            content: {
                "application/json": components["schemas"]["OwnClaimAnswer"];
            };
        };
        OwnClaimPage200: {
            content: {
                "application/json": components["schemas"]["OwnClaimPage"];
            };
        };
        OwnEarningPage200: {
            content: {
                "application/json": components["schemas"]["OwnEarningPage"];
            };
        };
        OwnLinkAnswer201: {
            content: {
                "application/json": components["schemas"]["OwnLinkAnswer"];
            };
        };
        OwnOverviewAnswer200: {
            content: {
                "application/json": components["schemas"]["OwnOverviewAnswer"];
            };
        };
        OwnPayoutPage200: {
            content: {
                "application/json": components["schemas"]["OwnPayoutPage"];
            };
        };
        OwnQuestionAnswerAnswer200: {
            content: {
                "application/json": components["schemas"]["OwnQuestionAnswerAnswer"];
            };
        };
        PartnerAccountAnswer200: {
            content: {
                "application/json": components["schemas"]["PartnerAccountAnswer"];
            };
        };
        PartnerAnswer200: {
            content: {
                "application/json": components["schemas"]["PartnerAnswer"];
            };
        };
        PartnerAnswer201: {
            content: {
                "application/json": components["schemas"]["PartnerAnswer"];
            };
        };
        PartnerBalancePage200: {
            content: {
                "application/json": components["schemas"]["PartnerBalancePage"];
            };
        };
        /** @description A JSON file, streamed. */
        PartnerExport200: {
            content: {
                "application/json": components["schemas"]["PartnerExport"];
            };
        };
        PartnerGroupAnswer200: {
            content: {
                "application/json": components["schemas"]["PartnerGroupAnswer"];
            };
        };
        PartnerGroupAnswer201: {
            content: {
                "application/json": components["schemas"]["PartnerGroupAnswer"];
            };
        };
        PartnerGroupPage200: {
            content: {
                "application/json": components["schemas"]["PartnerGroupPage"];
            };
        };
        PartnerImportAnswer201: {
            content: {
                "application/json": components["schemas"]["PartnerImportAnswer"];
            };
        };
        PartnerImportPreviewAnswer200: {
            content: {
                "application/json": components["schemas"]["PartnerImportPreviewAnswer"];
            };
        };
        PartnerInvitationAnswer200: {
            content: {
                "application/json": components["schemas"]["PartnerInvitationAnswer"];
            };
        };
        PartnerInvitationPage200: {
            content: {
                "application/json": components["schemas"]["PartnerInvitationPage"];
            };
        };
        PartnerNoteAnswer200: {
            content: {
                "application/json": components["schemas"]["PartnerNoteAnswer"];
            };
        };
        PartnerNoteAnswer201: {
            content: {
                "application/json": components["schemas"]["PartnerNoteAnswer"];
            };
        };
        PartnerNotePage200: {
            content: {
                "application/json": components["schemas"]["PartnerNotePage"];
            };
        };
        PartnerPage200: {
            content: {
                "application/json": components["schemas"]["PartnerPage"];
            };
        };
        PartnerPasskeyAnswer200: {
            content: {
                "application/json": components["schemas"]["PartnerPasskeyAnswer"];
            };
        };
        PartnerPasskeyAnswer201: {
            content: {
                "application/json": components["schemas"]["PartnerPasskeyAnswer"];
            };
        };
        PartnerVisitAnswer201: {
            content: {
                "application/json": components["schemas"]["PartnerVisitAnswer"];
            };
        };
        PasskeyOptionsAnswer200: {
            content: {
                "application/json": components["schemas"]["PasskeyOptionsAnswer"];
            };
        };
        PaymentFileMadeAnswer200: {
            content: {
                "application/json": components["schemas"]["PaymentFileMadeAnswer"];
            };
        };
        PaymentFilePreviewAnswer200: {
            content: {
                "application/json": components["schemas"]["PaymentFilePreviewAnswer"];
            };
        };
        PayoutAnswer200: {
            content: {
                "application/json": components["schemas"]["PayoutAnswer"];
            };
        };
        PayoutBatchAnswer201: {
            content: {
                "application/json": components["schemas"]["PayoutBatchAnswer"];
            };
        };
        PayoutBatchPreviewAnswer200: {
            content: {
                "application/json": components["schemas"]["PayoutBatchPreviewAnswer"];
            };
        };
        PayoutItemPage200: {
            content: {
                "application/json": components["schemas"]["PayoutItemPage"];
            };
        };
        PayoutPage200: {
            content: {
                "application/json": components["schemas"]["PayoutPage"];
            };
        };
        PayoutSettingsAnswer200: {
            content: {
                "application/json": components["schemas"]["PayoutSettingsAnswer"];
            };
        };
        Performance200: {
            content: {
                "application/json": components["schemas"]["Performance"];
            };
        };
        PersonAnswer200: {
            content: {
                "application/json": components["schemas"]["PersonAnswer"];
            };
        };
        /** @description The request breaks a rule of its fields, or cannot be attributed. */
        PlatformError400: {
            content: {
                "application/json": components["schemas"]["PlatformError"];
            };
        };
        /** @description No valid credential. */
        PlatformError401: {
            content: {
                "application/json": components["schemas"]["PlatformError"];
            };
        };
        /** @description This account may not do this here. */
        PlatformError403: {
            content: {
                "application/json": components["schemas"]["PlatformError"];
            };
        };
        /** @description There is no such thing. */
        PlatformError404: {
            content: {
                "application/json": components["schemas"]["PlatformError"];
            };
        };
        /** @description It was recorded before, or clashes with what is there. */
        PlatformError409: {
            content: {
                "application/json": components["schemas"]["PlatformError"];
            };
        };
        /** @description The body is too large. */
        PlatformError413: {
            content: {
                "application/json": components["schemas"]["PlatformError"];
            };
        };
        /** @description The body is not JSON. */
        PlatformError415: {
            content: {
                "application/json": components["schemas"]["PlatformError"];
            };
        };
        /** @description Well-formed, but the service does not take it. */
        PlatformError422: {
            content: {
                "application/json": components["schemas"]["PlatformError"];
            };
        };
        /** @description Something failed on our side; the request id is in the answer. */
        PlatformError500: {
            content: {
                "application/json": components["schemas"]["PlatformError"];
            };
        };
        /** @description The database cannot be used for now: send the call again after `Retry-After` seconds. */
        PlatformError503: {
            content: {
                "application/json": components["schemas"]["PlatformError"];
            };
        };
        PolicyPreviewAnswer200: {
            content: {
                "application/json": components["schemas"]["PolicyPreviewAnswer"];
            };
        };
        PortalSettingsAnswer200: {
            content: {
                "application/json": components["schemas"]["PortalSettingsAnswer"];
            };
        };
        PreviewAccountClosingAnswer200: {
            content: {
                "application/json": components["schemas"]["PreviewAccountClosingAnswer"];
            };
        };
        ProcessorConnectionAnswer200: {
            content: {
                "application/json": components["schemas"]["ProcessorConnectionAnswer"];
            };
        };
        ProgramAnswer200: {
            content: {
                "application/json": components["schemas"]["ProgramAnswer"];
            };
        };
        ProgramAnswer201: {
            content: {
                "application/json": components["schemas"]["ProgramAnswer"];
            };
        };
        ProgramPage200: {
            content: {
                "application/json": components["schemas"]["ProgramPage"];
            };
        };
        ReadBreakdownAnswer200: {
            content: {
                "application/json": components["schemas"]["ReadBreakdownAnswer"];
            };
        };
        ReadOwnBalanceAnswer200: {
            content: {
                "application/json": components["schemas"]["ReadOwnBalanceAnswer"];
            };
        };
        ReadPartnerNumbersAnswer200: {
            content: {
                "application/json": components["schemas"]["ReadPartnerNumbersAnswer"];
            };
        };
        ReadStatusAnswer200: {
            content: {
                "application/json": components["schemas"]["ReadStatusAnswer"];
            };
        };
        ReceiveProcessorEventAnswer200: {
            content: {
                "application/json": components["schemas"]["ReceiveProcessorEventAnswer"];
            };
        };
        RefundSaleAnswer200: {
            content: {
                "application/json": components["schemas"]["RefundSaleAnswer"];
            };
        };
        RefusalPage200: {
            content: {
                "application/json": components["schemas"]["RefusalPage"];
            };
        };
        RemoveMemberAnswer200: {
            content: {
                "application/json": components["schemas"]["RemoveMemberAnswer"];
            };
        };
        RemovePasskeyAnswer200: {
            content: {
                "application/json": components["schemas"]["RemovePasskeyAnswer"];
            };
        };
        ResetPasswordAnswer200: {
            content: {
                "application/json": components["schemas"]["ResetPasswordAnswer"];
            };
        };
        RevealedPayoutDetailsAnswer200: {
            content: {
                "application/json": components["schemas"]["RevealedPayoutDetailsAnswer"];
            };
        };
        ReviewedCommissionsAnswer200: {
            content: {
                "application/json": components["schemas"]["ReviewedCommissionsAnswer"];
            };
        };
        RevokeStoryLinkAnswer200: {
            content: {
                "application/json": components["schemas"]["RevokeStoryLinkAnswer"];
            };
        };
        SalePage200: {
            content: {
                "application/json": components["schemas"]["SalePage"];
            };
        };
        SetOwnPayoutDetailsAnswer200: {
            content: {
                "application/json": components["schemas"]["SetOwnPayoutDetailsAnswer"];
            };
        };
        SharedStoryAnswer200: {
            content: {
                "application/json": components["schemas"]["SharedStoryAnswer"];
            };
        };
        SignedIn200: {
            content: {
                "application/json": components["schemas"]["SignedIn"];
            };
        };
        SignInAnswer200: {
            content: {
                "application/json": components["schemas"]["SignInAnswer"];
            };
        };
        SignInByPasskeyAnswer200: {
            content: {
                "application/json": components["schemas"]["SignInByPasskeyAnswer"];
            };
        };
        SignInOptionsAnswer200: {
            content: {
                "application/json": components["schemas"]["SignInOptionsAnswer"];
            };
        };
        SignInPartnerAnswer200: {
            content: {
                "application/json": components["schemas"]["SignInPartnerAnswer"];
            };
        };
        SignOutAnswer200: {
            content: {
                "application/json": components["schemas"]["SignOutAnswer"];
            };
        };
        SignOutPartnerAnswer200: {
            content: {
                "application/json": components["schemas"]["SignOutPartnerAnswer"];
            };
        };
        SignUpAnswer200: {
            content: {
                "application/json": components["schemas"]["SignUpAnswer"];
            };
        };
        /** @description A page that prints on A4. */
        StatementPage200: {
            content: {
                "text/html": components["schemas"]["StatementPage"];
            };
        };
        SumCommissionsAnswer200: {
            content: {
                "application/json": components["schemas"]["SumCommissionsAnswer"];
            };
        };
        TrackClickAnswer200: {
            content: {
                "application/json": components["schemas"]["TrackClickAnswer"];
            };
        };
        TrackLeadAnswer200: {
            content: {
                "application/json": components["schemas"]["TrackLeadAnswer"];
            };
        };
        TrackRefundAnswer200: {
            content: {
                "application/json": components["schemas"]["TrackRefundAnswer"];
            };
        };
        TrackSaleAnswer200: {
            content: {
                "application/json": components["schemas"]["TrackSaleAnswer"];
            };
        };
        /** @description Too many requests. */
        TypedRateLimitError429: {
            content: {
                "application/json": components["schemas"]["TypedRateLimitError"];
            };
        };
        UnattributedPaymentAnswer200: {
            content: {
                "application/json": components["schemas"]["UnattributedPaymentAnswer"];
            };
        };
        UnattributedPaymentPage200: {
            content: {
                "application/json": components["schemas"]["UnattributedPaymentPage"];
            };
        };
        UpdateWorkspaceAnswer200: {
            content: {
                "application/json": components["schemas"]["UpdateWorkspaceAnswer"];
            };
        };
        WebhookAnswer200: {
            content: {
                "application/json": components["schemas"]["WebhookAnswer"];
            };
        };
        WebhookDeliveryAnswer200: {
            content: {
                "application/json": components["schemas"]["WebhookDeliveryAnswer"];
            };
        };
        WebhookDeliveryPage200: {
            content: {
                "application/json": components["schemas"]["WebhookDeliveryPage"];
            };
        };
        WebhookListenedEvents200: {
            content: {
                "application/json": components["schemas"]["WebhookListenedEvents"];
            };
        };
        WebhookListenerAnswer200: {
            content: {
                "application/json": components["schemas"]["WebhookListenerAnswer"];
            };
        };
        WebhookListenerAnswer201: {
            content: {
                "application/json": components["schemas"]["WebhookListenerAnswer"];
            };
        };
        WebhookPage200: {
            content: {
                "application/json": components["schemas"]["WebhookPage"];
            };
        };
        WholeInvoiceAnswer200: {
            content: {
                "application/json": components["schemas"]["WholeInvoiceAnswer"];
            };
        };
        WholeInvoiceAnswer201: {
            content: {
                "application/json": components["schemas"]["WholeInvoiceAnswer"];
            };
        };
        WithdrawOwnPayoutDetailsAnswer200: {
            content: {
                "application/json": components["schemas"]["WithdrawOwnPayoutDetailsAnswer"];
            };
        };
    };
    parameters: {
        ApplicationIdInPath: string;
        BatchIdInQuery: number;
        BucketInQuery: components["schemas"]["CallBucket"];
        /** @description What happened is broken down by it: `partner` and `link` from the daily statistics; of clicks `subId` (`?sub=` of the address that was clicked), `landingPage`, `referrer` (the site), `language` and `country` of the browser’s language, `device` and `visitor` (`new` or `returning`); of sales `product`, `currency` and `renewal` (`first` or `renewal`). */
        ByInQuery: "partner" | "group" | "link" | "subId" | "landingPage" | "referrer" | "language" | "country" | "device" | "visitor" | "product" | "currency" | "renewal";
        CallInQuery: components["schemas"]["TrackCall"];
        ClaimIdInPath: string;
        /** @description The error code, or the reason, of the answer. */
        CodeInQuery: string;
        CommissionIdInPath: string;
        /** @description `meta.nextCursor` of the page before. */
        CursorInQuery: string;
        /** @description Start, beside `dateTo`; the two go before `period`. ISO 8601: a date is that whole day in the program's time zone. */
        DateFromInQuery: string;
        /** @description End, beside `dateFrom`. ISO 8601: a date is that whole day in the program's time zone. */
        DateToInQuery: string;
        DirectionInQuery: "asc" | "desc";
        /** @description Everybody who is known by this e-mail. It is not kept: its keyed hash is compared. */
        EmailInQuery: string;
        /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
        FromInQuery: string;
        GroupIdInPath: string;
        /** @description The id of a group, or `none`: in no group. */
        GroupInQuery: string;
        /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
        "Idempotency-KeyInHeader": string;
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
        PartnerIdInPath: string;
        PartnerIdInQuery: number;
        PasskeyIdInPath: string;
        PaymentIdInPath: string;
        PayoutIdInPath: string;
        PeriodInQuery: "7d" | "30d" | "90d" | "all";
        /** @description An integer. */
        ProgramIdInPath: string;
        /** @description `sales` for a breakdown of sales, otherwise `clicks`. */
        SortInQuery: "name" | "clicks" | "leads" | "conversions" | "sales" | "revenue" | "commission";
        /** @description Partners who have this tag, whatever its case. */
        TagInQuery: string;
        /** @description In a transaction, customer, click or link that was sent, in the request id or the message; at most 255 characters. */
        TextInQuery: string;
        /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
        ToInQuery: string;
        WebhookIdInPath: string;
        WorkspaceIdInPath: string;
    };
    requestBodies: never;
    headers: {
        /** @description Of this answer: for `If-None-Match` of the next call. */
        ETag: string;
        /** @description What is left of the limit, and for how many seconds. */
        RateLimit: string;
        /** @description The limit: calls and seconds. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait. */
        "Retry-After": number;
        /** @description The same id stands in the log. */
        "x-request-id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readAccount: {
        parameters: {};
        responses: {
            200: components["responses"]["AccountAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    changePassword: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordBody"];
            };
        };
        responses: {
            200: components["responses"]["SignedIn200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    createWorkspace: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspaceBody"];
            };
        };
        responses: {
            200: components["responses"]["CreateWorkspaceAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    resetPassword: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordBody"];
            };
        };
        responses: {
            200: components["responses"]["ResetPasswordAnswer200"];
            400: components["responses"]["PlatformError400"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    endAllSessions: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndAllSessionsBody"];
            };
        };
        responses: {
            200: components["responses"]["EndAllSessionsAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    signIn: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInBody"];
            };
        };
        responses: {
            200: components["responses"]["SignInAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    signOut: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignOutBody"];
            };
        };
        responses: {
            200: components["responses"]["SignOutAnswer200"];
            400: components["responses"]["PlatformError400"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    signUp: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpBody"];
            };
        };
        responses: {
            200: components["responses"]["SignUpAnswer200"];
            400: components["responses"]["PlatformError400"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    disableTwoFactor: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisableTwoFactorBody"];
            };
        };
        responses: {
            200: components["responses"]["DisableTwoFactorAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    enableTwoFactor: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnableTwoFactorBody"];
            };
        };
        responses: {
            200: components["responses"]["EnableTwoFactorAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    newRecoveryCodes: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRecoveryCodesBody"];
            };
        };
        responses: {
            200: components["responses"]["NewRecoveryCodesAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    verifyRecoveryCode: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyRecoveryCodeBody"];
            };
        };
        responses: {
            200: components["responses"]["SignedIn200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    verifyTotp: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyTotpBody"];
            };
        };
        responses: {
            200: components["responses"]["SignedIn200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    acceptInvitation: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationBody"];
            };
        };
        responses: {
            200: components["responses"]["AcceptInvitationAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readPartnerAccount: {
        parameters: {};
        responses: {
            200: components["responses"]["PartnerAccountAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    updatePartnerAccount: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePartnerAccountBody"];
            };
        };
        responses: {
            200: components["responses"]["PartnerAccountAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    closePartnerAccount: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClosePartnerAccountBody"];
            };
        };
        responses: {
            200: components["responses"]["ClosePartnerAccountAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    previewAccountClosing: {
        parameters: {};
        responses: {
            200: components["responses"]["PreviewAccountClosingAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    exportPartnerAccount: {
        parameters: {};
        responses: {
            200: components["responses"]["PartnerExport200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPasskeys: {
        parameters: {};
        responses: {
            200: components["responses"]["ListPasskeysAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    addPasskey: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskeyBody"];
            };
        };
        responses: {
            201: components["responses"]["PartnerPasskeyAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    removePasskey: {
        parameters: {
            path: {
                passkeyId: components["parameters"]["PasskeyIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["RemovePasskeyAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    renamePasskey: {
        parameters: {
            path: {
                passkeyId: components["parameters"]["PasskeyIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenamePasskeyBody"];
            };
        };
        responses: {
            200: components["responses"]["PartnerPasskeyAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    beginPasskey: {
        parameters: {};
        responses: {
            200: components["responses"]["PasskeyOptionsAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listOwnPrograms: {
        parameters: {};
        responses: {
            200: components["responses"]["ListOwnProgramsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readOwnBalance: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ReadOwnBalanceAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listOwnClaims: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["OwnClaimPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    fileOwnClaim: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileOwnClaimBody"];
            };
        };
        responses: {
            201: components["responses"]["OwnClaimAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    withdrawOwnClaim: {
        parameters: {
            path: {
                claimId: components["parameters"]["ClaimIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["OwnClaimAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listOwnEarnings: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                from?: components["parameters"]["FromInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                status?: components["schemas"]["CommissionStatus"];
                /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                to?: components["parameters"]["ToInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["OwnEarningPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    exportOwnEarnings: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                from?: components["parameters"]["FromInQuery"];
                status?: components["schemas"]["CommissionStatus"];
                /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                to?: components["parameters"]["ToInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CsvFile200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readOwnEarning: {
        parameters: {
            path: {
                commissionId: components["parameters"]["CommissionIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ExplainedEarningAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listOwnLinks: {
        parameters: {
            query?: {
                /** @description Start, beside `dateTo`; the two go before `period`. ISO 8601: a date is that whole day in the program's time zone. */
                dateFrom?: components["parameters"]["DateFromInQuery"];
                /** @description End, beside `dateFrom`. ISO 8601: a date is that whole day in the program's time zone. */
                dateTo?: components["parameters"]["DateToInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ListOwnLinksAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    createOwnLink: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOwnLinkBody"];
            };
        };
        responses: {
            201: components["responses"]["OwnLinkAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readMailChoices: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["MailChoicesAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    setMailChoices: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetMailChoicesBody"];
            };
        };
        responses: {
            200: components["responses"]["MailChoicesAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readOwnOverview: {
        parameters: {
            query?: {
                /** @description Start, beside `dateTo`; the two go before `period`. ISO 8601: a date is that whole day in the program's time zone. */
                dateFrom?: components["parameters"]["DateFromInQuery"];
                /** @description End, beside `dateFrom`. ISO 8601: a date is that whole day in the program's time zone. */
                dateTo?: components["parameters"]["DateToInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["OwnOverviewAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listOwnPayoutDetails: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ListOwnPayoutDetailsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    setOwnPayoutDetails: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetOwnPayoutDetailsBody"];
            };
        };
        responses: {
            200: components["responses"]["SetOwnPayoutDetailsAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    withdrawOwnPayoutDetails: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["WithdrawOwnPayoutDetailsAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listOwnPayouts: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["OwnPayoutPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    askAboutOwnSale: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskAboutOwnSaleBody"];
            };
        };
        responses: {
            200: components["responses"]["OwnQuestionAnswerAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    exportOwnStatement: {
        parameters: {
            query: {
                /**
                 * @description YYYY-MM
                 * @example 2026-02
                 */
                month: components["parameters"]["MonthInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CsvFile200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    printOwnStatement: {
        parameters: {
            query: {
                /**
                 * @description YYYY-MM
                 * @example 2026-02
                 */
                month: components["parameters"]["MonthInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["StatementPage200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listOwnStatements: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ListOwnStatementsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listOwnSubIds: {
        parameters: {
            query?: {
                /** @description Start, beside `dateTo`; the two go before `period`. ISO 8601: a date is that whole day in the program's time zone. */
                dateFrom?: components["parameters"]["DateFromInQuery"];
                /** @description End, beside `dateFrom`. ISO 8601: a date is that whole day in the program's time zone. */
                dateTo?: components["parameters"]["DateToInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ListOwnSubIdsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPartnerSessions: {
        parameters: {};
        responses: {
            200: components["responses"]["ListPartnerSessionsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    endPartnerSessions: {
        parameters: {};
        responses: {
            200: components["responses"]["EndPartnerSessionsAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    endPartnerSession: {
        parameters: {
            path: {
                sessionId: string;
            };
        };
        responses: {
            200: components["responses"]["EndPartnerSessionAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    signInPartner: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInPartnerBody"];
            };
        };
        responses: {
            200: components["responses"]["SignInPartnerAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    askPartnerSignInLink: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskPartnerSignInLinkBody"];
            };
        };
        responses: {
            200: components["responses"]["AskPartnerSignInLinkAnswer200"];
            400: components["responses"]["PlatformError400"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    lookAtPartnerSignInLink: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookAtPartnerSignInLinkBody"];
            };
        };
        responses: {
            200: components["responses"]["LookAtPartnerSignInLinkAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    signInByPasskey: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInByPasskeyBody"];
            };
        };
        responses: {
            200: components["responses"]["SignInByPasskeyAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    beginPasskeySignIn: {
        parameters: {};
        responses: {
            200: components["responses"]["PasskeyOptionsAnswer200"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    signOutPartner: {
        parameters: {};
        responses: {
            200: components["responses"]["SignOutPartnerAnswer200"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    enterPartnerVisit: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnterPartnerVisitBody"];
            };
        };
        responses: {
            200: components["responses"]["EnteredPartnerVisitAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    finishProcessorAuthorization: {
        parameters: {
            query?: {
                code?: string;
                error?: string;
                state?: string;
            };
            path: {
                processor: string;
            };
        };
        responses: {
            /** @description To the dashboard: connected, denied, refused, conflict or live. */
            302: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPrograms: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
        };
        responses: {
            200: components["responses"]["ProgramPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    createProgram: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProgramBody"];
            };
        };
        responses: {
            201: components["responses"]["ProgramAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readProgram: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ProgramAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    updateProgram: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProgramBody"];
            };
        };
        responses: {
            200: components["responses"]["ProgramAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ApiKeyPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    createApiKey: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyBody"];
            };
        };
        responses: {
            201: components["responses"]["NewApiKeyAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    deleteApiKey: {
        parameters: {
            path: {
                keyId: components["parameters"]["KeyIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["DeleteApiKeyAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    retireApiKey: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                keyId: components["parameters"]["KeyIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetireApiKeyBody"];
            };
        };
        responses: {
            200: components["responses"]["ApiKeyAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listApplications: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Those whose name, e-mail or website holds this text, whatever its case. */
                search?: string;
                status?: components["schemas"]["ApplicationStatus"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ApplicationPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readApplication: {
        parameters: {
            path: {
                applicationId: components["parameters"]["ApplicationIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ApplicationDetailsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    approveApplication: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                applicationId: components["parameters"]["ApplicationIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveApplicationBody"];
            };
        };
        responses: {
            200: components["responses"]["ApplicationDetailsAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    askApplicant: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                applicationId: components["parameters"]["ApplicationIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskApplicantBody"];
            };
        };
        responses: {
            200: components["responses"]["AskedApplicationAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    rejectApplication: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                applicationId: components["parameters"]["ApplicationIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectApplicationBody"];
            };
        };
        responses: {
            200: components["responses"]["ApplicationDetailsAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listBalances: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PartnerBalancePage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readBrand: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["BrandAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    changeBrand: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeBrandBody"];
            };
        };
        responses: {
            200: components["responses"]["BrandAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listClaims: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: number;
                state?: components["schemas"]["ClaimState"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ClaimPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readClaim: {
        parameters: {
            query?: {
                /** @description The order to look at, of a claim that names a day alone. */
                transactionId?: string;
            };
            path: {
                claimId: components["parameters"]["ClaimIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ClaimDetailsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    acceptClaim: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                claimId: components["parameters"]["ClaimIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptClaimBody"];
            };
        };
        responses: {
            200: components["responses"]["ClaimAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    rejectClaim: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                claimId: components["parameters"]["ClaimIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectClaimBody"];
            };
        };
        responses: {
            200: components["responses"]["ClaimAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    countOpenClaims: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CountOpenClaimsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    advanceClock: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceClockBody"];
            };
        };
        responses: {
            200: components["responses"]["AdvancedClockAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listCommissionPolicies: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                groupId?: number;
                /** @description Also the versions that were replaced or ended. */
                history?: boolean;
                limit?: components["parameters"]["LimitInQuery"];
                productId?: string;
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CommissionPolicyPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    setCommissionPolicy: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetCommissionPolicyBody"];
            };
        };
        responses: {
            201: components["responses"]["CommissionPolicyAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    endCommissionPolicy: {
        parameters: {
            path: {
                policyId: string;
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CommissionPolicyAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    previewCommissionPolicy: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewCommissionPolicyBody"];
            };
        };
        responses: {
            200: components["responses"]["PolicyPreviewAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listCommissions: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                from?: components["parameters"]["FromInQuery"];
                kind?: components["parameters"]["KindInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Rows of a transaction, a customer or a partner: a transaction id, a customer key, a partner’s name, e-mail or link code, or how one of these begins where none is called so; a whole click id, or a customer’s whole e-mail. Upper and lower case differ, but for names of partners and e-mails. */
                search?: string;
                status?: components["schemas"]["CommissionStatus"];
                /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                to?: components["parameters"]["ToInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CommissionPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    exportCommissions: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                from?: components["parameters"]["FromInQuery"];
                kind?: components["parameters"]["KindInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Rows of a transaction, a customer or a partner: a transaction id, a customer key, a partner’s name, e-mail or link code, or how one of these begins where none is called so; a whole click id, or a customer’s whole e-mail. Upper and lower case differ, but for names of partners and e-mails. */
                search?: string;
                status?: components["schemas"]["CommissionStatus"];
                /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                to?: components["parameters"]["ToInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CsvFile200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readCommission: {
        parameters: {
            path: {
                commissionId: components["parameters"]["CommissionIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CommissionAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listCommissionChanges: {
        parameters: {
            path: {
                commissionId: components["parameters"]["CommissionIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ListCommissionChangesAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    approveCommissions: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveCommissionsBody"];
            };
        };
        responses: {
            200: components["responses"]["ReviewedCommissionsAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    markCommissionsPaid: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkCommissionsPaidBody"];
            };
        };
        responses: {
            200: components["responses"]["MarkCommissionsPaidAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    rejectCommissions: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectCommissionsBody"];
            };
        };
        responses: {
            200: components["responses"]["ReviewedCommissionsAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    sumCommissions: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                from?: components["parameters"]["FromInQuery"];
                kind?: components["parameters"]["KindInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Rows of a transaction, a customer or a partner: a transaction id, a customer key, a partner’s name, e-mail or link code, or how one of these begins where none is called so; a whole click id, or a customer’s whole e-mail. Upper and lower case differ, but for names of partners and e-mails. */
                search?: string;
                status?: components["schemas"]["CommissionStatus"];
                /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                to?: components["parameters"]["ToInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["SumCommissionsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                customerKey?: string;
                /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                from?: components["parameters"]["FromInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Rows of a transaction, a customer or a partner: a transaction id, a customer key, a partner’s name, e-mail or link code, or how one of these begins where none is called so; a whole click id, or a customer’s whole e-mail. Upper and lower case differ, but for names of partners and e-mails. */
                search?: string;
                status?: components["schemas"]["CustomerStatus"];
                /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                to?: components["parameters"]["ToInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CustomerPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    exportCustomers: {
        parameters: {
            query?: {
                customerKey?: string;
                /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                from?: components["parameters"]["FromInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Rows of a transaction, a customer or a partner: a transaction id, a customer key, a partner’s name, e-mail or link code, or how one of these begins where none is called so; a whole click id, or a customer’s whole e-mail. Upper and lower case differ, but for names of partners and e-mails. */
                search?: string;
                status?: components["schemas"]["CustomerStatus"];
                /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                to?: components["parameters"]["ToInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CsvFile200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    countCustomers: {
        parameters: {
            query?: {
                customerKey?: string;
                /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                from?: components["parameters"]["FromInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                /** @description Rows of a transaction, a customer or a partner: a transaction id, a customer key, a partner’s name, e-mail or link code, or how one of these begins where none is called so; a whole click id, or a customer’s whole e-mail. Upper and lower case differ, but for names of partners and e-mails. */
                search?: string;
                status?: components["schemas"]["CustomerStatus"];
                /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                to?: components["parameters"]["ToInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CountCustomersAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    explain: {
        parameters: {
            query?: {
                /** @description The value of the service_click_id cookie. */
                clickId?: string;
                /** @description Your own id of the customer. */
                customerKey?: string;
                /** @description Everybody who is known by this e-mail. It is not kept: its keyed hash is compared. */
                email?: components["parameters"]["EmailInQuery"];
                /** @description Your id of an order, as it was sent to the sale endpoint. */
                transactionId?: string;
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ExplanationAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["InvoicePage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    issueInvoice: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueInvoiceBody"];
            };
        };
        responses: {
            201: components["responses"]["WholeInvoiceAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readInvoice: {
        parameters: {
            path: {
                invoiceId: components["parameters"]["InvoiceIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["WholeInvoiceAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    printInvoice: {
        parameters: {
            path: {
                invoiceId: components["parameters"]["InvoiceIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            /** @description A page without script that prints on A4. */
            200: {
                content: {
                    "text/html": string;
                };
            };
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listInvoiceLines: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                invoiceId: components["parameters"]["InvoiceIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["InvoiceLinePage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    exportInvoiceLines: {
        parameters: {
            path: {
                invoiceId: components["parameters"]["InvoiceIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CsvFile200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    voidInvoice: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                invoiceId: components["parameters"]["InvoiceIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VoidInvoiceBody"];
            };
        };
        responses: {
            201: components["responses"]["WholeInvoiceAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    previewInvoice: {
        parameters: {
            query: {
                /** @description US dollars for 1 EUR, as a decimal: `1.0832`. */
                EUR?: string;
                /** @description A month that has ended: `2026-02`. */
                month: string;
                /** @description US dollars for 1 VND, as a decimal: `1.0832`. */
                VND?: string;
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["InvoicePreviewAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readJoinPage: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["JoinPageAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    saveJoinPage: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveJoinPageBody"];
            };
        };
        responses: {
            200: components["responses"]["JoinPageAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    previewJoinPage: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewJoinPageBody"];
            };
        };
        responses: {
            200: components["responses"]["JoinPagePreviewAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listKeptEvents: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                state?: components["schemas"]["KeptEventState"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["KeptEventPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    settleKeptEvent: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                keptEventId: string;
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["KeptEventAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listLinks: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                status?: components["schemas"]["LinkStatus"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["LinkPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    createLink: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLinkBody"];
            };
        };
        responses: {
            201: components["responses"]["LinkAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    activateLink: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                linkId: components["parameters"]["LinkIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["LinkAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    deactivateLink: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                linkId: components["parameters"]["LinkIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["LinkAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    setLogo: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetLogoBody"];
            };
        };
        responses: {
            200: components["responses"]["BrandAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    removeLogo: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["BrandAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPartnerGroups: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PartnerGroupPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    createPartnerGroup: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePartnerGroupBody"];
            };
        };
        responses: {
            201: components["responses"]["PartnerGroupAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    endPartnerGroup: {
        parameters: {
            path: {
                groupId: components["parameters"]["GroupIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PartnerGroupAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    renamePartnerGroup: {
        parameters: {
            path: {
                groupId: components["parameters"]["GroupIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenamePartnerGroupBody"];
            };
        };
        responses: {
            200: components["responses"]["PartnerGroupAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPartnerInvitations: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PartnerInvitationPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    invitePartner: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitePartnerBody"];
            };
        };
        responses: {
            201: components["responses"]["MadePartnerInvitationAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    revokePartnerInvitation: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                invitationId: components["parameters"]["InvitationIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PartnerInvitationAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readPartnerNumbers: {
        parameters: {
            query: {
                /** @description Start, beside `dateTo`; the two go before `period`. ISO 8601: a date is that whole day in the program's time zone. */
                dateFrom?: components["parameters"]["DateFromInQuery"];
                /** @description End, beside `dateFrom`. ISO 8601: a date is that whole day in the program's time zone. */
                dateTo?: components["parameters"]["DateToInQuery"];
                /**
                 * @description Ids with commas between them, at most 200: those of a page of partners.
                 * @example 1,2,3
                 */
                partnerIds: string;
                period?: components["parameters"]["PeriodInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ReadPartnerNumbersAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPartnerReport: {
        parameters: {
            query?: {
                /** @description Whose money `revenue` and `commission` order by; left out, all at face value (D32). */
                currency?: components["schemas"]["Currency"];
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                /** @description Start, beside `dateTo`; the two go before `period`. ISO 8601: a date is that whole day in the program's time zone. */
                dateFrom?: components["parameters"]["DateFromInQuery"];
                /** @description End, beside `dateFrom`. ISO 8601: a date is that whole day in the program's time zone. */
                dateTo?: components["parameters"]["DateToInQuery"];
                direction?: components["parameters"]["DirectionInQuery"];
                /** @description The id of a group, or `none`: in no group. */
                group?: components["parameters"]["GroupInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
                /** @description Partners whose name or e-mail holds this text, whatever its case. */
                search?: string;
                sort?: "createdAt" | "name" | "status" | "link" | "clicks" | "leads" | "conversions" | "sales" | "revenue" | "commission";
                status?: components["schemas"]["PartnerStatus"];
                /** @description Partners who have this tag, whatever its case. */
                tag?: components["parameters"]["TagInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ListPartnerReportAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPartnerTags: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ListPartnerTagsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPartners: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                /** @description The id of a group, or `none`: in no group. */
                group?: components["parameters"]["GroupInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                /** @description Partners whose name or e-mail holds this text, whatever its case. */
                search?: string;
                status?: components["schemas"]["PartnerStatus"];
                /** @description Partners who have this tag, whatever its case. */
                tag?: components["parameters"]["TagInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PartnerPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    addPartner: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPartnerBody"];
            };
        };
        responses: {
            201: components["responses"]["PartnerAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readPartner: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PartnerAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    approvePartner: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PartnerAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    makeEmbedToken: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            201: components["responses"]["PartnerVisitAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    movePartner: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovePartnerBody"];
            };
        };
        responses: {
            200: components["responses"]["PartnerAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    takePartnerOutOfGroup: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PartnerAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    holdPartner: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldPartnerBody"];
            };
        };
        responses: {
            200: components["responses"]["PartnerAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPartnerMails: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["MailPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPartnerNotes: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PartnerNotePage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    writePartnerNote: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WritePartnerNoteBody"];
            };
        };
        responses: {
            201: components["responses"]["PartnerNoteAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    deletePartnerNote: {
        parameters: {
            path: {
                noteId: components["parameters"]["NoteIdInPath"];
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["DeletePartnerNoteAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    editPartnerNote: {
        parameters: {
            path: {
                noteId: components["parameters"]["NoteIdInPath"];
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditPartnerNoteBody"];
            };
        };
        responses: {
            200: components["responses"]["PartnerNoteAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPayoutDetails: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ListPayoutDetailsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    revealPayoutDetails: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevealPayoutDetailsBody"];
            };
        };
        responses: {
            200: components["responses"]["RevealedPayoutDetailsAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    rejectPartner: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PartnerAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    releasePartner: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PartnerAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    makePartnerSignInLink: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            201: components["responses"]["CopiedSignInLinkAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    setPartnerTags: {
        parameters: {
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPartnerTagsBody"];
            };
        };
        responses: {
            200: components["responses"]["PartnerAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    viewAsPartner: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                partnerId: components["parameters"]["PartnerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            201: components["responses"]["PartnerVisitAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    importPartners: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportPartnersBody"];
            };
        };
        responses: {
            201: components["responses"]["PartnerImportAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    previewPartnerImport: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewPartnerImportBody"];
            };
        };
        responses: {
            200: components["responses"]["PartnerImportPreviewAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    previewPaymentFile: {
        parameters: {
            query: {
                batchId: number;
                currency: components["schemas"]["Currency"];
                format: components["schemas"]["PaymentFileFormat"];
                part?: number;
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PaymentFilePreviewAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    makePaymentFile: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakePaymentFileBody"];
            };
        };
        responses: {
            200: components["responses"]["PaymentFileMadeAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readPayoutSettings: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PayoutSettingsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    changePayoutSettings: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePayoutSettingsBody"];
            };
        };
        responses: {
            200: components["responses"]["PayoutSettingsAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                batchId?: components["parameters"]["BatchIdInQuery"];
                currency?: components["schemas"]["Currency"];
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                status?: components["schemas"]["PayoutStatus"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PayoutPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    createPayouts: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePayoutsBody"];
            };
        };
        responses: {
            201: components["responses"]["PayoutBatchAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readPayout: {
        parameters: {
            path: {
                payoutId: components["parameters"]["PayoutIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PayoutAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    cancelPayout: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                payoutId: components["parameters"]["PayoutIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PayoutAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listPayoutItems: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                payoutId: components["parameters"]["PayoutIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PayoutItemPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    payPayout: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                payoutId: components["parameters"]["PayoutIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayPayoutBody"];
            };
        };
        responses: {
            200: components["responses"]["PayoutAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    exportPayouts: {
        parameters: {
            query?: {
                batchId?: components["parameters"]["BatchIdInQuery"];
                currency?: components["schemas"]["Currency"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                status?: components["schemas"]["PayoutStatus"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CsvFile200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    importPayouts: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            200: components["responses"]["ImportPayoutsAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    markPayoutsPaid: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkPayoutsPaidBody"];
            };
        };
        responses: {
            200: components["responses"]["MarkedPayoutsAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    previewPayouts: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                minimumCents?: number;
                partnerId?: components["parameters"]["PartnerIdInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PayoutBatchPreviewAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    exportPerson: {
        parameters: {
            query?: {
                /** @description Your own id of the customer. */
                customerKey?: string;
                /** @description Everybody who is known by this e-mail. It is not kept: its keyed hash is compared. */
                email?: components["parameters"]["EmailInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PersonAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    erasePerson: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasePersonBody"];
            };
        };
        responses: {
            200: components["responses"]["ErasedPersonAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readPortalSettings: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["PortalSettingsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    changePortalSettings: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePortalSettingsBody"];
            };
        };
        responses: {
            200: components["responses"]["PortalSettingsAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readProcessorConnection: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ProcessorConnectionAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    connectProcessorByHand: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectProcessorByHandBody"];
            };
        };
        responses: {
            200: components["responses"]["ProcessorConnectionAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    disconnectProcessor: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ProcessorConnectionAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    authorizeProcessor: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizeProcessorBody"];
            };
        };
        responses: {
            200: components["responses"]["AuthorizeProcessorAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listRefusals: {
        parameters: {
            query?: {
                bucket?: components["parameters"]["BucketInQuery"];
                call?: components["parameters"]["CallInQuery"];
                /** @description The error code, or the reason, of the answer. */
                code?: components["parameters"]["CodeInQuery"];
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                from?: components["parameters"]["FromInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                mode?: components["parameters"]["ModeInQuery"];
                /** @description In a transaction, customer, click or link that was sent, in the request id or the message; at most 255 characters. */
                text?: components["parameters"]["TextInQuery"];
                /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                to?: components["parameters"]["ToInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["RefusalPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    exportRefusals: {
        parameters: {
            query?: {
                bucket?: components["parameters"]["BucketInQuery"];
                call?: components["parameters"]["CallInQuery"];
                /** @description The error code, or the reason, of the answer. */
                code?: components["parameters"]["CodeInQuery"];
                /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                from?: components["parameters"]["FromInQuery"];
                mode?: components["parameters"]["ModeInQuery"];
                /** @description In a transaction, customer, click or link that was sent, in the request id or the message; at most 255 characters. */
                text?: components["parameters"]["TextInQuery"];
                /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                to?: components["parameters"]["ToInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CsvFile200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listSales: {
        parameters: {
            query?: {
                currency?: components["schemas"]["Currency"];
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                customerId?: number;
                /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                from?: components["parameters"]["FromInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                mode?: components["parameters"]["ModeInQuery"];
                partnerId?: components["parameters"]["PartnerIdInQuery"];
                status?: components["schemas"]["SaleStatus"];
                /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                to?: components["parameters"]["ToInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["SalePage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    refundSale: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
                saleId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundSaleBody"];
            };
        };
        responses: {
            200: components["responses"]["RefundSaleAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listStoryLinks: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ListStoryLinksAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    shareStory: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoryLinkBody"];
            };
        };
        responses: {
            201: components["responses"]["NewStoryLinkAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    revokeStoryLink: {
        parameters: {
            path: {
                linkId: components["parameters"]["LinkIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["RevokeStoryLinkAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listUnattributedPayments: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                state?: components["schemas"]["UnattributedPaymentState"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["UnattributedPaymentPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readUnattributedPayment: {
        parameters: {
            path: {
                paymentId: components["parameters"]["PaymentIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["UnattributedPaymentAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    attributePayment: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                paymentId: components["parameters"]["PaymentIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttributePaymentBody"];
            };
        };
        responses: {
            200: components["responses"]["UnattributedPaymentAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            422: components["responses"]["PlatformError422"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    dismissPayment: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                paymentId: components["parameters"]["PaymentIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["UnattributedPaymentAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    startWebhookListener: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartWebhookListenerBody"];
            };
        };
        responses: {
            201: components["responses"]["WebhookListenerAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readWebhookListener: {
        parameters: {
            path: {
                listenerId: components["parameters"]["ListenerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["WebhookListenerAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    endWebhookListener: {
        parameters: {
            path: {
                listenerId: components["parameters"]["ListenerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["EndWebhookListenerAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    takeWebhookEvents: {
        parameters: {
            path: {
                listenerId: components["parameters"]["ListenerIdInPath"];
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TakeWebhookEventsBody"];
            };
        };
        responses: {
            200: components["responses"]["WebhookListenedEvents200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["WebhookPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    createWebhook: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookBody"];
            };
        };
        responses: {
            201: components["responses"]["NewWebhookAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    deleteWebhook: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
                webhookId: components["parameters"]["WebhookIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["DeleteWebhookAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    updateWebhook: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
                webhookId: components["parameters"]["WebhookIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookBody"];
            };
        };
        responses: {
            200: components["responses"]["WebhookAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                state?: components["schemas"]["WebhookDeliveryState"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
                webhookId: components["parameters"]["WebhookIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDeliveryPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    redeliverWebhook: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                deliveryId: string;
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
                webhookId: components["parameters"]["WebhookIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDeliveryAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
                webhookId: components["parameters"]["WebhookIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretBody"];
            };
        };
        responses: {
            200: components["responses"]["NewWebhookAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    testWebhook: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
                webhookId: components["parameters"]["WebhookIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDeliveryAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    openSharedStory: {
        parameters: {};
        responses: {
            200: components["responses"]["SharedStoryAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readSignInOptions: {
        parameters: {};
        responses: {
            200: components["responses"]["SignInOptionsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readBreakdown: {
        parameters: {
            query: {
                /** @description What happened is broken down by it: `partner` and `link` from the daily statistics; of clicks `subId` (`?sub=` of the address that was clicked), `landingPage`, `referrer` (the site), `language` and `country` of the browser’s language, `device` and `visitor` (`new` or `returning`); of sales `product`, `currency` and `renewal` (`first` or `renewal`). */
                by: components["parameters"]["ByInQuery"];
                /** @description Whose money `revenue` and `commission` order by; left out, all at face value (D32). */
                currency?: components["schemas"]["Currency"];
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                /** @description Start, beside `dateTo`; the two go before `period`. ISO 8601: a date is that whole day in the program's time zone. */
                dateFrom?: components["parameters"]["DateFromInQuery"];
                /** @description End, beside `dateFrom`. ISO 8601: a date is that whole day in the program's time zone. */
                dateTo?: components["parameters"]["DateToInQuery"];
                direction?: components["parameters"]["DirectionInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
                /** @description `sales` for a breakdown of sales, otherwise `clicks`. */
                sort?: components["parameters"]["SortInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ReadBreakdownAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    exportBreakdown: {
        parameters: {
            query: {
                /** @description What happened is broken down by it: `partner` and `link` from the daily statistics; of clicks `subId` (`?sub=` of the address that was clicked), `landingPage`, `referrer` (the site), `language` and `country` of the browser’s language, `device` and `visitor` (`new` or `returning`); of sales `product`, `currency` and `renewal` (`first` or `renewal`). */
                by: components["parameters"]["ByInQuery"];
                /** @description Whose money `revenue` and `commission` order by; left out, all at face value (D32). */
                currency?: components["schemas"]["Currency"];
                /** @description Start, beside `dateTo`; the two go before `period`. ISO 8601: a date is that whole day in the program's time zone. */
                dateFrom?: components["parameters"]["DateFromInQuery"];
                /** @description End, beside `dateFrom`. ISO 8601: a date is that whole day in the program's time zone. */
                dateTo?: components["parameters"]["DateToInQuery"];
                direction?: components["parameters"]["DirectionInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
                /** @description `sales` for a breakdown of sales, otherwise `clicks`. */
                sort?: components["parameters"]["SortInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CsvFile200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                /** @description Nothing received before. ISO 8601: a date is that whole day in the program's time zone, a date-time counts to the millisecond. */
                from?: string;
                limit?: number;
                mode?: components["parameters"]["ModeInQuery"];
                /** @description Rows of a transaction, a customer or a partner: a transaction id, a customer key, a partner’s name, e-mail or link code, or how one of these begins where none is called so; a whole click id, or a customer’s whole e-mail. Upper and lower case differ, but for names of partners and e-mails. */
                search?: string;
                /** @description Nothing received after. ISO 8601: a date is that whole day in the program's time zone, a date-time counts to the millisecond. */
                to?: string;
                type?: "click" | "lead" | "sale" | "all";
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ListEventsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readEvent: {
        parameters: {
            path: {
                /** @description The `clickId` of a click, the `id` of a lead or a sale. */
                eventId: string;
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
                /** @description `click`, `lead` or `sale`. */
                type: string;
            };
        };
        responses: {
            200: components["responses"]["EventDetailsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readHealth: {
        parameters: {
            query?: {
                /** @description Start, beside `dateTo`; the two go before `period`. ISO 8601: a date is that whole day in the program's time zone. */
                dateFrom?: components["parameters"]["DateFromInQuery"];
                /** @description End, beside `dateFrom`. ISO 8601: a date is that whole day in the program's time zone. */
                dateTo?: components["parameters"]["DateToInQuery"];
                period?: components["parameters"]["PeriodInQuery"];
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CallHealthAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readPerformance: {
        parameters: {
            query?: {
                /**
                 * @description What the trends compare with: `previous`, the equally long window before, as without it; or `year`, the same calendar days a year before (28 February for the 29th). Either adds `compared`, the days of it.
                 * @example year
                 */
                compare?: string;
                /** @description Start of own dates to compare with, beside `compareTo` and instead of `compare`; of any length. ISO 8601: a date is that whole day in the program's time zone, a date-time counts to the millisecond. */
                compareFrom?: string;
                /** @description End of own dates to compare with, beside `compareFrom`. ISO 8601: a date is that whole day in the program's time zone, a date-time counts to the millisecond. */
                compareTo?: string;
                /** @description Start, beside `dateTo`. ISO 8601: a date is that whole day in the program's time zone, a date-time counts to the millisecond. */
                dateFrom?: string;
                /** @description End, beside `dateFrom`. ISO 8601: a date is that whole day in the program's time zone, a date-time counts to the millisecond. */
                dateTo?: string;
                /**
                 * @description `7d` (default), `30d`, `90d` or `all`; ignored when both dates are present.
                 * @example 30d
                 */
                period?: string;
            };
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["Performance200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            403: components["responses"]["PlatformError403"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readStatus: {
        parameters: {
            path: {
                /** @description An integer. */
                programId: components["parameters"]["ProgramIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ReadStatusAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    trackClick: {
        parameters: {};
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
        responses: {
            200: components["responses"]["TrackClickAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["KeyError401"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    trackLead: {
        parameters: {};
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
        responses: {
            200: components["responses"]["TrackLeadAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["KeyError401"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    trackRefund: {
        parameters: {};
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
        responses: {
            200: components["responses"]["TrackRefundAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["KeyError401"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    trackSale: {
        parameters: {};
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
        responses: {
            200: components["responses"]["TrackSaleAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["KeyError401"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            422: components["responses"]["PlatformError422"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    receiveProcessorEvent: {
        parameters: {
            query?: {
                /** @description Whose endpoint this is; for events that name no account, as those of its own account. */
                account?: string;
            };
            path: {
                /** @description `stripe`. */
                processor: string;
            };
        };
        responses: {
            200: components["responses"]["ReceiveProcessorEventAnswer200"];
            400: components["responses"]["PlatformError400"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    updateWorkspace: {
        parameters: {
            path: {
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWorkspaceBody"];
            };
        };
        responses: {
            200: components["responses"]["UpdateWorkspaceAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                action?: components["schemas"]["AuditAction"];
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                /** @description Nothing before. ISO 8601; a date is that whole day in `timeZone`. */
                from?: string;
                /** @description Only what was done with this management key. */
                keyId?: number;
                limit?: components["parameters"]["LimitInQuery"];
                /** @description An IANA name. */
                timeZone?: string;
                /** @description Nothing after. ISO 8601; a date is that whole day in `timeZone`. */
                to?: string;
                /** @description Only what this person did. */
                userId?: string;
            };
            path: {
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["AuditEntryPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listInvitations: {
        parameters: {
            path: {
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["InvitationPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    cancelInvitation: {
        parameters: {
            path: {
                invitationId: components["parameters"]["InvitationIdInPath"];
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["CancelInvitationAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    readMailSettings: {
        parameters: {
            path: {
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["MailSettingsAnswer200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listMails: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
                state?: components["schemas"]["MailState"];
            };
            path: {
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["MailPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    resendMail: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                mailId: string;
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["MailAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listManagementKeys: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. */
                cursor?: components["parameters"]["CursorInQuery"];
                limit?: components["parameters"]["LimitInQuery"];
            };
            path: {
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ManagementKeyPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    createManagementKey: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateManagementKeyBody"];
            };
        };
        responses: {
            201: components["responses"]["NewManagementKeyAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    revokeManagementKey: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                keyId: components["parameters"]["KeyIdInPath"];
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["ManagementKeyAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    listMembers: {
        parameters: {
            path: {
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["MemberPage200"];
            /** @description The answer is the one whose `ETag` was sent as `If-None-Match`. */
            304: {};
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    inviteMember: {
        parameters: {
            header?: {
                /** @description Of your own, new for each thing that is to be done: a call that is sent again with it is not done again, and answered as the first one was, for at least 24 hours. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-KeyInHeader"];
            };
            path: {
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteMemberBody"];
            };
        };
        responses: {
            201: components["responses"]["NewInvitationAnswer201"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    removeMember: {
        parameters: {
            path: {
                memberId: components["parameters"]["MemberIdInPath"];
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        responses: {
            200: components["responses"]["RemoveMemberAnswer200"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    changeMember: {
        parameters: {
            path: {
                memberId: components["parameters"]["MemberIdInPath"];
                workspaceId: components["parameters"]["WorkspaceIdInPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeMemberBody"];
            };
        };
        responses: {
            200: components["responses"]["MemberAnswer200"];
            400: components["responses"]["PlatformError400"];
            401: components["responses"]["PlatformError401"];
            403: components["responses"]["PlatformError403"];
            404: components["responses"]["PlatformError404"];
            409: components["responses"]["PlatformError409"];
            413: components["responses"]["PlatformError413"];
            415: components["responses"]["PlatformError415"];
            429: components["responses"]["TypedRateLimitError429"];
            500: components["responses"]["PlatformError500"];
            503: components["responses"]["PlatformError503"];
        };
    };
    health: {
        parameters: {};
        responses: {
            200: components["responses"]["Health200"];
        };
    };
    metrics: {
        parameters: {};
        responses: {
            200: {
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    readiness: {
        parameters: {};
        responses: {
            200: components["responses"]["Health200"];
            503: components["responses"]["Health503"];
        };
    };
}
