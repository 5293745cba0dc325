package dev.colonnade.sql.definition.name;

import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Names that PostgreSQL generates for constraints, indexes and sequences without one. */
public final class GeneratedNames {
  /** Maximum length of a name, in bytes of UTF-8. */
  public static final int BYTES_MAX = 63;

  private GeneratedNames() {}

  /**
   * Returns {@code table_part_label}, with the first number behind it that makes it free.
   *
   * @param part names of columns; null for none
   * @param isTaken whether an object has a name
   */
  public static String of(
      String table, @Nullable String part, String label, Predicate<String> isTaken) {
    String name = joined(table, part, label);
    for (int number = 1; isTaken.test(name); number++) {
      name = joined(table, part, label + number);
    }
    return name;
  }

  /** Returns the parts with underscores between them; the longer of the first two is cut. */
  private static String joined(String table, @Nullable String part, String label) {
    int available = BYTES_MAX - length(label) - 1 - (part == null ? 0 : 1);
    int first = length(table);
    int second = part == null ? 0 : length(part);
    while (first + second > available) {
      if (first > second) {
        first--;
      } else {
        second--;
      }
    }
    return cut(table, first) + "_" + (part == null ? "" : cut(part, second) + "_") + label;
  }

  private static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Returns the whole characters within the first bytes of a text. */
  private static String cut(String text, int bytes) {
    StringBuilder kept = new StringBuilder();
    int used = 0;
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      String next = Character.toString(character);
      used += length(next);
      if (used > bytes) {
        break;
      }
      kept.append(next);
      i += next.length();
    }
    return kept.toString();
  }
}
