import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { ApplicationModule } from '#application/application.module';
import { UploadSessions } from '#application/files/upload-sessions';
import { DeliverInBackground } from './deliver-in-background';
import { FeedInBackground } from './feed-in-background';
import { ReadInBackground } from './read-in-background';
import { SealInBackground } from './seal-in-background';
import { SweepInBackground } from './sweep-in-background';

/** What the service does beside answering calls. Only `serve` imports it: commands do none of it, and a test begins the work that it needs. */
@Module({
  imports: [ApplicationModule],
  providers: [DeliverInBackground, FeedInBackground, ReadInBackground, SealInBackground, SweepInBackground],
})
export class BackgroundModule implements BeforeApplicationShutdown {
  constructor(
    private readonly delivering: DeliverInBackground,
    private readonly feeding: FeedInBackground,
    private readonly reading: ReadInBackground,
    private readonly sealing: SealInBackground,
    private readonly sweeping: SweepInBackground,
    private readonly uploads: UploadSessions,
  ) {}

  /** All ends are here, for their order: hooks of providers would be called in the order of their dependencies. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.sweeping, this.delivering, this.reading, this.feeding].map((work) => work.end()));
    // What they were storing is released.
    await this.uploads.settled();
    // Last: nothing writes events any more.
    await this.sealing.end();
  }
}
