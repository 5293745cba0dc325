package dev.colonnade.sql.analyze.change.relation;

import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.change.row.TableRow;
import dev.colonnade.sql.analyze.scope.RelationNames;
import dev.colonnade.sql.analyze.scope.ScopeRelation;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.system.AttributeNumbers;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;

/** Columns of tables as scopes see them. */
public final class RelationColumns {
  private RelationColumns() {}

  /** Returns the relation of a row of a table. */
  public static ScopeRelation relation(
      String alias, boolean hasAlias, TableRow row, StatementAnalysis statement) {
    Type rowType = statement.registry().types().find(SystemOids.rowType(row.table().id()));
    return new ScopeRelation(
        alias,
        hasAlias ? ScopeRelation.Kind.ALIASED : ScopeRelation.Kind.NAMED,
        SystemOids.of(row.table().id()),
        columns(row, statement),
        List.of(RelationNames.tableOid(row.table().id(), statement.registry())),
        rowType == null ? null : TypeReference.of(rowType));
  }

  /** Returns the relation of a row that no table has, which needs no privilege to be read. */
  public static ScopeRelation withoutOrigins(
      String alias, TableRow row, StatementAnalysis statement) {
    ScopeRelation relation = relation(alias, true, row, statement);
    return relation.withColumns(
        relation.columns().stream()
            .map(column -> new NamedColumn(column.name(), column.value(), Origin.NONE))
            .toList());
  }

  /** Returns the visible columns of a row of a table. */
  public static List<NamedColumn> columns(TableRow row, StatementAnalysis statement) {
    List<NamedColumn> columns = new ArrayList<>();
    int oid = (int) SystemOids.of(row.table().id());
    AttributeNumbers numbers = AttributeNumbers.of(row.table().schema());
    for (Column column : row.table().schema().visibleColumns()) {
      columns.add(
          new NamedColumn(
              column.name(),
              TypedExpression.of(
                  row.value(column),
                  ColumnTypes.of(column, statement.registry()),
                  TypedExpression.NO_POSITION),
              new Origin(oid, column.id(), numbers.of(column.id()))));
    }
    return columns;
  }
}
