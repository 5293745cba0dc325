package dev.colonnade.sql.statement;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.parse.SequenceClause;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnConstraint;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnElement;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.type.schema.Column;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Columns that draw their values from sequences of their own: the SERIAL family and identities.
 *
 * <p>What counts is made before the catalogue is changed, and discarded if that fails.
 */
public final class GeneratedColumns {
  /** Column with the options of its sequence. */
  private record Generated(
      String column,
      SequenceDataType kind,
      List<SequenceClause> clauses,
      @Nullable Boolean always) {}

  private final List<Generated> columns = new ArrayList<>();

  /** The column as it is without its sequence, which is kept in mind. */
  public ColumnElement add(ColumnElement element) {
    SequenceDataType serial = serialKind(element.type());
    List<ColumnConstraint> constraints = new ArrayList<>();
    String name = element.name().getSimple();
    SqlDataTypeSpec type = element.type();
    if (serial != null) {
      type = specOf(serial);
      columns.add(new Generated(name, serial, List.of(), null));
      constraints.add(new ColumnConstraint.NotNull());
    }
    for (ColumnConstraint constraint : element.constraints()) {
      boolean isSecondValue =
          serial != null
              && (constraint instanceof ColumnConstraint.Default
                  || constraint instanceof ColumnConstraint.Identity);
      if (isSecondValue) {
        throw new ColonnadeException(
            ErrorCode.SYNTAX_ERROR,
            "both default and identity specified for column \"%s\"".formatted(name));
      }
      if (constraint instanceof ColumnConstraint.Identity(boolean always, var clauses)) {
        requireNoDefault(element);
        columns.add(new Generated(name, identityKind(type, clauses), clauses, always));
        constraints.add(new ColumnConstraint.NotNull());
      } else {
        constraints.add(constraint);
      }
    }
    return new ColumnElement(element.name(), type, constraints);
  }

  /** Defines that an existing column takes its values from a sequence of its own from now on. */
  public void addIdentity(Column column, boolean always, List<SequenceClause> clauses) {
    SequenceDataType kind = SequenceClauses.kindOf(column.type());
    if (kind == null) {
      throw notAnInteger();
    }
    columns.add(new Generated(column.name(), kind, clauses, always));
  }

  public boolean isEmpty() {
    return columns.isEmpty();
  }

  private static void requireNoDefault(ColumnElement element) {
    if (element.constraints().stream().anyMatch(ColumnConstraint.Default.class::isInstance)) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "both default and identity specified for column \"%s\""
              .formatted(element.name().getSimple()));
    }
  }

  private static SequenceDataType identityKind(SqlDataTypeSpec spec, List<SequenceClause> clauses) {
    SequenceDataType kind = SequenceClauses.kindOf(CalciteTypes.columnType(spec));
    if (kind == null) {
      throw notAnInteger();
    }
    return clauses.stream().anyMatch(SequenceClause.As.class::isInstance)
        ? SequenceClauses.options(clauses, kind).as()
        : kind;
  }

  private static ColonnadeException notAnInteger() {
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT, "identity column type must be smallint, integer, or bigint");
  }

  private static @Nullable SequenceDataType serialKind(SqlDataTypeSpec spec) {
    return switch (spec.getTypeName().toString().toLowerCase(Locale.ROOT)) {
      case "serial", "serial4" -> SequenceDataType.INTEGER;
      case "bigserial", "serial8" -> SequenceDataType.BIGINT;
      case "smallserial", "serial2" -> SequenceDataType.SMALLINT;
      default -> null;
    };
  }

  private static SqlDataTypeSpec specOf(SequenceDataType kind) {
    SqlTypeName name =
        switch (kind) {
          case SMALLINT -> SqlTypeName.SMALLINT;
          case INTEGER -> SqlTypeName.INTEGER;
          case BIGINT -> SqlTypeName.BIGINT;
        };
    return new SqlDataTypeSpec(
        new SqlBasicTypeNameSpec(name, SqlParserPos.ZERO), SqlParserPos.ZERO);
  }

  /**
   * Changes the catalogue: {@code steps} make or change the table, which then gets the sequences.
   */
  public Table define(Execution execution, Function<CatalogEdit, Table> steps) {
    SequenceAccess sequences = execution.transaction().sequences();
    List<Long> made = new ArrayList<>();
    boolean done = false;
    try {
      for (Generated column : columns) {
        made.add(
            sequences.create(
                column.column(), SequenceClauses.options(column.clauses(), column.kind())));
      }
      Table table =
          execution
              .transaction()
              .catalogChanges()
              .alter(edit -> attach(edit, steps.apply(edit), made));
      done = true;
      return table;
    } finally {
      if (!done) {
        made.forEach(sequences::discard);
      }
    }
  }

  private Table attach(CatalogEdit edit, Table created, List<Long> sequenceIds) {
    Table table = created;
    Map<Integer, String> defaults = new HashMap<>(table.descriptor().properties().defaults());
    Map<Integer, IdentityColumn> identities =
        new HashMap<>(table.descriptor().properties().identities());
    for (int i = 0; i < columns.size(); i++) {
      Generated generated = columns.get(i);
      int columnId = table.schema().column(generated.column()).id();
      SequenceEntry sequence =
          edit.createSequence(
              nameOf(edit.snapshot(), table, generated),
              sequenceIds.get(i),
              new SequenceEntry.Owner(table.id(), columnId, generated.always() != null));
      defaults.put(columnId, DefaultClause.nextValueOf(sequence.id()));
      if (generated.always() != null) {
        identities.put(columnId, new IdentityColumn(generated.always(), sequence.id()));
      }
    }
    if (!columns.isEmpty()) {
      TableProperties clauses = table.descriptor().properties();
      table =
          edit.changeProperties(table, clauses.withDefaults(defaults).withIdentities(identities));
    }
    return table;
  }

  /** Returns PostgreSQL's name for it, with a number appended where that is taken. */
  private static ObjectName nameOf(CatalogSnapshot catalog, Table table, Generated generated) {
    for (SequenceClause clause : generated.clauses()) {
      if (clause instanceof SequenceClause.Name(SqlIdentifier name)) {
        return new ObjectName(table.schemaId(), name.names.getLast());
      }
    }
    return freeName(catalog, table.schemaId(), table.name(), generated.column() + "_seq");
  }

  /** {@code table_rest} in 63 bytes, as PostgreSQL cuts it, with a number where it is taken. */
  static ObjectName freeName(CatalogSnapshot catalog, int schemaId, String table, String rest) {
    for (int number = 0; ; number++) {
      String suffix = "_" + rest + (number == 0 ? "" : Integer.toString(number));
      int maxLength = Math.max(1, 63 - suffix.getBytes(StandardCharsets.UTF_8).length);
      ObjectName name =
          new ObjectName(
              schemaId, table.substring(0, Math.min(table.length(), maxLength)) + suffix);
      if (catalog.findRelation(name) == null && catalog.findTableOfIndex(name) == null) {
        return name;
      }
    }
  }
}
