package dev.colonnade.sql.run.context;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of the parameters of one execution in their internal representation. */
public final class QueryParameters {
  /** Index of the parameter that is the start of the transaction in plans of Calcite. */
  public static final int START_PARAMETER = 1_000_000;

  private final List<@Nullable Object> held;
  private final long startMicros;

  private QueryParameters(List<@Nullable Object> held, long startMicros) {
    this.held = held;
    this.startMicros = startMicros;
  }

  /**
   * Returns values that clients give; WRONG_PARAMETERS if there are not as many as types.
   *
   * @param startMicros start of the transaction in microseconds since 1970-01-01 00:00 UTC
   */
  public static QueryParameters of(
      List<SqlType> types, List<@Nullable Object> values, long startMicros) {
    if (types.size() != values.size()) {
      throw wrongCount(types.size(), values.size());
    }
    if (types.isEmpty()) {
      return new QueryParameters(List.of(), startMicros);
    }
    List<@Nullable Object> held = new ArrayList<>(values.size());
    for (int i = 0; i < types.size(); i++) {
      held.add(ValueConverter.fromJava(types.get(i), values.get(i)));
    }
    return new QueryParameters(Collections.unmodifiableList(held), startMicros);
  }

  /** Returns the error of a wrong number of parameters. */
  public static ColonnadeException wrongCount(int expected, int actual) {
    return new ColonnadeException(
        ErrorCode.WRONG_PARAMETERS,
        "wrong number of parameters: expected=" + expected + " actual=" + actual);
  }

  /** Returns the parameters of an execution whose parameters are columns. */
  public static QueryParameters none(long startMicros) {
    return new QueryParameters(List.of(), startMicros);
  }

  /** Returns the value of a parameter, by its number from 0. */
  public @Nullable Object held(int index) {
    return index == START_PARAMETER ? startMicros : held.get(index);
  }
}
