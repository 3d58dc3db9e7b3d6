import type { HostileArchive } from './hostile-archive.ts';
import { entry, buildEpub, epubPage, picture } from './hostile-epubs.ts';
import { buildPdf, pdfStream, rawPdf } from './raw-pdf.ts';

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const page = (rest: string): string => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]${rest}>>`;
const refused = (code: 'archive-empty' | 'archive-unreadable' | 'archive-encrypted' | 'archive-too-many-entries') => ({
  code,
});

/** PDFs and EPUBs that attack what reads them; `jpeg` is a picture of 30 by 40 pixels. */
export function hostileDocuments(jpeg: Buffer): HostileArchive[] {
  const image = { jpeg, size: [30, 40] as [number, number] };
  const pdfs: [name: string, bytes: Buffer, outcome: HostileArchive['outcome'], limits?: HostileArchive['limits']][] = [
    ['a picture and a drawing', buildPdf([image, null]), { good: 2 }],
    ['no pages', rawPdf([CATALOG, '<</Type/Pages/Count 0/Kids[]>>']), refused('archive-empty')],
    ['pages that hold themselves', rawPdf([CATALOG, '<</Type/Pages/Count 2/Kids[2 0 R 2 0 R]>>']), { good: 0, bad: 2 }],
    [
      'more pages promised than there are',
      rawPdf([CATALOG, '<</Type/Pages/Count 4/Kids[3 0 R]>>', page('')]),
      { good: 1, bad: 3 },
    ],
    [
      'more pages than may be',
      buildPdf([null, null, null, null]),
      refused('archive-too-many-entries'),
      { pdfPages: 3 },
    ],
    ['a page of 200,000 points', buildPdf([null], { box: '0 0 200000 200000' }), { good: 1 }],
    ['a page without an extent', buildPdf([null], { box: '0 0 0 0' }), { good: 1 }],
    ['a picture that claims 30,000 pixels a side', buildPdf([{ jpeg, size: [30_000, 30_000] }]), { good: 1 }],
    [
      'a form that draws itself',
      rawPdf([
        CATALOG,
        '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        page('/Contents 5 0 R/Resources<</XObject<</F 4 0 R>>>>'),
        pdfStream(
          '/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<</XObject<</F 4 0 R>>>>',
          Buffer.from('/F Do'),
        ),
        pdfStream('', Buffer.from('/F Do')),
      ]),
      { good: 0, bad: 1 },
    ],
    [
      'scripts and files to start',
      buildPdf([null], {
        catalog:
          '/OpenAction<</S/Launch/F(/bin/sh)>>/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(app.alert\\(1\\))>>]>>>>',
      }),
      { good: 1 },
    ],
    [
      'a password',
      buildPdf([null], {
        trailer: `/Encrypt<</Filter/Standard/V 1/R 2/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>/P -4>>/ID[<41><41>]`,
      }),
      refused('archive-encrypted'),
    ],
    ['noise', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 0x5b)]), refused('archive-unreadable')],
    [
      'objects in each other, too deep',
      rawPdf(['<</Type/Catalog/Pages 2 0 R>>', `${'['.repeat(50_000)}${']'.repeat(50_000)}`]),
      refused('archive-empty'),
    ],
  ];
  const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const epubs: [name: string, bytes: Buffer, outcome: HostileArchive['outcome']][] = [
    [
      'two pages',
      buildEpub([epubPage('2.jpg'), epubPage('1.jpg')], { files: [picture('1.jpg'), picture('2.jpg')] }),
      { good: 2 },
    ],
    [
      'no package',
      buildEpub([epubPage('1.jpg')], { container: '<container/>', files: [picture('1.jpg')] }),
      refused('archive-unreadable'),
    ],
    [
      'a package outside',
      buildEpub([epubPage('1.jpg')], {
        container: '<container><rootfile full-path="../../../etc/passwd"/></container>',
        files: [picture('1.jpg')],
      }),
      refused('archive-unreadable'),
    ],
    [
      'a package with entities',
      buildEpub([epubPage('1.jpg')], { before: laughs, files: [picture('1.jpg')] }),
      refused('archive-unreadable'),
    ],
    [
      'pages with entities',
      buildEpub([`${laughs}<html><body>&b;<img src="1.jpg"/></body></html>`], { files: [picture('1.jpg')] }),
      { good: 0, bad: 1 },
    ],
    [
      'pictures outside and elsewhere',
      buildEpub(
        [epubPage('../../../../etc/passwd.jpg'), epubPage('http://127.0.0.1:1/x.jpg'), epubPage('file:///etc/x.jpg')],
        { files: [picture('1.jpg')] },
      ),
      { good: 0, bad: 3 },
    ],
    [
      'elements in each other, too deep',
      buildEpub(['<a>'.repeat(20_000)], { files: [picture('1.jpg')] }),
      { good: 0, bad: 1 },
    ],
    [
      'a document of starts without ends',
      buildEpub(
        [
          '<!doctype '.repeat(6000),
          '<a '.repeat(20_000),
          '<!--'.repeat(16_000),
          '<![CDATA['.repeat(7000),
          epubPage('1.jpg'),
        ],
        { files: [picture('1.jpg')] },
      ),
      { good: 1, bad: 4 },
    ],
    [
      'a spine that goes round',
      buildEpub([epubPage('1.jpg')], {
        spine: '<itemref idref="d0"/><itemref idref="none"/>'.repeat(40),
        files: [picture('1.jpg')],
      }),
      { good: 41, bad: 40 },
    ],
    [
      'words only',
      buildEpub(['<html><body><p>Once</p></body></html>'], { files: [picture('1.jpg')] }),
      refused('archive-empty'),
    ],
    [
      'a lock',
      buildEpub([epubPage('1.jpg')], {
        files: [
          picture('1.jpg'),
          entry(
            'META-INF/encryption.xml',
            '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>',
          ),
        ],
      }),
      refused('archive-encrypted'),
    ],
  ];
  return [
    ...pdfs.map(([name, bytes, outcome, limits]) => ({
      group: 'pdf' as const,
      name,
      bytes,
      outcome,
      ...(limits && { limits }),
    })),
    ...epubs.map(([name, bytes, outcome]) => ({ group: 'epub' as const, name, bytes, outcome })),
  ];
}
