/** What CORS responses allow: the functions' own, and the front door's for API Gateway. */
export const corsHeaders = {
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  requestHeaders: [
    'Content-Type',
    'Authorization',
    'Idempotency-Key',
    'If-None-Match',
    'X-Till-Secret',
    'Approval',
    'X-Till',
  ],
  exposedHeaders: ['Error-Code', 'Retry-After', 'Link', 'ETag', 'Apigw-Requestid'],
} as const
