package dev.colonnade.sql.definition.view;

import static java.util.Objects.requireNonNull;

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
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.view.QueryText;
import dev.colonnade.sql.analyze.view.ViewQueries;
import dev.colonnade.sql.analyze.view.ViewQuery;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.NewTableName;
import dev.colonnade.sql.statement.Notices;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.definition.ViewDefinition;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** CREATE VIEW. */
public final class CreateViewStatement implements PreparedStatement {
  private final StatementText text;
  private final ViewDefinition.CreateView create;
  private final Function<Execution, StatementAnalysis> analysis;

  /**
   * Creates the statement.
   *
   * @param text whose statement is {@code create}
   * @param analysis returns the state of the analysis of an execution
   */
  public CreateViewStatement(
      StatementText text,
      ViewDefinition.CreateView create,
      Function<Execution, StatementAnalysis> analysis) {
    this.text = requireNonNull(text, "text is null");
    this.create = requireNonNull(create, "create is null");
    this.analysis = requireNonNull(analysis, "analysis is null");
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public StatementResult run(Execution execution) {
    NameScope names = execution.transaction().names();
    StatementAnalysis statement = analysis.apply(execution).withoutParameters();
    QueryText source = ViewText.of(text, create);
    ViewQuery query = query(source, statement);
    CheckOption check = ViewOptions.check(create);
    NewTableName name = nameOf(names, query, execution.notices());
    List<String> columns = columnNames(query);
    View.Lookup lookup = new View.Lookup(names.pathIds(), query.dependencies());
    View view =
        new View(0, name.known(), query.text(), columns, lookup, check)
            .with(ViewOptions.security(create));
    requireUpdatable(view, statement);
    Relation present = names.catalog().findRelation(name.known());
    if (present != null && create.view().replace()) {
      View replaced = replaced(present, view, query, statement);
      requireNoCycle(names.catalog(), replaced);
      execution.transaction().catalogChanges().alter(edit -> edit.replace(replaced));
    } else {
      execution.transaction().catalogChanges().alter(edit -> created(edit, name, view));
    }
    return StatementResult.changed("CREATE VIEW", 0);
  }

  private ViewQuery query(QueryText source, StatementAnalysis statement) {
    try {
      return ViewQueries.analyze(source, statement);
    } catch (ColonnadeException e) {
      throw ViewText.located(e, source, text, create.span().begin());
    }
  }

  private static View created(CatalogEdit edit, NewTableName name, View view) {
    View created =
        edit.createView(
            name.in(edit), view.query(), view.columnNames(), view.lookup(), view.checkOption());
    return view.security().equals(View.Security.DEFAULT)
        ? created
        : edit.replace(created.with(view.security()));
  }

  /** Returns the name of the view; a view that uses a temporary object is temporary itself. */
  private NewTableName nameOf(NameScope names, ViewQuery query, Notices notices) {
    SchemaEntry schema = names.temporarySchema();
    boolean usesTemporary = schema != null && usesSchema(names, query, schema.id());
    boolean isTemporary = create.view().temporary() || usesTemporary;
    if (isTemporary && !create.view().temporary()) {
      notices.say("view \"%s\" will be a temporary view".formatted(create.view().name().last()));
    }
    return NewTableName.of(
        names, create.view().name().parts(), isTemporary ? OnCommit.PRESERVE_ROWS : null);
  }

  private static boolean usesSchema(NameScope names, ViewQuery query, int schemaId) {
    return query.dependencies().stream()
        .map(use -> names.catalog().findRelation(use.objectId()))
        .anyMatch(used -> used != null && used.schemaId() == schemaId);
  }

  private List<String> columnNames(ViewQuery query) {
    List<String> columns = new ArrayList<>(create.columns());
    List<ResultColumn> found = query.columns();
    if (columns.size() > found.size()) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "CREATE VIEW specifies more column names than columns");
    }
    if (found.size() > TableSchema.COLUMNS_MAX) {
      throw new ColonnadeException(
          ErrorCode.TOO_MANY_COLUMNS,
          "tables can have at most %d columns".formatted(TableSchema.COLUMNS_MAX));
    }
    found.subList(columns.size(), found.size()).forEach(column -> columns.add(column.name()));
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < columns.size(); i++) {
      String column = columns.get(i);
      if (!seen.add(column)) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_COLUMN, "column \"%s\" specified more than once".formatted(column));
      }
      if (found.get(i).type().type().form() == TypeForm.PSEUDO) {
        throw new ColonnadeException(
            ErrorCode.INVALID_DEFINITION,
            "column \"%s\" has pseudo-type %s".formatted(column, found.get(i).type()));
      }
    }
    return columns;
  }

  private static void requireUpdatable(View view, StatementAnalysis statement) {
    if (view.checkOption() == CheckOption.NONE) {
      return;
    }
    String obstacle = ViewQueries.obstacle(view, statement);
    if (obstacle != null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "WITH CHECK OPTION is supported only on automatically updatable views",
          ErrorFields.NONE.withHint(obstacle));
    }
  }

  /** Returns a view that takes the place of another one, whose columns it has as its first. */
  private static View replaced(
      Relation present, View view, ViewQuery query, StatementAnalysis statement) {
    if (!(present instanceof View before)) {
      throw NameScope.wrongKind(present, "view");
    }
    List<String> columns = view.columnNames();
    if (columns.size() < before.columnNames().size()) {
      throw new ColonnadeException(ErrorCode.INVALID_DEFINITION, "cannot drop columns from view");
    }
    List<ResultColumn> types = columnsOf(before, statement);
    for (int i = 0; i < before.columnNames().size(); i++) {
      String name = before.columnNames().get(i);
      requireSameName(name, columns.get(i));
      if (types != null) {
        requireSameType(name, types.get(i).type(), query.columns().get(i).type());
      }
    }
    return new View(
        before.id(),
        before.objectName(),
        view.query(),
        columns,
        view.lookup(),
        view.checkOption(),
        view.security());
  }

  private static @Nullable List<ResultColumn> columnsOf(View view, StatementAnalysis statement) {
    try {
      return ViewQueries.columns(view, statement);
    } catch (ColonnadeException e) {
      return null; // the query that is replaced has no meaning any more
    }
  }

  private static void requireSameName(String before, String after) {
    if (!before.equals(after)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION,
          "cannot change name of view column \"%s\" to \"%s\"".formatted(before, after),
          ErrorFields.NONE.withHint(
              "Use ALTER VIEW ... RENAME COLUMN ... to change name of view column instead."));
    }
  }

  private static void requireSameType(String name, TypeReference before, TypeReference after) {
    if (!before.equals(after)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION,
          "cannot change data type of view column \"%s\" from %s to %s"
              .formatted(name, before, after));
    }
  }

  private static void requireNoCycle(CatalogSnapshot catalog, View view) {
    if (needs(catalog, view.lookup().dependencies(), view.id(), new HashSet<>())) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION,
          "infinite recursion detected in rules for relation \"%s\"".formatted(view.name()));
    }
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
