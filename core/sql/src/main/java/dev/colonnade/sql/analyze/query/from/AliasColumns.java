package dev.colonnade.sql.analyze.query.from;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.syntax.query.FromItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names that the alias of an item has for its columns. */
final class AliasColumns {
  private AliasColumns() {}

  /** Returns the columns of a relation under the names of its alias. */
  static List<NamedColumn> of(List<NamedColumn> columns, FromItem.@Nullable Alias alias) {
    if (alias == null || alias.columns().isEmpty()) {
      return columns;
    }
    List<String> names = alias.columns();
    if (names.size() > columns.size()) {
      throw ScopeErrors.at(
          ErrorCode.INVALID_COLUMN_REFERENCE,
          "table \"%s\" has %d columns available but %d columns specified"
              .formatted(alias.name(), columns.size(), names.size()),
          -1);
    }
    return renamed(columns, names);
  }

  /** Returns the columns of a join under the names of its alias. */
  static List<NamedColumn> ofJoin(List<NamedColumn> columns, FromItem.@Nullable Alias alias) {
    if (alias != null && alias.columns().size() > columns.size()) {
      throw ScopeErrors.at(
          ErrorCode.INVALID_COLUMN_REFERENCE,
          "join expression \"%s\" has %d columns available but %d columns specified"
              .formatted(alias.name(), columns.size(), alias.columns().size()),
          -1);
    }
    return alias == null ? columns : renamed(columns, alias.columns());
  }

  private static List<NamedColumn> renamed(List<NamedColumn> columns, List<String> names) {
    List<NamedColumn> renamed = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      NamedColumn column = columns.get(i);
      String name = i < names.size() ? names.get(i) : column.name();
      renamed.add(new NamedColumn(name, column.value(), column.origin()));
    }
    return renamed;
  }
}
