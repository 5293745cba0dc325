package dev.colonnade.sql.definition.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TypeReferences;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.query.select.ResultNames;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.deparse.StoredExpressions;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.print.SqlPrinter;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.PackedKind;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** Expressions and predicates over the columns of one table as indexes store them. One thread. */
public final class IndexExpressions {
  /** Name of the column of an index expression without a name. */
  private static final String UNNAMED = "expr";

  private final Table table;
  private final StatementAnalysis statement;

  /** Creates the expressions of a table for stored texts. */
  public IndexExpressions(Table table, NameScope names) {
    this(
        table,
        new StatementAnalysis(
            Registry.ofSystem().with(new CatalogTypes(names)), names, ParameterTypes.none()));
  }

  IndexExpressions(Table table, StatementAnalysis statement) {
    this.table = requireNonNull(table, "table is null");
    this.statement = requireNonNull(statement, "statement is null");
  }

  /** Returns an expression as it is stored; refused if an index cannot have it. */
  IndexExpression of(Expression node) {
    String name = new ResultNames(_ -> null).of(node);
    return stored(name.equals(ResultNames.NONE) ? UNNAMED : name, node);
  }

  /** Returns an expression that was stored for another version of the table. */
  public IndexExpression renewed(IndexExpression kept) {
    return stored(kept.name(), SqlParser.parseExpression(kept.text()));
  }

  private IndexExpression stored(String name, Expression node) {
    Set<Integer> columns = new LinkedHashSet<>();
    NameUses uses = new NameUses();
    TypedExpression value =
        new TableExpressions(statement.recording(uses))
            .value(table, node, ClauseKind.INDEX_EXPRESSION, recorder(columns));
    StoredExpressions.requireImmutable(
        node, value.expression(), new StoredExpressions.Row(table, statement), "index expression");
    requireTypesOfColumns(uses);
    String text = SqlPrinter.print(node, uses.replacements(), uses.typeSchemas());
    String shown = StoredExpressions.print(text, table, statement, true);
    return new IndexExpression(
        name,
        text,
        Objects.requireNonNullElse(shown, text),
        typeOf(kindOf(value)),
        new ArrayList<>(columns));
  }

  /** Returns the predicate of a partial index as it is stored. */
  Index.Predicate predicate(Expression node) {
    Set<Integer> columns = new LinkedHashSet<>();
    NameUses uses = new NameUses();
    dev.colonnade.sql.expression.Expression predicate =
        new TableExpressions(statement.recording(uses))
            .predicate(table, node, ClauseKind.INDEX_PREDICATE, recorder(columns));
    StoredExpressions.requireImmutable(
        node, predicate, new StoredExpressions.Row(table, statement), "index predicate");
    requireTypesOfColumns(uses);
    return new Index.Predicate(
        SqlPrinter.print(node, uses.replacements(), uses.typeSchemas()), new ArrayList<>(columns));
  }

  /** Entries are computed where only the types of the table's columns are known. */
  private void requireTypesOfColumns(NameUses uses) {
    Set<Integer> known = TypeReferences.of(table.history()).keySet();
    if (!known.containsAll(uses.objectIds())) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "an index cannot name types that are not those of columns");
    }
  }

  private Function<Column, dev.colonnade.sql.expression.Expression> recorder(Set<Integer> columns) {
    return column -> {
      columns.add(column.id());
      return new ColumnReference(ColumnTypes.vector(column), table.schema().ordinal(column.id()));
    };
  }

  private static TypeKind kindOf(TypedExpression value) {
    TypeKind kind = Types.baseOf(value.type().type()).kind();
    return kind == null ? value.expression().type().kind() : kind;
  }

  private static ColumnType typeOf(TypeKind kind) {
    if (kind.isOid()) {
      return ColumnType.Plain.BIGINT;
    }
    return switch (kind) {
      case BOOLEAN -> ColumnType.Plain.BOOLEAN;
      case SMALLINT -> ColumnType.Plain.SMALLINT;
      case INTEGER -> ColumnType.Plain.INTEGER;
      case BIGINT -> ColumnType.Plain.BIGINT;
      case REAL -> ColumnType.Plain.REAL;
      case DOUBLE -> ColumnType.Plain.DOUBLE;
      case TEXT, VARCHAR, CHAR, NAME, BYTE_CHAR, UNKNOWN -> ColumnType.Plain.TEXT;
      case BYTEA -> ColumnType.Plain.BYTEA;
      case DATE -> ColumnType.Plain.DATE;
      case TIME -> ColumnType.Plain.TIME;
      case TIMESTAMP -> ColumnType.Plain.TIMESTAMP;
      case TIMESTAMPTZ -> ColumnType.Plain.TIMESTAMPTZ;
      case UUID -> ColumnType.Plain.UUID;
      case JSON -> throw noOperatorClass("json");
      case INT4RANGE,
          INT8RANGE,
          NUMRANGE,
          TSRANGE,
          TSTZRANGE,
          DATERANGE,
          INT4MULTIRANGE,
          INT8MULTIRANGE,
          NUMMULTIRANGE,
          TSMULTIRANGE,
          TSTZMULTIRANGE,
          DATEMULTIRANGE,
          ARRAY,
          VOID ->
          throw unsupported(kind);
      case NUMERIC -> ColumnType.packed(PackedKind.NUMERIC);
      case JSONB -> ColumnType.packed(PackedKind.JSONB);
      case INTERVAL -> ColumnType.packed(PackedKind.INTERVAL);
      case TIMETZ -> ColumnType.packed(PackedKind.TIMETZ);
      case BIT -> ColumnType.packed(PackedKind.BIT);
      case VARBIT -> ColumnType.packed(PackedKind.VARBIT);
      default -> {
        BaseType base = requireNonNull(kind.base(), "kind has no base type");
        if (!base.isOrdered()) {
          throw noOperatorClass(kind.sqlName());
        }
        yield ColumnType.base(base);
      }
    };
  }

  private static ColonnadeException unsupported(TypeKind kind) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "index expressions of type %s are not supported".formatted(kind.sqlName()));
  }

  /** Returns the error that values of a type have no order. */
  static ColonnadeException noOperatorClass(String type) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT,
        "data type %s has no default operator class for access method \"btree\"".formatted(type),
        ErrorFields.NONE.withHint(
            "You must specify an operator class for the index or define a default operator"
                + " class for the data type."));
  }
}
