package dev.colonnade.scan.cache;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.scan.segment.Segment;
import dev.colonnade.scan.segment.SegmentBuilder;
import dev.colonnade.scan.segment.SegmentDraft;
import dev.colonnade.scan.segment.SegmentHeader;
import dev.colonnade.scan.segment.SegmentLimits;
import dev.colonnade.scan.segment.SegmentStore;
import dev.colonnade.store.Batch;
import dev.colonnade.store.MemoryStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Races between the writer, which ends the writing of a segment, and the leader or an evicting
 * thread: a commit marks the segment, or the block of the segment stays in the directory.
 */
class SegmentRaceTest {
  private static final int ROUNDS = Integer.getInteger("colonnade.segment.races", 5_000);
  private static final int SPINS = 61;
  private static final long NUMBER = 7;
  private static final Key START = Key.wrap(new byte[] {1});
  private static final Key MIDDLE = Key.wrap(new byte[] {1, 5});
  private static final Key END = Key.wrap(new byte[] {2});

  @TempDir private Path folder;

  private final BlockDirectory directory = new BlockDirectory();
  private final MemoryStore store = new MemoryStore();

  private Segment segment() throws IOException {
    SegmentBuilder builder = new SegmentBuilder();
    builder.endPart("", 0, List.of());
    try (SegmentStore segments = SegmentStore.open(folder, store, SegmentLimits.of(1 << 20))) {
      return segments.write(
          new SegmentDraft(
              new SegmentHeader(NUMBER, new KeySpan(START, END), 1, 100, 0, List.of()), builder));
    }
  }

  /** Returns the number of rounds in which the action beside the writer had a wrong outcome. */
  private int race(Consumer<CachedBlock> action, Predicate<CachedBlock> isWrong)
      throws IOException, InterruptedException {
    Segment segment = segment();
    AtomicReference<CachedBlock> current = new AtomicReference<>();
    AtomicInteger turn = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int round = 1; round <= ROUNDS; round++) {
                    await(turn, round);
                    spin(round % SPINS);
                    current.get().written(segment);
                    done.set(round);
                  }
                });
    int wrong = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      CachedBlock block = requireNonNull(directory.register(START, END, 1), "not registered");
      assertThat(directory.open(block, END, false)).isTrue();
      assertThat(directory.assign(block, NUMBER)).isTrue();
      current.set(block);
      turn.set(round);
      spin(round / SPINS % SPINS);
      action.accept(block);
      await(done, round);
      wrong += isWrong.test(block) ? 1 : 0;
      directory.discard(block);
      directory.free();
    }
    writer.join();
    return wrong;
  }

  private static void await(AtomicInteger counter, int value) {
    for (int spins = 0; counter.get() < value; spins++) {
      if (spins < SPINS * SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(1); // more threads than cores
      }
    }
  }

  private static void spin(int count) {
    for (int i = 0; i < count; i++) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldMarkASegmentThatIsBeingWritten() throws Exception {
    CacheInvalidation invalidation = new CacheInvalidation(directory);
    invalidation.startMarking();
    try (Batch batch = store.newBatch()) {
      int missed =
          race(
              block -> {
                batch.clear();
                invalidation.changed(new VersionDelta(MIDDLE, 0, 0, 1, 0, 0));
                invalidation.beforeWrite(batch);
              },
              block -> {
                invalidation.applied();
                return batch.isEmpty();
              });
      assertThat(missed).isZero();
    }
  }

  @Test
  void shouldKeepABlockWhoseSegmentIsBeingWritten() throws Exception {
    assertThat(race(directory::evict, block -> directory.isEmpty())).isZero();
  }

  @Test
  void shouldWaitForGroupsThatMayHaveMissedANumber() throws Exception {
    CacheInvalidation invalidation = new CacheInvalidation(directory);
    invalidation.startMarking();
    try (Batch batch = store.newBatch()) {
      invalidation.changed(new VersionDelta(MIDDLE, 0, 0, 1, 0, 0));
      invalidation.beforeWrite(batch);
      invalidation.committedAt(batch, 5);
      long begun = invalidation.begun();
      assertThat(invalidation.ended()).isLessThan(begun);
      invalidation.applied();
      assertThat(invalidation.ended()).isEqualTo(begun);
    }
    assertThat(invalidation.isUnknown()).isFalse();
    invalidation.unknown();
    assertThat(invalidation.isUnknown()).isTrue();
  }
}
