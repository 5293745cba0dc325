package dev.colonnade.sql.ddl;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.CheckOption;
import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.plan.ViewShape;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.NewTableName;
import dev.colonnade.sql.statement.Notices;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.statement.UpdatableViews;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** CREATE VIEW. */
final class CreateViewStatement implements PreparedStatement {
  private final Definition.CreateView create;
  private final ViewShape shape;

  CreateViewStatement(Definition.CreateView create, ViewShape shape) {
    this.create = create;
    this.shape = shape;
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public StatementResult run(Execution execution) {
    NameScope names = execution.transaction().names();
    NewTableName name = nameOf(names, execution.notices());
    List<String> columns = columnNames();
    View.Lookup lookup = new View.Lookup(names.pathIds(), shape.uses());
    requireUpdatable(names, new View(0, name.known(), shape.text(), columns, lookup, option()));
    Relation present = names.catalog().findRelation(name.known());
    execution
        .transaction()
        .catalogChanges()
        .alter(
            edit ->
                present != null && create.terms().orReplace()
                    ? replace(edit, present, columns, lookup)
                    : edit.createView(name.in(edit), shape.text(), columns, lookup, option()));
    return StatementResult.changed(create.tag(), 0);
  }

  /** Returns the statement without the WITH CHECK OPTION at its end. */
  static String queryEnd(String sql, Definition.CreateView create) {
    Definition.CheckClause check = create.check();
    return check == null ? sql : sql.substring(0, SqlErrors.position(sql, check.start()) - 1);
  }

  private CheckOption option() {
    Definition.CheckClause check = create.check();
    return check == null ? CheckOption.NONE : check.option();
  }

  private static void requireUpdatable(NameScope names, View view) {
    if (view.checkOption() == CheckOption.NONE) {
      return;
    }
    if (UpdatableViews.columnsOf(names, view).isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "WITH CHECK OPTION is supported only on automatically updatable views");
    }
    UpdatableViews.requireChecks(names, view);
  }

  /** Returns the name of the view; a view that uses a temporary object is temporary itself. */
  private NewTableName nameOf(NameScope names, Notices notices) {
    SchemaEntry schema = names.temporarySchema();
    boolean needsTemporary = schema != null && usesSchema(names, schema.id());
    boolean isTemporary =
        create.terms().temporary() || (needsTemporary && create.name().isSimple());
    if (isTemporary && !create.terms().temporary()) {
      notices.say("view \"%s\" will be a temporary view".formatted(create.name().getSimple()));
    }
    return NewTableName.of(names, create.name(), isTemporary ? OnCommit.PRESERVE_ROWS : null);
  }

  private boolean usesSchema(NameScope names, int schemaId) {
    return shape.uses().stream()
        .map(use -> names.catalog().findRelation(use.objectId()))
        .anyMatch(used -> used != null && used.schemaId() == schemaId);
  }

  private List<String> columnNames() {
    List<String> columns = new ArrayList<>(create.columns());
    if (columns.size() > shape.columnNames().size()) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "CREATE VIEW specifies more column names than columns");
    }
    columns.addAll(shape.columnNames().subList(columns.size(), shape.columnNames().size()));
    Set<String> seen = new HashSet<>();
    for (String column : columns) {
      if (!seen.add(column)) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_COLUMN, "column \"%s\" specified more than once".formatted(column));
      }
    }
    return columns;
  }

  private View replace(
      CatalogEdit edit, Relation present, List<String> columns, View.Lookup lookup) {
    if (!(present instanceof View view)) {
      throw NameScope.wrongKind(present, "view");
    }
    List<String> before = view.columnNames();
    if (columns.size() < before.size()) {
      throw new ColonnadeException(ErrorCode.INVALID_DEFINITION, "cannot drop columns from view");
    }
    for (int i = 0; i < before.size(); i++) {
      if (!before.get(i).equals(columns.get(i))) {
        throw new ColonnadeException(
            ErrorCode.INVALID_DEFINITION,
            "cannot change name of view column \"%s\" to \"%s\""
                .formatted(before.get(i), columns.get(i)));
      }
    }
    if (needs(edit.snapshot(), lookup.dependencies(), view.id(), new HashSet<>())) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION,
          "infinite recursion detected in rules for relation \"%s\"".formatted(view.name()));
    }
    return edit.replace(
        new View(view.id(), view.objectName(), shape.text(), columns, lookup, option()));
  }

  /**
   * Returns whether a query with these uses depends on the view, directly or through other views.
   */
  private static boolean needs(
      CatalogSnapshot catalog, Set<View.Dependency> uses, int viewId, Set<Integer> seen) {
    for (View.Dependency use : uses) {
      if (use.objectId() == viewId) {
        return true;
      }
      if (seen.add(use.objectId())
          && catalog.findRelation(use.objectId()) instanceof View other
          && needs(catalog, other.lookup().dependencies(), viewId, seen)) {
        return true;
      }
    }
    return false;
  }
}
