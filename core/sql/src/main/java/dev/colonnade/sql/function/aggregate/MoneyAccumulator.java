package dev.colonnade.sql.function.aggregate;

import dev.colonnade.type.base.Money;
import org.jspecify.annotations.Nullable;

/** Sum of amounts of money. */
final class MoneyAccumulator implements GroupAccumulator {
  private @Nullable Long cents;

  @Override
  public boolean growsWithRows() {
    return false;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    if (arguments[0] instanceof Money value) {
      try {
        cents = cents == null ? value.cents() : Math.addExact(cents, value.cents());
      } catch (ArithmeticException e) {
        throw Money.outOfRange();
      }
    }
  }

  @Override
  public @Nullable Object result() {
    return cents == null ? null : new Money(cents);
  }
}
