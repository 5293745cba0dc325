package dev.colonnade.sql.definition.table;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.key.SortDirection;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.index.CopiedIndexes;
import dev.colonnade.sql.definition.table.column.ColumnDefaults;
import dev.colonnade.sql.definition.table.column.GenerationExpressions;
import dev.colonnade.sql.definition.table.column.HiddenKey;
import dev.colonnade.sql.definition.table.column.NewColumn;
import dev.colonnade.sql.definition.table.column.SequenceColumns;
import dev.colonnade.sql.definition.table.constraint.ConstrainedTable;
import dev.colonnade.sql.definition.table.constraint.ConstraintClauses;
import dev.colonnade.sql.definition.table.constraint.TableClauses;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.NewTableName;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.order.SortKeys;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Creation of a table.
 *
 * @param analysis of the definition
 * @param constraints of the columns and of the table
 * @param indexed tables with the columns, whose indexes are copied
 * @param settings storage parameters
 */
public record TableCreation(
    StatementAnalysis analysis,
    NewTableName name,
    List<NewColumn> columns,
    List<TableElement.Constraint> constraints,
    List<Table> indexed,
    List<TableElement.Family> families,
    Map<String, String> settings) {
  public TableCreation {
    requireNonNull(analysis, "analysis is null");
    requireNonNull(name, "name is null");
    columns = List.copyOf(columns);
    constraints = List.copyOf(constraints);
    indexed = List.copyOf(indexed);
    families = List.copyOf(families);
    settings = Map.copyOf(settings);
  }

  /** Returns the creation of a table without constraints. */
  public static TableCreation of(
      StatementAnalysis analysis, NewTableName name, List<NewColumn> columns) {
    return new TableCreation(analysis, name, columns, List.of(), List.of(), List.of(), Map.of());
  }

  /** Creates the table. */
  public Table run(Execution execution) {
    TableKeys keys = TableKeys.of(name.name(), columns, constraints);
    requireDistinctColumns();
    TableElement.Constraint primary = keys.primary();
    boolean isRowKey = primary != null && isRowKey(primary, keys);
    TableSchema schema = schema(keys, isRowKey);
    requireFree(analysis.names().catalog());
    Table detached = Table.detached(name.name(), schema);
    TableProperties properties =
        TableProperties.ofDefaults(defaults(detached))
            .withGenerated(GenerationExpressions.of(columns, detached, analysis))
            .withSettings(allSettings());
    TableConstraints built =
        constraints(
            detached.with(detached.descriptor().withProperties(properties)), keys, isRowKey);
    SequenceColumns sequences = new SequenceColumns(analysis);
    allColumns(isRowKey).forEach(column -> addSequence(sequences, column));
    Table created =
        sequences.define(
            execution,
            edit -> edit.createTable(name.in(edit), new SchemaHistory(schema), properties, built));
    String maxBytes = settings.get(TableSettings.RANGE_MAX_BYTES);
    if (maxBytes != null) {
      execution.transaction().catalogChanges().limitRanges(created, Long.parseLong(maxBytes));
    }
    return created;
  }

  /**
   * Returns whether rows are stored under the primary key: it is checked at once, and in order, and
   * has no INCLUDE columns.
   */
  private boolean isRowKey(TableElement.Constraint primary, TableKeys keys) {
    boolean needsIndex = !keys.primaryKey().include().isEmpty();
    for (NewColumn column : columns) {
      needsIndex |= keys.isInPrimary(column.name()) && SortKeys.isNeeded(column.type());
    }
    return !needsIndex && !TableClauses.timingOf(primary.timing()).isDeferrable();
  }

  private static void addSequence(SequenceColumns sequences, NewColumn column) {
    NewColumn.Sequence sequence = column.sequence();
    if (sequence != null) {
      sequences.add(column.name(), sequence);
    }
  }

  private void requireDistinctColumns() {
    Set<String> seen = new HashSet<>();
    for (NewColumn column : columns) {
      if (!seen.add(column.name())) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_COLUMN,
            "column \"%s\" specified more than once".formatted(column.name()));
      }
    }
    columns.forEach(column -> HiddenKey.requireOther(column.name()));
  }

  private void requireFree(CatalogSnapshot catalog) {
    ObjectName known = name.known();
    if (catalog.findRelation(known) != null || catalog.findTableOfIndex(known) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(name.name()));
    }
    if (catalog.findType(known) instanceof CompositeType) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(known.name()));
    }
    if (catalog.findType(known) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT,
          "type \"%s\" already exists".formatted(name.name()),
          ErrorFields.NONE.withHint(
              "A relation has an associated type of the same name, so you must use a name that"
                  + " doesn't conflict with any existing type."));
    }
  }

  /** Returns the columns, with the hidden key if the rows have no other. */
  private List<NewColumn> allColumns(boolean isRowKey) {
    List<NewColumn> all = new ArrayList<>(columns);
    if (!isRowKey) {
      all.add(HiddenKey.column());
    }
    return all;
  }

  private TableSchema schema(TableKeys keys, boolean isRowKey) {
    TableSchemaBuilder builder = TableSchema.builder();
    for (NewColumn column : allColumns(isRowKey)) {
      boolean isNullable = column.nullable() && !keys.isInPrimary(column.name());
      builder.column(column.name(), column.declared(), isNullable);
    }
    if (isRowKey) {
      keys.primaryKey().columns().forEach(part -> builder.key(part.column(), directionOf(part)));
    } else {
      builder.key(Column.HIDDEN_KEY);
    }
    for (NewColumn column : columns) {
      if (keys.isInPrimary(column.name())) {
        ConstraintClauses.requireOrdered(column.name(), column.type());
      }
    }
    for (TableElement.Family family : families) {
      builder.family(family.name(), family.columns().toArray(String[]::new));
    }
    return builder.build();
  }

  private static SortDirection directionOf(TableElement.KeyPart part) {
    return part.descending() ? SortDirection.DESCENDING : SortDirection.ASCENDING;
  }

  private Map<String, String> allSettings() {
    Map<String, String> all = new HashMap<>(settings);
    OnCommit temporary = name.temporary();
    if (temporary != null && temporary != OnCommit.PRESERVE_ROWS) {
      all.put(OnCommit.SETTING, temporary.text());
    }
    return all;
  }

  private Map<Integer, String> defaults(Table detached) {
    ColumnDefaults defaults = new ColumnDefaults(analysis);
    Map<Integer, String> texts = new HashMap<>();
    for (NewColumn column : columns) {
      if (column.defaultValue() != null) {
        Column stored = detached.schema().column(column.name());
        String text = defaults.text(detached, stored, column.defaultValue());
        if (text != null) {
          texts.put(stored.id(), text);
        }
      }
    }
    return texts;
  }

  /** Returns the constraints: checks first, then keys, then foreign keys, as PostgreSQL has it. */
  private TableConstraints constraints(Table detached, TableKeys keys, boolean isRowKey) {
    ConstraintClauses clauses =
        new ConstraintClauses(
            analysis,
            detached,
            ConstrainedTable.of(
                analysis.names().catalog(), name.known(), name.temporary() != null));
    for (TableElement.Constraint constraint : constraints) {
      if (constraint.rule() instanceof TableRule.Check check) {
        clauses.addCheck(constraint, check);
      }
    }
    TableElement.@Nullable Constraint primary = keys.primary();
    if (primary != null && isRowKey) {
      clauses.setKeyName(primary.name());
    } else if (primary != null) {
      clauses.addKeyIndex(primary, keys.primaryKey());
    }
    keys.unique().forEach(clauses::addIndex);
    for (Table source : indexed) {
      for (Index.Definition copy :
          new CopiedIndexes(source, detached, analysis.names()).definitions()) {
        clauses.addIndex(CopiedIndexes.columnNames(copy, detached), copy);
      }
    }
    for (TableElement.Constraint constraint : constraints) {
      if (constraint.rule() instanceof TableRule.ForeignKey key) {
        clauses.addForeignKey(constraint, key);
      }
    }
    return clauses.constraints();
  }
}
