package dev.colonnade.mvcc.commit;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.mvcc.deletion.DeletedSpan;
import dev.colonnade.mvcc.deletion.DeletedSpanStore;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.KeyDeletes;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.Seed;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random deletes without mutations against a model: adjacent keys and others, conditions that hold
 * and do not, tombstones and earlier spans between them, failures of the store, readers at earlier
 * timestamps, and garbage collection.
 */
class CompactDeletesTest {
  private static final int KEYS = 80;
  private static final int SPAN_ROWS_MIN = 3;

  private final Random random = Seed.random("CompactDeletesTest");
  private final MemoryStore files = new MemoryStore();
  private final CountedValues counted = new CountedValues();
  private final MvccFixture fixture =
      new MvccFixture(
          new DeletedSpanStore(files),
          counted,
          new CommitOptions(
              Durability.SYNC,
              new BatchLimits(
                  100, 10_000, new MutationChunks.Size(10, 10_000), 1 << 20, SPAN_ROWS_MIN),
              GroupLimits.DEFAULT,
              4,
              8),
          UnaryOperator.identity());

  /** Timestamps of the present versions by name. */
  private final NavigableMap<String, Long> model = new TreeMap<>();

  /** Counts of the statistics. */
  private static final class CountedValues implements GroupParticipant {
    private long pending;
    private long values;

    @Override
    public void changed(VersionDelta delta) {
      pending += delta.liveKeyValues();
    }

    @Override
    public void beforeWrite(Batch batch) {}

    @Override
    public void applied() {
      values += pending;
      pending = 0;
    }

    @Override
    public Runnable inLog() {
      applied();
      return () -> {};
    }

    @Override
    public void discarded() {
      pending = 0;
    }
  }

  private static String name(int number) {
    return "row%02d".formatted(number);
  }

  @Test
  void shouldDeleteLikeAModel() {
    int spans = 0;
    int lists = 0;
    for (int round = 0; round < 400; round++) {
      change();
      NavigableMap<String, Long> before = new TreeMap<>(model);
      long timestamp = fixture.reads.latest();
      delete();
      assertThat(counted.values).isEqualTo(model.size());
      assertSame(before, timestamp);
      assertSame(model, fixture.reads.latest());
      for (DeletedSpan span : DeletedSpan.readAll(files)) {
        lists += span.list() == null ? 0 : 1;
        spans += span.list() == null ? 1 : 0;
      }
      if (round % 7 == 0) {
        fixture.collector.collect(fixture.reads.latest(), Runnable::run).join();
        assertSame(model, fixture.reads.latest());
      }
    }
    assertThat(spans).isPositive();
    assertThat(lists).isPositive();
    fixture.close();
  }

  /** Puts and deletes single keys. */
  private void change() {
    boolean isFull = random.nextInt(3) == 0;
    for (int i = isFull ? KEYS : random.nextInt(30); i > 0; i--) {
      String name = name(isFull ? i - 1 : random.nextInt(KEYS));
      if (isFull || random.nextInt(3) > 0) {
        model.put(name, fixture.put(name, "value of " + name));
      } else {
        fixture.delete(name);
        model.remove(name);
      }
    }
  }

  private void delete() {
    KeyDeletes deletes = new KeyDeletes(Mutation.Role.ROW);
    NavigableMap<String, Long> after = new TreeMap<>(model);
    ErrorCode failure = null;
    boolean isSparse = random.nextInt(4) == 0;
    int gap = 1 + random.nextInt(8);
    int wrong = random.nextInt(4) == 0 ? random.nextInt(KEYS) : -1;
    int end = random.nextInt(KEYS + 1);
    for (int number = random.nextInt(20); number < end; number++) {
      if (isSparse ? random.nextInt(20) == 0 : random.nextInt(gap * gap) != 0 || gap == 1) {
        String name = name(number);
        Long version = model.get(name);
        Condition condition = condition(version);
        if (number == wrong) {
          condition = version == null ? Condition.PRESENT : wrong(version);
          failure = version == null ? ErrorCode.ROW_NOT_FOUND : ErrorCode.SERIALIZATION_FAILURE;
        }
        deletes.add(key(name), condition);
        after.remove(name);
      }
    }
    if (deletes.count() == 0) {
      return;
    }
    if (failure == null && random.nextInt(5) == 0) {
      int failed = 1 + random.nextInt(3);
      files.faults().failWrite(failed, ErrorCode.DISK_FULL);
      failure = ErrorCode.DISK_FULL;
    }
    commit(deletes, failure, after);
  }

  private Condition wrong(long version) {
    return random.nextBoolean()
        ? Condition.versionIs(version + 1)
        : Condition.versionAtMost(version - 1);
  }

  private static Condition ofPresent(long version, int choice) {
    return switch (choice) {
      case 0 -> Condition.PRESENT;
      case 1 -> Condition.ANY;
      case 2 -> Condition.versionAtMost(version);
      default -> Condition.versionIs(version);
    };
  }

  private Condition condition(@Nullable Long version) {
    return version == null ? Condition.ANY : ofPresent(version, random.nextInt(5));
  }

  private void commit(
      KeyDeletes deletes, @Nullable ErrorCode failure, NavigableMap<String, Long> after) {
    boolean isDeletesOnly = random.nextBoolean();
    MutationChunks chunks = new Chunks(deletes, isDeletesOnly);
    int deletedCount = model.size() - after.size();
    if (failure == ErrorCode.DISK_FULL) {
      try {
        fixture.pipeline.commit(chunks, new Mutations(), Durability.SYNC);
        model.clear();
        model.putAll(after);
      } catch (ColonnadeException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL);
      }
      files.faults().heal();
      model.replaceAll((name, _) -> version(name)); // an undo makes new versions
    } else if (failure != null) {
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> fixture.pipeline.commit(chunks, new Mutations(), Durability.SYNC))
          .satisfies(e -> assertThat(e.code()).isEqualTo(failure));
      model.replaceAll((name, _) -> version(name));
    } else {
      CommitResult result = fixture.pipeline.commit(chunks, new Mutations(), Durability.SYNC);
      assertThat(result.deletedCount()).isEqualTo(deletedCount);
      model.clear();
      model.putAll(after);
    }
  }

  private long version(String name) {
    Version version = fixture.reads.get(key(name), fixture.reads.newest());
    return requireNonNull(version, name).timestamp();
  }

  /** Deletes in chunks that have no mutations. */
  private record Chunks(KeyDeletes deletes, boolean isDeletesOnly) implements MutationChunks {
    @Override
    public void forEach(Size max, Consumer<Mutations> visitor) {
      for (int from = 0; from < deletes.count(); from += max.mutationsMax()) {
        visitor.accept(deletes.slice(from, Math.min(deletes.count(), from + max.mutationsMax())));
      }
    }
  }

  private void assertSame(NavigableMap<String, Long> expected, long timestamp) {
    for (int number = 0; number < KEYS; number++) {
      String name = name(number);
      assertThat(fixture.get(name, timestamp))
          .isEqualTo(expected.containsKey(name) ? "value of " + name : null);
    }
  }
}
