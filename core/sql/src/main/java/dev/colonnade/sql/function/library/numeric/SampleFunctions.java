package dev.colonnade.sql.function.library.numeric;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.FunctionContext;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Choice of the rows of TABLESAMPLE: by a hash of their keys and a seed. */
public final class SampleFunctions {
  private static final double PERCENT_MAX = 100;

  private SampleFunctions() {}

  /** Returns a seed for all rows of a statement. */
  public static double seed(FunctionContext context) {
    return context.random();
  }

  /** Returns true; throws if the arguments of TABLESAMPLE are invalid. */
  public static boolean isSample(@Nullable Object percent, @Nullable Object seed) {
    double _ = percentOf(percent);
    double _ = seedOf(seed);
    return true;
  }

  private static double percentOf(@Nullable Object percent) {
    if (percent == null) {
      throw wrong("TABLESAMPLE parameter cannot be null");
    }
    double value = ((Number) percent).doubleValue();
    if (!(value >= 0 && value <= PERCENT_MAX)) {
      throw wrong("sample percentage must be between 0 and 100");
    }
    return value;
  }

  private static double seedOf(@Nullable Object seed) {
    if (seed == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_SAMPLE_SEED, "TABLESAMPLE REPEATABLE parameter cannot be null");
    }
    return ((Number) seed).doubleValue();
  }

  private static ColonnadeException wrong(String message) {
    return new ColonnadeException(ErrorCode.INVALID_SAMPLE_ARGUMENT, message);
  }

  /**
   * Returns whether a row is in the sample.
   *
   * @param percent chance of each row, from 0 to 100
   * @param seed by which the same rows are chosen again
   * @param key values that identify the row
   */
  public static boolean isSampled(
      @Nullable Object percent, @Nullable Object seed, @Nullable Object... key) {
    double chance = percentOf(percent);
    long hash = mixed(Double.doubleToLongBits(seedOf(seed)));
    for (Object value : key) {
      hash = mixed(hash + hashOf(value));
    }
    return (hash >>> 11) * 0x1.0p-53 * PERCENT_MAX < chance;
  }

  private static int hashOf(@Nullable Object value) {
    return value instanceof byte[] bytes ? Arrays.hashCode(bytes) : Objects.hashCode(value);
  }

  /** Returns the finalizer of SplitMix64: each bit of the result depends on all bits. */
  private static long mixed(long value) {
    long mixed = value + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
