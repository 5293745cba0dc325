package dev.colonnade.sql.definition.table.alter;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.definition.view.ViewOptions;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.definition.AlterTable;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.definition.TableAction.ColumnAction;
import java.util.Comparator;
import java.util.List;

/**
 * ALTER TABLE, and its forms for indexes, sequences and views. The actions run one after the other
 * in PostgreSQL's order, each on the result of the one before.
 */
public final class AlterTableStatement implements PreparedStatement {
  private final AlterTable alter;
  private final FrontEnd frontEnd;
  private final PlannerSettings settings;

  /**
   * Creates the statement.
   *
   * @param frontEnd plans statements about the rows of the table
   * @param settings of the session that decide plans
   */
  public AlterTableStatement(AlterTable alter, FrontEnd frontEnd, PlannerSettings settings) {
    this.alter = requireNonNull(alter, "alter is null");
    this.frontEnd = requireNonNull(frontEnd, "frontEnd is null");
    this.settings = requireNonNull(settings, "settings is null");
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public StatementResult run(Execution execution) {
    NameScope names = execution.transaction().names();
    boolean isIndex =
        (alter.kind() == ObjectKind.INDEX || alter.kind() == ObjectKind.TABLE)
            && names.findRelation(alter.table().name().parts()) == null
            && IndexLookup.find(names, alter.table().name()) != null;
    if (isIndex) {
      alter.actions().forEach(action -> requireAllowed(action, alter.table().name().last()));
    } else {
      Relation relation = RelationLookup.find(execution, alter.table().name(), alter.ifExists());
      if (relation != null) {
        run(relation, execution);
      }
    }
    return StatementResult.changed("ALTER " + alter.kind().keywords(), 0);
  }

  private void run(Relation relation, Execution execution) {
    requireKind(relation);
    PrivilegeChecks.requireOwner(execution.transaction().names(), relation);
    if (!(relation instanceof Table table)) {
      alter.actions().forEach(action -> requireAllowed(action, relation));
      alter.actions().forEach(action -> change(action, relation, execution));
      return;
    }
    TableAlteration change =
        new TableAlteration(frontEnd, settings, execution, table.id(), alter.actions().size() == 1);
    List<TableAction> ordered =
        alter.actions().stream().sorted(Comparator.comparing(ActionPass::of)).toList();
    if (ordered.size() > 1 && ordered.stream().anyMatch(action -> changesRowKey(table, action))) {
      change.releaseRowKey(); // not possible after another action
    }
    for (TableAction action : ordered) {
      TableActions.run(change, action);
    }
  }

  /** Returns whether an action changes a column of the key of the rows, or drops that key. */
  private static boolean changesRowKey(Table table, TableAction action) {
    return switch (action) {
      case TableAction.DropConstraint drop -> drop.name().equals(table.rowKeyName());
      case TableAction.DropColumn drop -> isInRowKey(table, drop.column());
      case TableAction.AlterColumn alter ->
          alter.action() instanceof ColumnAction.SetType && isInRowKey(table, alter.column());
      default -> false;
    };
  }

  private static boolean isInRowKey(Table table, String name) {
    return table.schema().hasVisibleColumn(name)
        && table.schema().isKey(table.schema().column(name).id());
  }

  private static void change(TableAction action, Relation relation, Execution execution) {
    if (action instanceof TableAction.SetOwner set) {
      TableOwner.set(relation, set.owner(), execution.transaction());
    }
    if (action instanceof TableAction.SetOptions set && relation instanceof View view) {
      View.Security security = ViewOptions.security(view.security(), set);
      execution
          .transaction()
          .catalogChanges()
          .alter(
              edit ->
                  edit.snapshot().findRelation(view.id()) instanceof View now
                      ? edit.replace(now.with(security))
                      : view);
    }
  }

  private void requireKind(Relation relation) {
    String wanted =
        switch (alter.kind()) {
          case VIEW -> relation instanceof View ? null : "view";
          case SEQUENCE -> relation instanceof SequenceEntry ? null : "sequence";
          case MATERIALIZED_VIEW -> "materialized view";
          case FOREIGN_TABLE -> "foreign table";
          case INDEX -> "index";
          default -> null;
        };
    if (wanted != null) {
      String article = wanted.equals("index") ? "an" : "a";
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE,
          "\"%s\" is not %s %s".formatted(relation.name(), article, wanted));
    }
  }

  private static void requireAllowed(TableAction action, Relation relation) {
    boolean isView = relation instanceof View;
    boolean isAllowed =
        switch (action) {
          case TableAction.SetOwner _ -> true;
          case TableAction.SetOptions _ -> isView;
          case TableAction.Other other -> !isView && other.keywords().startsWith("SET ");
          default -> false;
        };
    if (isView
        && action instanceof TableAction.AlterColumn column
        && column.action() instanceof ColumnAction.SetDefault) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "a default of a column of a view is not supported");
    }
    if (!isAllowed) {
      throw notAllowed(action, relation.name(), relation.kind() + "s");
    }
  }

  private static void requireAllowed(TableAction action, String index) {
    boolean isAllowed =
        switch (action) {
          case TableAction.SetOptions _, TableAction.SetOwner _, TableAction.Other _ -> true;
          case TableAction.AlterColumn column ->
              column.action() instanceof ColumnAction.SetParameter;
          default -> false;
        };
    if (!isAllowed) {
      throw notAllowed(action, index, "indexes");
    }
  }

  private static ColonnadeException notAllowed(TableAction action, String name, String kinds) {
    return new ColonnadeException(
        ErrorCode.WRONG_OBJECT_TYPE,
        "ALTER action %s cannot be performed on relation \"%s\""
            .formatted(ActionPass.nameOf(action), name),
        ErrorFields.NONE.withDetail("This operation is not supported for %s.".formatted(kinds)));
  }
}
