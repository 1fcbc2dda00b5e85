import { type Stack, Validations } from 'aws-cdk-lib'

const ownKeys =
  'AWS encrypts it with keys of its own; a key of ours costs a dollar a month each, and ' +
  'any role that may read the data could use that key too.'

const ownDomain =
  'CloudFront allows no certificate or protocol of ours on its own domain name; with the ' +
  'options domainName and certificateArn it has both.'

const tokensInLogs =
  "The functions log each request with the viewer's address; CloudFront's log would hold " +
  'query strings, and those may hold tokens.'

const noSocketLogs =
  "A WebSocket API's access logs need a role set for the whole AWS account, which is " +
  "not one stack's to set; Lambda's log has each connection."

const socketLogin = 'The function authenticates $connect by cookie or bearer secret.'

const socketApi = {
  'AwsSolutions-APIG1': noSocketLogs,
  api_gw_v2_access_logs_enabled_check: noSocketLogs,
  'AwsSolutions-APIG4': socketLogin,
  api_gw_v2_authorization_type_configured_check: socketLogin,
}

const opensNoBucket = 'Only the API opens the bucket, and the API logs each request.'
const isDeadLetters =
  "It is the dead-letter queue itself, of the queues made at agents' enrolment."

/**
 * Every accepted finding of cdk-nag (AwsSolutions-…) and cfn-guard with its reason, by the
 * part of the stack that it covers; a blank part is the whole stack. Any other finding fails.
 */
const accepted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {
    cloudwatch_log_group_retention_period_check:
      'A month is enough to follow a fault; the records of sales are in the table.',
    cloudwatch_log_group_encrypted_check: ownKeys,
    lambda_function_public_access_prohibited_check:
      'Each permission is limited to one source, whose ARN is joined from parts; the rule ' +
      'accepts only a plain string or reference.',
    lambda_inside_vpc_check:
      'The functions use public AWS endpoints with IAM, and a VPC with the NAT gateway ' +
      'that they would need costs more than the whole shop.',
  },
  watchers: socketApi,
  tunnel: socketApi,
  Http: {
    'AwsSolutions-APIG4':
      "Each endpoint declares who may call it and the group's function enforces it; the " +
      'contract words the refusals, which an authorizer of the gateway cannot.',
  },
  Secrets: {
    'AwsSolutions-SMG4':
      'Rotation needs a person: the node keeps its own copy of what it shares, CloudFront ' +
      "takes up the front door's secret at a deployment, and a rotation of the PIN key is " +
      'over when everybody has logged in.',
  },
  FrontDoor: {
    'AwsSolutions-CFR1': 'A shop decides for itself in which countries it trades.',
    'AwsSolutions-CFR2':
      'A web application firewall costs more a month than the whole deployment; the stage ' +
      'is throttled and logins are limited by address.',
    'AwsSolutions-CFR3': tokensInLogs,
    cloudfront_access_logs_enabled_check: tokensInLogs,
    cloudfront_default_root_object_configured_check:
      'The root is an endpoint of the API; there are no files to serve.',
    cloudfront_origin_failover_enabled_check:
      'There is one API in one region, so there is no other origin to fail over to.',
    cloudfront_custom_ssl_certificate_check: ownDomain,
    cloudfront_sni_enabled_check: ownDomain,
    cloudfront_security_policy_check: ownDomain,
  },
  Uploads: {
    'AwsSolutions-S1': opensNoBucket,
    s3_bucket_logging_enabled_check: opensNoBucket,
    s3_bucket_default_encryption_kms_check: ownKeys,
    s3_event_notifications_enabled_check: 'Nothing has to happen on an upload.',
    s3_bucket_object_lock_enabled_check:
      'Pictures of products are not records that the law requires to be kept unchanged.',
  },
  Printing: {
    'AwsSolutions-SQS3': isDeadLetters,
    sqs_dlq_check: isDeadLetters,
    sqs_queue_encrypted_check: ownKeys,
  },
}

const findings = Object.entries(accepted).flatMap(([part, reasons]) =>
  Object.entries(reasons).map(([rule, reason]) => ({ part, rule, reason })),
)

const isOfNag = ({ rule }: { rule: string }) => rule.startsWith('AwsSolutions-')

/** Acknowledges what cdk-nag finds in a deployment. */
export function acknowledgeFindings(stack: Stack): void {
  for (const { part, rule: id, reason } of findings.filter(isOfNag)) {
    Validations.of(stack.node.findChild(part)).acknowledge({ id, reason })
  }
}

/** Findings of cfn-guard; logical ids begin with the part. */
export const guardExceptions = findings.filter((finding) => !isOfNag(finding))
export type GuardException = (typeof guardExceptions)[number]
