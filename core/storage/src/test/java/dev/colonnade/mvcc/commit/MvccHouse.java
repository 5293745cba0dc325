package dev.colonnade.mvcc.commit;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.clock.ManualClock;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.RetentionGuard;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A store with everything of this package on it, wired for a test: one thread, a clock set by hand.
 */
public final class MvccHouse implements AutoCloseable {
  public final ManualClock physical = new ManualClock(1_000);
  public final HybridClock clock = new HybridClock(physical);
  public final Store store;
  public final PublishedTimestamp published;
  public final RetentionGuard guard;
  public final VersionedReads reads;
  public final CommitPipeline pipeline;
  public final GarbageCollector collector;

  public MvccHouse(Store store, GroupParticipant participant) {
    this(store, participant, CommitOptions.DEFAULT, UnaryOperator.identity());
  }

  MvccHouse(Store store, UnaryOperator<CommitSeams> seams) {
    this(store, GroupParticipant.NONE, CommitOptions.DEFAULT, seams);
  }

  public MvccHouse(
      Store store,
      GroupParticipant participant,
      CommitOptions options,
      UnaryOperator<CommitSeams> seams) {
    this.store = store;
    published = PublishedTimestamp.recover(store, clock);
    guard = RetentionGuard.recover(store);
    reads = new VersionedReads(store, published, guard);
    CommitSeams.Threads direct = CommitSeams.Threads.of(Runnable::run);
    pipeline =
        new CommitPipeline(
            store,
            clock,
            published,
            seams.apply(CommitSeams.local(store, participant, direct, () -> 0)),
            options);
    collector = new GarbageCollector(store, pipeline, published, guard, new CollectorOptions(7, 3));
  }

  /** Puts a text. Returns the commit timestamp. */
  public long put(String key, String text) {
    return pipeline.commit(new Mutations().put(key(key), value(text), Condition.ANY)).timestamp();
  }

  /** Deletes. Returns the commit timestamp. */
  public long delete(String key) {
    return pipeline.commit(new Mutations().delete(key(key), Condition.ANY)).timestamp();
  }

  /** The newest text; null if there is none. */
  public @Nullable String get(String key) {
    return get(key, reads.latest());
  }

  /** The text at a timestamp; null if there was none. */
  public @Nullable String get(String key, long timestamp) {
    return text(reads.get(key(key), timestamp));
  }

  /** The text of a version; null if there is none. */
  public static @Nullable String text(@Nullable Version version) {
    return version == null ? null : text(version.value());
  }

  public static Key key(String text) {
    return Key.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A value with room for a header. */
  public static byte[] value(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] value = new byte[VersionHeader.BYTES + bytes.length];
    System.arraycopy(bytes, 0, value, VersionHeader.BYTES, bytes.length);
    return value;
  }

  /** What follows the header. */
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
