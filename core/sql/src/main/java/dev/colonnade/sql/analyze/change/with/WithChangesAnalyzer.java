package dev.colonnade.sql.analyze.change.with;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.scope.CommonTable;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.With;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Analyzer of WITH of which an item changes rows. All items are buffered under their names. */
public final class WithChangesAnalyzer {
  private final List<LogicalChange.Item> items = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private QueryContext context;

  /** Creates the analyzer of a statement. */
  public WithChangesAnalyzer(QueryContext context) {
    this.context = requireNonNull(context, "context is null");
  }

  /** Returns whether an item of WITH changes rows. */
  public static boolean hasChanges(With with) {
    return with.tables().stream().anyMatch(table -> table.statement() instanceof Change);
  }

  /**
   * Returns the statement.
   *
   * @param body analysis of the statement behind WITH, which sees the items
   */
  public AnalyzedQuery analyze(With with, Function<QueryContext, AnalyzedQuery> body) {
    with.tables().forEach(table -> add(with, table));
    AnalyzedQuery analyzed = body.apply(context);
    return new AnalyzedQuery(
        new LogicalChange.WithChanges(items, analyzed.plan()), analyzed.columns());
  }

  private void add(With with, With.CommonTable table) {
    if (!names.add(table.name())) {
      throw ChangeErrors.at(
          table.position(),
          ErrorCode.DUPLICATE_ALIAS,
          "WITH query name \"%s\" specified more than once".formatted(table.name()));
    }
    AnalyzedQuery item = item(with, table);
    items.add(new LogicalChange.Item(table.name(), item.plan()));
    context =
        context.with(
            item.columns().isEmpty()
                ? withoutRows(table)
                : new CommonTable(
                    table.name(),
                    columns(table, item.columns()),
                    variables -> new LogicalSource.NamedRows(table.name(), variables)));
  }

  private AnalyzedQuery item(With with, With.CommonTable table) {
    DataStatement statement = table.statement();
    if (statement instanceof Change change) {
      if (change instanceof Change.Merge) {
        throw ChangeErrors.unsupported(table.position(), "MERGE not supported in WITH query");
      }
      return context.analyses().change(change, context);
    }
    if (!with.recursive() && table.search() == null && table.cycle() == null) {
      return context.analyses().query((Query) statement, context);
    }
    FromItem.Relation own =
        new FromItem.Relation(QualifiedName.of(table.name(), table.position()), false);
    Query query =
        new Query.Qualified(
            new With(with.recursive(), List.of(table), table.position()),
            new Query.Table(own, table.position()),
            List.of(),
            null,
            List.of(),
            table.position());
    return context.analyses().query(query, context);
  }

  private static List<CommonTable.Column> columns(
      With.CommonTable table, List<ResultColumn> results) {
    if (table.columns().size() > results.size()) {
      throw ChangeErrors.at(
          table.position(),
          ErrorCode.INVALID_COLUMN_REFERENCE,
          "WITH query \"%s\" has %d columns available but %d columns specified"
              .formatted(table.name(), results.size(), table.columns().size()));
    }
    List<CommonTable.Column> columns = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      ResultColumn result = results.get(i);
      String name = i < table.columns().size() ? table.columns().get(i) : result.name();
      columns.add(new CommonTable.Column(name, result.variable(), result.type()));
    }
    return columns;
  }

  /** Returns an item that cannot be read. */
  private static CommonTable withoutRows(With.CommonTable table) {
    return CommonTable.lazy(
        table.name(),
        position -> {
          throw ChangeErrors.unsupported(
              position,
              "WITH query \"%s\" does not have a RETURNING clause".formatted(table.name()));
        });
  }
}
