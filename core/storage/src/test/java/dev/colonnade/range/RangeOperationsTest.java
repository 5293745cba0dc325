package dev.colonnade.range;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.range.verify.RangeVerification;
import dev.colonnade.range.verify.RangeVerifier;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RangeOperationsTest {
  private final MemoryStore store = new MemoryStore();
  private final InterferingRowBoundaries boundaries = new InterferingRowBoundaries();
  private final Ranges ranges = Ranges.open(store, boundaries);
  private final MvccFixture fixture = new MvccFixture(store, ranges);
  private final RangeOperations operations = new RangeOperations(store, fixture.pipeline, ranges);

  @AfterEach
  void closeAndVerify() {
    assertExact(store);
    fixture.close();
  }

  @Test
  void shouldBeginWithOneRangeOfAllKeys() {
    assertThat(ranges.map().all())
        .containsExactly(new RangeDescriptor(Ranges.FIRST_ID, KeySpan.ALL, 1));
    assertThat(ranges.total()).isEqualTo(RangeStatistics.EMPTY);
    assertThat(ranges.lookup(key("anything")).id()).isEqualTo(Ranges.FIRST_ID);
  }

  @Test
  void shouldCountEveryKindOfChange() {
    fixture.put("a;0", "12345");
    fixture.put("a;1", "123");
    int live = (3 + 12 + 5) + (3 + 12 + 3);
    assertThat(ranges.total()).isEqualTo(new RangeStatistics(1, 2, live, 0, 0, 0));

    fixture.put("a;1", "1");
    live -= 2;
    int history = (3 + 8) + (8 + 12 + 3);
    assertThat(ranges.total()).isEqualTo(new RangeStatistics(1, 2, live, 1, history, 0));

    fixture.delete("a;0");
    live -= 3 + 12 + 5;
    history += (3 + 8) + (8 + 12 + 5) + (3 + 12);
    assertThat(ranges.total()).isEqualTo(new RangeStatistics(0, 1, live, 2, history, 1));

    fixture.put("a;0", "1");
    live += 3 + 12 + 1;
    history -= 3 + 12;
    assertThat(ranges.total()).isEqualTo(new RangeStatistics(1, 2, live, 2, history, 0));

    fixture.delete("a;1");
    fixture.collector.collect(fixture.reads.latest(), Runnable::run).join();
    assertThat(ranges.total()).isEqualTo(new RangeStatistics(1, 1, 16, 0, 0, 0));
  }

  @Test
  void shouldSplitAtARow() {
    fill(10);
    RangeStatistics before = ranges.total();
    List<RangeDescriptor> pieces = operations.splitAt(key("r4;"));
    assertThat(pieces)
        .containsExactly(
            new RangeDescriptor(1, new KeySpan(Key.EMPTY, key("r4;")), 2),
            new RangeDescriptor(2, KeySpan.from(key("r4;")), 2));
    assertThat(ranges.map().all()).isEqualTo(pieces);
    assertThat(ranges.statistics(Key.EMPTY).liveRows()).isEqualTo(4);
    assertThat(ranges.statistics(key("r4;0")).liveRows()).isEqualTo(6);
    assertThat(ranges.total()).isEqualTo(before);
    fixture.put("r3;2", "1");
    fixture.put("r5;2", "1");
    assertThat(ranges.statistics(key("r3;")).liveKeyValues()).isEqualTo(9);
    assertThat(ranges.statistics(key("r5;")).liveKeyValues()).isEqualTo(13);
  }

  @Test
  void shouldSplitIntoManyPiecesAtOnce() {
    fill(100);
    operations.splitAt(key("r50;"));
    List<Key> keys = IntStream.range(51, 100).mapToObj(i -> key("r" + i + ";")).toList();
    List<RangeDescriptor> pieces = operations.split(ranges.lookup(key("r99;")), keys);
    assertThat(pieces).hasSize(50).allMatch(piece -> piece.generation() == 3);
    assertThat(pieces).extracting(RangeDescriptor::id).doesNotHaveDuplicates();
    assertThat(ranges.map().size()).isEqualTo(51);
    for (int i = 50; i < 100; i++) {
      assertThat(ranges.statistics(key("r" + i + ";")).liveRows()).isPositive();
    }
    assertExact(store);
  }

  @Test
  void shouldReturnTheStatusOfOverlappingRanges() {
    fill(10);
    operations.splitAt(key("r3;"));
    operations.splitAt(key("r6;"));
    for (KeySpan span :
        List.of(
            KeySpan.ALL,
            KeySpan.from(key("r6;")),
            new KeySpan(key("r2;"), key("r3;")),
            new KeySpan(key("r2;"), key("r3;0")),
            new KeySpan(key("r3;"), key("r3;")))) {
      assertThat(ranges.status(span))
          .as("%s", span)
          .isEqualTo(
              ranges.status().stream()
                  .filter(range -> range.descriptor().span().overlaps(span))
                  .toList());
    }
  }

  @Test
  void shouldNeverSplitInsideARow() {
    fill(10);
    operations.splitAt(key("r4;1"));
    assertThat(ranges.lookup(key("r4;1")).span().start()).isEqualTo(key("r4;"));
    assertCode(() -> operations.splitAt(key("r4;1")), ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void shouldRefuseSplitKeysThatAreNotInsideTheRange() {
    fill(10);
    operations.splitAt(key("r4;"));
    RangeDescriptor left = ranges.lookup(key("r1;"));
    RangeDescriptor right = ranges.lookup(key("r4;"));
    List<Key> bad = List.of(key("r3;"), key("r4;"), key("r4;0"));
    for (Key each : bad) {
      assertCode(() -> operations.split(right, List.of(each)), ErrorCode.INVALID_ARGUMENT);
    }
    assertCode(() -> operations.split(left, List.of(key("r4;"))), ErrorCode.INVALID_ARGUMENT);
    assertCode(() -> operations.split(left, List.of()), ErrorCode.INVALID_ARGUMENT);
    assertCode(() -> operations.split(left, List.of(Key.EMPTY)), ErrorCode.INVALID_ARGUMENT);
    assertCode(() -> operations.split(left, List.of(Key.INFINITY)), ErrorCode.INVALID_ARGUMENT);
    assertCode(
        () -> operations.split(left, List.of(key("r2;"), key("r1;"))), ErrorCode.INVALID_ARGUMENT);
    assertCode(
        () -> operations.split(left, List.of(key("r2;0"), key("r2;1"))),
        ErrorCode.INVALID_ARGUMENT);
    assertThat(ranges.map().size()).isEqualTo(2);
  }

  @Test
  void shouldLimitTheKeysOfASplit() {
    List<Key> keys =
        IntStream.rangeClosed(0, RangeOperations.SPLIT_KEYS_MAX)
            .mapToObj(i -> key("%07d;".formatted(i)))
            .toList();
    RangeDescriptor range = ranges.lookup(Key.EMPTY);
    assertCode(() -> operations.split(range, keys), ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void shouldRefuseARangeThatHasChanged() {
    fill(10);
    RangeDescriptor before = ranges.lookup(key("r5;"));
    operations.splitAt(key("r4;"));
    assertCode(() -> operations.split(before, List.of(key("r2;"))), ErrorCode.RANGE_BUSY);
    RangeDescriptor left = ranges.lookup(key("r1;"));
    RangeDescriptor right = ranges.lookup(key("r4;"));
    operations.merge(List.of(left, right));
    assertCode(() -> operations.merge(List.of(left, right)), ErrorCode.RANGE_BUSY);
  }

  @Test
  void shouldMaintainExactStatisticsDuringASplit() {
    fill(20);
    boundaries.duringNextCount(
        () -> {
          fixture.put("r10;0", "changed on the left");
          fixture.put("r19;0", "changed on the right");
          fixture.delete("r11;1");
          fixture.delete("r18;0");
          fixture.put("new;0", "left");
          fixture.put("z;0", "right");
          fixture.collector.collect(fixture.reads.latest(), Runnable::run).join();
          fixture.put("r12;0", "changed after the collection");
        });
    operations.splitAt(key("r15;"));
    assertThat(ranges.map().size()).isEqualTo(2);
    assertThat(boundaries.isArmed()).isFalse();
    assertExact(store);
  }

  @Test
  void shouldRefuseAConcurrentOperationOnARange() {
    fill(20);
    RangeDescriptor range = ranges.lookup(Key.EMPTY);
    boundaries.duringNextCount(
        () -> {
          assertCode(() -> operations.splitAt(key("r12;")), ErrorCode.RANGE_BUSY);
          assertCode(() -> operations.clear(KeySpan.prefix(key("r12"))), ErrorCode.RANGE_BUSY);
        });
    operations.splitAt(key("r15;"));
    assertThat(ranges.map().find(range.id())).isPresent();
    operations.splitAt(key("r12;"));
    assertThat(ranges.map().size()).isEqualTo(3);
  }

  @Test
  void shouldChangeNothingIfTheWriteFails() {
    fill(20);
    RangeMap before = ranges.map();
    RangeStatistics total = ranges.total();
    store.faults().failWrite(1, ErrorCode.DISK_FULL);
    assertCode(() -> operations.splitAt(key("r15;")), ErrorCode.DISK_FULL);
    assertThat(ranges.map()).isSameAs(before);
    assertThat(ranges.total()).isEqualTo(total);
    assertExact(store);
    fixture.put("r15;0", "1");
    operations.splitAt(key("r15;"));
    assertThat(ranges.map().size()).isEqualTo(2);
  }

  @Test
  void shouldCleanUpIfCountingFails() {
    fill(20);
    boundaries.duringNextCount(
        () -> {
          throw new IllegalStateException("no counting today");
        });
    assertThatThrownBy(() -> operations.splitAt(key("r15;")))
        .isInstanceOf(IllegalStateException.class);
    fixture.put("r15;0", "1");
    operations.splitAt(key("r15;"));
    assertThat(ranges.map().size()).isEqualTo(2);
  }

  @Test
  void shouldMergeAdjacentRanges() {
    fill(10);
    RangeStatistics before = ranges.total();
    operations.split(
        ranges.lookup(Key.EMPTY), List.of(key("r2;"), key("r4;"), key("r6;"), key("r8;")));
    List<RangeDescriptor> all = ranges.map().all();
    RangeDescriptor merged = operations.merge(all.subList(1, 4));
    assertThat(merged.id()).isEqualTo(all.get(1).id());
    assertThat(merged.generation()).isEqualTo(3);
    assertThat(merged.span()).isEqualTo(new KeySpan(key("r2;"), key("r8;")));
    assertThat(ranges.map().size()).isEqualTo(3);
    assertThat(ranges.total()).isEqualTo(before);
    assertThat(operations.merge(ranges.map().all()).span()).isEqualTo(KeySpan.ALL);
    assertThat(operations.splitAt(key("r5;")).getLast().id()).as("ids are not reused").isEqualTo(6);
  }

  @Test
  void shouldRefuseToMergeRangesThatAreNotAdjacent() {
    operations.split(ranges.lookup(Key.EMPTY), List.of(key("a;"), key("b;")));
    List<RangeDescriptor> all = ranges.map().all();
    assertCode(() -> operations.merge(List.of(all.get(0), all.get(2))), ErrorCode.INVALID_ARGUMENT);
    assertCode(() -> operations.merge(List.of(all.get(1), all.get(0))), ErrorCode.INVALID_ARGUMENT);
    assertCode(() -> operations.merge(List.of(all.get(0))), ErrorCode.INVALID_ARGUMENT);
    assertCode(() -> operations.merge(List.of(all.get(0), all.get(0))), ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void shouldClearASpanOfPartialAndWholeRanges() {
    fill(100);
    fixture.delete("r30;0");
    fixture.put("r70;1", "changed");
    operations.split(
        ranges.lookup(Key.EMPTY), List.of(key("r20;"), key("r40;"), key("r60;"), key("r80;")));
    boundaries.duringNextCount(
        () -> {
          fixture.put("r10;0", "changed before the span");
          fixture.put("r35;0", "changed in the first range");
          fixture.put("r50;0", "changed in the second range");
          fixture.delete("r65;0");
        });
    operations.clear(new KeySpan(key("r30;"), key("r75;")));
    assertThat(fixture.get("r29;0")).isNotNull();
    assertThat(fixture.get("r35;0")).isNull();
    assertThat(fixture.get("r75;0")).isNotNull();
    assertThat(ranges.statistics(key("r50;"))).isEqualTo(RangeStatistics.EMPTY);
    assertExact(store);
    fixture.put("r50;0", "back");
    assertThat(ranges.statistics(key("r50;")).liveRows()).isEqualTo(1);
    operations.clear(new KeySpan(key("r1;"), key("r1;")));
    operations.clear(KeySpan.ALL);
    assertThat(ranges.total()).isEqualTo(RangeStatistics.EMPTY);
  }

  @Test
  void shouldRecoverItsRanges() {
    fill(20);
    operations.splitAt(key("r15;"));
    operations.splitAt(key("r12;"));
    fixture.delete("r11;0");
    List<RangeStatus> before = ranges.status();
    Ranges again = Ranges.open(store, boundaries);
    assertThat(again.status()).isEqualTo(before);
    MvccFixture reopened = new MvccFixture(store, again);
    new RangeOperations(store, reopened.pipeline, again).splitAt(key("r17;"));
    assertThat(again.map().all()).extracting(RangeDescriptor::id).containsExactly(1L, 3L, 2L, 4L);
  }

  @Test
  void shouldReportViolatedInvariants() {
    MemoryStore broken = new MemoryStore();
    MvccFixture forged = new MvccFixture(broken, Ranges.open(broken, boundaries));
    forged.put("r1;0", "1");
    forged.pipeline.exclusive(
        context -> {
          context.batch().delete(Space.ROWS, key("r1;0").bytes());
          return true;
        });
    RangeVerification found = RangeVerifier.verify(broken, boundaries);
    assertThat(found.isClean()).isFalse();
    assertThat(found.problems()).hasSize(1);
    assertThat(found.problems().getFirst()).contains("statistics differ", "liveRows=1");
    forged.close();
  }

  private void fill(int rows) {
    for (int row = 0; row < rows; row++) {
      fixture.put("r" + row + ";0", "first family " + row);
      fixture.put("r" + row + ";1", "second family");
    }
  }

  private void assertExact(MemoryStore which) {
    RangeVerification found = RangeVerifier.verify(which, boundaries);
    assertThat(found.problems()).isEmpty();
  }

  private static void assertCode(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
