package dev.colonnade.sql.analyze.table;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.NameResolver;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.schema.Column;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Expressions in the definition of a table, analyzed in a statement over the columns of one row:
 * those of a scan, new values, or columns of a batch. One thread.
 */
public final class TableExpressions {
  private final StatementAnalysis statement;

  /** Creates the expressions for a statement. */
  public TableExpressions(StatementAnalysis statement) {
    this.statement = requireNonNull(statement, "statement is null");
  }

  /** Returns the statement that the expressions become part of. */
  public StatementAnalysis statement() {
    return statement;
  }

  /**
   * Returns the value that an INSERT writes to a column that it does not list, as one of the
   * column's type: the default, or NULL.
   */
  public TypedExpression defaultOf(Table table, Column column) {
    String text = defaultText(table, column);
    TypeReference target = ColumnTypes.of(column, statement.registry());
    if (text == null && (!target.type().isDomain() || isGenerated(table, column))) {
      return TypedExpression.of(
          new Literal(VectorType.of(ColumnTypes.vector(column).kind()), null),
          target,
          TypedExpression.NO_POSITION);
    }
    ExpressionAnalyzer analyzer = analyzer(table, ClauseKind.DEFAULT, TableExpressions::noColumn);
    dev.colonnade.sql.syntax.query.Expression clause =
        text == null ? new Constant.NullConstant(-1) : StoredText.parse(text);
    TypedExpression value = analyzer.assign(column.name(), analyzer.analyze(clause), target);
    requireValid(analyzer);
    return value;
  }

  /**
   * Returns the text of the value that an INSERT writes to a column that it does not list: of the
   * column's default, or of that of its domain; null if neither has one.
   */
  private @Nullable String defaultText(Table table, Column column) {
    String text = table.descriptor().defaults().get(column.id());
    DomainType.Use use = column.domain();
    return text == null
            && use != null
            && !use.isArray()
            && statement.names().findType(use.domainId()) instanceof DomainType domain
        ? domain.defaultText()
        : text;
  }

  /** Returns whether an INSERT writes a value, or checks NULL, where it does not list a column. */
  public static boolean hasDefault(Table table, Column column) {
    return table.descriptor().defaults().containsKey(column.id())
        || (column.isOfDomain() && !isGenerated(table, column));
  }

  private static boolean isGenerated(Table table, Column column) {
    return table.descriptor().properties().generated().containsKey(column.id());
  }

  /**
   * Returns the value of a generated column over the other columns of its row.
   *
   * @param row values of the columns
   */
  public Expression generated(Table table, Column column, Function<Column, Expression> row) {
    GeneratedColumn generated =
        requireNonNull(table.descriptor().properties().generated().get(column.id()));
    ExpressionAnalyzer analyzer = analyzer(table, ClauseKind.GENERATED, row);
    return analyzer
        .assign(
            column.name(),
            analyzer.analyze(StoredText.parse(generated.text())),
            ColumnTypes.of(column, statement.registry()))
        .expression();
  }

  /**
   * Variant of {@link #defaultOf(Table, Column)} for a clause that is not stored yet. Constants in
   * it may have no value: the error comes when one is needed.
   */
  public TypedExpression defaultOf(
      Table table, Column column, dev.colonnade.sql.syntax.query.Expression clause) {
    return valueOf(analyzer(table, ClauseKind.DEFAULT, TableExpressions::noColumn), column, clause);
  }

  /** Returns the value of a generated column for a clause that is not stored yet. */
  public TypedExpression generated(
      Table table,
      Column column,
      dev.colonnade.sql.syntax.query.Expression clause,
      Function<Column, Expression> row) {
    return valueOf(analyzer(table, ClauseKind.GENERATED, row), column, clause);
  }

  private TypedExpression valueOf(
      ExpressionAnalyzer analyzer,
      Column column,
      dev.colonnade.sql.syntax.query.Expression clause) {
    TypedExpression value = analyzer.analyze(clause);
    TypeReference target = ColumnTypes.of(column, statement.registry());
    try {
      return analyzer.assign(column.name(), value, target);
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.TYPE_MISMATCH) {
        throw e;
      }
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "column \"%s\" is of type %s but default expression is of type %s"
              .formatted(column.name(), target.type(), value.type().type()),
          ErrorFields.NONE.withHint("You will need to rewrite or cast the expression."),
          e);
    }
  }

  /**
   * Returns an expression over a row as one of a column's type; null if there is no cast for
   * assignments.
   */
  public @Nullable TypedExpression assigned(
      Table table,
      dev.colonnade.sql.syntax.query.Expression node,
      ClauseKind clause,
      Function<Column, Expression> row,
      Column target) {
    ExpressionAnalyzer analyzer = analyzer(table, clause, row);
    TypedExpression value = analyzer.analyze(node);
    TypedExpression assigned;
    try {
      assigned =
          analyzer.assign(target.name(), value, ColumnTypes.of(target, statement.registry()));
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.TYPE_MISMATCH) {
        throw e.with(e.fields().withPosition(0));
      }
      return null;
    }
    return assigned;
  }

  private static Expression noColumn(Column column) {
    throw new IllegalStateException("column in DEFAULT: column=" + column.name());
  }

  /** Returns a stored CHECK constraint, or the predicate of a partial index, over a row. */
  public Expression predicate(
      Table table, String text, ClauseKind clause, Function<Column, Expression> row) {
    return predicate(table, StoredText.parse(text), clause, row);
  }

  /** Variant of {@link #predicate(Table, String, ClauseKind, Function)} of a predicate's syntax. */
  public Expression predicate(
      Table table,
      dev.colonnade.sql.syntax.query.Expression node,
      ClauseKind clause,
      Function<Column, Expression> row) {
    ExpressionAnalyzer analyzer = analyzer(table, clause, row);
    Expression predicate = analyzer.predicate(node);
    requireValid(analyzer);
    return predicate;
  }

  /** Returns the expression of an index, or of a generated column, over a row. */
  public TypedExpression value(
      Table table, String text, ClauseKind clause, Function<Column, Expression> row) {
    return value(table, StoredText.parse(text), clause, row);
  }

  /** Variant of {@link #value(Table, String, ClauseKind, Function)} of an expression's syntax. */
  public TypedExpression value(
      Table table,
      dev.colonnade.sql.syntax.query.Expression node,
      ClauseKind clause,
      Function<Column, Expression> row) {
    ExpressionAnalyzer analyzer = analyzer(table, clause, row);
    TypedExpression value = analyzer.decided(analyzer.analyze(node));
    requireValid(analyzer);
    return value;
  }

  /**
   * Returns what a stored expression names, with the types of its literals.
   *
   * @param target column to which its value is assigned; null if there is none
   */
  public NameUses usesOf(Table table, String text, ClauseKind clause, @Nullable Column target) {
    NameUses uses = new NameUses();
    ExpressionAnalyzer analyzer =
        new TableExpressions(statement.recording(uses))
            .analyzer(table, clause, TableColumns.inBatch(table.schema()));
    TypedExpression value = analyzer.analyze(StoredText.parse(text));
    if (target != null) {
      analyzer.assign(target.name(), value, ColumnTypes.of(target, statement.registry()));
    }
    return uses;
  }

  /**
   * Returns an expression of an index as a value of its stored type, which earlier versions may
   * have decided otherwise.
   */
  public Expression indexValue(Table table, IndexExpression key, Function<Column, Expression> row) {
    Expression value = value(table, key.text(), ClauseKind.INDEX_EXPRESSION, row).expression();
    TypeKind stored = TypeMapping.sqlType(key.type()).kind();
    TypeKind kind = value.type().kind();
    return kind == stored || (kind.isText() && stored.isText())
        ? value
        : new ExpressionBuilder().cast(value, stored);
  }

  private ExpressionAnalyzer analyzer(
      Table table, ClauseKind clause, Function<Column, Expression> row) {
    return analyzer(new TableColumns(statement, table, clause, row), clause);
  }

  private ExpressionAnalyzer analyzer(NameResolver columns, ClauseKind clause) {
    return new ExpressionAnalyzer(
        new ExpressionContext(statement, columns, _ -> refuseSubquery(clause), null, clause));
  }

  private static AnalyzedQuery refuseSubquery(ClauseKind clause) {
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, "cannot use subquery in " + clause.singular());
  }

  private static void requireValid(ExpressionAnalyzer analyzer) {
    List<ColonnadeException> errors = analyzer.constantErrors();
    if (!errors.isEmpty()) {
      throw errors.getFirst();
    }
  }

  /** Returns the kind of the values of a type; UNSUPPORTED if there are no such values. */
  static TypeKind kindOf(TypedExpression value) {
    TypeKind kind = value.type().type().kind();
    return requireNonNull(kind == null ? value.expression().type().kind() : kind);
  }

  /** Returns the id of the sequence if a default is its next value, otherwise 0. */
  public static int sequenceOf(Table table, Column column) {
    @Nullable String text = table.descriptor().defaults().get(column.id());
    return text == null ? 0 : dev.colonnade.catalog.DefaultClause.sequenceOf(text);
  }
}
