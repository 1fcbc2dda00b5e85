import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type IBucket,
} from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { acknowledgePattern, allow, type Grant } from './grant.ts'

/** The private bucket of uploaded pictures. It outlives the stack. */
export class Uploads extends Construct {
  readonly #bucket: Pick<IBucket, 'bucketName' | 'bucketArn'>
  readonly #arnInFindings: string

  /** `adopted` is an existing bucket to use instead of a new one. */
  constructor(scope: Construct, id: string, adopted: string | undefined) {
    super(scope, id)
    if (adopted) {
      this.#bucket = Bucket.fromBucketName(this, 'Adopted', adopted)
      this.#arnInFindings = `arn:<AWS::Partition>:s3:::${adopted}`
    } else {
      const bucket = this.#create()
      this.#bucket = bucket
      const resource = bucket.node.defaultChild as CfnBucket
      this.#arnInFindings = `<${Stack.of(this).getLogicalId(resource)}.Arn>`
    }
  }

  get bucketName(): string {
    return this.#bucket.bucketName
  }

  grant(): Grant {
    // Without ListBucket S3 responds 403 for a missing file instead of 404.
    const list = allow(['s3:ListBucket'], this.#bucket.bucketArn)
    return this.#grantFiles(['s3:GetObject', 's3:PutObject'], list)
  }

  grantDelete(): Grant {
    return this.#grantFiles(['s3:DeleteObject'])
  }

  /** Rights on the files of the main shop, and on those of further ones. */
  #grantFiles(actions: string[], ...further: PolicyStatement[]): Grant {
    const { bucketName, bucketArn } = this.#bucket
    const folders = ['uploads/*', 'shops/*']
    return {
      environment: { UPLOADS_BUCKET: bucketName },
      statements: [
        allow(actions, ...folders.map((folder) => `${bucketArn}/${folder}`)),
        ...further,
      ],
      acknowledged: folders.map((folder) =>
        acknowledgePattern(
          `${this.#arnInFindings}/${folder}`,
          'Each upload makes a file of its own name, so only their folder is known.',
        ),
      ),
    }
  }

  #create(): Bucket {
    return new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        {
          // As long as the table can be recovered to a point in time.
          noncurrentVersionExpiration: Duration.days(35),
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
  }
}
