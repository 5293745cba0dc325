package dev.colonnade.sql.function.aggregate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.library.numeric.DecimalMath;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Variance and standard deviation: of exact numbers by sums, of floating-point numbers by the
 * method of Youngs and Cramer, both as in PostgreSQL.
 */
final class VarianceAccumulator implements GroupAccumulator {
  /** Variance or standard deviation, of a sample or of the population. */
  enum Form {
    VARIANCE(true, false, "variance", "var_samp"),
    POPULATION_VARIANCE(false, false, "var_pop"),
    DEVIATION(true, true, "stddev", "stddev_samp"),
    POPULATION_DEVIATION(false, true, "stddev_pop");

    private final boolean isSample;
    private final boolean isRoot;

    @SuppressWarnings("ImmutableEnumChecker") // immutable list
    private final List<String> names;

    Form(boolean isSample, boolean isRoot, String... names) {
      this.isSample = isSample;
      this.isRoot = isRoot;
      this.names = List.of(names);
    }

    List<String> names() {
      return names;
    }
  }

  private final Form form;
  private long count;
  private BigDecimal sum = BigDecimal.ZERO;
  private BigDecimal sumOfSquares = BigDecimal.ZERO;
  private boolean hasSpecial;
  private boolean isFloating;
  private double floatingSum;
  private double floatingSquares;

  VarianceAccumulator(Form form) {
    this.form = form;
  }

  @Override
  public boolean growsWithRows() {
    return false;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    switch (arguments[0]) {
      case null -> {}
      case Double value -> addFloating(value);
      case Float value -> addFloating(value);
      case BigDecimal value -> addExact(value);
      case Number value -> addExact(BigDecimal.valueOf(value.longValue()));
      default -> throw new IllegalArgumentException("not a number: " + arguments[0]);
    }
  }

  private void addExact(BigDecimal value) {
    count++;
    if (SpecialNumeric.is(value)) {
      hasSpecial = true;
      return;
    }
    sum = sum.add(value);
    sumOfSquares = sumOfSquares.add(value.multiply(value));
  }

  private void addFloating(double value) {
    isFloating = true;
    count++;
    double before = floatingSum;
    floatingSum += value;
    if (count > 1) {
      double distance = value * count - floatingSum;
      floatingSquares += distance * distance / ((double) count * (count - 1));
    }
    if (!Double.isFinite(floatingSum) || !Double.isFinite(floatingSquares)) {
      if (Double.isFinite(before) && Double.isFinite(value)) {
        throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "value out of range: overflow");
      }
      floatingSquares = Double.NaN;
    }
  }

  @Override
  public @Nullable Object result() {
    if (count == 0 || (form.isSample && count == 1)) {
      return null;
    }
    return isFloating ? (Object) floatingResult() : exactResult();
  }

  private double floatingResult() {
    double variance = floatingSquares / (form.isSample ? count - 1 : count);
    return form.isRoot ? Math.sqrt(variance) : variance;
  }

  private BigDecimal exactResult() {
    if (hasSpecial) {
      return SpecialNumeric.NAN;
    }
    BigDecimal n = BigDecimal.valueOf(count);
    BigDecimal spread = n.multiply(sumOfSquares).subtract(sum.multiply(sum));
    if (spread.signum() <= 0) {
      return BigDecimal.ZERO;
    }
    BigDecimal divisor = n.multiply(BigDecimal.valueOf(form.isSample ? count - 1 : count));
    BigDecimal variance = CheckedArithmetic.divideDecimal(spread, divisor);
    return form.isRoot ? DecimalMath.sqrt(variance, variance.scale()) : variance;
  }
}
