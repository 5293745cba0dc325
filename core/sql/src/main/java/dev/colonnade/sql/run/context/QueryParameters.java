package dev.colonnade.sql.run.context;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Values of one execution's parameters in their internal representation. Immutable. */
public final class QueryParameters {
  private final List<@Nullable Object> held;

  private QueryParameters(List<@Nullable Object> held) {
    this.held = held;
  }

  /** Values as users give them; WRONG_PARAMETERS if there are not as many as types. */
  public static QueryParameters of(
      List<SqlType> types, List<@Nullable Object> values, Supplier<InputContext> context) {
    if (types.size() != values.size()) {
      throw wrongCount(types.size(), values.size());
    }
    if (types.isEmpty()) {
      return new QueryParameters(List.of());
    }
    List<@Nullable Object> held = new ArrayList<>(values.size());
    for (int i = 0; i < types.size(); i++) {
      Object value = values.get(i);
      InputContext input = value instanceof String ? context.get() : InputContext.DEFAULT;
      held.add(ValueConverter.fromJava(types.get(i), value, input));
    }
    return new QueryParameters(Collections.unmodifiableList(held));
  }

  /** Returns the error of a wrong number of parameters. */
  public static ColonnadeException wrongCount(int expected, int actual) {
    return new ColonnadeException(
        ErrorCode.WRONG_PARAMETERS,
        "wrong number of parameters: expected=" + expected + " actual=" + actual);
  }

  /** Returns the parameters of an execution whose parameters are columns. */
  public static QueryParameters none() {
    return new QueryParameters(List.of());
  }

  /** The value of a parameter, by its number from 0. */
  public @Nullable Object held(int index) {
    return held.get(index);
  }
}
