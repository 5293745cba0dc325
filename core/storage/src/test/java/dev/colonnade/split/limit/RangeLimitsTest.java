package dev.colonnade.split.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyWriter;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class RangeLimitsTest {
  private static final long MIB = 1 << 20;

  @Test
  void shouldDeriveLimitsFromTheMaximumSize() {
    assertThat(RangeLimits.DEFAULT)
        .isEqualTo(new RangeLimits(256 * MIB, 16 * MIB, 1024 * MIB, 2_500));
    assertThat(RangeLimits.ofMaxBytes(MIB))
        .isEqualTo(new RangeLimits(MIB, MIB / 16, 64 * MIB, 2_500));
    assertThat(RangeLimits.DEFAULT.targetBytes()).isEqualTo(128 * MIB);
  }

  @Test
  void shouldRejectInvalidLimits() {
    RangeLimits limits = RangeLimits.ofMaxBytes(MIB);
    assertThatIllegalArgumentException().isThrownBy(() -> RangeLimits.ofMaxBytes(65_535));
    assertThatIllegalArgumentException().isThrownBy(() -> RangeLimits.ofMaxBytes(1L << 41));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.withMinBytes(MIB / 4 + 1));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.withMinBytes(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.withHardMaxBytes(2 * MIB - 1));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.withRequestsPerSecondMax(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> limits.withRequestsPerSecondMax(Double.NaN));
  }

  @Test
  void shouldReturnTheLimitsOfEachTable() {
    RangeLimits small = RangeLimits.ofMaxBytes(MIB);
    LimitTable table = LimitTable.of(RangeLimits.DEFAULT).with(100, small);
    Key row = new KeyWriter().begin(100, 0).toKey();
    assertThat(table.of(row)).isEqualTo(small);
    assertThat(table.of(new KeyWriter().begin(100, 0).truncate(4).toKey())).isEqualTo(small);
    assertThat(table.of(new KeyWriter().begin(101, 0).toKey())).isEqualTo(RangeLimits.DEFAULT);
    assertThat(table.of(Key.EMPTY)).isEqualTo(RangeLimits.DEFAULT);
    assertThat(table.without(100).of(row)).isEqualTo(RangeLimits.DEFAULT);
    assertThat(table.withDefaults(small).of(Key.EMPTY)).isEqualTo(small);
  }

  @Test
  void shouldKeepTheBytesOfARecord() {
    RangeLimits limits = new RangeLimits(0x10000, 0x100, 0x4000000, 2.5);
    byte[] bytes = LimitRecords.encode(limits);
    assertThat(HexFormat.of().formatHex(bytes))
        .isEqualTo(
            "01"
                + "0000010000000000"
                + "0001000000000000"
                + "0000000400000000"
                + "0000000000000440");
    assertThat(LimitRecords.key(0x01020304).toString())
        .isEqualTo("0x73706c69742f6c696d6974732f01020304");
    assertThat(LimitRecords.decode(bytes)).isEqualTo(limits);
  }

  @Test
  void shouldRejectInvalidRecords() {
    byte[] bytes = LimitRecords.encode(RangeLimits.DEFAULT);
    for (int length = 0; length < bytes.length; length++) {
      assertCode(Arrays.copyOf(bytes, length), ErrorCode.STORE_CORRUPT);
    }
    assertCode(Arrays.copyOf(bytes, bytes.length + 1), ErrorCode.STORE_CORRUPT);
    byte[] newer = bytes.clone();
    newer[0] = 2;
    assertCode(newer, ErrorCode.STORE_FORMAT_TOO_NEW);
    byte[] impossible = bytes.clone();
    impossible[8] = (byte) 0x80;
    assertCode(impossible, ErrorCode.STORE_CORRUPT);
  }

  private static void assertCode(byte[] bytes, ErrorCode code) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> LimitRecords.decode(bytes))
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }
}
