import { openArchive } from '#server/images/archives/archive.ts';

// Opens the archive that it is told, and never ends by itself.
process.on('message', ({ path, folder }: { path: string; folder: string }) => {
  void openArchive(path, undefined, folder).then(() => process.send?.('opened'));
});
