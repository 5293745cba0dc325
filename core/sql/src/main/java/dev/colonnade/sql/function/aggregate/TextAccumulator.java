package dev.colonnade.sql.function.aggregate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Concatenation of texts with delimiters; NULLs are skipped; NULL if there are no texts. */
final class TextAccumulator implements GroupAccumulator {
  private final ArrayAccumulator.Order order;
  private final List<@Nullable Object> texts = new ArrayList<>();
  private final List<@Nullable Object> delimiters = new ArrayList<>();

  TextAccumulator(ArrayAccumulator.Order order) {
    this.order = order;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    if (arguments[0] != null) {
      texts.add(arguments[0]);
      delimiters.add(arguments[1]);
    }
  }

  @Override
  public @Nullable Object result() {
    if (texts.isEmpty()) {
      return null;
    }
    StringBuilder out = new StringBuilder();
    List<@Nullable Object> shown = ArrayAccumulator.ordered(texts, order);
    for (int i = 0; i < shown.size(); i++) {
      Object delimiter = delimiters.get(i);
      out.append(i == 0 || delimiter == null ? "" : delimiter).append(shown.get(i));
    }
    return out.toString();
  }
}
