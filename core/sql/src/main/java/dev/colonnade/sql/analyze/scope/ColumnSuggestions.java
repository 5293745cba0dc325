package dev.colonnade.sql.analyze.scope;

import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import org.jspecify.annotations.Nullable;

/**
 * Search for the column that a wrong name may mean: PostgreSQL's {@code searchRangeTableForCol},
 * step by step.
 */
final class ColumnSuggestions {
  private static final int DISTANCE_MAX = 3;

  private final @Nullable String relationName;
  private final String columnName;
  private int distance = DISTANCE_MAX + 1;
  private @Nullable Match first;
  private @Nullable Match second;

  private record Match(ScopeRelation relation, String column) {
    String text() {
      return "\"" + relation.shownName() + "." + column + "\"";
    }
  }

  ColumnSuggestions(@Nullable String relationName, String columnName) {
    this.relationName = relationName;
    this.columnName = columnName;
  }

  /** Returns the hint of the error; null if no column is similar. */
  @Nullable String hint(KnownRelations scope) {
    ScopeRelation exact = search(scope);
    if (exact != null) {
      return "There is a column named \"%s\" in table \"%s\", but it cannot be referenced from this"
              .formatted(columnName, exact.shownName())
          + " part of the query.";
    }
    Match one = first;
    Match other = second;
    if (one == null) {
      return null;
    }
    return other == null
        ? "Perhaps you meant to reference the column " + one.text() + "."
        : "Perhaps you meant to reference the column %s or the column %s."
            .formatted(one.text(), other.text());
  }

  /** Returns the relation with a column of exactly the name; null if there is none. */
  private @Nullable ScopeRelation search(KnownRelations scope) {
    for (KnownRelations next = scope; next != null; next = next.outer()) {
      for (ScopeRelation relation : next.definedRelations()) {
        if (relation.isJoin()) {
          continue;
        }
        int penalty =
            relationName == null
                ? 0
                : Math.min(levenshtein(relationName, relation.shownName()), DISTANCE_MAX + 2);
        if (search(relation, penalty) && penalty == 0) {
          return relation;
        }
      }
    }
    return null;
  }

  private boolean search(ScopeRelation relation, int penalty) {
    boolean isExact = false;
    for (NamedColumn column : relation.columns()) {
      isExact |= column.name().equals(columnName);
      compare(new Match(relation, column.name()), penalty);
    }
    return isExact;
  }

  private void compare(Match match, int penalty) {
    if (penalty > distance) {
      return;
    }
    int found = levenshtein(match.column(), columnName);
    if (found > columnName.length() / 2) {
      return;
    }
    found += penalty;
    if (found < distance) {
      distance = found;
      first = match;
      second = null;
    } else if (found == distance) {
      tie(match, found);
    }
  }

  private void tie(Match match, int found) {
    if (second != null) {
      first = null;
      second = null;
      distance = found - 1;
    } else if (first != null) {
      second = match;
    } else if (distance <= DISTANCE_MAX) {
      first = match;
    }
  }

  private static int levenshtein(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
