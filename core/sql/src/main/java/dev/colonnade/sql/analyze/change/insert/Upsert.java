package dev.colonnade.sql.analyze.change.insert;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.type.schema.Column;
import java.util.List;

/** UPSERT: the given values replace those of the row with the same primary key. */
final class Upsert {
  private Upsert() {}

  /** Returns the equivalent clause of INSERT. */
  static Change.OnConflict clause(Table table, List<Column> given, int position) {
    List<Change.IndexElement> key =
        table.schema().keyColumns().stream().map(column -> element(column, position)).toList();
    List<Change.Assignment> assignments =
        given.stream().map(column -> assignment(column, position)).toList();
    return new Change.OnConflict(
        new Change.ConflictTarget(key, null, null, position), assignments, null, position);
  }

  private static Change.IndexElement element(Column column, int position) {
    Change.IndexOrder order =
        new Change.IndexOrder(
            null, null, List.of(), SortKey.Direction.DEFAULT, SortKey.Nulls.DEFAULT);
    return new Change.IndexElement(column.name(), null, order, position);
  }

  private static Change.Assignment assignment(Column column, int position) {
    return new Change.Assignment(
        List.of(new Change.TargetColumn(column.name(), List.of(), position)),
        false,
        new Reference.Column(List.of(ConflictAnalyzer.EXCLUDED, column.name()), position),
        position);
  }
}
