import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
} from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { acknowledgePattern, allow, type Grant } from './grant.ts'

/** The private bucket of uploaded pictures. It outlives the stack. */
export class Uploads extends Construct {
  readonly #bucket: Bucket

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.#bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    Validations.of(this.#bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Only the API opens the bucket, and the API logs each request.',
    })
  }

  get bucketName(): string {
    return this.#bucket.bucketName
  }

  /** Permission to store and read files. */
  grant(): Grant {
    const { bucketName, bucketArn } = this.#bucket
    const files = `${bucketArn}/uploads/*`
    return {
      environment: { UPLOADS_BUCKET: bucketName },
      statements: [
        allow(['s3:GetObject', 's3:PutObject'], files),
        // Without ListBucket S3 responds 403 for a missing file instead of 404.
        allow(['s3:ListBucket'], bucketArn),
      ],
      acknowledged: [
        acknowledgePattern(
          `<${this.#logicalId}.Arn>/uploads/*`,
          'Each upload makes a file of its own name, so only their folder is known.',
        ),
      ],
    }
  }

  get #logicalId(): string {
    return Stack.of(this).getLogicalId(this.#bucket.node.defaultChild as CfnBucket)
  }
}
