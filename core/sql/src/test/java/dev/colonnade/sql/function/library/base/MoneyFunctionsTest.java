package dev.colonnade.sql.function.library.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.type.base.Money;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

final class MoneyFunctionsTest {
  private static final Money LARGEST = new Money(Long.MAX_VALUE);

  @Test
  void shouldComputeInCents() {
    Money value = new Money(1050);

    assertThat(MoneyFunctions.add(value, new Money(-51))).isEqualTo(new Money(999));
    assertThat(MoneyFunctions.multiply(value, 3)).isEqualTo(new Money(3150));
    assertThat(MoneyFunctions.divide(value, 100)).isEqualTo(new Money(10));
    assertThat(MoneyFunctions.divideDouble(value, 100)).isEqualTo(new Money(10));
    assertThat(MoneyFunctions.multiplyDouble(new Money(5), 0.5)).isEqualTo(new Money(2));
    assertThat(MoneyFunctions.ratio(value, new Money(100))).isEqualTo(10.5);
    assertThat(MoneyFunctions.ofDecimal(new BigDecimal("-0.005"))).isEqualTo(new Money(-1));
    assertThat(MoneyFunctions.toDecimal(value)).isEqualTo(new BigDecimal("10.50"));
  }

  @Test
  void shouldRefuseResultsOutOfRange() {
    assertThatThrownBy(() -> MoneyFunctions.add(LARGEST, new Money(1)))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("money out of range");
    assertThatThrownBy(() -> MoneyFunctions.multiplyDouble(LARGEST, 2))
        .isInstanceOf(ColonnadeException.class);
    assertThatThrownBy(() -> MoneyFunctions.multiplyDouble(LARGEST, Double.NaN))
        .isInstanceOf(ColonnadeException.class);
    assertThatThrownBy(() -> MoneyFunctions.ofLong(Long.MAX_VALUE))
        .isInstanceOf(ColonnadeException.class);
    assertThatThrownBy(() -> MoneyFunctions.divide(LARGEST, 0))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("division by zero");
  }
}
