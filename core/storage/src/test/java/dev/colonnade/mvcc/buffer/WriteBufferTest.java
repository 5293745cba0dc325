package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of the write buffer against a tree as reference implementation: runs of writes are
 * equivalent to single writes.
 */
class WriteBufferTest {
  private static final int KEYS = 60;

  @TempDir private Path folder;

  private final Random random = Seed.random("WriteBufferTest");
  private WriteBuffer buffer = new WriteBuffer(1_000, 100_000, null);
  private NavigableMap<Key, BufferedWrite> model = new TreeMap<>();

  private record Mark(
      long mark, WriteBuffer.Position position, NavigableMap<Key, BufferedWrite> model) {}

  private static Key key(int number) {
    return MvccFixture.key("k%02d".formatted(number));
  }

  private static BufferedWrite write(String text) {
    return new BufferedWrite(MvccFixture.value(text), Condition.ABSENT, false);
  }

  /** Returns a space in which buffers spill after a few writes; null for none. */
  private @Nullable SpillSpace space(int round) {
    return round % 3 == 0 ? null : new SpillSpace(folder, 300 + random.nextInt(4_000), 1L << 40);
  }

  @Test
  void shouldBehaveAsATree() {
    for (int round = 0; round < 600; round++) {
      buffer.close();
      buffer = new WriteBuffer(100_000, 1_000_000, space(round));
      model = new TreeMap<>();
      List<Mark> marks = new ArrayList<>();
      for (int step = 0; step < 25; step++) {
        step(marks, step);
        if (random.nextInt(3) == 0) { // otherwise runs accumulate
          assertSame();
        }
      }
    }
  }

  private void step(List<Mark> marks, int step) {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> addRun(step);
      case 3 -> {
        Key key = key(random.nextInt(KEYS));
        BufferedWrite write =
            random.nextBoolean()
                ? write("single" + step)
                : new BufferedWrite(null, Condition.ABSENT, false);
        buffer.put(key, write);
        model.put(key, write);
      }
      case 4 -> marks.add(new Mark(buffer.mark(), buffer.position(), new TreeMap<>(model)));
      case 5 -> {
        if (!marks.isEmpty()) {
          int index = random.nextInt(marks.size());
          Mark mark = marks.get(index);
          marks.subList(index + 1, marks.size()).clear();
          buffer.rollbackTo(mark.mark());
          model = new TreeMap<>(mark.model());
        }
      }
      case 6 -> {
        KeySpan span = span();
        assertThat(buffer.hasWithin(span)).isEqualTo(!within(span).isEmpty());
        assertSame(buffer.ownWithin(span), span, within(span));
        for (Mark mark : marks) {
          OwnWrites then = buffer.over(List.of(span), mark.position());
          assertSame(then, span, within(mark.model(), span));
        }
      }
      default -> {
        if (step % 4 == 0) {
          KeySpan span = span();
          buffer.discard(span);
          within(span).clear();
          marks.clear();
        }
      }
    }
  }

  /** Adds a run of keys that were not written yet, between keys that may have been. */
  private void addRun(int step) {
    int first = random.nextInt(KEYS);
    int last = Math.min(KEYS, first + 1 + random.nextInt(15));
    RowWriteBatch run = new RowWriteBatch(4);
    boolean isEmpty = true;
    for (int number = first; number < last; number++) {
      if (!model.containsKey(key(number)) && random.nextInt(3) > 0) {
        run.row(key(number), MvccFixture.value("run" + step));
        isEmpty = false;
      }
    }
    assertThat(run.isEmpty()).isEqualTo(isEmpty);
    run.writeTo(buffer, random.nextBoolean());
    run.forEach(model::put);
  }

  private KeySpan span() {
    int start = random.nextInt(KEYS);
    return random.nextInt(5) == 0
        ? new KeySpan(key(start), Key.INFINITY)
        : new KeySpan(key(start), key(start + random.nextInt(KEYS - start + 1)));
  }

  private NavigableMap<Key, BufferedWrite> within(KeySpan span) {
    return within(model, span);
  }

  private static NavigableMap<Key, BufferedWrite> within(
      NavigableMap<Key, BufferedWrite> all, KeySpan span) {
    return span.end().isInfinity()
        ? all.tailMap(span.start(), true)
        : all.subMap(span.start(), true, span.end(), false);
  }

  /** Compares gets and moves of a cursor with the model. */
  private void assertSame(OwnWrites own, KeySpan span, NavigableMap<Key, BufferedWrite> expected) {
    List<String> forward = new ArrayList<>();
    List<String> backward = new ArrayList<>();
    OwnCursor cursor = own.within(span);
    for (var at = cursor.first(); at != null; at = cursor.higher(at.getKey())) {
      forward.add(textOf(at));
    }
    for (var at = cursor.last(); at != null; at = cursor.lower(at.getKey())) {
      backward.addFirst(textOf(at));
    }
    List<String> rows = expected.entrySet().stream().map(WriteBufferTest::textOf).toList();
    assertThat(forward).isEqualTo(rows);
    assertThat(backward).isEqualTo(rows);
    Key key = key(random.nextInt(KEYS));
    for (int move = 0; move < 12; move++) {
      key = random.nextInt(3) == 0 ? key(random.nextInt(KEYS)) : key;
      var found = move(cursor, key, expected);
      key = found == null ? key : found;
    }
    expected.forEach(
        (each, write) ->
            assertThat(rowOf(Map.entry(each, own.get(each))))
                .isEqualTo(rowOf(Map.entry(each, write))));
  }

  private @Nullable Key move(OwnCursor cursor, Key key, NavigableMap<Key, BufferedWrite> expected) {
    Map.@Nullable Entry<Key, BufferedWrite> found;
    Map.@Nullable Entry<Key, BufferedWrite> wanted;
    switch (random.nextInt(4)) {
      case 0 -> {
        found = cursor.ceiling(key);
        wanted = expected.ceilingEntry(key);
      }
      case 1 -> {
        found = cursor.floor(key);
        wanted = expected.floorEntry(key);
      }
      case 2 -> {
        found = cursor.higher(key);
        wanted = expected.higherEntry(key);
      }
      default -> {
        found = cursor.lower(key);
        wanted = expected.lowerEntry(key);
      }
    }
    assertThat(found == null ? "none" : textOf(found))
        .isEqualTo(wanted == null ? "none" : textOf(wanted));
    return found == null ? null : found.getKey();
  }

  private void assertSame() {
    if (buffer.isSpilled()) {
      for (int number = 0; number < KEYS; number++) {
        BufferedWrite found = buffer.get(key(number));
        BufferedWrite expected = model.get(key(number));
        assertThat(found == null ? "none" : textOf(Map.entry(key(number), found)))
            .isEqualTo(expected == null ? "none" : textOf(Map.entry(key(number), expected)));
      }
      if (random.nextInt(20) == 0) {
        assertSameChunks();
      }
      return;
    }
    assertThat(buffer.isEmpty()).isEqualTo(model.isEmpty());
    assertThat(buffer.count()).isEqualTo(model.size());
    assertSameChunks();
    assertThat(rowsOf(buffer.mutations()))
        .containsExactlyElementsOf(model.entrySet().stream().map(WriteBufferTest::rowOf).toList());
    long bytes = 0;
    for (int number = 0; number < KEYS; number++) {
      BufferedWrite expected = model.get(key(number));
      BufferedWrite found = buffer.get(key(number));
      assertThat(found == null ? "none" : textOf(Map.entry(key(number), found)))
          .isEqualTo(expected == null ? "none" : textOf(Map.entry(key(number), expected)));
      bytes += expected == null ? 0 : expected.byteSize(key(number));
    }
    assertThat(buffer.bytes()).isEqualTo(bytes);
  }

  private void assertSameChunks() {
    MutationChunks.Size max = new MutationChunks.Size(3, 100);
    List<String> rows = new ArrayList<>();
    List<String> mutations = new ArrayList<>();
    buffer
        .chunks()
        .forEach(
            max,
            chunk -> {
              assertThat(chunk.count()).isLessThanOrEqualTo(3);
              rows.addAll(rowsOf(chunk));
              mutations.addAll(mutationsOf(chunk));
              assertThat(chunk.all()).hasSize(chunk.count());
            });
    assertThat(rows).isEqualTo(model.entrySet().stream().map(WriteBufferTest::rowOf).toList());
    assertThat(mutations)
        .isEqualTo(model.entrySet().stream().map(WriteBufferTest::textOf).toList());
  }

  /** Returns the mutations of rows in the form of {@link #textOf}. */
  private static List<String> mutationsOf(Mutations mutations) {
    return mutations.all().stream()
        .map(Mutation.OfRow.class::cast)
        .map(
            row ->
                textOf(row.key(), new BufferedWrite(row.value(), row.condition(), !row.counts())))
        .toList();
  }

  /**
   * Runs of many keys in files, some of them one behind the other and some interleaved: most chunks
   * are packed, whatever else the transaction does.
   */
  @Test
  void shouldPackRunsInFiles() {
    int packed = 0;
    for (int round = 0; round < 40; round++) {
      int changes = random.nextInt(4);
      SpillSpace space = new SpillSpace(folder, 2_000 + random.nextInt(20_000), 1L << 40);
      NavigableMap<Key, BufferedWrite> expected = new TreeMap<>();
      try (WriteBuffer large = new WriteBuffer(100_000, 1L << 30, space)) {
        for (int run = 0; run < 30; run++) {
          long mark = large.mark();
          NavigableMap<Key, BufferedWrite> added = manyKeys(run, expected);
          RowWriteBatch batch = new RowWriteBatch(added.size());
          added.forEach((key, write) -> batch.row(key, requireNonNull(write.value())));
          batch.writeTo(large);
          if (changes == 1 && random.nextInt(10) == 0) {
            large.rollbackTo(mark);
          } else {
            expected.putAll(added);
          }
          if (changes == 2 && random.nextInt(10) == 0 && !added.isEmpty()) {
            BufferedWrite single = write("single" + run);
            large.put(added.firstKey(), single);
            expected.put(added.firstKey(), single);
          }
          if (changes == 3 && random.nextInt(10) == 0) {
            KeySpan span = new KeySpan(manyKey(run * 40), manyKey(run * 50 + 1));
            large.discard(span);
            within(expected, span).clear();
          }
        }
        assertThat(large.isSpilled()).isTrue();
        MutationChunks.Size max = new MutationChunks.Size(1 + random.nextInt(500), 20_000);
        List<String> found = new ArrayList<>();
        AtomicInteger packedKeys = new AtomicInteger();
        large
            .chunks()
            .forEach(
                max,
                chunk -> {
                  assertThat(chunk.count()).isBetween(1, max.mutationsMax());
                  packedKeys.addAndGet(chunk.compact() == null ? 0 : chunk.count());
                  found.addAll(mutationsOf(chunk));
                });
        assertThat(found)
            .isEqualTo(expected.entrySet().stream().map(WriteBufferTest::textOf).toList());
        packed += packedKeys.get();
      }
    }
    assertThat(packed).isGreaterThan(1_000);
  }

  /** Returns new keys: behind those of the runs before, or between them. */
  private NavigableMap<Key, BufferedWrite> manyKeys(
      int run, NavigableMap<Key, BufferedWrite> others) {
    boolean isBehind = random.nextInt(4) > 0;
    NavigableMap<Key, BufferedWrite> keys = new TreeMap<>();
    for (int i = 0; i < 200; i++) {
      Key key = manyKey(isBehind ? run * 200 + i : random.nextInt(run * 200 + 200));
      if (!others.containsKey(key)) {
        keys.put(key, write("v".repeat(random.nextInt(30)) + run));
      }
    }
    return keys;
  }

  private static Key manyKey(int number) {
    return MvccFixture.key("many%06d".formatted(number));
  }

  private static List<String> rowsOf(Mutations mutations) {
    List<String> rows = new ArrayList<>();
    mutations.forEachRow((key, bytes) -> rows.add(key + " " + bytes));
    return rows;
  }

  private static String textOf(Map.Entry<Key, BufferedWrite> entry) {
    return textOf(entry.getKey(), entry.getValue());
  }

  private static String textOf(Key key, BufferedWrite write) {
    byte[] value = write.value();
    return "%s=%s %s"
        .formatted(key, value == null ? "deleted" : MvccFixture.text(value), write.condition());
  }

  private static String rowOf(Map.Entry<Key, BufferedWrite> entry) {
    byte[] value = entry.getValue().value();
    return entry.getKey() + " " + (value == null ? Mutations.RowVisitor.DELETED : value.length);
  }

  @Test
  void shouldSortARunAndReportRepeatedKeys() {
    RowWriteBatch run = new RowWriteBatch(3);
    run.row(key(3), MvccFixture.value("x"));
    run.part(key(1), MvccFixture.value("x"), false);
    run.row(key(2), MvccFixture.value("x"));
    run.part(key(3), MvccFixture.value("y"), true);
    assertThat(run.keysToBeAbsent()).containsExactly(key(2), key(3), key(3));
    assertThat(run.repeated()).containsExactly(key(3));
  }

  @Test
  void shouldRefuseARunThatIsTooLarge() {
    WriteBuffer small = new WriteBuffer(3, 1_000, null);
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> run(4, 10).writeTo(small))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.TRANSACTION_TOO_LARGE));
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> run(2, 600).writeTo(small))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.TRANSACTION_TOO_LARGE));
    assertThat(small.isEmpty()).isTrue();
    run(3, 10).writeTo(small);
    assertThat(small.count()).isEqualTo(3);
  }

  @Test
  void shouldStateWhetherAllWritesAreDeletes() {
    for (SpillSpace space :
        new SpillSpace[] {
          new SpillSpace(folder, 1L << 30, 1L << 40), new SpillSpace(folder, 1, 1L << 40)
        }) {
      try (WriteBuffer deletes = new WriteBuffer(1_000, 100_000, space)) {
        deletes.put(key(50), new BufferedWrite(null, Condition.versionIs(7), false));
        deletes(0, 10, 2).writeTo(deletes);
        deletes(1, 10, 2).writeTo(deletes, true);
        assertThat(deletes.chunks().isDeletesOnly()).isTrue();
        deletes.put(key(51), write("x"));
        assertThat(deletes.chunks().isDeletesOnly()).isFalse();
      }
      try (WriteBuffer mixed = new WriteBuffer(1_000, 100_000, space)) {
        deletes(0, 10, 2).writeTo(mixed);
        run(10, 5).writeTo(mixed, true);
        assertThat(mixed.chunks().isDeletesOnly()).isFalse();
      }
    }
  }

  @Test
  void shouldCountTheMemoryOfRunsThatMoveToTheTree() {
    SpillSpace space = new SpillSpace(folder, 1L << 30, 1L << 40);
    try (WriteBuffer runs = new WriteBuffer(1_000, 100_000, space)) {
      run(50, 10).writeTo(runs);
      long packed = space.allBytes();
      assertThat(packed).isLessThan(50 * 100);
      assertThat(runs.ownWithin(KeySpan.ALL)).isNotNull();
      assertThat(space.allBytes()).isGreaterThan(packed + 50 * 100);
    }
    assertThat(space.allBytes()).isZero();
  }

  private static RowWriteBatch deletes(int from, int count, int step) {
    RowWriteBatch run = new RowWriteBatch(count);
    for (int number = 0; number < count; number++) {
      run.deletedPart(key(from + number * step), false);
    }
    return run;
  }

  private static RowWriteBatch run(int count, int bytes) {
    RowWriteBatch run = new RowWriteBatch(count);
    for (int number = 0; number < count; number++) {
      run.row(key(number), MvccFixture.value("x".repeat(bytes)));
    }
    return run;
  }
}
