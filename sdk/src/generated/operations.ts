// Generated from the API by `npm run api-types`. Do not edit.

import type { Operation } from '../operation.ts'

export const OPERATIONS: Record<string, Record<string, Operation>> = {
  accounts: {
    changePassword: { http: 'POST', path: '/api/auth/change-password', answer: 'whole', body: 'json' },
    endAllSessions: { http: 'POST', path: '/api/auth/revoke-sessions', answer: 'whole', body: 'json' },
    get: { http: 'GET', path: '/api/account', answer: 'data', isRepeatable: true },
    resetPassword: { http: 'POST', path: '/api/auth/reset-password', answer: 'whole', body: 'json', isPublic: true },
    signIn: { http: 'POST', path: '/api/auth/sign-in/email', answer: 'whole', body: 'json', isPublic: true },
    signInOptions: { http: 'GET', path: '/api/sign-in-options', answer: 'data', isRepeatable: true, isPublic: true },
    signOut: { http: 'POST', path: '/api/auth/sign-out', answer: 'whole', body: 'json' },
    signUp: { http: 'POST', path: '/api/auth/sign-up/email', answer: 'whole', body: 'json', isPublic: true },
  },
  apiKeys: {
    create: { http: 'POST', path: '/api/programs/{programId}/api-keys', answer: 'data', body: 'json', isOnce: true },
    delete: { http: 'DELETE', path: '/api/programs/{programId}/api-keys/{keyId}', answer: 'data' },
    list: { http: 'GET', path: '/api/programs/{programId}/api-keys', answer: 'list', isPaged: true, isRepeatable: true },
    retire: { http: 'POST', path: '/api/programs/{programId}/api-keys/{keyId}/retire', answer: 'data', body: 'json', isOnce: true },
  },
  auditLog: {
    list: { http: 'GET', path: '/api/workspaces/{workspaceId}/audit', answer: 'list', isPaged: true, isRepeatable: true },
  },
  balances: {
    list: { http: 'GET', path: '/api/programs/{programId}/balances', answer: 'list', isPaged: true, isRepeatable: true },
  },
  commissionPolicies: {
    end: { http: 'DELETE', path: '/api/programs/{programId}/commission-policies/{policyId}', answer: 'data' },
    list: { http: 'GET', path: '/api/programs/{programId}/commission-policies', answer: 'list', isPaged: true, isRepeatable: true },
    set: { http: 'POST', path: '/api/programs/{programId}/commission-policies', answer: 'data', body: 'json', isOnce: true },
  },
  commissions: {
    approve: { http: 'POST', path: '/api/programs/{programId}/commissions/approve', answer: 'data', body: 'json', isOnce: true },
    changes: { http: 'GET', path: '/api/programs/{programId}/commissions/{commissionId}/changes', answer: 'data', isRepeatable: true },
    export: { http: 'GET', path: '/api/programs/{programId}/commissions.csv', answer: 'text/csv', isRepeatable: true },
    get: { http: 'GET', path: '/api/programs/{programId}/commissions/{commissionId}', answer: 'data', isRepeatable: true },
    list: { http: 'GET', path: '/api/programs/{programId}/commissions', answer: 'list', isPaged: true, isRepeatable: true },
    markPaid: { http: 'POST', path: '/api/programs/{programId}/commissions/mark-paid', answer: 'data', body: 'json', isOnce: true },
    reject: { http: 'POST', path: '/api/programs/{programId}/commissions/reject', answer: 'data', body: 'json', isOnce: true },
    sum: { http: 'GET', path: '/api/programs/{programId}/commissions/sums', answer: 'data', isRepeatable: true },
  },
  customers: {
    count: { http: 'GET', path: '/api/programs/{programId}/customers/sums', answer: 'data', isRepeatable: true },
    export: { http: 'GET', path: '/api/programs/{programId}/customers.csv', answer: 'text/csv', isRepeatable: true },
    list: { http: 'GET', path: '/api/programs/{programId}/customers', answer: 'list', isPaged: true, isRepeatable: true },
  },
  events: {
    get: { http: 'GET', path: '/api/tracking/events/{programId}/{type}/{eventId}', answer: 'data', isRepeatable: true },
    list: { http: 'GET', path: '/api/tracking/events/{programId}', answer: 'list', isPaged: true, isRepeatable: true },
  },
  integration: {
    status: { http: 'GET', path: '/api/tracking/status/{programId}', answer: 'data', isRepeatable: true },
  },
  invitations: {
    accept: { http: 'POST', path: '/api/invitations/accept', answer: 'data', body: 'json', isOnce: true },
    cancel: { http: 'DELETE', path: '/api/workspaces/{workspaceId}/invitations/{invitationId}', answer: 'data' },
    list: { http: 'GET', path: '/api/workspaces/{workspaceId}/invitations', answer: 'list', isRepeatable: true },
  },
  invoices: {
    exportLines: { http: 'GET', path: '/api/programs/{programId}/invoices/{invoiceId}/lines.csv', answer: 'text/csv', isRepeatable: true },
    get: { http: 'GET', path: '/api/programs/{programId}/invoices/{invoiceId}', answer: 'data', isRepeatable: true },
    issue: { http: 'POST', path: '/api/programs/{programId}/invoices', answer: 'data', body: 'json', isOnce: true },
    lines: { http: 'GET', path: '/api/programs/{programId}/invoices/{invoiceId}/lines', answer: 'list', isPaged: true, isRepeatable: true },
    list: { http: 'GET', path: '/api/programs/{programId}/invoices', answer: 'list', isPaged: true, isRepeatable: true },
    preview: { http: 'GET', path: '/api/programs/{programId}/invoices/preview', answer: 'data', isRepeatable: true },
    print: { http: 'GET', path: '/api/programs/{programId}/invoices/{invoiceId}.html', answer: 'text/html', isRepeatable: true },
    void: { http: 'POST', path: '/api/programs/{programId}/invoices/{invoiceId}/void', answer: 'data', body: 'json', isOnce: true },
  },
  keptEvents: {
    list: { http: 'GET', path: '/api/programs/{programId}/kept-events', answer: 'list', isPaged: true, isRepeatable: true },
    settle: { http: 'POST', path: '/api/programs/{programId}/kept-events/{keptEventId}/settle', answer: 'data', isOnce: true },
  },
  links: {
    activate: { http: 'POST', path: '/api/programs/{programId}/links/{linkId}/activate', answer: 'data', isOnce: true },
    create: { http: 'POST', path: '/api/programs/{programId}/links', answer: 'data', body: 'json', isOnce: true },
    deactivate: { http: 'POST', path: '/api/programs/{programId}/links/{linkId}/deactivate', answer: 'data', isOnce: true },
    list: { http: 'GET', path: '/api/programs/{programId}/links', answer: 'list', isPaged: true, isRepeatable: true },
  },
  managementKeys: {
    create: { http: 'POST', path: '/api/workspaces/{workspaceId}/management-keys', answer: 'data', body: 'json', isOnce: true },
    list: { http: 'GET', path: '/api/workspaces/{workspaceId}/management-keys', answer: 'list', isPaged: true, isRepeatable: true },
    revoke: { http: 'POST', path: '/api/workspaces/{workspaceId}/management-keys/{keyId}/revoke', answer: 'data', isOnce: true },
  },
  members: {
    invite: { http: 'POST', path: '/api/workspaces/{workspaceId}/members', answer: 'data', body: 'json', isOnce: true },
    list: { http: 'GET', path: '/api/workspaces/{workspaceId}/members', answer: 'list', isRepeatable: true },
    remove: { http: 'DELETE', path: '/api/workspaces/{workspaceId}/members/{memberId}', answer: 'data' },
    update: { http: 'PATCH', path: '/api/workspaces/{workspaceId}/members/{memberId}', answer: 'data', body: 'json' },
  },
  partners: {
    approve: { http: 'POST', path: '/api/programs/{programId}/partners/{partnerId}/approve', answer: 'data', isOnce: true },
    create: { http: 'POST', path: '/api/programs/{programId}/partners', answer: 'data', body: 'json', isOnce: true },
    get: { http: 'GET', path: '/api/programs/{programId}/partners/{partnerId}', answer: 'data', isRepeatable: true },
    hold: { http: 'POST', path: '/api/programs/{programId}/partners/{partnerId}/hold', answer: 'data', body: 'json', isOnce: true },
    list: { http: 'GET', path: '/api/programs/{programId}/partners', answer: 'list', isPaged: true, isRepeatable: true },
    numbers: { http: 'GET', path: '/api/programs/{programId}/partner-numbers', answer: 'whole', isRepeatable: true },
    reject: { http: 'POST', path: '/api/programs/{programId}/partners/{partnerId}/reject', answer: 'data', isOnce: true },
    release: { http: 'POST', path: '/api/programs/{programId}/partners/{partnerId}/release', answer: 'data', isOnce: true },
    report: { http: 'GET', path: '/api/programs/{programId}/partner-report', answer: 'list', isPaged: true, isRepeatable: true },
  },
  payouts: {
    cancel: { http: 'POST', path: '/api/programs/{programId}/payouts/{payoutId}/cancel', answer: 'data', isOnce: true },
    create: { http: 'POST', path: '/api/programs/{programId}/payouts', answer: 'data', body: 'json', isOnce: true },
    export: { http: 'GET', path: '/api/programs/{programId}/payouts/export.csv', answer: 'text/csv', isRepeatable: true },
    get: { http: 'GET', path: '/api/programs/{programId}/payouts/{payoutId}', answer: 'data', isRepeatable: true },
    import: { http: 'POST', path: '/api/programs/{programId}/payouts/import', answer: 'data', body: 'csv', isOnce: true },
    items: { http: 'GET', path: '/api/programs/{programId}/payouts/{payoutId}/items', answer: 'list', isPaged: true, isRepeatable: true },
    list: { http: 'GET', path: '/api/programs/{programId}/payouts', answer: 'list', isPaged: true, isRepeatable: true },
    markPaid: { http: 'POST', path: '/api/programs/{programId}/payouts/mark-paid', answer: 'data', body: 'json', isOnce: true },
    pay: { http: 'POST', path: '/api/programs/{programId}/payouts/{payoutId}/pay', answer: 'data', body: 'json', isOnce: true },
    preview: { http: 'GET', path: '/api/programs/{programId}/payouts/preview', answer: 'data', isRepeatable: true },
  },
  people: {
    erase: { http: 'POST', path: '/api/programs/{programId}/person/erase', answer: 'data', body: 'json', isOnce: true },
    export: { http: 'GET', path: '/api/programs/{programId}/person', answer: 'data', isRepeatable: true },
  },
  performance: {
    get: { http: 'GET', path: '/api/tracking/performance/{programId}', answer: 'whole', isRepeatable: true },
  },
  processor: {
    authorize: { http: 'POST', path: '/api/programs/{programId}/processor/authorize', answer: 'data', body: 'json', isOnce: true },
    connect: { http: 'PUT', path: '/api/programs/{programId}/processor', answer: 'data', body: 'json' },
    disconnect: { http: 'DELETE', path: '/api/programs/{programId}/processor', answer: 'data' },
    get: { http: 'GET', path: '/api/programs/{programId}/processor', answer: 'data', isRepeatable: true },
  },
  programs: {
    create: { http: 'POST', path: '/api/programs', answer: 'data', body: 'json', isOnce: true },
    get: { http: 'GET', path: '/api/programs/{programId}', answer: 'data', isRepeatable: true },
    list: { http: 'GET', path: '/api/programs', answer: 'list', isPaged: true, isRepeatable: true },
    update: { http: 'PATCH', path: '/api/programs/{programId}', answer: 'data', body: 'json' },
  },
  sales: {
    list: { http: 'GET', path: '/api/programs/{programId}/sales', answer: 'list', isPaged: true, isRepeatable: true },
    refund: { http: 'POST', path: '/api/programs/{programId}/sales/{saleId}/refunds', answer: 'data', body: 'json', isRepeatable: true, isOnce: true },
  },
  service: {
    health: { http: 'GET', path: '/healthz', answer: 'whole', isRepeatable: true, isPublic: true },
    readiness: { http: 'GET', path: '/readyz', answer: 'whole', isRepeatable: true, isPublic: true },
  },
  twoFactor: {
    disable: { http: 'POST', path: '/api/auth/two-factor/disable', answer: 'whole', body: 'json' },
    enable: { http: 'POST', path: '/api/auth/two-factor/enable', answer: 'whole', body: 'json' },
    newRecoveryCodes: { http: 'POST', path: '/api/auth/two-factor/generate-backup-codes', answer: 'whole', body: 'json' },
    verify: { http: 'POST', path: '/api/auth/two-factor/verify-totp', answer: 'whole', body: 'json', isPublic: true },
    verifyRecoveryCode: { http: 'POST', path: '/api/auth/two-factor/verify-backup-code', answer: 'whole', body: 'json', isPublic: true },
  },
  unattributedPayments: {
    attribute: { http: 'POST', path: '/api/programs/{programId}/unattributed-payments/{paymentId}/attribute', answer: 'data', body: 'json', isOnce: true },
    dismiss: { http: 'POST', path: '/api/programs/{programId}/unattributed-payments/{paymentId}/dismiss', answer: 'data', isOnce: true },
    get: { http: 'GET', path: '/api/programs/{programId}/unattributed-payments/{paymentId}', answer: 'data', isRepeatable: true },
    list: { http: 'GET', path: '/api/programs/{programId}/unattributed-payments', answer: 'list', isPaged: true, isRepeatable: true },
  },
  webhooks: {
    create: { http: 'POST', path: '/api/programs/{programId}/webhooks', answer: 'data', body: 'json', isOnce: true },
    delete: { http: 'DELETE', path: '/api/programs/{programId}/webhooks/{webhookId}', answer: 'data' },
    deliveries: { http: 'GET', path: '/api/programs/{programId}/webhooks/{webhookId}/deliveries', answer: 'list', isPaged: true, isRepeatable: true },
    list: { http: 'GET', path: '/api/programs/{programId}/webhooks', answer: 'list', isPaged: true, isRepeatable: true },
    redeliver: { http: 'POST', path: '/api/programs/{programId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', answer: 'data', isOnce: true },
    rotateSecret: { http: 'POST', path: '/api/programs/{programId}/webhooks/{webhookId}/rotate-secret', answer: 'data', body: 'json', isOnce: true },
    test: { http: 'POST', path: '/api/programs/{programId}/webhooks/{webhookId}/test', answer: 'data' },
    update: { http: 'PATCH', path: '/api/programs/{programId}/webhooks/{webhookId}', answer: 'data', body: 'json' },
  },
  workspaces: {
    create: { http: 'POST', path: '/api/auth/organization/create', answer: 'whole', body: 'json' },
    update: { http: 'PATCH', path: '/api/workspaces/{workspaceId}', answer: 'data', body: 'json' },
  },
}
