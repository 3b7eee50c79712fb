import { Module } from '@nestjs/common';
import { LibraryModule } from '../library/library.module.js';
import { RenditionsModule } from '../renditions/renditions.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { DownloadController } from './download.controller.js';
import { DownloadRepository } from './download.repository.js';
import { DownloadService } from './download.service.js';
import { MediaLinks } from './media-links.js';
import { MediaController } from './media.controller.js';
import { MediaService } from './media.service.js';
import { PlaybackController } from './playback.controller.js';

/** URLs to download and to play, and the bytes that they lead to. */
@Module({
  imports: [LibraryModule, RenditionsModule, TakesModule],
  controllers: [DownloadController, MediaController, PlaybackController],
  providers: [DownloadRepository, DownloadService, MediaLinks, MediaService],
})
export class DownloadsModule {}
