package dev.colonnade.sql.function.library;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.array.ArrayText;
import dev.colonnade.sql.function.array.ZeroBasedArray;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Casts of arrays: element by element, by the names of the source and target kind. */
public final class ArrayCasts {
  private ArrayCasts() {}

  public static List<?> textToArray(FunctionContext context, String text, String kind) {
    char delimiter = ArrayText.delimiter(TypeKind.valueOf(kind));
    return castArray(context, ArrayText.parse(text, delimiter), TypeKind.TEXT.name(), kind);
  }

  public static String arrayToText(FunctionContext context, List<?> array, String kind) {
    List<@Nullable String> texts = new ArrayList<>(array.size());
    for (Object element : array) {
      Interruption.check(texts.size());
      texts.add(element == null ? null : shown(context, element, TypeKind.valueOf(kind)));
    }
    return array instanceof ZeroBasedArray
        ? String.join(" ", texts)
        : ArrayText.format(ArrayValue.shapeOf(array), texts, ArrayText.delimiter(array));
  }

  private static String shown(FunctionContext context, Object element, TypeKind kind) {
    return element instanceof Boolean truth
        ? truth ? "t" : "f"
        : element instanceof BaseValue
            ? element.toString()
            : (String) cast(context, element, kind, TypeKind.TEXT);
  }

  public static List<?> castArray(
      FunctionContext context, List<?> array, String source, String target) {
    TypeKind from = TypeKind.valueOf(source);
    TypeKind to = TypeKind.valueOf(target);
    List<@Nullable Object> elements = new ArrayList<>(array.size());
    for (Object element : array) {
      Interruption.check(elements.size());
      elements.add(element == null ? null : cast(context, element, from, to));
    }
    return ArrayValue.of(ArrayValue.shapeOf(array), elements);
  }

  private static Object cast(FunctionContext context, Object value, TypeKind from, TypeKind to) {
    if (from == to || (from.isText() && to.isText())) {
      return value;
    }
    if (from.isInteger() && (to == TypeKind.INTEGER || to == TypeKind.BIGINT)) {
      long number = ((Number) value).longValue();
      return to == TypeKind.BIGINT ? (Object) number : Casts.longToInteger(number);
    }
    if (from == TypeKind.REAL && to == TypeKind.DOUBLE) {
      return ((Number) value).doubleValue();
    }
    List<ScalarFunction> chain = CastRegistry.find(from, to);
    Object changed = value;
    if (chain == null && from.isInteger()) {
      chain = CastRegistry.find(TypeKind.BIGINT, to);
      changed = ((Number) value).longValue();
    } else if (chain == null && from == TypeKind.REAL) {
      chain = CastRegistry.find(TypeKind.DOUBLE, to);
      changed = ((Number) value).doubleValue();
    }
    if (chain == null) {
      throw new ColonnadeException(
          ErrorCode.CANNOT_COERCE,
          "cannot cast type " + from.sqlName() + "[] to " + to.sqlName() + "[]");
    }
    for (ScalarFunction function : chain) {
      Object result = function.call(_ -> context, List.of(changed));
      changed = requireNonNull(result, "cast result is null");
    }
    return changed;
  }
}
