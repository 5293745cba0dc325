package dev.colonnade.key;

import static dev.colonnade.key.SortDirection.ASCENDING;
import static dev.colonnade.key.SortDirection.DESCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Arrays;
import java.util.HexFormat;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class KeyWriterTest {
  private final KeyWriter writer = new KeyWriter();

  @Test
  void shouldWriteGoldenBytes() {
    assertHex(writer.begin(7, 258), "000000070102");
    assertHex(writer.begin(KeyLayout.TABLE_ID_MAX, KeyLayout.INDEX_ID_MAX), "ffffffffffff");
    assertHex(writer.reset().putBoolean(true, ASCENDING).putBoolean(true, DESCENDING), "01fe");
    assertHex(writer.reset().putShort((short) -2, ASCENDING), "7ffe");
    assertHex(writer.reset().putInt(1, ASCENDING).putInt(1, DESCENDING), "800000017ffffffe");
    assertHex(writer.reset().putLong(-1, ASCENDING), "7fffffffffffffff");
    assertHex(writer.reset().putFloat(1, ASCENDING).putFloat(-1, ASCENDING), "bf800000407fffff");
    assertHex(writer.reset().putDouble(-0.0, ASCENDING), "8000000000000000");
    assertHex(writer.reset().putDouble(Double.NaN, ASCENDING), "fff8000000000000");
    assertHex(writer.reset().putInt128(-1, -2, ASCENDING), "7ffffffffffffffffffffffffffffffe");
    assertHex(writer.reset().putBytes16(1, 2, DESCENDING), "fffffffffffffffefffffffffffffffd");
    assertHex(writer.reset().putBytes(new byte[] {0, 1, -1}, ASCENDING), "00ff01ff0001");
    assertHex(writer.reset().putBytes(new byte[] {0, 1, -1}, DESCENDING), "ff00fe00fffe");
    assertHex(writer.reset().putNull(ASCENDING).putNull(DESCENDING), "00ff");
    assertHex(writer.reset().putPresent(ASCENDING).putPresent(DESCENDING), "01fe");
    assertHex(writer.reset().putFamily(KeyLayout.FAMILY_ID_MAX), "fe");
  }

  @Test
  void shouldKeepPrefixWhenTruncated() {
    writer.begin(1, 0).putInt(5, ASCENDING);
    int prefix = writer.length();
    Key first = writer.putInt(6, ASCENDING).toKey();
    Key second = writer.truncate(prefix).putInt(7, ASCENDING).toKey();

    assertThat(first).isLessThan(second);
    assertThat(second.length()).isEqualTo(first.length());
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> writer.truncate(writer.length() + 1));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> writer.truncate(-1));
  }

  @Test
  void shouldAcceptKeysUpToTheMaximumLength() {
    byte[] longest = new byte[KeyLayout.KEY_BYTES_MAX - KeyLayout.END_BYTES];
    Arrays.fill(longest, (byte) 'x');
    assertThat(writer.putBytes(longest, ASCENDING).length()).isEqualTo(KeyLayout.KEY_BYTES_MAX);

    assertCode(ErrorCode.ROW_TOO_LARGE, () -> writer.putBoolean(true, ASCENDING));
    assertCode(ErrorCode.ROW_TOO_LARGE, () -> writer.putLong(1, ASCENDING));
    writer.reset();
    byte[] longer = new byte[longest.length + 1];
    assertCode(ErrorCode.ROW_TOO_LARGE, () -> writer.putBytes(longer, ASCENDING));
    byte[] escaped = new byte[KeyLayout.KEY_BYTES_MAX / 2];
    assertCode(ErrorCode.ROW_TOO_LARGE, () -> writer.putBytes(escaped, ASCENDING));
    assertThat(writer.length()).isZero();
  }

  @Test
  void shouldRejectIdsOutOfRange() {
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> writer.begin(-1, 0));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> writer.begin(KeyLayout.TABLE_ID_MAX + 1, 0));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> writer.begin(0, KeyLayout.INDEX_ID_MAX + 1));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> writer.putFamily(KeyLayout.FAMILY_ID_MAX + 1));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> writer.putFamily(-1));
  }

  private static void assertHex(KeyWriter writer, String hex) {
    assertThat(HexFormat.of().formatHex(writer.toByteArray())).isEqualTo(hex);
  }

  static void assertCode(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
