package dev.colonnade.mvcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class HistoryLayoutTest {
  private static final long TIMESTAMP = 0x0102030405060708L;
  private static final Key ROW_KEY = Key.wrap(new byte[] {0x0A, 0x0B});

  @Test
  void shouldWriteTheseBytes() {
    assertThat(HexFormat.of().formatHex(HistoryLayout.key(ROW_KEY, TIMESTAMP)))
        .isEqualTo("0a0bfefdfcfbfaf9f8f7");
    byte[] value = HistoryLayout.value(new byte[] {1, 2, 3});
    HistoryLayout.setSuperseded(value, TIMESTAMP, false);
    assertThat(HexFormat.of().formatHex(value)).isEqualTo("0807060504030201010203");
    HistoryLayout.setSuperseded(value, TIMESTAMP, true);
    assertThat(HexFormat.of().formatHex(value)).isEqualTo("0807060504030281010203");
  }

  @Test
  void shouldRoundTrip() {
    try (Arena arena = Arena.ofConfined()) {
      byte[] key = HistoryLayout.key(ROW_KEY, TIMESTAMP);
      long keyAddress = copy(arena, key);
      assertThat(HistoryLayout.timestamp(keyAddress, key.length)).isEqualTo(TIMESTAMP);
      assertThat(HistoryLayout.rowKeyBytes(key.length)).isEqualTo(2);

      byte[] value = HistoryLayout.value(new byte[VersionHeader.BYTES]);
      HistoryLayout.setSuperseded(value, TIMESTAMP, true);
      long valueAddress = copy(arena, value);
      assertThat(HistoryLayout.supersededAt(valueAddress)).isEqualTo(TIMESTAMP);
      assertThat(HistoryLayout.supersededByTombstone(valueAddress)).isTrue();
      HistoryLayout.setSuperseded(value, TIMESTAMP, false);
      assertThat(HistoryLayout.supersededByTombstone(copy(arena, value))).isFalse();
    }
  }

  @Test
  void shouldSortNewerVersionsFirst() {
    Key newer = Key.wrap(HistoryLayout.key(ROW_KEY, 256));
    Key older = Key.wrap(HistoryLayout.key(ROW_KEY, 255));
    assertThat(newer).isLessThan(older);
  }

  @Test
  void shouldRefuseMalformedEntries() {
    assertThatThrownBy(() -> HistoryLayout.rowKeyBytes(7)).isInstanceOf(ColonnadeException.class);
    assertThat(HistoryLayout.rowKeyBytes(8)).isZero();
    HistoryLayout.requireComplete(20);
    assertThatThrownBy(() -> HistoryLayout.requireComplete(19))
        .isInstanceOf(ColonnadeException.class)
        .hasMessage("history value too short valueBytes=19 min=20");
  }

  private static long copy(Arena arena, byte[] bytes) {
    long address = arena.allocate(bytes.length).address();
    NativeMemory.copy(bytes, 0, address, bytes.length);
    return address;
  }
}
