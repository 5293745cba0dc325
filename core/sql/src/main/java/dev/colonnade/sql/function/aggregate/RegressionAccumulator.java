package dev.colonnade.sql.function.aggregate;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Regression statistics of pairs (y, x) by the method of Youngs and Cramer; pairs with a NULL are
 * skipped.
 */
final class RegressionAccumulator implements GroupAccumulator {
  /** Statistic to compute. */
  enum Form {
    CORR,
    COVAR_POP,
    COVAR_SAMP,
    REGR_AVGX,
    REGR_AVGY,
    REGR_COUNT,
    REGR_INTERCEPT,
    REGR_R2,
    REGR_SLOPE,
    REGR_SXX,
    REGR_SXY,
    REGR_SYY;

    String sqlName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Form form;
  private long count;
  private double sumX;
  private double sumY;
  private double sxx;
  private double syy;
  private double sxy;

  RegressionAccumulator(Form form) {
    this.form = form;
  }

  @Override
  public boolean growsWithRows() {
    return false;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    if (!(arguments[0] instanceof Number first) || !(arguments[1] instanceof Number second)) {
      return;
    }
    double y = first.doubleValue();
    double x = second.doubleValue();
    count++;
    sumX += x;
    sumY += y;
    if (count > 1) {
      double distanceX = x * count - sumX;
      double distanceY = y * count - sumY;
      double scale = 1.0 / ((double) count * (count - 1));
      sxx += distanceX * distanceX * scale;
      syy += distanceY * distanceY * scale;
      sxy += distanceX * distanceY * scale;
    }
    if (!Double.isFinite(sumX)) {
      sxx = Double.NaN;
    }
    if (!Double.isFinite(sumY)) {
      syy = Double.NaN;
    }
    if (!Double.isFinite(sumX) || !Double.isFinite(sumY)) {
      sxy = Double.NaN;
    }
  }

  @Override
  public @Nullable Object result() {
    if (form == Form.REGR_COUNT) {
      return count;
    }
    if (count == 0 || (form == Form.COVAR_SAMP && count == 1)) {
      return null;
    }
    return switch (form) {
      case CORR -> sxx == 0 || syy == 0 ? null : (Object) (sxy / Math.sqrt(sxx * syy));
      case COVAR_POP -> sxy / count;
      case COVAR_SAMP -> sxy / (count - 1);
      case REGR_AVGX -> sumX / count;
      case REGR_AVGY -> sumY / count;
      case REGR_COUNT -> count;
      case REGR_INTERCEPT -> sxx == 0 ? null : (Object) ((sumY - sumX * sxy / sxx) / count);
      case REGR_R2 -> sxx == 0 ? null : (Object) (syy == 0 ? 1.0 : sxy * sxy / (sxx * syy));
      case REGR_SLOPE -> sxx == 0 ? null : (Object) (sxy / sxx);
      case REGR_SXX -> sxx;
      case REGR_SXY -> sxy;
      case REGR_SYY -> syy;
    };
  }
}
