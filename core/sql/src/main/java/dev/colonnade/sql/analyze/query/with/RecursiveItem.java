package dev.colonnade.sql.analyze.query.with;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.query.draft.AnalyzedDraft;
import dev.colonnade.sql.analyze.query.draft.QueryDraft;
import dev.colonnade.sql.analyze.query.set.SetOperationAnalyzer;
import dev.colonnade.sql.analyze.query.set.SetOperationAnalyzer.Sides;
import dev.colonnade.sql.analyze.scope.CommonTable;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.With;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Analysis of an item of WITH RECURSIVE that may refer to itself. */
final class RecursiveItem {
  private final QueryContext context;
  private final With.CommonTable node;
  private final QueryDrafts drafts;

  RecursiveItem(QueryContext context, With.CommonTable node, QueryDrafts drafts) {
    this.context = context;
    this.node = node;
    this.drafts = drafts;
  }

  /**
   * Returns the recursion; null if the item does not refer to itself.
   *
   * @param scopes of WITH clauses of the item itself
   */
  @Nullable AnalyzedQuery analyze(Function<QueryContext, WithScope> scopes) {
    Query query = (Query) node.statement();
    Query body = query instanceof Query.Qualified qualified ? qualified.body() : query;
    if (body instanceof Query.SetOperation union && union.operator() == Query.SetOperator.UNION) {
      AnalyzedQuery recursion =
          query instanceof Query.Qualified qualified && qualified.with() != null
              ? within(qualified.with(), union, scopes)
              : traversed(union, context);
      if (recursion != null && query instanceof Query.Qualified qualified) {
        requirePlain(qualified);
      }
      return recursion;
    }
    drafts.prepare(query, context.with(forbidden(formError())));
    return null;
  }

  private @Nullable AnalyzedQuery within(
      With with, Query.SetOperation union, Function<QueryContext, WithScope> scopes) {
    WithScope scope = scopes.apply(context.with(outsideOfSeed()));
    AnalyzedQuery recursion = traversed(union, scope.open(with));
    return recursion == null
        ? null
        : new AnalyzedQuery(scope.close(recursion.plan()), recursion.columns());
  }

  private CommonTable forbidden(ColonnadeException error) {
    return CommonTable.lazy(
        node.name(),
        _ -> {
          throw error;
        });
  }

  private ColonnadeException formError() {
    return ScopeErrors.at(
        ErrorCode.INVALID_RECURSION,
        ("recursive query \"%s\" does not have the form non-recursive-term UNION [ALL]"
                + " recursive-term")
            .formatted(node.name()),
        node.position());
  }

  private void requirePlain(Query.Qualified query) {
    if (!query.orderBy().isEmpty()) {
      throw refused("ORDER BY", query.orderBy().getFirst().value().position());
    }
    Query.Limit limit = query.limit();
    var offset = limit == null ? null : limit.offset();
    var count = limit == null ? null : limit.count();
    if (offset != null) {
      throw refused("OFFSET", offset.position());
    }
    if (count != null) {
      throw refused("LIMIT", count.position());
    }
    if (!query.locking().isEmpty()) {
      throw refused("FOR UPDATE/SHARE", query.locking().getFirst().position());
    }
  }

  private static ColonnadeException refused(String clause, int position) {
    return ScopeErrors.at(
        ErrorCode.UNSUPPORTED, clause + " in a recursive query is not implemented", position);
  }

  /** Returns the item as its non-recursive term sees it: a reference is an error. */
  private CommonTable outsideOfSeed() {
    return CommonTable.lazy(
        node.name(),
        position -> {
          throw ScopeErrors.at(
              ErrorCode.INVALID_RECURSION,
              ("recursive reference to query \"%s\" must not appear within its non-recursive"
                      + " term")
                  .formatted(node.name()),
              position);
        });
  }

  /** Returns the recursion with the columns of SEARCH and CYCLE. */
  private @Nullable AnalyzedQuery traversed(Query.SetOperation union, QueryContext around) {
    int hiddenCount = TraversalColumns.names(node).size();
    if (hiddenCount == 0) {
      return recursion(union, around, 0);
    }
    QueryContext seedContext = around.with(outsideOfSeed());
    AnalyzedQuery plain = drafts.prepare(union.left(), seedContext).finish(List.of());
    List<String> names =
        ItemColumns.of(node, plain.columns()).stream().map(CommonTable.Column::name).toList();
    try {
      TraversalColumns.requireValid(node, names);
    } catch (ColonnadeException e) {
      if (recursion(union, around, 0) == null) {
        return null;
      }
      throw e;
    }
    requireMarkTypes(around);
    TraversalRewrite rewrite = new TraversalRewrite(node, names);
    Query seed = rewrite.seed(union.left());
    AnalyzedQuery first = drafts.prepare(seed, seedContext).finish(List.of());
    List<CommonTable.Column> all = ItemColumns.of(node, first.columns());
    CommonTable original =
        new CommonTable(
            node.name(),
            all,
            hiddenCount,
            variables -> new LogicalSource.WorkingTable(-1, node.name(), variables));
    QueryDraft step = drafts.prepare(union.right(), around.with(original));
    if (original.referenceCount() == 0) {
      return null;
    }
    new SetOperationAnalyzer(context)
        .types("UNION", new AnalyzedDraft(plain, positions(plain, union)), step, !union.all());
    return recursion(
        new Query.SetOperation(
            union.operator(), union.all(), seed, rewrite.step(union.right()), union.position()),
        around,
        hiddenCount);
  }

  /** Throws if the values of the mark of CYCLE have no common type with an equality. */
  private void requireMarkTypes(QueryContext around) {
    With.Cycle cycle = node.cycle();
    if (cycle == null) {
      return;
    }
    new SetOperationAnalyzer(context)
        .types(
            "CYCLE",
            drafts.prepare(TraversalRewrite.constant(TraversalRewrite.marked(cycle)), around),
            drafts.prepare(TraversalRewrite.constant(TraversalRewrite.unmarked(cycle)), around),
            true);
  }

  private static List<Integer> positions(AnalyzedQuery query, Query.SetOperation union) {
    return Collections.nCopies(query.columns().size(), union.left().position());
  }

  private @Nullable AnalyzedQuery recursion(
      Query.SetOperation union, QueryContext around, int hiddenCount) {
    QueryDraft seedDraft = drafts.prepare(union.left(), around.with(outsideOfSeed()));
    List<Integer> positions = seedDraft.values().stream().map(TypedExpression::position).toList();
    AnalyzedQuery seed = seedDraft.finish(List.of());
    int id = context.statement().variables().planId();
    CommonTable working =
        new CommonTable(
            node.name(),
            ItemColumns.of(node, seed.columns()),
            hiddenCount,
            variables -> new LogicalSource.WorkingTable(id, node.name(), variables));
    QueryDraft step = drafts.prepare(union.right(), around.with(working));
    if (working.referenceCount() == 0) {
      return null;
    }
    SetOperationAnalyzer operations = new SetOperationAnalyzer(context);
    List<TypeReference> types =
        operations.types("UNION", new AnalyzedDraft(seed, positions), step, !union.all());
    requireTypes(seed, types, positions);
    AnalyzedQuery stepQuery = step.finish(types);
    new RecursiveTerms(node.name(), working.lastPosition()).check(stepQuery.plan(), id);
    Sides sides = operations.sides(seed, stepQuery, types);
    List<ResultColumn> columns = operations.columns(seed, sides);
    return new AnalyzedQuery(
        new LogicalSet.Recursion(
            id,
            sides.left(),
            sides.right(),
            union.all(),
            columns.stream().map(ResultColumn::variable).toList()),
        columns);
  }

  private void requireTypes(
      AnalyzedQuery seed, List<TypeReference> types, List<Integer> positions) {
    for (int i = 0; i < types.size(); i++) {
      TypeReference own = seed.columns().get(i).type();
      if (!own.equals(types.get(i))) {
        throw new ColonnadeException(
            ErrorCode.TYPE_MISMATCH,
            "recursive query \"%s\" column %d has type %s in non-recursive term but type %s overall"
                .formatted(node.name(), i + 1, own, types.get(i)),
            ErrorFields.at(positions.get(i) + 1)
                .withHint("Cast the output of the non-recursive term to the correct type."));
      }
    }
  }
}
