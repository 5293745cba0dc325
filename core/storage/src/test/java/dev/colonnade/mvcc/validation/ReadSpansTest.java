package dev.colonnade.mvcc.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.testing.Seed;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReadSpansTest {
  private static final int KEYS = 64;

  private static Key key(int value) {
    return Key.of(new byte[] {(byte) value});
  }

  private static KeySpan span(int start, int end) {
    return new KeySpan(key(start), key(end));
  }

  /** Returns the maximal runs of set bits. */
  private static List<KeySpan> spans(BitSet keys) {
    List<KeySpan> found = new ArrayList<>();
    for (int from = keys.nextSetBit(0); from >= 0; ) {
      int to = keys.nextClearBit(from);
      found.add(span(from, to));
      from = keys.nextSetBit(to);
    }
    return found;
  }

  @Test
  void shouldMergeSpansThatOverlapOrTouch() {
    Random random = Seed.random("ReadSpansTest");
    for (int round = 0; round < 2_000; round++) {
      ReadSpans spans = new ReadSpans(KEYS);
      BitSet keys = new BitSet(KEYS);
      for (int i = 0; i < 20; i++) {
        int start = random.nextInt(KEYS);
        int end = start + random.nextInt(Math.min(12, KEYS - start));
        keys.set(start, end);
        spans.add(span(start, end));
        assertThat(spans.all()).isEqualTo(spans(keys));
      }
    }
  }

  @Test
  void shouldAddTheSpansOfAnotherSet() {
    ReadSpans spans = new ReadSpans(KEYS);
    spans.add(span(10, 20));
    ReadSpans others = new ReadSpans(KEYS);
    others.add(span(1, 3));
    others.add(span(5, 10));
    others.add(span(20, 25));
    spans.addAll(others);
    assertThat(spans.all()).containsExactly(span(1, 3), span(5, 25));
  }

  @Test
  void shouldMergePairsAboveTheLimit() {
    ReadSpans spans = new ReadSpans(4);
    for (int start : new int[] {40, 0, 20, 10}) {
      spans.add(span(start, start + 1));
    }
    assertThat(spans.count()).isEqualTo(4);
    spans.add(span(30, 31));
    assertThat(spans.all()).containsExactly(span(0, 11), span(20, 31), span(40, 41));
  }
}
