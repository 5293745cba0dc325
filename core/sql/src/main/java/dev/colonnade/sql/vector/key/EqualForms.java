package dev.colonnade.sql.vector.key;

import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Forms of values for functions that compare them without their types: two forms are equal as Java
 * objects exactly if the values are equal.
 */
public final class EqualForms {
  private EqualForms() {}

  /** Returns the form of a value. */
  public static @Nullable Object of(Nesting nesting, @Nullable Object value) {
    if (value == null || nesting.isPlain()) {
      return value;
    }
    return switch (value) {
      case String text ->
          switch (nesting.kind()) {
            case JSONB -> JsonbKeys.normalized(text);
            case CHAR -> ValueOrder.trimmed(text);
            default -> text;
          };
      case List<?> list -> ofList(nesting, list);
      default -> value;
    };
  }

  private static List<?> ofList(Nesting nesting, List<?> list) {
    List<@Nullable Object> forms = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      forms.add(of(nesting.part(i), list.get(i)));
    }
    return ArrayValue.of(ArrayValue.shapeOf(list), forms);
  }
}
