package dev.colonnade.sql.analyze.query.with;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.query.set.SetOperationAnalyzer;
import dev.colonnade.sql.analyze.query.set.SetOperationAnalyzer.Sides;
import dev.colonnade.sql.analyze.scope.CommonTable;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.QueryDraft;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.analyze.scope.AnalyzedDraft;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.With;
import java.util.List;
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

  /** Returns the recursion; null if the item does not refer to itself. */
  @Nullable AnalyzedQuery analyze() {
    Query query = (Query) node.statement();
    Query body =
        query instanceof Query.Qualified qualified && qualified.with() == null
            ? qualified.body()
            : query;
    if (body instanceof Query.SetOperation union
        && union.operator() == Query.SetOperator.UNION) {
      AnalyzedQuery recursion = recursion(union);
      if (recursion != null && query instanceof Query.Qualified qualified) {
        requirePlain(qualified);
      }
      return recursion;
    }
    drafts.prepare(query, context.with(forbidden(formError())));
    return null;
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

  private @Nullable AnalyzedQuery recursion(Query.SetOperation union) {
    QueryContext seedContext =
        context.with(
            CommonTable.lazy(
                node.name(),
                position -> {
                  throw ScopeErrors.at(
                      ErrorCode.INVALID_RECURSION,
                      ("recursive reference to query \"%s\" must not appear within its"
                              + " non-recursive term")
                          .formatted(node.name()),
                      position);
                }));
    QueryDraft seedDraft = drafts.prepare(union.left(), seedContext);
    List<Integer> positions =
        seedDraft.values().stream().map(TypedExpression::position).toList();
    AnalyzedQuery seed = seedDraft.finish(List.of());
    int id = context.statement().variables().planId();
    CommonTable working =
        new CommonTable(
            node.name(),
            ItemColumns.of(node, seed.columns()),
            variables -> new LogicalSource.WorkingTable(id, node.name(), variables));
    QueryDraft step = drafts.prepare(union.right(), context.with(working));
    if (working.referenceCount() == 0) {
      return null;
    }
    SetOperationAnalyzer operations = new SetOperationAnalyzer(context);
    List<TypeReference> types =
        operations.types(
            "UNION",
            new AnalyzedDraft(seed, positions),
            step,
            !union.all());
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
            ErrorFields.at(positions.get(i) + 1).withHint(
                "Cast the output of the non-recursive term to the correct type."));
      }
    }
  }
}
