package dev.colonnade.sql.analyze.change.relation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.relation.CheckOption;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.change.row.ChangeKind;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.change.row.TableRow;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.Scope;
import dev.colonnade.sql.analyze.scope.ScopeRelation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * View through which rows of its table change. Its expressions are analyzed again for each row that
 * they apply to: rows of a scan, and new rows. A view over another view has that one below it.
 */
final class ViewTarget {
  private final View view;
  private final Table table;
  private final @Nullable ViewTarget below;
  private final FromItem.Table source;
  private final QueryContext context;
  private final ViewLevel level;
  private final Map<String, dev.colonnade.sql.syntax.query.Expression> columns =
      new LinkedHashMap<>();
  private final dev.colonnade.sql.syntax.query.@Nullable Expression condition;

  private ViewTarget(
      View view,
      Table table,
      @Nullable ViewTarget below,
      ViewShape shape,
      QueryContext context,
      ChangeKind kind) {
    this.view = view;
    this.table = table;
    this.below = below;
    this.source = requireNonNull(shape.source(), "source is null");
    this.context = context;
    this.level = new ViewLevel(detail -> kind.refused(view, detail));
    Query.Select select = requireNonNull(shape.select(), "select is null");
    this.condition = select.from().condition();
    List<dev.colonnade.sql.syntax.query.Expression> values = new ArrayList<>();
    select.items().forEach(item -> addValues(item.value(), values));
    for (int i = 0; i < view.columnNames().size(); i++) {
      columns.put(view.columnNames().get(i), values.get(i));
    }
  }

  private void addValues(
      dev.colonnade.sql.syntax.query.Expression item,
      List<dev.colonnade.sql.syntax.query.Expression> into) {
    if (item instanceof Reference.Star star) {
      belowNames()
          .forEach(name -> into.add(new Reference.Column(List.of(alias(), name), star.position())));
    } else {
      into.add(item);
    }
  }

  /** Returns the target of a view; WRONG_STATE if rows cannot change through it. */
  static ViewTarget of(View view, ChangeKind kind, ChangeScope scope) {
    QueryContext context =
        new QueryContext(
            scope.statement().within(view), null, null, List.of(), scope.context().analyses());
    return of(view, kind, context);
  }

  private static ViewTarget of(View view, ChangeKind kind, QueryContext context) {
    Query query = (Query) SqlParser.parse(view.query()).getFirst().statement();
    ViewShape shape = ViewShape.of(query);
    String obstacle = shape.obstacle();
    FromItem.Table source = shape.source();
    if (obstacle != null || source == null) {
      throw kind.refused(view, requireNonNull(obstacle, "obstacle is null"));
    }
    StatementAnalysis statement = context.statement();
    Relation relation = statement.names().findRelation(source.relation().name().parts());
    if (relation != null) {
      statement.use(relation.id());
    }
    ViewTarget target =
        switch (relation) {
          case Table table -> new ViewTarget(view, table, null, shape, context, kind);
          case View other -> {
            ViewTarget below =
                of(
                    other,
                    kind,
                    new QueryContext(
                        statement.within(other), null, null, List.of(), context.analyses()));
            yield new ViewTarget(view, below.table, below, shape, context, kind);
          }
          case SequenceEntry _ -> throw kind.refused(view, ViewShape.NOT_SINGLE);
          case null -> throw kind.refused(view, ViewShape.NOT_SINGLE);
        };
    target.columns(new TableRow(target.table, Map.of())); // finds calls that are obstacles
    return target;
  }

  View view() {
    return view;
  }

  /** Returns the table whose rows the view shows. */
  Table table() {
    return table;
  }

  List<String> columnNames() {
    return List.copyOf(columns.keySet());
  }

  private String alias() {
    FromItem.Alias given = source.alias();
    return given == null || given.name().isEmpty() ? source.relation().name().last() : given.name();
  }

  /** Returns the names of the columns of the source, as its alias has them. */
  private List<String> belowNames() {
    List<String> names =
        new ArrayList<>(
            below == null
                ? table.schema().visibleColumns().stream().map(Column::name).toList()
                : below.columnNames());
    FromItem.Alias given = source.alias();
    if (given != null) {
      for (int i = 0; i < Math.min(names.size(), given.columns().size()); i++) {
        names.set(i, given.columns().get(i));
      }
    }
    return names;
  }

  /** Returns the table's column that a column of the view shows; UNSUPPORTED if there is none. */
  Column column(String name, ChangeKind kind) {
    Column column = find(name);
    if (column == null) {
      throw kind.refused(
          view,
          name,
          "View columns that are not columns of their base relation are not updatable.");
    }
    return column;
  }

  /** Returns the context in which the table itself is read: with the rights of the view's owner. */
  QueryContext tableContext() {
    return below == null ? context : below.tableContext();
  }

  /** Records that the statement needs a privilege on what the view is over. */
  void require(Privilege privilege) {
    context.statement().require(below == null ? table.id() : below.view.id(), privilege);
    if (below != null) {
      below.require(privilege);
    }
  }

  /** Records that the statement needs a privilege on the column that a column of the view shows. */
  void requireColumn(Privilege privilege, String name) {
    int index = indexBelow(name);
    if (index < 0) {
      return;
    }
    if (below == null) {
      int columnId = table.schema().visibleColumns().get(index).id();
      context.statement().requireColumn(table.id(), privilege, columnId);
    } else {
      context.statement().requireColumn(below.view.id(), privilege, index + 1);
      below.requireColumn(privilege, below.columnNames().get(index));
    }
  }

  /** Returns the table's column that a column of the view shows; null if there is none. */
  @Nullable Column find(String name) {
    int index = indexBelow(name);
    if (index < 0) {
      return null;
    }
    return below == null
        ? table.schema().visibleColumns().get(index)
        : below.find(below.columnNames().get(index));
  }

  /** Returns the index of the source's column that a column of the view shows; -1 if none. */
  private int indexBelow(String name) {
    if (!(columns.get(name) instanceof Reference.Column reference)) {
      return -1;
    }
    List<String> parts = reference.names();
    boolean isOfSource =
        parts.size() == 1 || (parts.size() == 2 && parts.getFirst().equals(alias()));
    return isOfSource ? belowNames().indexOf(parts.getLast()) : -1;
  }

  /** Returns the columns of the view for a row of the table. */
  List<NamedColumn> columns(TableRow row) {
    return withoutPosition(() -> analyzedColumns(row));
  }

  /** Runs an analysis of the view's own text, where positions mean nothing to the statement. */
  private static <T> T withoutPosition(Supplier<T> analysis) {
    try {
      return analysis.get();
    } catch (ColonnadeException e) {
      throw e.with(e.fields().withPosition(0));
    }
  }

  private List<NamedColumn> analyzedColumns(TableRow row) {
    Scope scope = scope(row);
    ExpressionAnalyzer analyzer = analyzer(scope, ClauseKind.SELECT);
    List<NamedColumn> found = new ArrayList<>();
    int oid = (int) SystemOids.of(view.id());
    columns.forEach(
        (name, value) ->
            found.add(
                new NamedColumn(
                    name,
                    analyzer.decided(analyzer.analyze(value)),
                    new Origin(oid, found.size() + 1))));
    return found;
  }

  private Scope scope(TableRow row) {
    List<NamedColumn> values =
        below == null ? RelationColumns.columns(row, context.statement()) : below.columns(row);
    List<String> names = belowNames();
    List<NamedColumn> named = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      NamedColumn value = values.get(i);
      named.add(new NamedColumn(names.get(i), value.value(), value.origin()));
    }
    Scope scope = new Scope(context.statement(), null);
    scope.add(ScopeRelation.of(alias(), ScopeRelation.Kind.ALIASED, named));
    return scope;
  }

  private ExpressionAnalyzer analyzer(Scope scope, ClauseKind clause) {
    return new ExpressionAnalyzer(
        new ExpressionContext(
            context.statement(),
            scope,
            query -> context.analyses().query(query, context.inside(scope, level)),
            level,
            clause));
  }

  /** Returns the predicates of the rows that the view shows. */
  List<Expression> conditions(TableRow row) {
    List<Expression> all = new ArrayList<>();
    if (below != null) {
      all.addAll(below.conditions(row));
    }
    if (condition != null) {
      all.add(predicate(condition, row));
    }
    return all;
  }

  private Expression predicate(dev.colonnade.sql.syntax.query.Expression node, TableRow row) {
    return withoutPosition(() -> analyzer(scope(row), ClauseKind.WHERE).predicate(node));
  }

  /** Adds the predicates that a new row has to satisfy, by the names of the views. */
  void addChecks(Map<String, Expression> into, TableRow row, boolean isRequired) {
    CheckOption option = view.checkOption();
    if (condition != null && (isRequired || option != CheckOption.NONE)) {
      into.put(view.name(), predicate(condition, row));
    }
    if (below != null) {
      below.addChecks(into, row, isRequired || option == CheckOption.CASCADED);
    }
  }
}
