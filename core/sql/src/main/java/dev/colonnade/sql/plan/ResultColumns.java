package dev.colonnade.sql.plan;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.plan.validate.PostgresValidator;
import dev.colonnade.sql.schema.SnapshotTable;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.metadata.RelColumnOrigin;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Types of the columns of one result: those that come directly from a table have its column's type,
 * the others have no type modifiers.
 */
final class ResultColumns {
  private final List<SqlType> types = new ArrayList<>();
  private final List<ColumnOrigin> origins = new ArrayList<>();
  private final List<@Nullable ColumnType> storedTypes = new ArrayList<>();

  private ResultColumns() {}

  /** The columns of a query that was validated, and of its plan. */
  static ResultColumns of(
      RelRoot root, PostgresValidator validator, SqlNode validated, NameScope names) {
    ResultColumns columns = new ResultColumns();
    List<@Nullable List<String>> written = validator.getFieldOrigins(validated);
    List<RelDataTypeField> fields = root.rel.getRowType().getFieldList();
    int place = 0;
    for (int index : root.fields.leftList()) {
      RelColumnOrigin found = origin(root.rel, index);
      List<String> source = place < written.size() ? written.get(place) : null;
      ColumnOrigin view = source == null ? null : ofView(source, names);
      ColumnType stored = found == null ? null : storedType(found);
      columns.storedTypes.add(stored);
      columns.types.add(
          stored == null
              ? shown(CalciteTypes.sqlType(fields.get(index).getType()), found)
              : CalciteTypes.sqlType(stored));
      columns.origins.add(view != null ? view : found == null ? ColumnOrigin.NONE : ofTable(found));
      place++;
    }
    return columns;
  }

  List<SqlType> types() {
    return types;
  }

  List<ColumnOrigin> origins() {
    return origins;
  }

  /** The types of columns that tables have; null for what does not come straight from one. */
  List<@Nullable ColumnType> storedTypes() {
    return storedTypes;
  }

  private static @Nullable RelColumnOrigin origin(RelNode rel, int index) {
    RelColumnOrigin origin = rel.getCluster().getMetadataQuery().getColumnOrigin(rel, index);
    return origin == null || origin.isDerived() ? null : origin;
  }

  private static @Nullable ColumnType storedType(RelColumnOrigin origin) {
    SnapshotTable table = origin.getOriginTable().unwrap(SnapshotTable.class);
    return table == null ? null : column(table, origin).type();
  }

  /**
   * Returns the displayed type: the vector types of the system tables are distinguished from arrays
   * by their origin.
   */
  private static SqlType shown(SqlType type, @Nullable RelColumnOrigin origin) {
    SqlType element = type.element();
    if (origin == null || element == null) {
      return type;
    }
    SystemTable system = origin.getOriginTable().unwrap(SystemTable.class);
    int ordinal = origin.getOriginColumnOrdinal();
    return system != null
            && ordinal < system.columns().size()
            && system.columns().get(ordinal).isVector()
        ? SqlType.vectorOf(element)
        : type;
  }

  private static Column column(SnapshotTable table, RelColumnOrigin origin) {
    return table.table().schema().columns().get(origin.getOriginColumnOrdinal());
  }

  private static ColumnOrigin ofTable(RelColumnOrigin origin) {
    RelOptTable source = origin.getOriginTable();
    SnapshotTable table = source.unwrap(SnapshotTable.class);
    if (table != null) {
      return new ColumnOrigin(SystemOids.of(table.table().id()), column(table, origin).id());
    }
    SystemTable system = source.unwrap(SystemTable.class);
    return system == null
        ? ColumnOrigin.NONE
        : new ColumnOrigin(system.oid(), origin.getOriginColumnOrdinal() + 1);
  }

  /** Columns that a query takes from a view are the view's, not those of its tables. */
  private static @Nullable ColumnOrigin ofView(List<String> source, NameScope names) {
    if (source.size() < 2
        || !(names.findRelation(source.subList(0, source.size() - 1)) instanceof View view)) {
      return null;
    }
    int number = view.columnNames().indexOf(source.getLast()) + 1;
    return number == 0 ? null : new ColumnOrigin(SystemOids.of(view.id()), number);
  }
}
