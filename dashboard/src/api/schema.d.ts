// Generated from /openapi.json by `npm run api-types -w dashboard`. Do not edit.

export interface paths {
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read your account */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                user: {
                                    email: string;
                                    id: string;
                                    name: string;
                                };
                                /** @description Those the user is an active member of. */
                                workspaces: {
                                    id: string;
                                    name: string;
                                    permissions: ("tracking:read" | "tracking:list" | "billing:read" | "partner:manage" | "program:create" | "program:update" | "api_key:manage" | "commission:manage" | "member:manage")[];
                                    /** @enum {string} */
                                    role: "owner" | "admin" | "member" | "viewer";
                                }[];
                            };
                        };
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The session of the caller, or null */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the session */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-up/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an account */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the programs of your workspaces */
        get: {
            parameters: {
                query?: {
                    /** @description `meta.nextCursor` of the page before. */
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                attributionWindowDays: number;
                                cookieWindowDays: number;
                                /** Format: date-time */
                                createdAt: string;
                                holdPeriodDays: number;
                                id: number;
                                /** @enum {string} */
                                leadAuthPolicy: "server_verified" | "browser_allowed";
                                name: string;
                                /** @enum {string} */
                                paymentTrackingMode: "processor_connect" | "s2s";
                                perLeadCommission: {
                                    amountCents: number;
                                    /** @enum {string} */
                                    currency: "USD" | "EUR" | "VND";
                                } | null;
                                platformFeeBps: number;
                                /** @enum {string} */
                                status: "active" | "paused" | "archived";
                                /** @description An IANA name such as `Europe/Berlin`. Days are counted in it. */
                                timeZone: string;
                                /** Format: date-time */
                                updatedAt: string;
                                workspaceId: string;
                            }[];
                            meta: {
                                /** @description Null on the last page. */
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        /**
         * Create a program
         * @description It starts with a default commission policy of 20 %, lifetime.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        /** @description An IANA name such as `Europe/Berlin`. Days are counted in it. */
                        timeZone?: string;
                        /** @description May be left out by who is an active member of exactly one workspace. */
                        workspaceId?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                attributionWindowDays: number;
                                cookieWindowDays: number;
                                /** Format: date-time */
                                createdAt: string;
                                holdPeriodDays: number;
                                id: number;
                                /** @enum {string} */
                                leadAuthPolicy: "server_verified" | "browser_allowed";
                                name: string;
                                /** @enum {string} */
                                paymentTrackingMode: "processor_connect" | "s2s";
                                perLeadCommission: {
                                    amountCents: number;
                                    /** @enum {string} */
                                    currency: "USD" | "EUR" | "VND";
                                } | null;
                                platformFeeBps: number;
                                /** @enum {string} */
                                status: "active" | "paused" | "archived";
                                /** @description An IANA name such as `Europe/Berlin`. Days are counted in it. */
                                timeZone: string;
                                /** Format: date-time */
                                updatedAt: string;
                                workspaceId: string;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is not JSON. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a program */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                attributionWindowDays: number;
                                cookieWindowDays: number;
                                /** Format: date-time */
                                createdAt: string;
                                holdPeriodDays: number;
                                id: number;
                                /** @enum {string} */
                                leadAuthPolicy: "server_verified" | "browser_allowed";
                                name: string;
                                /** @enum {string} */
                                paymentTrackingMode: "processor_connect" | "s2s";
                                perLeadCommission: {
                                    amountCents: number;
                                    /** @enum {string} */
                                    currency: "USD" | "EUR" | "VND";
                                } | null;
                                platformFeeBps: number;
                                /** @enum {string} */
                                status: "active" | "paused" | "archived";
                                /** @description An IANA name such as `Europe/Berlin`. Days are counted in it. */
                                timeZone: string;
                                /** Format: date-time */
                                updatedAt: string;
                                workspaceId: string;
                            };
                        };
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a program
         * @description Fields that are left out stay as they are. A new time zone counts all days anew. `perLeadCommission: null` ends the commission per lead.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        attributionWindowDays?: number;
                        cookieWindowDays?: number;
                        holdPeriodDays?: number;
                        /** @enum {string} */
                        leadAuthPolicy?: "server_verified" | "browser_allowed";
                        name?: string;
                        /** @enum {string} */
                        paymentTrackingMode?: "processor_connect" | "s2s";
                        perLeadCommission?: {
                            amountCents: number;
                            /** @enum {string} */
                            currency: "USD" | "EUR" | "VND";
                        } | null;
                        platformFeeBps?: number;
                        /** @enum {string} */
                        status?: "active" | "paused" | "archived";
                        /** @description An IANA name such as `Europe/Berlin`. Days are counted in it. */
                        timeZone?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                attributionWindowDays: number;
                                cookieWindowDays: number;
                                /** Format: date-time */
                                createdAt: string;
                                holdPeriodDays: number;
                                id: number;
                                /** @enum {string} */
                                leadAuthPolicy: "server_verified" | "browser_allowed";
                                name: string;
                                /** @enum {string} */
                                paymentTrackingMode: "processor_connect" | "s2s";
                                perLeadCommission: {
                                    amountCents: number;
                                    /** @enum {string} */
                                    currency: "USD" | "EUR" | "VND";
                                } | null;
                                platformFeeBps: number;
                                /** @enum {string} */
                                status: "active" | "paused" | "archived";
                                /** @description An IANA name such as `Europe/Berlin`. Days are counted in it. */
                                timeZone: string;
                                /** Format: date-time */
                                updatedAt: string;
                                workspaceId: string;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is not JSON. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/programs/{programId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys, masked */
        get: {
            parameters: {
                query?: {
                    /** @description `meta.nextCursor` of the page before. */
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** Format: date-time */
                                createdAt: string;
                                id: number;
                                lastUsedAt: string | null;
                                /** @description Enough to recognise the key, not enough to use it. */
                                masked: string;
                                /** @enum {string} */
                                mode: "live" | "test";
                                retiredAt: string | null;
                                /** @enum {string} */
                                state: "active" | "retiring" | "retired";
                            }[];
                            meta: {
                                /** @description Null on the last page. */
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        /** Create an API key */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        mode: "live" | "test";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** Format: date-time */
                                createdAt: string;
                                id: number;
                                /** @description The key itself. It is shown this once: only its hash is kept. */
                                key: string;
                                lastUsedAt: string | null;
                                /** @description Enough to recognise the key, not enough to use it. */
                                masked: string;
                                /** @enum {string} */
                                mode: "live" | "test";
                                retiredAt: string | null;
                                /** @enum {string} */
                                state: "active" | "retiring" | "retired";
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description It was recorded before, or clashes with what is there. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is not JSON. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description Calls with it answer plain 401 from now on. Retiring it instead tells callers why.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    keyId: string;
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: number;
                            };
                        };
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/api-keys/{keyId}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retire an API key, now or at a time
         * @description A key that is retired already stays so.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    keyId: string;
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description ISO 8601 with an offset; until then the key works. Left out or past: now. */
                        at?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** Format: date-time */
                                createdAt: string;
                                id: number;
                                lastUsedAt: string | null;
                                /** @description Enough to recognise the key, not enough to use it. */
                                masked: string;
                                /** @enum {string} */
                                mode: "live" | "test";
                                retiredAt: string | null;
                                /** @enum {string} */
                                state: "active" | "retiring" | "retired";
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is not JSON. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/commission-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the commission policies in force */
        get: {
            parameters: {
                query?: {
                    /** @description `meta.nextCursor` of the page before. */
                    cursor?: string;
                    /** @description Also the versions that were replaced or ended. */
                    history?: boolean;
                    limit?: number;
                    productId?: string;
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                amountCents: number | null;
                                /** Format: date-time */
                                createdAt: string;
                                currency: ("USD" | "EUR" | "VND") | null;
                                /** @enum {string} */
                                duration: "lifetime" | "first_sale" | "months";
                                durationMonths: number | null;
                                holdDays: number | null;
                                id: number;
                                productId: string | null;
                                rateBps: number | null;
                                supersededAt: string | null;
                                /** @enum {string} */
                                type: "percent" | "flat";
                                version: number;
                            }[];
                            meta: {
                                /** @description Null on the last page. */
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        /**
         * Set the commission policy of a product, or the default
         * @description Takes the place of the one in force, as its next version. Commissions keep the version they were made under. A flat policy matches only sales in its currency.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Minor units. */
                        amountCents?: number;
                        /** @enum {string} */
                        currency?: "USD" | "EUR" | "VND";
                        /** @enum {string} */
                        duration?: "lifetime" | "first_sale" | "months";
                        /** @description From the customer’s first sale. */
                        durationMonths?: number;
                        holdDays?: number;
                        /** @description The `product_id` of sales. Left out: the default of the program. */
                        productId?: string;
                        /** @description Basis points of the amount sold. */
                        rateBps?: number;
                        /** @enum {string} */
                        type: "percent" | "flat";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                amountCents: number | null;
                                /** Format: date-time */
                                createdAt: string;
                                currency: ("USD" | "EUR" | "VND") | null;
                                /** @enum {string} */
                                duration: "lifetime" | "first_sale" | "months";
                                durationMonths: number | null;
                                holdDays: number | null;
                                id: number;
                                productId: string | null;
                                rateBps: number | null;
                                supersededAt: string | null;
                                /** @enum {string} */
                                type: "percent" | "flat";
                                version: number;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description It was recorded before, or clashes with what is there. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is not JSON. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/commission-policies/{policyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End the policy of a product
         * @description Its next sales fall under the default, which cannot be ended.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    policyId: string;
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                amountCents: number | null;
                                /** Format: date-time */
                                createdAt: string;
                                currency: ("USD" | "EUR" | "VND") | null;
                                /** @enum {string} */
                                duration: "lifetime" | "first_sale" | "months";
                                durationMonths: number | null;
                                holdDays: number | null;
                                id: number;
                                productId: string | null;
                                rateBps: number | null;
                                supersededAt: string | null;
                                /** @enum {string} */
                                type: "percent" | "flat";
                                version: number;
                            };
                        };
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description It was recorded before, or clashes with what is there. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/commissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the commissions */
        get: {
            parameters: {
                query?: {
                    currency?: "USD" | "EUR" | "VND";
                    /** @description `meta.nextCursor` of the page before. */
                    cursor?: string;
                    /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                    from?: string;
                    kind?: "sale" | "lead";
                    limit?: number;
                    partnerId?: number;
                    status?: "pending" | "approved" | "paid" | "reversed";
                    /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                    to?: string;
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                amountCents: number;
                                /** Format: date-time */
                                createdAt: string;
                                /** @enum {string} */
                                currency: "USD" | "EUR" | "VND";
                                customerId: number;
                                customerKey: string | null;
                                /** Format: date-time */
                                holdUntil: string;
                                /** @description The `commission_id` of the track call. */
                                id: number;
                                /** @enum {string} */
                                kind: "sale" | "lead";
                                leadId: number | null;
                                partnerId: number;
                                partnerName: string;
                                policyId: number | null;
                                saleId: number | null;
                                /** @enum {string} */
                                status: "pending" | "approved" | "paid" | "reversed";
                            }[];
                            meta: {
                                /** @description Null on the last page. */
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/commissions.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the commissions as CSV
         * @description Takes the filters of the list and streams every row they choose, newest first. A text that a spreadsheet would run as a formula has an apostrophe in front.
         */
        get: {
            parameters: {
                query?: {
                    currency?: "USD" | "EUR" | "VND";
                    /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                    from?: string;
                    kind?: "sale" | "lead";
                    partnerId?: number;
                    status?: "pending" | "approved" | "paid" | "reversed";
                    /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                    to?: string;
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A CSV file (RFC 4180, UTF-8 with a byte order mark), streamed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/commissions/sums": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sum the commissions per status and currency
         * @description Takes the filters of the list; a status and currency without commissions is left out.
         */
        get: {
            parameters: {
                query?: {
                    currency?: "USD" | "EUR" | "VND";
                    /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                    from?: string;
                    kind?: "sale" | "lead";
                    partnerId?: number;
                    status?: "pending" | "approved" | "paid" | "reversed";
                    /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                    to?: string;
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                amountCents: number;
                                /** @description How many there are. */
                                commissions: number;
                                /** @enum {string} */
                                currency: "USD" | "EUR" | "VND";
                                /** @enum {string} */
                                status: "pending" | "approved" | "paid" | "reversed";
                            }[];
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the customers */
        get: {
            parameters: {
                query?: {
                    /** @description `meta.nextCursor` of the page before. */
                    cursor?: string;
                    customerKey?: string;
                    /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                    from?: string;
                    limit?: number;
                    partnerId?: number;
                    status?: "provisional" | "lead" | "conversion";
                    /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                    to?: string;
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** Format: date-time */
                                clickedAt: string;
                                /** Format: date-time */
                                createdAt: string;
                                customerKey: string | null;
                                firstPurchaseAt: string | null;
                                firstSaleAt: string | null;
                                id: number;
                                linkId: number;
                                partnerId: number;
                                partnerName: string;
                                saleCount: number;
                                signupAt: string | null;
                                /** @enum {string} */
                                status: "provisional" | "lead" | "conversion";
                            }[];
                            meta: {
                                /** @description Null on the last page. */
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/customers.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the customers as CSV
         * @description Takes the filters of the list and streams every row they choose, newest first. A text that a spreadsheet would run as a formula has an apostrophe in front.
         */
        get: {
            parameters: {
                query?: {
                    customerKey?: string;
                    /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                    from?: string;
                    partnerId?: number;
                    status?: "provisional" | "lead" | "conversion";
                    /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                    to?: string;
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A CSV file (RFC 4180, UTF-8 with a byte order mark), streamed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/customers/sums": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the customers per status
         * @description Takes the filters of the list; a status without customers is left out.
         */
        get: {
            parameters: {
                query?: {
                    customerKey?: string;
                    /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                    from?: string;
                    partnerId?: number;
                    status?: "provisional" | "lead" | "conversion";
                    /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                    to?: string;
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                customers: number;
                                /** @enum {string} */
                                status: "provisional" | "lead" | "conversion";
                            }[];
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the links */
        get: {
            parameters: {
                query?: {
                    /** @description `meta.nextCursor` of the page before. */
                    cursor?: string;
                    limit?: number;
                    partnerId?: number;
                    status?: "active" | "inactive";
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description Stands in `?aff=` of the addresses the partner shares. */
                                code: string;
                                /** Format: date-time */
                                createdAt: string;
                                id: number;
                                partnerId: number;
                                /** @enum {string} */
                                status: "active" | "inactive";
                            }[];
                            meta: {
                                /** @description Null on the last page. */
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        /** Give a partner another link */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Unique in the whole installation. One is made when it is left out. */
                        code?: string;
                        partnerId: number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description Stands in `?aff=` of the addresses the partner shares. */
                                code: string;
                                /** Format: date-time */
                                createdAt: string;
                                id: number;
                                partnerId: number;
                                /** @enum {string} */
                                status: "active" | "inactive";
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description It was recorded before, or clashes with what is there. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is not JSON. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/links/{linkId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate a link */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    linkId: string;
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description Stands in `?aff=` of the addresses the partner shares. */
                                code: string;
                                /** Format: date-time */
                                createdAt: string;
                                id: number;
                                partnerId: number;
                                /** @enum {string} */
                                status: "active" | "inactive";
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/links/{linkId}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivate a link: its clicks no longer count */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    linkId: string;
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description Stands in `?aff=` of the addresses the partner shares. */
                                code: string;
                                /** Format: date-time */
                                createdAt: string;
                                id: number;
                                partnerId: number;
                                /** @enum {string} */
                                status: "active" | "inactive";
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partner-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the numbers of partners
         * @description One entry for every id asked for, in that order; an id without activity has zeros.
         */
        get: {
            parameters: {
                query: {
                    /**
                     * @description Ids with commas between them, at most 200: those of a page of partners.
                     * @example 1,2,3
                     */
                    partnerIds: string;
                    period?: "7d" | "30d" | "90d" | "all";
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                clicks: number;
                                /** @description Exact minor units of each currency that has any. */
                                commissionByCurrency: {
                                    EUR?: number;
                                    USD?: number;
                                    VND?: number;
                                };
                                /** @description Customers who bought for the first time. */
                                conversions: number;
                                leads: number;
                                partnerId: number;
                                /** @description Exact minor units of each currency that has any. */
                                revenueByCurrency: {
                                    EUR?: number;
                                    USD?: number;
                                    VND?: number;
                                };
                                sales: number;
                            }[];
                            meta: {
                                /** Format: date-time */
                                dateFrom: string;
                                /** Format: date-time */
                                dateTo: string;
                                /** @enum {string} */
                                period: "7d" | "30d" | "90d" | "all";
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the partners with their links */
        get: {
            parameters: {
                query?: {
                    /** @description `meta.nextCursor` of the page before. */
                    cursor?: string;
                    limit?: number;
                    status?: "pending" | "approved" | "rejected";
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** Format: date-time */
                                createdAt: string;
                                decidedAt: string | null;
                                email: string;
                                id: number;
                                links: {
                                    /** @description Stands in `?aff=` of the addresses the partner shares. */
                                    code: string;
                                    /** Format: date-time */
                                    createdAt: string;
                                    id: number;
                                    partnerId: number;
                                    /** @enum {string} */
                                    status: "active" | "inactive";
                                }[];
                                name: string;
                                /** @enum {string} */
                                status: "pending" | "approved" | "rejected";
                            }[];
                            meta: {
                                /** @description Null on the last page. */
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        /**
         * Add a partner
         * @description Makes the partner, its record in the program and a first link. A partner whom another program of the workspace has already is the same partner here.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @default false */
                        approved?: boolean;
                        /** @description Unique in the whole installation. One is made when it is left out. */
                        code?: string;
                        /** @description One e-mail is one partner of the workspace, whatever its case. */
                        email: string;
                        name: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** Format: date-time */
                                createdAt: string;
                                decidedAt: string | null;
                                email: string;
                                id: number;
                                links: {
                                    /** @description Stands in `?aff=` of the addresses the partner shares. */
                                    code: string;
                                    /** Format: date-time */
                                    createdAt: string;
                                    id: number;
                                    partnerId: number;
                                    /** @enum {string} */
                                    status: "active" | "inactive";
                                }[];
                                name: string;
                                /** @enum {string} */
                                status: "pending" | "approved" | "rejected";
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description It was recorded before, or clashes with what is there. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is not JSON. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners/{partnerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a partner */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    partnerId: string;
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** Format: date-time */
                                createdAt: string;
                                decidedAt: string | null;
                                email: string;
                                id: number;
                                links: {
                                    /** @description Stands in `?aff=` of the addresses the partner shares. */
                                    code: string;
                                    /** Format: date-time */
                                    createdAt: string;
                                    id: number;
                                    partnerId: number;
                                    /** @enum {string} */
                                    status: "active" | "inactive";
                                }[];
                                name: string;
                                /** @enum {string} */
                                status: "pending" | "approved" | "rejected";
                            };
                        };
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners/{partnerId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a partner
         * @description Only sales of an approved partner are attributed. The decision may be changed later.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    partnerId: string;
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** Format: date-time */
                                createdAt: string;
                                decidedAt: string | null;
                                email: string;
                                id: number;
                                links: {
                                    /** @description Stands in `?aff=` of the addresses the partner shares. */
                                    code: string;
                                    /** Format: date-time */
                                    createdAt: string;
                                    id: number;
                                    partnerId: number;
                                    /** @enum {string} */
                                    status: "active" | "inactive";
                                }[];
                                name: string;
                                /** @enum {string} */
                                status: "pending" | "approved" | "rejected";
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/partners/{partnerId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a partner
         * @description Only sales of an approved partner are attributed. The decision may be changed later.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    partnerId: string;
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** Format: date-time */
                                createdAt: string;
                                decidedAt: string | null;
                                email: string;
                                id: number;
                                links: {
                                    /** @description Stands in `?aff=` of the addresses the partner shares. */
                                    code: string;
                                    /** Format: date-time */
                                    createdAt: string;
                                    id: number;
                                    partnerId: number;
                                    /** @enum {string} */
                                    status: "active" | "inactive";
                                }[];
                                name: string;
                                /** @enum {string} */
                                status: "pending" | "approved" | "rejected";
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/programs/{programId}/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sales */
        get: {
            parameters: {
                query?: {
                    currency?: "USD" | "EUR" | "VND";
                    /** @description `meta.nextCursor` of the page before. */
                    cursor?: string;
                    customerId?: number;
                    /** @description Nothing before. ISO 8601; a date is that whole day in the program's time zone. */
                    from?: string;
                    limit?: number;
                    mode?: "live" | "test";
                    partnerId?: number;
                    status?: "paid" | "refunded";
                    /** @description Nothing after. ISO 8601; a date is that whole day in the program's time zone. */
                    to?: string;
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                additionalData: {
                                    [key: string]: unknown;
                                } | null;
                                amountCents: number | null;
                                attributedBy: ("customer_key" | "click_id") | null;
                                /** @enum {string} */
                                currency: "USD" | "EUR" | "VND";
                                customerId: number | null;
                                /** @description The `sale_id` of the track call; `eventId` for a test sale. */
                                id: number;
                                isRecurring: boolean;
                                /** @enum {string} */
                                mode: "live" | "test";
                                occurredAt: string | null;
                                partnerId: number | null;
                                productId: string | null;
                                provider: string | null;
                                providerPaymentId: string | null;
                                /** Format: date-time */
                                receivedAt: string;
                                refundedCents: number;
                                /** @enum {string} */
                                saleType: "payment" | "subscription";
                                /** @enum {string} */
                                status: "paid" | "refunded";
                                subscriptionId: string | null;
                                subscriptionInterval: ("monthly" | "quarterly" | "annual") | null;
                                taxAmountCents: number | null;
                                transactionId: string;
                            }[];
                            meta: {
                                /** @description Null on the last page. */
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tracking/events/{programId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Newest events of a program
         * @description Needs a dashboard session with the permission `tracking:list` on the program. A page has 50 events unless `limit` says otherwise.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `meta.nextCursor` of the page before. */
                    cursor?: string;
                    /** @description Nothing received before. ISO 8601: a date is that whole day in the program's time zone, a date-time counts to the millisecond. */
                    from?: string;
                    limit?: number;
                    mode?: "live" | "test";
                    /** @description Nothing received after. ISO 8601: a date is that whole day in the program's time zone, a date-time counts to the millisecond. */
                    to?: string;
                    type?: "click" | "lead" | "sale" | "all";
                };
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: ({
                                affiliateUrl: string | null;
                                clickId: string;
                                /** @description Unique within its type. */
                                id: number;
                                isTest: boolean;
                                language: string | null;
                                pageTitle: string | null;
                                pageUrl: string | null;
                                partner: {
                                    id: number;
                                    name: string;
                                } | null;
                                referrerUrl: string | null;
                                screenResolution: string | null;
                                sessionId: string | null;
                                /**
                                 * Format: date-time
                                 * @description When the service received it.
                                 */
                                timestamp: string;
                                timezone: string | null;
                                /** @enum {string} */
                                type: "click";
                                userAgent: string | null;
                                viewportSize: string | null;
                            } | {
                                clickId: string | null;
                                commission: {
                                    amountCents: number;
                                    /** @enum {string} */
                                    currency: "USD" | "EUR" | "VND";
                                    id: number;
                                    /** @enum {string} */
                                    status: "pending" | "approved" | "paid" | "reversed";
                                } | null;
                                customerId: number | null;
                                customerKey: string | null;
                                /** @description Unique within its type. */
                                id: number;
                                isTest: boolean;
                                pageUrl: string | null;
                                partner: {
                                    id: number;
                                    name: string;
                                } | null;
                                sessionId: string | null;
                                settledAt: string | null;
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
                                /** @enum {string} */
                                type: "lead";
                            } | {
                                amountCents: number | null;
                                attributedBy: ("customer_key" | "click_id") | null;
                                clickId: string | null;
                                commission: {
                                    amountCents: number;
                                    /** @enum {string} */
                                    currency: "USD" | "EUR" | "VND";
                                    id: number;
                                    /** @enum {string} */
                                    status: "pending" | "approved" | "paid" | "reversed";
                                } | null;
                                /** @enum {string} */
                                currency: "USD" | "EUR" | "VND";
                                customerId: number | null;
                                customerKey: string | null;
                                /** @description Unique within its type. */
                                id: number;
                                isRecurring: boolean;
                                isTest: boolean;
                                occurredAt: string | null;
                                partner: {
                                    id: number;
                                    name: string;
                                } | null;
                                productId: string | null;
                                provider: string | null;
                                providerPaymentId: string | null;
                                refundedCents: number;
                                /** @enum {string} */
                                saleType: "payment" | "subscription";
                                /** @enum {string} */
                                status: "paid" | "refunded";
                                subscriptionId: string | null;
                                subscriptionInterval: ("monthly" | "quarterly" | "annual") | null;
                                taxAmountCents: number | null;
                                /**
                                 * Format: date-time
                                 * @description When the service received it.
                                 */
                                timestamp: string;
                                transactionId: string;
                                /** @enum {string} */
                                type: "sale";
                            })[];
                            meta: {
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tracking/events/{programId}/{type}/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All that is known about one event
         * @description Needs a dashboard session with the permission `tracking:list` on the program.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The `clickId` of a click, the `id` of a lead or a sale. */
                    eventId: string;
                    /** @description An integer. */
                    programId: string;
                    /** @description `click`, `lead` or `sale`. */
                    type: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description As it is set now. */
                                attributionWindowDays: number;
                                click: {
                                    affiliateUrl: string | null;
                                    clickId: string;
                                    linkCode: string | null;
                                    pageUrl: string | null;
                                    referrerUrl: string | null;
                                    /** Format: date-time */
                                    timestamp: string;
                                } | null;
                                commission: {
                                    amountCents: number;
                                    /** @enum {string} */
                                    currency: "USD" | "EUR" | "VND";
                                    /** Format: date-time */
                                    holdUntil: string;
                                    id: number;
                                    /** @enum {string} */
                                    status: "pending" | "approved" | "paid" | "reversed";
                                } | null;
                                /** @enum {string} */
                                commissionReason: "test_event" | "click" | "provisional_lead" | "per_lead_commission" | "no_per_lead_commission" | "policy" | "past_duration" | "no_matching_policy";
                                customer: {
                                    customerKey: string | null;
                                    firstSaleAt: string | null;
                                    id: number;
                                    saleCount: number;
                                    signupAt: string | null;
                                    /** @enum {string} */
                                    status: "provisional" | "lead" | "conversion";
                                } | null;
                                event: {
                                    affiliateUrl: string | null;
                                    clickId: string;
                                    /** @description Unique within its type. */
                                    id: number;
                                    isTest: boolean;
                                    language: string | null;
                                    pageTitle: string | null;
                                    pageUrl: string | null;
                                    partner: {
                                        id: number;
                                        name: string;
                                    } | null;
                                    referrerUrl: string | null;
                                    screenResolution: string | null;
                                    sessionId: string | null;
                                    /**
                                     * Format: date-time
                                     * @description When the service received it.
                                     */
                                    timestamp: string;
                                    timezone: string | null;
                                    /** @enum {string} */
                                    type: "click";
                                    userAgent: string | null;
                                    viewportSize: string | null;
                                } | {
                                    clickId: string | null;
                                    commission: {
                                        amountCents: number;
                                        /** @enum {string} */
                                        currency: "USD" | "EUR" | "VND";
                                        id: number;
                                        /** @enum {string} */
                                        status: "pending" | "approved" | "paid" | "reversed";
                                    } | null;
                                    customerId: number | null;
                                    customerKey: string | null;
                                    /** @description Unique within its type. */
                                    id: number;
                                    isTest: boolean;
                                    pageUrl: string | null;
                                    partner: {
                                        id: number;
                                        name: string;
                                    } | null;
                                    sessionId: string | null;
                                    settledAt: string | null;
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
                                    /** @enum {string} */
                                    type: "lead";
                                } | {
                                    amountCents: number | null;
                                    attributedBy: ("customer_key" | "click_id") | null;
                                    clickId: string | null;
                                    commission: {
                                        amountCents: number;
                                        /** @enum {string} */
                                        currency: "USD" | "EUR" | "VND";
                                        id: number;
                                        /** @enum {string} */
                                        status: "pending" | "approved" | "paid" | "reversed";
                                    } | null;
                                    /** @enum {string} */
                                    currency: "USD" | "EUR" | "VND";
                                    customerId: number | null;
                                    customerKey: string | null;
                                    /** @description Unique within its type. */
                                    id: number;
                                    isRecurring: boolean;
                                    isTest: boolean;
                                    occurredAt: string | null;
                                    partner: {
                                        id: number;
                                        name: string;
                                    } | null;
                                    productId: string | null;
                                    provider: string | null;
                                    providerPaymentId: string | null;
                                    refundedCents: number;
                                    /** @enum {string} */
                                    saleType: "payment" | "subscription";
                                    /** @enum {string} */
                                    status: "paid" | "refunded";
                                    subscriptionId: string | null;
                                    subscriptionInterval: ("monthly" | "quarterly" | "annual") | null;
                                    taxAmountCents: number | null;
                                    /**
                                     * Format: date-time
                                     * @description When the service received it.
                                     */
                                    timestamp: string;
                                    transactionId: string;
                                    /** @enum {string} */
                                    type: "sale";
                                };
                                /** @description Only the first sale is held against the attribution window. */
                                isFirstSale: boolean;
                                partner: {
                                    email: string;
                                    id: number;
                                    name: string;
                                    /** @enum {string} */
                                    status: "pending" | "approved" | "rejected";
                                } | null;
                                platformFee: {
                                    amountCents: number;
                                    /** @enum {string} */
                                    currency: "USD" | "EUR" | "VND";
                                    rateBps: number;
                                } | null;
                                policy: {
                                    amountCents: number | null;
                                    currency: ("USD" | "EUR" | "VND") | null;
                                    /** @enum {string} */
                                    duration: "lifetime" | "first_sale" | "months";
                                    durationMonths: number | null;
                                    id: number;
                                    productId: string | null;
                                    rateBps: number | null;
                                    /** @enum {string} */
                                    type: "percent" | "flat";
                                    version: number;
                                } | null;
                            };
                        };
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tracking/performance/{programId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Daily performance of a program
         * @description Needs a dashboard session of an active member of the program; anybody else gets 403.
         */
        get: {
            parameters: {
                query?: {
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
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                clicks: number;
                                /** @description Minor units / 100 at face value, all currencies together. */
                                commission: number;
                                /** @description Exact minor units of each currency that has any. */
                                commissionByCurrency: {
                                    EUR?: number;
                                    USD?: number;
                                    VND?: number;
                                };
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
                                /** @description Exact minor units of each currency that has any. */
                                revenueByCurrency: {
                                    EUR?: number;
                                    USD?: number;
                                    VND?: number;
                                };
                                /** @description Always 0; `metrics.totalSales` counts the sales. */
                                sales: number;
                            }[];
                            meta: {
                                /** Format: date-time */
                                dateFrom: string;
                                /** Format: date-time */
                                dateTo: string;
                                period: string;
                                previousPeriod: {
                                    /** Format: date-time */
                                    dateFrom: string;
                                    /** Format: date-time */
                                    dateTo: string;
                                };
                            };
                            metrics: {
                                /** @description totalRevenue / totalConversions, 2 decimals. */
                                averageOrderValue: number;
                                clicksTrend: {
                                    previous: number;
                                    /** @description Absolute percentage change, 1 decimal; null when the previous value is 0 and this one is not. */
                                    trend: number | null;
                                    trendDirection: "up" | "down" | "stable";
                                };
                                /** @description Exact minor units of each currency that has any. */
                                commissionByCurrency: {
                                    EUR?: number;
                                    USD?: number;
                                    VND?: number;
                                };
                                commissionTrend: {
                                    /** @description Minor units / 100 at face value, all currencies together. */
                                    previous: number;
                                    /** @description Exact minor units of each currency that has any. */
                                    previousByCurrency: {
                                        EUR?: number;
                                        USD?: number;
                                        VND?: number;
                                    };
                                    /** @description Absolute percentage change, 1 decimal; null when the previous value is 0 and this one is not. */
                                    trend: number | null;
                                    trendDirection: "up" | "down" | "stable";
                                };
                                /** @description (totalConversions / totalClicks) * 100, 2 decimals. */
                                conversionRate: number;
                                conversionsTrend: {
                                    previous: number;
                                    /** @description Absolute percentage change, 1 decimal; null when the previous value is 0 and this one is not. */
                                    trend: number | null;
                                    trendDirection: "up" | "down" | "stable";
                                };
                                leadsTrend: {
                                    previous: number;
                                    /** @description Absolute percentage change, 1 decimal; null when the previous value is 0 and this one is not. */
                                    trend: number | null;
                                    trendDirection: "up" | "down" | "stable";
                                };
                                partnersTrend: {
                                    previous: number;
                                    /** @description Absolute percentage change, 1 decimal; null when the previous value is 0 and this one is not. */
                                    trend: number | null;
                                    trendDirection: "up" | "down" | "stable";
                                };
                                /** @description Exact minor units of each currency that has any. */
                                revenueByCurrency: {
                                    EUR?: number;
                                    USD?: number;
                                    VND?: number;
                                };
                                revenueTrend: {
                                    /** @description Minor units / 100 at face value, all currencies together. */
                                    previous: number;
                                    /** @description Exact minor units of each currency that has any. */
                                    previousByCurrency: {
                                        EUR?: number;
                                        USD?: number;
                                        VND?: number;
                                    };
                                    /** @description Absolute percentage change, 1 decimal; null when the previous value is 0 and this one is not. */
                                    trend: number | null;
                                    trendDirection: "up" | "down" | "stable";
                                };
                                salesTrend: {
                                    previous: number;
                                    /** @description Absolute percentage change, 1 decimal; null when the previous value is 0 and this one is not. */
                                    trend: number | null;
                                    trendDirection: "up" | "down" | "stable";
                                };
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
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tracking/status/{programId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Integration status of a program
         * @description Needs a dashboard session with the permission `tracking:read` on the program.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description An integer. */
                    programId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @description At least one partner is approved. */
                                hasPartners: boolean;
                                /** Format: date-time */
                                lastUpdated: string;
                                /** @description The program id of the path. */
                                programId: string;
                                statistics: {
                                    pageview: {
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
                                    payments: {
                                        chargesEnabled: boolean;
                                        connectionDate: string | null;
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
                                    referrals: {
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
                                };
                                stepStatuses: {
                                    pageview: "complete" | "pending";
                                    payments: "complete" | "pending";
                                    referrals: "complete" | "pending";
                                };
                            };
                        };
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/track/click": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record a click on a partner link */
        post: operations["trackClick"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/track/lead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record a signup */
        post: operations["trackLead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/track/sale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record a sale */
        post: operations["trackSale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the open invitations */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** Format: date-time */
                                createdAt: string;
                                email: string;
                                /** Format: date-time */
                                expiresAt: string;
                                id: string | null;
                                /** @enum {string} */
                                role: "owner" | "admin" | "member" | "viewer";
                            }[];
                            meta: {
                                /** @description Null on the last page. */
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Cancel an invitation */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    invitationId: string;
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: string;
                            };
                        };
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** Format: date-time */
                                createdAt: string;
                                email: string;
                                id: string;
                                name: string;
                                /** @enum {string} */
                                role: "owner" | "admin" | "member" | "viewer";
                                /** @enum {string} */
                                status: "active" | "suspended";
                                userId: string;
                            }[];
                            meta: {
                                /** @description Null on the last page. */
                                nextCursor: string | null;
                            };
                        };
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        put?: never;
        /**
         * Add a member, or invite one
         * @description Who has an account with this e-mail becomes a member at once. Otherwise an invitation is made: pass its id on, nothing is mailed. It replaces an earlier one to the same e-mail.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "member" | "viewer";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** @enum {string} */
                                kind: "member";
                                member: {
                                    /** Format: date-time */
                                    createdAt: string;
                                    email: string;
                                    id: string;
                                    name: string;
                                    /** @enum {string} */
                                    role: "owner" | "admin" | "member" | "viewer";
                                    /** @enum {string} */
                                    status: "active" | "suspended";
                                    userId: string;
                                };
                            } | {
                                invitation: {
                                    /** Format: date-time */
                                    createdAt: string;
                                    email: string;
                                    /** Format: date-time */
                                    expiresAt: string;
                                    id: string | null;
                                    /** @enum {string} */
                                    role: "owner" | "admin" | "member" | "viewer";
                                };
                                /** @enum {string} */
                                kind: "invitation";
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description It was recorded before, or clashes with what is there. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is not JSON. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{workspaceId}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a member, or leave */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    memberId: string;
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: string;
                            };
                        };
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description It was recorded before, or clashes with what is there. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Change the role of a member, suspend or reactivate
         * @description A suspended member loses every permission in the workspace at once.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    memberId: string;
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        role?: "owner" | "admin" | "member" | "viewer";
                        /** @enum {string} */
                        status?: "active" | "suspended";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                /** Format: date-time */
                                createdAt: string;
                                email: string;
                                id: string;
                                name: string;
                                /** @enum {string} */
                                role: "owner" | "admin" | "member" | "viewer";
                                /** @enum {string} */
                                status: "active" | "suspended";
                                userId: string;
                            };
                        };
                    };
                };
                /** @description The request breaks a rule of its fields, or cannot be attributed. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description No valid credential. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description This account may not do this here. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description There is no such thing. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description It was recorded before, or clashes with what is there. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description The body is not JSON. */
                415: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
                /** @description Too many requests. */
                429: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                /** @enum {string} */
                                code: "rate_limited";
                                message: string;
                                retry_after_seconds: number;
                            };
                        };
                    };
                };
                /** @description Something failed on our side; the request id is in the answer. */
                500: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
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
                    };
                };
            };
        };
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process answers */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Prometheus metrics */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The database answers */
        get: operations["readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: {
                            email: string;
                            emailVerified: boolean;
                            id: string;
                            name: string;
                        };
                    } | null;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @constant */
                            code: "rate_limited";
                            message: string;
                            retry_after_seconds: number;
                        };
                    };
                };
            };
            /** @description Something failed on our side; the request id is in the answer. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session token. */
                        token: string;
                        user: {
                            email: string;
                            emailVerified: boolean;
                            id: string;
                            name: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                    };
                };
            };
            /** @description Refused. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                    };
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @constant */
                            code: "rate_limited";
                            message: string;
                            retry_after_seconds: number;
                        };
                    };
                };
            };
            /** @description Something failed on our side; the request id is in the answer. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            /** @description Refused. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                    };
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @constant */
                            code: "rate_limited";
                            message: string;
                            retry_after_seconds: number;
                        };
                    };
                };
            };
            /** @description Something failed on our side; the request id is in the answer. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    name: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session token. */
                        token: string;
                        user: {
                            email: string;
                            emailVerified: boolean;
                            id: string;
                            name: string;
                        };
                    };
                };
            };
            /** @description Refused. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                    };
                };
            };
            /** @description Refused. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                    };
                };
            };
            /** @description Refused. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                    };
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @constant */
                            code: "rate_limited";
                            message: string;
                            retry_after_seconds: number;
                        };
                    };
                };
            };
            /** @description Something failed on our side; the request id is in the answer. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    trackClick: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At most 16 KiB. `{test_mode: true, program_id}` records a test click. */
                    additional_data?: {
                        [key: string]: unknown;
                    };
                    /** @description The absolute address the visitor landed on, with ?aff=, ?ref= or ?via=. Required. */
                    affiliate_url?: string;
                    /** @description The value of the service_click_id cookie, if any. */
                    existing_click_id?: string;
                    language?: string;
                    page_title?: string;
                    page_url?: string;
                    /** @description Not needed; when sent, the link must be of this program. */
                    program_id?: number;
                    referrer_url?: string;
                    screen_resolution?: string;
                    session_id?: string;
                    timezone?: string;
                    user_agent?: string;
                    viewport_size?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Keep it in the cookie service_click_id. Opaque. */
                        click_id: string;
                        cookie_window_days: number;
                        partner_code: string;
                        /** @enum {boolean} */
                        success: true;
                    } | {
                        message: string;
                        /** @enum {string} */
                        reason: "unknown_link" | "inactive_link" | "bot" | "program_paused";
                        /** @enum {boolean} */
                        success: false;
                    } | {
                        data: {
                            eventId: number;
                            programId: number;
                            /** @enum {boolean} */
                            test_mode: true;
                        };
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request breaks a rule of its fields, or cannot be attributed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                    } | {
                        error: {
                            /** @enum {string} */
                            code: "api_key_rotation_required";
                            docs_url: string;
                            hint: string;
                            message: string;
                        };
                    };
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "rate_limited";
                            message: string;
                            retry_after_seconds: number;
                        };
                    };
                };
            };
            /** @description Something failed on our side; the request id is in the answer. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    trackLead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At most 16 KiB. `{test_mode: true, program_id}` records a test lead. */
                    additional_data?: {
                        [key: string]: unknown;
                    };
                    /** @description The value of the service_click_id cookie. A browser call needs it. */
                    click_id?: string;
                    /** @description Your own id of the customer; send the same one with its sales. */
                    customer_key?: string;
                    /** @description Kept only as a keyed hash. */
                    email?: string;
                    page_url?: string;
                    /** @description Not needed; when sent, it must match. */
                    program_id?: number;
                    session_id?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lead_id: number;
                        message: string;
                        /**
                         * @description The lead counts once your server, or a payment, confirms it.
                         * @enum {boolean}
                         */
                        provisional?: true;
                        /** @enum {boolean} */
                        success: true;
                    } | {
                        data: {
                            eventId: number;
                            programId: number;
                            /** @enum {boolean} */
                            test_mode: true;
                        };
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request breaks a rule of its fields, or cannot be attributed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                    } | {
                        error: {
                            /** @enum {string} */
                            code: "api_key_rotation_required";
                            docs_url: string;
                            hint: string;
                            message: string;
                        };
                    };
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "rate_limited";
                            message: string;
                            retry_after_seconds: number;
                        };
                    };
                };
            };
            /** @description Something failed on our side; the request id is in the answer. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    trackSale: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Stored with the sale, at most 16 KiB. `test_mode: true` records a test sale. */
                    additional_data?: {
                        [key: string]: unknown;
                    };
                    /** @description Smallest currency unit. Required for a live sale. */
                    amount_cents?: number;
                    /** @description Value of the service_click_id cookie; used when customer_key is not sent. */
                    click_id?: string;
                    /** @description One of USD, EUR, VND. Default USD. Never converted. */
                    currency?: unknown;
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
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null when the attribution window has expired or no commission is due. */
                        commission_id: number | null;
                        message: string;
                        /** @description Null when the attribution window has expired. */
                        sale_id: number | null;
                        /** @enum {boolean} */
                        success: true;
                    } | {
                        data: {
                            eventId: number;
                            programId: number;
                            /** @enum {boolean} */
                            test_mode: true;
                        };
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The request breaks a rule of its fields, or cannot be attributed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                    } | {
                        error: {
                            /** @enum {string} */
                            code: "api_key_rotation_required";
                            docs_url: string;
                            hint: string;
                            message: string;
                        };
                    };
                };
            };
            /** @description It was recorded before, or clashes with what is there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
            /** @description The body is not JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
            /** @description Well-formed, but the service does not take it. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "rate_limited";
                            message: string;
                            retry_after_seconds: number;
                        };
                    };
                };
            };
            /** @description Something failed on our side; the request id is in the answer. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok" | "unavailable";
                    };
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok" | "unavailable";
                    };
                };
            };
            /** @description Default Response */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok" | "unavailable";
                    };
                };
            };
        };
    };
}
