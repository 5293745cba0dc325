package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeMap;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScanPartitionerTest {
  private static final RangeMap RANGES =
      RangeMap.of(
          List.of(
              new RangeDescriptor(1, new KeySpan(Key.EMPTY, key(1000)), 1),
              new RangeDescriptor(2, new KeySpan(key(1000), key(2000)), 1),
              new RangeDescriptor(3, new KeySpan(key(2000), Key.INFINITY), 1)));

  @Test
  void shouldDivideSpansAtRanges() {
    assertThat(partition(List.of(KeySpan.ALL), 16, false))
        .containsExactly(
            List.of(new KeySpan(Key.EMPTY, key(1000))),
            List.of(new KeySpan(key(1000), key(2000))),
            List.of(new KeySpan(key(2000), Key.INFINITY)));
    assertThat(partition(List.of(KeySpan.ALL), 2, true))
        .containsExactly(
            List.of(new KeySpan(key(1000), Key.INFINITY)),
            List.of(new KeySpan(Key.EMPTY, key(1000))));
  }

  @Test
  void shouldReadFewRowsOfOneRangeInOnePartition() {
    assertThat(partition(rows(0, ScanPartitioner.SPANS_PER_PARTITION), 16, false)).hasSize(1);
    assertThat(partition(rows(0, ScanPartitioner.SPANS_PER_PARTITION + 1), 16, false)).hasSize(2);
    List<KeySpan> ofTwo = new ArrayList<>(rows(0, 3));
    ofTwo.addAll(rows(1000, 3));
    assertThat(partition(ofTwo, 16, false)).containsExactly(rows(0, 3), rows(1000, 3));
    List<List<KeySpan>> many = partition(rows(0, 450), 4, false);
    assertThat(many).hasSize(4);
    assertThat(many.stream().flatMap(List::stream)).containsExactlyElementsOf(rows(0, 450));
  }

  private static List<List<KeySpan>> partition(List<KeySpan> spans, int max, boolean reverse) {
    return ScanPartitioner.partition(spans, RANGES, max, reverse);
  }

  /** Returns spans of single rows, with a gap after each. */
  private static List<KeySpan> rows(int first, int count) {
    List<KeySpan> spans = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Key key = key(first + 2 * i);
      spans.add(new KeySpan(key, key.successor()));
    }
    return spans;
  }

  private static Key key(int number) {
    return Key.wrap(new byte[] {(byte) (number >> 8), (byte) number});
  }
}
