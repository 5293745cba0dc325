package dev.colonnade.sql.parse;

import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;

/** Looks behind WITH for the statement that it stands in front of. */
public final class WithLookahead {
  private static final Set<String> WRITING =
      Set.of("insert", "upsert", "update", "delete", "merge");

  private WithLookahead() {}

  /**
   * Returns whether WITH comes next, followed behind its queries by a statement that changes rows.
   *
   * @param tokens the texts of the tokens that come, from 1; empty behind the last
   */
  public static boolean writes(IntFunction<String> tokens) {
    if (!tokens.apply(1).equalsIgnoreCase("with")) {
      return false;
    }
    int depth = 0;
    for (int i = 2; ; i++) {
      String token = tokens.apply(i).toLowerCase(Locale.ROOT);
      switch (token) {
        case "(" -> depth++;
        case ")" -> depth--;
        case "" -> {
          return false;
        }
        case "select", "values", "table" -> {
          if (depth == 0) {
            return false;
          }
        }
        case "insert", "upsert", "update", "delete", "merge" -> {
          if (depth == 0) {
            return true;
          }
        }
        default -> {}
      }
    }
  }

  /**
   * Returns whether WITH comes next, and an item of it changes rows.
   *
   * @param tokens as those of {@link #writes}
   */
  public static boolean changes(IntFunction<String> tokens) {
    if (!tokens.apply(1).equalsIgnoreCase("with")) {
      return false;
    }
    int depth = 0;
    for (int i = 2; ; i++) {
      String token = tokens.apply(i).toLowerCase(Locale.ROOT);
      switch (token) {
        case "(" -> {
          if (depth == 0 && isItemOfChanges(tokens, i)) {
            return true;
          }
          depth++;
        }
        case ")" -> depth--;
        case "" -> {
          return false;
        }
        case "select", "values", "table", "insert", "upsert", "update", "delete", "merge" -> {
          if (depth == 0) {
            return false;
          }
        }
        default -> {}
      }
    }
  }

  private static boolean isItemOfChanges(IntFunction<String> tokens, int opening) {
    return tokens.apply(opening - 1).equalsIgnoreCase("as")
        && WRITING.contains(tokens.apply(opening + 1).toLowerCase(Locale.ROOT));
  }
}
