package dev.colonnade.server.translate;

import dev.colonnade.catalog.CatalogOperations.NewColumn;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.SortDirection;
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.FamilyDefinition;
import dev.colonnade.protocol.schema.FamilyDescription;
import dev.colonnade.protocol.schema.KeyColumnDescription;
import dev.colonnade.protocol.schema.Literal;
import dev.colonnade.protocol.schema.SchemaVersion;
import dev.colonnade.protocol.schema.SortOrder;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.TableDescription;
import dev.colonnade.server.translate.ColumnTypeTranslator.EnumResolver;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.util.List;
import java.util.Optional;

/** Conversion of tables between protocol records and catalog types. */
public final class TableTranslator {
  private TableTranslator() {}

  /** Returns the first schema version of a table to be created. */
  public static TableSchema schema(TableDefinition definition, EnumResolver enums) {
    TableSchemaBuilder builder = TableSchema.builder();
    for (ColumnDefinition column : definition.columns()) {
      ColumnType type = ColumnTypeTranslator.toCore(column.type(), enums);
      if (column.nullable()) {
        builder.nullable(column.name(), type);
      } else {
        builder.required(column.name(), type);
      }
    }
    definition.primaryKey().forEach(key -> builder.key(key.name(), direction(key.order())));
    for (FamilyDefinition family : definition.families()) {
      builder.family(family.name(), family.columns().toArray(String[]::new));
    }
    return builder.build();
  }

  /** Returns a column to be added. */
  public static NewColumn newColumn(TableRequest.Alter.AddColumn change, EnumResolver enums) {
    ColumnDefinition column = change.column();
    ColumnType type = ColumnTypeTranslator.toCore(column.type(), enums);
    Object missing =
        column
            .missingValue()
            .map(literal -> LiteralTranslator.storable(literal, type))
            .orElse(null);
    return new NewColumn(column.name(), type, column.nullable(), missing);
  }

  /** Returns the description of a table with all its schema versions. */
  public static TableDescription description(Table table) {
    List<KeyColumnDescription> key =
        table.schema().primaryKey().stream()
            .map(part -> new KeyColumnDescription(part.columnId(), order(part.direction())))
            .toList();
    List<SchemaVersion> versions =
        table.history().versions().stream().map(TableTranslator::version).toList();
    return new TableDescription(table.id(), table.name(), key, versions);
  }

  /** Returns the descriptions of result columns. */
  public static List<ResultColumn> resultColumns(TableSchema schema, List<Integer> columnIds) {
    return columnIds.stream().map(schema::column).map(TableTranslator::resultColumn).toList();
  }

  private static ResultColumn resultColumn(Column column) {
    return new ResultColumn(
        column.id(), column.name(), ColumnTypeTranslator.toWire(column.type()), column.nullable());
  }

  private static SchemaVersion version(TableSchema schema) {
    return new SchemaVersion(
        schema.version(),
        schema.columns().stream().map(TableTranslator::column).toList(),
        schema.families().stream().map(TableTranslator::family).toList());
  }

  private static ColumnDescription column(Column column) {
    Optional<Literal> missing =
        Optional.ofNullable(column.defaultValue())
            .map(value -> MissingValueLiterals.literal(column.type(), value));
    return new ColumnDescription(
        column.id(),
        new ColumnDefinition(
            column.name(), ColumnTypeTranslator.toWire(column.type()), column.nullable(), missing));
  }

  private static FamilyDescription family(ColumnFamily family) {
    return new FamilyDescription(family.id(), family.name(), family.columnIds());
  }

  private static SortDirection direction(SortOrder order) {
    return switch (order) {
      case ASCENDING -> SortDirection.ASCENDING;
      case DESCENDING -> SortDirection.DESCENDING;
    };
  }

  private static SortOrder order(SortDirection direction) {
    return switch (direction) {
      case ASCENDING -> SortOrder.ASCENDING;
      case DESCENDING -> SortOrder.DESCENDING;
    };
  }
}
