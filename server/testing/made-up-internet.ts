import names from 'node:dns/promises';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import type { LookupFunction } from 'node:net';
import tls from 'node:tls';
import { generate } from 'selfsigned';

/** The internet as a test has it. */
export interface MadeUpInternet {
  /** For servers that answer there: good for every name of it. */
  certificate: { key: string; cert: string };
  /** The addresses that a name has, by the name: those of the first question, of the second, and so on; the last for every further one. */
  answers: Map<string, string[][]>;
  /** The addresses that were connected to, as those who connected took them. */
  reached: string[];
  close(): void;
}

/**
 * Makes up an internet for this process: its names are resolved as a test says, and whoever connects to one of their addresses by
 * https gets to this machine, at the port of the address. What a caller thinks of the addresses is its own matter, and not made up.
 */
export async function makeUpInternet(hosts: readonly string[]): Promise<MadeUpInternet> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: hosts[0]! }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value })) },
    ],
  } as never);
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, cert]);
  const real = { lookup: names.lookup, connect: https.Agent.prototype.createConnection };
  const answers = new Map<string, string[][]>();
  const reached: string[] = [];
  const lookup = (host: string, ...rest: never[]) => {
    const known = answers.get(host);
    if (known === undefined) return (real.lookup as (...all: unknown[]) => unknown)(host, ...rest);
    const now = known.length > 1 ? known.shift()! : known[0]!;
    return Promise.resolve(now.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
  names.lookup = lookup as typeof names.lookup;
  syncBuiltinESMExports();
  https.Agent.prototype.createConnection = function connect(options, done) {
    const asked = (options as { lookup?: LookupFunction }).lookup;
    if (asked === undefined) return real.connect.call(this, options, done);
    const led: LookupFunction = (host, wanted, answer) =>
      asked(host, { ...wanted, all: false }, (error, address) => {
        if (error !== null) return answer(error, '', 0);
        reached.push(
          [address]
            .flat()
            .map((one) => (typeof one === 'string' ? one : one.address))
            .join(),
        );
        return wanted.all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4);
      });
    return real.connect.call(this, { ...options, lookup: led } as never, done);
  };
  return {
    certificate: { key, cert },
    answers,
    reached,
    close() {
      names.lookup = real.lookup;
      syncBuiltinESMExports();
      https.Agent.prototype.createConnection = real.connect;
      tls.setDefaultCACertificates(trusted);
    },
  };
}
