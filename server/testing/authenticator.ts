import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The responses of a browser with a security key, as JSON. */
export interface Authenticator {
  id: string;
  /** `navigator.credentials.create` with options as JSON, for a page of `origin`. */
  create(options: { challenge: string; rp?: { id?: string } }, origin: string): object;
  /** `navigator.credentials.get` with options as JSON, for a page of `origin`. */
  get(options: { challenge: string; rpId?: string }, origin: string): object;
}

/** A security key in software (WebAuthn 2, P-256, attestation `none`), whose counter goes up with every use. */
export function authenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  let counter = 0;

  // Present and verified (0x05); 0x40: the key follows.
  const data = (party: string, flags: number) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE((counter += 1));
    return Buffer.concat([createHash('sha256').update(party).digest(), Buffer.of(flags), counted]);
  };
  const client = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const whole = (response: object) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });

  return {
    id,
    create({ challenge, rp }, origin) {
      const authData = Buffer.concat([data(rp?.id ?? '', 0x45), Buffer.alloc(16), Buffer.of(0, 32), credential, key]);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.of(authData.length),
        authData,
      ]);
      return whole({
        clientDataJSON: client('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['usb'],
      });
    },
    get({ challenge, rpId }, origin) {
      const authenticatorData = data(rpId ?? '', 0x05);
      const clientDataJSON = client('webauthn.get', challenge, origin);
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()]),
        privateKey,
      );
      return whole({
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}
