package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.parse.OnConflict;
import dev.colonnade.sql.parse.SqlUpdateRows;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** UPSERT of a row whose primary key exists already: all given values replace the old ones. */
final class Replacing {
  private Replacing() {}

  /** The clause of the insert; null where no row can be in the way. */
  static @Nullable OnConflict conflict(Table table, List<Column> given) {
    if (table.schema().hasHiddenKey()) {
      return null;
    }
    return new OnConflict(
        table.schema().keyColumns().stream().<SqlNode>map(Replacing::named).toList(),
        null,
        null,
        given.stream()
            .map(
                column ->
                    new SqlUpdateRows.Assignment(
                        named(column),
                        new SqlIdentifier(
                            List.of(OnConflict.EXCLUDED, column.name()), SqlParserPos.ZERO)))
            .toList(),
        null);
  }

  private static SqlIdentifier named(Column column) {
    return new SqlIdentifier(column.name(), SqlParserPos.ZERO);
  }
}
