package dev.colonnade.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpecialNumericTest {
  @Test
  void shouldOrderAsPostgres() {
    List<BigDecimal> ordered =
        List.of(
            SpecialNumeric.MINUS_INFINITY,
            new BigDecimal("-1e131071"),
            BigDecimal.ZERO,
            new BigDecimal("1e131071"),
            SpecialNumeric.INFINITY,
            SpecialNumeric.NAN);
    assertThat(ordered.stream().sorted().toList()).isEqualTo(ordered);
  }

  @Test
  void shouldDescribeItself() {
    assertThat(SpecialNumeric.toText(SpecialNumeric.NAN)).isEqualTo("NaN");
    assertThat(SpecialNumeric.toText(SpecialNumeric.MINUS_INFINITY)).isEqualTo("-Infinity");
    assertThat(SpecialNumeric.toDouble(SpecialNumeric.NAN)).isNaN();
    assertThat(SpecialNumeric.of(Double.NEGATIVE_INFINITY))
        .isEqualTo(SpecialNumeric.MINUS_INFINITY);
    assertThat(SpecialNumeric.is(new BigDecimal("1e131071"))).isFalse();
    assertThat(SpecialNumeric.isInfinite(SpecialNumeric.NAN)).isFalse();
  }

  @Test
  void shouldBeStoredAsTheGreatestInteger() {
    Numeric small = new Numeric(18, 2);
    assertThat(StoredForm.longOf(small, SpecialNumeric.NAN)).isEqualTo(Long.MAX_VALUE);
    assertThat(StoredForm.fromLong(small, Long.MAX_VALUE)).isEqualTo(SpecialNumeric.NAN);
    StoredForm.requireValidLong(small, Long.MAX_VALUE);
    Numeric large = new Numeric(38, 2);
    assertThat(StoredForm.highOf(large, SpecialNumeric.NAN)).isEqualTo(Long.MAX_VALUE);
    assertThat(StoredForm.lowOf(large, SpecialNumeric.NAN)).isEqualTo(-1);
    assertThat(StoredForm.fromHalves(large, Long.MAX_VALUE, -1)).isEqualTo(SpecialNumeric.NAN);
    StoredForm.requireValidHalves(large, Long.MAX_VALUE, -1);
  }
}
