package dev.colonnade.sql.analyze.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.expression.call.SortKeys;
import dev.colonnade.sql.analyze.expression.composite.JsonSubscripts;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.analyze.expression.value.RowFields;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.DomainType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Analysis of the expressions of one context. One thread. */
public final class ExpressionAnalyzer {
  private final ExpressionContext context;
  private final NodeAnalyzer nodes;
  private final SortKeys orderings;

  public ExpressionAnalyzer(ExpressionContext context) {
    this.context = requireNonNull(context, "context is null");
    this.nodes = new NodeAnalyzer(context);
    this.orderings = new SortKeys(nodes.conversions());
  }

  public ExpressionContext context() {
    return context;
  }

  NodeAnalyzer nodes() {
    return nodes;
  }

  private Conversions conversions() {
    return nodes.conversions();
  }

  /** Returns an expression with its type, which is {@code unknown} if nothing decides it. */
  public TypedExpression analyze(dev.colonnade.sql.syntax.query.Expression node) {
    return nodes.analyze(node);
  }

  /** Returns the fields of {@code (x).*} in a select list, by their names. */
  public List<NamedColumn> allFields(Reference.AllFields node) {
    return nodes.composites().allFields(node);
  }

  /**
   * Returns the analysis of constraints that a domain declares.
   *
   * @param value representation of the values
   */
  public static ExpressionAnalyzer ofDomain(
      StatementAnalysis statement, DomainType domain, VectorType value) {
    return new ExpressionAnalyzer(DomainValue.context(statement, domain, value));
  }

  /** Returns the names and types of the fields of a row; empty if the value is no row. */
  public List<RowField> fields(TypedExpression row) {
    return RowFields.isRow(row.type().type()) ? conversions().rows().fields(row) : List.of();
  }

  /** Returns the values of the fields of a row. */
  public List<TypedExpression> fieldValues(TypedExpression row) {
    return conversions().rows().of(row);
  }

  /** Returns a value as functions read it: one of char(n) has its trailing blanks. */
  public Expression read(TypedExpression value) {
    return conversions().texts().read(value);
  }

  /** Returns the output text of a value. */
  public Expression output(TypedExpression value) {
    return conversions().texts().output(value);
  }

  /** Returns a value of unknown type as one of {@code text}; other values as they are. */
  public TypedExpression decided(TypedExpression value) {
    return conversions().decided(value);
  }

  /** Returns a predicate of the context's clause; TYPE_MISMATCH if it is not Boolean. */
  public Expression predicate(dev.colonnade.sql.syntax.query.Expression node) {
    String clause =
        switch (context.clause()) {
          case JOIN_ON -> "JOIN/ON";
          case MERGE_WHEN -> "WHEN";
          case CHECK -> "CHECK";
          case POLICY -> "POLICY";
          case INDEX_PREDICATE, COPY_WHERE -> "WHERE";
          default -> context.clause().text();
        };
    return conversions().operand("argument of " + clause, analyze(node), "bool");
  }

  /**
   * Returns a value of the type that a clause demands.
   *
   * @param what as in "argument of TABLESAMPLE"
   */
  public Expression operand(
      String what, dev.colonnade.sql.syntax.query.Expression node, String typeName) {
    return conversions().operand(what, analyze(node), typeName);
  }

  /** Returns a call of a function; errors of constants are those of the statement. */
  public Expression call(ScalarFunction function, TypeKind kind, List<Expression> arguments) {
    return nodes.state().builder().call(function, kind, arguments);
  }

  /**
   * Returns a number of rows, a BIGINT.
   *
   * @param what the clause, as in "argument of LIMIT must not contain variables"
   */
  public Expression number(dev.colonnade.sql.syntax.query.Expression node, String what) {
    TypedExpression value = analyze(node);
    Expression number = conversions().operand("argument of " + what, value, "int8");
    QueryLevel level = context.level();
    boolean readsColumns =
        level != null && LogicalExpressions.variables(number).stream().anyMatch(level::defines);
    if (readsColumns) {
      throw Positions.error(
          ErrorCode.INVALID_COLUMN_REFERENCE,
          "argument of %s must not contain variables".formatted(what),
          value.position());
    }
    return number;
  }

  /** Returns the value of an explicit CAST. */
  public TypedExpression cast(TypedExpression value, TypeReference target) {
    return conversions().cast(value, target);
  }

  /** Returns a value as one of a column; TYPE_MISMATCH if there is no cast for assignments. */
  public TypedExpression assign(String column, TypedExpression value, TypeReference target) {
    return conversions().assign(column, value, target);
  }

  /** Returns the subscript of an array, an INTEGER; TYPE_MISMATCH if it cannot be one. */
  public Expression subscript(dev.colonnade.sql.syntax.query.Expression node) {
    return conversions().subscript(analyze(node)).expression();
  }

  /** Returns a subscript of {@code jsonb} as an integer or a text. */
  public Expression jsonSubscript(dev.colonnade.sql.syntax.query.Expression node) {
    return JsonSubscripts.of(analyze(node), nodes.state(), conversions()).expression();
  }

  /** Returns a value as one of a type; null if there is no cast for assignments. */
  public @Nullable TypedExpression findAssigned(TypedExpression value, TypeReference target) {
    return conversions().findAssigned(value, target);
  }

  /**
   * Returns the common type of values; TYPE_MISMATCH if there is none.
   *
   * @param what as "UNION" or "VALUES", for messages
   */
  public TypeReference common(String what, List<TypedExpression> values) {
    return conversions().common(what, values);
  }

  /** Returns a value as one of a type to which it has an implicit cast. */
  public TypedExpression convert(TypedExpression value, TypeReference target) {
    return conversions().convert(value, target);
  }

  /** Returns a value as one of the common type of several values, which become one column. */
  public TypedExpression merged(TypedExpression value, TypeReference common) {
    return conversions().merged(value, common);
  }

  /** Returns the key of an order; UNKNOWN_FUNCTION if values of the type have no order. */
  public SortItem sortItem(TypedExpression value, SortKey key) {
    return orderings.sortItem(value, key);
  }

  /** Returns a key of groups; UNKNOWN_FUNCTION if values of the type have no equality. */
  public Expression groupable(TypedExpression value) {
    return orderings.groupable(value);
  }

  /** Keeps constant expressions, which are then equal only to expressions of the same form. */
  public void suspendFolding() {
    nodes.state().builder().suspendFolding();
  }

  /** Returns the columns that expressions have named outside of aggregates. */
  public List<Expression> namedColumns() {
    return namedColumns(0);
  }

  /** Returns the columns that expressions have named outside of aggregates after the first ones. */
  public List<Expression> namedColumns(int count) {
    return nodes.state().readsAfter(count);
  }

  /** Returns the number of columns that expressions have named outside of aggregates. */
  public int namedColumnCount() {
    return nodes.state().readCount();
  }

  /** Adds columns that subqueries have named. */
  public void addNamedColumns(List<Expression> columns) {
    columns.forEach(nodes.state()::addRead);
  }

  /**
   * Returns the errors of constants that fail the statement even if no row needs them, in order.
   */
  public List<ColonnadeException> constantErrors() {
    return nodes.state().builder().constantErrors();
  }
}
