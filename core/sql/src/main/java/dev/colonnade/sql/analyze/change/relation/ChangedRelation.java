package dev.colonnade.sql.analyze.change.relation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.change.row.ChangeKind;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.change.row.TableRow;
import dev.colonnade.sql.analyze.policy.RowPolicies;
import dev.colonnade.sql.analyze.scope.ScopeRelation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.type.schema.Column;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Table or view whose rows a statement changes, under its name in the statement. */
public final class ChangedRelation {
  private final ChangeScope scope;
  private final Table table;
  private final @Nullable ViewTarget view;
  private final ChangeKind kind;
  private final String alias;
  private final boolean hasAlias;

  private ChangedRelation(
      ChangeScope scope,
      Table table,
      @Nullable ViewTarget view,
      ChangeKind kind,
      Change.Target node) {
    this.scope = scope;
    this.table = table;
    this.view = view;
    this.kind = kind;
    String name = view == null ? table.name() : view.view().name();
    String given = node.alias();
    this.alias = given == null ? name : given;
    this.hasAlias = given != null;
  }

  /** Rows to change: their plan, and the row of the table in it. */
  public record Rows(LogicalPlan plan, TableRow row) {
    public Rows {
      requireNonNull(plan, "plan is null");
      requireNonNull(row, "row is null");
    }
  }

  /** Returns the relation that a statement names; WRONG_STATE if rows cannot change through it. */
  public static ChangedRelation of(Change.Target node, ChangeKind kind, ChangeScope scope) {
    List<String> names = node.relation().name().parts();
    int position = node.relation().name().position();
    Relation relation = find(scope, names, position);
    scope.statement().use(relation.id());
    return switch (relation) {
      case Table table -> new ChangedRelation(scope, table, null, kind, node);
      case View view -> {
        ViewTarget target = ViewTarget.of(view, kind, scope);
        yield new ChangedRelation(scope, target.table(), target, kind, node);
      }
      case SequenceEntry sequence ->
          throw new ColonnadeException(
              ErrorCode.WRONG_OBJECT_TYPE,
              "cannot change sequence \"%s\"".formatted(sequence.name()));
    };
  }

  private static Relation find(ChangeScope scope, List<String> names, int position) {
    try {
      return scope.statement().names().relation(names);
    } catch (ColonnadeException e) {
      throw e.position() == 0 ? e.with(e.fields().withPosition(position + 1)) : e;
    }
  }

  /** Records that the statement needs a privilege on the relation, and a view's owner on its. */
  public void require(Privilege privilege) {
    scope.statement().require(view == null ? table.id() : view.view().id(), privilege);
    if (view != null) {
      view.require(privilege);
    }
  }

  /** Records that the statement needs a privilege on a column of the relation. */
  public void requireColumn(Privilege privilege, String name) {
    if (view == null) {
      scope.statement().requireColumn(table.id(), privilege, table.schema().column(name).id());
    } else {
      int number = view.columnNames().indexOf(name) + 1;
      scope.statement().requireColumn(view.view().id(), privilege, number);
      view.requireColumn(privilege, name);
    }
  }

  /** Returns the table whose rows change. */
  public Table table() {
    return table;
  }

  /** Returns the name in the statement. */
  public String alias() {
    return alias;
  }

  /** Returns the name of the table or view. */
  public String name() {
    return view == null ? table.name() : view.view().name();
  }

  public boolean isView() {
    return view != null;
  }

  /** Returns the names of the columns that the statement sees. */
  public List<String> columnNames() {
    return view == null
        ? table.schema().visibleColumns().stream().map(Column::name).toList()
        : view.columnNames();
  }

  /**
   * Returns the column of the table that a value for a column is written to.
   *
   * @param position of the name, for errors
   */
  public Column column(String name, int position) {
    if (!columnNames().contains(name)) {
      throw ChangeErrors.noColumn(name, name(), position);
    }
    return view == null ? table.schema().column(name) : view.column(name, kind);
  }

  /** Variant of {@link #column} that returns null if no value can be written to the column. */
  public @Nullable Column findColumn(String name) {
    return view == null ? table.schema().column(name) : view.find(name);
  }

  /** Returns the policies of row-level security that apply to the table. */
  public RowPolicies policies() {
    return RowPolicies.of(table, view == null ? scope.context() : view.tableContext());
  }

  /** Returns the columns of a row of the table as policies see them. */
  public List<NamedColumn> tableColumns(TableRow row) {
    return RelationColumns.columns(row, scope.statement());
  }

  /**
   * Returns all rows that the statement sees.
   *
   * @param commands whose policies the rows have to satisfy
   */
  public Rows rows(RowPolicy.Command... commands) {
    LogicalSource.TableScan scan = TableRow.scan(table, alias, scope.statement().variables());
    scope.level().define(scan.columns());
    TableRow row = TableRow.of(scan);
    List<Expression> conditions = view == null ? List.of() : view.conditions(row);
    LogicalPlan visible = policies().visible(scan, tableColumns(row), commands);
    LogicalPlan plan =
        conditions.isEmpty() ? visible : new LogicalOperator.Filter(visible, conditions);
    return new Rows(plan, row);
  }

  /** Returns the relation as a scope sees it, with the columns of a row. */
  public ScopeRelation relation(TableRow row) {
    if (view == null) {
      return RelationColumns.relation(alias, hasAlias, row, scope.statement());
    }
    return new ScopeRelation(
        alias,
        hasAlias ? ScopeRelation.Kind.ALIASED : ScopeRelation.Kind.NAMED,
        SystemOids.of(view.view().id()),
        view.columns(row),
        List.of(),
        new ScopeRelation.RowInformation(null, false));
  }

  /** Returns the relation of a row under a name, which needs no privilege to be read. */
  public ScopeRelation withoutOrigins(String name, TableRow row) {
    if (view == null) {
      return RelationColumns.withoutOrigins(name, row, scope.statement());
    }
    return ScopeRelation.of(
        name,
        ScopeRelation.Kind.ALIASED,
        view.columns(row).stream()
            .map(column -> new NamedColumn(column.name(), column.value(), Origin.NONE))
            .toList());
  }

  /** Returns the columns of a row that the statement sees. */
  public List<NamedColumn> columns(TableRow row) {
    return relation(row).columns();
  }

  /** Returns the predicates that a new row has to satisfy, by the names of their views. */
  public Map<String, Expression> checks(TableRow row) {
    Map<String, Expression> checks = new LinkedHashMap<>();
    if (view != null) {
      view.addChecks(checks, row, false);
    }
    return checks;
  }
}
