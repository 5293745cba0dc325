package dev.colonnade.sql.analyze.query.with;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import dev.colonnade.sql.syntax.query.TypeName;
import dev.colonnade.sql.syntax.query.With;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rewriting of a recursive item with SEARCH or CYCLE, as PostgreSQL's {@code rewriteSearchCycle.c}
 * does it: each side of the UNION becomes a subquery, around which the columns for the order and
 * for the detection of cycles are computed.
 */
final class TraversalRewrite {
  private static final int NONE = -1;
  private static final String SEED = "*TLOCRN*";
  private static final String STEP = "*TROCRN*";

  private final With.CommonTable node;
  private final List<String> columns;

  /**
   * Creates the rewriting.
   *
   * @param columns names of the columns of the item, without those that are added
   */
  TraversalRewrite(With.CommonTable node, List<String> columns) {
    this.node = node;
    this.columns = columns;
  }

  /** Returns the non-recursive term with the first values of the added columns. */
  Query seed(Query left) {
    if (isSetOperation(left)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "with a SEARCH or CYCLE clause, the left side of the UNION must be a SELECT");
    }
    List<Query.Item> items = own(SEED);
    With.Search search = node.search();
    if (search != null) {
      Expression row = row(SEED, search.columns());
      items.add(item(search.depthFirst() ? array(row) : first(search), search.sequence()));
    }
    With.Cycle cycle = node.cycle();
    if (cycle != null) {
      items.add(item(unmarked(cycle), cycle.mark()));
      items.add(item(array(row(SEED, cycle.columns())), cycle.path()));
    }
    return around(SEED, left, columns, items, null);
  }

  private Expression first(With.Search search) {
    Expression zero = new Operation.Cast(new Constant.IntegerConstant(0, NONE), bigint(), NONE);
    return levelled(SEED, zero, search);
  }

  /** Returns the recursive term with the next values of the added columns. */
  Query step(Query right) {
    if (isSetOperation(right)) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "with a SEARCH or CYCLE clause, the right side of the UNION must be a SELECT");
    }
    List<String> all = new ArrayList<>(columns);
    all.addAll(TraversalColumns.names(node));
    List<Query.Item> items = own(STEP);
    With.Search search = node.search();
    if (search != null) {
      items.add(item(next(search), search.sequence()));
    }
    With.Cycle cycle = node.cycle();
    if (cycle != null) {
      items.add(item(mark(cycle), cycle.mark()));
      items.add(item(appended(cycle.path(), cycle.columns()), cycle.path()));
    }
    Expression condition =
        cycle == null ? null : binary("<>", column(STEP, cycle.mark()), marked(cycle));
    return around(STEP, extended(right), all, items, condition);
  }

  private Expression next(With.Search search) {
    if (search.depthFirst()) {
      return appended(search.sequence(), search.columns());
    }
    Expression level = new Reference.Field(column(STEP, search.sequence()), "f1", NONE);
    return levelled(STEP, binary("+", level, new Constant.IntegerConstant(1, NONE)), search);
  }

  private Expression mark(With.Cycle cycle) {
    Expression isKnown =
        new SubqueryExpression.QuantifiedArray(
            new SubqueryExpression.Comparison(
                row(STEP, cycle.columns()),
                OperatorName.of("="),
                SubqueryExpression.Quantifier.ANY),
            column(STEP, cycle.path()),
            NONE);
    return new Call.Case(
        null, List.of(new Call.When(isKnown, marked(cycle), NONE)), unmarked(cycle), NONE);
  }

  /** Returns the value of the mark of rows that close a cycle. */
  static Expression marked(With.Cycle cycle) {
    Constant value = cycle.value();
    return value == null ? new Constant.BooleanConstant(true, NONE) : value;
  }

  /** Returns the value of the mark of other rows. */
  static Expression unmarked(With.Cycle cycle) {
    Constant value = cycle.defaultValue();
    return value == null ? new Constant.BooleanConstant(false, NONE) : value;
  }

  /** Returns a query of one row of a value. */
  static Query constant(Expression value) {
    return new Query.Select(
        null,
        List.of(new Query.Item(value, null, value.position())),
        null,
        Query.From.NONE,
        Query.Aggregation.NONE,
        value.position());
  }

  private static Query around(
      String alias,
      Query query,
      List<String> names,
      List<Query.Item> items,
      @Nullable Expression condition) {
    FromItem subquery =
        new FromItem.Subquery(false, query, new FromItem.Alias(alias, names, NONE), NONE);
    return new Query.Select(
        null,
        items,
        null,
        new Query.From(List.of(subquery), condition),
        Query.Aggregation.NONE,
        query.position());
  }

  /** Returns the recursive term with the added columns of the reference to the item. */
  private Query extended(Query query) {
    return switch (query) {
      case Query.Qualified qualified ->
          new Query.Qualified(
              qualified.with(),
              extended(qualified.body()),
              qualified.orderBy(),
              qualified.limit(),
              qualified.locking(),
              qualified.position());
      case Query.Select select -> extended(select);
      case Query.Table table ->
          extended(
              new Query.Select(
                  null,
                  List.of(
                      new Query.Item(new Reference.Star(List.of(), table.position()), null, NONE)),
                  null,
                  new Query.From(
                      List.of(new FromItem.Table(table.relation(), null, null, table.position())),
                      null),
                  Query.Aggregation.NONE,
                  table.position()));
      case Query.Values _, Query.SetOperation _, Query.Past _ -> throw notAtTop();
    };
  }

  private Query extended(Query.Select select) {
    String alias =
        select.from().items().stream()
            .map(this::reference)
            .filter(name -> name != null)
            .findFirst()
            .orElse(null);
    if (alias == null) {
      throw notAtTop();
    }
    List<Query.Item> items = new ArrayList<>(select.items());
    TraversalColumns.names(node).forEach(name -> items.add(item(column(alias, name), name)));
    return new Query.Select(
        select.distinct(),
        items,
        select.into(),
        select.from(),
        select.aggregation(),
        select.position());
  }

  /** Returns the name of the reference to the item in an item of FROM; null if there is none. */
  private @Nullable String reference(FromItem item) {
    return switch (item) {
      case FromItem.Table table -> {
        QualifiedName name = table.relation().name();
        boolean isReference = name.parts().size() == 1 && name.last().equals(node.name());
        FromItem.Alias alias = table.alias();
        yield isReference ? alias == null ? node.name() : alias.name() : null;
      }
      case FromItem.Join join -> {
        String left = reference(join.left());
        yield left == null ? reference(join.right()) : left;
      }
      case FromItem.Subquery _, FromItem.Functions _, FromItem.XmlTable _ -> null;
    };
  }

  private ColonnadeException notAtTop() {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        ("with a SEARCH or CYCLE clause, the recursive reference to WITH query \"%s\" must be at"
                + " the top level of its right-hand SELECT")
            .formatted(node.name()));
  }

  private static boolean isSetOperation(Query query) {
    return query instanceof Query.SetOperation
        || (query instanceof Query.Qualified qualified && isSetOperation(qualified.body()));
  }

  private List<Query.Item> own(String alias) {
    List<Query.Item> items = new ArrayList<>();
    columns.forEach(name -> items.add(item(column(alias, name), name)));
    return items;
  }

  private static Expression row(String alias, List<String> names) {
    return new Call.Row(names.stream().map(name -> column(alias, name)).toList(), true, NONE);
  }

  private static Expression levelled(String alias, Expression level, With.Search search) {
    List<Expression> fields = new ArrayList<>();
    fields.add(level);
    search.columns().forEach(name -> fields.add(column(alias, name)));
    return new Call.Row(fields, true, NONE);
  }

  private static Expression appended(String path, List<String> names) {
    return binary("||", column(STEP, path), array(row(STEP, names)));
  }

  private static Expression array(Expression element) {
    return new Call.Array(List.of(element), NONE);
  }

  private static Expression binary(String operator, Expression left, Expression right) {
    return new Operation.Binary(OperatorName.of(operator), left, right, NONE);
  }

  private static Expression column(String relation, String name) {
    return new Reference.Column(List.of(relation, name), NONE);
  }

  private static Query.Item item(Expression value, String name) {
    return new Query.Item(value, name, NONE);
  }

  private static TypeName bigint() {
    return new TypeName(
        new QualifiedName(List.of("pg_catalog", "int8"), NONE),
        List.of(),
        null,
        TypeName.Array.NONE,
        NONE);
  }
}
