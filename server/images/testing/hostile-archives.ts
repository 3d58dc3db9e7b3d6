import { gzipSync, zstdCompressSync } from 'node:zlib';
import sharp from 'sharp';
import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { HostileArchive } from './hostile-archive.ts';
import { hostileDocuments } from './hostile-documents.ts';
import { rawRar } from './raw-rar.ts';
import { rawSevenZip } from './raw-seven-zip.ts';
import { rawTar } from './raw-tar.ts';
import { rawZip } from './raw-zip.ts';

const page = { name: '1.jpg' };
const second = { name: '2.jpg' };
const zeros = Buffer.alloc(12 * 1024 ** 2);
const good = (pages: number, bad = 0) => ({ good: pages, bad });
const refused = (code: ProblemCode, params?: ProblemParams) => ({ code, ...(params && { params }) });
const suspicious = (reason: string) => refused('archive-suspicious', { reason });

const controls = (): HostileArchive[] => [
  { group: 'controls', name: 'ZIP', bytes: rawZip([page, { ...second, method: 8 }]), outcome: good(2) },
  {
    group: 'controls',
    name: 'TAR',
    bytes: rawTar([page, second, { name: 'folder/', type: '5', data: Buffer.alloc(0) }]),
    outcome: good(2),
  },
  { group: 'controls', name: 'TAR in gzip', bytes: gzipSync(rawTar([page, second])), outcome: good(2) },
  { group: 'controls', name: 'TAR in Zstandard', bytes: zstdCompressSync(rawTar([page, second])), outcome: good(2) },
  { group: 'controls', name: 'RAR', bytes: rawRar([page, { name: 'ж頁.jpg' }]), outcome: good(2) },
  { group: 'controls', name: '7z', bytes: rawSevenZip([page, { name: 'ж頁.jpg' }]), outcome: good(2) },
];

const OUT = [
  '../evil-komawari.jpg',
  'a/../../evil-komawari.jpg',
  '/tmp/evil-komawari.jpg',
  'C:\\evil-komawari.jpg',
  '..\\evil-komawari.jpg',
  '\\\\host\\evil-komawari.jpg',
  'a\\..\\..\\evil-komawari.jpg',
];
const slips = (): HostileArchive[] => [
  ...[...OUT, '//evil-komawari.jpg', '1.jpg\0.txt'].map((name) => ({
    group: 'slip' as const,
    name: `ZIP ${JSON.stringify(name)}`,
    bytes: rawZip([page, { name }]),
    outcome: suspicious('path'),
  })),
  { group: 'slip', name: 'TAR up', bytes: rawTar([page, { name: OUT[0] as string }]), outcome: suspicious('path') },
  {
    group: 'slip',
    name: 'TAR by a PAX name',
    bytes: rawTar([{ name: 'x', type: 'x', data: Buffer.from('32 path=../../evil-komawari.jpg\n') }, page]),
    outcome: suspicious('path'),
  },
  { group: 'slip', name: 'RAR', bytes: rawRar([page, { name: OUT[6] as string }]), outcome: suspicious('path') },
  { group: 'slip', name: '7z', bytes: rawSevenZip([page, { name: OUT[3] as string }]), outcome: suspicious('path') },
];

const ODD_NAMES = [
  `${'a'.repeat(5000)}.jpg`,
  '$(touch evil-komawari).jpg',
  '-rf.jpg',
  '; rm x.jpg',
  'CON.jpg',
  'line\nbreak.jpg',
  '\u202egpj.exe.jpg',
  '\u0007.jpg',
  '🦊.jpg',
  ' .jpg',
  'a'.repeat(200).split('').join('/') + '.jpg',
  '%2e%2e%2fevil-komawari.jpg',
  '<img src=x onerror=alert(1)>.jpg',
  '...jpg',
];
const HIDDEN_NAMES = ['.jpg', '.hidden.jpg', '.trash/1.jpg', 'a/.b/c/1.jpg', '__MACOSX/1.jpg', 'a/._1.jpg'];
const names = (): HostileArchive[] => [
  {
    group: 'names',
    name: 'in a ZIP',
    bytes: rawZip([...ODD_NAMES, ...HIDDEN_NAMES].map((name) => ({ name }))),
    outcome: good(ODD_NAMES.length),
  },
  { group: 'names', name: 'the same twice', bytes: rawZip([page, page]), outcome: good(2) },
  {
    group: 'names',
    name: 'in a 7z',
    bytes: rawSevenZip([...ODD_NAMES, ...HIDDEN_NAMES].map((name) => ({ name }))),
    outcome: good(ODD_NAMES.length),
  },
  {
    group: 'names',
    name: 'in a TAR, of bytes that are no text',
    bytes: rawTar([{ name: Buffer.from('ff80c32e6a7067', 'hex') }, page]),
    outcome: good(2),
  },
];

const bombs = (): HostileArchive[] => [
  { group: 'bombs', name: 'ZIP', bytes: rawZip([{ ...page, data: zeros, method: 8 }]), outcome: suspicious('ratio') },
  {
    group: 'bombs',
    name: 'ZIP of files over each other',
    bytes: rawZip([page, ...Array.from({ length: 40 }, () => ({ ...page, sharing: 0 }))]),
    outcome: suspicious('overlap'),
  },
  {
    group: 'bombs',
    name: 'ZIP of too many',
    bytes: rawZip(Array.from({ length: 60 }, (_, at) => ({ name: `${at}.jpg` }))),
    outcome: refused('archive-too-many-entries', { limit: 50 }),
    limits: { entries: 50 },
  },
  {
    group: 'bombs',
    name: 'ZIP in a ZIP',
    bytes: rawZip([{ name: '1.zip', data: rawZip([{ ...page, data: zeros, method: 8 }]) }]),
    outcome: refused('archive-empty'),
  },
  {
    group: 'bombs',
    name: 'TAR in gzip',
    bytes: gzipSync(rawTar([{ ...page, data: zeros }])),
    outcome: suspicious('ratio'),
  },
  {
    group: 'bombs',
    name: 'gzip of nothing but zeros',
    bytes: gzipSync(Buffer.concat([rawTar([page]), zeros, zeros])),
    outcome: good(1),
    limits: { milliseconds: 20_000 },
  },
  {
    group: 'bombs',
    name: 'TAR in Zstandard, of what nobody wants',
    bytes: zstdCompressSync(rawTar([page, { name: 'x.bin', data: zeros }])),
    outcome: suspicious('ratio'),
  },
  {
    group: 'bombs',
    name: 'TAR of too many',
    bytes: rawTar(Array.from({ length: 60 }, (_, at) => ({ name: `${at}.txt` }))),
    outcome: refused('archive-too-many-entries', { limit: 50 }),
    limits: { entries: 50 },
  },
  {
    group: 'bombs',
    name: 'TAR that is too large',
    bytes: rawTar([{ ...page, data: zeros }]),
    outcome: refused('archive-too-large', { limit: 10 }),
    limits: { entryBytes: 10 * 1024 ** 2 },
  },
  {
    group: 'bombs',
    name: 'RAR whose header promises 3 GiB',
    bytes: rawRar([{ ...page, size: 3 * 1024 ** 3 }]),
    outcome: refused('archive-too-large', { limit: 100 }),
  },
  {
    group: 'bombs',
    name: '7z with a dictionary of 4 GiB',
    bytes: rawSevenZip([{ ...page, data: Buffer.alloc(4096, 1) }], { coder: [0x21, 0x21, 1, 40] }),
    outcome: refused('archive-memory', { limit: 1024 }),
  },
  {
    group: 'bombs',
    name: 'an archive that is larger than any may be',
    bytes: rawTar([page]),
    outcome: refused('archive-too-large'),
    limits: { archiveBytes: 1024 },
  },
  {
    group: 'bombs',
    name: '7z that does not fit into its child',
    bytes: rawSevenZip([page]),
    outcome: refused('archive-too-large'),
    limits: { childBytes: 192 * 1024 ** 2 },
  },
  {
    group: 'bombs',
    name: 'a child that holds too much',
    bytes: rawTar([page]),
    outcome: refused('archive-memory', { limit: 32 }),
    limits: { childBytes: 32 * 1024 ** 2 },
  },
  {
    group: 'bombs',
    name: 'a child that takes too long',
    bytes: rawTar([page]),
    outcome: refused('archive-timeout'),
    limits: { milliseconds: 20 },
  },
];

const half = (bytes: Buffer, part = 0.6): Buffer => bytes.subarray(0, Math.floor(bytes.length * part));
const noise = (start: string): Buffer =>
  Buffer.concat([
    Buffer.from(start, 'latin1'),
    Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 251)),
  ]);
const broken = (): HostileArchive[] => [
  ...(
    [
      ['nothing', Buffer.alloc(0), 'archive-empty'],
      ['noise', noise('xyz'), 'archive-unreadable'],
      ['noise behind PK', noise('PK\x03\x04'), 'archive-truncated'],
      ['noise behind Rar!', noise('Rar!\x1a\x07\x01\0'), 'archive-truncated'],
      ['noise behind the Rar! of old', noise('Rar!\x1a\x07\0'), 'archive-unreadable'],
      ['noise behind gzip', noise('\x1f\x8b'), 'archive-unreadable'],
      ['noise behind xz', noise('\xfd7zXZ\0'), 'archive-unreadable'],
      ['noise behind Zstandard', noise('\x28\xb5\x2f\xfd'), 'archive-unreadable'],
      ['noise behind bzip2', noise('BZh9'), 'archive-unreadable'],
      ['the start of a RAR', Buffer.from('Rar!\x1a\x07\x01', 'latin1'), 'archive-truncated'],
      ['the start of a 7z', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), 'archive-truncated'],
      ['half a ZIP', half(rawZip([page, second])), 'archive-truncated'],
      ['half a TAR', half(rawTar([{ ...page, data: Buffer.alloc(4000) }])), 'archive-truncated'],
      ['half a gzip', half(gzipSync(rawTar([page]))), 'archive-truncated'],
      ['half a 7z', half(rawSevenZip([page, second])), 'archive-truncated'],
      ['a 7z whose header is elsewhere', rawSevenZip([page], { headerOffset: 1e9 }), 'archive-truncated'],
      ['a 7z whose header is itself', rawSevenZip([page, second], { headerOffset: -4 }), 'archive-unreadable'],
      ['an empty TAR', Buffer.concat([rawTar([{ name: 'x', type: '5', data: Buffer.alloc(0) }])]), 'archive-empty'],
      ['a TAR with a wrong checksum', rawTar([page, { ...second, checked: false }]), 'archive-unreadable'],
      ['a RAR with a password', rawRar([{ ...page, encrypted: true }]), 'archive-encrypted'],
    ] as [string, Buffer, ProblemCode][]
  ).map(([name, bytes, code]) => ({ group: 'broken' as const, name, bytes, outcome: refused(code) })),
  {
    group: 'broken',
    name: 'a TAR of a size below nothing',
    bytes: rawTar([{ ...page, size: Buffer.from('ffffffffffffffffffffff00', 'hex') }, second]),
    outcome: refused('archive-unreadable'),
  },
  {
    group: 'broken',
    name: 'a TAR that promises 8 EiB',
    bytes: rawTar([{ ...page, size: Buffer.from('800000007fffffffffffffff', 'hex') }]),
    outcome: refused('archive-too-large', { limit: 100 }),
  },
  {
    group: 'broken',
    name: 'a TAR with a name of 8 GiB',
    bytes: rawTar([{ name: 'x', type: 'L', size: '77777777777' }, page]),
    outcome: refused('archive-unreadable'),
  },
  { group: 'broken', name: 'half a RAR', bytes: half(rawRar([page, second])), outcome: refused('archive-truncated') },
];

const members = (): HostileArchive[] => [
  {
    group: 'bad member',
    name: 'a wrong sum in a ZIP',
    bytes: rawZip([{ ...page, crc: 7 }, second]),
    outcome: good(1, 1),
  },
  {
    group: 'bad member',
    name: 'a lie about a size in a ZIP',
    bytes: rawZip([{ ...page, method: 8, size: 3 }, second]),
    outcome: good(1, 1),
  },
  {
    group: 'bad member',
    name: 'a lie about a size in a RAR',
    bytes: rawRar([{ ...page, size: 9 }, second]),
    outcome: good(1, 1),
  },
  {
    group: 'bad member',
    name: 'a wrong sum in a 7z',
    bytes: rawSevenZip([{ ...page, crc: 7 }, second]),
    outcome: good(1, 1),
  },
  {
    group: 'bad member',
    name: 'a sparse file in a TAR',
    bytes: rawTar([{ ...page, type: 'S' }, second]),
    outcome: good(1, 1),
  },
];

const links = (): HostileArchive[] => [
  { group: 'links', name: 'in a ZIP', bytes: rawZip([{ ...page, mode: 0o120777 }]), outcome: suspicious('link') },
  ...['1', '2'].map((type) => ({
    group: 'links' as const,
    name: `of type ${type} in a TAR`,
    bytes: rawTar([second, { name: '1.jpg', data: Buffer.alloc(0), type, link: '/etc/passwd' }]),
    outcome: suspicious('link'),
  })),
  { group: 'links', name: 'in a RAR', bytes: rawRar([second, { ...page, linkKind: 1 }]), outcome: suspicious('link') },
  {
    group: 'links',
    name: 'a hard one in a RAR',
    bytes: rawRar([second, { ...page, linkKind: 4 }]),
    outcome: suspicious('link'),
  },
];

/** Makes archives that attack what reads them, with honest ones among them, so that refusing everything is no defence. */
export async function hostileArchives(): Promise<HostileArchive[]> {
  const jpeg = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#c40' } })
    .jpeg()
    .toBuffer();
  return [
    ...controls(),
    ...slips(),
    ...names(),
    ...bombs(),
    ...broken(),
    ...members(),
    ...links(),
    ...hostileDocuments(jpeg),
  ];
}
