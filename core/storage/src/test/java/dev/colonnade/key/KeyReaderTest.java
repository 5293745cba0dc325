package dev.colonnade.key;

import static dev.colonnade.key.KeyWriterTest.assertCode;
import static dev.colonnade.key.SortDirection.ASCENDING;
import static dev.colonnade.key.SortDirection.DESCENDING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyReaderTest {
  @ParameterizedTest
  @EnumSource(SortDirection.class)
  void shouldReadBackWhatWasWritten(SortDirection direction) {
    KeyReader reader = new KeyReader(key(direction));
    readAll(reader, direction);
    reader.requireEnd();
    assertThat(reader.remaining()).isZero();
  }

  @ParameterizedTest
  @EnumSource(SortDirection.class)
  void shouldRejectKeyTruncatedAtEveryByte(SortDirection direction) {
    byte[] key = key(direction);
    for (int length = 0; length < key.length; length++) {
      KeyReader reader = new KeyReader(Arrays.copyOf(key, length));
      assertCode(ErrorCode.STORE_CORRUPT, () -> readAll(reader, direction));
    }
  }

  private static byte[] key(SortDirection direction) {
    return new KeyWriter()
        .begin(0xFEDC_BA98L, 0xFEDC)
        .putNull(direction)
        .putPresent(direction)
        .putBoolean(true, direction)
        .putShort(Short.MIN_VALUE, direction)
        .putInt(-3, direction)
        .putLong(Long.MAX_VALUE, direction)
        .putFloat(-1.5f, direction)
        .putDouble(2.5, direction)
        .putInt128(-4, 5, direction)
        .putBytes16(-6, 7, direction)
        .putBytes(new byte[] {0, 1, 0, -1, 0}, direction)
        .putBytes(new byte[0], direction)
        .putFamily(200)
        .toByteArray();
  }

  private static void readAll(KeyReader reader, SortDirection direction) {
    assertThat(reader.readTableId()).isEqualTo(0xFEDC_BA98L);
    assertThat(reader.readIndexId()).isEqualTo(0xFEDC);
    assertThat(reader.readPresent(direction)).isFalse();
    assertThat(reader.readPresent(direction)).isTrue();
    assertThat(reader.readBoolean(direction)).isTrue();
    assertThat(reader.readShort(direction)).isEqualTo(Short.MIN_VALUE);
    assertThat(reader.readInt(direction)).isEqualTo(-3);
    assertThat(reader.readLong(direction)).isEqualTo(Long.MAX_VALUE);
    assertThat(reader.readFloat(direction)).isEqualTo(-1.5f);
    assertThat(reader.readDouble(direction)).isEqualTo(2.5);
    assertThat(reader.readInt128High(direction)).isEqualTo(-4);
    assertThat(reader.readLow(direction)).isEqualTo(5);
    assertThat(reader.readBytes16High(direction)).isEqualTo(-6);
    assertThat(reader.readLow(direction)).isEqualTo(7);
    assertThat(reader.readBytes(direction)).containsExactly(0, 1, 0, -1, 0);
    assertThat(reader.readBytes(direction)).isEmpty();
    assertThat(reader.readFamily()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "61", "6100", "610002", "00ff", "00fe0001"})
  void shouldRejectInvalidEscapes(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertCode(ErrorCode.STORE_CORRUPT, () -> new KeyReader(bytes).readBytes(ASCENDING));
    byte[] inverted = bytes.clone();
    for (int i = 0; i < inverted.length; i++) {
      inverted[i] ^= -1;
    }
    assertCode(ErrorCode.STORE_CORRUPT, () -> new KeyReader(inverted).readBytes(DESCENDING));
  }

  @Test
  void shouldRejectInvalidBytes() {
    byte[] two = {2};
    assertCode(ErrorCode.STORE_CORRUPT, () -> new KeyReader(two).readPresent(ASCENDING));
    assertCode(ErrorCode.STORE_CORRUPT, () -> new KeyReader(two).readBoolean(ASCENDING));
    assertCode(ErrorCode.STORE_CORRUPT, () -> new KeyReader(two).requireEnd());
  }
}
