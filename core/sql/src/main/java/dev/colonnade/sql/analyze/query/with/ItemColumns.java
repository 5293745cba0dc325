package dev.colonnade.sql.analyze.query.with;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.scope.CommonTable;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.syntax.query.With;
import java.util.ArrayList;
import java.util.List;

/** Columns of items of WITH. */
final class ItemColumns {
  private ItemColumns() {}

  /** Returns the columns of an item under the names that WITH has for them. */
  static List<CommonTable.Column> of(With.CommonTable node, List<ResultColumn> results) {
    List<String> names = node.columns();
    if (names.size() > results.size()) {
      throw ScopeErrors.at(
          ErrorCode.INVALID_COLUMN_REFERENCE,
          "WITH query \"%s\" has %d columns available but %d columns specified"
              .formatted(node.name(), results.size(), names.size()),
          node.position());
    }
    List<CommonTable.Column> columns = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      ResultColumn result = results.get(i);
      String name = i < names.size() ? names.get(i) : result.name();
      columns.add(
          new CommonTable.Column(
              name, result.variable(), result.type(), result.fields(), result.origin()));
    }
    return columns;
  }
}
