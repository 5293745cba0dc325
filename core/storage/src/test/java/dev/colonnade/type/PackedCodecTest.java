package dev.colonnade.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.row.RandomRows;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Test of the serialization of packed values. */
class PackedCodecTest {
  private static final Packed INTERVAL = ColumnType.packed(PackedKind.INTERVAL);
  private static final Packed NUMERIC = ColumnType.packed(PackedKind.NUMERIC);
  private static final Packed INTEGERS = ColumnType.array(ColumnType.Plain.INTEGER);

  @Test
  void shouldWriteGoldenBytes() {
    assertBytes(INTERVAL, new Interval(1, 2, 3), "0000000000000003" + "00000002" + "00000001");
    assertBytes(NUMERIC, new BigDecimal("1.50"), "00000002" + "0096");
    assertBytes(
        INTEGERS, Arrays.asList(1, null), "00000002" + "00000004" + "00000001" + "ffffffff");
  }

  private static void assertBytes(Packed type, Object value, String hex) {
    byte[] bytes = PackedCodec.encode(type, value);
    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(hex);
    assertThat(PackedCodec.decode(type, bytes)).isEqualTo(value);
  }

  @Test
  void shouldDecodeEncodedValues() {
    Random random = Seed.random("PackedCodecTest");
    RandomRows rows = new RandomRows(random);
    for (int i = 0; i < 500; i++) {
      Packed type =
          switch (random.nextInt(3)) {
            case 0 -> INTERVAL;
            case 1 -> NUMERIC;
            default -> ColumnType.array(rows.type());
          };
      Object value = rows.value(type);
      byte[] bytes = PackedCodec.encode(type, value);
      assertThat(PackedCodec.encode(type, PackedCodec.decode(type, bytes)))
          .as(type.toString())
          .isEqualTo(bytes);
    }
  }

  @Test
  void shouldRejectTruncatedBytes() {
    for (Packed type : List.of(INTERVAL, NUMERIC, INTEGERS)) {
      Object value =
          type.equals(INTERVAL)
              ? new Interval(1, 2, 3)
              : type.equals(NUMERIC) ? new BigDecimal("1.50") : List.of(1, 2);
      byte[] bytes = PackedCodec.encode(type, value);
      for (int length = 0; length < Integer.BYTES; length++) {
        byte[] cut = Arrays.copyOf(bytes, length);
        assertThatExceptionOfType(ColonnadeException.class)
            .isThrownBy(() -> PackedCodec.decode(type, cut))
            .extracting(ColonnadeException::code)
            .isEqualTo(ErrorCode.STORE_CORRUPT);
      }
    }
  }
}
