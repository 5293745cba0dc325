package dev.colonnade.type.row;

import static dev.colonnade.key.SortDirection.ASCENDING;
import static dev.colonnade.key.SortDirection.DESCENDING;
import static dev.colonnade.type.ColumnType.Plain.BIGINT;
import static dev.colonnade.type.ColumnType.Plain.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.value.SpecialNumeric;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyCodecTest {
  static List<ColumnType> types() {
    List<ColumnType> types = new ArrayList<>(List.of(Plain.values()));
    types.addAll(
        List.of(
            new Numeric(1, 0),
            new Numeric(18, 9),
            new Numeric(19, 19),
            new Numeric(38, 2),
            ColumnType.varchar(8),
            ColumnType.character(8),
            ColumnType.enumerated(RandomRows.COLOR)));
    return types;
  }

  @ParameterizedTest
  @MethodSource("types")
  void shouldSortBytesAsValuesOfEveryType(ColumnType type) {
    Random random = Seed.random("KeyCodecTest." + type);
    for (boolean nullable : new boolean[] {false, true}) {
      for (var direction : List.of(ASCENDING, DESCENDING)) {
        List<KeyPart> parts = List.of(new KeyPart(type, nullable, direction));
        assertSortedAndReadBack(new KeyCodec(9, 1, parts, false), random, 3_000);
      }
    }
  }

  @Test
  void shouldSortBytesAsValuesOfCompositeKeys() {
    Random random = Seed.random("KeyCodecTest.composite");
    RandomRows rows = new RandomRows(random);
    for (int i = 0; i < 200; i++) {
      List<KeyPart> parts = new ArrayList<>();
      for (int part = random.nextInt(5); part >= 0; part--) {
        parts.add(rows.keyPart());
      }
      assertSortedAndReadBack(new KeyCodec(9, 1, parts, false), random, 200);
    }
  }

  private static void assertSortedAndReadBack(KeyCodec codec, Random random, int rounds) {
    RandomRows rows = new RandomRows(random);
    @Nullable Object[] previous = values(rows, codec);
    for (int i = 0; i < rounds; i++) {
      @Nullable Object[] values = values(rows, codec);
      // Equal leading values let the later columns decide.
      int same = random.nextInt(values.length + 1);
      System.arraycopy(previous, 0, values, 0, Math.min(same, values.length - 1));
      Key key = codec.encode(values);
      assertThat(Integer.signum(key.compareTo(codec.encode(previous))))
          .as("%s and %s", Arrays.deepToString(values), Arrays.deepToString(previous))
          .isEqualTo(Integer.signum(compare(codec, values, previous)));
      @Nullable Object[] decoded = codec.decode(key);
      assertThat(compare(codec, decoded, values)).isZero();
      assertThat(codec.encode(decoded)).isEqualTo(key);
      previous = values;
    }
  }

  private static @Nullable Object[] values(RandomRows rows, KeyCodec codec) {
    return codec.parts().stream()
        .map(part -> limitOr(part.type(), rows.valueOrNull(part.type(), part.nullable()), rows))
        .toArray();
  }

  /** Returns a value at the limit of a type's order, such as NaN or infinity, now and then. */
  private static @Nullable Object limitOr(
      ColumnType type, @Nullable Object value, RandomRows rows) {
    if (value == null || !rows.isRare()) {
      return value;
    }
    return switch (type) {
      case Numeric _ -> SpecialNumeric.NAN;
      case Plain.TIME -> LocalTime.MAX;
      case Plain.DATE ->
          LocalDate.ofEpochDay(rows.isRare() ? Integer.MIN_VALUE : Integer.MAX_VALUE);
      case Plain.TIMESTAMP ->
          StoredForm.fromLong(type, rows.isRare() ? Long.MIN_VALUE : Long.MAX_VALUE);
      case Plain.TIMESTAMPTZ ->
          StoredForm.fromLong(type, rows.isRare() ? Long.MIN_VALUE : Long.MAX_VALUE);
      default -> value;
    };
  }

  private static int compare(KeyCodec codec, @Nullable Object[] a, @Nullable Object[] b) {
    for (int i = 0; i < a.length; i++) {
      KeyPart part = codec.parts().get(i);
      int order =
          a[i] == null || b[i] == null
              ? Boolean.compare(a[i] != null, b[i] != null)
              : ValueOrder.compare(
                  part.type(), Objects.requireNonNull(a[i]), Objects.requireNonNull(b[i]));
      if (order != 0) {
        return part.direction() == ASCENDING ? order : -order;
      }
    }
    return 0;
  }

  @Test
  void shouldRejectTruncatedAndOverlongKeys() {
    RandomRows rows = new RandomRows(Seed.random("KeyCodecTest.cut"));
    for (int i = 0; i < 200; i++) {
      KeyCodec codec = new KeyCodec(9, 1, List.of(rows.keyPart(), rows.keyPart()), false);
      byte[] key = codec.encode(values(rows, codec)).bytes();
      for (int length = 0; length < key.length; length++) {
        Key cut = Key.wrap(Arrays.copyOf(key, length));
        assertCode(ErrorCode.STORE_CORRUPT, () -> codec.decode(cut));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> codec.requireRowKey(cut));
      }
      Key longer = Key.wrap(Arrays.copyOf(key, key.length + 1));
      assertCode(ErrorCode.STORE_CORRUPT, () -> codec.decode(longer));
    }
  }

  @Test
  void shouldKeepOrderWhenEnumGetsMoreLabels() {
    EnumType before = EnumType.create(1, "size", List.of("small", "large"));
    EnumType after = before.withAfter("medium", "small");
    Key large = enumCodec(before).encode("large");

    assertThat(enumCodec(after).encode("medium"))
        .isGreaterThan(enumCodec(before).encode("small"))
        .isLessThan(large);
    assertThat(enumCodec(after).decode(large)).containsExactly("large");
    assertCode(ErrorCode.UNKNOWN_ENUM_LABEL, () -> enumCodec(before).encode("medium"));
  }

  private static KeyCodec enumCodec(EnumType type) {
    ColumnType column = ColumnType.enumerated(type);
    return new KeyCodec(1, 0, List.of(new KeyPart(column, false, ASCENDING)), false);
  }

  @Test
  void shouldSpanExactlyTheKeysOfAPrefix() {
    KeyCodec codec = textAndNumber(false);
    KeySpan span = codec.span("b");

    assertThat(span.contains(codec.encode("b", Long.MIN_VALUE))).isTrue();
    assertThat(span.contains(codec.encode("b", Long.MAX_VALUE))).isTrue();
    assertThat(span.contains(codec.encode("b", null))).isTrue();
    assertThat(span.contains(codec.encode("a", Long.MAX_VALUE))).isFalse();
    assertThat(span.contains(codec.encode("b\0", Long.MIN_VALUE))).isFalse();
    assertThat(codec.span().contains(span)).isTrue();
    KeyCodec nextIndex = new KeyCodec(9, 2, codec.parts(), false);
    assertThat(codec.span().overlaps(nextIndex.span())).isFalse();
    KeyCodec nextTable = new KeyCodec(10, 1, codec.parts(), false);
    assertThat(codec.span().overlaps(nextTable.span())).isFalse();
  }

  @Test
  void shouldDistinguishFamiliesOfARow() {
    KeyCodec codec = textAndNumber(true);
    Key row = codec.encode("a", 1L);
    Key stored = codec.familyKey(row, 200);

    assertThat(codec.rowKeyOf(stored)).isEqualTo(row);
    assertThat(codec.familyOf(stored)).isEqualTo(200);
    assertThat(codec.rowKeyLength(stored.length())).isEqualTo(row.length());
    assertThat(codec.rowSpan(row).contains(codec.familyKey(row, 0))).isTrue();
    assertThat(codec.rowSpan(row).contains(codec.familyKey(row, 254))).isTrue();
    assertThat(codec.rowSpan(row).contains(codec.familyKey(codec.encode("a", 2L), 0))).isFalse();
    assertCode(ErrorCode.STORE_CORRUPT, () -> codec.rowKeyOf(Key.wrap(new byte[6])));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> codec.familyKey(row, 255));
  }

  @Test
  void shouldOmitFamilyByteForASingleFamily() {
    KeyCodec codec = textAndNumber(false);
    Key row = codec.encode("a", 1L);

    assertThat(codec.familyKey(row, 0)).isEqualTo(row);
    assertThat(codec.rowKeyOf(row)).isEqualTo(row);
    assertThat(codec.familyOf(row)).isZero();
    assertThat(codec.rowKeyLength(row.length())).isEqualTo(row.length());
    assertThat(codec.rowSpan(row)).isEqualTo(KeySpan.single(row));
  }

  private static KeyCodec textAndNumber(boolean familyByte) {
    return new KeyCodec(
        9,
        1,
        List.of(new KeyPart(TEXT, false, ASCENDING), new KeyPart(BIGINT, true, DESCENDING)),
        familyByte);
  }

  @Test
  void shouldRejectInvalidValues() {
    KeyCodec codec = textAndNumber(false);
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> codec.encode("a"));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> codec.prefix("a", 1L, 2L));
    assertCode(ErrorCode.NOT_NULL_VIOLATION, () -> codec.encode(null, 1L));
    assertCode(ErrorCode.TYPE_MISMATCH, () -> codec.encode(1L, "a"));
    assertCode(ErrorCode.ROW_TOO_LARGE, () -> codec.encode("x".repeat(1 << 20), 1L));
    KeyCodec otherTable = new KeyCodec(8, 1, codec.parts(), false);
    assertCode(ErrorCode.STORE_CORRUPT, () -> codec.decode(otherTable.encode("a", 1L)));
    KeyCodec otherIndex = new KeyCodec(9, 0, codec.parts(), false);
    assertCode(ErrorCode.STORE_CORRUPT, () -> codec.decode(otherIndex.encode("a", 1L)));
    assertThat(codec.requireRowKey(codec.encode("a", 1L))).isEqualTo(codec.encode("a", 1L));
  }

  private static void assertCode(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
