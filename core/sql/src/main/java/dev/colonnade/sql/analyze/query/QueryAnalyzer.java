package dev.colonnade.sql.analyze.query;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.query.draft.AnalyzedDraft;
import dev.colonnade.sql.analyze.query.draft.QueryDraft;
import dev.colonnade.sql.analyze.query.from.KeyedTable;
import dev.colonnade.sql.analyze.query.select.Ending;
import dev.colonnade.sql.analyze.query.select.SelectAnalyzer;
import dev.colonnade.sql.analyze.query.select.SelectDraft;
import dev.colonnade.sql.analyze.query.select.ValuesAnalyzer;
import dev.colonnade.sql.analyze.query.set.SetOperationAnalyzer;
import dev.colonnade.sql.analyze.query.with.WithAnalyzer;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.With;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Analysis of queries. One statement, one thread. */
public final class QueryAnalyzer {
  private final QueryContext context;

  /**
   * Creates the analysis of the queries of a place.
   *
   * @param context of the outermost query: {@code new QueryContext(statement, null, null,
   *     List.of(), analyses)}
   */
  public QueryAnalyzer(QueryContext context) {
    this.context = requireNonNull(context, "context is null");
  }

  /** Returns an analyzed query; its undecided columns are text. */
  public AnalyzedQuery analyze(Query query) {
    return analyze(query, List.of());
  }

  /**
   * Returns an analyzed query.
   *
   * @param wanted types that undecided columns get, as those of the table of INSERT
   */
  public AnalyzedQuery analyze(Query query, List<TypeReference> wanted) {
    return prepare(query, context).finish(wanted);
  }

  /** Returns the analysis of the WITH clause in front of a change. */
  public static WithAnalyzer with(QueryContext context) {
    return new WithAnalyzer(context, QueryAnalyzer::prepare);
  }

  private static QueryDraft prepare(Query query, QueryContext context) {
    return query instanceof Query.Qualified qualified
        ? qualified(qualified, context)
        : body(query, Ending.NONE, context);
  }

  private static QueryDraft qualified(Query.Qualified query, QueryContext context) {
    With with = query.with();
    if (with == null) {
      return ended(query, context);
    }
    WithAnalyzer items = new WithAnalyzer(context, QueryAnalyzer::prepare);
    return new WithDraft(ended(query, items.open(with)), items);
  }

  private static QueryDraft ended(Query.Qualified query, QueryContext context) {
    if (!query.locking().isEmpty()) {
      Query.Qualified locking =
          new Query.Qualified(
              null,
              query.body(),
              query.orderBy(),
              query.limit(),
              query.locking(),
              query.position());
      return AnalyzedDraft.of(context.analyses().lock(locking, context), query.position());
    }
    return body(query.body(), new Ending(query.orderBy(), query.limit()), context);
  }

  private static QueryDraft body(Query body, Ending ending, QueryContext context) {
    return switch (body) {
      case Query.Select select -> new SelectAnalyzer(context).select(select, ending);
      case Query.Table table -> new SelectAnalyzer(context).select(star(table), ending);
      case Query.Values values ->
          rows(new ValuesAnalyzer(context).analyze(values), body, ending, context);
      case Query.SetOperation operation ->
          rows(operation(operation, context), body, ending, context);
      case Query.Qualified _, Query.Past _ -> {
        Query inner = body instanceof Query.Past past ? past.query() : body;
        yield ending.equals(Ending.NONE)
            ? prepare(inner, context)
            : rows(prepare(inner, context).finish(List.of()), inner, ending, context);
      }
    };
  }

  /** Operations with operations on their left, which may be thousands, are analyzed in a loop. */
  private static AnalyzedQuery operation(Query.SetOperation last, QueryContext context) {
    Deque<Query.SetOperation> chain = new ArrayDeque<>();
    Query.SetOperation first = last;
    while (first.left() instanceof Query.SetOperation left) {
      chain.push(first);
      first = left;
    }
    requireNoInto(first.left());
    requireNoInto(first.right());
    SetOperationAnalyzer sets = new SetOperationAnalyzer(context);
    AnalyzedQuery query =
        sets.analyze(first, prepare(first.left(), context), prepare(first.right(), context));
    int position = first.position();
    for (Query.SetOperation next : chain) {
      requireNoInto(next.right());
      QueryDraft left = AnalyzedDraft.of(query, position);
      query = sets.analyze(next, left, prepare(next.right(), context));
      position = next.position();
    }
    return query;
  }

  private static void requireNoInto(Query side) {
    Query body = side instanceof Query.Qualified qualified ? qualified.body() : side;
    if (body instanceof Query.Select select && select.into() != null) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "INTO is only allowed on first SELECT of UNION/INTERSECT/EXCEPT",
          ErrorFields.at(select.into().name().position() + 1));
    }
  }

  private static QueryDraft rows(
      AnalyzedQuery query, Query node, Ending ending, QueryContext context) {
    return ending.equals(Ending.NONE)
        ? AnalyzedDraft.of(query, node.position())
        : new SelectAnalyzer(context).rows(query, ending, node instanceof Query.SetOperation);
  }

  private static Query.Select star(Query.Table table) {
    FromItem item =
        new FromItem.Table(table.relation(), null, null, table.relation().name().position());
    return new Query.Select(
        null,
        List.of(
            new Query.Item(
                new Reference.Star(List.of(), table.position()), null, table.position())),
        null,
        new Query.From(List.of(item), null),
        Query.Aggregation.NONE,
        table.position());
  }

  /** Draft of a query behind WITH. */
  private record WithDraft(QueryDraft body, WithAnalyzer items) implements QueryDraft {
    @Override
    public List<TypedExpression> values() {
      return body.values();
    }

    @Override
    public AnalyzedQuery finish(List<TypeReference> wanted) {
      AnalyzedQuery query = body.finish(wanted);
      return new AnalyzedQuery(items.close(query.plan()), query.columns());
    }
  }

  /**
   * Returns a query with the keys of the tables of its FROM, without LIMIT and OFFSET, for row
   * locks.
   */
  public KeyedQuery withKeys(Query.Qualified query) {
    Query.Select select =
        switch (query.body()) {
          case Query.Select own -> own;
          case Query.Table table -> star(table);
          case Query.Values _, Query.SetOperation _, Query.Qualified _, Query.Past _ ->
              throw new ColonnadeException(
                  ErrorCode.UNSUPPORTED, "row locks of such a query are not supported");
        };
    List<KeyedTable> tables = new ArrayList<>();
    SelectDraft draft =
        new SelectAnalyzer(context, tables)
            .select(select, new Ending(query.orderBy(), query.limit()));
    Expression offset = draft.takeOffset();
    Expression count = draft.takeCount();
    List<Variable> keys = new ArrayList<>();
    tables.forEach(table -> keys.addAll(table.key()));
    String obstacle = draft.obstacle();
    AnalyzedQuery analyzed = draft.finish(List.of(), obstacle == null ? keys : List.of());
    return new KeyedQuery(analyzed.plan(), analyzed.columns(), tables, offset, count);
  }
}
