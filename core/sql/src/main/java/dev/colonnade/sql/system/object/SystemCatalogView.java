package dev.colonnade.sql.system.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.function.StatementService;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * System catalog as one statement sees it. The objects are derived from the catalog snapshot once,
 * on first use. Not thread-safe.
 */
public final class SystemCatalogView implements StatementService {
  private final SystemCatalogSource source;
  private @Nullable SystemObjects objects;

  public SystemCatalogView(SystemCatalogSource source) {
    this.source = requireNonNull(source, "source is null");
  }

  /** Returns the name of the session's database. */
  public String database() {
    return source.scope().database().name();
  }

  /** Returns an expression over a relation's columns in display form. */
  public String expression(String stored, SystemRelation relation, boolean pretty) {
    Table table = relation.table();
    String shown = table == null ? null : source.expression(stored, table, pretty);
    return shown == null ? stored : shown;
  }

  /** Returns an index with its expressions and its predicate in display form. */
  public IndexEntry shown(IndexEntry index, boolean pretty) {
    return index.mapExpressions(stored -> expression(stored, index.table(), pretty));
  }

  /**
   * Returns the query of a view as the session would write it, or null.
   *
   * @param pretty whether parentheses that are not needed are left out
   */
  public @Nullable String definition(SystemRelation relation, boolean pretty) {
    View view = relation.kind() == SystemRelation.VIEW ? objects().view(relation.oid()) : null;
    return view == null ? relation.definition() : source.query(view, pretty);
  }

  /** Returns the expression of a column's default as the session would write it, or null. */
  public @Nullable String defaultText(SystemRelation.Attribute attribute) {
    String stored = attribute.defaultText();
    return stored == null ? null : DefaultClause.displayText(stored, source.scope());
  }

  public SystemCatalogSource source() {
    return source;
  }

  /**
   * Returns the columns of a relation with their types; the types of a view's columns are resolved
   * on demand.
   */
  public List<SystemRelation.Attribute> attributes(SystemRelation relation) {
    View view = relation.kind() == SystemRelation.VIEW ? objects().view(relation.oid()) : null;
    List<SystemCatalogSource.ViewColumn> columns = view == null ? List.of() : source.columns(view);
    if (columns.size() != relation.attributes().size()) {
      return relation.attributes();
    }
    List<SystemRelation.Attribute> typed = new ArrayList<>();
    for (SystemRelation.Attribute attribute : relation.attributes()) {
      typed.add(attribute.typed(columns.get(typed.size())));
    }
    return typed;
  }

  public SystemObjects objects() {
    SystemObjects cached = objects;
    if (cached == null) {
      cached = SystemObjects.of(source.scope());
      objects = cached;
    }
    return cached;
  }
}
