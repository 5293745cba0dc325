package dev.colonnade.sql.plan.validate;

import dev.colonnade.sql.parse.ExtraOperators;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.validate.SqlMoniker;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Hints for unknown columns: columns or tables with a similar name, by PostgreSQL's rules: an edit
 * distance of at most three, and of at most half of the letters.
 */
final class ColumnHints {
  private static final int DISTANCE_MAX = 3;

  /** More that are equally near are no help. */
  private static final int NEAREST_MAX = 2;

  private record Known(String table, String column) {}

  private final SqlValidatorScope scope;
  private final SqlNameMatcher matcher;

  ColumnHints(SqlValidatorScope scope, SqlNameMatcher matcher) {
    this.scope = scope;
    this.matcher = matcher;
  }

  /**
   * Returns the hint for an unknown column, which was referred to in a table if that is not null.
   */
  @Nullable String ofColumn(@Nullable String table, String column) {
    List<Known> nearest = new ArrayList<>();
    int least = DISTANCE_MAX;
    for (String alias : aliases()) {
      int penalty = table == null ? 0 : distance(table, alias);
      for (Known known : columns(alias)) {
        int letters = distance(column, known.column());
        if (letters <= column.length() / 2 && letters + penalty <= least) {
          if (letters + penalty < least) {
            nearest.clear();
          }
          least = letters + penalty;
          nearest.add(known);
        }
      }
    }
    if (nearest.isEmpty() || nearest.size() > NEAREST_MAX) {
      return null;
    }
    String other = nearest.size() == 1 ? "" : " or the column " + shown(nearest.getLast());
    return "Perhaps you meant to reference the column " + shown(nearest.getFirst()) + other + ".";
  }

  private static String shown(Known known) {
    return '"' + known.table() + "." + known.column() + '"';
  }

  /** The other name that a table has in this statement; null if it has none. */
  @Nullable String aliasOf(String table) {
    for (String alias : aliases()) {
      SqlValidatorNamespace namespace = namespace(alias);
      SqlValidatorTable found = namespace == null ? null : namespace.resolve().getTable();
      if (found != null && found.getQualifiedName().getLast().equals(table)) {
        return alias;
      }
    }
    return null;
  }

  private List<String> aliases() {
    List<SqlMoniker> found = new ArrayList<>();
    scope.findAliases(found);
    // The catalogue's names are among them as well.
    return found.stream()
        .map(moniker -> moniker.getFullyQualifiedNames().getLast())
        .distinct()
        .toList();
  }

  private List<Known> columns(String alias) {
    SqlValidatorNamespace namespace = namespace(alias);
    if (namespace == null) {
      return List.of();
    }
    return namespace.getRowType().getFieldList().stream()
        .map(RelDataTypeField::getName)
        .filter(name -> !name.equals(Column.HIDDEN_KEY) && !name.equals(ExtraOperators.NOTHING))
        .map(name -> new Known(alias, name))
        .toList();
  }

  private @Nullable SqlValidatorNamespace namespace(String alias) {
    SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
    scope.resolve(List.of(alias), matcher, false, resolved);
    return resolved.count() == 1 ? resolved.only().namespace : null;
  }

  /** Returns the edit distance: the number of letters to insert, remove or change. */
  static int distance(String left, String right) {
    int[] row = new int[right.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int change = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[right.length()];
  }
}
