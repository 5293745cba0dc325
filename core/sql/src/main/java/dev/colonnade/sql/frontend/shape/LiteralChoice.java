package dev.colonnade.sql.frontend.shape;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.DataStatement.CursorQuery;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import dev.colonnade.sql.syntax.query.With;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the literals of a statement that are parameters of its plan: those whose value decides
 * neither a type, nor a name, nor an algorithm.
 *
 * <p>These are the values of INSERT, UPDATE and MERGE, and in conditions the operands of equality
 * and IN, and of BETWEEN if both bounds are numbers: ranges of about the same width share a plan.
 * Other bounds stay, since their selectivity decides between a scan and an index; so do select
 * lists, GROUP BY, HAVING, ORDER BY, LIMIT, patterns, casts, and the arguments of functions.
 */
final class LiteralChoice {
  /** Statements with more tables keep their literals, since the order of joins depends on them. */
  static final int TABLES_MAX = 2;

  private static final Set<String> EQUALITIES = Set.of("=", "<>", "!=");
  private static final Set<String> RANGES = Set.of("<", "<=", ">", ">=");
  private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%", "||");

  private final Set<Integer> positions = new HashSet<>();
  private final List<Range> ranges = new ArrayList<>();
  private int tableCount;

  private LiteralChoice() {}

  /** Bounds of a range, by the offsets of the literals. */
  record Range(int low, int high) {}

  /** Returns the choice for a statement. */
  static LiteralChoice of(DataStatement statement) {
    LiteralChoice choice = new LiteralChoice();
    choice.statement(requireNonNull(statement, "statement is null"));
    if (choice.tableCount > TABLES_MAX) {
      choice.positions.clear();
      choice.ranges.clear();
    }
    return choice;
  }

  /** Returns the offsets of the chosen literals, or of the signs before them. */
  Set<Integer> positions() {
    return positions;
  }

  /** Returns the ranges of which both bounds are chosen. */
  List<Range> ranges() {
    return ranges;
  }

  private void statement(DataStatement statement) {
    switch (statement) {
      case Change change -> change(change);
      case Query query -> query(query);
      case CursorQuery cursor -> query(cursor.query());
    }
  }

  private void change(Change change) {
    with(change.with());
    tableCount++;
    switch (change) {
      case Change.Insert insert -> insert(insert);
      case Change.Update update -> {
        assignments(update.assignments());
        from(update.from());
      }
      case Change.Delete delete -> from(delete.from());
      case Change.Merge merge -> merge(merge);
    }
  }

  private void insert(Change.Insert insert) {
    Query query = insert.rows().query();
    if (query instanceof Query.Values values) {
      values.rows().forEach(row -> row.forEach(this::value));
    } else if (query != null) {
      query(query);
    }
    Change.OnConflict conflict = insert.onConflict();
    if (conflict != null) {
      assignments(conflict.assignments());
      condition(conflict.condition());
    }
  }

  private void merge(Change.Merge merge) {
    from(merge.source());
    condition(merge.condition());
    for (Change.MergeWhen when : merge.whens()) {
      condition(when.condition());
      action(when.action());
    }
  }

  private void action(Change.MergeAction action) {
    switch (action) {
      case Change.MergeAction.UpdateRow(List<Change.Assignment> assigned) -> assignments(assigned);
      case Change.MergeAction.InsertRow row -> {
        List<Expression> values = row.values();
        if (values != null) {
          values.forEach(this::value);
        }
      }
      case Change.MergeAction.Nothing _, Change.MergeAction.DeleteRow _ -> {}
    }
  }

  private void assignments(List<Change.Assignment> assignments) {
    assignments.forEach(assignment -> value(assignment.value()));
  }

  private void with(@Nullable With with) {
    if (with != null) {
      with.tables().forEach(table -> statement(table.statement()));
    }
  }

  private void query(Query query) {
    switch (query) {
      case Query.Qualified qualified -> {
        with(qualified.with());
        query(qualified.body());
      }
      case Query.Select select -> {
        select.items().forEach(item -> subquery(item.value()));
        from(select.from());
      }
      case Query.SetOperation operation -> operations(operation);
      case Query.Past past -> query(past.query());
      case Query.Table _ -> tableCount++;
      case Query.Values _ -> {}
    }
  }

  private void operations(Query.SetOperation last) {
    Query left = last;
    while (left instanceof Query.SetOperation operation) {
      query(operation.right());
      left = operation.left();
    }
    query(left);
  }

  private void from(Query.From from) {
    from.items().forEach(this::from);
    condition(from.condition());
  }

  private void from(FromItem item) {
    switch (item) {
      case FromItem.Table _, FromItem.Functions _, FromItem.XmlTable _ -> tableCount++;
      case FromItem.Subquery subquery -> query(subquery.query());
      case FromItem.Join join -> {
        from(join.left());
        from(join.right());
        if (join.condition() instanceof FromItem.JoinCondition.On(Expression on)) {
          condition(on);
        }
      }
    }
  }

  private void condition(@Nullable Expression condition) {
    switch (condition) {
      case Operation.And and -> and.operands().forEach(this::condition);
      case Operation.Or or -> or.operands().forEach(this::condition);
      case Operation.Not not -> condition(not.operand());
      case Operation.Binary comparison -> comparison(comparison);
      case Predicate.Between between -> {
        value(between.operand());
        range(between.bounds().low(), between.bounds().high());
      }
      case Predicate.InList in -> {
        value(in.operand());
        in.list().forEach(this::value);
      }
      case Predicate.IsDistinct distinct -> {
        value(distinct.left());
        value(distinct.right());
      }
      case SubqueryExpression subquery -> subquery(subquery);
      case null, default -> {}
    }
  }

  private void range(Expression low, Expression high) {
    if (isNumber(low) && isNumber(high)) {
      ranges.add(new Range(low.position(), high.position()));
      value(low);
      value(high);
    } else {
      bound(low);
      bound(high);
    }
  }

  private static boolean isNumber(Expression value) {
    return value instanceof Constant.IntegerConstant || value instanceof Constant.NumericConstant;
  }

  private void comparison(Operation.Binary comparison) {
    if (is(comparison.operator(), EQUALITIES)) {
      value(comparison.left());
      value(comparison.right());
    } else if (is(comparison.operator(), RANGES)) {
      bound(comparison.left());
      bound(comparison.right());
    }
  }

  /** Visits an operand of a range, which stays if it is a literal. */
  private void bound(Expression operand) {
    if (!(operand instanceof Constant)) {
      value(operand);
    }
  }

  private void value(Expression value) {
    switch (value) {
      case Constant.IntegerConstant _, Constant.NumericConstant _, Constant.StringConstant _ ->
          positions.add(value.position());
      case Operation.Binary sum when is(sum.operator(), ARITHMETIC) && !isConstant(sum) -> {
        value(sum.left());
        value(sum.right());
      }
      case Call.Row row -> row.fields().forEach(this::value);
      default -> subquery(value);
    }
  }

  /** Returns whether an expression has a value when it is planned, which may be an error. */
  private static boolean isConstant(Expression value) {
    return switch (value) {
      case Constant _ -> true;
      case Operation.Binary sum -> isConstant(sum.left()) && isConstant(sum.right());
      case null, default -> false;
    };
  }

  private void subquery(Expression expression) {
    switch (expression) {
      case SubqueryExpression.Scalar scalar -> query(scalar.query());
      case SubqueryExpression.Exists exists -> query(exists.query());
      case SubqueryExpression.ArrayOf array -> query(array.query());
      case SubqueryExpression.In in -> {
        value(in.operand());
        query(in.query());
      }
      case SubqueryExpression.Quantified quantified -> query(quantified.query());
      default -> {}
    }
  }

  private static boolean is(OperatorName operator, Set<String> symbols) {
    return operator.schema().isEmpty() && symbols.contains(operator.symbol());
  }
}
