import type { S3ClientConfig } from '@aws-sdk/client-s3';

/**
 * Where and as whom to reach an S3-compatible store. `pathStyle` puts the bucket into the path, as most stores but
 * Amazon's want; true wherever an `endpoint` is named.
 */
export interface S3Access {
  endpoint?: string | undefined;
  region: string;
  /** Key and secret; without them those of the role that the machine or the container has, as Amazon's clients look for them. */
  key?: string | undefined;
  secret?: string | undefined;
  pathStyle?: boolean;
}

/** The settings of Amazon’s client that reach a store. A role's key is fetched, and fetched anew before it runs out. */
export function clientConfig({
  endpoint,
  region,
  key,
  secret,
  pathStyle = endpoint !== undefined,
}: S3Access): S3ClientConfig {
  return {
    ...(endpoint !== undefined && { endpoint }),
    region,
    ...(key !== undefined && secret !== undefined && { credentials: { accessKeyId: key, secretAccessKey: secret } }),
    forcePathStyle: pathStyle,
    // Stores other than Amazon's keep the trailer of a checksum as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}
