package dev.colonnade.mvcc.commit;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.clock.ManualClock;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.RetentionGuard;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.gc.GarbageCollector;
import dev.colonnade.mvcc.gc.GarbageCollectorOptions;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Test fixture: commit pipeline, reads and garbage collector on a store, with direct executors and
 * a manual clock.
 */
public final class MvccFixture implements AutoCloseable {
  public final ManualClock physical = new ManualClock(1_000);
  public final HybridClock clock = new HybridClock(physical);
  public final Store store;
  public final PublishedTimestamp published;
  public final RetentionGuard guard;
  public final VersionedReads reads;
  public final CommitPipeline pipeline;
  public final GarbageCollector collector;

  public MvccFixture(Store store, GroupParticipant participant) {
    this(store, participant, CommitOptions.DEFAULT, UnaryOperator.identity());
  }

  public MvccFixture(Store store, UnaryOperator<CommitDependencies> dependencies) {
    this(store, GroupParticipant.NONE, CommitOptions.DEFAULT, dependencies);
  }

  public MvccFixture(
      Store store,
      GroupParticipant participant,
      CommitOptions options,
      UnaryOperator<CommitDependencies> dependencies) {
    this.store = store;
    published = PublishedTimestamp.recover(store, clock);
    guard = RetentionGuard.recover(store);
    reads = new VersionedReads(store, published, guard);
    CommitDependencies.Threads direct = CommitDependencies.Threads.of(Runnable::run);
    pipeline =
        new CommitPipeline(
            store,
            clock,
            published,
            dependencies.apply(CommitDependencies.local(store, participant, direct, () -> 0)),
            options);
    pipeline.recover();
    collector =
        new GarbageCollector(store, pipeline, published, guard, new GarbageCollectorOptions(7, 3));
  }

  /** Commits a put of a text. Returns the commit timestamp. */
  public long put(String key, String text) {
    return pipeline.commit(new Mutations().put(key(key), value(text), Condition.ANY)).timestamp();
  }

  /** Commits a delete. Returns the commit timestamp. */
  public long delete(String key) {
    return pipeline.commit(new Mutations().delete(key(key), Condition.ANY)).timestamp();
  }

  /** Returns the text at the newest durable timestamp; null if there is none. */
  public @Nullable String get(String key) {
    return get(key, reads.latest());
  }

  /** Returns the text at a timestamp; null if there is none. */
  public @Nullable String get(String key, long timestamp) {
    return text(reads.get(key(key), timestamp));
  }

  /** Returns the text of a version; null for no version. */
  public static @Nullable String text(@Nullable Version version) {
    return version == null ? null : text(version.value());
  }

  public static Key key(String text) {
    return Key.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a value with an empty header. */
  public static byte[] value(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] value = new byte[VersionHeader.BYTES + bytes.length];
    System.arraycopy(bytes, 0, value, VersionHeader.BYTES, bytes.length);
    return value;
  }

  /** Returns the text after the header. */
  public static String text(byte[] value) {
    return new String(
        Arrays.copyOfRange(value, VersionHeader.BYTES, value.length), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    pipeline.close();
    store.close();
  }
}
