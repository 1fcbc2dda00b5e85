/** Findings of one cfn-guard rule that are accepted. */
export type GuardException = {
  readonly rule: string
  /** The start of the logical ids that it covers; all when it is left out. */
  readonly on?: string
  readonly reason: string
}

const sockets = (rule: string, reason: string): GuardException[] =>
  ['watchers', 'tunnel'].map((on) => ({ rule, on, reason }))

const frontDoor = (rule: string, reason: string) => ({ rule, on: 'FrontDoor', reason })
const uploads = (rule: string, reason: string) => ({ rule, on: 'Uploads', reason })
const deadLetters = (rule: string, reason: string) => ({ rule, on: 'Printing', reason })

const ownKeys =
  'AWS encrypts it with keys of its own; a key of ours costs a dollar a month each, and ' +
  'any role that may read the data could use that key too.'

const ownDomain =
  'CloudFront allows no certificate or protocol of ours on its own domain name; with the ' +
  'options domainName and certificateArn it has both.'

/** Every accepted finding of cfn-guard's rules. A finding that is not here fails. */
export const guardExceptions: readonly GuardException[] = [
  ...sockets(
    'api_gw_v2_access_logs_enabled_check',
    "A WebSocket API's access logs need a role set for the whole AWS account, which is " +
      "not one stack's to set; Lambda's log has each connection.",
  ),
  {
    rule: 'api_gw_v2_authorization_type_configured_check',
    reason:
      'Each endpoint declares who may call it, and the functions authorize every call.',
  },
  {
    rule: 'cloudwatch_log_group_retention_period_check',
    reason: 'A month is enough to follow a fault; the records of sales are in the table.',
  },
  { rule: 'cloudwatch_log_group_encrypted_check', reason: ownKeys },
  {
    rule: 'lambda_function_public_access_prohibited_check',
    reason:
      'Each permission is limited to one source, whose ARN is joined from parts; the rule ' +
      'accepts only a plain string or reference.',
  },
  {
    rule: 'lambda_inside_vpc_check',
    reason:
      'The functions use public AWS endpoints with IAM, and a VPC with the NAT gateway ' +
      'that they would need costs more than the whole shop.',
  },
  frontDoor(
    'cloudfront_default_root_object_configured_check',
    'The root is an endpoint of the API; there are no files to serve.',
  ),
  frontDoor(
    'cloudfront_origin_failover_enabled_check',
    'There is one API in one region, so there is no other origin to fail over to.',
  ),
  frontDoor(
    'cloudfront_access_logs_enabled_check',
    "The functions log each request with the viewer's address; CloudFront's log would hold " +
      'query strings, and those may hold tokens.',
  ),
  frontDoor('cloudfront_custom_ssl_certificate_check', ownDomain),
  frontDoor('cloudfront_sni_enabled_check', ownDomain),
  frontDoor('cloudfront_security_policy_check', ownDomain),
  uploads('s3_bucket_default_encryption_kms_check', ownKeys),
  uploads(
    's3_bucket_logging_enabled_check',
    'Only the API opens the bucket, and the API logs each request.',
  ),
  uploads('s3_event_notifications_enabled_check', 'Nothing has to happen on an upload.'),
  uploads(
    's3_bucket_object_lock_enabled_check',
    'Pictures of products are no records that must be kept unchanged by law.',
  ),
  deadLetters(
    'sqs_dlq_check',
    "It is the dead-letter queue itself, of the queues made at agents' enrolment.",
  ),
  deadLetters('sqs_queue_encrypted_check', ownKeys),
]
