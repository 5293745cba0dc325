package dev.colonnade.sql.analyze.table;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameResolver;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;
import java.util.function.Function;

/** Names in an expression of a table: its columns, and the sequences of stored texts. */
final class TableColumns implements NameResolver {
  private final StatementAnalysis statement;
  private final Table table;
  private final ClauseKind clause;
  private final Function<Column, Expression> row;

  TableColumns(
      StatementAnalysis statement,
      Table table,
      ClauseKind clause,
      Function<Column, Expression> row) {
    this.statement = statement;
    this.table = table;
    this.clause = clause;
    this.row = row;
  }

  /** Returns the columns of a batch that has all columns of a table. */
  static Function<Column, Expression> inBatch(TableSchema schema) {
    return column -> new ColumnReference(ColumnTypes.vector(column), schema.ordinal(column.id()));
  }

  @Override
  public TypedExpression resolve(Reference.Column reference) {
    List<String> names = reference.names();
    int sequenceId = StoredText.sequenceOf(names.getFirst());
    if (sequenceId != 0) {
      return TypedExpression.of(
          NextValue.of(sequenceId, statement.variables().planId()),
          TypeReference.of(statement.registry().types().require(TypeOids.INT8)),
          reference.position());
    }
    if (clause == ClauseKind.DEFAULT) {
      throw failure(
          reference, ErrorCode.UNSUPPORTED, "cannot use column reference in DEFAULT expression");
    }
    String name = names.getLast();
    boolean isOfTable = names.size() == 1 || names.get(names.size() - 2).equals(table.name());
    if (!isOfTable) {
      throw failure(
          reference,
          ErrorCode.UNKNOWN_TABLE,
          "missing FROM-clause entry for table \"%s\"".formatted(names.get(names.size() - 2)));
    }
    if (!table.schema().hasColumn(name)) {
      throw failure(
          reference,
          ErrorCode.UNKNOWN_COLUMN,
          names.size() == 1
              ? "column \"%s\" does not exist".formatted(name)
              : "column %s.%s does not exist".formatted(table.name(), name));
    }
    Column column = table.schema().column(name);
    NameUses uses = statement.uses();
    if (uses != null) {
      uses.addReference(
          reference.position(),
          new NameUses.Reference(names, table.id(), column.id(), names.size() > 1));
    }
    return TypedExpression.of(
        valueOf(column, reference),
        ColumnTypes.of(column, statement.registry()),
        reference.position());
  }

  /** Returns the value of a column; an error has the position of its reference. */
  private Expression valueOf(Column column, Reference.Column reference) {
    try {
      return row.apply(column);
    } catch (ColonnadeException e) {
      throw e.position() == 0 ? e.with(e.fields().withPosition(reference.position() + 1)) : e;
    }
  }

  @Override
  public List<NamedColumn> star(Reference.Star star) {
    throw new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        "row expansion via \"*\" is not supported here",
        ErrorFields.at(star.position() + 1));
  }

  private static ColonnadeException failure(
      Reference.Column reference, ErrorCode code, String message) {
    return new ColonnadeException(code, message, ErrorFields.at(reference.position() + 1));
  }
}
