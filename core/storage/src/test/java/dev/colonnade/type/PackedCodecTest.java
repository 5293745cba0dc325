package dev.colonnade.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.Geometry;
import dev.colonnade.type.row.RandomRows;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import dev.colonnade.type.value.SpecialNumeric;
import dev.colonnade.type.value.TimeWithZone;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Test of the serialization of packed values. */
class PackedCodecTest {
  private static final Packed INTERVAL = ColumnType.packed(PackedKind.INTERVAL);
  private static final Packed NUMERIC = ColumnType.packed(PackedKind.NUMERIC);
  private static final Packed INTEGERS = ColumnType.array(ColumnType.Plain.INTEGER);
  private static final Packed TEXTS = ColumnType.array(ColumnType.Plain.TEXT);

  @Test
  void shouldWriteGoldenBytes() {
    assertBytes(INTERVAL, new Interval(1, 2, 3), "0000000000000003" + "00000002" + "00000001");
    assertBytes(NUMERIC, new BigDecimal("1.50"), "00000002" + "0096");
    assertBytes(NUMERIC, SpecialNumeric.NAN, "fffcf2bf" + "01");
    assertBytes(NUMERIC, SpecialNumeric.INFINITY, "fffcf2c0" + "01");
    assertBytes(NUMERIC, SpecialNumeric.MINUS_INFINITY, "fffcf2c0" + "ff");
    assertBytes(
        ColumnType.packed(PackedKind.TIMETZ),
        new TimeWithZone(1, -3600),
        "0000000000000001" + "fffff1f0");
    assertBytes(
        ColumnType.base(BaseType.INET), BaseType.INET.parse("10.1.2.3/8"), "02080004" + "0a010203");
    assertBytes(
        INTEGERS, Arrays.asList(1, null), "00000002" + "00000004" + "00000001" + "ffffffff");
  }

  @Test
  void shouldWriteDimensionsThatAreNotPlain() {
    assertBytes(
        INTEGERS,
        ArrayValue.of(ArrayShape.ofOne(1, 5), List.of(7)),
        "ffffffff" + "00000001" + "00000005" + "00000004" + "00000007");
    assertBytes(
        INTEGERS,
        ArrayValue.of(ArrayShape.of(new int[] {1, 2}, new int[] {1, -1}), Arrays.asList(1, null)),
        "fffffffe"
            + ("00000001" + "00000001")
            + ("00000002" + "ffffffff")
            + ("00000004" + "00000001")
            + "ffffffff");
  }

  @Test
  void shouldWriteRanges() {
    Packed range = ColumnType.range(ColumnType.Plain.INTEGER);
    Packed multirange = ColumnType.multirange(ColumnType.Plain.INTEGER);
    RangeValue some = new RangeValue(1, 5, true, false, false);
    assertBytes(range, some, "0e" + "00000004" + "00000001" + "00000004" + "00000005");
    assertBytes(range, RangeValue.EMPTY, "01");
    assertBytes(range, new RangeValue(null, null, false, false, false), "00");
    assertBytes(
        multirange,
        new MultirangeValue(List.of(new RangeValue(null, 1, false, true, false), some)),
        "00000002"
            + ("14" + "00000004" + "00000001")
            + ("0e" + "00000004" + "00000001" + "00000004" + "00000005"));
    assertBytes(multirange, MultirangeValue.EMPTY, "00000000");
  }

  @Test
  void shouldRejectDamagedRanges() {
    Packed range = ColumnType.range(ColumnType.Plain.INTEGER);
    byte[] bytes = PackedCodec.encode(range, new RangeValue(1, 5, true, false, false));
    for (int length = 0; length < bytes.length; length++) {
      assertCorrupt(range, Arrays.copyOf(bytes, length));
    }
    assertCorrupt(range, Arrays.copyOf(bytes, bytes.length + 1));
    for (String flags : List.of("ff", "08", "10", "20", "09", "03")) {
      assertCorrupt(range, HexFormat.of().parseHex(flags + "00000004" + "00000001"));
    }
    assertCorrupt(
        ColumnType.multirange(ColumnType.Plain.INTEGER), HexFormat.of().parseHex("7fffffff"));
  }

  @Test
  void shouldRejectInvalidDimensions() {
    String element = "00000004" + "00000001";
    for (String shape :
        List.of(
            "ffffffff" + "00000001" + "00000001",
            "ffffffff" + "00000000" + "00000002",
            "ffffffff" + "ffffffff" + "00000002",
            "ffffffff" + "00000002" + "00000002",
            "ffffffff" + "00000001" + "7fffffff",
            "fffffff9" + "00000001".repeat(14))) {
      assertCorrupt(INTEGERS, HexFormat.of().parseHex(shape + element));
    }
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
      // A NUMERIC ends with all remaining bytes: any of them are a valid number.
      int lengthMin = type.equals(NUMERIC) ? Integer.BYTES + 1 : bytes.length;
      for (int length = 0; length < lengthMin; length++) {
        assertCorrupt(type, Arrays.copyOf(bytes, length));
      }
    }
  }

  @Test
  void shouldRejectInvalidArrayCounts() {
    String element = "00000004" + "00000001";
    for (String count : List.of("ffffffff", "80000000", "00000003", "7fffffff")) {
      assertCorrupt(INTEGERS, HexFormat.of().parseHex(count + element));
    }
  }

  @Test
  void shouldRejectInvalidElementLengths() {
    for (Packed type : List.of(INTEGERS, TEXTS)) {
      for (String length : List.of("fffffffe", "80000000", "00000005", "7fffffff")) {
        assertCorrupt(type, HexFormat.of().parseHex("00000001" + length + "00000001"));
      }
    }
  }

  @Test
  void shouldRejectTruncatedArraysOfEveryType() {
    Random random = Seed.random("PackedCodecTest");
    RandomRows rows = new RandomRows(random);
    for (int i = 0; i < 200; i++) {
      Packed type = ColumnType.array(rows.type());
      byte[] bytes = PackedCodec.encode(type, rows.value(type));
      for (int length = 0; length < bytes.length; length++) {
        assertCorrupt(type, Arrays.copyOf(bytes, length));
      }
    }
  }

  @Test
  void shouldRejectOrDecodeRandomlyCorruptedArrays() {
    Random random = Seed.random("PackedCodecTest");
    List<@Nullable Object> texts = Arrays.asList("colour", null, "", "Größe");
    for (int i = 0; i < 20_000; i++) {
      Packed type = random.nextBoolean() ? INTEGERS : TEXTS;
      Object value = type.equals(TEXTS) ? texts : Arrays.asList(1, null, -1, 1 << 30);
      byte[] corrupt = PackedCodec.encode(type, value);
      for (int bytes = random.nextInt(1, 4); bytes > 0; bytes--) {
        corrupt[random.nextInt(corrupt.length)] = (byte) random.nextInt();
      }
      try {
        PackedCodec.decode(type, corrupt);
      } catch (ColonnadeException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT);
      }
    }
  }

  private static void assertCorrupt(Packed type, byte[] bytes) {
    assertThatExceptionOfType(ColonnadeException.class)
        .as("type=%s bytes=%s", type, HexFormat.of().formatHex(bytes))
        .isThrownBy(() -> PackedCodec.decode(type, bytes))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
  }

  @Test
  void shouldNotReportCancellationAsDamage() {
    byte[] xml = "<a>x</a>".repeat(50_000).getBytes(StandardCharsets.UTF_8);
    byte[] path = Geometry.path(true, new double[50_000]).toBytes();

    assertCanceled(ColumnType.base(BaseType.XML), xml);
    assertCanceled(ColumnType.base(BaseType.PATH), path);
  }

  private static void assertCanceled(Packed type, byte[] stored) {
    for (ErrorCode code : List.of(ErrorCode.CANCELED, ErrorCode.DEADLINE_EXCEEDED)) {
      Runnable check =
          () -> {
            throw new ColonnadeException(code, "stopped");
          };

      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> InterruptionPoint.run(check, () -> StoredForm.fromBytes(type, stored)))
          .satisfies(e -> assertThat(e.code()).isEqualTo(code));
    }
  }
}
