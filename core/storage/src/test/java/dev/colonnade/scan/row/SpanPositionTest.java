package dev.colonnade.scan.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpanPositionTest {
  private static final KeySpan FIRST = new KeySpan(key(10), key(20));
  private static final KeySpan SECOND = new KeySpan(key(30), key(40));

  private static Key key(int value) {
    return Key.of(new byte[] {(byte) value});
  }

  @Test
  void shouldMoveForwardThroughAllSpans() {
    SpanPosition position = new SpanPosition(List.of(FIRST, SECOND), false);
    assertThat(position.at()).isEqualTo(key(10));
    assertThat(position.bound()).isEqualTo(key(20));
    assertThat(position.to(key(15))).isEqualTo(new KeySpan(key(10), key(15)));
    position.moveTo(key(15));
    position.skipScannedSpan();
    assertThat(position.remaining()).containsExactly(new KeySpan(key(15), key(20)), SECOND);
    position.moveTo(key(20));
    assertThat(position.isAtBound()).isTrue();
    assertThat(position.remaining()).containsExactly(SECOND);
    position.skipScannedSpan();
    assertThat(position.at()).isEqualTo(key(30));
    position.moveTo(key(40));
    position.skipScannedSpan();
    assertThat(position.isAtEnd()).isTrue();
    assertThat(position.remaining()).isEmpty();
  }

  @Test
  void shouldMoveInReverseThroughAllSpans() {
    SpanPosition position = new SpanPosition(List.of(FIRST, SECOND), true);
    assertThat(position.at()).isEqualTo(key(40));
    assertThat(position.bound()).isEqualTo(key(30));
    assertThat(position.to(key(35))).isEqualTo(new KeySpan(key(35), key(40)));
    position.moveTo(key(35));
    position.skipScannedSpan();
    assertThat(position.remaining()).containsExactly(FIRST, new KeySpan(key(30), key(35)));
    position.moveTo(key(30));
    assertThat(position.remaining()).containsExactly(FIRST);
    position.skipScannedSpan();
    assertThat(position.at()).isEqualTo(key(20));
    position.moveTo(key(10));
    position.skipScannedSpan();
    assertThat(position.isAtEnd()).isTrue();
  }
}
