// Generated from the API by `npm run api-types`. Do not edit.

export interface components {
    schemas: {
        AcceptInvitationInput: {
            invitation: string;
        };
        AcceptInvitationResponse: {
            data: {
                workspaceId: string;
            };
        };
        Account: {
            user: {
                email: string;
                hasTwoFactor: boolean;
                id: string;
                name: string;
            };
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
        ActivateLinkInput: {
            linkId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        AddPartnerInput: {
            /** @default false */
            approved?: boolean | undefined;
            /** @description Letters, digits and `.` `_` `~` `-`, starting and ending with a letter or digit. Not `undefined`, `null`, `ref` or another placeholder. Unique across the installation, ignoring case. Generated if omitted. */
            code?: string | undefined;
            /** @description An email address. Stored in lower case, with its domain in ASCII (punycode). */
            email: string;
            /**
             * @description Whether to email an approved partner their link and how to sign in. A workspace sends at most 500 such emails a day, and sandboxes send none.
             * @default false
             */
            mail?: boolean | undefined;
            name: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        AdvanceClockInput: {
            /** @description An ISO 8601 duration such as `P30D`, `P1M` or `PT12H`, at most 366 days at once and 1830 days ahead of real time in total. Days and months follow the program’s time zone. */
            advance: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
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
        ApplicationInfoRequest: {
            answerUrl: string | null;
            application: components["schemas"]["ApplicationDetails"];
        };
        ApplicationSelection: {
            /** @description Newest first, up to 5000. */
            applications: {
                id: number;
                status: components["schemas"]["ApplicationStatus"];
                version: number;
            }[];
            /** @description False if more applications match. */
            isComplete: boolean;
        };
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
        ApproveApplicationInput: {
            applicationId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description The version that you reviewed. Fails with 409 if the application has changed since. */
            version: number;
        };
        ApproveApplicationsInput: {
            /** @description The applications, each with the version you reviewed. */
            applications: {
                id: number;
                version: number;
            }[];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ApproveClaimInput: {
            claimId: number | string;
            /** @description A click on one of the partner’s links. The visitor becomes the customer. Alternative to `customerId`. */
            clickId?: string | undefined;
            /** @description The buyer, if the order identifies none. Must be one of the partner’s customers. */
            customerId?: number | undefined;
            message?: (string | null) | undefined;
            /** @description The product of a rejected sale. Rejected sales are stored without it. */
            productId?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description The order, if the claim is only about a day. */
            transactionId?: string | undefined;
        };
        ApproveCommissionsInput: {
            commissionIds: number[];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reason?: string | undefined;
        };
        ApprovePartnerInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ArchiveCouponCodeInput: {
            couponId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
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
        AttributeCustomerInput: {
            /** @description An existing customer. Send it instead of `customerKey`. */
            customerId?: number | undefined;
            /** @description The `customer_key` of sales. An unknown key creates a customer without a click. */
            customerKey?: string | undefined;
            /** @description The partner to attribute the customer to. */
            partnerId: number;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description The reason. Shown to the team when sales are explained, not to partners. */
            reason: string;
        };
        /** @enum {string} */
        AttributedBy: "customer_key" | "click_id" | "email" | "processor_customer_id" | "manual" | "coupon_code";
        AttributePaymentInput: {
            customerId: number;
            paymentId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
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
            after: {
                [key: string]: unknown;
            } | null;
            at: components["schemas"]["Instant"];
            before: {
                [key: string]: unknown;
            } | null;
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
        /** @enum {string} */
        AuditTarget: "workspace" | "member" | "invitation" | "program" | "api_key" | "management_key" | "commission_policy" | "partner" | "partner_group" | "partner_note" | "customer" | "coupon_code" | "link" | "commission" | "refund" | "payment" | "processor_account" | "processor_event" | "reconciliation" | "reconciliation_item" | "payout_batch" | "payout" | "payout_settings" | "payout_details" | "portal_settings" | "invoice" | "webhook" | "webhook_delivery" | "mail" | "share_link" | "brand" | "join_page" | "application" | "partner_invitation" | "claim" | "data_subject";
        AuthenticatedUser: {
            email: string;
            emailVerified: boolean;
            id: string;
            name: string;
        };
        AuthorizeProcessorInput: {
            /** @default stripe */
            processor?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        AuthorizeProcessorResponse: {
            data: {
                url: string;
            };
        };
        Brand: {
            /** @description Text on it is black or white, whichever has more contrast. */
            color: string;
            logoUrl: string | null;
            replyTo: string | null;
            slug: string | null;
            /** @description The color of text on `color`. */
            textColor: string;
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
        CancelInvitationInput: {
            invitationId: number | string;
            workspaceId: number | string;
        };
        CancelInvitationResponse: {
            data: {
                id: string;
            };
        };
        CancelPayoutInput: {
            payoutId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
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
        CentsByCurrency: {
            [key: string]: number;
        };
        ChangePasswordInput: {
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
        ClaimedCommission: {
            /** @description The amount less refunds that were already received. */
            amountCents: number;
            currency: components["schemas"]["Currency"];
            holdUntil: components["schemas"]["Instant"];
        };
        /** @enum {string} */
        ClaimObstacle: "no_order_named" | "sale_not_received" | "payment_pending" | "belongs_to_another" | "has_commission" | "recorded_without_commission" | "unsupported_currency" | "invalid_amount" | "customer_unknown" | "partner_not_approved" | "no_commission";
        /** @enum {string} */
        ClaimState: "open" | "approved" | "rejected" | "withdrawn";
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
        CloseReconciliationInput: {
            note?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reconciliationId: number | string;
        };
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
            amountCents?: number | undefined;
            /** @enum {string} */
            attributionSource?: ("click" | "team" | "coupon_code") | undefined;
            clickedAt?: components["schemas"]["Instant"] | undefined;
            clickId?: string | undefined;
            commissionCents?: number | undefined;
            commissionId?: number | undefined;
            couponCode?: string | undefined;
            couponDecision?: components["schemas"]["CouponDecision"] | undefined;
            /** @enum {string} */
            couponProblem?: ("unknown_code" | "not_started" | "expired" | "used_up" | "partner_not_approved" | "program_closed") | undefined;
            currencies?: string[] | undefined;
            currency?: components["schemas"]["Currency"] | undefined;
            customerId?: number | undefined;
            customerKey?: string | undefined;
            durationEndedAt?: components["schemas"]["Instant"] | undefined;
            durationMonths?: number | undefined;
            firstSaleAt?: components["schemas"]["Instant"] | undefined;
            /** @constant */
            hasDuplicateRefund?: true | undefined;
            holdReason?: components["schemas"]["HoldReason"] | undefined;
            holdUntil?: components["schemas"]["Instant"] | undefined;
            initialCents?: number | undefined;
            /** @constant */
            isClosedSince?: true | undefined;
            /** @enum {string} */
            leadReason?: ("program_inactive" | "no_click" | "window_expired" | "click_partner_not_approved" | "customer_partner_not_approved" | "closed_to_new_referrals") | undefined;
            linkCode?: string | undefined;
            otherClickedAt?: components["schemas"]["Instant"] | undefined;
            otherPartner?: components["schemas"]["NamedReference"] | undefined;
            otherProgram?: components["schemas"]["NamedReference"] | undefined;
            paidAt?: components["schemas"]["Instant"] | undefined;
            paidCents?: number | undefined;
            partner?: components["schemas"]["NamedReference"] | undefined;
            partnerStatus?: components["schemas"]["PartnerStatus"] | undefined;
            /** @enum {string} */
            paymentReason?: ("no_customer" | "window_expired" | "unsupported_currency" | "partner_not_approved" | "program_inactive" | "closed_to_new_referrals") | undefined;
            /** @enum {string} */
            payoutBlocker?: ("partner_pending" | "partner_rejected" | "partner_held" | "details_missing") | undefined;
            payoutHoldReason?: string | undefined;
            payoutId?: number | undefined;
            programStatus?: components["schemas"]["ProgramStatus"] | undefined;
            query?: string | undefined;
            receivedAt?: components["schemas"]["Instant"] | undefined;
            refundedCents?: number | undefined;
            rejectedReason?: string | undefined;
            rejectedRequest?: components["schemas"]["RejectedRequestItem"] | undefined;
            saleId?: number | undefined;
            similar?: string | undefined;
            similarCoupon?: string | undefined;
            taxCents?: number | undefined;
            transactionId?: string | undefined;
            windowDays?: number | undefined;
            windowDaysNow?: number | undefined;
            windowEndedAt?: components["schemas"]["Instant"] | undefined;
        };
        /** @enum {string} */
        ConclusionReason: "paid" | "refunded_after_payment" | "in_payout" | "awaiting_payout" | "awaiting_partner" | "on_hold" | "awaiting_review" | "refunded" | "disputed" | "duplicate_payment" | "commission_rejected" | "commission_ended" | "commission_first_sale_only" | "no_policy_for_currency" | "zero_commission" | "test_event" | "malformed_request" | "unsupported_currency" | "key_rejected" | "duplicate_transaction" | "request_rejected" | "would_count_if_resent" | "nothing_to_attribute" | "no_signup" | "customer_key_spelled_differently" | "lead_rejected" | "lead_already_settled" | "no_click_recorded" | "click_from_another_program" | "click_without_signup" | "later_click_won" | "earlier_click_kept_customer" | "unknown_link" | "inactive_link" | "bot_click" | "partner_not_approved" | "window_closed" | "program_not_active" | "program_closed" | "no_sale_yet" | "provisional_lead" | "payment_announced" | "payment_only_refunded" | "payment_not_attributed" | "payment_dismissed" | "spelled_differently" | "known_in_another_program" | "nothing_received";
        /** @enum {string} */
        ConclusionStatus: "paid" | "due" | "waiting" | "none";
        ConnectProcessorManuallyInput: {
            /**
             * @description Whether the secret belongs to a test account, for processors with separate test accounts. Its payments become test sales.
             * @default false
             */
            isTestMode?: boolean | undefined;
            /** @default stripe */
            processor?: string | undefined;
            /**
             * @description The account at the processor. Only for Stripe, whose events contain it.
             * @example acct_1a2b3c
             */
            processorAccountId?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description The signing secret of the webhook endpoint. Stored encrypted and never shown. */
            webhookSecret: string;
        };
        CopiedSignInLink: {
            expiresAt: components["schemas"]["Instant"];
            /** @description The first person who opens it is signed in as the partner, for your programs only. Only returned here. */
            url: string;
        };
        CountCustomersInput: {
            customerKey?: string | undefined;
            /** @description Start of the range. ISO 8601; a date means that whole day in the program's time zone. */
            from?: string | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
            search?: string | undefined;
            status?: components["schemas"]["CustomerStatus"] | undefined;
            /** @description End of the range. ISO 8601; a date means that whole day in the program's time zone. */
            to?: string | undefined;
        };
        CountCustomersResponse: {
            data: {
                customers: number;
                status: components["schemas"]["CustomerStatus"];
            }[];
        };
        CountTrend: {
            previous: number;
            /** @description Absolute percentage change, to one decimal place. Null if the previous value is 0 and the current one is not. */
            trend: number | null;
            trendDirection: "up" | "down" | "stable";
        };
        CountWaitingWorkInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
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
        CouponDecision: {
            code?: string | undefined;
            otherPartner?: components["schemas"]["NamedReference"] | undefined;
            /** @description The code’s effect, or the reason it had none. */
            outcome: string;
            partner?: components["schemas"]["NamedReference"] | undefined;
            precedence?: components["schemas"]["CouponPrecedence"] | undefined;
            previousAt?: components["schemas"]["Instant"] | undefined;
            /** @enum {string} */
            previousSource?: ("click" | "team" | "coupon_code") | undefined;
            previousWasValid?: boolean | undefined;
        };
        CouponImport: {
            sums: components["schemas"]["CouponImportSums"];
        };
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
            clickPartner: {
                id: number;
                name: string;
            } | null;
            code: string;
            codePartner: {
                id: number;
                name: string;
            };
            commissionCents: number;
            currency: components["schemas"]["Currency"];
            kind: components["schemas"]["CouponOrderKind"];
            /** @description The partner that the order was attributed to. */
            partner: {
                id: number;
                name: string;
            };
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
                partner: {
                    id: number;
                    name: string;
                };
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
        CouponRuleSimulation: {
            /** @description The sales that would belong to another partner, by pair of partners: the 20 pairs with the highest commissions. */
            moves: {
                currency: components["schemas"]["Currency"];
                /** @description What `from` has earned. */
                earnedCents: number;
                from: {
                    id: number;
                    name: string;
                };
                sales: number;
                to: {
                    id: number;
                    name: string;
                };
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
        CreateApiKeyInput: {
            mode: components["schemas"]["Mode"];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        CreateCouponCodeInput: {
            /** @description At most 64 letters, digits and symbols, without spaces. Unique among the program’s active codes, ignoring case. */
            code: string;
            customerDiscount?: (string | null) | undefined;
            endsAt?: (string | null) | undefined;
            maxUses?: (number | null) | undefined;
            /** @description The partner that the code attributes customers to. */
            partnerId: number;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            startsAt?: (string | null) | undefined;
        };
        CreateEmbedTokenInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        CreateLinkInput: {
            /** @description Letters, digits and `.` `_` `~` `-`, starting and ending with a letter or digit. Not `undefined`, `null`, `ref` or another placeholder. Unique across the installation, ignoring case. Generated if omitted. */
            code?: string | undefined;
            partnerId: number;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        CreateManagementKeyInput: {
            /** @description When the key expires, in ISO 8601 with an offset. Omit it for a key that doesn’t expire. */
            expiresAt?: string | undefined;
            name: string;
            permissions: components["schemas"]["Permission"][];
            /** @description Omit it to create a key for all programs in the workspace. */
            programId?: number | undefined;
            workspaceId: number | string;
        };
        CreatePartnerGroupInput: {
            /** @description Unique in the program, ignoring case. */
            name: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        CreatePartnerNoteInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            text: string;
        };
        CreatePartnerSignInLinkInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        CreatePaymentFileInput: {
            batchId: number;
            currency: components["schemas"]["Currency"];
            /** @description SEPA only: the requested execution date, such as `2026-03-31`, in the program’s time zone. Today or up to 90 days ahead. Defaults to the batch’s date, or today if that date is in the past. If it is a weekend or a TARGET holiday, the file uses the next TARGET business day; `execution` has both days and the reason. */
            executionDate?: string | undefined;
            format: components["schemas"]["PaymentFileFormat"];
            part?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        CreatePayoutsInput: {
            currency?: components["schemas"]["Currency"] | undefined;
            /** @description Whether to exclude partners without payout details. Defaults to the program’s setting. */
            detailsRequired?: boolean | undefined;
            minimumCents?: number | undefined;
            /** @description Defaults to all partners with a balance. */
            partnerIds?: number[] | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        CreateProgramInput: {
            name: string;
            /** @description A sandbox has its own clock and test keys only, and is never invoiced. This can’t be changed after the program is created. */
            sandbox?: boolean | undefined;
            /** @description The page that partner links lead to. A link is this URL with `?aff=` and a code. */
            siteUrl?: string | undefined;
            /** @description An IANA name such as `Europe/Berlin`. It determines when the program’s days begin. */
            timeZone?: string | undefined;
            /** @description Optional with a management key, or if you are an active member of exactly one workspace. */
            workspaceId?: string | undefined;
        };
        CreateSyntheticEventsInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        CreateWebhookInput: {
            eventTypes: components["schemas"]["WebhookEventType"][];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            url: string;
        };
        CreateWorkspaceInput: {
            name: string;
            slug: string;
        };
        CreateWorkspaceResponse: {
            id: string;
            name: string;
            slug: string;
        };
        /** @enum {string} */
        CredentialField: "site" | "apiKey" | "apiSecret";
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
                customerKey?: string | undefined;
                /** @description Matches every customer with this email. Not stored: only its keyed hash is compared. */
                email?: string | undefined;
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
        DataSubjectRows: {
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
            eventsForReview: {
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
            processorCustomers: {
                [key: string]: unknown;
            }[];
            processorRefunds: {
                [key: string]: unknown;
            }[];
            reconciliationItems: {
                [key: string]: unknown;
            }[];
            refunds: {
                [key: string]: unknown;
            }[];
            rejectedRequests: {
                [key: string]: unknown;
            }[];
            sales: {
                [key: string]: unknown;
            }[];
            testEvents: {
                [key: string]: unknown;
            }[];
        };
        DeactivateLinkInput: {
            linkId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        DecidedApplications: {
            decided: number;
            /** @description Not decided: `changed` since the version you reviewed; `closed`: the applicant has closed their account; `not_found`. */
            skipped: {
                id: number;
                reason: components["schemas"]["SkippedApplicationReason"];
            }[];
            /** @description Already approved or rejected. */
            unchanged: number;
        };
        DecidedDuplicate: {
            decision: components["schemas"]["DuplicateDecision"];
            isChanged: boolean;
        };
        DecidePossibleDuplicateInput: {
            commissionId: number | string;
            decision: components["schemas"]["DuplicateDecision"];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reason: string;
        };
        DelegatedSession: {
            expiresAt: components["schemas"]["Instant"];
            /** @description Can be used once, until `urlEndsAt`, and is shown only once. The session lasts until `expiresAt`. */
            url: string;
            urlEndsAt: components["schemas"]["Instant"];
        };
        DeleteApiKeyInput: {
            keyId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        DeleteApiKeyResponse: {
            data: {
                id: number;
            };
        };
        DeletePartnerNoteInput: {
            noteId: number | string;
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        DeletePartnerNoteResponse: {
            data: {
                id: number;
            };
        };
        DeleteWebhookInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            webhookId: number | string;
        };
        DeleteWebhookResponse: {
            data: {
                id: number;
            };
        };
        /**
         * @description `record`: record what is missing. `replace_amount`: replace the recorded amount with the processor’s. The same request does both. `reported_sale`: your server reported the sale with its own amount; refund the difference if the processor’s amount is right, and add a note. `recorded_refund`: undo a refund that your team entered and record it again, or add a note.
         * @enum {string}
         */
        DifferenceRemedy: "record" | "replace_amount" | "reported_sale" | "recorded_refund";
        DisableTwoFactorInput: {
            password: string;
        };
        DisableTwoFactorResponse: {
            status: boolean;
        };
        DisconnectProcessorInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        DismissPaymentInput: {
            paymentId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        /** @enum {string} */
        DuplicateDecision: "both_real" | "duplicate";
        EnableTwoFactorInput: {
            password: string;
        };
        EnableTwoFactorResponse: {
            backupCodes: string[];
            totpURI: string;
        };
        EndAllSessionsResponse: {
            status: boolean;
        };
        EndCommissionPolicyInput: {
            policyId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        EndPartnerGroupInput: {
            groupId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        EndWebhookListenerInput: {
            listenerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        EndWebhookListenerResponse: {
            data: {
                id: number;
            };
        };
        EraseDataSubjectInput: {
            /** @description Customer key (your ID for the customer). */
            customerKey?: string | undefined;
            /** @description Matches every customer with this email. Not stored: only its keyed hash is compared. */
            email?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ErasedDataSubject: {
            counts: components["schemas"]["DataSubjectCounts"];
            /** @description The matching customer keys as stored. Leading and trailing spaces are ignored. */
            customerKeys: string[];
            /** @description The random pseudonyms that replace the customer keys, one per key. They can’t be traced back. */
            pseudonyms: string[];
        };
        EventCommission: {
            /** @description The amount remaining after refunds or a rejection. */
            amountCents: number;
            currency: components["schemas"]["Currency"];
            id: number;
            /** @description Amount reversed by refunds or a rejection. */
            reversedCents: number;
            status: components["schemas"]["CommissionStatus"];
        };
        EventCoupon: {
            code: string;
            partner: components["schemas"]["EventPartner"] | null;
        };
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
        /** @enum {string} */
        EventForReviewState: "open" | "resolved";
        EventPartner: {
            id: number;
            name: string;
        };
        ExchangeRates: {
            [key: string]: string;
        };
        ExplainInput: {
            /** @description The value of the service_click_id cookie. */
            clickId?: string | undefined;
            /** @description Your customer ID, as sent to the lead or sale endpoint. */
            customerKey?: string | undefined;
            /** @description Matches every customer with this email. Not stored: only its keyed hash is compared. */
            email?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description The sale’s number, as shown in the event list. */
            saleId?: number | undefined;
            /** @description Your order ID, as sent to the sale endpoint. */
            transactionId?: string | undefined;
        };
        Explanation: {
            conclusion: components["schemas"]["Conclusion"];
            /** @description Whether older items are omitted. */
            isCut: boolean;
            /**
             * @description True for a sandbox: it runs on its own clock, without real payouts.
             * @constant
             */
            sandbox?: true | undefined;
            /** @description Test events that match the query. They never count. */
            testEvents: components["schemas"]["TimelineItem"][];
            /** @description All events, oldest first. */
            timeline: components["schemas"]["TimelineItem"][];
        };
        ExportBreakdownInput: {
            /**
             * @description The dimension of the breakdown. Read from the daily statistics: `partner` and `link`. Click dimensions: `subId` (`?sub=` in the clicked URL), `landingPage`, `referrer` (the site), `language` and `country` of the browser’s language, `device` and `visitor` (`new` or `returning`). Sale dimensions: `product`, `currency` and `renewal` (`first` or `renewal`).
             * @enum {string}
             */
            by: "partner" | "group" | "link" | "subId" | "landingPage" | "referrer" | "language" | "country" | "device" | "visitor" | "product" | "currency" | "renewal";
            /** @description Currency to sort `revenue` and `commission` by. Without it, amounts of all currencies are added at face value (D32). */
            currency?: components["schemas"]["Currency"] | undefined;
            /** @description Start of the period, with `dateTo`. Both override `period`. ISO 8601. A date means that whole day in the program's time zone. */
            dateFrom?: string | undefined;
            /** @description End of the period, with `dateFrom`. ISO 8601. A date means that whole day in the program's time zone. */
            dateTo?: string | undefined;
            /** @enum {string} */
            direction?: ("asc" | "desc") | undefined;
            /** @enum {string} */
            period?: ("7d" | "30d" | "90d" | "all") | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /**
             * @description `sales` for a breakdown of sales, otherwise `clicks`.
             * @enum {string}
             */
            sort?: ("name" | "clicks" | "leads" | "conversions" | "sales" | "revenue" | "commission") | undefined;
        };
        ExportCommissionsInput: {
            /** @description Only commissions that stay pending until a member decides: possible duplicates, and those whose hold period has ended without approval. */
            awaitingReview?: boolean | undefined;
            currency?: components["schemas"]["Currency"] | undefined;
            /** @description Start of the range. ISO 8601; a date means that whole day in the program's time zone. */
            from?: string | undefined;
            holdReason?: components["schemas"]["HoldReason"] | undefined;
            kind?: components["schemas"]["CommissionKind"] | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
            search?: string | undefined;
            status?: components["schemas"]["CommissionStatus"] | undefined;
            /** @description End of the range. ISO 8601; a date means that whole day in the program's time zone. */
            to?: string | undefined;
        };
        ExportCouponCodesInput: {
            /** @description The beginning of the code, ignoring case. */
            code?: string | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            status?: components["schemas"]["CouponStatus"] | undefined;
        };
        ExportCustomersInput: {
            customerKey?: string | undefined;
            /** @description Start of the range. ISO 8601; a date means that whole day in the program's time zone. */
            from?: string | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
            search?: string | undefined;
            status?: components["schemas"]["CustomerStatus"] | undefined;
            /** @description End of the range. ISO 8601; a date means that whole day in the program's time zone. */
            to?: string | undefined;
        };
        ExportDataSubjectInput: {
            /** @description Customer key (your ID for the customer). */
            customerKey?: string | undefined;
            /** @description Matches every customer with this email. Not stored: only its keyed hash is compared. */
            email?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ExportInvoiceLinesInput: {
            invoiceId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ExportPayoutsInput: {
            batchId?: number | undefined;
            currency?: components["schemas"]["Currency"] | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            status?: components["schemas"]["PayoutStatus"] | undefined;
        };
        ExportRejectedRequestsInput: {
            /** @description The error code or reason in the response. */
            code?: string | undefined;
            /** @description Start of the range. ISO 8601; a date means that whole day in the program's time zone. */
            from?: string | undefined;
            mode?: components["schemas"]["Mode"] | undefined;
            outcome?: components["schemas"]["RequestOutcome"] | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Searches the sent transaction, customer, click and link, the request ID and the message. At most 255 characters. */
            text?: string | undefined;
            /** @description End of the range. ISO 8601; a date means that whole day in the program's time zone. */
            to?: string | undefined;
            type?: components["schemas"]["RequestType"] | undefined;
        };
        FoundClick: {
            clickId: string;
            partnerName: string | null;
            receivedAt: components["schemas"]["Instant"];
        };
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
        FoundPartner: {
            email: string;
            id: number;
            name: string;
            status: components["schemas"]["PartnerStatus"];
        };
        GenerateRecoveryCodesInput: {
            password: string;
        };
        GenerateRecoveryCodesResponse: {
            backupCodes: string[];
            status: boolean;
        };
        Health: {
            /** @enum {string} */
            status: "ok" | "unavailable";
        };
        HoldPartnerInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Shown to the team next to the balance. */
            reason: string;
        };
        /** @enum {string} */
        HoldReason: "payment_link_missing" | "possible_duplicate";
        ImpersonatePartnerInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ImportCouponCodesInput: {
            /** @description The `digest` from this file’s preview. */
            digest: string;
            /** @description CSV text with a header row: `code` and `partner_email`, optionally `starts_at`, `ends_at`, `max_uses` and `customer_discount`. `starts_at` and `ends_at` are ISO 8601 date-times with an offset, or dates in the program’s time zone: the code is valid from the start of the first day to the end of the last. Separated by commas, semicolons or tabs. Up to 5000 rows. A file from the export is accepted as well. */
            file: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ImportPartnersInput: {
            /** @default false */
            approved?: boolean | undefined;
            /** @description The `digest` from this file’s preview. */
            digest: string;
            /** @description CSV text with a header row: `name` and `email`, optionally `code` and `group`. Separated by commas, semicolons or tabs. Up to 2000 rows. */
            file: string;
            /**
             * @description Whether to email each partner that they were added and how to sign in. Requires `approved`.
             * @default false
             */
            mail?: boolean | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ImportPayoutsInput: {
            csv: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
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
        InvitationPreview: {
            /** @description The only email address that can accept the invitation. */
            email: string;
            expiresAt: components["schemas"]["Instant"];
            inviterName: string;
            role: components["schemas"]["Role"];
            workspaceName: string;
        };
        InviteMemberInput: {
            /** @description An email address. Stored in lower case, with its domain in ASCII (punycode). */
            email: string;
            role: components["schemas"]["Role"];
            workspaceId: number | string;
        };
        InvitePartnerInput: {
            /** @description Emails the link to this address, and only this person can join. If omitted, anyone with the link can. */
            email?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
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
            voids: {
                invoiceId: number;
                number: string;
                reason: string;
            } | null;
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
                usdCents?: number | undefined;
            }[];
            /** @description Omitted while a rate is missing. */
            totalUsdCents?: number | undefined;
            workspaceName: string;
        };
        IssueInvoiceInput: {
            /** @description Currencies whose unusual rates you confirm. */
            confirmRates?: string[] | undefined;
            exchangeRates?: {
                [key: string]: string;
            } | undefined;
            /** @description A completed month, such as `2026-02`. */
            month: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
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
        /** @enum {string} */
        Language: "en" | "de" | "fr" | "es" | "pt-BR" | "vi";
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
        /** @enum {string} */
        LinkStatus: "active" | "inactive";
        ListApiKeysInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListApplicationsInput: {
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Each word must be the beginning of a word in the name, email or website, ignoring case. */
            search?: string | undefined;
            status?: components["schemas"]["ApplicationStatus"] | undefined;
        };
        ListAuditLogInput: {
            action?: components["schemas"]["AuditAction"] | undefined;
            /** @description Only entries from this time on. ISO 8601. A date means that whole day in `timeZone`. */
            from?: string | undefined;
            /** @description Only changes made with this management key. */
            keyId?: number | undefined;
            /**
             * @description An IANA name.
             * @default UTC
             */
            timeZone?: string | undefined;
            /** @description Only entries up to this time. ISO 8601. A date means that whole day in `timeZone`. */
            to?: string | undefined;
            /** @description Only changes made by this user. */
            userId?: string | undefined;
            workspaceId: number | string;
        };
        ListBalancesInput: {
            currency?: components["schemas"]["Currency"] | undefined;
            /** @description Only partners with a balance that a payout created now would include. Without a schedule, partners without payout details are excluded once another partner has details. */
            due?: boolean | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListClaimsInput: {
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            state?: components["schemas"]["ClaimState"] | undefined;
        };
        ListCommissionChangesInput: {
            commissionId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListCommissionChangesResponse: {
            data: components["schemas"]["CommissionChange"][];
        };
        ListCommissionPoliciesInput: {
            groupId?: number | undefined;
            /** @description Include versions that were replaced or ended. */
            history?: boolean | undefined;
            productId?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListCommissionsInput: {
            /** @description Only commissions that stay pending until a member decides: possible duplicates, and those whose hold period has ended without approval. */
            awaitingReview?: boolean | undefined;
            currency?: components["schemas"]["Currency"] | undefined;
            /** @description Start of the range. ISO 8601; a date means that whole day in the program's time zone. */
            from?: string | undefined;
            holdReason?: components["schemas"]["HoldReason"] | undefined;
            kind?: components["schemas"]["CommissionKind"] | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
            search?: string | undefined;
            status?: components["schemas"]["CommissionStatus"] | undefined;
            /** @description End of the range. ISO 8601; a date means that whole day in the program's time zone. */
            to?: string | undefined;
        };
        ListCouponCodesInput: {
            /** @description The beginning of the code, ignoring case. */
            code?: string | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            status?: components["schemas"]["CouponStatus"] | undefined;
        };
        ListCustomersInput: {
            customerKey?: string | undefined;
            /** @description Start of the range. ISO 8601; a date means that whole day in the program's time zone. */
            from?: string | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
            search?: string | undefined;
            status?: components["schemas"]["CustomerStatus"] | undefined;
            /** @description End of the range. ISO 8601; a date means that whole day in the program's time zone. */
            to?: string | undefined;
        };
        ListEventsForReviewInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            state?: components["schemas"]["EventForReviewState"] | undefined;
        };
        ListEventsInput: {
            /** @description Only events received at or after this time. ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond. */
            from?: string | undefined;
            mode?: components["schemas"]["Mode"] | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            sales?: components["schemas"]["SaleFilter"] | undefined;
            /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
            search?: string | undefined;
            /** @description Only events received at or before this time. ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond. */
            to?: string | undefined;
            /** @enum {string} */
            type?: ("click" | "lead" | "sale" | "all") | undefined;
        };
        ListInvitationsInput: {
            workspaceId: number | string;
        };
        ListInvoiceLinesInput: {
            invoiceId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListInvoicesInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListLinksInput: {
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            status?: components["schemas"]["LinkStatus"] | undefined;
        };
        ListMailsInput: {
            state?: components["schemas"]["MailState"] | undefined;
            workspaceId: number | string;
        };
        ListManagementKeysInput: {
            workspaceId: number | string;
        };
        ListMembersInput: {
            workspaceId: number | string;
        };
        ListOpenPayoutBatchesInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListOpenPayoutBatchesResponse: {
            data: components["schemas"]["OpenPayoutBatch"][];
        };
        ListPartnerGroupsInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListPartnerInvitationsInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListPartnerMailsInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListPartnerNotesInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListPartnerReportInput: {
            /** @description Currency to sort `revenue` and `commission` by. Without it, amounts of all currencies are added at face value (D32). */
            currency?: components["schemas"]["Currency"] | undefined;
            /** @description Start of the period, with `dateTo`. Both override `period`. ISO 8601. A date means that whole day in the program's time zone. */
            dateFrom?: string | undefined;
            /** @description End of the period, with `dateFrom`. ISO 8601. A date means that whole day in the program's time zone. */
            dateTo?: string | undefined;
            /** @enum {string} */
            direction?: ("asc" | "desc") | undefined;
            /** @description The ID of a group, or `none` for partners without one. */
            group?: string | undefined;
            /** @enum {string} */
            period?: ("7d" | "30d" | "90d" | "all") | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Each word must be the beginning of a word in the name or email, ignoring case. */
            search?: string | undefined;
            /** @enum {string} */
            sort?: ("createdAt" | "name" | "status" | "link" | "clicks" | "leads" | "conversions" | "sales" | "revenue" | "commission") | undefined;
            status?: components["schemas"]["PartnerStatus"] | undefined;
            /** @description Partners with this tag, ignoring case. */
            tag?: string | undefined;
        };
        ListPartnersInput: {
            /** @description The ID of a group, or `none` for partners without one. */
            group?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Each word must be the beginning of a word in the name or email, ignoring case. */
            search?: string | undefined;
            status?: components["schemas"]["PartnerStatus"] | undefined;
            /** @description Partners with this tag, ignoring case. */
            tag?: string | undefined;
        };
        ListPartnerTagsInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListPartnerTagsResponse: {
            data: components["schemas"]["PartnerTag"][];
        };
        ListPayoutDetailsInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListPayoutDetailsResponse: {
            data: components["schemas"]["PayoutDetailsVersion"][];
        };
        ListPayoutItemsInput: {
            payoutId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListPayoutsInput: {
            batchId?: number | undefined;
            currency?: components["schemas"]["Currency"] | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            status?: components["schemas"]["PayoutStatus"] | undefined;
        };
        ListProcessorEventsInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListProcessorEventsResponse: {
            data: components["schemas"]["ProcessorEvent"][];
        };
        ListProcessorsInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListProcessorsResponse: {
            data: components["schemas"]["PaymentProcessor"][];
        };
        ListReconciliationDifferencesInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reconciliationId: number | string;
        };
        ListReconciliationsInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListReconciliationsResponse: {
            data: components["schemas"]["Reconciliation"][];
        };
        ListRejectedRequestsInput: {
            /** @description The error code or reason in the response. */
            code?: string | undefined;
            /** @description Start of the range. ISO 8601; a date means that whole day in the program's time zone. */
            from?: string | undefined;
            mode?: components["schemas"]["Mode"] | undefined;
            outcome?: components["schemas"]["RequestOutcome"] | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Searches the sent transaction, customer, click and link, the request ID and the message. At most 255 characters. */
            text?: string | undefined;
            /** @description End of the range. ISO 8601; a date means that whole day in the program's time zone. */
            to?: string | undefined;
            type?: components["schemas"]["RequestType"] | undefined;
        };
        ListSalesInput: {
            currency?: components["schemas"]["Currency"] | undefined;
            customerId?: number | undefined;
            /** @description Start of the range. ISO 8601; a date means that whole day in the program's time zone. */
            from?: string | undefined;
            mode?: components["schemas"]["Mode"] | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            status?: components["schemas"]["SaleStatus"] | undefined;
            /** @description End of the range. ISO 8601; a date means that whole day in the program's time zone. */
            to?: string | undefined;
        };
        ListShareLinksInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ListShareLinksResponse: {
            data: components["schemas"]["ShareLink"][];
        };
        ListUnattributedEntriesInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reconciliationId: number | string;
        };
        ListUnattributedPaymentsInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            state?: components["schemas"]["UnattributedPaymentState"] | undefined;
        };
        ListWebhookDeliveriesInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            state?: components["schemas"]["WebhookDeliveryState"] | undefined;
            webhookId: number | string;
        };
        ListWebhooksInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
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
        MailPreview: {
            /** @description Rendered with sample data. Show it in a sandboxed frame. */
            html: string;
            kind: components["schemas"]["MailKind"];
            subject: string;
            text: string;
        };
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
        /** @enum {string} */
        MailState: "pending" | "sent" | "failed" | "withdrawn";
        ManagementKey: {
            createdAt: components["schemas"]["Instant"];
            createdBy: {
                name: string;
                userId: string;
            };
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
        /** @enum {string} */
        ManagementKeyState: "active" | "suspended" | "expired" | "revoked";
        MarkCommissionsPaidInput: {
            commissionIds: number[];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reference?: string | undefined;
        };
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
        MarkPayoutsPaidInput: {
            payoutIds: number[];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reference?: string | undefined;
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
        NamedReference: {
            id: number;
            name: string;
        };
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
        NewManagementKey: {
            createdAt: components["schemas"]["Instant"];
            createdBy: {
                name: string;
                userId: string;
            };
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
        NextPayout: {
            /** @description The amount of a payout if it were created now and nothing blocked it. Negative if paid commissions were reversed. */
            amountCents: number;
            /** @description The reasons the payout is waiting, most important first. `partner_rejected`, `partner_pending`, `partner_held`, `details_missing` and `below_minimum` exclude it from every batch. The last entry is `pay_day` or `by_hand`. */
            blockers: components["schemas"]["NextPayoutBlocker"][];
            currency: components["schemas"]["Currency"];
        };
        NextPayoutBlocker: {
            /** @description For `pay_day`: a day in the program’s time zone, such as `2026-03-15`. */
            day?: string | undefined;
            /** @description For `below_minimum` and `reversed`: the amount still to be earned. */
            missingCents?: number | undefined;
            reason: components["schemas"]["NextPayoutReason"];
            /**
             * Format: date-time
             * @description For `on_hold` and `details_change`: when the hold ends or the change takes effect.
             */
            until?: string | undefined;
        };
        /** @enum {string} */
        NextPayoutReason: "partner_pending" | "partner_rejected" | "partner_held" | "details_missing" | "below_minimum" | "reversed" | "nothing_owed" | "payout_open" | "on_hold" | "awaiting_review" | "details_change" | "pay_day" | "by_hand";
        NoteReconciliationDifferenceInput: {
            differenceId: number | string;
            note: string | null;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reconciliationId: number | string;
        };
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
            /** @description Only visible to the team. */
            tags: string[];
            /** @description Clicks before the partner was approved, which do not count. */
            uncountedClicks: number;
        };
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
        PartnerGroup: {
            createdAt: components["schemas"]["Instant"];
            id: number;
            name: string;
            /** @description The number of partners in the group. */
            partners: number;
        };
        PartnerImport: {
            mailed: number;
            /** @description Partners who were added without an email. With `not_requested`, none are listed. */
            notMailed: {
                email: string;
                line: number;
            }[];
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
        PartnerReport: {
            numbers: components["schemas"]["PartnerMetrics"];
            partner: components["schemas"]["Partner"];
        };
        /** @enum {string} */
        PartnerStatus: "pending" | "approved" | "rejected" | "closed";
        PartnerTag: {
            /** @description The number of partners with this tag. */
            partners: number;
            tag: string;
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
        PaymentFileResult: {
            /** @description The complete file, in UTF-8 without a byte order mark. */
            content: string;
            execution: components["schemas"]["PaymentFileExecution"] | null;
            fileName: string;
            /** @description `text/csv` for PayPal and Wise, `application/xml` for SEPA. */
            mediaType: string;
            payouts: number;
        };
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
            sandbox?: true | undefined;
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
            sandbox?: true | undefined;
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
            sandbox?: true | undefined;
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
        /** @enum {string} */
        PayoutMethod: "bank_iban" | "bank_account" | "paypal" | "wise" | "other";
        PayoutMinimum: {
            currency: components["schemas"]["Currency"];
            minimumCents: number;
        };
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
        /** @enum {string} */
        PayoutStatus: "open" | "paid" | "canceled";
        PayoutSum: {
            amountCents: number;
            currency: components["schemas"]["Currency"];
            payouts: number;
        };
        PayPayoutInput: {
            payoutId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reference?: string | undefined;
        };
        Performance: {
            /** @description The days of `meta.previousPeriod`. Only set if `compare`, or `compareFrom` and `compareTo`, are set. The number of days may differ from `data`. */
            compared?: components["schemas"]["PerformanceDay"][] | undefined;
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
        PerLeadCommission: {
            amountCents: number;
            currency: components["schemas"]["Currency"];
        };
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
        /** @enum {string} */
        PolicyType: "percent" | "flat";
        PollWebhookEventsInput: {
            /** @description IDs of events to acknowledge. */
            acknowledged?: number[] | undefined;
            listenerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /**
             * @description How long to wait for events. Returns early if the service is stopping.
             * @default 0
             */
            waitSeconds?: number | undefined;
        };
        PortalSettings: {
            /** @description Origins that may embed this program’s portal in a frame. If empty, no site may embed it. */
            embedOrigins: string[];
            language: components["schemas"]["Language"];
            ownCouponCodes: components["schemas"]["OwnCouponCodes"] | null;
            ownLinks: number | null;
            ownLinksByDefault: number;
        };
        PossibleDuplicate: {
            /** @description Null while the commission is on hold. */
            decision: components["schemas"]["DuplicateDecision"] | null;
            /** @description Both sales, the earlier one first. */
            reports: components["schemas"]["ReportedSale"][];
        };
        PreviewClaimApprovalInput: {
            claimId: number | string;
            /** @description A click on one of the partner’s links. The visitor becomes the customer. Alternative to `customerId`. */
            clickId?: string | undefined;
            /** @description The buyer, if the order identifies none. Must be one of the partner’s customers. */
            customerId?: number | undefined;
            /** @description The product of a rejected sale. Rejected sales are stored without it. */
            productId?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description The order, if the claim is only about a day. */
            transactionId?: string | undefined;
        };
        PreviewCommissionPolicyInput: {
            /** @description Minor units. */
            amountCents?: number | undefined;
            currency?: components["schemas"]["Currency"] | undefined;
            /**
             * @description Number of days up to and including today, in the program’s time zone.
             * @default 30
             */
            days?: number | undefined;
            duration?: components["schemas"]["PolicyDuration"] | undefined;
            /** @description Counted from the customer’s first sale. */
            durationMonths?: number | undefined;
            /** @description The ID of a partner group. Omit it for partners whose group has no policy. */
            groupId?: number | undefined;
            holdDays?: number | undefined;
            /** @description `true` to simulate that the policy of `groupId` and `productId` never existed. Don’t send any other field then. */
            isEnded?: boolean | undefined;
            /** @description The `product_id` of sales. Omit it for the default policy. */
            productId?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Basis points of the sale amount. */
            rateBps?: number | undefined;
            type?: components["schemas"]["PolicyType"] | undefined;
        };
        PreviewCouponCodeImportInput: {
            /** @description CSV text with a header row: `code` and `partner_email`, optionally `starts_at`, `ends_at`, `max_uses` and `customer_discount`. `starts_at` and `ends_at` are ISO 8601 date-times with an offset, or dates in the program’s time zone: the code is valid from the start of the first day to the end of the last. Separated by commas, semicolons or tabs. Up to 5000 rows. A file from the export is accepted as well. */
            file: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        PreviewCustomerAttributionInput: {
            /** @description An existing customer. Send it instead of `customerKey`. */
            customerId?: number | undefined;
            /** @description The `customer_key` of sales. An unknown key creates a customer without a click. */
            customerKey?: string | undefined;
            /** @description The partner to attribute the customer to. */
            partnerId: number;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        PreviewInvitationInput: {
            invitation: string;
        };
        PreviewInvoiceInput: {
            /** @description US dollars for 1 EUR, as a decimal: `1.0832`. */
            EUR?: string | undefined;
            /** @description A completed month, such as `2026-02`. */
            month: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description US dollars for 1 VND, as a decimal: `1.0832`. */
            VND?: string | undefined;
        };
        PreviewJoinPageInput: {
            /** @description Markdown. At most 1000 lines (100 of them quoted) and 5000 markup characters. */
            content: string;
            mode: components["schemas"]["JoinMode"];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            questions: {
                /** @description At least two for a `choice`. Other kinds have none. */
                choices: string[];
                /** @description Stays the same as long as the question exists. New questions get an ID. */
                id?: string | undefined;
                kind: components["schemas"]["QuestionKind"];
                required: boolean;
                text: string;
            }[];
            terms?: (string | null) | undefined;
        };
        PreviewPartnerImportInput: {
            /** @description CSV text with a header row: `name` and `email`, optionally `code` and `group`. Separated by commas, semicolons or tabs. Up to 2000 rows. */
            file: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        PreviewPaymentFileInput: {
            batchId: number;
            currency: components["schemas"]["Currency"];
            /** @description SEPA only: the requested execution date, such as `2026-03-31`, in the program’s time zone. Today or up to 90 days ahead. Defaults to the batch’s date, or today if that date is in the past. If it is a weekend or a TARGET holiday, the file uses the next TARGET business day; `execution` has both days and the reason. */
            executionDate?: string | undefined;
            format: components["schemas"]["PaymentFileFormat"];
            part?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        PreviewPayoutsInput: {
            currency?: components["schemas"]["Currency"] | undefined;
            /** @description Whether to exclude partners without payout details. Defaults to the program’s setting. */
            detailsRequired?: boolean | undefined;
            minimumCents?: number | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        PrintInvoiceInput: {
            invoiceId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
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
            rejectedEvents: {
                events: number;
                newestReceivedAt: components["schemas"]["Instant"];
            } | null;
            /** @enum {string} */
            status: "not_connected" | "connected" | "disconnected";
            /** @description Event types that the webhook endpoint must receive. */
            webhookEventTypes: string[];
            webhookUrl: string | null;
        };
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
        ProgramClock: {
            /** @description How far the program’s clock is ahead of real time. */
            aheadMs: number;
            /**
             * Format: date-time
             * @description The program’s current time.
             */
            now: string;
        };
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
        /** @enum {string} */
        ProgramStatus: "active" | "paused" | "archived";
        /** @enum {string} */
        QuestionKind: "text" | "long_text" | "choice" | "url";
        ReadApplicationInput: {
            applicationId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadArchivedClickInput: {
            customerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadBrandingInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadBreakdownInput: {
            /**
             * @description The dimension of the breakdown. Read from the daily statistics: `partner` and `link`. Click dimensions: `subId` (`?sub=` in the clicked URL), `landingPage`, `referrer` (the site), `language` and `country` of the browser’s language, `device` and `visitor` (`new` or `returning`). Sale dimensions: `product`, `currency` and `renewal` (`first` or `renewal`).
             * @enum {string}
             */
            by: "partner" | "group" | "link" | "subId" | "landingPage" | "referrer" | "language" | "country" | "device" | "visitor" | "product" | "currency" | "renewal";
            /** @enum {string} */
            compare?: ("previous" | "year") | undefined;
            /** @description Start of a custom period to compare with. Requires `compareTo` and excludes `compare`. ISO 8601. A date means that whole day in the program's time zone. */
            compareFrom?: string | undefined;
            /** @description End of a custom period to compare with. Requires `compareFrom`. ISO 8601. A date means that whole day in the program's time zone. */
            compareTo?: string | undefined;
            /** @description Currency to sort `revenue` and `commission` by. Without it, amounts of all currencies are added at face value (D32). */
            currency?: components["schemas"]["Currency"] | undefined;
            /** @description Start of the period, with `dateTo`. Both override `period`. ISO 8601. A date means that whole day in the program's time zone. */
            dateFrom?: string | undefined;
            /** @description End of the period, with `dateFrom`. ISO 8601. A date means that whole day in the program's time zone. */
            dateTo?: string | undefined;
            /** @enum {string} */
            direction?: ("asc" | "desc") | undefined;
            /** @enum {string} */
            period?: ("7d" | "30d" | "90d" | "all") | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /**
             * @description `sales` for a breakdown of sales, otherwise `clicks`.
             * @enum {string}
             */
            sort?: ("name" | "clicks" | "leads" | "conversions" | "sales" | "revenue" | "commission") | undefined;
        };
        ReadCaptureReportInput: {
            /** @description Start of the period, with `dateTo`. Both override `period`. ISO 8601. A date means that whole day in the program's time zone. */
            dateFrom?: string | undefined;
            /** @description End of the period, with `dateFrom`. ISO 8601. A date means that whole day in the program's time zone. */
            dateTo?: string | undefined;
            /** @enum {string} */
            period?: ("7d" | "30d" | "90d" | "all") | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadClaimInput: {
            claimId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description The order to look up, if the claim is only about a day. */
            transactionId?: string | undefined;
        };
        ReadCommissionInput: {
            commissionId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadCouponReportInput: {
            /** @description Start of the period, with `dateTo`. Both override `period`. ISO 8601. A date means that whole day in the program's time zone. */
            dateFrom?: string | undefined;
            /** @description End of the period, with `dateFrom`. ISO 8601. A date means that whole day in the program's time zone. */
            dateTo?: string | undefined;
            /**
             * @description How long before an order another partner’s click counts as close.
             * @default 30
             */
            minutes?: number | undefined;
            /** @enum {string} */
            period?: ("7d" | "30d" | "90d" | "all") | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadEventInput: {
            eventId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description `click`, `lead` or `sale`. */
            type: string;
        };
        ReadHealthInput: {
            /** @description Start of the period, with `dateTo`. Both override `period`. ISO 8601. A date means that whole day in the program's time zone. */
            dateFrom?: string | undefined;
            /** @description End of the period, with `dateFrom`. ISO 8601. A date means that whole day in the program's time zone. */
            dateTo?: string | undefined;
            /** @enum {string} */
            period?: ("7d" | "30d" | "90d" | "all") | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
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
        ReadInvoiceInput: {
            invoiceId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadJoinPageInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadMailSettingsInput: {
            workspaceId: number | string;
        };
        ReadPartnerInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadPartnerMetricsInput: {
            /** @description Start of the period, with `dateTo`. Both override `period`. ISO 8601. A date means that whole day in the program's time zone. */
            dateFrom?: string | undefined;
            /** @description End of the period, with `dateFrom`. ISO 8601. A date means that whole day in the program's time zone. */
            dateTo?: string | undefined;
            /** @description Comma-separated IDs, at most 200, such as those on a page of partners. */
            partnerIds: string;
            /** @enum {string} */
            period?: ("7d" | "30d" | "90d" | "all") | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
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
        ReadPayoutInput: {
            payoutId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadPayoutSettingsInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadPerformanceInput: {
            /** @description What trends compare with: `previous` (default), the previous period of equal length, or `year`, the same days of the previous year (28 February for the 29th). If set, the response has `compared`, the days of that period. */
            compare?: string | undefined;
            /** @description Start of a custom period to compare with, of any length. Requires `compareTo` and excludes `compare`. ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond. */
            compareFrom?: string | undefined;
            /** @description End of a custom period to compare with. Requires `compareFrom`. ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond. */
            compareTo?: string | undefined;
            /** @description Start of the period, with `dateTo`. ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond. */
            dateFrom?: string | undefined;
            /** @description End of the period, with `dateFrom`. ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond. */
            dateTo?: string | undefined;
            /** @description `7d` (default), `30d`, `90d` or `all`. Ignored if both dates are present. */
            period?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadPortalSettingsInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadPossibleDuplicateInput: {
            commissionId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadProcessorConnectionInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadProcessorProblemsInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadProgramInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadProgramSetupInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadReadinessInput: {
            /** @description The `clickId` of synthetic events. Shows only events from its test link, without live events or events from other test links. Test events without a click ID are mentioned, unless another test link is polled at the same time. */
            clickId?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /**
             * Format: date-time
             * @description ISO 8601 with an offset. Only events received from then on count, for example a test’s events.
             */
            since?: string | undefined;
        };
        ReadReconciliationInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reconciliationId: number | string;
        };
        ReadReconciliationSettingsInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadStatusInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadUnattributedPaymentInput: {
            paymentId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReadWebhookListenerInput: {
            listenerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReceivedOrder: {
            amountCents: number | null;
            at: components["schemas"]["Instant"];
            currency: string | null;
            /** @enum {string} */
            kind: "sale" | "payment" | "rejected_sale";
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
            unattributedReasons: {
                [key: string]: number;
            };
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
        /** @enum {string} */
        ReconciliationDifferenceState: "missing" | "different_amount";
        /**
         * @description The reason the last run failed. `not_connected`: the account or its API key was removed. `key_rejected`: the processor rejected the key, or the key lacks a permission. `wrong_mode`: the key belongs to the other mode (live or test). `wrong_site`: the site has no such API, redirects or isn’t public. `rate_limited`, `unavailable`: the processor didn’t respond after several attempts. `unreadable`: its response could not be read. `too_many`: the month has too many payments.
         * @enum {string}
         */
        ReconciliationFailure: "not_connected" | "key_rejected" | "wrong_mode" | "wrong_site" | "rate_limited" | "unavailable" | "unreadable" | "too_many";
        ReconciliationSettings: {
            /** @description The fields required to set the connected processor’s API key. */
            fields: components["schemas"]["CredentialField"][];
            hasApiKey: boolean;
            /** @description Whether the connected processor’s payments and refunds can be listed. */
            isSupported: boolean;
            processor: string | null;
            site: string | null;
        };
        /** @enum {string} */
        ReconciliationStatus: "queued" | "running" | "done" | "failed";
        RecordedDifference: {
            state: components["schemas"]["RecordedDifferenceState"];
        };
        /** @enum {string} */
        RecordedDifferenceState: "matched" | "unattributed" | "different_amount";
        RecordReconciliationDifferenceInput: {
            differenceId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reconciliationId: number | string;
        };
        RedeliverWebhookInput: {
            deliveryId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            webhookId: number | string;
        };
        RefundedPayout: {
            amountCents: number;
            currency: components["schemas"]["Currency"];
            partnerName: string;
            payoutId: number;
            /** @description For an open payout, the refunds on its commissions since it was created. The payout’s amount doesn’t change: the next payout deducts the refunds, unless this one is canceled. 0 for a closed payout. */
            refundedCents: number;
        };
        RefundSaleInput: {
            /** @description Defaults to the remaining amount. */
            amountCents?: number | undefined;
            currency?: components["schemas"]["Currency"] | undefined;
            /** @description Records the refund even if your team or server has already reported a refund of the same amount for this sale. */
            isSeparate?: boolean | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reason: string;
            /** @description Your own ID for the refund, unique within the sale. A repeated ID counts once, including if your server sends it as `refund_id`. */
            refundId: string;
            saleId: number | string;
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
        RejectApplicationInput: {
            applicationId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reason?: (string | null) | undefined;
            /** @description The version that you reviewed. Fails with 409 if the application has changed since. */
            version: number;
        };
        RejectApplicationsInput: {
            /** @description The applications, each with the version you reviewed. */
            applications: {
                id: number;
                version: number;
            }[];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reason?: (string | null) | undefined;
        };
        RejectClaimInput: {
            claimId: number | string;
            /** @description The reason, which is shown to the partner. */
            message: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        RejectCommissionsInput: {
            commissionIds: number[];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reason: string;
        };
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
        RejectPartnerInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReleasePartnerInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        RemoveLogoInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        RemoveMemberInput: {
            memberId: number | string;
            workspaceId: number | string;
        };
        RemoveMemberResponse: {
            data: {
                id: string;
            };
        };
        RemovePartnerFromGroupInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        RemoveProcessorApiKeyInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        RenamePartnerGroupInput: {
            groupId: number | string;
            /** @description Unique in the program, ignoring case. */
            name: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        ReopenReconciliationInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reconciliationId: number | string;
        };
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
        RequestApplicationInfoInput: {
            applicationId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Emailed to the applicant. */
            question: string;
            /** @description The version that you reviewed. Fails with 409 if the application has changed since. */
            version: number;
        };
        RequestedPayoutDetails: {
            /** @description The number of partners who receive an email. */
            requested: number;
            /** @description Partners who don’t receive an email. `requested_recently`: they received one in the last 7 days. */
            skipped: {
                partnerId: number;
                reason: components["schemas"]["SkippedDetailsRequestReason"];
            }[];
        };
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
            commissions: {
                approved: number;
                paid: number;
                pending: number;
                reversed: number;
            };
            leads: number;
            sales: number;
        };
        /** @enum {string} */
        RequestOutcome: "counted" | "bot" | "unknown_link" | "inactive_link" | "partner_not_approved" | "program_closed" | "settled" | "provisional" | "repeat" | "with_commission" | "no_policy" | "policy_ended" | "duplicate" | "window_expired" | "unsupported_currency" | "applied" | "sale_not_found" | "no_attribution" | "unauthorized" | "rejected" | "failed";
        RequestOutcomeCount: {
            outcome: components["schemas"]["RequestOutcome"];
            requests: number;
        };
        RequestPayoutDetailsInput: {
            partnerIds: number[];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
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
        ResendMailInput: {
            mailId: number | string;
            workspaceId: number | string;
        };
        ResetPasswordInput: {
            /** @description 10 to 128 characters. Must not be the email address, part of it, or a common password. */
            newPassword: string;
            token: string;
        };
        ResetPasswordResponse: {
            status: boolean;
        };
        ResolveEventForReviewInput: {
            eventForReviewId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        RetireApiKeyInput: {
            /** @description When the key stops working, in ISO 8601 with an offset. Defaults to now. */
            at?: string | undefined;
            keyId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
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
        RevealPayoutDetailsInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            version: number;
        };
        ReviewedCommissions: {
            changed: number;
            /** @description Number of commissions that were already in that state. */
            unchanged: number;
        };
        RevokeManagementKeyInput: {
            keyId: number | string;
            workspaceId: number | string;
        };
        RevokePartnerInvitationInput: {
            invitationId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        RevokeShareLinkInput: {
            linkId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        RevokeShareLinkResponse: {
            data: {
                id: number;
            };
        };
        /** @enum {string} */
        Role: "owner" | "admin" | "member" | "viewer";
        RotateWebhookSecretInput: {
            /**
             * @description How long the previous secret stays valid.
             * @default 24
             */
            graceHours?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            webhookId: number | string;
        };
        Sale: {
            additionalData: {
                [key: string]: unknown;
            } | null;
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
        /** @enum {string} */
        SaleStatus: "paid" | "refunded";
        /** @enum {string} */
        SaleType: "payment" | "subscription";
        SearchInput: {
            mode?: components["schemas"]["Mode"] | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            query: string;
        };
        SearchResults: {
            clicks: components["schemas"]["FoundClick"][];
            couponCodes: components["schemas"]["FoundCouponCode"][];
            customers: components["schemas"]["FoundCustomer"][];
            orders: components["schemas"]["FoundOrder"][];
            partners: components["schemas"]["FoundPartner"][];
        };
        SecondFactorRequired: {
            twoFactorMethods: string[];
            /** @constant */
            twoFactorRedirect: true;
        };
        SelectApplicationsInput: {
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Each word must be the beginning of a word in the name, email or website, ignoring case. */
            search?: string | undefined;
            status?: components["schemas"]["ApplicationStatus"] | undefined;
        };
        SelectCommissionsInput: {
            /** @description Only commissions that stay pending until a member decides: possible duplicates, and those whose hold period has ended without approval. */
            awaitingReview?: boolean | undefined;
            currency?: components["schemas"]["Currency"] | undefined;
            /** @description Start of the range. ISO 8601; a date means that whole day in the program's time zone. */
            from?: string | undefined;
            holdReason?: components["schemas"]["HoldReason"] | undefined;
            kind?: components["schemas"]["CommissionKind"] | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
            search?: string | undefined;
            status?: components["schemas"]["CommissionStatus"] | undefined;
            /** @description End of the range. ISO 8601; a date means that whole day in the program's time zone. */
            to?: string | undefined;
        };
        SetCommissionPolicyInput: {
            /** @description Minor units. */
            amountCents?: number | undefined;
            currency?: components["schemas"]["Currency"] | undefined;
            duration?: components["schemas"]["PolicyDuration"] | undefined;
            /** @description Counted from the customer’s first sale. */
            durationMonths?: number | undefined;
            /** @description The ID of a partner group. Omit it for partners whose group has no policy. */
            groupId?: number | undefined;
            holdDays?: number | undefined;
            /** @description The `product_id` of sales. Omit it for the default policy. */
            productId?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Basis points of the sale amount. */
            rateBps?: number | undefined;
            type: components["schemas"]["PolicyType"];
        };
        SetLogoInput: {
            /** @description A PNG, JPEG or WebP image of at most 46080 bytes, in base64. */
            image: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        SetPartnerGroupInput: {
            groupId: number;
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        SetPartnerTagsInput: {
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description The complete list of tags, each with up to 40 characters. They are converted to lower case, and surrounding spaces and duplicates are removed. */
            tags: string[];
        };
        SetProcessorApiKeyInput: {
            /** @description A read-only key. Stored encrypted and never shown. */
            apiKey: string;
            /** @description The key’s secret, if `fields` includes it. Stored encrypted and never shown. */
            apiSecret?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /**
             * @description The store or site, if `fields` includes it. It must be on the public internet.
             * @example https://shop.example
             */
            site?: string | undefined;
        };
        /** @enum {string} */
        ShareComparison: "below" | "not_below" | "too_few";
        ShareLink: {
            createdAt: components["schemas"]["Instant"];
            expiresAt: components["schemas"]["Instant"];
            id: number;
            query: string | null;
            /** @enum {string} */
            queryType: "transactionId" | "customerKey" | "clickId" | "emailHash";
        };
        ShareTimelineInput: {
            /** @description The value of the service_click_id cookie. */
            clickId?: string | undefined;
            /** @description Your customer ID, as sent to the lead or sale endpoint. */
            customerKey?: string | undefined;
            /** @description Matches every customer with this email. Not stored: only its keyed hash is compared. */
            email?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Your order ID, as sent to the sale endpoint. */
            transactionId?: string | undefined;
        };
        SignedIn: {
            /** @description The session token. */
            token: string;
            user: components["schemas"]["AuthenticatedUser"];
        };
        SignInInput: {
            /** @description An email address. Stored in lower case, with its domain in ASCII (punycode). */
            email: string;
            password: string;
        };
        SignInOptions: {
            /** @description Whether anyone can create an account without an invitation. */
            isSignUpOpen: boolean;
            mailSending: components["schemas"]["MailSending"];
        };
        SignInResponse: components["schemas"]["SignedIn"] | components["schemas"]["SecondFactorRequired"];
        SignOutResponse: {
            success: boolean;
        };
        SignUpInput: {
            /** @description An email address. Stored in lower case, with its domain in ASCII (punycode). */
            email: string;
            invitation?: string | undefined;
            name: string;
            /** @description 10 to 128 characters. Must not be the email address, part of it, or a common password. */
            password: string;
        };
        SignUpResponse: {
            token: string | null;
            user: components["schemas"]["AuthenticatedUser"];
        };
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
        StartReconciliationInput: {
            /** @example 2026-10 */
            month: string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        StartWebhookListenerInput: {
            /** @description Defaults to all types. */
            eventTypes?: components["schemas"]["WebhookEventType"][] | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /**
             * @description Whether to receive a `webhook.test` event immediately.
             * @default false
             */
            sendTest?: boolean | undefined;
        };
        /** @enum {string} */
        SubscriptionInterval: "monthly" | "quarterly" | "annual";
        SumCommissionsInput: {
            /** @description Only commissions that stay pending until a member decides: possible duplicates, and those whose hold period has ended without approval. */
            awaitingReview?: boolean | undefined;
            currency?: components["schemas"]["Currency"] | undefined;
            /** @description Start of the range. ISO 8601; a date means that whole day in the program's time zone. */
            from?: string | undefined;
            holdReason?: components["schemas"]["HoldReason"] | undefined;
            kind?: components["schemas"]["CommissionKind"] | undefined;
            partnerId?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            /** @description Matches a transaction ID, customer key, partner name, email or link code; if none matches exactly, by prefix. Click IDs and customer emails must be complete. Case-sensitive, except for partner names and emails. */
            search?: string | undefined;
            status?: components["schemas"]["CommissionStatus"] | undefined;
            /** @description End of the range. ISO 8601; a date means that whole day in the program's time zone. */
            to?: string | undefined;
        };
        SumCommissionsResponse: {
            data: components["schemas"]["CommissionSum"][];
        };
        SyntheticEvent: {
            eventId: number;
            type: components["schemas"]["SyntheticEventType"];
        };
        SyntheticEvents: {
            /** @description The click ID that the test link carries. */
            clickId: string;
            /** @description The test events that the service recorded: a click, its signup, a sale and its refund. */
            events: components["schemas"]["SyntheticEvent"][];
            readiness: components["schemas"]["Readiness"];
            testLink: string | null;
        };
        /** @enum {string} */
        SyntheticEventType: "click" | "lead" | "sale" | "refund";
        /** @enum {string} */
        TargetClosing: "weekend" | "new_years_day" | "good_friday" | "easter_monday" | "labour_day" | "christmas_day" | "day_after_christmas";
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
        TestWebhookInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            webhookId: number | string;
        };
        TimelineItem: {
            amountCents?: number | undefined;
            at: components["schemas"]["Instant"];
            attributedBy?: string | undefined;
            baseCents?: number | undefined;
            because?: string | undefined;
            claimId?: number | undefined;
            clickId?: string | undefined;
            commissionId?: number | undefined;
            countedCents?: number | undefined;
            couponDecision?: components["schemas"]["CouponDecision"] | undefined;
            currency?: components["schemas"]["Currency"] | undefined;
            customerId?: number | undefined;
            customerKey?: string | undefined;
            fromCents?: number | undefined;
            fromStatus?: components["schemas"]["CommissionStatus"] | undefined;
            holdUntil?: components["schemas"]["Instant"] | undefined;
            /** @constant */
            isAdjusted?: true | undefined;
            /** @constant */
            isClickUnused?: true | undefined;
            /** @constant */
            isOtherClick?: true | undefined;
            isTest: boolean;
            leadId?: number | undefined;
            /** @enum {string} */
            leadSource?: ("browser" | "server") | undefined;
            /** @enum {string} */
            leadState?: ("provisional" | "settled") | undefined;
            linkCode?: string | undefined;
            otherPartner?: components["schemas"]["NamedReference"] | undefined;
            partner?: components["schemas"]["NamedReference"] | undefined;
            /** @enum {string} */
            paymentReason?: ("no_customer" | "window_expired" | "unsupported_currency" | "partner_not_approved" | "program_inactive" | "closed_to_new_referrals") | undefined;
            /** @enum {string} */
            paymentState?: ("announced" | "attributed" | "unattributed" | "dismissed") | undefined;
            payoutId?: number | undefined;
            policyType?: components["schemas"]["PolicyType"] | undefined;
            rateBps?: number | undefined;
            rejectedRequest?: components["schemas"]["RejectedRequestItem"] | undefined;
            /** @enum {string} */
            reportedBy?: ("server" | "processor") | undefined;
            saleId?: number | undefined;
            /** @enum {string} */
            settledBy?: ("browser" | "server" | "payment") | undefined;
            taxCents?: number | undefined;
            /** @description The conclusion in one or two sentences. */
            text: string;
            toStatus?: components["schemas"]["CommissionStatus"] | undefined;
            transactionId?: string | undefined;
            /** @enum {string} */
            type: "click" | "lead" | "lead_settled" | "claim_approved" | "attributed" | "sale" | "rejected_request" | "refund" | "failed_refund" | "refund_undone" | "dispute" | "dispute_won" | "commission" | "commission_change" | "payout_made" | "payout_paid" | "payout_canceled" | "payment";
            /** @description Ignored fields of the request, with the field that each most likely means. */
            unknownFields?: {
                field: string;
                meant?: string | undefined;
            }[] | undefined;
        };
        TrackedEvent: components["schemas"]["ClickEvent"] | components["schemas"]["LeadEvent"] | components["schemas"]["SaleEvent"];
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
        UndoRefundInput: {
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reason: string;
            refundEventId: number | string;
            saleId: number | string;
        };
        UpdateAccountInput: {
            name: string;
        };
        UpdateAccountResponse: {
            data: {
                id: string;
                name: string;
            };
        };
        UpdateBrandingInput: {
            /** @description Text on it is black or white, whichever has more contrast. */
            color?: string | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            replyTo?: (string | null) | undefined;
            slug?: (string | null) | undefined;
        };
        UpdateCouponCodeInput: {
            couponId: number | string;
            customerDiscount?: (string | null) | undefined;
            endsAt?: (string | null) | undefined;
            maxUses?: (number | null) | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            startsAt?: (string | null) | undefined;
        };
        UpdateJoinPageInput: {
            /** @description Markdown. At most 1000 lines (100 of them quoted) and 5000 markup characters. */
            content: string;
            mode: components["schemas"]["JoinMode"];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            questions: {
                /** @description At least two for a `choice`. Other kinds have none. */
                choices: string[];
                /** @description Stays the same as long as the question exists. New questions get an ID. */
                id?: string | undefined;
                kind: components["schemas"]["QuestionKind"];
                required: boolean;
                text: string;
            }[];
            terms?: (string | null) | undefined;
        };
        UpdateMemberInput: {
            memberId: number | string;
            role?: components["schemas"]["Role"] | undefined;
            status?: components["schemas"]["MemberStatus"] | undefined;
            workspaceId: number | string;
        };
        UpdatePartnerNoteInput: {
            noteId: number | string;
            partnerId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            text: string;
            /** @description The version that you read. Fails with 409 if the note has changed since. */
            version: number;
        };
        UpdatePayoutDetailsInput: {
            payoutId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        UpdatePayoutSettingsInput: {
            debtor?: {
                bic?: string | undefined;
                iban: string;
                name: string;
            } | undefined;
            detailsRequired?: boolean | undefined;
            minimums?: {
                currency: components["schemas"]["Currency"];
                minimumCents: number;
            }[] | undefined;
            payDay?: (number | null) | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        UpdatePortalSettingsInput: {
            /** @description Each one is `https://host` or `https://host:port`, without wildcard, path or trailing slash. */
            embedOrigins?: string[] | undefined;
            language?: components["schemas"]["Language"] | undefined;
            ownCouponCodes?: ({
                customerDiscount: string | null;
                /** @description The maximum length of a code, in characters. */
                maxChars: number;
                /** @description The minimum length of a code, in characters. */
                minChars: number;
                /** @description The number of active codes, including those from your team, at which a partner can’t create more. */
                most: number;
                /** @description The format of every code, such as `ACME-*` or `*10`. `*` stands for the part that the partner chooses. */
                pattern: string;
            } | null) | undefined;
            ownLinks?: (number | null) | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
        };
        UpdateProgramInput: {
            attributionWindowDays?: number | undefined;
            clickRetentionMonths?: (number | null) | undefined;
            /** @description If true, clicks return `program_paused` and new leads `closed_to_new_referrals`. Sales of known customers, renewals and refunds continue. */
            closedToNewReferrals?: boolean | undefined;
            /**
             * @description `automatic` approves commissions when their hold ends; `review` requires manual approval.
             * @enum {string}
             */
            commissionApproval?: ("automatic" | "review") | undefined;
            /**
             * @description What percentages are applied to: `amount` is `amount_cents` as sent, including tax; `amount_without_tax` is `amount_cents` less `tax_amount_cents`.
             * @enum {string}
             */
            commissionBase?: ("amount" | "amount_without_tax") | undefined;
            cookieWindowDays?: number | undefined;
            /**
             * @description Which partner gets a customer before the first sale if the click and the coupon code belong to different partners: the partner of the `code`, or of the `click`. Of two codes, the later one wins. With `first_touch`, the first click or code wins. Customers who have bought keep their partner.
             * @enum {string}
             */
            couponPrecedence?: ("code" | "click" | "first_touch") | undefined;
            holdPeriodDays?: number | undefined;
            /** @enum {string} */
            leadAuthPolicy?: ("server_verified" | "browser_allowed") | undefined;
            legalAddress?: (string | null) | undefined;
            legalName?: (string | null) | undefined;
            name?: string | undefined;
            /** @enum {string} */
            paymentTrackingMode?: ("processor_connect" | "s2s") | undefined;
            perLeadCommission?: ({
                amountCents: number;
                currency: components["schemas"]["Currency"];
            } | null) | undefined;
            platformFeeBps?: number | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            redirectDomain?: (string | null) | undefined;
            /** @description If true, the dashboard hides the setup checklist. */
            setupDismissed?: boolean | undefined;
            siteUrl?: (string | null) | undefined;
            /**
             * @description While a program is not `active`, its API keys return 401, so renewals and refunds stop as well. Archiving revokes its management keys. To stop new referrals only, keep it active and set `closedToNewReferrals`.
             * @enum {string}
             */
            status?: ("active" | "paused" | "archived") | undefined;
            taxId?: (string | null) | undefined;
            /** @description An IANA name such as `Europe/Berlin`. It determines when the program’s days begin. */
            timeZone?: string | undefined;
        };
        UpdateWebhookInput: {
            enabled?: boolean | undefined;
            eventTypes?: components["schemas"]["WebhookEventType"][] | undefined;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            url?: string | undefined;
            webhookId: number | string;
        };
        UpdateWorkspaceInput: {
            name?: string | undefined;
            requiresTwoFactor?: boolean | undefined;
            workspaceId: number | string;
        };
        UpdateWorkspaceResponse: {
            data: {
                id: string;
                name: string;
                requiresTwoFactor: boolean;
            };
        };
        VerifyRecoveryCodeInput: {
            code: string;
        };
        VerifyTotpInput: {
            code: string;
        };
        VoidInvoiceInput: {
            invoiceId: number | string;
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
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
        WebhookListenedEvents: {
            data: components["schemas"]["WebhookListenedEvent"][];
        };
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
        WithdrawCommissionApprovalInput: {
            commissionIds: number[];
            /** @description Default: the client's `programId`. */
            programId?: (number | string) | undefined;
            reason?: string | undefined;
        };
    };
}
export type AcceptInvitationInput = components['schemas']['AcceptInvitationInput'];
export type AcceptInvitationResponse = components['schemas']['AcceptInvitationResponse'];
export type Account = components['schemas']['Account'];
export type ActivateLinkInput = components['schemas']['ActivateLinkInput'];
export type AddPartnerInput = components['schemas']['AddPartnerInput'];
export type AdvanceClockInput = components['schemas']['AdvanceClockInput'];
export type AdvancedClock = components['schemas']['AdvancedClock'];
export type ApiKey = components['schemas']['ApiKey'];
export type Application = components['schemas']['Application'];
export type ApplicationAnswer = components['schemas']['ApplicationAnswer'];
export type ApplicationDetails = components['schemas']['ApplicationDetails'];
export type ApplicationInfoRequest = components['schemas']['ApplicationInfoRequest'];
export type ApplicationSelection = components['schemas']['ApplicationSelection'];
export type ApplicationStatus = components['schemas']['ApplicationStatus'];
export type ApplicationStep = components['schemas']['ApplicationStep'];
export type ApplicationStepKind = components['schemas']['ApplicationStepKind'];
export type ApproveApplicationInput = components['schemas']['ApproveApplicationInput'];
export type ApproveApplicationsInput = components['schemas']['ApproveApplicationsInput'];
export type ApproveClaimInput = components['schemas']['ApproveClaimInput'];
export type ApproveCommissionsInput = components['schemas']['ApproveCommissionsInput'];
export type ApprovePartnerInput = components['schemas']['ApprovePartnerInput'];
export type ArchiveCouponCodeInput = components['schemas']['ArchiveCouponCodeInput'];
export type ArchivedClick = components['schemas']['ArchivedClick'];
export type AttributeCustomerInput = components['schemas']['AttributeCustomerInput'];
export type AttributedBy = components['schemas']['AttributedBy'];
export type AttributePaymentInput = components['schemas']['AttributePaymentInput'];
export type AttributionChange = components['schemas']['AttributionChange'];
export type AuditAction = components['schemas']['AuditAction'];
export type AuditActorKind = components['schemas']['AuditActorKind'];
export type AuditedPolicy = components['schemas']['AuditedPolicy'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditTarget = components['schemas']['AuditTarget'];
export type AuthenticatedUser = components['schemas']['AuthenticatedUser'];
export type AuthorizeProcessorInput = components['schemas']['AuthorizeProcessorInput'];
export type AuthorizeProcessorResponse = components['schemas']['AuthorizeProcessorResponse'];
export type Brand = components['schemas']['Brand'];
export type BreakdownRow = components['schemas']['BreakdownRow'];
export type CancelInvitationInput = components['schemas']['CancelInvitationInput'];
export type CancelInvitationResponse = components['schemas']['CancelInvitationResponse'];
export type CancelPayoutInput = components['schemas']['CancelPayoutInput'];
export type CaptureReport = components['schemas']['CaptureReport'];
export type CaptureRow = components['schemas']['CaptureRow'];
export type CaptureSum = components['schemas']['CaptureSum'];
export type CentsByCurrency = components['schemas']['CentsByCurrency'];
export type ChangePasswordInput = components['schemas']['ChangePasswordInput'];
export type Claim = components['schemas']['Claim'];
export type ClaimApproval = components['schemas']['ClaimApproval'];
export type ClaimClick = components['schemas']['ClaimClick'];
export type ClaimCustomer = components['schemas']['ClaimCustomer'];
export type ClaimDetails = components['schemas']['ClaimDetails'];
export type ClaimedCommission = components['schemas']['ClaimedCommission'];
export type ClaimObstacle = components['schemas']['ClaimObstacle'];
export type ClaimState = components['schemas']['ClaimState'];
export type ClickEvent = components['schemas']['ClickEvent'];
export type CloseReconciliationInput = components['schemas']['CloseReconciliationInput'];
export type CodePattern = components['schemas']['CodePattern'];
export type Commission = components['schemas']['Commission'];
export type CommissionChange = components['schemas']['CommissionChange'];
export type CommissionKind = components['schemas']['CommissionKind'];
export type CommissionPolicy = components['schemas']['CommissionPolicy'];
export type CommissionSelection = components['schemas']['CommissionSelection'];
export type CommissionStatus = components['schemas']['CommissionStatus'];
export type CommissionSum = components['schemas']['CommissionSum'];
export type Conclusion = components['schemas']['Conclusion'];
export type ConclusionFacts = components['schemas']['ConclusionFacts'];
export type ConclusionReason = components['schemas']['ConclusionReason'];
export type ConclusionStatus = components['schemas']['ConclusionStatus'];
export type ConnectProcessorManuallyInput = components['schemas']['ConnectProcessorManuallyInput'];
export type CopiedSignInLink = components['schemas']['CopiedSignInLink'];
export type CountCustomersInput = components['schemas']['CountCustomersInput'];
export type CountCustomersResponse = components['schemas']['CountCustomersResponse'];
export type CountTrend = components['schemas']['CountTrend'];
export type CountWaitingWorkInput = components['schemas']['CountWaitingWorkInput'];
export type CouponCode = components['schemas']['CouponCode'];
export type CouponDecision = components['schemas']['CouponDecision'];
export type CouponImport = components['schemas']['CouponImport'];
export type CouponImportOutcome = components['schemas']['CouponImportOutcome'];
export type CouponImportPreview = components['schemas']['CouponImportPreview'];
export type CouponImportRow = components['schemas']['CouponImportRow'];
export type CouponImportSums = components['schemas']['CouponImportSums'];
export type CouponLeak = components['schemas']['CouponLeak'];
export type CouponOrderKind = components['schemas']['CouponOrderKind'];
export type CouponPrecedence = components['schemas']['CouponPrecedence'];
export type CouponReport = components['schemas']['CouponReport'];
export type CouponRuleSimulation = components['schemas']['CouponRuleSimulation'];
export type CouponStatus = components['schemas']['CouponStatus'];
export type CreateApiKeyInput = components['schemas']['CreateApiKeyInput'];
export type CreateCouponCodeInput = components['schemas']['CreateCouponCodeInput'];
export type CreateEmbedTokenInput = components['schemas']['CreateEmbedTokenInput'];
export type CreateLinkInput = components['schemas']['CreateLinkInput'];
export type CreateManagementKeyInput = components['schemas']['CreateManagementKeyInput'];
export type CreatePartnerGroupInput = components['schemas']['CreatePartnerGroupInput'];
export type CreatePartnerNoteInput = components['schemas']['CreatePartnerNoteInput'];
export type CreatePartnerSignInLinkInput = components['schemas']['CreatePartnerSignInLinkInput'];
export type CreatePaymentFileInput = components['schemas']['CreatePaymentFileInput'];
export type CreatePayoutsInput = components['schemas']['CreatePayoutsInput'];
export type CreateProgramInput = components['schemas']['CreateProgramInput'];
export type CreateSyntheticEventsInput = components['schemas']['CreateSyntheticEventsInput'];
export type CreateWebhookInput = components['schemas']['CreateWebhookInput'];
export type CreateWorkspaceInput = components['schemas']['CreateWorkspaceInput'];
export type CreateWorkspaceResponse = components['schemas']['CreateWorkspaceResponse'];
export type CredentialField = components['schemas']['CredentialField'];
export type Currency = components['schemas']['Currency'];
export type Customer = components['schemas']['Customer'];
export type CustomerAttribution = components['schemas']['CustomerAttribution'];
export type CustomerStatus = components['schemas']['CustomerStatus'];
export type DataSubject = components['schemas']['DataSubject'];
export type DataSubjectCounts = components['schemas']['DataSubjectCounts'];
export type DataSubjectRows = components['schemas']['DataSubjectRows'];
export type DeactivateLinkInput = components['schemas']['DeactivateLinkInput'];
export type DecidedApplications = components['schemas']['DecidedApplications'];
export type DecidedDuplicate = components['schemas']['DecidedDuplicate'];
export type DecidePossibleDuplicateInput = components['schemas']['DecidePossibleDuplicateInput'];
export type DelegatedSession = components['schemas']['DelegatedSession'];
export type DeleteApiKeyInput = components['schemas']['DeleteApiKeyInput'];
export type DeleteApiKeyResponse = components['schemas']['DeleteApiKeyResponse'];
export type DeletePartnerNoteInput = components['schemas']['DeletePartnerNoteInput'];
export type DeletePartnerNoteResponse = components['schemas']['DeletePartnerNoteResponse'];
export type DeleteWebhookInput = components['schemas']['DeleteWebhookInput'];
export type DeleteWebhookResponse = components['schemas']['DeleteWebhookResponse'];
export type DifferenceRemedy = components['schemas']['DifferenceRemedy'];
export type DisableTwoFactorInput = components['schemas']['DisableTwoFactorInput'];
export type DisableTwoFactorResponse = components['schemas']['DisableTwoFactorResponse'];
export type DisconnectProcessorInput = components['schemas']['DisconnectProcessorInput'];
export type DismissPaymentInput = components['schemas']['DismissPaymentInput'];
export type DuplicateDecision = components['schemas']['DuplicateDecision'];
export type EnableTwoFactorInput = components['schemas']['EnableTwoFactorInput'];
export type EnableTwoFactorResponse = components['schemas']['EnableTwoFactorResponse'];
export type EndAllSessionsResponse = components['schemas']['EndAllSessionsResponse'];
export type EndCommissionPolicyInput = components['schemas']['EndCommissionPolicyInput'];
export type EndPartnerGroupInput = components['schemas']['EndPartnerGroupInput'];
export type EndWebhookListenerInput = components['schemas']['EndWebhookListenerInput'];
export type EndWebhookListenerResponse = components['schemas']['EndWebhookListenerResponse'];
export type EraseDataSubjectInput = components['schemas']['EraseDataSubjectInput'];
export type ErasedDataSubject = components['schemas']['ErasedDataSubject'];
export type EventCommission = components['schemas']['EventCommission'];
export type EventCoupon = components['schemas']['EventCoupon'];
export type EventDetails = components['schemas']['EventDetails'];
export type EventForReview = components['schemas']['EventForReview'];
export type EventForReviewState = components['schemas']['EventForReviewState'];
export type EventPartner = components['schemas']['EventPartner'];
export type ExchangeRates = components['schemas']['ExchangeRates'];
export type ExplainInput = components['schemas']['ExplainInput'];
export type Explanation = components['schemas']['Explanation'];
export type ExportBreakdownInput = components['schemas']['ExportBreakdownInput'];
export type ExportCommissionsInput = components['schemas']['ExportCommissionsInput'];
export type ExportCouponCodesInput = components['schemas']['ExportCouponCodesInput'];
export type ExportCustomersInput = components['schemas']['ExportCustomersInput'];
export type ExportDataSubjectInput = components['schemas']['ExportDataSubjectInput'];
export type ExportInvoiceLinesInput = components['schemas']['ExportInvoiceLinesInput'];
export type ExportPayoutsInput = components['schemas']['ExportPayoutsInput'];
export type ExportRejectedRequestsInput = components['schemas']['ExportRejectedRequestsInput'];
export type FoundClick = components['schemas']['FoundClick'];
export type FoundCouponCode = components['schemas']['FoundCouponCode'];
export type FoundCustomer = components['schemas']['FoundCustomer'];
export type FoundOrder = components['schemas']['FoundOrder'];
export type FoundOrderSource = components['schemas']['FoundOrderSource'];
export type FoundPartner = components['schemas']['FoundPartner'];
export type GenerateRecoveryCodesInput = components['schemas']['GenerateRecoveryCodesInput'];
export type GenerateRecoveryCodesResponse = components['schemas']['GenerateRecoveryCodesResponse'];
export type Health = components['schemas']['Health'];
export type HoldPartnerInput = components['schemas']['HoldPartnerInput'];
export type HoldReason = components['schemas']['HoldReason'];
export type ImpersonatePartnerInput = components['schemas']['ImpersonatePartnerInput'];
export type ImportCouponCodesInput = components['schemas']['ImportCouponCodesInput'];
export type ImportPartnersInput = components['schemas']['ImportPartnersInput'];
export type ImportPayoutsInput = components['schemas']['ImportPayoutsInput'];
export type ImportPayoutsResponse = components['schemas']['ImportPayoutsResponse'];
export type InactivityAlert = components['schemas']['InactivityAlert'];
export type Instant = components['schemas']['Instant'];
export type IntegrationStatus = components['schemas']['IntegrationStatus'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationPreview = components['schemas']['InvitationPreview'];
export type InviteMemberInput = components['schemas']['InviteMemberInput'];
export type InvitePartnerInput = components['schemas']['InvitePartnerInput'];
export type Invoice = components['schemas']['Invoice'];
export type InvoiceDetails = components['schemas']['InvoiceDetails'];
export type InvoiceKind = components['schemas']['InvoiceKind'];
export type InvoiceLine = components['schemas']['InvoiceLine'];
export type InvoiceLineKind = components['schemas']['InvoiceLineKind'];
export type InvoicePreview = components['schemas']['InvoicePreview'];
export type IssueInvoiceInput = components['schemas']['IssueInvoiceInput'];
export type JoinMode = components['schemas']['JoinMode'];
export type JoinPage = components['schemas']['JoinPage'];
export type JoinPagePreview = components['schemas']['JoinPagePreview'];
export type Language = components['schemas']['Language'];
export type LeadEvent = components['schemas']['LeadEvent'];
export type Link = components['schemas']['Link'];
export type LinkStatus = components['schemas']['LinkStatus'];
export type ListApiKeysInput = components['schemas']['ListApiKeysInput'];
export type ListApplicationsInput = components['schemas']['ListApplicationsInput'];
export type ListAuditLogInput = components['schemas']['ListAuditLogInput'];
export type ListBalancesInput = components['schemas']['ListBalancesInput'];
export type ListClaimsInput = components['schemas']['ListClaimsInput'];
export type ListCommissionChangesInput = components['schemas']['ListCommissionChangesInput'];
export type ListCommissionChangesResponse = components['schemas']['ListCommissionChangesResponse'];
export type ListCommissionPoliciesInput = components['schemas']['ListCommissionPoliciesInput'];
export type ListCommissionsInput = components['schemas']['ListCommissionsInput'];
export type ListCouponCodesInput = components['schemas']['ListCouponCodesInput'];
export type ListCustomersInput = components['schemas']['ListCustomersInput'];
export type ListEventsForReviewInput = components['schemas']['ListEventsForReviewInput'];
export type ListEventsInput = components['schemas']['ListEventsInput'];
export type ListInvitationsInput = components['schemas']['ListInvitationsInput'];
export type ListInvoiceLinesInput = components['schemas']['ListInvoiceLinesInput'];
export type ListInvoicesInput = components['schemas']['ListInvoicesInput'];
export type ListLinksInput = components['schemas']['ListLinksInput'];
export type ListMailsInput = components['schemas']['ListMailsInput'];
export type ListManagementKeysInput = components['schemas']['ListManagementKeysInput'];
export type ListMembersInput = components['schemas']['ListMembersInput'];
export type ListOpenPayoutBatchesInput = components['schemas']['ListOpenPayoutBatchesInput'];
export type ListOpenPayoutBatchesResponse = components['schemas']['ListOpenPayoutBatchesResponse'];
export type ListPartnerGroupsInput = components['schemas']['ListPartnerGroupsInput'];
export type ListPartnerInvitationsInput = components['schemas']['ListPartnerInvitationsInput'];
export type ListPartnerMailsInput = components['schemas']['ListPartnerMailsInput'];
export type ListPartnerNotesInput = components['schemas']['ListPartnerNotesInput'];
export type ListPartnerReportInput = components['schemas']['ListPartnerReportInput'];
export type ListPartnersInput = components['schemas']['ListPartnersInput'];
export type ListPartnerTagsInput = components['schemas']['ListPartnerTagsInput'];
export type ListPartnerTagsResponse = components['schemas']['ListPartnerTagsResponse'];
export type ListPayoutDetailsInput = components['schemas']['ListPayoutDetailsInput'];
export type ListPayoutDetailsResponse = components['schemas']['ListPayoutDetailsResponse'];
export type ListPayoutItemsInput = components['schemas']['ListPayoutItemsInput'];
export type ListPayoutsInput = components['schemas']['ListPayoutsInput'];
export type ListProcessorEventsInput = components['schemas']['ListProcessorEventsInput'];
export type ListProcessorEventsResponse = components['schemas']['ListProcessorEventsResponse'];
export type ListProcessorsInput = components['schemas']['ListProcessorsInput'];
export type ListProcessorsResponse = components['schemas']['ListProcessorsResponse'];
export type ListReconciliationDifferencesInput = components['schemas']['ListReconciliationDifferencesInput'];
export type ListReconciliationsInput = components['schemas']['ListReconciliationsInput'];
export type ListReconciliationsResponse = components['schemas']['ListReconciliationsResponse'];
export type ListRejectedRequestsInput = components['schemas']['ListRejectedRequestsInput'];
export type ListSalesInput = components['schemas']['ListSalesInput'];
export type ListShareLinksInput = components['schemas']['ListShareLinksInput'];
export type ListShareLinksResponse = components['schemas']['ListShareLinksResponse'];
export type ListUnattributedEntriesInput = components['schemas']['ListUnattributedEntriesInput'];
export type ListUnattributedPaymentsInput = components['schemas']['ListUnattributedPaymentsInput'];
export type ListWebhookDeliveriesInput = components['schemas']['ListWebhookDeliveriesInput'];
export type ListWebhooksInput = components['schemas']['ListWebhooksInput'];
export type Mail = components['schemas']['Mail'];
export type MailKind = components['schemas']['MailKind'];
export type MailPreview = components['schemas']['MailPreview'];
export type MailSending = components['schemas']['MailSending'];
export type MailSettings = components['schemas']['MailSettings'];
export type MailState = components['schemas']['MailState'];
export type ManagementKey = components['schemas']['ManagementKey'];
export type ManagementKeyState = components['schemas']['ManagementKeyState'];
export type MarkCommissionsPaidInput = components['schemas']['MarkCommissionsPaidInput'];
export type MarkCommissionsPaidResponse = components['schemas']['MarkCommissionsPaidResponse'];
export type MarkedPayouts = components['schemas']['MarkedPayouts'];
export type MarkPayoutsPaidInput = components['schemas']['MarkPayoutsPaidInput'];
export type Member = components['schemas']['Member'];
export type MemberStatus = components['schemas']['MemberStatus'];
export type MissingEventSign = components['schemas']['MissingEventSign'];
export type MissingEventType = components['schemas']['MissingEventType'];
export type Mode = components['schemas']['Mode'];
export type MoneyTrend = components['schemas']['MoneyTrend'];
export type NamedReference = components['schemas']['NamedReference'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewInvitation = components['schemas']['NewInvitation'];
export type NewManagementKey = components['schemas']['NewManagementKey'];
export type NewProgramDefaults = components['schemas']['NewProgramDefaults'];
export type NewProgramPolicy = components['schemas']['NewProgramPolicy'];
export type NewShareLink = components['schemas']['NewShareLink'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type NextPayout = components['schemas']['NextPayout'];
export type NextPayoutBlocker = components['schemas']['NextPayoutBlocker'];
export type NextPayoutReason = components['schemas']['NextPayoutReason'];
export type NoteReconciliationDifferenceInput = components['schemas']['NoteReconciliationDifferenceInput'];
export type NotMailedReason = components['schemas']['NotMailedReason'];
export type OpenPayoutBatch = components['schemas']['OpenPayoutBatch'];
export type OwnCouponCodes = components['schemas']['OwnCouponCodes'];
export type Partner = components['schemas']['Partner'];
export type PartnerBalance = components['schemas']['PartnerBalance'];
export type PartnerGroup = components['schemas']['PartnerGroup'];
export type PartnerImport = components['schemas']['PartnerImport'];
export type PartnerImportOutcome = components['schemas']['PartnerImportOutcome'];
export type PartnerImportPreview = components['schemas']['PartnerImportPreview'];
export type PartnerImportRow = components['schemas']['PartnerImportRow'];
export type PartnerImportSums = components['schemas']['PartnerImportSums'];
export type PartnerInvitation = components['schemas']['PartnerInvitation'];
export type PartnerInvitationResult = components['schemas']['PartnerInvitationResult'];
export type PartnerInvitationState = components['schemas']['PartnerInvitationState'];
export type PartnerMetrics = components['schemas']['PartnerMetrics'];
export type PartnerNote = components['schemas']['PartnerNote'];
export type PartnerReport = components['schemas']['PartnerReport'];
export type PartnerStatus = components['schemas']['PartnerStatus'];
export type PartnerTag = components['schemas']['PartnerTag'];
export type PayeeKind = components['schemas']['PayeeKind'];
export type PaymentFileExecution = components['schemas']['PaymentFileExecution'];
export type PaymentFileFormat = components['schemas']['PaymentFileFormat'];
export type PaymentFilePreview = components['schemas']['PaymentFilePreview'];
export type PaymentFileResult = components['schemas']['PaymentFileResult'];
export type PaymentFileSkip = components['schemas']['PaymentFileSkip'];
export type PaymentProcessor = components['schemas']['PaymentProcessor'];
export type PaymentProcessorName = components['schemas']['PaymentProcessorName'];
export type PaymentStatistics = components['schemas']['PaymentStatistics'];
export type Payout = components['schemas']['Payout'];
export type PayoutBatch = components['schemas']['PayoutBatch'];
export type PayoutBatchPreview = components['schemas']['PayoutBatchPreview'];
export type PayoutBlocker = components['schemas']['PayoutBlocker'];
export type PayoutDetailsState = components['schemas']['PayoutDetailsState'];
export type PayoutDetailsVersion = components['schemas']['PayoutDetailsVersion'];
export type PayoutExclusionReason = components['schemas']['PayoutExclusionReason'];
export type PayoutItem = components['schemas']['PayoutItem'];
export type PayoutMethod = components['schemas']['PayoutMethod'];
export type PayoutMinimum = components['schemas']['PayoutMinimum'];
export type PayoutSettings = components['schemas']['PayoutSettings'];
export type PayoutStatus = components['schemas']['PayoutStatus'];
export type PayoutSum = components['schemas']['PayoutSum'];
export type PayPayoutInput = components['schemas']['PayPayoutInput'];
export type Performance = components['schemas']['Performance'];
export type PerformanceDay = components['schemas']['PerformanceDay'];
export type PerformanceMetrics = components['schemas']['PerformanceMetrics'];
export type PerLeadCommission = components['schemas']['PerLeadCommission'];
export type Permission = components['schemas']['Permission'];
export type PolicyDuration = components['schemas']['PolicyDuration'];
export type PolicyPreview = components['schemas']['PolicyPreview'];
export type PolicyType = components['schemas']['PolicyType'];
export type PollWebhookEventsInput = components['schemas']['PollWebhookEventsInput'];
export type PortalSettings = components['schemas']['PortalSettings'];
export type PossibleDuplicate = components['schemas']['PossibleDuplicate'];
export type PreviewClaimApprovalInput = components['schemas']['PreviewClaimApprovalInput'];
export type PreviewCommissionPolicyInput = components['schemas']['PreviewCommissionPolicyInput'];
export type PreviewCouponCodeImportInput = components['schemas']['PreviewCouponCodeImportInput'];
export type PreviewCustomerAttributionInput = components['schemas']['PreviewCustomerAttributionInput'];
export type PreviewInvitationInput = components['schemas']['PreviewInvitationInput'];
export type PreviewInvoiceInput = components['schemas']['PreviewInvoiceInput'];
export type PreviewJoinPageInput = components['schemas']['PreviewJoinPageInput'];
export type PreviewPartnerImportInput = components['schemas']['PreviewPartnerImportInput'];
export type PreviewPaymentFileInput = components['schemas']['PreviewPaymentFileInput'];
export type PreviewPayoutsInput = components['schemas']['PreviewPayoutsInput'];
export type PrintInvoiceInput = components['schemas']['PrintInvoiceInput'];
export type ProcessorConnection = components['schemas']['ProcessorConnection'];
export type ProcessorEvent = components['schemas']['ProcessorEvent'];
export type ProcessorProblems = components['schemas']['ProcessorProblems'];
export type Program = components['schemas']['Program'];
export type ProgramClock = components['schemas']['ProgramClock'];
export type ProgramSetup = components['schemas']['ProgramSetup'];
export type ProgramStatus = components['schemas']['ProgramStatus'];
export type QuestionKind = components['schemas']['QuestionKind'];
export type ReadApplicationInput = components['schemas']['ReadApplicationInput'];
export type ReadArchivedClickInput = components['schemas']['ReadArchivedClickInput'];
export type ReadBrandingInput = components['schemas']['ReadBrandingInput'];
export type ReadBreakdownInput = components['schemas']['ReadBreakdownInput'];
export type ReadCaptureReportInput = components['schemas']['ReadCaptureReportInput'];
export type ReadClaimInput = components['schemas']['ReadClaimInput'];
export type ReadCommissionInput = components['schemas']['ReadCommissionInput'];
export type ReadCouponReportInput = components['schemas']['ReadCouponReportInput'];
export type ReadEventInput = components['schemas']['ReadEventInput'];
export type ReadHealthInput = components['schemas']['ReadHealthInput'];
export type Readiness = components['schemas']['Readiness'];
export type ReadinessEvidence = components['schemas']['ReadinessEvidence'];
export type ReadinessEvidenceType = components['schemas']['ReadinessEvidenceType'];
export type ReadinessGate = components['schemas']['ReadinessGate'];
export type ReadinessGateCause = components['schemas']['ReadinessGateCause'];
export type ReadinessGateName = components['schemas']['ReadinessGateName'];
export type ReadinessGateStatus = components['schemas']['ReadinessGateStatus'];
export type ReadInvoiceInput = components['schemas']['ReadInvoiceInput'];
export type ReadJoinPageInput = components['schemas']['ReadJoinPageInput'];
export type ReadMailSettingsInput = components['schemas']['ReadMailSettingsInput'];
export type ReadPartnerInput = components['schemas']['ReadPartnerInput'];
export type ReadPartnerMetricsInput = components['schemas']['ReadPartnerMetricsInput'];
export type ReadPartnerMetricsResponse = components['schemas']['ReadPartnerMetricsResponse'];
export type ReadPayoutInput = components['schemas']['ReadPayoutInput'];
export type ReadPayoutSettingsInput = components['schemas']['ReadPayoutSettingsInput'];
export type ReadPerformanceInput = components['schemas']['ReadPerformanceInput'];
export type ReadPortalSettingsInput = components['schemas']['ReadPortalSettingsInput'];
export type ReadPossibleDuplicateInput = components['schemas']['ReadPossibleDuplicateInput'];
export type ReadProcessorConnectionInput = components['schemas']['ReadProcessorConnectionInput'];
export type ReadProcessorProblemsInput = components['schemas']['ReadProcessorProblemsInput'];
export type ReadProgramInput = components['schemas']['ReadProgramInput'];
export type ReadProgramSetupInput = components['schemas']['ReadProgramSetupInput'];
export type ReadReadinessInput = components['schemas']['ReadReadinessInput'];
export type ReadReconciliationInput = components['schemas']['ReadReconciliationInput'];
export type ReadReconciliationSettingsInput = components['schemas']['ReadReconciliationSettingsInput'];
export type ReadStatusInput = components['schemas']['ReadStatusInput'];
export type ReadUnattributedPaymentInput = components['schemas']['ReadUnattributedPaymentInput'];
export type ReadWebhookListenerInput = components['schemas']['ReadWebhookListenerInput'];
export type ReceivedOrder = components['schemas']['ReceivedOrder'];
export type Reconciliation = components['schemas']['Reconciliation'];
export type ReconciliationDifference = components['schemas']['ReconciliationDifference'];
export type ReconciliationDifferenceKind = components['schemas']['ReconciliationDifferenceKind'];
export type ReconciliationDifferenceState = components['schemas']['ReconciliationDifferenceState'];
export type ReconciliationFailure = components['schemas']['ReconciliationFailure'];
export type ReconciliationSettings = components['schemas']['ReconciliationSettings'];
export type ReconciliationStatus = components['schemas']['ReconciliationStatus'];
export type RecordedDifference = components['schemas']['RecordedDifference'];
export type RecordedDifferenceState = components['schemas']['RecordedDifferenceState'];
export type RecordReconciliationDifferenceInput = components['schemas']['RecordReconciliationDifferenceInput'];
export type RedeliverWebhookInput = components['schemas']['RedeliverWebhookInput'];
export type RefundedPayout = components['schemas']['RefundedPayout'];
export type RefundSaleInput = components['schemas']['RefundSaleInput'];
export type RefundSaleResponse = components['schemas']['RefundSaleResponse'];
export type RejectApplicationInput = components['schemas']['RejectApplicationInput'];
export type RejectApplicationsInput = components['schemas']['RejectApplicationsInput'];
export type RejectClaimInput = components['schemas']['RejectClaimInput'];
export type RejectCommissionsInput = components['schemas']['RejectCommissionsInput'];
export type RejectedRequest = components['schemas']['RejectedRequest'];
export type RejectedRequestItem = components['schemas']['RejectedRequestItem'];
export type RejectPartnerInput = components['schemas']['RejectPartnerInput'];
export type ReleasePartnerInput = components['schemas']['ReleasePartnerInput'];
export type RemoveLogoInput = components['schemas']['RemoveLogoInput'];
export type RemoveMemberInput = components['schemas']['RemoveMemberInput'];
export type RemoveMemberResponse = components['schemas']['RemoveMemberResponse'];
export type RemovePartnerFromGroupInput = components['schemas']['RemovePartnerFromGroupInput'];
export type RemoveProcessorApiKeyInput = components['schemas']['RemoveProcessorApiKeyInput'];
export type RenamePartnerGroupInput = components['schemas']['RenamePartnerGroupInput'];
export type ReopenReconciliationInput = components['schemas']['ReopenReconciliationInput'];
export type ReportedSale = components['schemas']['ReportedSale'];
export type ReportedSaleSource = components['schemas']['ReportedSaleSource'];
export type RequestApplicationInfoInput = components['schemas']['RequestApplicationInfoInput'];
export type RequestedPayoutDetails = components['schemas']['RequestedPayoutDetails'];
export type RequestHealthReport = components['schemas']['RequestHealthReport'];
export type RequestHealthResponse = components['schemas']['RequestHealthResponse'];
export type RequestHealthSteps = components['schemas']['RequestHealthSteps'];
export type RequestOutcome = components['schemas']['RequestOutcome'];
export type RequestOutcomeCount = components['schemas']['RequestOutcomeCount'];
export type RequestPayoutDetailsInput = components['schemas']['RequestPayoutDetailsInput'];
export type RequestType = components['schemas']['RequestType'];
export type RequestTypeCounts = components['schemas']['RequestTypeCounts'];
export type ResendMailInput = components['schemas']['ResendMailInput'];
export type ResetPasswordInput = components['schemas']['ResetPasswordInput'];
export type ResetPasswordResponse = components['schemas']['ResetPasswordResponse'];
export type ResolveEventForReviewInput = components['schemas']['ResolveEventForReviewInput'];
export type RetireApiKeyInput = components['schemas']['RetireApiKeyInput'];
export type RevealedPayoutDetails = components['schemas']['RevealedPayoutDetails'];
export type RevealPayoutDetailsInput = components['schemas']['RevealPayoutDetailsInput'];
export type ReviewedCommissions = components['schemas']['ReviewedCommissions'];
export type RevokeManagementKeyInput = components['schemas']['RevokeManagementKeyInput'];
export type RevokePartnerInvitationInput = components['schemas']['RevokePartnerInvitationInput'];
export type RevokeShareLinkInput = components['schemas']['RevokeShareLinkInput'];
export type RevokeShareLinkResponse = components['schemas']['RevokeShareLinkResponse'];
export type Role = components['schemas']['Role'];
export type RotateWebhookSecretInput = components['schemas']['RotateWebhookSecretInput'];
export type Sale = components['schemas']['Sale'];
export type SaleCapture = components['schemas']['SaleCapture'];
export type SaleEvent = components['schemas']['SaleEvent'];
export type SaleFilter = components['schemas']['SaleFilter'];
export type SaleStatus = components['schemas']['SaleStatus'];
export type SaleType = components['schemas']['SaleType'];
export type SearchInput = components['schemas']['SearchInput'];
export type SearchResults = components['schemas']['SearchResults'];
export type SecondFactorRequired = components['schemas']['SecondFactorRequired'];
export type SelectApplicationsInput = components['schemas']['SelectApplicationsInput'];
export type SelectCommissionsInput = components['schemas']['SelectCommissionsInput'];
export type SetCommissionPolicyInput = components['schemas']['SetCommissionPolicyInput'];
export type SetLogoInput = components['schemas']['SetLogoInput'];
export type SetPartnerGroupInput = components['schemas']['SetPartnerGroupInput'];
export type SetPartnerTagsInput = components['schemas']['SetPartnerTagsInput'];
export type SetProcessorApiKeyInput = components['schemas']['SetProcessorApiKeyInput'];
export type ShareComparison = components['schemas']['ShareComparison'];
export type ShareLink = components['schemas']['ShareLink'];
export type ShareTimelineInput = components['schemas']['ShareTimelineInput'];
export type SignedIn = components['schemas']['SignedIn'];
export type SignInInput = components['schemas']['SignInInput'];
export type SignInOptions = components['schemas']['SignInOptions'];
export type SignInResponse = components['schemas']['SignInResponse'];
export type SignOutResponse = components['schemas']['SignOutResponse'];
export type SignUpInput = components['schemas']['SignUpInput'];
export type SignUpResponse = components['schemas']['SignUpResponse'];
export type SkippedApplicationReason = components['schemas']['SkippedApplicationReason'];
export type SkippedDetailsRequestReason = components['schemas']['SkippedDetailsRequestReason'];
export type SkippedPayout = components['schemas']['SkippedPayout'];
export type StartReconciliationInput = components['schemas']['StartReconciliationInput'];
export type StartWebhookListenerInput = components['schemas']['StartWebhookListenerInput'];
export type SubscriptionInterval = components['schemas']['SubscriptionInterval'];
export type SumCommissionsInput = components['schemas']['SumCommissionsInput'];
export type SumCommissionsResponse = components['schemas']['SumCommissionsResponse'];
export type SyntheticEvent = components['schemas']['SyntheticEvent'];
export type SyntheticEvents = components['schemas']['SyntheticEvents'];
export type SyntheticEventType = components['schemas']['SyntheticEventType'];
export type TargetClosing = components['schemas']['TargetClosing'];
export type TestEventStatistics = components['schemas']['TestEventStatistics'];
export type TestWebhookInput = components['schemas']['TestWebhookInput'];
export type TimelineItem = components['schemas']['TimelineItem'];
export type TrackedEvent = components['schemas']['TrackedEvent'];
export type UnattributedEntry = components['schemas']['UnattributedEntry'];
export type UnattributedPayment = components['schemas']['UnattributedPayment'];
export type UnattributedPaymentDetails = components['schemas']['UnattributedPaymentDetails'];
export type UnattributedPaymentState = components['schemas']['UnattributedPaymentState'];
export type UndoneRefund = components['schemas']['UndoneRefund'];
export type UndoRefundInput = components['schemas']['UndoRefundInput'];
export type UpdateAccountInput = components['schemas']['UpdateAccountInput'];
export type UpdateAccountResponse = components['schemas']['UpdateAccountResponse'];
export type UpdateBrandingInput = components['schemas']['UpdateBrandingInput'];
export type UpdateCouponCodeInput = components['schemas']['UpdateCouponCodeInput'];
export type UpdateJoinPageInput = components['schemas']['UpdateJoinPageInput'];
export type UpdateMemberInput = components['schemas']['UpdateMemberInput'];
export type UpdatePartnerNoteInput = components['schemas']['UpdatePartnerNoteInput'];
export type UpdatePayoutDetailsInput = components['schemas']['UpdatePayoutDetailsInput'];
export type UpdatePayoutSettingsInput = components['schemas']['UpdatePayoutSettingsInput'];
export type UpdatePortalSettingsInput = components['schemas']['UpdatePortalSettingsInput'];
export type UpdateProgramInput = components['schemas']['UpdateProgramInput'];
export type UpdateWebhookInput = components['schemas']['UpdateWebhookInput'];
export type UpdateWorkspaceInput = components['schemas']['UpdateWorkspaceInput'];
export type UpdateWorkspaceResponse = components['schemas']['UpdateWorkspaceResponse'];
export type VerifyRecoveryCodeInput = components['schemas']['VerifyRecoveryCodeInput'];
export type VerifyTotpInput = components['schemas']['VerifyTotpInput'];
export type VoidInvoiceInput = components['schemas']['VoidInvoiceInput'];
export type WaitingSum = components['schemas']['WaitingSum'];
export type WaitingWork = components['schemas']['WaitingWork'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryState = components['schemas']['WebhookDeliveryState'];
export type WebhookEventType = components['schemas']['WebhookEventType'];
export type WebhookListenedEvent = components['schemas']['WebhookListenedEvent'];
export type WebhookListenedEvents = components['schemas']['WebhookListenedEvents'];
export type WebhookListener = components['schemas']['WebhookListener'];
export type WithdrawCommissionApprovalInput = components['schemas']['WithdrawCommissionApprovalInput'];
