package dev.colonnade.sql.parser;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Equality of syntax trees without their positions. */
public final class SyntaxEquality {
  private SyntaxEquality() {}

  /** Returns whether two trees differ in nothing but positions. */
  public static boolean areEqual(@Nullable Object first, @Nullable Object second) {
    if (first == null || second == null) {
      return first == second;
    }
    if (first instanceof List<?> list && second instanceof List<?> other) {
      return areEqual(list, other);
    }
    if (first.getClass() != second.getClass()) {
      return false;
    }
    return first instanceof Record ? haveEqualComponents(first, second) : first.equals(second);
  }

  private static boolean areEqual(List<?> first, List<?> second) {
    if (first.size() != second.size()) {
      return false;
    }
    for (int i = 0; i < first.size(); i++) {
      if (!areEqual(first.get(i), second.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean haveEqualComponents(Object first, Object second) {
    for (RecordComponent component : first.getClass().getRecordComponents()) {
      if (!component.getName().equals("position")
          && !areEqual(read(component, first), read(component, second))) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Object read(RecordComponent component, Object tree) {
    try {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      return accessor.invoke(tree);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no accessor", e);
    }
  }
}
