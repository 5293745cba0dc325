package dev.colonnade.sql.definition.table.column;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.syntax.definition.SequenceDefinition.SequenceOption;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.ColumnConstraint;
import dev.colonnade.sql.syntax.definition.TableElement.ColumnRule;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import dev.colonnade.sql.syntax.query.TypeName;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.DeclaredType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a definition as they are read, and their constraints as those of the table. One
 * thread.
 */
public final class NewColumns {
  private final String table;
  private final ColumnTypeResolver types;
  private final List<NewColumn> columns = new ArrayList<>();
  private final List<TableElement.Constraint> constraints = new ArrayList<>();

  /**
   * Creates an empty list.
   *
   * @param table name of the table
   */
  public NewColumns(String table, StatementAnalysis analysis) {
    this.table = requireNonNull(table, "table is null");
    this.types = new ColumnTypeResolver(analysis);
  }

  /** Returns the columns in their order. */
  public List<NewColumn> columns() {
    return List.copyOf(columns);
  }

  /** Returns the constraints of the columns and of the table in their order. */
  public List<TableElement.Constraint> constraints() {
    return List.copyOf(constraints);
  }

  /** Adds a constraint of the table. */
  public void add(TableElement.Constraint constraint) {
    constraints.add(constraint);
  }

  /** Adds a column that is read already. */
  public void add(NewColumn column) {
    columns.add(column);
  }

  /**
   * Adds a column with its constraints.
   *
   * @throws ColonnadeException if its clauses contradict each other
   */
  public NewColumn add(TableElement.Column element) {
    TypeName typeName = element.type();
    if (typeName == null) {
      throw new IllegalArgumentException("column without a type: column=" + element.name());
    }
    refuseUnsupported(element);
    SequenceDataType serial = serialType(typeName);
    DeclaredType type =
        serial == null
            ? types.of(element.name(), typeName)
            : DeclaredType.of(SequenceTypes.columnType(serial));
    ColumnClauses clauses = new ColumnClauses(table, element.name());
    for (ColumnConstraint constraint : element.constraints()) {
      add(clauses, constraint, type.stored());
    }
    if (serial != null) {
      clauses.setSerial(new NewColumn.Sequence(serial, List.of(), null));
    }
    NewColumn column =
        new NewColumn(
            element.name(),
            type,
            clauses.isNullable(),
            clauses.value(),
            clauses.generation(),
            clauses.sequence());
    columns.add(column);
    return column;
  }

  private void add(ColumnClauses clauses, ColumnConstraint constraint, ColumnType type) {
    int position = constraint.position();
    switch (constraint.rule()) {
      case ColumnRule.Nullability rule -> clauses.setNullable(rule.nullable(), position);
      case ColumnRule.DefaultValue rule -> clauses.setDefault(rule.value(), position);
      case ColumnRule.Identity rule ->
          clauses.setIdentity(identity(type, rule.always(), rule.options()), position);
      case ColumnRule.Generated rule -> clauses.setGenerated(rule.value(), position);
      case ColumnRule.CheckColumn rule -> add(constraint, new TableRule.Check(rule.condition()));
      case ColumnRule.KeyColumn rule -> {
        if (rule.primary()) {
          clauses.setKey();
        }
        List<TableElement.KeyPart> key =
            List.of(new TableElement.KeyPart(clauses.column(), false, position));
        add(
            constraint,
            new TableRule.Key(
                rule.primary(), rule.nullsDistinct(), key, List.of(), rule.storage()));
      }
      case ColumnRule.ReferencesColumn rule ->
          add(constraint, new TableRule.ForeignKey(List.of(clauses.column()), rule.references()));
    }
  }

  private void add(ColumnConstraint constraint, TableRule rule) {
    constraints.add(
        new TableElement.Constraint(
            constraint.name(), rule, constraint.timing(), constraint.position()));
  }

  /** Returns the type of the values of an identity column; INVALID_ARGUMENT if it has none. */
  public static SequenceDataType valuesOf(ColumnType type) {
    SequenceDataType values = SequenceTypes.of(type);
    if (values == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "identity column type must be smallint, integer, or bigint");
    }
    return values;
  }

  /** Returns the sequence of an identity column. */
  public static NewColumn.Sequence identity(
      ColumnType type, boolean always, List<SequenceOption> options) {
    SequenceDataType values = valuesOf(type);
    for (SequenceOption option : options) {
      if (option instanceof SequenceOption.OfType of) {
        throw new ColonnadeException(
            ErrorCode.SYNTAX_ERROR,
            "conflicting or redundant options",
            ErrorFields.at(of.position() + 1));
      }
    }
    return new NewColumn.Sequence(values, options, always);
  }

  private static void refuseUnsupported(TableElement.Column element) {
    if (element.compression() != null) {
      throw unsupported("COMPRESSION", element.position());
    }
    var collation = element.collation();
    if (collation != null && !collation.last().equals("default")) {
      throw unsupported("COLLATE", collation.position());
    }
  }

  private static ColonnadeException unsupported(String what, int position) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED, what + " is not supported", ErrorFields.at(position + 1));
  }

  /** Returns the type of the values of a serial column; null for a column of another type. */
  private static @Nullable SequenceDataType serialType(TypeName name) {
    if (name.name().parts().size() != 1 || name.array().ofColumn()) {
      return null;
    }
    SequenceDataType type =
        switch (name.name().last()) {
          case "serial", "serial4" -> SequenceDataType.INTEGER;
          case "bigserial", "serial8" -> SequenceDataType.BIGINT;
          case "smallserial", "serial2" -> SequenceDataType.SMALLINT;
          default -> null;
        };
    if (type != null && !name.array().bounds().isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "array of serial is not implemented",
          ErrorFields.at(name.position() + 1));
    }
    return type;
  }
}
