package dev.colonnade.type.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.Interval;
import dev.colonnade.type.PackedKind;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import dev.colonnade.type.value.SpecialNumeric;
import dev.colonnade.type.value.TimeWithZone;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SortKeysTest {
  private static final Packed NUMERIC = ColumnType.packed(PackedKind.NUMERIC);
  private static final Packed INTERVAL = ColumnType.packed(PackedKind.INTERVAL);

  private final Random random = Seed.random("SortKeysTest");

  @Test
  void shouldOrderDecimals() {
    List<String> ascending =
        List.of(
            "-1e1000",
            "-100",
            "-99.5",
            "-10",
            "-1.01",
            "-1",
            "-0.1",
            "-1e-1000",
            "0",
            "1e-1000",
            "0.09",
            "0.1",
            "0.101",
            "1",
            "1.5",
            "9",
            "10",
            "12",
            "100",
            "1e1000");
    List<BigDecimal> values = new ArrayList<>();
    values.add(SpecialNumeric.MINUS_INFINITY);
    ascending.forEach(text -> values.add(new BigDecimal(text)));
    values.add(SpecialNumeric.INFINITY);
    values.add(SpecialNumeric.NAN);
    for (int i = 1; i < values.size(); i++) {
      assertThat(compare(NUMERIC, values.get(i - 1), values.get(i)))
          .as("%s < %s", values.get(i - 1), values.get(i))
          .isNegative();
    }
    assertThat(SortKeys.encode(NUMERIC, new BigDecimal("1.00")))
        .isEqualTo(SortKeys.encode(NUMERIC, BigDecimal.ONE));
    assertThat(SortKeys.encode(NUMERIC, new BigDecimal("0.000")))
        .isEqualTo(SortKeys.encode(NUMERIC, new BigDecimal("0e10")));
  }

  @Test
  void shouldOrderRandomDecimals() {
    check(NUMERIC, this::decimal, Comparator.<BigDecimal>naturalOrder());
  }

  @Test
  void shouldOrderIntervalsByTheirLength() {
    check(INTERVAL, this::interval, Comparator.<Interval>naturalOrder());
    assertThat(SortKeys.encode(INTERVAL, new Interval(1, 0, 0)))
        .isEqualTo(SortKeys.encode(INTERVAL, new Interval(0, 29, Interval.MICROS_PER_DAY)));
    Interval longest = new Interval(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);
    assertThat(SortKeys.decode(INTERVAL, SortKeys.encode(INTERVAL, longest))).isEqualTo(longest);
  }

  @Test
  void shouldOrderTimesWithZones() {
    check(
        ColumnType.packed(PackedKind.TIMETZ),
        () -> new TimeWithZone(random.nextInt(4) * 3_600_000_000L, 3600 * (random.nextInt(5) - 2)),
        Comparator.<TimeWithZone>naturalOrder());
  }

  @Test
  void shouldOrderBits() {
    check(
        ColumnType.packed(PackedKind.VARBIT),
        () ->
            random
                .ints(random.nextInt(12), 0, 2)
                .collect(StringBuilder::new, StringBuilder::append, StringBuilder::append)
                .toString(),
        Comparator.<String>naturalOrder());
  }

  @Test
  void shouldOrderBaseValues() {
    check(BaseType.MONEY, () -> Integer.toString(random.nextInt(2000) - 1000));
    check(
        BaseType.INET,
        () ->
            random.nextInt(4) == 0
                ? "%x::%x/%d".formatted(random.nextInt(3), random.nextInt(3), random.nextInt(129))
                : "10.%d.0.%d/%d"
                    .formatted(random.nextInt(3), random.nextInt(3), random.nextInt(33)));
    check(BaseType.CIDR, () -> "10.0.0.0/" + (8 + random.nextInt(25)));
    check(
        BaseType.MACADDR,
        () -> "%02x:00:00:00:00:%02x".formatted(random.nextInt(256), random.nextInt(256)));
    check(
        BaseType.MACADDR8,
        () -> "%02x:00:00:00:00:00:00:%02x".formatted(random.nextInt(256), random.nextInt(3)));
  }

  private void check(BaseType type, Supplier<String> text) {
    check(
        ColumnType.base(type), () -> type.parse(text.get()), Comparator.<BaseValue>naturalOrder());
  }

  @Test
  void shouldOrderArraysByElementsAndShape() {
    Packed ints = ColumnType.array(ColumnType.Plain.INTEGER);
    check(
        ints,
        () -> elements(() -> random.nextInt(3) - 1),
        listOrder(Comparator.<Integer>naturalOrder()));
    List<Object> flat = List.of(1, 2);
    List<@Nullable Object> shifted = ArrayValue.of(ArrayShape.ofOne(2, 5), flat);
    assertThat(compare(ints, flat, shifted)).isNegative();
    assertThat(SortKeys.decode(ints, SortKeys.encode(ints, shifted))).isEqualTo(shifted);
    check(
        ColumnType.array(ColumnType.Plain.TEXT),
        () -> elements(() -> "a\u0001".repeat(random.nextInt(2)) + "b".repeat(random.nextInt(2))),
        listOrder(Comparator.<String>naturalOrder()));
    check(
        ColumnType.array(NUMERIC),
        () -> elements(this::decimal),
        listOrder(Comparator.<BigDecimal>naturalOrder()));
  }

  @Test
  void shouldOrderRanges() {
    Packed ranges = ColumnType.range(ColumnType.Plain.INTEGER);
    RangeValue all = new RangeValue(null, null, false, false, false);
    List<RangeValue> ascending =
        List.of(
            RangeValue.EMPTY,
            range(null, 5),
            all,
            range(1, 4),
            range(1, 5),
            range(1, null),
            range(2, 3));
    for (int i = 1; i < ascending.size(); i++) {
      assertThat(compare(ranges, ascending.get(i - 1), ascending.get(i))).isNegative();
    }
    for (RangeValue range : ascending) {
      assertThat(SortKeys.decode(ranges, SortKeys.encode(ranges, range))).isEqualTo(range);
    }
    Packed decimals = ColumnType.range(NUMERIC);
    RangeValue included = new RangeValue(BigDecimal.ONE, BigDecimal.TEN, true, true, false);
    RangeValue excluded = new RangeValue(BigDecimal.ONE, BigDecimal.TEN, true, false, false);
    RangeValue above = new RangeValue(BigDecimal.ONE, BigDecimal.TEN, false, false, false);
    assertThat(compare(decimals, excluded, included)).isNegative();
    assertThat(compare(decimals, included, above)).isNegative();
    Packed sets = ColumnType.multirange(ColumnType.Plain.INTEGER);
    MultirangeValue one = new MultirangeValue(List.of(range(1, 4)));
    MultirangeValue two = new MultirangeValue(List.of(range(1, 4), range(6, 8)));
    assertThat(compare(sets, MultirangeValue.EMPTY, one)).isNegative();
    assertThat(compare(sets, one, two)).isNegative();
    assertThat(SortKeys.decode(sets, SortKeys.encode(sets, two))).isEqualTo(two);
  }

  @Test
  void shouldOrderJson() {
    Packed jsonb = ColumnType.packed(PackedKind.JSONB);
    List<String> ascending =
        List.of(
            "[]",
            "null",
            "\"\"",
            "\"a\"",
            "\"a\\u0001\"",
            "\"a\\\"b\"",
            "\"ab, [1]\"",
            "\"\u00fc\"",
            "\"\uffff\"",
            "\"\ud83d\ude00\"",
            "-1.5",
            "0",
            "0.10",
            "1",
            "10",
            "false",
            "true",
            "[null]",
            "[1]",
            "[[]]",
            "[[1, 2]]",
            "[{}]",
            "[1, 2]",
            "[{\"a, ]\": [1, \"x\"]}, 2]",
            "[1, 2, 3]",
            "{}",
            "{\"a\": null}",
            "{\"a\": {\"b\": [1, 2]}}",
            "{\"aa\": 1}",
            "{\"b\": 1}",
            "{\"a\": 1, \"b\": 2}",
            "{\"b\": 1, \"aa\": 2}");
    for (int i = 0; i < ascending.size(); i++) {
      byte[] key = SortKeys.encode(jsonb, ascending.get(i));
      assertThat(SortKeys.encode(jsonb, SortKeys.decode(jsonb, key))).isEqualTo(key);
      assertThat(SortKeys.decode(jsonb, key)).isEqualTo(ascending.get(i).replace("0.10", "0.1"));
      for (int j = i + 1; j < ascending.size(); j++) {
        assertThat(compare(jsonb, ascending.get(i), ascending.get(j)))
            .as("%s < %s", ascending.get(i), ascending.get(j))
            .isNegative();
      }
    }
    assertThat(compare(jsonb, "{\"a\": [1.0, 2]}", "{\"a\": [1, 2.00]}")).isZero();
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    assertThat(SortKeys.encodeForSearch(jsonb, deep).length)
        .isBetween(KeyLayout.KEY_BYTES_MAX, KeyLayout.KEY_BYTES_MAX + 5);
  }

  @Test
  void shouldCutKeysThatNoRowHas() {
    BigDecimal large = new BigDecimal(BigInteger.TEN.pow(60_000).subtract(BigInteger.ONE));
    assertThatThrownBy(() -> SortKeys.encode(NUMERIC, large))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("key is too long");
    byte[] cut = SortKeys.encodeForSearch(NUMERIC, large);
    assertThat(cut).hasSize(KeyLayout.KEY_BYTES_MAX);
    byte[] less = SortKeys.encode(NUMERIC, BigDecimal.TEN.pow(59_999));
    byte[] greater = SortKeys.encode(NUMERIC, BigDecimal.TEN.pow(60_000));
    assertThat(Arrays.compareUnsigned(less, cut)).isNegative();
    assertThat(Arrays.compareUnsigned(cut, greater)).isNegative();
  }

  @Test
  void shouldSupportTypesWithAnOrder() {
    assertThat(SortKeys.isNeeded(NUMERIC)).isTrue();
    assertThat(SortKeys.isNeeded(ColumnType.Plain.TEXT)).isFalse();
    assertThat(SortKeys.isNeeded(ColumnType.packed(PackedKind.JSONB))).isTrue();
    assertThat(SortKeys.isNeeded(ColumnType.array(ColumnType.packed(PackedKind.JSON)))).isFalse();
    assertThat(SortKeys.isNeeded(ColumnType.base(BaseType.POINT))).isFalse();
  }

  private static RangeValue range(@Nullable Integer lower, @Nullable Integer upper) {
    return new RangeValue(lower, upper, lower != null, false, false);
  }

  private BigDecimal decimal() {
    int digits = 1 + random.nextInt(6);
    return new BigDecimal(
        new BigInteger(3 * digits, random).multiply(BigInteger.valueOf(random.nextInt(3) - 1L)),
        random.nextInt(8) - 3);
  }

  private Interval interval() {
    return new Interval(
        random.nextInt(3) - 1,
        random.nextInt(62) - 31,
        (random.nextInt(5) - 2) * (Interval.MICROS_PER_DAY / 2));
  }

  private <T> List<@Nullable Object> elements(Supplier<T> element) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      elements.add(random.nextInt(5) == 0 ? null : element.get());
    }
    return elements;
  }

  @SuppressWarnings("unchecked")
  private static <T> Comparator<List<@Nullable Object>> listOrder(Comparator<T> order) {
    Function<@Nullable Object, @Nullable T> cast = value -> (T) value;
    return (left, right) -> {
      for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
        int found =
            Comparator.nullsLast(order).compare(cast.apply(left.get(i)), cast.apply(right.get(i)));
        if (found != 0) {
          return found;
        }
      }
      return Integer.compare(left.size(), right.size());
    };
  }

  /** Checks that random values and their sort keys have the same order, and that decoding works. */
  private static <T> void check(
      Packed type, Supplier<? extends T> values, Comparator<? super T> order) {
    for (int i = 0; i < 5_000; i++) {
      T left = values.get();
      T right = values.get();
      assertThat(Integer.signum(compare(type, left, right)))
          .as("%s and %s", left, right)
          .isEqualTo(Integer.signum(order.compare(left, right)));
      byte[] key = SortKeys.encode(type, left);
      Object decoded = SortKeys.decode(type, key);
      assertThat(SortKeys.encode(type, decoded)).isEqualTo(key);
    }
  }

  private static int compare(Packed type, Object left, Object right) {
    return Arrays.compareUnsigned(SortKeys.encode(type, left), SortKeys.encode(type, right));
  }
}
